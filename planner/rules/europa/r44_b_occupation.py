"""44.B Occupation: cities in occupation zones want REs standing in them, or partisans attack."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from models.places import PlaceKind, Zone
from models.problem import Check, Rounding, State
from models.units import UnitType
from models.words import Side
from planner.rules.europa.position import NEVER, Position, districts_of
from planner.rules.europa.r44_a_garrisons import fit, purse
from planner.rules.interface import Grant, Penalty, Piece, Rule, Want

TEXT_REQUIREMENT_OF_BELGIUM = Fraction(11)  # 44.B.2.b's example, ruling belgium_requirement
VP_PER_RE = {"0": Fraction(0), "0.5": Fraction(1, 2)}
FEW = frozenset({"kenya", "palestine", "sudan"})


def occupiers_wanted(position: Position, place: str) -> Fraction:
    """REs that a city hex wants, by its kind and region (44.B.2.a)."""
    kind, region = position.places[place].city_kind, position.region(place)
    if kind is PlaceKind.MAJOR:
        return {"soviet_union": Fraction(3), "europe": Fraction(2), "egypt": Fraction(2)}.get(
            region, Fraction(0)
        )  # i, ii
    if kind is PlaceKind.DOT:
        if region == "soviet_union":
            return Fraction(2) if position.rulings.dot_city_ussr == "include" else Fraction(0)
        return Fraction(2) if region == "europe" else Fraction(1) if region in FEW else Fraction(0)  # iii, iv
    if kind is PlaceKind.REFERENCE and position.rulings.occupation_reference_cities == "include":
        return Fraction(1) if region in ("europe", "soviet_union") else Fraction(0)  # v
    return Fraction(0)


def may_occupy(piece: Piece) -> bool:
    """An undisrupted combat unit that is neither position AA nor a port fortification (44.B.2.a)."""
    return fit(piece) and piece.unit.type not in (UnitType.POSITION_AA, UnitType.PORT_FORT)


def zone_start(position: Position, zone: Zone) -> int:
    """The turn from which a zone is one (44.B, 44.B.1)."""
    if zone.since:
        return position.scenario.offset(zone.since)
    if zone.italian:
        surrender = position.when("italy_surrendered")
        return surrender if surrender == NEVER else surrender + int(position.rulings.italy_zone_delay_turns)
    dated = [
        at for word in ("surrendered", "occupied") for at, event in position.events(word)
        if zone.country and event.country == zone.country
    ]  # fmt: skip
    return min(dated, default=-NEVER)


def occupies(position: Position, zone: Zone) -> bool:
    """Whether the planning side owes occupation forces in a zone."""
    if zone.annexed or zone.owner is not position.side:
        return False
    return zone.owner is Side.AXIS or (
        zone.owner is Side.SOVIET and position.rulings.soviet_occupation == "mirror_axis"
    )


def exempt(position: Position, place: str, turn: int) -> bool:
    """No occupation where supplied enemies are within five hexes or no supply line can be traced (44.B.2.a)."""
    partisans = position.places[place].partisans_within_5 and position.rulings.partisans_exempt == "true"
    return position.enemy_near(place, turn) or partisans or not position.supplied(place, turn)


def cities_due(position: Position, zone_id: str, turn: int) -> dict[str, Fraction]:
    """The city hexes of a zone that must be occupied in a turn, with their REs."""
    zone = position.scenario.zones[zone_id]
    if not occupies(position, zone) or turn < zone_start(position, zone):
        return {}
    found = {}
    for key, place in position.places.items():
        if place.zone == zone_id and position.due_since_capture(key, turn) and not exempt(position, key, turn):
            wanted = occupiers_wanted(position, key)
            if wanted:
                found[key] = wanted
    return found


def offset_boxes(position: Position, zone_id: str) -> dict[str, frozenset[State]]:
    """Which holding boxes help to occupy each city: its own garrison's, or all of the zone's (44.B.2.b)."""
    by_district: dict[str, set[State]] = defaultdict(set)
    kinds = ("box", "forming") if position.rulings.offset_includes_forming == "true" else ("box",)
    gone = position.rulings.offset_after_activation == "none"
    for row in position.box_rows.values():
        if not (gone and row.activated):
            boxes = {f"{kind}:{district}" for district in districts_of(row) for kind in kinds}
            for district in districts_of(row):
                by_district[district] |= boxes
    for rigid in position.rigid_rows.values():
        for district in rigid.districts:
            by_district[district].add(f"box:{rigid.id}")
    cities = [key for key, place in position.places.items() if place.zone == zone_id]
    found = {key: frozenset(by_district.get(position.places[key].district or "", ())) for key in cities}
    if position.rulings.garrison_offset_scope == "zone":
        everything = frozenset(state for states in found.values() for state in states)
        found = dict.fromkeys(cities, everything)
    return found


def penalties(position: Position, zone_id: str, place: str, turn: int) -> tuple[Penalty, ...]:
    """One extra partisan attack for each missing RE or part of one, added up over the zone (44.B.2.c)."""
    zone = position.scenario.zones[zone_id]
    value = zone.partisan_attack_value
    name = zone.name or zone_id.replace("_", " ").title()
    group = zone_id if position.rulings.occupation_rounding_group == "zone" else place
    per_re = Fraction(0) if zone.soviet_union and position.rulings.ussr_penalty == "none" else Fraction(1)
    attack = Penalty(
        f"occupation:{group}:{turn}", "partisan_attacks", per_re, rounding=Rounding.STARTED,
        weight=position.rulings.partisan_attack_value if value is None else value,
        sentence=f"{name}: one extra partisan attack for each missing RE or part of one",
    )  # fmt: skip
    found = [attack]
    if position.rulings.occupation_checks == "allied_and_soviet":
        found.append(replace(attack, group=f"{attack.group}:soviet"))
    if VP_PER_RE[position.rulings.occupation_vp_per_re]:
        found.append(
            Penalty(f"occupation_vp:{group}:{turn}", "vp", Fraction(1, 2), sentence=f"{name}: ½ VP per missing RE")
        )
    return tuple(found)


def zone_requirement(position: Position, zone_id: str) -> Fraction | None:
    """The players' own figure for a zone, or the text's for Belgium (ruling belgium_requirement)."""
    given = position.scenario.zones[zone_id].requirement
    text = zone_id == "belgium" and position.rulings.belgium_requirement == "text11"
    return TEXT_REQUIREMENT_OF_BELGIUM if given is None and text else given


def _credit(piece: Piece, _state: State) -> Fraction | None:
    return piece.res if piece.res and may_occupy(piece) else None


def _purse(position: Position, place: str) -> str:
    """In Greece and Yugoslavia occupation comes on top of the garrison, whatever the table allows (44.A.7.a.4)."""
    return "duty" if position.places[place].country in ("greece", "yugoslavia") else purse(position, "occupation")


def wants(position: Position) -> Iterator[Want]:
    """One want for each city hex to be occupied, or one for the whole zone if surplus is pooled."""
    for turn in position.turns:
        for zone_id in position.scenario.zones:
            cities = cities_due(position, zone_id, turn)
            if not cities:
                continue
            boxes = offset_boxes(position, zone_id)
            pooled = position.rulings.occupation_surplus == "pooled_by_zone"
            extra = (zone_requirement(position, zone_id) or Fraction(0)) - sum(cities.values())
            if pooled or extra > 0:
                yield _zone_want(position, zone_id, turn, cities, boxes, max(extra, Fraction(0)), pooled)
            for key, wanted in cities.items() if not pooled else ():
                where = position.name(key)
                yield Want(
                    f"occupation:{zone_id}:{key}:{turn}", "44.B.2.a", turn, Check.ENEMY_INITIAL, where,
                    frozenset({key}) | boxes.get(key, frozenset()), wanted, penalties(position, zone_id, key, turn),
                    f"{where}, a {position.places[key].city_kind} city{' hex' if wanted > 2 else ''}, "
                    f"wants {wanted} RE(s) of occupation", _credit, purse=_purse(position, key), box_purse="offset",
                )  # fmt: skip


def _zone_want(
    position: Position, zone_id: str, turn: int, cities: dict[str, Fraction], boxes: dict[str, frozenset[State]],
    extra: Fraction, pooled: bool,
) -> Want:  # fmt: skip
    name = position.scenario.zones[zone_id].name or zone_id.replace("_", " ").title()
    required = extra + (sum(cities.values()) if pooled else 0)
    states = frozenset(cities).union(*boxes.values())
    sentence = f"{name} wants {required} RE(s) " + ("in its cities together" if pooled else "beyond its cities' rates")
    return Want(
        f"occupation:{zone_id}:zone:{turn}", "44.B.2.b", turn, Check.ENEMY_INITIAL, name, states, Fraction(required),
        penalties(position, zone_id, zone_id, turn), sentence, _credit, purse=_purse(position, next(iter(cities))),
        box_purse="offset",
    )  # fmt: skip


def grants(position: Position) -> Iterator[Grant]:
    """A zone figure below the rates is a relief; fort markers may occupy (ruling fort_marker_occupies)."""
    pooled = position.rulings.occupation_surplus == "pooled_by_zone"
    for turn in position.turns:
        for zone_id in position.scenario.zones:
            cities = cities_due(position, zone_id, turn)
            names = {key: f"occupation:{zone_id}:{'zone' if pooled else key}:{turn}" for key in cities}
            figure = zone_requirement(position, zone_id)
            relief = sum(cities.values()) - figure if figure is not None else Fraction(0)
            if relief > 0:
                wants_of_zone = tuple(dict.fromkeys(names.values()))
                yield Grant(wants_of_zone, Fraction(relief), "44.B.2.b", f"the zone's own figure is {figure} REs")
            for key in cities if position.rulings.fort_marker_occupies == "true" else ():
                if position.places[key].fort_res:
                    yield Grant(
                        (names[key],), position.places[key].fort_res, "44.B.2.a", f"the fort at {position.name(key)}"
                    )


RULE = Rule(id="44.B", title="Occupation", wants=wants, grants=grants)
