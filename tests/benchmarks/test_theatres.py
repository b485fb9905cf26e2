"""Generated theatres are what their family says they are."""

from collections import Counter
from fractions import Fraction

import pytest

from benchmarks.families import FAMILIES
from benchmarks.kinds import KINDS
from benchmarks.theatre import theatre
from planner.derive import derive
from planner.load import scenario_from_tree

SIZES = [("S", "loose"), ("S", "short"), ("short300", "short")]


def test_a_seed_gives_the_same_theatre_twice():
    """The generator keeps nothing in mind between two calls."""
    assert theatre(FAMILIES["M"], "tight", 7) == theatre(FAMILIES["M"], "tight", 7)


def test_another_seed_gives_another_theatre():
    """Seeds matter."""
    assert theatre(FAMILIES["M"], "tight", 7) != theatre(FAMILIES["M"], "tight", 8)


@pytest.mark.parametrize(("family", "mood"), SIZES)
def test_a_theatre_has_the_units_and_demands_of_its_family(family, mood):
    """Counters and demands are counted as the rules see them."""
    problem = derive(scenario_from_tree(theatre(FAMILIES[family], mood, 1)))
    assert sum(len(kind.members) for kind in problem.kinds) == FAMILIES[family].units
    assert Counter(demand.turn for demand in problem.demands) == {1: FAMILIES[family].demands}


def test_nothing_is_due_before_the_one_turn_of_movement():
    """In a theatre of one turn every unit may go first and is looked at afterwards."""
    problem = derive(scenario_from_tree(theatre(FAMILIES["S"], "loose", 1)))
    assert {option.turn for option in problem.options if option.moves} == {0}
    assert {option.turn for option in problem.options if option.credits} == {1}


def test_all_fourteen_kinds_are_there_in_proportion():
    """Per cents add up, and a large theatre has as many of each kind as they say."""
    assert len(KINDS) == 14
    assert sum(kind.per_cent for kind in KINDS) == 100
    units = theatre(FAMILIES["L"], "loose", 1)["units"]
    on_map = Counter()
    for unit in units:
        if not unit["at"].startswith("box:"):
            on_map[unit["id"].split()[0]] += int(unit["count"])
    whole = sum(on_map.values())
    for kind in KINDS:
        assert abs(on_map[kind.label] * 100 - kind.per_cent * whole) <= 2 * whole


def _wanted_of_supply(family: str, mood: str) -> Fraction:
    """REs wanted of units on the map for each RE that they have; boxes hold what they owe and occupy besides."""
    tree = theatre(FAMILIES[family], mood, 1)
    problem = derive(scenario_from_tree(tree))
    res = {kind.label: kind.res for kind in KINDS}
    supply, boxed = Fraction(0), Fraction(0)
    for unit in tree["units"]:
        amount = res[unit["id"].split()[0]] * int(unit["count"])
        if unit["at"].startswith("box:"):
            boxed += amount
        else:
            supply += amount
    return (sum(demand.required for demand in problem.demands) - 2 * boxed) / supply


def test_a_short_theatre_wants_115_per_cent_of_what_it_has():
    """Up to the rounding to whole REs, of which a small theatre has about a hundred."""
    assert abs(_wanted_of_supply("S", "short") - Fraction(115, 100)) < Fraction(2, 100)


def test_a_tight_theatre_wants_95_per_cent():
    """Up to the rounding to whole REs, of which a small theatre has about a hundred."""
    assert abs(_wanted_of_supply("S", "tight") - Fraction(95, 100)) < Fraction(2, 100)


def test_a_loose_theatre_wants_far_less_than_it_has():
    """Cities alone, and small sectors."""
    assert _wanted_of_supply("S", "loose") < Fraction(2, 3)


def test_a_place_is_linked_to_about_twelve_others():
    """On foot and by rail, both ways."""
    tree = theatre(FAMILIES["M"], "loose", 1)
    assert {route["by"] for route in tree["routes"]} == {"march", "rail"}
    assert 11 <= 2 * len(tree["routes"]) / len(tree["places"]) <= 13


def test_a_longer_theatre_has_captures_releases_arrivals_and_an_opened_garrison():
    """Everything that can change what is due or who is there happens inside the horizon."""
    tree = theatre(FAMILIES["Mx4"], "tight", 1)
    assert {event["event"] for event in tree["events"]} == {
        "captured", "enemy_near", "italy_surrendered", "enemy_enters",
    }  # fmt: skip
    assert any("arrives" in unit for unit in tree["units"])
    assert any("until" in row for row in tree["garrisons"])
    assert any("since" in row for row in tree["garrisons"])
    assert tree["pools"]


def test_a_longer_theatre_has_demands_in_every_turn():
    """Within a tenth of the family's figure."""
    family = FAMILIES["XSx3"]
    problem = derive(scenario_from_tree(theatre(family, "tight", 1)))
    by_turn = Counter(demand.turn for demand in problem.demands)
    assert set(by_turn) == {0, 1, 2}
    assert all(abs(count - family.demands) <= 1 for count in by_turn.values())


def test_a_worn_theatre_mixes_garrisons_and_replacements():
    """250 counters over twelve turns: cadres on the map, units in every box, pools of a front and of the nation."""
    tree = theatre(FAMILIES["Rx12"], "short", 1)
    units = [(unit["at"].partition(":")[0], int(unit["count"])) for unit in tree["units"]]
    assert sum(count for _, count in units) == 250
    assert tree["horizon"] == 12
    assert {"eliminated", "isolated", "box"} <= {at for at, _ in units}
    assert sum(int(unit["count"]) for unit in tree["units"] if unit.get("cadre")) > 5
    assert {pool["id"] for pool in tree["pools"]} >= {"front inf", "front arm", "nation inf", "nation arm"}
    assert tree["garrisons"]
