"""Every order that the rules do not allow is refused, each with a sentence that says why."""

from __future__ import annotations

from typing import Any

import pytest
from small_positions import DIVISION, audited, flexible, position, town, unit

from models.position import Position

COAST = "garrison:coast:0"


def coast(**more: Any) -> Position:
    """Two turns; the coast wants 2 REs; a division stands there, a regiment inland, a day away by rail."""
    return position(**{
        "horizon": "2",
        "rail_capacity": "1",
        "places": {"coast": town(), "inland": town(), "far": town(), "nowhere": town()},
        "garrisons": [flexible("coast", "coast", "2"), flexible("harbour", "coast", "2")],
        "units": [unit("44 Div", "coast", DIVISION), unit("1 Inf", "inland"), unit("2 Inf", "inland")],
        "routes": [
            {"from": "inland", "to": "coast", "by": "rail"},
            {"from": "inland", "to": "far", "by": "march", "turns": "2"},
        ],
        **more,
    })  # fmt: skip


def messages(scenario: Position, *orders: dict[str, Any]) -> list[str]:
    """What the audit has against these orders."""
    return [f"{seen.unit}: {seen.message}" for seen in audited(scenario, *orders).violations]


RAIL = {"unit": "1 Inf", "option": "rail", "to": "coast"}


def test_a_railway_journey_is_allowed() -> None:
    assert messages(coast(), RAIL) == []


def test_two_regiments_are_more_than_the_railway_carries() -> None:
    assert messages(coast(), RAIL, {**RAIL, "unit": "2 Inf"}) == [": Rail capacity is overdrawn by 1 (1 Inf, 2 Inf)"]


def test_the_railway_carries_another_one_in_the_next_turn() -> None:
    assert messages(coast(), RAIL, {**RAIL, "unit": "2 Inf", "turn": "Jul 2 43"}) == []


ILLEGAL: dict[str, tuple[dict[str, Any], str]] = {
    "a unit that is not there": ({**RAIL, "unit": "1 Ifn"}, "1 Ifn: there is no such unit; did you mean '1 Inf'?"),
    "a turn of another plan": (
        {**RAIL, "turn": "Aug 1 43"}, "1 Inf: 'Aug 1 43' is not a turn of the plan; its turns are Jul 1 43, Jul 2 43",
    ),
    "a start where it does not stand": ({**RAIL, "from": "far"}, "1 Inf: is at Inland, not at Far"),
    "a way that does not exist": (
        {**RAIL, "to": "nowhere"},
        "1 Inf: cannot rail to Nowhere; it can: march (Far), rail (Coast), stand guard (Inland), stay free (Inland)",
    ),
    "means that do not go there": (
        {**RAIL, "option": "march"},
        "1 Inf: cannot march to Coast; it can: march (Far), rail (Coast), stand guard (Inland), stay free (Inland)",
    ),
    "a thing that nobody does": (
        {"unit": "", "option": "set RPs aside", "from": "a pool", "to": "coast"},
        ": nobody can set RPs aside from 'a pool' to 'coast'",
    ),
    "a duty elsewhere": (
        {"unit": "1 Inf", "option": "stand guard", "duties": {COAST: "1"}}, f"1 Inf: cannot count for {COAST}",
    ),
    "more than it is worth": (
        {"unit": "44 Div", "option": "stand guard", "duties": {COAST: "4"}},
        f"44 Div: counts more than it is worth: 4 for {COAST}",
    ),
    "an RE for two duties": (
        {"unit": "44 Div", "option": "stand guard", "duties": {COAST: "2", "garrison:harbour:0": "2"}},
        f"44 Div: counts more than it is worth: 2 for {COAST}, 2 for garrison:harbour:0",
    ),
    "less than nothing": (
        {"unit": "44 Div", "option": "stand guard", "duties": {COAST: "-1"}},
        f"44 Div: counts more than it is worth: -1 for {COAST}",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", ILLEGAL)
def test_an_illegal_order_is_refused_with_its_reason(what: str) -> None:
    order, message = ILLEGAL[what]
    assert messages(coast(), order) == [message]


def test_a_division_may_be_divided_among_two_duties() -> None:
    duties = {COAST: "2", "garrison:harbour:0": "1"}
    assert messages(coast(), {"unit": "44 Div", "option": "stand guard", "duties": duties}) == []


def test_where_gaps_are_rounded_down_res_are_divided_by_whole_ones() -> None:
    scenario = coast(rulings={"flexible_rounding": "floor"})
    duties = {COAST: "3/2", "garrison:harbour:0": "3/2"}
    order = {"unit": "44 Div", "option": "stand guard", "duties": duties}
    assert messages(scenario, order) == ["44 Div: its REs are divided by 1 here, not further"]


def test_one_unit_takes_one_order_a_turn() -> None:
    assert messages(coast(), RAIL, {"unit": "1 Inf", "option": "stay free"}) == ["1 Inf: has two orders in one turn"]


def test_a_unit_on_its_way_takes_no_orders() -> None:
    march = {"unit": "1 Inf", "option": "march", "to": "far"}
    late = {"unit": "1 Inf", "turn": "Jul 2 43", "option": "stay free"}
    assert messages(coast(), march) == []
    assert messages(coast(), march, late) == ["1 Inf: is on its way and takes no orders"]


def test_a_rule_that_forbids_a_step_says_so_in_its_own_words() -> None:
    scenario = position(
        places={"rhodes": {"kind": "dot"}, "leros": town()},
        garrisons=[{"kind": "rhodes", "units": ["Regina"]}],
        units=[unit("Regina", "rhodes", nationality="italian"), unit("Cuneo", "rhodes", nationality="italian")],
        routes=[{"from": "rhodes", "to": "leros", "by": "sea"}],
    )
    sail = {"option": "ship", "to": "leros"}
    assert messages(scenario, {"unit": "Cuneo", **sail}) == []
    assert messages(scenario, {"unit": "Regina", **sail}) == [
        "Regina: 44.A.7.a.5: forces of the Rhodes garrison may not move from Rhodes before its release"
    ]


def garrison_box(**more: Any) -> Position:
    """A regiment in a holding box, to be bought out with infantry RPs at 2 for a point: 2 points cost 4 RPs."""
    return position(**{
        "districts": {"belgium": {}},
        "places": {"ghent": {"kind": "dot", "district": "belgium"}},
        "garrisons": [{"id": "belgium", "kind": "box", "res": "1", "locked": {"inf": "2"}}],
        "pools": [{"id": "rps", "points": "inf", "holds": "4"}],
        "units": [unit("1 Inf", "box:belgium")],
        **more,
    })  # fmt: skip


ASIDE = {"unit": "", "option": "set RPs aside", "from": "rps", "to": "belgium"}
BOUGHT = {"unit": "1 Inf", "option": "buy out of garrison", "to": "ghent"}


def test_a_unit_is_bought_out_with_the_points_set_aside() -> None:
    assert messages(garrison_box(), {**ASIDE, "times": 2}, BOUGHT) == []


def test_too_few_points_set_aside_buy_nobody_out() -> None:
    assert messages(garrison_box(), {**ASIDE, "times": 1}, BOUGHT) == [
        ": Points set aside for belgium is overdrawn by 1 (1 Inf)"
    ]


def test_a_pool_that_is_too_small_pays_nothing() -> None:
    poor = garrison_box(pools=[{"id": "rps", "points": "inf", "holds": "3"}])
    (told,) = messages(poor, {**ASIDE, "times": 2}, BOUGHT)
    assert "overdrawn by 1" in told


def test_more_points_than_the_garrison_is_worth_cannot_be_set_aside() -> None:
    rich = garrison_box(pools=[{"id": "rps", "points": "inf", "holds": "40"}])
    assert messages(rich, {**ASIDE, "times": 3}) == [": set RPs aside: 3 times is more than 2"]


def test_locked_points_are_freed_by_the_activation_and_not_before() -> None:
    """The enemy is in the MD; activating the regiment unlocks the 2 RPs, 2 to a point."""
    threatened = garrison_box(districts={"belgium": {"enemy_inside": "yes"}})
    freed = {"unit": "", "option": "free locked RPs", "from": "belgium", "to": "rps", "times": 1}
    activated = {"unit": "1 Inf", "option": "activate", "to": "ghent"}
    assert messages(threatened, activated, freed) == []
    assert messages(threatened, freed) == [": free locked RPs: nothing has unlocked it yet"]
