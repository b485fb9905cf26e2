"""Kinds that the first tiers cannot tell apart are one kind there; whatever they can tell apart stays apart."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any
from unittest.mock import patch

import pytest

from models.problem import (
    ZERO,
    Act,
    Budget,
    Check,
    Credit,
    Demand,
    Draw,
    Duty,
    Option,
    PenaltyGroup,
    Problem,
    Rounding,
    Tier,
    Trigger,
    UnitKind,
)
from planner.compile import merging, stages
from planner.compile.cp_sat import CpSat
from planner.compile.gathering import most_at_each_state
from planner.compile.merging import Merged, merge
from planner.compile.stages import Stages
from planner.compile.steps import compile_problem

ONE = Fraction(1)
GUARD = (Credit((Duty(0, ONE),)),)


def steps(kind: int, strength: int, **otherwise: Any) -> list[Option]:
    """A kind that stands at a city, or at home and may go to the city, over two turns."""
    guard = Option(Act.GUARD, kind, 1, "city", "city", credits=GUARD, tied=Fraction(strength))
    return [
        Option(Act.STAY, kind, 0, "home", "home"),
        Option(Act.STAY, kind, 1, "home", "home"),
        Option(Act.MARCH, kind, 0, "home", "city", moves=1),
        Option(Act.STAY, kind, 1, "city", "city"),
        replace(guard, **otherwise),
    ]


def problem(options: list[Option], units: int = 1, triggers: tuple[Trigger, ...] = ()) -> Problem:
    """Two kinds, weak and strong, with so many units each at home; the city wants one RE in the second turn."""
    kinds = tuple(
        UnitKind(name, tuple((f"{name} {n}", "home", 0) for n in range(units)), Fraction(strength))
        for name, strength in (("weak", 1), ("strong", 5))
    )
    city = Demand("city:1", "44.B.2", 1, Check.ENEMY_INITIAL, "city", ("city",), ONE, "REs", (0,), "one RE")
    group = PenaltyGroup("city", "44.B.2", 1, "vp", ONE, ONE, Rounding.PROPORTIONAL)
    tiers = (Tier("vp", (("vp", ONE),)), Tier("strength", strength=True), Tier("moves", moves=True))
    rail = Budget("rail", "44", "rail", ONE, (ZERO, ZERO))
    return Problem(2, kinds, tuple(options), (city,), (group,), (rail,), triggers, (), tiers)


def merged(asked: Problem) -> Merged:
    with patch.object(merging, "LEAST_SAVED", -1):
        found = merge(asked)
    assert found is not None
    return found


def test_kinds_that_differ_in_strength_alone_are_one() -> None:
    """Five steps of each kind become four of one: to stay in the city without counting is never better."""
    found = merged(problem([*steps(0, 1), *steps(1, 5)]))
    assert found.kind_of == [0, 0]
    assert [option.act for option in found.problem.options] == [Act.STAY, Act.STAY, Act.MARCH, Act.GUARD]
    assert [tier.name for tier in found.problem.tiers] == ["vp"]
    assert len(found.problem.kinds[0].members) == 2


@pytest.mark.parametrize(
    "otherwise",
    [
        {"draws": (Draw(0, 1, ONE),)},
        {"raises": (Duty(0, ONE),)},
        {"spends": (("inf_rp", ONE),)},
        {"credits": (Credit((Duty(0, Fraction(1, 2)),)),)},
        {"moves": 1},
        {"how": "by night"},
        {"needs": 0},
        {"fires": "alarm"},
    ],
)
def test_kinds_of_which_a_step_differs_in_anything_else_stay_apart(otherwise: dict[str, Any]) -> None:
    found = merged(problem([*steps(0, 1), *steps(1, 5, **otherwise)]))
    assert found.kind_of == [0, 1]


def test_staying_without_counting_is_kept_where_counting_may_set_something_off() -> None:
    """Once the city is fully met something else falls due: not to count may be better."""
    alarm = Trigger("alarm", 1, met=((0,),))
    found = merged(problem([*steps(0, 1), *steps(1, 5)], triggers=(alarm,)))
    assert sum(option.act is Act.STAY for option in found.problem.options) == 3


def test_staying_without_counting_is_kept_where_counting_costs_something() -> None:
    found = merged(problem([*steps(0, 1, draws=(Draw(0, 1, ONE),)), *steps(1, 5, draws=(Draw(0, 1, ONE),))]))
    assert sum(option.act is Act.STAY for option in found.problem.options) == 3


def test_a_trigger_is_fired_by_what_its_options_have_become() -> None:
    options = [*steps(0, 1, fires="alarm"), *steps(1, 5, fires="alarm")]
    found = merged(problem(options, triggers=(Trigger("alarm", 1, options=(4, 9)),)))
    fired = [found.problem.options[n] for n in found.problem.triggers[0].options]
    assert [option.act for option in fired] == [Act.GUARD]


def test_the_weakest_go_and_stand_guard() -> None:
    """One stays at home, one goes to the city: of the merged kind anybody, of the real kinds the weak one."""
    asked = problem([*steps(0, 1), *steps(1, 5)])
    found = merged(asked).divided([1, 1, 1, 1])
    takers = [(asked.options[n].kind, asked.options[n].act) for n, count in enumerate(found) for _ in range(count)]
    assert takers == [(0, Act.MARCH), (0, Act.GUARD), (1, Act.STAY), (1, Act.STAY)]


@pytest.mark.parametrize("units", [1, 3])
def test_both_stages_come_to_the_best_of_every_tier(units: int) -> None:
    """The city is held by one weak unit that marched there: 0 VP, strength 1, one move."""
    asked = problem([*steps(0, 1), *steps(1, 5)], units)
    with patch.object(stages, "LARGE", 0), patch.object(merging, "LEAST_SAVED", -1):
        run = Stages(asked, engine=CpSat(workers=1))
        found = run.run()
    assert {tier.name: (tier.value, tier.proven) for tier in found.tiers} == {
        "vp": (ZERO, True), "strength": (ONE, True), "moves": (ONE, True),
    }  # fmt: skip
    assert found.solution is not None
    assert run.program.admits(found.solution)


def test_no_more_take_a_step_than_can_have_come_to_its_start() -> None:
    """Three of a kind at home: nobody can be in the city before the second turn, three can then."""
    asked = problem([*steps(0, 1), *steps(1, 5)], units=3)
    most = most_at_each_state(asked)
    assert (most[0, "home", 0], most[0, "home", 1], most[0, "city", 1], most[0, "city", 0]) == (3, 3, 3, 0)


def test_what_nobody_can_reach_in_time_is_missing_from_the_start() -> None:
    """The city wants 5 REs and three of each kind, 1 RE each, could be there: nothing is missing for sure; of 9, three
    are.
    """
    for required, missing in ((5, 0), (9, 3)):
        asked = problem([*steps(0, 1), *steps(1, 5)], units=3)
        asked = replace(asked, demands=(replace(asked.demands[0], required=Fraction(required)),))
        program, x = compile_problem(asked)
        assert program.low[x.missing[0]] == missing
        assert program.objectives[0].least == missing
