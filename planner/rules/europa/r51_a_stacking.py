"""51.A.2, 51.A.5, 51.A.6, 51.B.10 and 51.E.1: room for arrivals, and what it means to place them above it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.orders_of_battle import Line
from models.problem import State
from models.units import Unit
from planner.rules.europa.position import Position
from planner.rules.europa.r51_lines import ONE, ZERO, Draws
from planner.rules.europa.r52_i_training import SLOT_TURNS, slots_of
from planner.rules.interface import AnyPiece, BudgetSpec, Rule

Way = tuple[Draws, str, Fraction]  # what it draws on, how it is called, what it costs the front


def ways_in(position: Position, line: Line, piece: AnyPiece, end: State, turn: int) -> list[Way]:
    """Into a place within its room, and above it where the table overstacks (51.A.2, ruling overstack_mode)."""
    place = position.places.get(end)
    if place is None:
        return [((), "", ZERO)]
    cut_off = piece.unit.front_value * position.out_of_supply(end, turn)  # 51.A.1: of no use until it is relieved
    limits: Draws = ()
    if slots_of(position, piece.unit, end) and (turn - position.line_due[line.id]) % SLOT_TURNS:
        return []  # above an MD's training REs it waits two turns, or four (52.I.2.a.4)
    if line.any_city:
        limits += ((one_unit(position, line, end), turn, ONE, True),)
    size = piece.res if position.rulings.port_capacity_unit == "re" else ONE
    if end in position.scenario.entry_capacity and size:
        limits += ((f"entry:{end}", turn, size, True),)
    if place.room is None or not piece.res:
        return [(limits, "", cut_off)]
    found: list[Way] = [((*limits, (f"room:{end}", turn, piece.res, True)), "", cut_off)]
    over: Draws = ((f"overstack:{end}", turn, piece.res, True),)
    mode = position.rulings.overstack_mode
    if mode != "forbid":
        found.append((limits + (over if mode == "cap" else ()), "overstacked", cut_off + piece.unit.front_value))
    return found


def one_unit(position: Position, line: Line, place: State) -> str:
    """The budget of one unit in a city: of all such lines in a turn, or of each line (ruling any_city_scope)."""
    return f"one_unit:{place}" if position.rulings.any_city_scope == "turn" else f"one_unit:{line.id}:{place}"


def first_way(position: Position, line: Line, piece: AnyPiece, end: State, turn: int) -> Draws:
    """What a unit draws on that comes into a place within its room."""
    return next((limits for limits, _, _ in ways_in(position, line, piece, end, turn)), ())


def without_limit(position: Position, line: Line, unit: Unit, end: State) -> bool:
    """Whether a place takes as many arrivals as come."""
    limited = end in position.scenario.entry_capacity or line.any_city or slots_of(position, unit, end) is not None
    return not limited and (end not in position.places or position.places[end].room is None)


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """Room for arrivals: one unit in each city, so many REs in a port or box, under and above a stacking limit."""
    turns = len(position.turns)
    scattered = [line for line in position.scenario.order_of_battle if line.any_city]
    by_turn = position.rulings.any_city_scope == "turn"
    for line in scattered[:1] if by_turn else scattered:
        for key in position.places:
            opening = ZERO if by_turn or key in line.used else ONE
            yield BudgetSpec(one_unit(position, line, key), "51.A.5", f"Arrivals at {position.name(key)}",
                             (ONE if by_turn else ZERO,) * turns, opening, carries=not by_turn, points="units",
                             limit=True)  # fmt: skip
    for key, most in position.scenario.entry_capacity.items():
        yield BudgetSpec(f"entry:{key}", "51.E.1", f"Room for arrivals at {position.name(key)}",
                         (Fraction(most),) * turns, carries=False,
                         points="REs" if position.rulings.port_capacity_unit == "re" else "units")  # fmt: skip
    for key, place in position.places.items():
        if place.room is not None:
            name = position.name(key)
            above = place.overstack or ZERO
            for kind, label, most in (("room", "Stacking room", place.room), ("overstack", "Overstacking", above)):
                yield BudgetSpec(f"{kind}:{key}", "51.A.2", f"{label} at {name}", (most,) * turns, carries=False,
                                 points="REs", limit=True)  # fmt: skip


RULE = Rule(id="51.A.2", title="Stacking of arrivals", budgets=budgets)
