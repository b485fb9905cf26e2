"""Solver, audit and enumeration agree on every tiny scenario: on status, on every tier and on every total."""

from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_corrupted_plans import tampered
from tiny_scenarios import THEMES, Tiny, tiny, tiny_scenarios, trimmed

from models.plan import Impossible, Plan, Solved, Wishes
from models.problem import Problem
from models.settings import Settings
from planner.audit import audit
from planner.compile import merging, race, stages
from planner.compile.search import Found, Progress
from planner.compile.stages import Stages
from planner.solving import solve_here


def agree(case: Tiny, previous: Plan | None = None, reproducible: bool = True, **more: Any) -> Solved | None:
    """Solve, audit and enumerate a case and compare."""
    case, best = trimmed(case, previous=previous)
    asked = Settings(wishes=case.wishes, previous=previous, reproducible=reproducible, **more)
    outcome = solve_here(case.scenario, asked)
    if not best.possible:
        assert case.wishes.units, "no rule may leave a unit without any step"
        assert isinstance(outcome, Impossible), "the solver has a plan where enumeration finds none"
        assert outcome.conflict
        return None
    assert isinstance(outcome, Solved), outcome
    assert outcome.proven
    assert {tier.name: tier.value for tier in outcome.tiers} == best.tiers
    report = audit(case.scenario, outcome.plan, previous)
    assert not report.violations
    assert report.tiers == best.tiers
    assert report.totals in best.totals
    return outcome


@pytest.mark.parametrize("theme", THEMES)
@given(data=st.data())
def test_solver_audit_and_enumeration_agree(theme: str, data: st.DataObject) -> None:
    agree(data.draw(tiny(THEMES[theme])))


@given(data=st.data())
def test_they_agree_on_what_changes_against_an_earlier_plan(data: st.DataObject) -> None:
    """The earlier plan is one for the same position, with some of its orders otherwise."""
    case = data.draw(tiny(*THEMES.values()))
    first = solve_here(case.scenario, Settings(reproducible=True))
    assert isinstance(first, Solved)
    orders = data.draw(tampered(case.scenario, first.plan.orders))
    agree(case, first.plan.model_copy(update={"orders": orders}))


FEWER = settings(max_examples=max(1, settings().max_examples // 4))


@FEWER
@given(case=tiny_scenarios())
def test_they_agree_when_several_solvers_race(case: Tiny) -> None:
    agree(case, reproducible=False)


@FEWER
@given(case=tiny_scenarios())
def test_they_agree_when_the_relaxed_program_leads(case: Tiny) -> None:
    """As it does in large theatres."""
    with patch.object(race, "LARGE", 0):
        agree(case, reproducible=False)


@pytest.mark.parametrize("theme", THEMES)
@FEWER
@given(data=st.data())
def test_they_agree_when_kinds_are_merged_for_the_first_tiers(theme: str, data: st.DataObject) -> None:
    """As they are in large theatres; every solution of the merged problem is one of the whole problem."""
    merged: list[object] = []
    came: list[Found | None] = []

    def merging_watched(problem: Problem) -> merging.Merged | None:
        merged.append(merging.merge(problem))
        return merged[-1]

    def stages_watched(self: Stages, progress: Progress) -> Found | None:
        came.append(first_tiers(self, progress))
        return came[-1]

    first_tiers = Stages._first_tiers
    with (
        patch.object(stages, "LARGE", 0), patch.object(merging, "LEAST_SAVED", -1),
        patch.object(stages, "merge", merging_watched), patch.object(Stages, "_first_tiers", stages_watched),
    ):  # fmt: skip
        agree(data.draw(tiny(THEMES[theme])))
    assert sum(each is not None for each in came) == sum(each is not None for each in merged)


@FEWER
@given(case=tiny(*THEMES.values()))
def test_a_second_opinion_is_the_same(case: Tiny) -> None:
    outcome = agree(case, prove="twice")
    if outcome is not None:
        assert [tier.name for tier in outcome.second_opinion] == [tier.name for tier in outcome.tiers]
        for first, second in zip(outcome.tiers, outcome.second_opinion, strict=True):
            assert second.proven
            assert second.value == first.value


@given(case=tiny(*THEMES.values()))
def test_a_search_that_begins_at_a_plan_with_fewer_wishes_ends_at_the_optimum(case: Tiny) -> None:
    case, _ = trimmed(case)
    free = agree(Tiny(case.scenario, Wishes()))
    assert free is not None
    agree(case, begin=free.plan, known={tier.name: tier.value for tier in free.tiers})


@given(case=tiny(*THEMES.values()))
def test_wishes_that_cannot_be_granted_are_a_smallest_set(case: Tiny) -> None:
    """What is named cannot be granted by itself; nor would it be a conflict if one of several wishes were left out."""
    case, best = trimmed(case)
    outcome = solve_here(case.scenario, Settings(wishes=case.wishes, reproducible=True))
    if best.possible or not (case.wishes.pins or case.wishes.forbids):
        return
    assert isinstance(outcome, Impossible)
    refused = any(": " in told for told in outcome.conflict)  # wishes about one unit that no path of it grants
    named = [tuple(told.split(": ")[0].split(" ", 1)) for told in outcome.conflict]

    def possible(wishes: list[tuple[str, ...]]) -> bool:
        parts = {kind: tuple(tuple(w.split("=")) for k, w in wishes if k == kind) for kind in ("pin", "forbid")}
        return trimmed(Tiny(case.scenario, Wishes(pins=parts["pin"], forbids=parts["forbid"])))[1].possible

    assert not possible(named)
    if not refused:
        assert all(possible([other for other in named if other != wish]) for wish in named)
