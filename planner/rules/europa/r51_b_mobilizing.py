"""51.B.8 Mobilized cadres come up to full strength where they stand, in enemy ZOCs and without supply too."""

from __future__ import annotations

from collections.abc import Iterator

from models.problem import Act, State
from planner.rules.europa.position import Position
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.europa.r51_lines import ONE, due_lines, fits, lost_for_good, matching, overdue_want, serving
from planner.rules.europa.r52_a_costs import full_strength
from planner.rules.interface import AnyPiece, Rule, Step, Want


def steps(position: Position, piece: AnyPiece, state: State, turn: int) -> Iterator[Step]:
    """A cadre on the map becomes a full division, for nothing; only a hex of the enemy's keeps it from that."""
    if state not in position.places or not piece.unit.cadre or not may_act(position, turn):
        return
    for line in due_lines(position, turn, "mobilize"):
        if line.unit and fits(position, line.unit, piece.unit) and position.owns(state, turn):
            left = lost_for_good(position, piece.unit, turn) / (piece.unit.front_value or ONE)
            yield Step(
                Act.MOBILIZE, turn, state, state, rule="51.B.8", why=f"{line.label}: at full strength", how=line.id,
                draws=((f"ob:{line.id}", turn, ONE, True),), serves=serving(position, line, turn), into="full",
                tied=(piece.unit.front_value - full_strength(piece.unit)) * left,
            )  # fmt: skip


def wants(position: Position) -> Iterator[Want]:
    """As many as the line says, of those that are there."""
    for turn in position.turns:
        for line in due_lines(position, turn, "mobilize"):
            there = matching(position, line.unit, "", supplied=False) if line.unit else 0
            if there:
                yield overdue_want(position, line, turn, min(line.left, there))


RULE = Rule(id="51.B.8", title="Mobilizing", steps=steps, wants=wants)
