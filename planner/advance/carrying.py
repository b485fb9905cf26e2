"""Carries a position to the next turn, by the rulebook that it is played by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from models.plan import Plan
from models.position import Position
from planner.advance import europa, pg2
from planner.advance.playing import Turned, play

S = TypeVar("S", bound=Position)
CARRIERS: dict[str, Callable[[Turned[Any], list[str]], Any]] = {"europa": europa.carry, "pg2": pg2.carry}


@dataclass(frozen=True)
class Advanced(Generic[S]):
    """The next position, and what the player should know about it."""

    scenario: S
    told: tuple[str, ...]


def advance(scenario: S, plan: Plan | None = None) -> Advanced[S]:
    """The position after this turn's orders, at the beginning of the next turn."""
    told: list[str] = []
    after = CARRIERS[scenario.ruleset](play(scenario, plan), told)
    return Advanced(after, tuple(told))
