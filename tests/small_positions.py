"""Small positions for tests, written as a file would write them, and short ways to solve and audit them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from models.findings import AuditReport
from models.plan import Order, Plan, Solved, Wishes
from models.position import Position
from models.settings import Settings
from planner.audit import audit
from planner.load import scenario_from_tree
from planner.solving import solve_here

REGIMENT = {"type": "Inf", "nationality": "german", "size": "III", "counter": "2-6"}
DIVISION = {"type": "Inf", "nationality": "german", "size": "XX", "counter": "5-7-6"}


def position(**parts: Any) -> Position:
    """A scenario of these parts, for one turn unless they say otherwise."""
    return scenario_from_tree({"turn": "Jul 1 43", "horizon": "1", **parts})


def unit(name: str, at: str, like: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:
    """A German regiment of 1 RE and strength 2, or another counter."""
    return {"id": name, "at": at, **(like or REGIMENT), **more}


def town(**more: Any) -> dict[str, Any]:
    """A place with nothing to occupy."""
    return {"kind": "town", **more}


def flexible(name: str, at: str, res: str, **more: Any) -> dict[str, Any]:
    """A flexible garrison: half a VP for each missing RE."""
    return {"id": name, "kind": "flexible", "at": [at], "res": res, **more}


def solved(scenario: Position, wishes: Wishes | None = None, **more: Any) -> Solved:
    """The proven optimum."""
    outcome = solve_here(scenario, Settings(wishes=wishes or Wishes(), reproducible=True, **more))
    assert isinstance(outcome, Solved), outcome
    assert outcome.proven
    return outcome


def tiers(scenario: Position, wishes: Wishes | None = None, **more: Any) -> dict[str, Fraction]:
    """What the optimum comes to; tiers that come to nothing are left out."""
    return {tier.name: tier.value for tier in solved(scenario, wishes, **more).tiers if tier.value}


def plan(scenario: Position, *orders: dict[str, Any]) -> Plan:
    """Orders for the first turn, unless they name another."""
    turn = str(scenario.turn)
    given = tuple(Order(**{"turn": turn, **order}) for order in orders)
    return Plan(turn=turn, turns=scenario.horizon, orders=given)


def audited(scenario: Position, *orders: dict[str, Any]) -> AuditReport:
    """The audit of these orders."""
    return audit(scenario, plan(scenario, *orders))
