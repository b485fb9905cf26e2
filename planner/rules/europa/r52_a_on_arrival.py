"""52.A.9.d, ruling rebuild_on_arrival: a cadre that comes off its track is made full in the same replacement phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from models.problem import Act, State
from models.units import NOT_GROUND
from planner.rules.europa.conditions import condition_of
from planner.rules.europa.position import Position
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.europa.r52_a_arrivals import landing_places, room_at
from planner.rules.europa.r52_a_limited import never_replaced
from planner.rules.europa.r52_a_paying import may_be_rebuilt
from planner.rules.europa.r52_a_rebuilding import grown, growths
from planner.rules.interface import Piece, Rule, Step


def steps(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """It arrives in a place and is rebuilt there at once, from a pool that may pay there."""
    kind, _, track = state.partition(":")
    unit, due = piece.unit, piece.due is None or turn >= piece.due
    if position.rulings.rebuild_on_arrival == "false" or kind not in ("track", "forming") or not due:
        return
    if condition_of(unit) != "cadre" or (kind == "forming" and piece.due is None) or not may_act(position, turn):
        return
    if unit.type in NOT_GROUND or never_replaced(unit):
        return
    for place, helped in landing_places(position, piece, track, turn):
        room = room_at(position, piece, track, place, turn)
        for growth in growths(position, piece, place, turn) if may_be_rebuilt(position, unit, place, turn) else ():
            for step in grown(position, growth):
                if step.end == place and step.act is Act.REBUILD:
                    why = f"arrives at {position.name(place)}, {step.why}"
                    yield replace(step, act=Act.ARRIVE, start=state, why=why, draws=step.draws + helped + room)


RULE = Rule(id="52.A.9.d", title="Rebuilt on arrival", steps=steps)
