"""52.A.11, footnote: a division in the pool is broken down, and its parts come back one by one.

The file lists the parts as units that are `inside:` the division; a division without parts is not broken down.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.problem import Act, State
from planner.rules.europa.position import Position
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.interface import BudgetSpec, Draws, Piece, Rule, Step

ONE = Fraction(1)


def box_of(position: Position, state: State) -> str | None:
    """The eliminated box of the division in which a part is."""
    parent = state.removeprefix("inside:")
    boxes = [unit.at for unit in position.scenario.units if unit.id == parent and unit.at.startswith("eliminated:")]
    return boxes[0].removeprefix("eliminated:") if boxes else None


def once_broken_down(state: State, _piece: Piece, turn: int) -> Draws:
    """What a part takes to come out: its division must have been broken down."""
    return ((f"parts:{state.removeprefix('inside:')}", turn, ONE, True),)


def breaks_down(position: Position, parent: str) -> int:
    """The parts into which a division of the file can be broken down."""
    return sum(unit.count for unit in position.scenario.units if unit.at == f"inside:{parent}")


def steps(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """A division is broken down in its box; a part lies in it, or beside it once that has been done."""
    kind, colon, where = state.partition(":")
    if not colon:
        return
    if kind == "broken":
        yield Step(Act.WAIT, turn, state, state, rule="52.A.11", why="is broken down", tied=Fraction(0))
    elif kind == "inside":
        yield Step(Act.WAIT, turn, state, state, rule="52.A.11", why="is part of its division", tied=Fraction(0))
        box = box_of(position, state)
        if box and may_act(position, turn):
            yield Step(
                Act.BREAK_DOWN, turn, state, f"eliminated:{box}", rule="52.A.11", why="a unit by itself",
                draws=once_broken_down(state, piece, turn), tied=Fraction(0),
            )  # fmt: skip
    elif kind == "eliminated" and piece.unit.at == state and may_act(position, turn):
        parts = breaks_down(position, piece.unit.id)
        if parts:
            yield Step(
                Act.BREAK_DOWN, turn, state, f"broken:{where}", rule="52.A.11", tied=Fraction(0),
                why=f"into {parts} parts, to be replaced one by one",
                draws=((f"parts:{piece.unit.id}", turn, -Fraction(parts), False),),
            )  # fmt: skip


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """Parts that are free to come back."""
    nothing = (Fraction(0),) * len(position.turns)
    for parent in sorted({u.at.removeprefix("inside:") for u in position.scenario.units if u.at.startswith("inside:")}):
        yield BudgetSpec(f"parts:{parent}", "52.A.11", f"Parts of {parent}", nothing, points="units", limit=True)


RULE = Rule(id="52.A.11", title="Breaking down in the pool", steps=steps, budgets=budgets)
