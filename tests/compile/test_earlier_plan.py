"""Of plans that are equally good, the one that keeps closest to the player's earlier plan."""

import pytest
from small_positions import flexible, plan, position, solved, town, unit

from models.plan import Plan, Wishes
from models.position import Position
from planner.audit import audit

TURNS = ("Jul 1 43", "Jul 2 43")
GERMAN, ITALIAN = "1 Inf", "2 Inf"


def two_who_could_go() -> Position:
    """From the second turn on the coast wants 1 RE; a German or an Italian regiment of the same strength may go."""
    return position(
        horizon="2",
        places={"coast": town(), "inland": town()},
        garrisons=[flexible("coast", "coast", "1", since="Jul 2 43")],
        units=[unit(GERMAN, "inland"), unit(ITALIAN, "inland", nationality="italian")],
        routes=[{"from": "inland", "to": "coast"}],
    )


def earlier(who: str) -> Plan:
    """The plan in which one of them goes and the other stays."""
    other = ITALIAN if who == GERMAN else GERMAN
    return plan(
        two_who_could_go(),
        {"unit": who, "option": "march", "to": "coast"},
        {"unit": who, "turn": TURNS[1], "option": "stand guard", "to": "coast"},
        {"unit": other, "option": "stay free", "to": "inland"},
        {"unit": other, "turn": TURNS[1], "option": "stay free", "to": "inland"},
    )


@pytest.mark.parametrize("who", [GERMAN, ITALIAN])
def test_whoever_was_to_go_goes(who: str) -> None:
    found = solved(two_who_could_go(), previous=earlier(who))
    assert [order.unit for order in found.plan.orders if order.option == "march"] == [who]
    assert found.tiers[-1].name == "changes"
    assert found.tiers[-1].value == 0


def test_every_unit_that_goes_elsewhere_in_a_turn_is_one_change() -> None:
    """Both units are elsewhere in both turns: four changes, which the pin is worth."""
    found = solved(two_who_could_go(), Wishes(pins=((ITALIAN, "coast"),)), previous=earlier(GERMAN))
    assert found.tiers[-1].value == 4


def test_identical_counters_may_change_places() -> None:
    """Two alike of whom one goes: it does not matter which, unless the player speaks of one by name."""
    parts = {
        "horizon": "2",
        "places": {"coast": town(), "inland": town()},
        "garrisons": [flexible("coast", "coast", "1", since="Jul 2 43")],
        "units": [unit(GERMAN, "inland"), unit(ITALIAN, "inland")],
        "routes": [{"from": "inland", "to": "coast"}],
    }
    alike = position(**parts)
    assert solved(alike, previous=earlier(ITALIAN)).tiers[-1].value == 0
    pinned = solved(alike, Wishes(pins=((GERMAN, "coast"),)), previous=earlier(ITALIAN))
    assert pinned.tiers[-1].value == 4
    assert audit(alike, pinned.plan, earlier(ITALIAN)).tiers["changes"] == 4


def test_a_march_of_the_earlier_plan_is_kept_to_even_if_it_serves_nothing_within_the_horizon() -> None:
    """The player puts changes before moves: the regiment marches off in the last turn, as it was to."""
    scenario = position(
        places={"coast": town(), "inland": town()},
        units=[unit(GERMAN, "inland")],
        routes=[{"from": "inland", "to": "coast"}],
        priorities={"order": "vp, changes, moves"},
    )
    found = solved(scenario, previous=plan(scenario, {"unit": GERMAN, "option": "march", "to": "coast"}))
    assert [order.to for order in found.plan.orders] == ["coast"]
