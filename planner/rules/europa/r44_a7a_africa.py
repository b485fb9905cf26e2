"""44.A.7.a.9 to a.12: German intervention, Cyrenaica, Tripolitania and East Africa."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import floor

from models.garrisons import CyrenaicaGarrison, EastAfricaGarrison, TripolitaniaGarrison
from models.problem import Check, State
from models.units import UnitType
from models.words import Side
from planner.rules.europa.position import Position
from planner.rules.europa.r44_a7a_axis import flexible_penalty, held
from planner.rules.europa.r44_a_garrisons import (
    breach,
    fit,
    garrison_category,
    nonre_penalty,
    on_map_states,
    one_each,
    purse,
    re_credit,
    specified_want,
)
from planner.rules.interface import Grant, Penalty, Piece, Rule, Want

TOBRUCH_ARTILLERY = Fraction(2)  # 44.A.7.a.10
BARDIYA_ARTILLERY = Fraction(1)
LOSSES_PER_RELEASED_RE = 4
TRIPOLITANIA_RES = Fraction(10)  # 44.A.7.a.11.i
COASTAL = frozenset({"british_somaliland", "eritrea", "somalia"})  # 44.A.7.a.12
INLAND = frozenset({"amhara", "french_somaliland", "galla_sidamo", "harar"})


def african_penalty(position: Position, group: str, where: str) -> Penalty:
    """Half a VP for each missing RE, or no gap at all (ruling north_africa_mode)."""
    if position.rulings.north_africa_mode == "hard":
        return breach(group, f"{where} may not be short")
    return flexible_penalty(position, group, where)


def italian(piece: Piece) -> bool:
    """An Italian unit."""
    return piece.unit.nationality == "italian"


def italian_artillery(piece: Piece) -> bool:
    """Italian artillery, undisrupted."""
    return italian(piece) and fit(piece) and piece.unit.type is UnitType.ART


def is_stacked_infantry(piece: Piece) -> bool:
    """A 0-1-6* infantry unit of the Italians."""
    shown = piece.unit.strengths
    printed = shown.attack == 0 and shown.defence == 1 and shown.movement == 6 and shown.stars == "*"
    return italian(piece) and printed and piece.unit.type is UnitType.INF


def _has_stacked_infantry(position: Position) -> bool:
    return any(is_stacked_infantry(Piece(unit, unit.regimental_equivalents)) for unit in position.scenario.units)


def released(position: Position, turn: int) -> tuple[Fraction, Fraction]:
    """REs of infantry and of artillery released by losses: infantry first, then artillery, and so on by turns."""
    losses = sum((event.res or Fraction(0) for at, event in position.events("losses") if at <= turn), Fraction(0))
    number = floor(losses / LOSSES_PER_RELEASED_RE)
    if position.rulings.cyrenaica_order == "infantry_once":
        return Fraction(min(number, 1)), Fraction(max(number - 1, 0))
    return Fraction((number + 1) // 2), Fraction(number // 2)


def cyrenaica_wants(position: Position, row: CyrenaicaGarrison, turn: int) -> Iterator[Want]:
    """Artillery in two ports, and a stack-mate of artillery for every 0-1-6*."""
    for key, required in ((row.tobruch, TOBRUCH_ARTILLERY), (row.bardiya, BARDIYA_ARTILLERY)):
        if held(position, (key,), turn):
            name = f"garrison:{row.id}:{key}:{turn}"
            where = position.name(key)
            yield Want(
                name, "44.A.7.a.10", turn, Check.OWN_INITIAL, where, on_map_states(position, row, (key,)), required,
                (african_penalty(position, name, where),), f"{where} wants {required} RE(s) of Italian artillery",
                re_credit(position, italian_artillery), purse=purse(position, "garrison"),
            )  # fmt: skip
    yield from specified_want(position, row, (row.tobruch, row.bardiya), turn)
    for key in position.places if _has_stacked_infantry(position) else ():
        name = f"stacked:{row.id}:{key}:{turn}"
        where = position.name(key)
        yield Want(
            name, "44.A.7.a.10", turn, Check.OWN_INITIAL, where, frozenset({key}), Fraction(0),
            (african_penalty(position, name, where),), f"every 0-1-6* in {where} is stacked with 1 RE of artillery",
            re_credit(position, italian_artillery), purse="stacked", presence=True,
            raised_by=lambda piece, _state: Fraction(1) if is_stacked_infantry(piece) else None,
        )  # fmt: skip


def tripolitania_wants(position: Position, row: TripolitaniaGarrison, turn: int) -> Iterator[Want]:
    """The Fifth Army's six kinds of units near the Tunisian border."""
    places = position.places_of(row)
    states, bare = on_map_states(position, row, places), frozenset(places)
    where = row.name or "Tripolitania"
    parts: tuple[tuple[str, str, Fraction, str, Callable[[Piece], bool]], ...] = (
        ("i", "garrison", TRIPOLITANIA_RES, "REs of garrison units", lambda p: italian(p) and garrison_category(p)),
        ("ii", "artillery", Fraction(1), "RE of artillery", italian_artillery),
        ("iii", "engineers", Fraction(1), "RE of construction engineers", _construction),
    )
    for clause, part, required, words, accepts in parts:
        name = f"garrison:{row.id}:{part}:{turn}"
        yield Want(
            name, f"44.A.7.a.11.{clause}", turn, Check.OWN_INITIAL, where, states, required,
            (african_penalty(position, name, where),), f"{where} wants {required} {words}",
            re_credit(position, accepts), purse=purse(position, "garrison"),
        )  # fmt: skip
    counters: tuple[tuple[str, str, UnitType], ...] = (
        ("iv", "depot", UnitType.DEPOT), ("iv", "army_hq", UnitType.ARMY_HQ), ("v", "truck", UnitType.TRUCK),
        ("vi", "fighter", UnitType.FIGHTER), ("vi", "bomber", UnitType.BOMBER),
    )  # fmt: skip
    for clause, part, kind in counters:
        name = f"garrison:{row.id}:{part}:{turn}"
        yield Want(
            name, f"44.A.7.a.11.{clause}", turn, Check.OWN_INITIAL, where, bare, Fraction(1),
            (nonre_penalty(position, name, f"{where} lacks its {kind}"),), f"{where} wants one {kind}",
            _italian_only(kind), "units", purse=part,
        )  # fmt: skip
    yield from specified_want(position, row, places, turn)


def _italian_only(kind: UnitType) -> Callable[[Piece, State], Fraction | None]:
    counted = one_each(kind)
    return lambda piece, state: counted(piece, state) if italian(piece) else None


def _construction(piece: Piece) -> bool:
    return italian(piece) and piece.unit.type is UnitType.CON_ENG and not piece.unit.disrupted


def east_africa_due(position: Position, row: EastAfricaGarrison, turn: int) -> bool:
    """The duty ends for good when an Allied unit first enters the region, or comes within six hexes inland."""
    if not position.scenario.east_africa_in_play:
        return False
    places = position.places_of(row)
    if row.region in COASTAL:
        entered = any(at <= turn and event.region == row.region for at, event in position.events("allied_enters"))
        region = [key for key in position.places if position.region(key) == row.region]
        return not entered and not _ever_taken(position, (*places, *region), turn)
    near = any(at <= turn and event.place in places for at, event in position.events("allied_within_six"))
    near |= any(
        position.owns(key, then) and position.enemy_near(key, then) for key in places for then in position.so_far(turn)
    )
    return not near and not _ever_taken(position, places, turn)


def _ever_taken(position: Position, places: tuple[str, ...], turn: int) -> bool:
    """Whether the enemy has taken one of the places: to take it, a unit of his must have come there."""
    return any(
        at <= turn and event.place in places and event.by is not position.side
        for at, event in position.events("captured")
    )


def east_africa_want(position: Position, row: EastAfricaGarrison, turn: int) -> Iterator[Want]:
    """One city or town of the table."""
    places = position.places_of(row)
    if east_africa_due(position, row, turn) and held(position, places, turn):
        name = f"garrison:{row.id}:{turn}"
        where = row.name or position.name(places[0])
        yield Want(
            name, "44.A.7.a.12", turn, Check.OWN_INITIAL, where, on_map_states(position, row, places), row.res,
            (flexible_penalty(position, name, where),), f"{where} wants {row.res} RE(s)",
            re_credit(position, garrison_category), purse=purse(position, "garrison"),
        )  # fmt: skip
        yield from specified_want(position, row, places, turn)


def wants(position: Position) -> Iterator[Want]:
    """The African garrisons of the Axis."""
    if position.side is not Side.AXIS:
        return
    for row in position.scenario.garrisons:
        for turn in position.turns:
            if not position.in_force(row, turn):
                continue
            if isinstance(row, CyrenaicaGarrison):
                yield from cyrenaica_wants(position, row, turn)
            elif isinstance(row, TripolitaniaGarrison) and not position.happened(turn, "german_intervention"):
                yield from tripolitania_wants(position, row, turn)
            elif isinstance(row, EastAfricaGarrison):
                yield from east_africa_want(position, row, turn)


def grants(position: Position) -> Iterator[Grant]:
    """REs of Cyrenaica's garrison that losses have released; the player chooses which hex loses them."""
    for row in position.scenario.garrisons:
        for turn in position.turns if isinstance(row, CyrenaicaGarrison) else ():
            infantry, artillery = released(position, turn)
            cities = tuple(f"garrison:{row.id}:{key}:{turn}" for key in (row.tobruch, row.bardiya))  # type: ignore[union-attr]
            if artillery:
                yield Grant(cities, artillery, "44.A.7.a.10", f"{artillery} RE(s) of artillery released by losses")
            if infantry:
                stacked = tuple(f"stacked:{row.id}:{key}:{turn}" for key in position.places)
                yield Grant(stacked, infantry, "44.A.7.a.10", f"{infantry} RE(s) of infantry released by losses")


def warnings(position: Position) -> Iterator[str]:
    """The die roll that the plan cannot make, and words of the file that would quietly do nothing."""
    rows = position.scenario.garrisons
    waiting = any(isinstance(row, TripolitaniaGarrison) for row in rows)
    if waiting and not position.happened(0, "german_intervention"):
        yield "44.A.7.a.9: once active operations have begun you may roll for German intervention turn 0 this turn"
    for unit in position.scenario.units:
        if waiting and unit.type is UnitType.CON_ENG and not unit.regimental_equivalents:
            yield f"44.A.7.a.11.iii: {unit.id} has neither size nor res and so counts no REs of construction engineers"
    regions = {row.region for row in rows if isinstance(row, EastAfricaGarrison)}
    for region in sorted(regions - COASTAL - INLAND):
        known = ", ".join(sorted(COASTAL | INLAND))
        yield f"44.A.7.a.12: {region!r} is none of the regions {known}; it is released like the inland ones"
    for _, event in position.events("allied_enters"):
        if event.region not in regions & COASTAL:
            yield f"44.A.7.a.12: nothing is released when the Allies enter {event.region!r}"


RULE = Rule(id="44.A.7.a.9", title="Africa", wants=wants, grants=grants, warnings=warnings)
