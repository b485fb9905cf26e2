"""Carrying a campaign one turn on costs what auditing it two turns ahead says, with this turn's orders or none."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from hypothesis import assume, given, settings
from tiny_campaigns import campaigns

from models.findings import AuditReport
from models.pg2 import Campaign
from models.plan import Plan, Solved
from models.problem import Act, Check
from models.settings import Settings
from planner.advance import advance, orders_of_this_turn, scenario_text
from planner.audit import audit
from planner.load import load_scenario_text
from planner.solving import solve_here

FILLED_UP = (Act.REPLACE, Act.RESUPPLY)  # a plan counts on new units only in the next turn's file
Losses = Counter[tuple[str, str, str, str, Fraction]]


def over(campaign: Campaign, turns: int, plan: Plan | None = None) -> AuditReport:
    first = orders_of_this_turn(campaign, plan, turns) if plan else None
    return audit(campaign.model_copy(update={"horizon": turns}), first)


def losses(*reports: AuditReport, at_the_end: bool = False) -> Losses:
    """What is lost turn by turn; or what the last Logistics Phase of the horizon has not found built up.

    Lessons are left out of the latter: how many there could have been depends on how far a plan looks.
    """
    found: Losses = Counter()
    for report in reports:
        last = {
            group for demand in report.demands if demand.check == Check.LOGISTICS for group in demand.groups
        }  # fmt: skip
        for line in report.penalties:
            if (line.id in last) is at_the_end and not line.id.startswith("training:"):
                found[line.rule, line.turn, line.currency, line.sentence, line.amount] += 1
    return found


def loads_again(campaign: Campaign, plan: Plan | None = None) -> Campaign:
    """The next position, which is what its file says."""
    found = advance(campaign, plan)
    assert load_scenario_text(scenario_text(found.scenario, found.told), "next.yaml") == found.scenario
    return found.scenario


@settings(max_examples=150)
@given(campaigns())
def test_turns_without_orders_cost_the_same_one_by_one(campaign: Campaign) -> None:
    """Three turns: the second is carried on to the third."""
    ahead = over(campaign, 3)
    second = loads_again(campaign)
    third = loads_again(second)
    reports = [over(campaign, 1), over(second, 1), over(third, 1)]
    assert losses(*reports) == losses(ahead)
    assert losses(reports[-1], at_the_end=True) == losses(ahead, at_the_end=True)


def rod(found: Losses) -> Losses:
    """All but readiness, which is measured against what could be done without the orders of the same file."""
    return Counter({line: times for line, times in found.items() if line[2] != "readiness"})


@settings(max_examples=60)
@given(campaigns(horizon=2))
def test_a_turn_with_orders_costs_the_same_one_by_one(campaign: Campaign) -> None:
    """The solver's orders are carried out, whatever they are."""
    outcome = solve_here(campaign, Settings(reproducible=True))
    assume(isinstance(outcome, Solved))
    assert isinstance(outcome, Solved)
    assume(not any(order.option in FILLED_UP for order in outcome.plan.orders if order.turn == str(campaign.turn)))
    ahead, second = over(campaign, 2, outcome.plan), loads_again(campaign, outcome.plan)
    reports = [over(campaign, 1, outcome.plan), over(second, 1)]
    assert rod(losses(*reports)) == rod(losses(ahead))
    assert losses(reports[-1], at_the_end=True) == losses(ahead, at_the_end=True)
