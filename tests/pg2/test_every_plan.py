"""Tiny campaigns of which every plan is tried: the solver's is the best of them, tier by tier."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import assume, given, settings
from test_worst_case import solved
from tiny_campaigns import HARBOUR, PARTS, TURN, Tree, campaigns, merged

from models.pg2 import Campaign
from models.plan import Order, Plan
from models.problem import Option
from planner.audit import audit
from planner.derive import Reading
from planner.load import scenario_from_tree
from planner.rules.interface import Step

MOST_PLANS = 300


def choices(scenario: Campaign) -> list[list[Order | None]]:
    """For each unit the orders that the rules allow it, and for each thing that no unit does, doing it or not."""
    reading = Reading(scenario)
    found: list[list[Order | None]] = []
    for piece, members in reading.pieces(frozenset()):
        for unit, state, _ in members:
            found.append([_order(unit, step) for step in reading.steps(piece, state, 0)])
    for _, option in reading.activities():
        most = min(option.most, 2)  # nobody here lacks or frees more than two units of a kind
        found.append([None, *(_order("", option).model_copy(update={"times": n}) for n in range(1, most + 1))])
    return found


def _order(unit: str, option: Option | Step) -> Order:
    return Order(unit=unit, turn=TURN, option=option.act, start=option.start, to=option.end, how=option.how)


def every_plan(scenario: Campaign) -> Iterator[dict[str, Fraction]]:
    """What each legal plan comes to, tier by tier."""
    for chosen in product(*choices(scenario)):
        plan = Plan(turn=TURN, turns=1, orders=tuple(order for order in chosen if order is not None))
        report = audit(scenario, plan)
        if report.legal:
            yield report.tiers


def assert_best(scenario: Campaign) -> None:
    """Every combination of orders is priced by the audit; the solver's comes first."""
    outcome, _ = solved(scenario)
    names = [tier.name for tier in outcome.tiers]
    best = min(tuple(tiers[name] for name in names) for tiers in every_plan(scenario))
    assert tuple(tier.value for tier in outcome.tiers) == best


@settings(max_examples=60)
@given(campaigns())
def test_no_plan_is_better_than_the_solvers(scenario: Campaign) -> None:
    """Whatever part a campaign has."""
    assume(prod(map(len, choices(scenario))) <= MOST_PLANS)
    assert_best(scenario)


@pytest.mark.parametrize("part", PARTS, ids=str)
def test_every_part_is_a_campaign_with_few_enough_plans(part: Tree) -> None:
    """None of the parts is left out for want of being legal or small."""
    territories = {
        "a1": {"objectives": 3, "nation": "a"}, "a2": {"objectives": 3, "nation": "a"},
        "b1": {"objectives": 3, "nation": "b"}, "c1": {"nation": "c"} | HARBOUR,
        "i1": {"objectives": 2, "nation": "b", "terrain": "island"},
    }  # fmt: skip
    allied = {"side": "allied", "partisans": {"divisions": 1, "units": 3}}
    tree: Tree = {
        "ruleset": "pg2", "turn": TURN, "horizon": 1, "fronts": {"f": {}},
        "nations": {"a": allied, "b": allied, "c": {"side": "axis"}},
        "territories": {key: {"front": "f", "controller": "axis"} | row for key, row in territories.items()}
        | {"enemy": {"front": "f", "nation": "b", "controller": "allied"}},
        "borders": [{"from": "a1", "to": "a2"}, {"from": "a1", "to": "c1"}, {"from": "a2", "to": "enemy"}],
        "reserves": {"r": {"fronts": ["f"], "pp": 300}},
    }  # fmt: skip
    scenario = scenario_from_tree(merged(tree, part))
    assert isinstance(scenario, Campaign)
    assert prod(map(len, choices(scenario))) <= 30 * MOST_PLANS
    assert_best(scenario)
