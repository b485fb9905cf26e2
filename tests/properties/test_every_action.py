"""Every action of chapter 52, nation by nation: two programs and the audit agree, the audit sees every violation."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st
from tiny_nations import allies, axis, soviet
from tiny_replacements import odd_theatres, theatres

from models.plan import Order, Plan, Solved
from models.problem import Act, Option, Problem
from models.scenario import Scenario
from models.settings import Settings
from planner.audit import audit
from planner.derive import derive
from planner.solving import solve_here

NATIONS = st.one_of(soviet(), allies(), axis())
OFFERED: list[tuple[Act, st.SearchStrategy[Scenario]]] = [
    (Act.RAISE, axis()), (Act.REBUILD, axis()), (Act.BRING_BACK, allies()), (Act.RECOVER, allies()),
    (Act.SCRAP, allies()), (Act.TRANSFER, axis()), (Act.DRILL, axis()), (Act.SEND, axis()), (Act.BORROW, axis()),
    (Act.ARRIVE, axis()), (Act.PLACE, axis()), (Act.CONTRIBUTE, allies()), (Act.UPGRADE, soviet()),
    (Act.DISBAND, soviet()), (Act.RECALL, odd_theatres()), (Act.FORM_UP, odd_theatres()),
    (Act.BREAK_DOWN, odd_theatres()), (Act.FALL_BACK, odd_theatres()), (Act.RETRAIN, odd_theatres()),
    (Act.ACTIVATE, odd_theatres()), (Act.FORM, theatres()),
]  # fmt: skip


@pytest.mark.parametrize(("act", "themes"), OFFERED, ids=[act.value for act, _ in OFFERED])
def test_some_theatre_offers_it(act: Act, themes: st.SearchStrategy[Scenario]) -> None:
    """What the searches below and beside never met they could not judge."""
    found = find(themes, lambda scenario: any(option.act is act for option in derive(scenario).options))
    assert found


@settings(max_examples=40)
@given(scenario=NATIONS)
def test_two_programs_and_the_audit_agree_under_every_reading(scenario: Scenario) -> None:
    outcome = solve_here(scenario, Settings(reproducible=True, prove="twice"))
    assert isinstance(outcome, Solved)
    assert outcome.proven
    for first, second in zip(outcome.tiers, outcome.second_opinion, strict=True):
        assert (first.value, second.proven) == (second.value, True)
    report = audit(scenario, outcome.plan)
    assert not report.violations
    assert report.tiers == {tier.name: tier.value for tier in outcome.tiers}


# -- plans made at random ---------------------------------------------------------------------------------------------


class Walk:
    """A plan of steps that the rules offer, whatever they cost."""

    def __init__(self, scenario: Scenario, data: st.DataObject) -> None:
        self.problem: Problem = derive(scenario)
        self.scenario = scenario
        self.taken: list[tuple[str, Option, int]] = []
        at: dict[tuple[int | None, str, int], list[Option]] = defaultdict(list)
        for option in self.problem.options:
            at[option.kind, option.start if option.kind is not None else "", option.turn].append(option)
        for kind, group in enumerate(self.problem.kinds):
            for unit, first, begins in group.members:
                state, turn = first, begins
                while turn < self.problem.turns:
                    option = data.draw(st.sampled_from(at[kind, state, turn]))
                    self.taken.append((unit, option, 1))
                    state, turn = option.end, turn + option.lasts
        sent = [option for option in self.problem.options if option.kind is None and option.needs is None]
        for option in data.draw(st.lists(st.sampled_from(sent), max_size=2, unique_by=id)) if sent else ():
            self.taken.append(("", option, data.draw(st.integers(1, option.most))))

    def orders(self) -> list[Order]:
        return [self._order(*taken) for taken in self.taken]

    def _order(self, unit: str, option: Option, times: int) -> Order:
        when = str(self.scenario.turn_at(option.turn))
        start, to, how = option.start, option.end, option.how
        return Order(unit=unit, turn=when, option=option.act.value, start=start, to=to, how=how, times=times)

    def overdrawn(self) -> bool:
        """Whether a budget ends a turn below zero in which somebody drew on it who may not leave it so."""
        assert not any(group.paid_from for group in self.problem.groups)
        for b, budget in enumerate(self.problem.budgets):
            held = budget.opening
            for turn in range(self.problem.turns):
                if turn and not budget.carries:
                    held = Fraction(0)
                elif turn and budget.carried and budget.carried[turn] is not None:
                    held = min(held, budget.carried[turn] or Fraction(0))
                mine = [
                    (draw, times) for _, option, times in self.taken for draw in option.draws
                    if (draw.budget, draw.turn) == (b, turn)
                ]  # fmt: skip
                held += budget.income[turn] - sum((draw.amount * times for draw, times in mine), Fraction(0))
                if held < 0 and any(draw.guarded for draw, _ in mine):
                    return True
        return False


def judged(scenario: Scenario, orders: list[Order]) -> tuple[str, ...]:
    plan = Plan(turn=str(scenario.turn), turns=scenario.horizon, orders=tuple(orders))
    return tuple(violation.message for violation in audit(scenario, plan).violations)


@settings(max_examples=150)
@given(data=st.data())
def test_a_plan_is_refused_exactly_if_somebody_overdraws(data: st.DataObject) -> None:
    """Not only plans that would gain by it: whatever is overdrawn is seen, and nothing else is called a violation."""
    walk = Walk(scenario := data.draw(NATIONS), data)
    assert bool(found := judged(scenario, walk.orders())) == walk.overdrawn(), found


@settings(max_examples=100)
@given(data=st.data())
def test_a_step_that_no_rule_offers_is_refused(data: st.DataObject) -> None:
    """Another destination, way or action than any that the unit has there, or an order while it is on its way."""
    walk = Walk(scenario := data.draw(NATIONS), data)
    orders = walk.orders()
    n = data.draw(st.integers(0, len(orders) - 1))
    _, option, _ = walk.taken[n]
    ends = sorted({other.end for other in walk.problem.options})
    changed = orders[n].model_copy(
        update=data.draw(
            st.sampled_from((
                {"to": data.draw(st.sampled_from(ends))},
                {"option": data.draw(st.sampled_from(sorted(Act)))},
                {"how": "for nothing"},
                {"turn": str(scenario.turn_at(option.turn + 1))} if option.lasts > 1 else {"how": "by mule"},
                {"times": option.most + 1} if option.kind is None else {"how": "by magic"},
            ))
        )
    )  # fmt: skip
    offered = any(
        (changed.option, changed.start, changed.to, changed.how, changed.turn)
        == (other.act, other.start, other.end, other.how, str(scenario.turn_at(other.turn)))
        for other in walk.problem.options
        if other.kind == option.kind and (other.kind is not None or changed.times <= other.most)
    )
    if not offered:
        assert judged(scenario, [*orders[:n], changed, *orders[n + 1 :]]), changed
