"""What every order leaves behind in the file of the next turn, worked out from the chapter by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from models.pg2 import Campaign
from models.pg2_forces import Condition, Formation
from models.plan import Order, Plan
from planner.advance import Advanced, advance
from planner.cli import app
from planner.load import BadInput, load_scenario, scenario_from_tree

TREE: dict[str, Any] = {
    "ruleset": "pg2", "turn": "Jun 1 42", "fronts": {"west": {"adjacent": ["east"]}, "east": {}},
    "nations": {
        "germany": {"side": "axis"},
        "france": {"name": "France", "side": "allied", "partisans": {"divisions": 2, "units": 3, "pool": 4}},
        "russia": {"side": "soviet"},
    },
    "territories": {
        "paris": {"front": "west", "nation": "france", "controller": "axis", "objectives": 6, "port": "major"},
        "lyon": {"front": "west", "nation": "france", "controller": "axis", "objectives": 4, "fortify": 900},
        "malta": {"front": "west", "nation": "france", "controller": "axis", "objectives": 2, "terrain": "island",
                  "invasion": "yes"},
        "ruhr": {"front": "west", "nation": "germany", "controller": "axis", "objectives": 8},
        "minsk": {"front": "east", "nation": "germany", "controller": "axis", "objectives": 4},
        "london": {"front": "west", "nation": "france", "controller": "allied"},
    },
    "borders": [{"from": "paris", "to": "lyon"}, {"from": "london", "to": "lyon"}, {"from": "paris", "to": "ruhr"}],
    "reserves": {
        "reich": {"fronts": ["west"], "pp": 500, "income": 60, "commandos": 1, "units": "infantry 5; tank 1"},
        "ost": {"fronts": ["east"], "pp": 10},
    },
}  # fmt: skip


def carried(*orders: dict[str, Any], **more: Any) -> Advanced[Campaign]:
    """The next turn after these orders, of the campaign with these tables."""
    campaign = scenario_from_tree({**TREE, **more})
    assert isinstance(campaign, Campaign)
    given = tuple(Order.model_validate({"turn": "Jun 1 42", "unit": "", **order}) for order in orders)
    return advance(campaign, Plan(turn="Jun 1 42", turns=1, orders=given))


def division(**more: Any) -> dict[str, Any]:
    return {"id": "1 Inf", "nation": "germany", "at": "lyon", "units": "infantry 3; artillery 1", "xp": 60, **more}


def ordered(order: dict[str, Any], *beside: dict[str, Any], **more: Any) -> Formation:
    """A division after one order, perhaps with something that nobody does beside it."""
    orders = ({"unit": "1 Inf", **order}, *beside) if order else beside
    return carried(*orders, formations=[division(**more)]).scenario.formations[0]


def test_the_turn_and_the_partisans_move_on() -> None:
    """Two divisions: two units more, and the pool of 4 points is not enough for another; six are carried."""
    found = carried()
    assert str(found.scenario.turn) == "Jul 1 42"
    partisans = found.scenario.nations["france"].partisans
    assert partisans is not None
    assert (partisans.units, partisans.pool) == (5, 4)
    assert "4.7.1.2: the partisans of France have 5 units, if they have lost none" in found.told


def test_beyond_three_units_a_division_strength_waits_in_the_pool() -> None:
    nations = {**TREE["nations"], "france": {"side": "allied", "partisans": {"divisions": 1, "units": 3, "pool": 2}}}
    partisans = carried(nations=nations).scenario.nations["france"].partisans
    assert partisans is not None
    assert (partisans.units, partisans.pool) == (3, 7)


@pytest.mark.parametrize(
    ("order", "more", "at", "condition", "xp"),
    [
        ({}, {}, "lyon", None, 60),
        ({"option": "entrench"}, {}, "lyon", Condition.ENTRENCHED, 60),
        ({"option": "train"}, {}, "lyon", None, 85),
        ({"option": "train"}, {"xp": 90}, "lyon", None, 100),  # 4.2.2.2
        ({"option": "train"}, {"condition": "entrenched"}, "lyon", Condition.ENTRENCHED, 85),
        ({"option": "tactical move", "to": "paris"}, {"condition": "entrenched"}, "paris", None, 60),
        ({"option": "strategic move", "to": "ruhr"}, {}, "ruhr", None, 60),
        ({"option": "anti-partisan"}, {}, "lyon", None, 60),
        ({"option": "reorganize"}, {"condition": "routed"}, "lyon", None, 60),
        ({}, {"condition": "routed"}, "lyon", None, 60),
        ({}, {"condition": "entrenched"}, "lyon", Condition.ENTRENCHED, 60),
    ],
)  # fmt: skip
def test_orders_leave_a_place_a_condition_and_experience(
    order: dict[str, Any], more: dict[str, Any], at: str, condition: Condition | None, xp: int
) -> None:
    after = ordered(order, **more)
    assert (after.at, after.condition, after.xp) == (at, condition, xp)


def test_who_attacks_is_the_players_to_place() -> None:
    found = carried(formations=[division(attacks="london", condition="entrenched")])
    (after,) = found.scenario.formations
    assert (after.attacks, after.condition) == (None, None)  # its entrenchment is lost
    assert "4.3.1: 1 Inf has attacked London: write where it stands and in what condition" in found.told


def test_guns_without_transport_are_told_of_when_their_division_moves() -> None:
    gone = {"unit": "1 Inf", "option": "tactical move", "to": "paris"}
    said = "4.1.1.4: 1 towed gun of 1 Inf stayed in Lyon for want of transport: take it off its units"
    assert said in carried(gone, formations=[division(towed=1)]).told
    assert said not in carried(formations=[division(towed=1)]).told
    assert said not in carried(gone, formations=[division(towed=1, units="infantry 3; artillery 1; transport 1")]).told


def test_replacements_and_supplies_come_out_of_the_reserve() -> None:
    short = {"full": "infantry 4; artillery 1; tank 1"}
    taken = {"option": "take replacements", "from": "reserve:reich", "to": "1 Inf", "how": "infantry"}
    found = carried(taken, formations=[division(**short)])
    assert found.scenario.formations[0].units == {"infantry": 4, "artillery": 1}
    assert found.scenario.reserves["reich"].units == {"infantry": 4, "tank": 1}
    found = carried({"unit": "1 Inf", "option": "re-supply", "how": "tank 1"}, formations=[division(**short)])
    assert found.scenario.formations[0].units == {"infantry": 3, "artillery": 1, "tank": 1}
    assert found.scenario.reserves["reich"].units == {"infantry": 5}


def test_a_type_told_by_its_units_is_kept_when_they_change() -> None:
    """Three motorized units of three are mobile; a fourth unit does not make it semi-mobile."""
    taken = {"option": "take replacements", "from": "reserve:reich", "to": "1 Inf", "how": "tank"}
    rides = division(units="infantry 3", full="infantry 3; tank 1", motorized=3)
    (after,) = carried(taken, formations=[rides]).scenario.formations
    assert after.mobility == {"mobile"}


def test_detached_units_are_in_the_reserve_and_missed() -> None:
    found = carried(
        {"unit": "1 Inf", "option": "hold", "how": "detaching infantry 1"},
        formations=[division(may_detach="infantry 2", towed=1)],
    )
    (after,) = found.scenario.formations
    assert (after.units, after.missing) == ({"infantry": 2, "artillery": 1}, {"infantry": 1})
    assert after.may_detach == {"infantry": 1}
    assert found.scenario.reserves["reich"].units["infantry"] == 6


def test_units_sent_to_another_reserve_are_there_next_turn() -> None:
    """In one turn's plan nothing arrives; in the next turn's file it has."""
    short = division(units="infantry 2", full="infantry 3", at="minsk")
    sent = {"option": "strategic move", "from": "reserve:reich", "to": "reserve:ost", "how": "infantry"}
    campaign = scenario_from_tree({**TREE, "formations": [short]})
    plan = Plan(turn="Jun 1 42", turns=2, orders=(Order.model_validate({"turn": "Jun 1 42", "unit": "", **sent}),))
    reserves = advance(campaign, plan).scenario.reserves  # type: ignore[attr-defined]
    assert (reserves["reich"].units["infantry"], reserves["ost"].units) == (4, {"infantry": 1})


def test_a_disbanded_division_leaves_its_units_behind() -> None:
    found = carried({"unit": "1 Inf", "option": "disband"}, formations=[division(may_disband="yes")])
    assert found.scenario.formations == ()
    assert found.scenario.reserves["reich"].units == {"infantry": 8, "tank": 1, "artillery": 1}
    assert any(line.startswith("4.1.1.2: 1 Inf is disbanded") for line in found.told)


def test_a_division_of_the_force_pool_stands_on_the_map() -> None:
    entry = {"id": "2 Inf", "nation": "germany", "home": ["ruhr"], "training": 200}
    found = carried({"unit": "2 Inf", "option": "form", "to": "ruhr"}, force_pool=[entry])
    (after,) = found.scenario.formations
    assert (after.at, after.units, after.training, after.xp) == ("ruhr", {"infantry": 3}, 200, 0)
    assert found.scenario.force_pool == ()
    assert found.scenario.reserves["reich"].units == {"infantry": 2, "tank": 1}


def test_an_army_is_formed_of_the_divisions_that_stand_there() -> None:
    rows = [division(id=f"{n} Inf", at="ruhr") for n in (1, 2)] + [division(id="3 Inf", at="paris")]
    army = {"id": "7 Army", "nation": "germany", "kind": "army", "home": ["ruhr"], "divisions": "1 Inf; 2 Inf; 3 Inf"}
    found = carried({"unit": "7 Army", "option": "form", "to": "ruhr"}, formations=rows, force_pool=[army])
    assert {row.id: row.army for row in found.scenario.formations} == {
        "1 Inf": "7 Army", "2 Inf": "7 Army", "3 Inf": None, "7 Army": None,
    }  # fmt: skip


def test_divisions_join_and_leave_an_army() -> None:
    rows = [
        {"id": "7 Army", "nation": "germany", "kind": "army", "at": "ruhr", "units": "artillery 1", "xp": 100},
        division(army="7 Army", at="ruhr"), division(id="2 Inf", army="7 Army", at="ruhr"),
        division(id="3 Inf", joins="7 Army", at="ruhr"),
    ]  # fmt: skip
    found = carried(
        {"unit": "1 Inf", "option": "tactical move", "to": "paris"}, {"unit": "3 Inf", "option": "attach"},
        formations=rows,
    )  # fmt: skip
    assert {row.id: (row.army, row.joins) for row in found.scenario.formations} == {
        "7 Army": (None, None), "1 Inf": (None, None), "2 Inf": ("7 Army", None), "3 Inf": ("7 Army", None),
    }  # fmt: skip
    assert "4.2.6.3: 1 Inf is detached from 7 Army" in found.told
    assert "4.2.6.2: 3 Inf belongs to 7 Army" in found.told


def test_garrison_units_that_part_get_rows_of_their_own() -> None:
    rows = [{"id": "guard", "at": "paris", "count": 3}]
    found = carried({"unit": "guard #2", "option": "strategic move", "to": "lyon"}, garrisons=rows)
    assert [(row.id, row.at, row.count) for row in found.scenario.garrisons] == [
        ("guard #1", "paris", 1), ("guard #3", "paris", 1), ("guard #2", "lyon", 1),
    ]  # fmt: skip
    together = carried(garrisons=rows).scenario.garrisons
    assert [(row.id, row.count) for row in together] == [("guard", 3)]


def test_island_units_dig_in_and_learn() -> None:
    rows = [{"id": "fort", "kind": "island", "at": "malta", "xp": 80, "count": 2}]
    found = carried({"unit": "fort #1", "option": "entrench"}, {"unit": "fort #2", "option": "train"}, garrisons=rows)
    assert [(row.entrenched, row.xp) for row in found.scenario.garrisons] == [(True, 80), (False, 100)]
    again = advance(found.scenario)
    assert [row.entrenched for row in again.scenario.garrisons] == [True, False]


def test_infantry_of_the_reserve_is_two_garrison_units_where_it_is_placed() -> None:
    split = {"garrison_split": "true"}
    found = carried({"unit": "reich infantry #1", "option": "place", "to": "lyon"}, rulings=split)
    (row,) = found.scenario.garrisons
    assert (row.at, row.count, row.type) == ("lyon", 2, "infantry")
    assert found.scenario.reserves["reich"].units["infantry"] == 4


def test_units_have_the_same_names_however_far_a_plan_looks() -> None:
    """A plan of two turns may place infantry that could come from another region's reserve."""
    split = {"garrison_split": "true"}
    reserves = {**TREE["reserves"], "ost": {"fronts": ["east"], "units": "infantry 2"}}
    waits = {"unit": "reich infantry #7", "option": "wait"}
    found = carried(waits, reserves=reserves, rulings=split)
    assert found.scenario.reserves["reich"].units["infantry"] == 5


def test_guns_come_out_of_the_reserve() -> None:
    rows = [{"id": "gun", "kind": "coastal", "at": "reserve:reich"}]
    found = carried({"unit": "gun", "option": "place", "to": "paris"}, fixed=rows)
    assert [row.at for row in found.scenario.fixed] == ["paris"]


def test_pps_are_spent_and_come_in_and_what_was_held_is_still_there() -> None:
    """500 less a line for 300, and 60 come in; commandos have fought, and what they drew is the player's to enter."""
    found = carried(
        {"option": "build a fortified line", "from": "lyon", "to": "london"}, garrisons=[{"id": "guard", "at": "paris"}]
    )
    reserve = found.scenario.reserves["reich"]
    assert (reserve.pp, reserve.commandos) == (260, 0)
    assert [side.line for side in found.scenario.borders] == [False, True, False]
    assert "4.7.4: the commandos of reich have fought: take off the PPs that they drew" in found.told


def test_orders_that_may_not_be_given_are_not_carried_out() -> None:
    with pytest.raises(BadInput, match="cannot"):
        carried({"unit": "1 Inf", "option": "reorganize"}, formations=[division()])


def test_the_command_writes_a_campaign_that_can_be_planned_again(tmp_path: Path) -> None:
    scenario = Path(__file__).parents[2] / "scenarios" / "pg2_europe_42.yaml"
    done = CliRunner().invoke(app, ["advance", str(scenario), "--out", str(tmp_path / "july.yaml")])
    assert (done.exit_code, "Jul 1 42" in done.stdout) == (0, True)
    assert str(load_scenario(tmp_path / "july.yaml").turn) == "Jul 1 42"
