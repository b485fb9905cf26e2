"""The second formulation says the same as the first; where it does not, nothing is called optimal."""

import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.plan import Solved, TierResult
from models.settings import Settings
from planner.advise import advice_of, confirmed
from planner.compile.second import NotModelled, second_opinion
from planner.derive import derive
from planner.load import load_scenario
from planner.solving import solve_here

sys.path.insert(0, str(Path(__file__).parents[1] / "properties"))
from tiny_scenarios import THEMES, Tiny, tiny

SCENARIOS = Path(__file__).parents[2] / "scenarios"


@pytest.mark.parametrize("theme", THEMES)
@settings(max_examples=12)
@given(data=st.data())
def test_both_formulations_prove_the_same_values(theme: str, data: st.DataObject) -> None:
    case: Tiny = data.draw(tiny(THEMES[theme]))
    outcome = solve_here(case.scenario, Settings(wishes=case.wishes, reproducible=True))
    if isinstance(outcome, Solved):
        try:
            second = second_opinion(derive(case.scenario, case.wishes), outcome.tiers, 30)
        except NotModelled:
            return
        assert [(tier.name, tier.value, tier.proven) for tier in second] == [
            (tier.name, tier.value, True) for tier in outcome.tiers
        ]


def test_a_scenario_is_proven_twice() -> None:
    outcome = solve_here(load_scenario(SCENARIOS / "belgium_43_thin.yaml"), Settings(prove="twice"))
    assert isinstance(outcome, Solved)
    assert confirmed(outcome)


def test_a_value_that_is_too_good_to_be_true_is_found_out() -> None:
    scenario = load_scenario(SCENARIOS / "belgium_43_thin.yaml")
    solved = solve_here(scenario, Settings())
    assert isinstance(solved, Solved)
    boast = tuple(
        tier.model_copy(update={"value": tier.value - 1, "bound": tier.value - 1}) if tier.name == "vp" else tier
        for tier in solved.tiers
    )
    second = second_opinion(derive(scenario), boast, 30)
    advice = advice_of(scenario, Settings(), solved.model_copy(update={"tiers": boast, "second_opinion": second}), 1.0)
    assert (advice.status, advice.proof, advice.exit_code) == ("feasible", "disputed", 5)


def test_a_bound_above_the_other_route_s_value_is_a_dispute() -> None:
    scenario = load_scenario(SCENARIOS / "belgium_43_thin.yaml")
    solved = solve_here(scenario, Settings())
    assert isinstance(solved, Solved)
    lower = TierResult(name="strength", value=Fraction(27), bound=Fraction(27), proven=True)
    advice = advice_of(scenario, Settings(), solved.model_copy(update={"second_opinion": (lower,)}), 1.0)
    assert advice.proof == "disputed"
