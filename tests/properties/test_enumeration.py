"""Solver, audit and enumeration agree on every tiny scenario: on status, on every tier and on every total."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_scenarios import THEMES, Tiny, tiny, trimmed

from models.plan import Impossible, Solved
from models.settings import Settings
from planner.audit import audit
from planner.solving import solve_here


def agree(case: Tiny) -> None:
    """Solve, audit and enumerate a case and compare."""
    case, best = trimmed(case)
    outcome = solve_here(case.scenario, Settings(wishes=case.wishes, reproducible=True))
    if not best.possible:
        assert isinstance(outcome, Impossible), "the solver has a plan where enumeration finds none"
        return
    assert isinstance(outcome, Solved), outcome
    assert outcome.proven
    assert {tier.name: tier.value for tier in outcome.tiers} == best.tiers
    report = audit(case.scenario, outcome.plan)
    assert not report.violations
    assert report.tiers == best.tiers
    assert report.totals in best.totals


@pytest.mark.parametrize("theme", THEMES)
@given(data=st.data())
def test_solver_audit_and_enumeration_agree(theme: str, data: st.DataObject) -> None:
    agree(data.draw(tiny(THEMES[theme])))
