"""Campaign files that cannot be: every problem at once, with its line and what to write instead."""

from __future__ import annotations

import pytest

from models.pg2 import Campaign
from planner.load import BadInput, load_scenario_text

GOOD = """\
ruleset: pg2
turn: Jun 1 42
fronts: {west: {}}
nations:
  germany: {side: axis}
  france: {side: allied, partisans: {divisions: 2, units: 6}}
  spain: {side: neutral}
territories:
  paris: {front: west, nation: france, controller: axis, objectives: 6, city: major, port: minor}
  lyon: {front: west, nation: france, controller: axis, objectives: 4}
  ruhr: {front: west, nation: germany, controller: axis, objectives: 10}
  london: {front: west, nation: france, controller: allied}
  madrid: {front: west, nation: spain, controller: neutral}
borders:
- {from: paris, to: lyon}
- {from: lyon, to: london}
- {from: lyon, to: madrid}
formations:
- {id: 1 Inf, nation: germany, at: paris, units: infantry 3; artillery 1}
garrisons:
- {id: guard, at: paris, count: 2}
reserves:
  reich: {fronts: [west], pp: 100}
"""


def refusal(old: str, new: str) -> str:
    """What is said about the good file with one part replaced."""
    assert old in GOOD
    with pytest.raises(BadInput) as refused:
        load_scenario_text(GOOD.replace(old, new, 1))
    return str(refused.value)


def test_the_good_file_is_a_campaign() -> None:
    """As it stands nothing is wrong with it."""
    campaign = load_scenario_text(GOOD)
    assert isinstance(campaign, Campaign)
    assert campaign.contents == {"territories": 5, "formations": 1, "garrison and fixed units": 2, "nations": 3}
    assert {"1 Inf", "guard #1", "guard #2"} == campaign.unit_names


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("units: infantry 3; artillery 1", "units: transport 2", "line 19  formations[0]: '1 Inf' has no units"),
        (
            "units: infantry 3; artillery 1",
            "units: infantry 3, towed: 1",
            "has 0 artillery, anti-tank and anti-air units; 'towed' is 1",
        ),
        (
            "units: infantry 3; artillery 1",
            "units: infantry 3, may_detach: infantry 3",
            "may detach all its units: keep one, or write may_disband",
        ),
        (
            "units: infantry 3; artillery 1",
            "units: infantry 3, may_detach: tank 1",
            "'1 Inf' has 0 tank and cannot detach 1",
        ),
        (
            "units: infantry 3; artillery 1",
            "units: infantry 3, full: infantry 2",
            "'1 Inf' has 3 infantry, its sheet ('full') only 2",
        ),
        (
            "units: infantry 3; artillery 1",
            "units: infantry 3, attacks: london",
            "no side to attack across from 'paris', and only paratroops at",
        ),
        (
            "nation: germany, at: paris",
            "nation: france, at: paris",
            "line 19  formations[0].nation is 'france', a nation of the allied side, and only forces of the axis side",
        ),
        (
            "nation: germany, at: paris",
            "nation: spain, at: paris",
            "is 'spain', a nation of the neutral side",
        ),
        (
            "{id: guard, at: paris, count: 2}",
            "{id: guard, nation: france, at: paris, count: 2}",
            "garrisons[0].nation is 'france', a nation of the allied side",
        ),
        (
            "reserves:\n",
            "force_pool:\n- {id: 3 Inf, nation: france, home: [paris]}\nreserves:\n",
            "(ex-patriots: a nation of their own with side: axis)",
        ),
        (
            "nation: germany, at: paris",
            "nation: germny, at: paris",
            "formations[0].nation is 'germny': no such nation; did",
        ),
        ("pp: 100", "pp: 100, commandos: 2", "line 23  reserves.reich: keeps back 200 PPs ('held', and 100 for each"),
        (
            "pp: 100}",
            "pp: 100}\nair_transports: [{id: Ju, at: ruhr, range: 2}]",
            "is 'ruhr', which is no air base of ours;",
        ),
        (
            "pp: 100}",
            "pp: 100}\nair_transports: [{id: Ju, at: rhur, range: 2}]",
            "no such territory; did you mean 'ruhr'?",
        ),
        ("divisions: 2, units: 6", "divisions: 1, units: 2, formed: 2", "2 formed divisions are more than the 1 of"),
        ("objectives: 4", "value: 2", "line 10  territories.lyon: 'lyon' has no objectives; write one of 2, 3, 4, 6"),
        ("objectives: 4", "objectives: 5", "line 10  territories.lyon.objectives is 5: the table of 4.4.1.1 knows"),
        (
            "units: 6",
            "units: 7",
            "line 6  nations.france.partisans: 7 units are more than 2 divisions can carry, 3 each",
        ),
        ("units: 6", "units: 6, formed: 1", "6 units are more than 1 division can carry"),
        ("units: 6", "units: 6, formed: 3", "3 formed divisions are more than the 2 of 'divisions'"),
        (
            "nation: france, controller: axis, objectives: 6",
            "nation: frnce, controller: axis, objectives: 6",
            "no such nation; did you mean 'france'",
        ),
        ("at: paris, units: inf", "at: pris, units: inf", "no such territory; did you mean 'paris'?"),
        ("at: paris, units: inf", "at: london, units: inf", "is 'london', which is not ours (controller: allied)"),
        ("units: infantry 3; artillery 1", "units: infantry 3; artilery 1", "did you mean 'artillery'?"),
        ("units: infantry 3; artillery 1}", "divisions: 2}", "is a division and cannot hold 2 divisions"),
        ("units: infantry 3; artillery 1}", "units: infantry 3, attacks: lyon}", "is 'lyon', which is ours"),
        ("units: infantry 3; artillery 1}", "units: infantry 3, attacks: madrid}", "is 'madrid', which is neutral"),
        (
            "units: infantry 3; artillery 1}",
            "units: infantry 3, attacks: london}",
            "no side to attack across from 'paris'",
        ),
        (
            "at: paris, units: infantry 3; artillery 1}",
            "at: lyon, units: infantry 3, invades: london}",
            "is not in a port; 'lyon' has none",
        ),
        (
            "at: paris, units: infantry 3; artillery 1}",
            "at: lyon, condition: routed, units: infantry 3, attacks: london}",
            "cannot attack or invade while it is routed",
        ),
        (
            "at: paris, count: 2",
            "at: ruhr, count: 2",
            "is 'ruhr', which is not occupied and takes no occupation garrison",
        ),
        (
            "at: paris, count: 2",
            "at: paris, count: 7",
            "7 infantry units stand in the occupation garrison of 'paris', which may have 6",
        ),
        (
            "at: paris, count: 2",
            "at: paris, type: tank",
            "stands there without infantry (ruling attach_needs_infantry)",
        ),
        (
            "at: paris, count: 2",
            "at: paris, type: artillery",
            "an occupation garrison has infantry and one recon or tank",
        ),
        ("at: paris, count: 2", "at: paris, kind: island", "takes no island garrison of ours"),
        ("at: paris, count: 2", "at: 'reserve:east'", "no such reserve; known are reich"),
        ("{from: paris, to: lyon}", "{from: paris, to: paris}", "cannot border on itself"),
        ("{from: lyon, to: madrid}", "{from: lyon, to: paris}", "is given twice"),
        ("turn: Jun 1 42", "turn: Jun 2 42", "with turns_per_month 1 there is no such turn"),
        ("ruleset: pg2", "ruleset: pg3", "line 1  ruleset is 'pg3': no such rulebook; write europa or pg2"),
    ],
)
def test_what_cannot_be_is_refused(old: str, new: str, said: str) -> None:
    """One mistake, one message that says what was seen and what to write."""
    assert said in refusal(old, new)


def test_a_formation_in_two_places_is_refused() -> None:
    """Twice in the list, or away from its army."""
    twice = "- {id: 1 Inf, nation: germany, at: lyon, units: infantry 3}\ngarrisons:"
    assert "'1 Inf' stands in 'paris' and in 'lyon': a formation is in one place" in refusal("garrisons:", twice)
    army = (
        "- {id: 7 Army, nation: germany, kind: army, divisions: 1, at: paris, units: artillery 1}\n"
        "- {id: 2 Inf, nation: germany, army: 7 Army, at: lyon, units: infantry 3}\ngarrisons:"
    )
    assert "'2 Inf' stands in 'lyon', its army '7 Army' in 'paris': detach it first" in refusal("garrisons:", army)


def test_guns_above_their_limits_are_refused() -> None:
    """Three AA units in a major city, no coastal gun inland, no heavy gun in a minor port."""
    flak = "fixed:\n- {id: flak, kind: aa, at: paris, count: 4}\nreserves:"
    assert "40 strength points of such units stand in 'paris', which may have 30" in refusal("reserves:", flak)
    inland = "fixed:\n- {id: battery, kind: coastal, at: lyon}\nreserves:"
    assert "is 'lyon', where no coastal unit of ours may stand" in refusal("reserves:", inland)
    heavy = "fixed:\n- {id: battery, kind: heavy_coastal, at: paris}\nreserves:"
    assert "a heavy gun stands in a major port only" in refusal("reserves:", heavy)


def test_all_problems_are_told_at_once() -> None:
    """Two mistakes in different tables, both with their lines."""
    with pytest.raises(BadInput) as refused:
        load_scenario_text(GOOD.replace("objectives: 4", "value: 1").replace("fronts: [west]", "fronts: [east]"))
    assert "has 2 problems" in str(refused.value)
    assert "line 23" in str(refused.value)
