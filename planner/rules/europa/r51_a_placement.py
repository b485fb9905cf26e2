"""51.A, 51.B.1, 51.B.7, 51.B.10 and 51.E: where arrivals of the order of battle come into play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from models.orders_of_battle import BRINGS, Line
from models.places import CITIES, PlaceKind
from models.problem import Act, State
from models.units import AIR_UNITS, Unit, UnitType
from planner.rules.europa.position import Position
from planner.rules.europa.r44_a_garrisons import all_cities_lost
from planner.rules.europa.r44_no_mp import journeys, may_act
from planner.rules.europa.r51_lines import (
    ONE,
    VERB_RULES,
    ZERO,
    Draws,
    due_lines,
    lost_for_good,
    overdue_want,
    paid,
    serving,
    worth,
)
from planner.rules.europa.r52_a_costs import split, strength_as
from planner.rules.interface import AnyPiece, BudgetSpec, Rule, Step, Want

POOL_AT_ONCE = 1  # turns that a unit added to the pool takes if it is bought at once, 51.B.1.a


def entries(position: Position, line: Line, unit: Unit, turn: int) -> list[str]:
    """The friendly places where a line lets a unit come in: those it names, else cities and army HQs of its area."""
    if line.to:
        named = [key for key in line.to if position.owns(key, turn)]
        air = unit.type in AIR_UNITS
        return [key for key in named if not air or PlaceKind.AIRBASE in position.places[key].kind]
    kinds = frozenset({PlaceKind.AIRBASE}) if unit.type in AIR_UNITS else CITIES
    with_hq = {other.at for other in position.scenario.units if other.type is UnitType.ARMY_HQ}
    if unit.type in AIR_UNITS:
        with_hq = set()
    return [
        key for key, place in position.places.items()
        if (place.kind & kinds or key in with_hq) and _in_area(position, line, key) and position.owns(key, turn)
    ]  # fmt: skip


def _in_area(position: Position, line: Line, place: str) -> bool:
    if line.districts:
        return position.places[place].district in line.districts
    return line.theatre is None or position.theatre_of(place) == line.theatre


def ends(position: Position, line: Line, unit: Unit, turn: int) -> list[State]:
    """Where a new counter goes: onto the map, into a garrison box, a forming box or the eliminated box."""
    if line.does == "arrive":
        return list(entries(position, line, unit, turn))
    if line.does == "add_to_pool":
        return [f"eliminated:{line.theatre}"]
    found: list[State] = []
    for district in line.districts:
        if all_cities_lost(position, district, turn):
            found.append(f"eliminated:{position.districts[district].theatre}")
        elif line.does == "forming":
            found.append(f"forming:{district}")
        else:
            row = position.box_rows.get(district)
            opened = row is not None and (row.activated or district in row.activated_districts)
            found += entries(position, line, unit, turn) if opened else [f"box:{district}"]
    return list(dict.fromkeys(found))


def steps(position: Position, piece: AnyPiece, state: State, turn: int) -> Iterator[Step]:
    """In the reinforcement phase a new counter comes in; it may go on from a place in the same turn."""
    kind, _, name = state.partition(":")
    if kind != "pending" or not may_act(position, turn):
        return
    for line in due_lines(position, turn, *BRINGS):
        if line.id != name:
            continue
        found = ends(position, line, piece.unit, turn)
        for end in found:
            yield from arrivals(position, line, piece, state, turn, end, choice=len(found) > 1)
        if line.does == "add_to_pool" and turn == max(0, position.line_due[line.id]):
            yield from _bought_at_once(position, line, piece, state, turn)


def arrivals(
    position: Position, line: Line, piece: AnyPiece, state: State, turn: int, end: State, choice: bool = True
) -> Iterator[Step]:
    """One way in, and every way on from there."""
    limits = _room(position, line, piece, end, turn)
    act = Act.PLACE if choice or limits else Act.ARRIVE
    entry = Step(
        act, turn, state, end, rule=VERB_RULES[line.does], why=f"{line.label}: comes in at {position.name(end)}",
        draws=limits, serves=serving(position, line, turn), tied=ZERO,
    )  # fmt: skip
    yield entry
    if end in position.places:
        for on in journeys(position, piece, state, end, turn, act):
            yield replace(
                entry, end=on.end, lasts=on.lasts, spends_mp=on.spends_mp, why=on.why, how=on.how,
                draws=limits + on.draws,
            )  # fmt: skip


def _room(position: Position, line: Line, piece: AnyPiece, end: State, turn: int) -> Draws:
    limits: Draws = ()
    if line.any_city and end in position.places:
        limits += ((f"one_unit:{end}", turn, ONE, True),)
    if end in position.scenario.entry_capacity and piece.res:
        limits += ((f"entry:{end}", turn, piece.res, True),)
    return limits


def _bought_at_once(position: Position, line: Line, piece: AnyPiece, state: State, turn: int) -> Iterator[Step]:
    """Bought in the turn in which it is added to the pool, it is there a turn later (51.B.1.a)."""
    unit = piece.unit
    as_cadre = bool(unit.counter and unit.counter.cadre)
    strength = strength_as(unit, "cadre" if as_cadre else "full")
    costs = dict(line.costs) or {points: share * strength for points, share in split(unit).items()}
    draws = paid(position, unit, f"eliminated:{line.theatre}", turn, costs)
    if draws is None:
        return
    delivered = lost_for_good(position, unit, turn + POOL_AT_ONCE) * (strength / (unit.front_value or ONE))
    for place in entries(position, line, unit, turn):
        yield Step(
            Act.RAISE, turn, state, place, POOL_AT_ONCE, rule="51.B.1.a", how="at once", draws=draws,
            why="bought in the turn in which it joins the pool, it takes one turn and not four",
            tied=worth(position, costs) - delivered, serves=serving(position, line, turn),
            into="cadre" if as_cadre else None,
        )  # fmt: skip


def can_come_in(position: Position, line: Line, turn: int) -> int:
    """How many counters of a line have a way in that nothing but the player's will can close (51.A.10)."""
    found = 0
    for unit in line.units:
        places = ends(position, line, unit, turn)
        if any(end not in position.scenario.entry_capacity for end in places) and not line.any_city:
            found += unit.count
    return found


def wants(position: Position) -> Iterator[Want]:
    """Arrivals come in when they can; those that find every place full or lost are delayed and owe nothing."""
    for turn in position.turns:
        for line in due_lines(position, turn, *BRINGS):
            required = can_come_in(position, line, turn)
            if required:
                yield overdue_want(position, line, turn, required)


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """Room for arrivals: one unit in each city, or so many REs in a port or box."""
    turns = len(position.turns)
    if any(line.any_city for line in position.scenario.order_of_battle):
        for key in position.places:
            yield BudgetSpec(f"one_unit:{key}", "51.A.5", f"Arrivals at {position.name(key)}", (ONE,) * turns,
                             carries=False, points="units", limit=True)  # fmt: skip
    for key, most in position.scenario.entry_capacity.items():
        yield BudgetSpec(f"entry:{key}", "51.E.1", f"Room for arrivals at {position.name(key)}",
                         (Fraction(most),) * turns, carries=False, points="REs")  # fmt: skip


RULE = Rule(id="51.A", title="Arrivals", steps=steps, wants=wants, budgets=budgets)
