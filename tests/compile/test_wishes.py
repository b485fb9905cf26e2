"""Pins and bans: granted, or refused with a smallest set of wishes that cannot be granted together."""

import pytest
from small_positions import flexible, position, solved, tiers, town, unit

from models.plan import Impossible, Outcome, Wishes
from models.position import Position
from models.settings import Settings
from planner.solving import solve_here


def junction(rail_capacity: str) -> Position:
    """Three regiments at a junction: two could take the train to the port, one could march to the bridge."""
    return position(
        rail_capacity=rail_capacity,
        places={"junction": town(), "port": town(), "bridge": town(), "island": town()},
        units=[unit("1 Inf", "junction"), unit("2 Inf", "junction", counter="3-6"), unit("3 Inf", "junction")],
        routes=[
            {"from": "junction", "to": "port", "by": "rail"},
            {"from": "junction", "to": "bridge", "by": "march"},
        ],
    )


PINS = (("1 Inf", "port"), ("2 Inf", "port"), ("3 Inf", "bridge"))


def outcome(scenario: Position, wishes: Wishes) -> Outcome:
    """Whatever becomes of the wishes."""
    return solve_here(scenario, Settings(wishes=wishes, reproducible=True))


def test_pins_that_the_railway_can_carry_are_granted() -> None:
    found = solved(junction("2"), Wishes(pins=PINS))
    assert {(order.unit, order.to) for order in found.plan.orders} == set(PINS)
    assert {tier.name: tier.value for tier in found.tiers}["moves"] == 3


def test_pins_that_the_railway_cannot_carry_are_refused_and_the_third_is_not_blamed() -> None:
    refused = outcome(junction("1"), Wishes(pins=PINS))
    assert isinstance(refused, Impossible)
    assert set(refused.conflict) == {"pin 1 Inf=port", "pin 2 Inf=port"}


@pytest.mark.parametrize("left_out", [0, 1])
def test_either_of_the_conflicting_pins_can_be_granted_without_the_other(left_out: int) -> None:
    pins = tuple(pin for n, pin in enumerate(PINS) if n != left_out)
    assert solved(junction("1"), Wishes(pins=pins))


def test_a_place_that_is_wanted_and_forbidden_is_said_to_be_both() -> None:
    """Not that the unit could not come there: it stands there."""
    refused = outcome(junction("1"), Wishes(pins=(("1 Inf", "junction"),), forbids=(("1 Inf", "junction"),)))
    assert isinstance(refused, Impossible)
    reason = "1 Inf is to stand at Junction and to keep away from it"
    assert refused.conflict == (f"pin 1 Inf=junction: {reason}", f"forbid 1 Inf=junction: {reason}")


def test_a_pin_to_a_place_out_of_reach_says_so() -> None:
    refused = outcome(junction("2"), Wishes(pins=(("1 Inf", "island"),)))
    assert isinstance(refused, Impossible)
    assert refused.conflict == ("pin 1 Inf=island: 1 Inf cannot come to stand at Island within the horizon",)


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ({"immobile": "yes"}, "it is immobile"),
        ({"type": "PortFort", "counter": "0-3-0"}, "it is a work, and works do not move"),
        ({"counter": "0-3-0"}, "its counter shows no movement"),
    ],
)
def test_a_unit_that_does_not_move_is_said_not_to(what: dict[str, str], why: str) -> None:
    scenario = position(
        places={"coast": town(), "inland": town()},
        units=[unit("1 Inf", "coast") | what],
        routes=[{"from": "coast", "to": "inland"}],
    )
    refused = outcome(scenario, Wishes(pins=(("1 Inf", "inland"),)))
    assert isinstance(refused, Impossible)
    assert refused.conflict == (f"pin 1 Inf=inland: 1 Inf cannot come to stand at Inland within the horizon: {why}",)


def test_a_unit_that_cannot_leave_cannot_be_kept_away() -> None:
    scenario = position(places={"island": town()}, units=[unit("1 Inf", "island")])
    refused = outcome(scenario, Wishes(forbids=(("1 Inf", "island"),)))
    assert isinstance(refused, Impossible)
    assert refused.conflict == ("forbid 1 Inf=island: 1 Inf has no way to keep away from Island",)


def test_a_unit_kept_away_from_where_it_stands_leaves_even_in_the_last_turn() -> None:
    """It found no way once: a move that is over after the horizon was thought to be of no use."""
    found = solved(junction("1"), Wishes(forbids=(("3 Inf", "junction"),)))
    assert [order.to for order in found.plan.orders if order.unit == "3 Inf"] in (["port"], ["bridge"])


def test_a_pin_costs_what_the_place_left_behind_loses() -> None:
    """The coast's garrison marches off: 1 RE is missing at ½ VP in the second turn."""
    scenario = position(
        horizon="2",
        places={"coast": town(), "inland": town()},
        garrisons=[flexible("coast", "coast", "1")],
        units=[unit("1 Inf", "coast")],
        routes=[{"from": "coast", "to": "inland"}],
    )
    assert tiers(scenario) == {"strength": 4}
    assert tiers(scenario, Wishes(pins=(("1 Inf", "inland"),))) == {"vp": 1, "moves": 1}
