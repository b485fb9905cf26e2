"""The planned worst case is the least that any plan can have: every allocation and every attack is tried."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from campaign_samples import campaign, open_objectives, worst_hits
from hypothesis import given
from hypothesis import strategies as st

from models.pg2 import Campaign
from models.plan import Solved
from models.settings import Settings
from planner.audit import audit
from planner.solving import solve_here

DAMAGE = 40
AT_ONCE = {"garrison_creation": "orders"}


def solved(scenario: Campaign) -> tuple[Solved, dict[str, Fraction]]:
    """The proven plan and the audit's totals for it, which must be what the solver says."""
    outcome = solve_here(scenario, Settings(time_limit=30))
    assert isinstance(outcome, Solved)
    assert outcome.proven
    report = audit(scenario, outcome.plan)
    assert not report.violations
    assert {tier.name: tier.value for tier in outcome.tiers} == report.tiers
    return outcome, report.totals


def waiting(units: int, **said: Any) -> dict[str, Any]:
    """So many garrison units in the reserve that may be placed at once."""
    rows = [{"id": "guard", "at": "reserve:west", "count": units}] if units else []
    return {"garrisons": rows, "rulings": AT_ONCE, **said}


nation = st.fixed_dictionaries(
    {
        "objectives": st.lists(st.sampled_from([2, 3, 4]), min_size=1, max_size=2),
        "divisions": st.integers(1, 2),
        "units": st.integers(1, 3),
    }
)


@given(first=nation, second=nation, units=st.integers(0, 6), model=st.sampled_from(["presence", "objective_cover"]))
def test_no_allocation_has_a_smaller_worst_case(
    first: dict[str, Any], second: dict[str, Any], units: int, model: str
) -> None:
    """The sabotage tier equals the least worst case over all allocations of the units."""
    nations = {"a": first, "b": second}
    scenario = campaign(nations, **waiting(units, rulings={**AT_ONCE, "damage_model": model}))
    _, totals = solved(scenario)
    best = None
    slots = [(name, objectives) for name, said in nations.items() for objectives in said["objectives"]]
    for garrisons in product(*(range(objectives + 1) for _, objectives in slots)):
        if sum(garrisons) > units:
            continue
        damage = 0
        for name, said in nations.items():
            mine = [(o, g) for (owner, o), g in zip(slots, garrisons, strict=True) if owner == name]
            if model == "presence":
                open_to = [0 if g else 3 for _, g in mine]
            else:
                open_to = [open_objectives(o, g) for o, g in mine]
            damage += DAMAGE * worst_hits(open_to, said["divisions"], said["units"])
        best = damage if best is None else min(best, damage)
    assert totals["sabotage_pp"] == best


@pytest.mark.parametrize(
    ("units", "worst", "mean"),
    [(0, 360, 360), (1, 360, 280), (2, 240, 200), (3, 120, 120), (7, 120, 60), (10, 120, 15), (11, 0, 0)],
)
def test_two_nations_are_garrisoned_where_it_helps(units: int, worst: int, mean: int) -> None:
    """Eight territories against one division, three against two: the small nation is filled first."""
    nations = {
        "a": {"objectives": [4] * 8, "divisions": 1, "units": 3},
        "b": {"objectives": [4] * 3, "divisions": 2, "units": 6},
    }
    _, totals = solved(campaign(nations, **waiting(units)))
    assert (totals["sabotage_pp"], totals["expected_pp"]) == (worst, mean)


@pytest.mark.parametrize("units", range(9))
def test_one_division_is_stopped_only_by_a_guard_in_every_territory(units: int) -> None:
    """Seven guards in eight territories leave the worst case at 120 and lower only the mean, 15 each."""
    _, totals = solved(campaign({"a": {"objectives": [4] * 8, "divisions": 1, "units": 3}}, **waiting(units)))
    assert totals["sabotage_pp"] == (0 if units == 8 else 120)
    assert totals["expected_pp"] == 120 - 15 * units


@pytest.mark.parametrize(("territories", "worst"), [(5, 160), (1, 120)])
def test_four_units_of_two_divisions_do_no_more_than_four(territories: int, worst: int) -> None:
    """Two divisions with four units hit four times, or three times where there is one territory."""
    scenario = campaign({"a": {"objectives": [4] * territories, "divisions": 2, "units": 4}})
    assert audit(scenario).totals["sabotage_pp"] == worst


@pytest.mark.parametrize(("units", "worst"), [(1, 40), (2, 80), (3, 120)])
def test_each_sabotage_unit_costs_forty(units: int, worst: int) -> None:
    """One, two, three units do 40, 80, 120 PPs."""
    scenario = campaign({"a": {"objectives": [4], "divisions": 1, "units": units}})
    assert audit(scenario).totals["sabotage_pp"] == worst


@pytest.mark.parametrize(
    ("objectives", "units", "without", "hunting"), [(8, 6, 80, 0), (12, 6, 120, 0), (10, 4, 120, 80), (6, 6, 0, 0)]
)
def test_the_anti_partisan_order_doubles_what_a_division_covers(
    objectives: int, units: int, without: int, hunting: int
) -> None:
    """A division of six covers six of eight objectives, or all of them by the order, which is given only then."""
    division = {"id": "1 Inf", "nation": "germany", "at": "a1", "units": {"infantry": units}, "xp": 100}
    scenario = campaign({"a": {"objectives": [objectives], "divisions": 1, "units": 3}}, formations=[division])
    assert audit(scenario).totals["cover_pp"] == without
    outcome, totals = solved(scenario)
    assert totals["cover_pp"] == hunting
    given_order = any(order.option == "anti-partisan" for order in outcome.plan.orders)
    assert given_order == (hunting < without)
    assert totals["readiness"] == (1 if given_order else 0)


def test_the_arithmetic_names_the_targets_and_what_one_more_guard_would_save() -> None:
    """One division against two bare territories: another guard helps only where it is the last one missing."""
    nations = {"a": {"objectives": [4, 4], "divisions": 1, "units": 3}}
    (line,) = [line for line in audit(campaign(nations)).penalties if line.currency == "sabotage_pp"]
    assert line.arithmetic == "3 at A1 x 40 PP = 120; one more anywhere saves nothing yet"
    guarded = campaign(nations, garrisons=[{"id": "guard", "at": "a2"}])
    (line,) = [line for line in audit(guarded).penalties if line.currency == "sabotage_pp"]
    assert line.arithmetic == "3 at A1 x 40 PP = 120; one more at A1 saves 120"


def test_an_order_says_what_hunting_partisans_would_change() -> None:
    """Six units at eight objectives gain by it, at six they do not."""
    division = {"id": "1 Inf", "nation": "germany", "at": "a1", "units": {"infantry": 6}, "xp": 100}
    told = {}
    for objectives in (8, 6):
        nations = {"a": {"objectives": [objectives], "divisions": 1, "units": 3}}
        outcome, _ = solved(campaign(nations, formations=[division]))
        (told[objectives],) = [order.why for order in outcome.plan.orders if order.unit == "1 Inf"]
    assert "its 6 units cover 8 of 8 objectives instead of 6" in told[8]
    assert "its 6 units cover all 6 objectives without hunting partisans" in told[6]
