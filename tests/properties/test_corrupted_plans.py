"""A plan that somebody has tampered with is either not allowed, or no better than the optimum."""

from fractions import Fraction

import pytest
from changes import in_order, solved
from hypothesis import given
from hypothesis import strategies as st
from tiny_replacements import odd_theatres, theatres, trees_of_pools
from tiny_scenarios import THEMES, Tiny, tiny_scenarios

from models.plan import Order, Plan
from models.problem import Act
from models.scenario import Scenario
from planner.audit import audit
from planner.derive import Reading

ACTS = sorted(act.value for act in Act)


@st.composite
def tampered(draw: st.DrawFn, scenario: Scenario, orders: tuple[Order, ...]) -> tuple[Order, ...]:
    """Orders of which a few were changed, doubled, lost or made up."""
    turns = [str(scenario.turn_at(turn)) for turn in scenario.turns]
    places = sorted(scenario.place_names | {order.to for order in orders})
    demands = sorted({want.id for want in Reading(scenario).wants}) or ["nothing"]
    amounts = st.sampled_from([Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1), Fraction(3), Fraction(-1)])
    changed = list(orders)
    for _ in range(draw(st.integers(1, 3)) if changed else 0):
        n = draw(st.integers(0, len(changed) - 1))
        order = changed[n]
        way = draw(st.sampled_from(["to", "turn", "unit", "option", "duties", "uncounted", "double", "lose", "times"]))
        if way == "to":
            changed[n] = order.model_copy(update={"to": draw(st.sampled_from(places))})
        elif way == "turn":
            changed[n] = order.model_copy(update={"turn": draw(st.sampled_from(turns))})
        elif way == "unit":
            changed[n] = order.model_copy(update={"unit": draw(st.sampled_from(orders)).unit})
        elif way == "option":
            freed = {"start": "", "to": "", "how": "", "duties": None}
            changed[n] = order.model_copy(update={"option": draw(st.sampled_from(ACTS)), **freed})
        elif way == "duties":
            duties = dict(order.duties or {}) | {draw(st.sampled_from(demands)): draw(amounts)}
            changed[n] = order.model_copy(update={"duties": duties})
        elif way == "uncounted":
            changed[n] = order.model_copy(update={"duties": draw(st.sampled_from([None, {}]))})
        elif way == "double":
            changed.append(order.model_copy(update={"to": draw(st.sampled_from(places))}))
        elif way == "times":
            changed[n] = order.model_copy(update={"times": draw(st.integers(0, 9))})
        elif len(changed) > 1:
            del changed[n]
    return tuple(changed)


@pytest.mark.parametrize("theme", THEMES)
@given(data=st.data())
def test_a_tampered_plan_is_refused_or_no_better(theme: str, data: st.DataObject) -> None:
    case: Tiny = data.draw(tiny_scenarios(THEMES[theme]))
    refused_or_no_better(case.scenario, data)


@given(data=st.data())
def test_a_tampered_plan_of_replacements_is_refused_or_no_better(data: st.DataObject) -> None:
    """Purchases that nobody can pay, limited REs of next month, parts of whole divisions, RPs out of thin air."""
    refused_or_no_better(data.draw(st.one_of(theatres(), odd_theatres(), trees_of_pools())), data)


def refused_or_no_better(scenario: Scenario, data: st.DataObject) -> None:
    """Tamper with the optimal plan and look at what the audit says."""
    found = solved(scenario)
    orders = data.draw(tampered(scenario, found.plan.orders))
    plan = Plan(turn=found.plan.turn, turns=found.plan.turns, orders=orders)
    report = audit(scenario, plan)
    if not report.violations:
        assert in_order(report.tiers) >= in_order({tier.name: tier.value for tier in found.tiers})
