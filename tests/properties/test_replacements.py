"""Replacements beside garrisons: solver, audit and enumeration agree, no loop gains RPs, months keep their REs."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import TooMany, best_by_enumeration
from tiny_nations import allies, axis, soviet
from tiny_replacements import odd_theatres, theatres, trees_of_pools

from models.plan import Solved
from models.problem import Act, Option, Problem
from models.scenario import Scenario
from models.settings import Settings
from planner.audit import audit
from planner.derive import derive
from planner.solving import solve_here

SHORTEST = 3  # turns that can always be enumerated


def agree(scenario: Scenario) -> None:
    """Solve, audit and enumerate a theatre and compare; where there are too many ways, over fewer turns."""
    try:
        best = best_by_enumeration(scenario, most=400_000)
    except TooMany:
        assert scenario.horizon > SHORTEST, "nothing of this theatre can be enumerated"
        agree(scenario.model_copy(update={"horizon": scenario.horizon - 1}))
        return
    outcome = solve_here(scenario, Settings(reproducible=True))
    assert isinstance(outcome, Solved)
    assert outcome.proven
    assert {tier.name: tier.value for tier in outcome.tiers} == best.tiers
    report = audit(scenario, outcome.plan)
    assert not report.violations
    assert report.tiers == best.tiers
    assert report.totals in best.totals


@settings(max_examples=40)
@given(scenario=theatres())
def test_solver_audit_and_enumeration_agree_on_replacements(scenario: Scenario) -> None:
    agree(scenario)


@settings(max_examples=40)
@given(scenario=odd_theatres())
def test_they_agree_on_everything_that_is_rare(scenario: Scenario) -> None:
    agree(scenario)


@settings(max_examples=20)
@given(scenario=trees_of_pools())
def test_two_programs_and_the_audit_agree_on_points_that_are_sent_and_lent(scenario: Scenario) -> None:
    """Far too many ways of sending points to enumerate: the second formulation answers instead."""
    outcome = solve_here(scenario, Settings(reproducible=True, prove="twice"))
    assert isinstance(outcome, Solved)
    assert outcome.proven
    for first, second in zip(outcome.tiers, outcome.second_opinion, strict=True):
        assert (first.value, second.proven) == (second.value, True)
    report = audit(scenario, outcome.plan)
    assert not report.violations
    assert report.tiers == {tier.name: tier.value for tier in outcome.tiers}


@given(scenario=st.one_of(theatres(most=3, turns=(9, 12)), odd_theatres(turns=(9, 12)), soviet(), allies(), axis()))
def test_no_unit_comes_back_to_where_it_was_with_more_rps_than_before(scenario: Scenario) -> None:
    """Recovering, scrapping, bringing back: every way round costs something, or nothing."""
    problem = derive(scenario)
    for kind in range(len(problem.kinds)):
        for (start, end), paid in _cheapest_ways(problem, kind).items():
            assert start != end or paid >= 0, (problem.kinds[kind].name, start, paid)


def _cheapest_ways(problem: Problem, kind: int) -> dict[tuple[str, str], Fraction]:
    """The least that a unit of a kind pays into RP pools from a state to a later one (less than zero: it gains)."""
    pools = {b for b, budget in enumerate(problem.budgets) if budget.id.startswith("pool:")}
    steps = [option for option in problem.options if option.kind == kind]
    found: dict[tuple[str, str], Fraction] = {}
    for origin in {(option.start, option.turn) for option in steps}:
        least: dict[tuple[str, int], Fraction] = {origin: Fraction(0)}
        for option in sorted(steps, key=lambda step: step.turn):
            at = (option.start, option.turn)
            if at in least:
                paid = least[at] + sum((d.amount for d in option.draws if d.budget in pools), Fraction(0))
                to = (option.end, option.turn + option.lasts)
                least[to] = min(paid, least.get(to, paid))
        for (state, turn), paid in least.items():
            if turn > origin[1]:
                found[origin[0], state] = min(paid, found.get((origin[0], state), paid))
    return found


SENT = frozenset({Act.SEND, Act.BORROW, Act.CONTRIBUTE})


@given(scenario=trees_of_pools())
def test_sending_and_lending_makes_no_points(scenario: Scenario) -> None:
    """What an activity pays into pools over the horizon is never more than what it takes out of them."""
    problem = derive(scenario)
    pools = {b for b, budget in enumerate(problem.budgets) if budget.id.startswith("pool:")}
    sent = [option for option in problem.options if option.act in SENT]
    assert sent
    for option in sent:
        assert sum(draw.amount for draw in option.draws if draw.budget in pools) >= 0 or _lands_later(option, problem)


def _lands_later(option: Option, problem: Problem) -> bool:
    """Part of it falls beyond the horizon."""
    return option.turn + 1 >= problem.turns


@given(scenario=st.one_of(theatres(), odd_theatres(), trees_of_pools()))
def test_no_pool_is_overdrawn_by_what_is_bought(scenario: Scenario) -> None:
    """A pool below zero began so, or pays a penalty; nothing is bought from it then."""
    outcome = solve_here(scenario, Settings(reproducible=True))
    assert isinstance(outcome, Solved)
    report = audit(scenario, outcome.plan)
    assert not report.violations
    below = {line.id for line in report.budgets if line.closing < 0}
    fined = {pool.id for pool in scenario.pools if pool.holds < pool.keep or pool.nationality == "rumanian"}
    assert below <= {f"pool:{name}" for name in fined}


@st.composite
def regiments(draw: st.DrawFn) -> Scenario:
    """Many mountain regiments, and RPs that come in one of three months."""
    line = {
        "nationality": "german", "category": "mountain", "monthly": draw(st.sampled_from(("1/2", "1", "3/2"))),
        "saved": draw(st.sampled_from(("0", "1/2", "1", "3"))),
    }  # fmt: skip
    comes = draw(st.sampled_from(("Jul 3 41", "Aug 2 41", "Sep 1 41", "Sep 3 41")))
    pool = {"id": "inf", "points": "inf", "nationality": "german", "income": {comes: draw(st.integers(3, 20))}}
    unit = {"type": "Mtn", "size": "III", "counter": "3-6", "nationality": "german", "at": "eliminated:main"}
    return Scenario.model_validate({
        "turn": "Jul 3 41", "horizon": draw(st.integers(7, 12)), "priorities": {"outlook": 40},
        "places": {"koeln": {"kind": "dot"}},
        "pools": [pool], "limits": [line], "units": [{"id": "u", "count": draw(st.integers(2, 7)), **unit}],
    })  # fmt: skip


@given(scenario=regiments())
def test_limited_res_hold_over_the_months_and_one_month_is_saved(scenario: Scenario) -> None:
    """Never more in a month than its own REs and one month's savings."""
    outcome = solve_here(scenario, Settings(reproducible=True))
    assert isinstance(outcome, Solved)
    report = audit(scenario, outcome.plan)
    assert not report.violations
    rows = [row for row in report.budgets if row.id == "limited:german:mountain"]
    used: dict[tuple[int, int], int] = defaultdict(int)
    for turn, row in zip(scenario.turns, rows, strict=True):
        when = scenario.turn_at(turn)
        used[when.year, when.month] += int(row.spent)
    (line,) = scenario.limits
    saved = min(line.saved, line.monthly)
    for month in sorted(used):
        assert used[month] <= line.monthly + saved
        saved = min(line.monthly, line.monthly + saved - used[month])
