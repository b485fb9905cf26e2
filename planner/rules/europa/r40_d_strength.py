"""40.D Infantry RPs raise a fort's own strength, and a fort with strength needs no garrison."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.forts import Fort
from models.problem import Act
from planner.rules.europa.position import Position
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.interface import Activity, BudgetSpec, Rule

RPS_PER_POINT = Fraction(1)  # 40.D


def room(fort: Fort) -> int:
    """How many points of strength RPs can still add; none to a kind that is a unit or shows no strength."""
    return max(0, (fort.card.most or 0) - fort.strength)


def activities(position: Position) -> Iterator[Activity]:
    """In each replacement phase RPs of the depot that reaches a fort may be put into it, point by point."""
    for fort in position.scenario.forts:
        if fort.pool is None or not room(fort):
            continue
        for turn in position.turns:
            if not may_act(position, turn) or not position.owns(fort.at, turn):
                continue
            kept = position.rulings.fort_garrison_test == "unit_or_strength"
            later = range(turn, len(position.turns)) if kept else ()
            yield Activity(
                Act.STRENGTHEN, turn, fort.pool, fort.id, room(fort),
                ((f"pool:{fort.pool}", turn, RPS_PER_POINT, True), (f"fort_room:{fort.id}", turn, Fraction(1), True)),
                "40.D", f"1 infantry RP adds 1 strength to the {fort.kind.words} at {position.name(fort.at)}",
                covers=tuple((f"fort:{fort.id}:{when}", Fraction(1)) for when in later),
                spends=(("inf_rp", RPS_PER_POINT),),
            )  # fmt: skip


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """What a fort's kind leaves to be added."""
    nothing = (Fraction(0),) * len(position.turns)
    for fort in position.scenario.forts:
        if fort.pool is not None and room(fort):
            label = f"Strength that can be added to {fort.id}"
            yield BudgetSpec(f"fort_room:{fort.id}", "40.D", label, nothing, Fraction(room(fort)), points="strength")


RULE = Rule(id="40.D", title="Fort strength", activities=activities, budgets=budgets)
