"""A campaign of chapter 4 one turn on: orders carried out, conditions recovered, PPs booked, partisans built."""

from __future__ import annotations

from models.pg2 import Campaign
from models.pg2_map import Border
from models.problem import Act
from planner.advance.pg2.formations import carry_formations, carry_pool
from planner.advance.pg2.reserves import carry_nations, carry_reserves
from planner.advance.pg2.small_units import carry_fixed, carry_garrisons
from planner.advance.playing import Turned


def carry(turned: Turned[Campaign], told: list[str]) -> Campaign:
    """The campaign at the next Orders Phase, and what the player should know about it."""
    campaign = turned.scenario
    formations = carry_formations(turned, told)
    after = campaign.model_copy(
        update={
            "turn": campaign.turn_at(1), "formations": formations, "force_pool": carry_pool(turned, formations),
            "garrisons": carry_garrisons(turned), "fixed": carry_fixed(turned),
            "reserves": carry_reserves(turned, told), "borders": _with_lines(turned, told),
            "nations": carry_nations(turned, told),
        }
    )  # fmt: skip
    return Campaign.model_validate(after.model_dump(by_alias=True))


def _with_lines(turned: Turned[Campaign], told: list[str]) -> tuple[Border, ...]:
    """The sides of the map, with the fortified lines that were built in Logistics (4.4.3.2)."""
    name = turned.now.name
    built = {frozenset((e.option.start, e.option.end)) for e in turned.of_this_turn() if e.option.act is Act.FORTIFY}
    told += [f"4.4.3.2: a fortified line between {' and '.join(map(name, sorted(ends)))}" for ends in built]
    return tuple(
        side.model_copy(update={"line": True}) if frozenset((side.start, side.to)) in built else side
        for side in turned.scenario.borders
    )
