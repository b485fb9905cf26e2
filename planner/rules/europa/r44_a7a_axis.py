"""44.A.7.a Axis garrisons: flexible, rigid and semi-rigid rows of the table, and Greece and Yugoslavia."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

from models.garrisons import (
    DodecaneseGarrison,
    EastAfricaGarrison,
    FlexibleGarrison,
    RhodesGarrison,
    SemiRigidGarrison,
    ZaraGarrison,
)
from models.places import PlaceKind
from models.problem import Act, Check
from models.words import Side
from planner.rules.europa.position import Position
from planner.rules.europa.r44_a_garrisons import (
    ROUNDING,
    composition_wants,
    eligible_for,
    fit,
    garrison_category,
    on_map_states,
    pools_counting,
    purse,
    re_credit,
    specified_want,
    unstated,
)
from planner.rules.interface import Grant, Penalty, Piece, Rule, Step, Want

VP_PER_MISSING_RE = Fraction(1, 2)  # 44.A.7.a.1
GREEK_VP_PER_MISSING_RE = Fraction(1)  # 44.A.7.a.4
GREEK_AND_YUGOSLAV = frozenset({"greece", "yugoslavia"})
ABOUT_ONE_PLACE = frozenset(
    ["captured", "surrendered", "occupied", "enemy_enters", "enemy_leaves", "enemy_near", "enemy_gone", "supply_cut",
     "supply_restored", "allied_enters", "allied_within_six", "losses"]
)  # fmt: skip
GREEK_RES = {PlaceKind.REFERENCE: Fraction(1), PlaceKind.DOT: Fraction(3), PlaceKind.MAJOR: Fraction(3)}  # i, ii
CHANGING = frozenset({  # 44.A.7.a.3
    Act.CONVERT, Act.UPGRADE, Act.REORGANIZE, Act.FORM_UP, Act.ASSEMBLE, Act.BREAK_DOWN,
})  # fmt: skip


def flexible_penalty(position: Position, group: str, where: str) -> Penalty:
    """Half a VP for each missing RE."""
    rounding = ROUNDING[position.rulings.flexible_rounding]
    return Penalty(group, "vp", VP_PER_MISSING_RE, rounding=rounding, sentence=f"{where}: ½ VP for each missing RE")


def held(position: Position, places: tuple[str, ...], turn: int) -> bool:
    """Whether one of the places has been ours since before this turn: a captured city counts from the next turn."""
    return any(position.due_since_capture(place, turn) for place in places)


def table_wants(position: Position) -> Iterator[Want]:
    """Flexible and semi-rigid rows with an RE figure."""
    for row in position.scenario.garrisons:
        if not isinstance(row, FlexibleGarrison | SemiRigidGarrison) or position.side is not Side.AXIS:
            continue
        places = position.places_of(row)
        states = on_map_states(position, row, places)
        where = row.name or row.id
        nationality = row.nationality if isinstance(row, FlexibleGarrison) else None
        accepts = eligible_for(position, row.eligible, nationality)
        for turn in position.turns:
            if not position.in_force(row, turn) or not held(position, places, turn):
                continue
            name = f"garrison:{row.id}:{turn}"
            if row.res:
                flexible = isinstance(row, FlexibleGarrison)
                apart = not flexible and position.rulings.sr_units_double_count == "true"
                yield Want(
                    name, "44.A.7.a.1" if flexible else "44.A.7.a.3", turn, Check.OWN_INITIAL, where, states, row.res,
                    (flexible_penalty(position, name, where) if flexible else unstated(position, name, where),),
                    f"{where} wants {row.res} REs", re_credit(position, accepts),
                    purse="semi-rigid" if apart else purse(position, "garrison"),
                )  # fmt: skip
            yield from composition_wants(position, row, row.requires, frozenset(places), turn)
            yield from specified_want(position, row, places, turn)


def greek_wants(position: Position) -> Iterator[Want]:
    """Axis-owned cities of Greece and Yugoslavia: 1 RE in a reference city, 3 in a dot or major city."""
    if position.side is not Side.AXIS:
        return
    accepts = fit if position.rulings.greece_yugo_eligibility == "any_combat" else garrison_category
    rounding = ROUNDING[position.rulings.greece_yugo_rounding]
    for turn in position.turns:
        for city, hexes in _greek_cities(position, turn).items():
            place = position.places[hexes[0]]
            required = GREEK_RES[place.city_kind or PlaceKind.DOT]
            theatre = position.theatre_of(hexes[0])
            states = frozenset(hexes) | pools_counting(position, theatre, (place.district or "",), box=False)
            where = position.name(hexes[0])
            name = f"garrison:{place.country}:{city}:{turn}"
            yield Want(
                name, "44.A.7.a.4", turn, Check.OWN_INITIAL, where, states, required,
                (Penalty(name, "vp", GREEK_VP_PER_MISSING_RE, rounding=rounding,
                         sentence=f"{where}: 1 VP for each missing RE"),),
                f"{where}, a {place.city_kind} city of {place.country.title()}, wants a garrison of {required} RE(s)",
                re_credit(position, accepts), purse="duty",
            )  # fmt: skip


def _greek_cities(position: Position, turn: int) -> dict[str, list[str]]:
    """The captured cities of a turn: hexes of one major city are one city (ruling greece_yugo_major_unit)."""
    italian = {
        key for row in position.scenario.garrisons
        if isinstance(row, ZaraGarrison | RhodesGarrison | DodecaneseGarrison) for key in position.places_of(row)
    }  # fmt: skip
    cities: dict[str, list[str]] = defaultdict(list)
    for key, place in position.places.items():
        captured = place.country in GREEK_AND_YUGOSLAV and key not in italian
        if captured and place.city_kind and position.due_since_capture(key, turn):
            by_city = place.city if position.rulings.greece_yugo_major_unit == "city" else None
            cities[by_city or key].append(key)
    return cities


def fort_grants(position: Position) -> Iterator[Grant]:
    """Fort markers' own REs, if the table counts them (ruling fort_marker_counts_as_garrison)."""
    if position.rulings.fort_marker_counts_as_garrison != "true":
        return
    for key, place in position.places.items():
        rows = [
            row.id for row in position.scenario.garrisons
            if isinstance(row, FlexibleGarrison | EastAfricaGarrison) and key in position.places_of(row)
        ]  # fmt: skip
        by_city = place.city if position.rulings.greece_yugo_major_unit == "city" else None
        for turn in position.turns if position.fort_res(key) else ():
            if position.owns(key, turn):
                names = [f"garrison:{row}:{turn}" for row in rows]
                names.append(f"garrison:{place.country}:{by_city or key}:{turn}")
                yield Grant(tuple(names), position.fort_res(key), "44.A.7.a.1", f"the fort at {position.name(key)}")


def bars(position: Position, piece: Piece, step: Step) -> str | None:
    """Forces of a semi-rigid garrison may not leave its area or be converted until released (44.A.7.a.3)."""
    if step.start == step.end or not piece.named_in or step.act is Act.DISARM:
        return None
    for row in position.scenario.garrisons:
        if isinstance(row, SemiRigidGarrison) and row.id in piece.named_in and position.in_force(row, step.turn):
            area = position.spaces[row.id]
            if step.act in CHANGING:
                return f"44.A.7.a.3: {row.name or row.id} is semi-rigid, its forces are not converted or broken down"
            if step.start in area and step.end not in area:
                return f"44.A.7.a.3: {row.name or row.id} is semi-rigid, its forces may not leave the area"
    return None


def warnings(position: Position) -> Iterator[str]:
    """Rows that would quietly do something else than the player meant."""
    for row in position.scenario.garrisons:
        released_by = getattr(row, "released_by", None)
        if released_by in ABOUT_ONE_PLACE:
            yield (
                f"44.A.7.a: {row.id} is released by the first event {released_by!r} of the file, wherever it happens; "
                "give the garrison a last turn ('until') if another one is meant"
            )
        if isinstance(row, FlexibleGarrison | SemiRigidGarrison) and (row.requires.sp or row.requires.srp):
            yield f"44.A: {row.id} stands on the map and has no box; no plan can bring it the SPs or SRPs it requires"


def wants(position: Position) -> Iterator[Want]:
    """The table's rows, then Greece and Yugoslavia."""
    yield from table_wants(position)
    yield from greek_wants(position)


RULE = Rule(id="44.A.7.a", title="Axis garrisons", wants=wants, bars=bars, grants=fort_grants, warnings=warnings)
