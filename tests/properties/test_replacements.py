"""Replacements beside garrisons: solver, audit and enumeration agree, no loop gains RPs, months keep their REs."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import TooMany, best_by_enumeration

from models.plan import Solved
from models.problem import Problem
from models.scenario import Scenario, misfits
from models.settings import Settings
from planner.audit import audit
from planner.derive import derive
from planner.solving import solve_here

ON_THE_MAP = (
    {"type": "Inf", "size": "XX", "counter": "7-6 (3-6)", "cadre": True, "at": "koeln"},
    {"type": "Inf", "size": "XX", "counter": "5-6 (2-6)", "remnant": "1-6", "as_remnant": True, "at": "koeln"},
    {"type": "Mtn", "size": "XX", "counter": "7-6 (3-6)", "cadre": True, "at": "koeln"},
    {"type": "Arm", "size": "XX", "counter": "12-10 (5-8)", "cadre": True, "at": "koeln"},
    {"type": "Inf", "size": "XX", "counter": "5-6 (1-6)", "substitute": "3-6", "cadre": True, "at": "bonn"},
)
OFF_THE_MAP = (
    {"type": "Inf", "size": "XX", "counter": "8-6 (3-6)"},
    {"type": "Mtn", "size": "III", "counter": "3-6"},
    {"type": "Para", "size": "II", "counter": "1-6"},
    {"type": "Trng", "size": "III", "counter": "1-6", "nationality": "rumanian"},
)
SCARCE = {"nationality": "german", "category": "mountain", "monthly": "1/2", "saved": "1/2"}
STATES = ("eliminated:reich", "isolated:reich")


@st.composite
def theatres(draw: st.DrawFn, most: int = 2, turns: tuple[int, int] = (5, 9)) -> Scenario:
    """A place or two, a garrison, a national or a theatre's pool, and a few units that want RPs."""
    kind = draw(st.sampled_from(("national", "theatre")))
    units: list[dict[str, Any]] = []
    for n in range(draw(st.integers(1, most))):
        shape = draw(st.sampled_from((*ON_THE_MAP, *OFF_THE_MAP)))
        at = {} if "at" in shape else {"at": draw(st.sampled_from(STATES))}
        units.append({"id": f"u{n}", "nationality": "german", **shape, **at})
    pools = [
        {"id": f"{nation} {points}", "points": points, "kind": kind, "nationality": nation, "theatre": "reich",
         "holds": draw(st.integers(-1, 6)), "monthly": draw(st.integers(0, 4))}
        for nation, points in (("german", "inf"), ("german", "arm"), ("rumanian", "inf"))
    ]  # fmt: skip
    garrison = {"kind": "flexible", "id": "g", "at": ["koeln"], "res": draw(st.sampled_from(("1", "3", "4")))}
    tree = {
        "turn": draw(st.sampled_from(("Jul 3 41", "Jul 4 41", "Dec 3 41"))),
        "horizon": draw(st.integers(*turns)),
        "districts": {"wk": {"country": "germany", "theatre": "reich", "inactive": draw(st.booleans())}},
        "places": {"koeln": {"kind": "dot", "district": "wk"}, "bonn": {"kind": "town", "district": "wk"}},
        "garrisons": [garrison] if draw(st.booleans()) else [],
        "pools": pools,
        "units": units,
        "limits": [SCARCE] if draw(st.booleans()) else [],
    }
    scenario = Scenario.model_validate(tree)
    assert not list(misfits(scenario))
    return scenario


@settings(max_examples=40)
@given(scenario=theatres())
def test_solver_audit_and_enumeration_agree_on_replacements(scenario: Scenario) -> None:
    try:
        best = best_by_enumeration(scenario, most=400_000)
    except TooMany:
        return
    outcome = solve_here(scenario, Settings(reproducible=True))
    assert isinstance(outcome, Solved)
    assert outcome.proven
    assert {tier.name: tier.value for tier in outcome.tiers} == best.tiers
    report = audit(scenario, outcome.plan)
    assert not report.violations
    assert report.tiers == best.tiers
    assert report.totals in best.totals


@given(scenario=theatres(most=3, turns=(9, 12)))
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
