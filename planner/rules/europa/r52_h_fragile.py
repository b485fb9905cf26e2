"""52.H.2: fragile units without substitutes: no special replacements, or the counter falls a box lower."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.pools import Points
from models.problem import Act, State
from models.quantities import pretty
from models.units import Unit
from planner.rules.europa.position import Position
from planner.rules.europa.r52_a_boxes import IN_THE_BOX, NOT_SCRAPPED, local_pool
from planner.rules.europa.r52_a_costs import full_strength, guessed, split
from planner.rules.europa.r52_a_pools import nodes, worth_of
from planner.rules.europa.r52_f_special import TENTH, rate
from planner.rules.interface import Draws, Piece, Rule, Step

BOXES = {"lost": ("eliminated", "isolated", IN_THE_BOX), "lost_isolated": ("isolated", "scrapped", NOT_SCRAPPED)}


def steps(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """Where a fragile unit that was lost goes, and what it brings."""
    kind, colon, where = state.partition(":")
    if kind not in BOXES or not colon:
        return
    proper, lower, worth = BOXES[kind]
    yield Step(
        Act.LIE, turn, state, f"{proper}:{where}", rule="52.H.2.a", tied=Fraction(0),
        why="a fragile unit in its box brings no special replacements",
    )  # fmt: skip
    gained = _gained(position, piece.unit, kind, turn)
    draws = _paid_in(position, piece.unit, where, gained, turn)
    if draws:
        lost = worth_of(position, {"inf": full_strength(piece.unit) * worth})
        told = ", ".join(f"{pretty(amount)} {points}" for points, amount in gained.items())
        yield Step(
            Act.RECOVER, turn, state, f"{lower}:{where}", rule="52.H.2.b", how=f"{told} RPs next turn",
            why=f"its points are worth more than the {proper} box", draws=draws, tied=lost - worth_of(position, gained),
        )  # fmt: skip


def _gained(position: Position, unit: Unit, kind: str, turn: int) -> dict[Points, Fraction]:
    """Its nation's part of its strength; cut off, a tenth in infantry points (52.F.2, 52.F.5)."""
    strength = full_strength(unit)
    if kind == "lost_isolated":
        return {"inf": strength * TENTH}
    part = rate(position, unit.nationality, position.scenario.turn_at(turn))
    if guessed(unit) and position.rulings.unlisted_cm_special == "inf_only":
        return {"inf": strength * part}  # 52.D.1.a: c/m units that are not on the chart
    return {points: strength * share * part for points, share in split(unit).items()}


def _paid_in(position: Position, unit: Unit, where: str, gained: dict[Points, Fraction], turn: int) -> Draws:
    """Into the pools of its front, at the end of the player-turn (52.F)."""
    found = []
    for points, amount in gained.items():
        pool = local_pool(position, unit, where) if points == "inf" else None
        others = (node.pool(unit.nationality, points) for node in nodes(position) if node.place is None)
        pool = pool or next((other for other in others if other), None)
        if pool and amount:
            found.append((f"pool:{pool.id}", turn + 1, -amount, False))
    return tuple(found)


RULE = Rule(id="52.H.2", title="Fragile units", steps=steps)
