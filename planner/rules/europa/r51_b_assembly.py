"""51.B.12 Units are taken out of a breakdown box when the assembly that the line names is first made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from models.orders_of_battle import Line
from models.problem import State
from planner.rules.europa.position import Position
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.europa.r51_lines import ONE, Draws, due_lines, fits, gone, overdue_want
from planner.rules.interface import AnyPiece, BudgetSpec, Rule, Step, Want


def _to_be_assembled(position: Position, line: Line) -> bool:
    """Whether the assembly that a removal waits for is still to be made; its line is gone once it has been."""
    return any(other.id == line.of and other.does == "assembly" for other in position.scenario.order_of_battle)


def steps(position: Position, piece: AnyPiece, state: State, turn: int) -> Iterator[Step]:
    """Out of the breakdown box and out of play."""
    kind, _, name = state.partition(":")
    for line in due_lines(position, turn, "remove_from_breakdown") if kind == "breakdown" else ():
        waits = _to_be_assembled(position, line)
        if name == line.of and line.unit and fits(position, line.unit, piece.unit) and may_act(position, turn):
            draws: Draws = ((f"assembled:{line.of}", turn, ONE, True),) if waits else ()
            yield gone(position, line, state, turn, draws, Fraction(0), "")


def wants(position: Position) -> Iterator[Want]:
    """Removals that an assembly has made due."""
    for turn in position.turns:
        for line in due_lines(position, turn, "remove_from_breakdown"):
            want = overdue_want(position, line, turn, line.left)
            if _to_be_assembled(position, line):
                want = replace(want, due_after=f"assembled:{line.of}")
            yield want


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """Leave to remove units, which the first assembly gives."""
    nothing = (Fraction(0),) * len(position.turns)
    for line in position.scenario.order_of_battle:
        if line.does == "assembly":
            yield BudgetSpec(f"assembled:{line.id}", "51.B.12", f"Removals after {line.label}", nothing, limit=True)


RULE = Rule(id="51.B.12", title="Breakdown boxes", steps=steps, wants=wants, budgets=budgets)
