"""52.I.1: coast-defence RPs, which do nothing but bring coast defences to life."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.problem import Act, State
from models.quantities import pretty
from planner.rules.europa.position import Position
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.interface import Piece, Rule, Step


def steps(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """A coast defence waits for its points in its hex and stands there once they are paid."""
    kind, colon, place = state.partition(":")
    if kind != "coast" or not colon:
        return
    yield Step(Act.WAIT, turn, state, state, rule="52.I.1", why="has not been activated", tied=Fraction(0))
    unit = piece.unit
    pools = [p for p in position.scenario.pools if p.points == "coast" and p.nationality in ("", unit.nationality)]
    if not may_act(position, turn) or not position.owns(place, turn):
        return
    for pool in pools:
        served = len(position.turns) + position.scenario.priorities.outlook - turn
        yield Step(
            Act.ACTIVATE, turn, state, place, rule="52.I.1", why="activated as the order of battle says",
            how=f"{pretty(unit.coast_rp)} coast-defence RPs from {pool.id}",
            draws=((f"pool:{pool.id}", turn, unit.coast_rp, True),), tied=-unit.priority * unit.front_value * served,
        )  # fmt: skip


RULE = Rule(id="52.I.1", title="Coast defences", steps=steps)
