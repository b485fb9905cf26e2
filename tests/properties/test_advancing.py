"""Carrying a tiny position one turn on costs what auditing it two turns ahead says, with this turn's orders or none."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tiny_scenarios import THEMES, tiny

from models.findings import AuditReport
from models.plan import Plan, Solved
from models.scenario import Scenario
from models.settings import Settings
from planner.advance import advance, orders_of_this_turn, scenario_text
from planner.audit import audit
from planner.load import load_scenario_text
from planner.solving import solve_here

PLANNED = ("occupation", "activation", "removals", "naval", "journeys", "forts", "order_of_battle")


def over(scenario: Scenario, turns: int, plan: Plan | None = None) -> AuditReport:
    first = orders_of_this_turn(scenario, plan, turns) if plan else None
    return audit(scenario.model_copy(update={"horizon": turns}), first)


def penalties(*reports: AuditReport) -> Counter[tuple[str, str, str, Fraction]]:
    """Penalties by rule and turn."""
    lines = (line for report in reports for line in report.penalties)
    return Counter((line.rule, line.turn, line.currency, line.amount) for line in lines)


def agree(scenario: Scenario, plan: Plan | None = None) -> None:
    ahead = over(scenario, 2, plan)
    assume(not ahead.violations and ahead.exact)
    found = advance(scenario, plan)
    reports = [over(scenario, 1, plan), over(found.scenario, 1)]
    assert penalties(*reports) == penalties(ahead)
    for currency, amount in ahead.totals.items():
        assert sum(report.totals[currency] for report in reports) == amount
    assert load_scenario_text(scenario_text(found.scenario, found.told), "next.yaml") == found.scenario


@pytest.mark.parametrize("theme", THEMES)
@settings(max_examples=12)
@given(data=st.data())
def test_a_turn_without_orders_costs_the_same_one_by_one(theme: str, data: st.DataObject) -> None:
    agree(data.draw(tiny(THEMES[theme], wishing=False)).scenario)


@pytest.mark.parametrize("theme", PLANNED)
@settings(max_examples=6)
@given(data=st.data())
def test_a_turn_with_orders_costs_the_same_one_by_one(theme: str, data: st.DataObject) -> None:
    scenario = data.draw(tiny(THEMES[theme], wishing=False)).scenario
    assume(scenario.horizon >= 2)
    outcome = solve_here(scenario, Settings(reproducible=True))
    assume(isinstance(outcome, Solved))
    assert isinstance(outcome, Solved)
    agree(scenario, outcome.plan)
