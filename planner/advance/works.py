"""Forts one turn on: strengthened, fallen, or gone (40.B, 40.C)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from models.forts import ENTRENCHMENTS, Fort
from models.problem import Act
from models.scenario import Scenario
from planner.rules.europa.r40_b_garrisons import falls_to

if TYPE_CHECKING:
    from planner.advance.carrying import Turned


def carry_forts(scenario: Scenario, turned: Turned, told: list[str]) -> tuple[Fort, ...]:
    """The forts of the next position."""
    added: dict[str, int] = {}
    for taken in turned.done.taken:
        if taken.option.act is Act.STRENGTHEN:
            added[taken.option.end] = added.get(taken.option.end, 0) + taken.times
    found = []
    for fort in scenario.forts:
        stronger = fort.model_copy(update={"strength": fort.strength + added.get(fort.id, 0)})
        after = _after_the_enemy_initial_phase(stronger, turned)
        if after is None:
            told.append(f"{fort.card.rule}: {fort.id}, {fort.kind.one}, is gone")
            continue
        if after.kind is not fort.kind:
            told.append(f"40.B: {fort.id} falls from {fort.kind.one} to {after.kind.one}")
        if after.strength < stronger.strength:
            lost = stronger.strength - after.strength
            told.append(f"40.B: {fort.id} loses {lost} strength; enter it among the losses")
        found.append(after)
    return tuple(found)


def _after_the_enemy_initial_phase(fort: Fort, turned: Turned) -> Fort | None:
    position, capture = turned.now.position, fort.card.capture
    number = turned.now.number.get(f"fort:{fort.id}:0")
    lost = number is not None and turned.duties.missing(number) > 0
    if fort.captured_by is not None and capture is not None and fort.captured_by >= capture.res:
        if capture.becomes is None:
            return None
        return fort.model_copy(update={"kind": capture.becomes, "captured_by": None, "strength": 0})
    if fort.captured_by is None and not lost:
        return fort
    if fort.kind in ENTRENCHMENTS:
        return None
    below = falls_to(position, fort.kind)
    if below is None:
        return fort
    fallen = fort.model_copy(update={"kind": below})
    most = fallen.card.most
    return fallen if most is None else fallen.model_copy(update={"strength": min(fort.strength, most)})
