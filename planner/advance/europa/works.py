"""Forts one turn on: strengthened, fallen, or gone (40.B, 40.C)."""

from __future__ import annotations

from models.forts import ENTRENCHMENTS, Fort, FortKind
from models.problem import Act
from models.replacements import Loss
from models.scenario import Scenario
from planner.advance.playing import Turned
from planner.rules.europa.r40_b_garrisons import captured, enemy_initial_phases, falls_to
from planner.rules.interface import without_condition


def carry_forts(scenario: Scenario, turned: Turned[Scenario], told: list[str]) -> tuple[Fort, ...]:
    """The forts of the next position."""
    added: dict[str, int] = {}
    built: dict[str, FortKind] = {}
    for taken in turned.done.taken:
        if taken.option.act is Act.STRENGTHEN:
            added[taken.option.end] = added.get(taken.option.end, 0) + taken.times
        elif taken.option.act is Act.BUILD and taken.option.turn == 0:
            built[without_condition(taken.option.end)[0]] = FortKind(taken.option.how)
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
            told.append(f"40.B: {fort.id} loses {lost} strength; it is among the losses")
        if fort.at in built and after.kind is not built[fort.at]:
            after = after.model_copy(update={"kind": built.pop(fort.at)})
            told.append(f"40: {fort.id} is {after.kind.one} now")
        found.append(after)
    for place, kind in built.items():
        if not any(fort.at == place for fort in scenario.forts):
            found.append(Fort(id=f"{kind.words} at {place}", kind=kind, at=place))
            told.append(f"40: {kind.one} has been built at {place}")
    return tuple(found)


def fort_losses(scenario: Scenario, turned: Turned[Scenario], after: tuple[Fort, ...]) -> tuple[Loss, ...]:
    """Strength that forts have lost with a level, for special replacements (40.B, 40.D, ruling fort_sr_basis)."""
    had = {fort.id: fort for fort in scenario.forts}
    strength = {taken.option.end: taken.times for taken in turned.done.taken if taken.option.act is Act.STRENGTHEN}
    found = []
    for fort in after:
        lost = had[fort.id].strength + strength.get(fort.id, 0) - fort.strength if fort.id in had else 0
        if lost > 0 and fort.pool is not None:
            counter = f"0-{lost}-0" if scenario.rulings.fort_sr_basis == "average" else f"{lost}-{lost}-0"
            told = {"counter": counter, "nationality": fort.nationality or _whose(scenario), "turn": scenario.turn}
            found.append(Loss.model_validate(told | {"pools": {"inf": fort.pool}}))
    return tuple(found)


def _whose(scenario: Scenario) -> str:
    return {"axis": "german", "soviet": "soviet", "allied": "british"}[scenario.side.value]


def _after_the_enemy_initial_phase(fort: Fort, turned: Turned[Scenario]) -> Fort | None:
    position = turned.now.position
    capture = captured(position, fort)
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
    fallen = fort
    for _ in range(enemy_initial_phases(position)):
        below = falls_to(position, fallen.kind)
        fallen = fallen.model_copy(update={"kind": below}) if below is not None else fallen
    most = fallen.card.most
    return fallen if most is None else fallen.model_copy(update={"strength": min(fort.strength, most)})
