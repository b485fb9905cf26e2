"""44.B Occupation: cities in occupation zones want REs standing in them, or partisans attack."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from models.places import PlaceKind
from models.problem import Check, Rounding, State
from models.units import UnitType
from models.words import Side
from planner.rules.europa.position import Position, districts_of
from planner.rules.europa.r44_a_garrisons import ROUNDING, fit, purse
from planner.rules.europa.r44_b1_zones import cities_due, in_soviet_union, occupiers_wanted, occupies
from planner.rules.interface import Grant, Penalty, Piece, Rule, Want

TEXT_REQUIREMENT_OF_BELGIUM = Fraction(11)  # 44.B.2.b's example, ruling belgium_requirement
VP_PER_RE = {"0": Fraction(0), "0.5": Fraction(1, 2)}


def may_occupy(piece: Piece) -> bool:
    """An undisrupted combat unit that is neither position AA nor a port fortification (44.B.2.a)."""
    return fit(piece) and piece.unit.type not in (UnitType.POSITION_AA, UnitType.PORT_FORT)


def offset_boxes(position: Position, zone_id: str) -> dict[str, frozenset[State]]:
    """Which holding boxes help to occupy each city: its own garrison's, or all of the zone's (44.B.2.b)."""
    by_district: dict[str, set[State]] = defaultdict(set)
    kinds = ("box", "forming") if position.rulings.offset_includes_forming == "true" else ("box",)
    gone = position.rulings.offset_after_activation == "none"
    for district in position.districts:
        row = position.box_rows.get(district)
        if not (gone and row and row.activated):
            spent = row.activated_districts if gone and row else ()
            boxes = [box for box in (districts_of(row) if row else (district,)) if box not in spent]
            by_district[district] |= {f"{kind}:{box}" for box in boxes for kind in kinds}
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
    group = zone_id if position.rulings.occupation_rounding_group == "zone" else f"{zone_id}:{place}"
    per_re = Fraction(0) if in_soviet_union(zone) and position.rulings.ussr_penalty == "none" else Fraction(1)
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
            Penalty(
                f"occupation_vp:{group}:{turn}",
                "vp",
                VP_PER_RE[position.rulings.occupation_vp_per_re],
                rounding=ROUNDING[position.rulings.flexible_rounding],
                sentence=f"{name}: ½ VP per missing RE",
            )
        )
    return tuple(found)


def above_the_rates(position: Position, zone_id: str) -> Fraction:
    """By how much the players' own figure for a zone, or the text's for Belgium, differs from the rates of its cities.

    The figure is for the whole zone; cities that are exempt or not ours lower it by their rates, as they lower the sum.
    """
    given = position.scenario.zones[zone_id].requirement
    text = zone_id == "belgium" and position.rulings.belgium_requirement == "text11"
    figure = TEXT_REQUIREMENT_OF_BELGIUM if given is None and text else given
    if figure is None:
        return Fraction(0)
    cities = (key for key, place in position.places.items() if place.zone == zone_id)
    return figure - sum((occupiers_wanted(position, key) for key in cities), Fraction(0))


def _credit(piece: Piece, _state: State) -> Fraction | None:
    return piece.res if piece.res and may_occupy(piece) else None


def _purse(position: Position, place: str) -> str:
    """In Greece and Yugoslavia occupation comes on top of the garrison, whatever the table allows (44.A.7.a.4)."""
    return "duty" if position.places[place].country in ("greece", "yugoslavia") else purse(position, "occupation")


def wants(position: Position) -> Iterator[Want]:
    """One want for each city hex to be occupied, or one for each garrison area if surplus is pooled by zone."""
    for turn in position.turns:
        for zone_id in position.scenario.zones:
            cities = cities_due(position, zone_id, turn)
            if not cities:
                continue
            boxes = offset_boxes(position, zone_id)
            if position.rulings.occupation_surplus == "pooled_by_zone":
                yield from _pooled_wants(position, zone_id, turn, cities, boxes)
            else:
                yield from (_city_want(position, zone_id, key, turn, cities[key], boxes[key]) for key in cities)
            extra = above_the_rates(position, zone_id)
            if extra > 0:
                every_box = frozenset[State]().union(*(boxes[key] for key in cities))
                yield _zone_want(position, zone_id, "zone", turn, tuple(cities), every_box, extra, "beyond its rates")


def _city_want(
    position: Position, zone_id: str, key: str, turn: int, wanted: Fraction, boxes: frozenset[State]
) -> Want:
    where, kind = position.name(key), position.places[key].city_kind
    return Want(
        f"occupation:{zone_id}:{key}:{turn}", "44.B.2.a", turn, Check.ENEMY_INITIAL, where,
        frozenset({key}) | boxes, wanted, penalties(position, zone_id, key, turn),
        f"{where}, a {kind} city{' hex' if kind is PlaceKind.MAJOR else ''}, wants {wanted} RE(s) of occupation",
        _credit, purse=_purse(position, key), box_purse="offset",
    )  # fmt: skip


def _pooled_wants(
    position: Position, zone_id: str, turn: int, cities: dict[str, Fraction], boxes: dict[str, frozenset[State]]
) -> Iterator[Want]:
    """Whoever stands in any city of the zone counts for all; holding boxes still count for their own cities only."""
    areas: dict[frozenset[State], list[str]] = defaultdict(list)
    for key in cities:
        areas[boxes[key]].append(key)
    for number, (area_boxes, members) in enumerate(areas.items(), start=1):
        part = "cities" if len(areas) == 1 else f"cities {number}"
        required = sum((cities[key] for key in members), Fraction(0))
        yield _zone_want(position, zone_id, part, turn, tuple(cities), area_boxes, required, "in its cities together")


def _zone_want(
    position: Position, zone_id: str, part: str, turn: int, cities: tuple[str, ...], boxes: frozenset[State],
    required: Fraction, words: str,
) -> Want:  # fmt: skip
    name = position.scenario.zones[zone_id].name or zone_id.replace("_", " ").title()
    return Want(
        f"occupation:{zone_id}:{part}:{turn}", "44.B.2.b", turn, Check.ENEMY_INITIAL, name, frozenset(cities) | boxes,
        required, penalties(position, zone_id, part, turn), f"{name} wants {required} RE(s) {words}", _credit,
        purse=_purse(position, cities[0]), box_purse="offset",
    )  # fmt: skip


def grants(position: Position) -> Iterator[Grant]:
    """A zone figure below the rates is a relief; fort markers may occupy (ruling fort_marker_occupies)."""
    for turn in position.turns:
        for zone_id in position.scenario.zones:
            cities = cities_due(position, zone_id, turn)
            prefix = f"occupation:{zone_id}"
            pooled = [f"{prefix}:cities:{turn}", *(f"{prefix}:cities {n}:{turn}" for n in range(1, len(cities) + 1))]
            relief = -above_the_rates(position, zone_id)
            if cities and relief > 0:
                names = (*(f"{prefix}:{key}:{turn}" for key in cities), *pooled)
                yield Grant(names, relief, "44.B.2.b", "the zone's own figure is below its cities' rates")
            for key in cities if position.rulings.fort_marker_occupies == "true" else ():
                if position.fort_res(key):
                    names = (f"{prefix}:{key}:{turn}", *pooled)
                    what = f"the fort at {position.name(key)}"
                    yield Grant(names, position.fort_res(key), "44.B.2.a", what)


def warnings(position: Position) -> Iterator[str]:
    """Zones that are none yet, and cities that a zone may have forgotten."""
    zones = position.scenario.zones
    for zone_id, zone in zones.items():
        if zone.italian and not zone.since and occupies(position, zone) and not position.events("italy_surrendered"):
            yield f"44.B.1.a: {zone_id} is no occupation zone before an event 'italy_surrendered'; none is listed"
    if position.side is not Side.AXIS:
        return
    if any(event.country == "italy" for _, event in position.events("surrendered")):
        yield "44.B.1.a: write the event 'italy_surrendered' for the Italian surrender to the Allies"
    for country in sorted({zone.country for zone in zones.values() if zone.country and occupies(position, zone)}):
        left_out = [
            position.name(key) for key, place in position.places.items()
            if place.country == country and not place.zone and place.city_kind and position.owns(key, 0)
        ]  # fmt: skip
        if left_out:
            yield (
                f"44.B.1: {', '.join(left_out)} of {country.replace('_', ' ').title()} "
                "lie in no occupation zone and want no occupiers; right if annexed"
            )


RULE = Rule(id="44.B", title="Occupation", wants=wants, grants=grants, warnings=warnings)
