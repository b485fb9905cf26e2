"""The state machine of 4.1.6, transition by transition."""

from __future__ import annotations

import pytest

from models.pg2_forces import Condition, Mobility
from models.pg2_map import Terrain
from models.problem import Act
from planner.rules.pg2.conditions import after_battle, after_move, after_order, at_start, lowest, next_turn, usual

MOBILE, READY, ENTRENCHED = Condition.MOBILE, Condition.READY, Condition.ENTRENCHED
ORGANIZING, RETREATING, ROUTED = Condition.ORGANIZING, Condition.RETREATING, Condition.ROUTED
FOOT, TANKS, HALF, LIGHT = Mobility.INFANTRY, Mobility.MOBILE, Mobility.SEMI_MOBILE, Mobility.LIGHT


@pytest.mark.parametrize(("kind", "condition"), [(FOOT, READY), (LIGHT, READY), (HALF, MOBILE), (TANKS, MOBILE)])
def test_the_usual_condition_follows_the_type(kind: Mobility, condition: Condition) -> None:
    """Mobile for whoever drives, ready for whoever walks."""
    assert usual({kind}) is condition


@pytest.mark.parametrize("act", [Act.TRAIN, Act.RESUPPLY, Act.HUNT, Act.STRATEGIC])
def test_these_orders_leave_a_formation_organizing(act: Act) -> None:
    """Whatever its type, it has done enough for the turn."""
    assert after_order(act, READY) is ORGANIZING
    assert after_order(act, MOBILE) is ORGANIZING
    assert after_order(act, ENTRENCHED) is ORGANIZING


def test_a_routed_formation_needs_a_turn_and_an_order() -> None:
    """Routed in one turn, organizing in the next, ready for its operations by Reorganize."""
    started = next_turn(ROUTED, {TANKS})
    assert started is ORGANIZING
    assert after_order(Act.REORGANIZE, started) is READY
    assert after_order(Act.HOLD, started) is ORGANIZING
    assert after_order(Act.ENTRENCH, started) is None


def test_hunting_partisans_without_a_battle_ends_in_good_order() -> None:
    """The turn after, the formation is as it usually is."""
    assert next_turn(ORGANIZING, {FOOT}) is READY
    assert next_turn(ORGANIZING, {TANKS}) is MOBILE


def test_entrenchment_lasts_over_an_idle_turn() -> None:
    """No new order is needed."""
    dug_in = after_order(Act.ENTRENCH, READY)
    assert dug_in is ENTRENCHED
    assert next_turn(ENTRENCHED, {FOOT}) is ENTRENCHED
    assert after_order(Act.HOLD, ENTRENCHED) is ENTRENCHED


def test_who_has_retreated_is_ready_the_next_turn() -> None:
    """Even if it would be mobile by its type."""
    assert at_start(RETREATING, {TANKS}) is READY
    assert next_turn(RETREATING, {TANKS}) is READY


@pytest.mark.parametrize(
    ("kinds", "terrain", "oil", "condition"),
    [
        ({TANKS}, Terrain.OPEN, False, MOBILE),
        ({TANKS}, Terrain.OPEN, True, READY),
        ({TANKS}, Terrain.ROUGH, False, READY),
        ({TANKS}, Terrain.ROUGH, True, ORGANIZING),
        ({TANKS}, Terrain.HARSH, False, ORGANIZING),
        ({TANKS}, Terrain.HARSH, True, None),
        ({FOOT}, Terrain.OPEN, False, READY),
        ({FOOT}, Terrain.OPEN, True, ORGANIZING),
        ({FOOT}, Terrain.ROUGH, False, ORGANIZING),
        ({FOOT}, Terrain.ROUGH, True, None),
        ({LIGHT}, Terrain.MOUNTAIN, False, READY),
        ({LIGHT}, Terrain.MOUNTAIN, True, ORGANIZING),
        ({LIGHT, TANKS}, Terrain.OPEN, False, MOBILE),
        ({LIGHT, TANKS}, Terrain.HARSH, False, READY),
        ({TANKS}, Terrain.PROHIBITED, False, None),
    ],
)
def test_a_tactical_move_costs_what_the_ground_and_the_oil_say(
    kinds: set[Mobility], terrain: Terrain, oil: bool, condition: Condition | None
) -> None:
    """None: the move is forbidden."""
    assert after_move(kinds, terrain, oil) is condition


def test_an_army_and_a_division_that_joins_it_share_the_lower_condition() -> None:
    """An organizing army and a ready division, or the other way round, are both organizing."""
    assert lowest(ORGANIZING, READY) is lowest(READY, ORGANIZING) is ORGANIZING
    assert lowest(MOBILE, READY) is READY
    assert lowest(ROUTED, RETREATING, ORGANIZING) is ROUTED


def test_an_army_that_trains_and_a_division_that_moves_up_to_it_are_both_organizing() -> None:
    """The army trains, the 10th Infantry makes a strategic move and attaches."""
    army = after_order(Act.TRAIN, READY)
    division = after_order(Act.STRATEGIC, READY)
    assert army is division is ORGANIZING
    assert lowest(ORGANIZING, ORGANIZING) is ORGANIZING


@pytest.mark.parametrize(
    ("won", "turn", "blitz", "condition"),
    [
        (True, 11, False, READY), (True, 12, False, ORGANIZING), (True, 16, True, READY), (True, 17, True, ORGANIZING),
        (False, 11, False, ROUTED), (False, 12, False, RETREATING), (False, 16, True, ROUTED),
    ],
)  # fmt: skip
def test_a_battle_leaves_winners_organizing_or_ready_and_losers_retreating_or_routed(
    won: bool, turn: int, blitz: bool, condition: Condition
) -> None:
    """Before turn 12, or 17 in a Blitz, it was over early."""
    assert after_battle(won, turn, blitz) is condition
