"""51.B.7, 51.B.11, 51.B.15 and 51.C.1: units that come out of forming boxes, garrisons, pools and reserves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from models.orders_of_battle import LETS_GO, Line
from models.problem import State
from models.units import Unit
from planner.rules.europa.position import Position
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.europa.r51_a_placement import arrivals, entries
from planner.rules.europa.r51_lines import ONE, ZERO, due_lines, fits, overdue_want
from planner.rules.interface import AnyPiece, BudgetSpec, Rule, Step, Want

OUT_OF = {"full": ("forming:",), "release": ("box:",), "replace": ("eliminated:", "isolated:")}


def may_leave(position: Position, line: Line, unit: Unit, state: State) -> bool:
    """Whether a line lets a unit out of the box it is in (for pools, ruling replace_from)."""
    kind, _, where = state.partition(":")
    if f"{kind}:" not in OUT_OF[line.does] or line.unit is None or not fits(position, line.unit, unit):
        return False
    if line.does == "replace":
        return kind == "eliminated" or position.rulings.replace_from == "either"
    return not line.districts or where in line.districts


def _area(line: Line, state: State) -> Line:
    """Out of an MD's box a unit comes in within that MD, unless the line names places."""
    if line.does == "replace" or line.to:
        return line
    return line.model_copy(update={"districts": (state.partition(":")[2],)})


def steps(position: Position, piece: AnyPiece, state: State, turn: int) -> Iterator[Step]:
    """A unit whose line is due leaves its box as a reinforcement."""
    if not may_act(position, turn) or ":" not in state:
        return
    for line in due_lines(position, turn, *LETS_GO):
        if may_leave(position, line, piece.unit, state):
            once = (f"ob:{line.id}", turn, ONE, True)
            for place in entries(position, _area(line, state), piece.unit, turn):
                for step in arrivals(position, line, piece, state, turn, place):
                    yield replace(step, draws=(once, *step.draws), how=", ".join(filter(None, (line.id, step.how))))
    if state.startswith("reserve:") and piece.unit.pays_as == "infantry":  # c/m units stay (51.C.1)
        for line in due_lines(position, turn, "release_reserve"):
            if line.nationality == state.partition(":")[2]:
                room = (f"reserve:{line.id}", turn, piece.res, True)
                for place in entries(position, line, piece.unit, turn):
                    for step in arrivals(position, line, piece, state, turn, place):
                        yield replace(step, draws=(room, *step.draws), how=", ".join(filter(None, (line.id, step.how))))


def wants(position: Position) -> Iterator[Want]:
    """Units that are full, released or replaced come in when somebody is there who can and a place is open."""
    for turn in position.turns:
        for line in due_lines(position, turn, *LETS_GO):
            ready = sum(
                unit.count for unit in position.scenario.units
                if may_leave(position, line, unit, unit.at)
                and entries(position, _area(line, unit.at), unit, turn)
            )  # fmt: skip
            if ready:
                yield overdue_want(position, line, turn, min(ready, line.left))


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """The REs that a line releases from a national reserve: in its own turn, and what is not used lapses."""
    for line in position.scenario.order_of_battle:
        if line.does == "release_reserve":
            income = tuple(line.res if turn == position.line_due[line.id] else ZERO for turn in position.turns)
            yield BudgetSpec(f"reserve:{line.id}", "51.C.1", line.label, income, carries=False, points="REs")


RULE = Rule(id="51.B.11", title="Units released", steps=steps, wants=wants, budgets=budgets)
