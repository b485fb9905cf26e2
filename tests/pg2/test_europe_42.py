"""The scenario pg2_europe_42 against sums done by hand.

The partisans' strength, by turn (June, July); a sponsor adds a unit for each division in July:
  France K=2, P=4 then 6      Norway K=1, P=2 then 3      Yugoslavia K=2, P=6      Greece K=1, P=3     Russia K=3, P=9
Strength for forming a division (30 each): France 20, 30 -> 0, 1; Yugoslavia 30, 40 -> 1, 1; Russia 60, 75 -> 2, 2.

Nobody given an order, undefended are: Normandy, Burgundy, Provence; Bergen, Narvik; Bosnia; Crete; the Crimea.
  sabotage, June: 40 x (min(4, 3x2) + min(2, 3) + 3 + 3 + 3) = 40 x 15 = 600; July: 40 x (6 + 3 + 3 + 3 + 3) = 720
  expected: France 2/6 of 2 units, then of 3, in 3 territories: 80 + 120; Norway 1/3, 2 territories: 160/3 + 80;
    Yugoslavia 2/3 of 120, twice: 160; Greece 1/3: 80; Russia 3/6: 120; together 640 + 160/3
  liberations: France in July its dearest, Provence 2; Yugoslavia Bosnia 2, twice; Russia the Crimea 2, twice: 10
  frontier: Kharkov in June, since all its formations attack out of it: 3; Crete, which can be invaded, twice: 2
  cover, June: France 2+3+3+3+3 open, the two largest 6 but four units: 160; Norway 80; Yugoslavia 3+2: 200; Greece 120;
    Russia Kharkov 6-1 -> 3, the Crimea 3, Kiev 8-6 = 2: 320. July: 240 + 120 + 200 + 120; Russia 3 + 2 + Minsk 1: 240
  readiness: the routed 221st. exposed: Smolensk 2+1 twice, Kharkov 3+1 in July
  growth: a tank and a recon unit 20, a division of three 30, Crete's garrison 7 x 5, two divisions' lessons 2 x 3: 97
  PPs: the Ruhr lacks 2 AA x 30 twice, Paris 3 x 5 twice, Brest a gun x 20 twice, lines worth 250 and 700: 1140

The best that can be done:
  Only Crete cannot be reached in June: the front is short of oil and Crete has no city, so nothing moves there before
  Logistics. So in June it stays open: frontier 1, sabotage 3 x 40, expected a third of it, and 120 in the cover tier.
  Everything else can be held: the plan does it, and less than nothing cannot be lost.
  PPs: two AA from Berlin to the Ruhr save 2 x 30 and cost 2 x 10 each turn; Paris (5) gets none; the gun counts from
  July; the line at Kharkov (300 for 700) is worth it, the one at Smolensk (300 for 250) is not: 40 + 30 + 20 + 250.
  The Ostheer has 450 PPs for it and for the three dearest battles in Russia, which draw 150 if 15 garrison units fight.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from models.advice import Advice
from models.pg2 import Campaign
from models.settings import Settings
from planner.advise import advise
from planner.audit import audit
from planner.load import load_scenario

FILE = Path(__file__).parents[2] / "scenarios" / "pg2_europe_42.yaml"


@pytest.fixture(scope="module")
def scenario() -> Campaign:
    loaded = load_scenario(FILE)
    assert isinstance(loaded, Campaign)
    return loaded


@pytest.fixture(scope="module")
def advice(scenario: Campaign) -> Advice:
    return advise(scenario, Settings(time_limit=240))


def test_it_is_as_large_as_it_says(scenario: Campaign) -> None:
    """Two dozen territories of ours, five restless nations, some sixty units, fifteen formations and more."""
    assert sum(row.controller == "axis" for row in scenario.territories.values()) >= 24
    assert sum(nation.partisans is not None for nation in scenario.nations.values()) == 5
    small = sum(row.count for row in scenario.garrisons) + sum(row.count for row in scenario.fixed)
    assert small + sum(row.pieces for row in scenario.formations) >= 60
    assert len(scenario.formations) >= 15


def test_as_it_stands_it_costs_what_the_sums_say(scenario: Campaign) -> None:
    """Nobody is given an order."""
    report = audit(scenario)
    assert not report.violations
    assert report.totals == {
        "liberations": 10, "frontier": 3 + 2, "sabotage_pp": 600 + 720, "expected_pp": 640 + Fraction(160, 3),
        "cover_pp": 880 + 920, "readiness": 1, "exposed": 6 + 4, "growth": 20 + 30 + 35 + 12,
        "pp": 120 + 30 + 40 + 250 + 700, "supply_pp": 0,
    }  # fmt: skip


def test_the_best_plan_costs_what_the_sums_say(advice: Advice) -> None:
    """Proven tier by tier, and priced again by the audit."""
    assert (advice.status, advice.exit_code) == ("optimal", 0)
    sums = {
        "liberations": 0, "frontier": 1, "sabotage_pp": 120, "expected_pp": 40, "cover_pp": 120,
        "pp": 40 + 30 + 20 + 250,
    }  # fmt: skip
    assert {name: advice.totals[name] for name in sums} == sums


def test_the_advice_says_where_the_partisans_strike_and_who_goes_where_only_marching_leads(advice: Advice) -> None:
    """Crete is struck in June; a mountain division marches into Bosnia; somebody takes over at Kharkov."""
    (line,) = [line for line in advice.penalties if line.id == "sabotage:greece:0"]
    assert line.arithmetic.startswith("3 at Crete x 40 PP = 120")
    now = [order for order in advice.orders if order.turn == "Jun 1 42"]
    assert any(order.unit == "7 SS Geb" and order.to == "bosnia" for order in now)
    assert any(order.option == "tactical move" and order.to == "kharkov" for order in now)
    assert any(order.to == "crimea" for order in now)


def test_losses_and_checks_are_told_turn_by_turn(scenario: Campaign) -> None:
    """June before July, whichever rule speaks of them."""
    report = audit(scenario)
    turns = [str(scenario.turn_at(turn)) for turn in scenario.turns]
    for listed in (report.penalties, report.demands):
        told = [turns.index(line.turn) for line in listed]
        assert told == sorted(told)
        assert set(told) == {0, 1}
