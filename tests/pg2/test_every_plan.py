"""Tiny campaigns of which every plan is tried: the solver's is the best of them, tier by tier."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from test_worst_case import solved

from models.pg2 import Campaign
from models.plan import Order, Plan
from models.problem import Option
from planner.audit import audit
from planner.derive import Reading
from planner.load import scenario_from_tree
from planner.rules.interface import Step

MOST_PLANS = 400
TURN = "Jun 1 42"


def maybe(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Any of these fields, or none of them."""
    return st.fixed_dictionaries({}, optional=fields)


places = st.sampled_from(["a1", "a2", "b1"])
home = st.fixed_dictionaries(
    {"objectives": st.sampled_from([2, 3, 4])},
    optional={
        "value": st.integers(0, 3), "city": st.sampled_from(["none", "minor", "major"]), "stack": st.integers(1, 2),
        "bombing": st.sampled_from([5, 10]), "fortify": st.sampled_from([200, 400]), "weight": st.integers(1, 2),
    },
)  # fmt: skip
formation = st.builds(
    lambda at, kind, units, more: {"at": at, "type": kind, "nation": "c", "units": units, "xp": 100} | more,
    places, st.sampled_from(["infantry", "mobile", "light"]), st.sampled_from(["infantry 1", "infantry 3"]),
    maybe(condition=st.sampled_from(["entrenched", "routed"]), xp=st.just(80), readiness=st.sampled_from([0, 2])),
)  # fmt: skip
rulings = maybe(
    damage_model=st.sampled_from(["presence", "objective_cover"]),
    sabotage_reaction=st.sampled_from(["none", "adjacent_ready"]),
    garrison_creation=st.sampled_from(["logistics", "orders"]),
    frontier_held_by=st.sampled_from(["formation", "any_force"]),
    scout_covers=st.sampled_from(["true", "false"]),
)


@st.composite
def campaigns(draw: st.DrawFn) -> Campaign:
    """Three territories of ours next to one of the enemy's, a few units, some partisans."""
    tree: dict[str, Any] = {
        "ruleset": "pg2", "turn": TURN, "horizon": 1,
        "fronts": {"f": {"oil": draw(st.sampled_from(["supplied", "restricted"]))}},
        "nations": {
            "a": {"side": "allied", "partisans": {
                "divisions": draw(st.integers(1, 2)), "units": draw(st.integers(1, 3)),
                "pool": draw(st.sampled_from([0, 25])),
            }},
            "b": {"side": "allied", "partisans": {"divisions": 1, "units": draw(st.integers(0, 3))}},
            "c": {"side": "axis"},
        },
        "territories": {
            "a1": {"front": "f", "nation": "a", "controller": "axis"} | draw(home),
            "a2": {"front": "f", "nation": "a", "controller": "axis"} | draw(home),
            "b1": {"front": "f", "nation": "b", "controller": "axis"} | draw(home),
            "enemy": {"front": "f", "nation": "b", "controller": "allied"},
        },
        "borders": [
            {"from": "a1", "to": "a2", "terrain": draw(st.sampled_from(["open", "rough"]))},
            {"from": "a2", "to": "b1"}, {"from": draw(places), "to": "enemy"},
        ],
        "reserves": {"r": {"fronts": ["f"], "pp": draw(st.sampled_from([0, 300]))}},
        "formations": [{"id": f"div {n}"} | draw(formation) for n in range(draw(st.integers(0, 2)))],
        "garrisons": [
            {"id": f"guard {n}", "at": draw(st.sampled_from(["a1", "b1", "reserve:r"]))}
            for n in range(draw(st.integers(0, 2)))
        ],
        "fixed": [{"id": "flak", "kind": "aa", "at": "a1"}] if draw(st.booleans()) else [],
        "rulings": draw(rulings),
    }  # fmt: skip
    scenario = scenario_from_tree(tree)
    assert isinstance(scenario, Campaign)
    return scenario


def choices(scenario: Campaign) -> list[list[Order | None]]:
    """For each unit the orders that the rules allow it, and for each thing that no unit does, doing it or not."""
    reading = Reading(scenario)
    found: list[list[Order | None]] = []
    for piece, members in reading.pieces(frozenset()):
        for unit, state, _ in members:
            found.append([_order(unit, step) for step in reading.steps(piece, state, 0)])
    found += [[None, _order("", option)] for _, option in reading.activities()]
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


@settings(max_examples=40)
@given(campaigns())
def test_no_plan_is_better_than_the_solvers(scenario: Campaign) -> None:
    """Every combination of orders is priced by the audit; the solver's comes first."""
    assume(prod(map(len, choices(scenario))) <= MOST_PLANS)
    outcome, _ = solved(scenario)
    names = [tier.name for tier in outcome.tiers]
    best = min(tuple(tiers[name] for name in names) for tiers in every_plan(scenario))
    assert tuple(tier.value for tier in outcome.tiers) == best
