"""Units are counted to the best advantage: alike by the audit, by the solver and by trying every way."""

from fractions import Fraction
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import Best, TooMany, standing_by_enumeration
from tiny_scenarios import THEMES, Tiny, tiny_scenarios, without_the_last_unit

from models.findings import AuditReport
from models.scenario import Scenario
from planner.advise import audit_of_position
from planner.audit import audit, counting
from planner.derive import Reading
from planner.solving import standing_plan


def standing(case: Tiny) -> tuple[Scenario, Best]:
    """The scenario, with as many of its units as can be enumerated, and what it costs if nobody is given an order."""
    while True:
        try:
            return case.scenario, standing_by_enumeration(case.scenario)
        except TooMany:
            case = without_the_last_unit(case)


def penalties(scenario: Scenario, tiers: dict[str, Fraction]) -> tuple[Fraction, ...]:
    """The tiers of what is lost, the first first; strength and moves are nobody's loss."""
    return tuple(tiers[tier.name] for tier in Reading(scenario).tiers if tier.currencies)


def agrees(scenario: Scenario, report: AuditReport, best: Best) -> None:
    """The report says what enumeration says."""
    assert not report.violations
    assert penalties(scenario, report.tiers) == penalties(scenario, best.tiers)
    assert report.totals in best.totals


@pytest.mark.parametrize("theme", THEMES)
@given(data=st.data())
def test_the_audit_counts_the_standing_position_to_the_best_advantage(theme: str, data: st.DataObject) -> None:
    scenario, best = standing(data.draw(tiny_scenarios(THEMES[theme])))
    if audit(scenario).exact:
        agrees(scenario, audit(scenario), best)
    agrees(scenario, audit_of_position(scenario), best)  # asks the solver where the audit is not certain


@pytest.mark.parametrize("theme", THEMES)
@given(data=st.data())
def test_the_solver_counts_the_standing_position_to_the_best_advantage(theme: str, data: st.DataObject) -> None:
    scenario, best = standing(data.draw(tiny_scenarios(THEMES[theme])))
    plan = standing_plan(scenario)
    assert plan is not None
    agrees(scenario, audit(scenario, plan), best)


@pytest.mark.parametrize("theme", THEMES)
@given(data=st.data())
def test_knots_too_large_to_untie_are_poured_and_never_called_exact_wrongly(theme: str, data: st.DataObject) -> None:
    scenario, best = standing(data.draw(tiny_scenarios(THEMES[theme])))
    with patch.object(counting, "MOST_STATES", 1):
        report = audit(scenario)
    if report.exact:
        agrees(scenario, report, best)
    else:
        assert penalties(scenario, report.tiers) >= penalties(scenario, best.tiers)
