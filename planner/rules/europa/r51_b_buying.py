"""51.B.1.a Units that the order of battle adds to the pool may be bought at once."""

from __future__ import annotations

from collections.abc import Iterator

from models.orders_of_battle import Line
from models.problem import Act, State
from planner.rules.europa.position import Position
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.europa.r51_e_entries import entries
from planner.rules.europa.r51_lines import ONE, due_lines, lost_for_good, paid, serving, worth
from planner.rules.europa.r52_a_costs import split, strength_as
from planner.rules.interface import AnyPiece, Rule, Step

AT_ONCE = 1  # turns that a unit added to the pool takes if it is bought in the same turn, 51.B.1.a


def steps(position: Position, piece: AnyPiece, state: State, turn: int) -> Iterator[Step]:
    """Bought in the turn in which it is added to the pool, or any later one (ruling add_pool_fast_window)."""
    kind, _, name = state.partition(":")
    at_any_time = position.rulings.add_pool_fast_window == "any"
    if kind not in ("pending", "eliminated") or not may_act(position, turn):
        return
    lines = list(due_lines(position, turn, "add_to_pool"))
    if kind == "pending":
        for line in lines:
            if line.id == name and (at_any_time or turn == position.line_due[line.id]):
                yield from _bought(position, line, piece, state, turn)
    elif at_any_time:
        for line in lines:  # joined the pool within the plan
            if piece.unit.at == f"pending:{line.id}":
                yield from _bought(position, line, piece, state, turn)
        if piece.unit.added:
            now = Line(id="pool", turn=position.scenario.turn, does="note", name="Added to the pool", theatre=name)
            yield from _bought(position, now, piece, state, turn)


def _bought(position: Position, line: Line, piece: AnyPiece, state: State, turn: int) -> Iterator[Step]:
    unit = piece.unit
    as_cadre = bool(unit.counter and unit.counter.cadre)
    strength = strength_as(unit, "cadre" if as_cadre else "full")
    costs = dict(line.costs) or {points: share * strength for points, share in split(unit).items()}
    draws = paid(position, unit, f"eliminated:{line.theatre}", turn, costs)
    delivered = lost_for_good(position, unit, turn + AT_ONCE) * (strength / (unit.front_value or ONE))
    for place in entries(position, line, unit, turn) if draws is not None else ():
        yield Step(
            Act.RAISE, turn, state, place, AT_ONCE, rule="51.B.1.a", how="at once", draws=draws or (),
            why="bought as it joins the pool by the order of battle, it takes one turn and not four",
            tied=worth(position, costs) - delivered, serves=serving(position, line, turn),
            into="cadre" if as_cadre else None,
        )  # fmt: skip


RULE = Rule(id="51.B.1.a", title="Bought at once", steps=steps)
