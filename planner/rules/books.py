"""Which rulebook a scenario is played by."""

from __future__ import annotations

from typing import Any

from models.position import Position
from planner.rules.europa import EUROPA
from planner.rules.interface import Rulebook
from planner.rules.pg2 import PG2

BOOKS: dict[str, Rulebook[Any]] = {"europa": EUROPA, "pg2": PG2}


def rulebook_of(scenario: Position) -> Rulebook[Any]:
    """The rulebook that the scenario names."""
    return BOOKS[scenario.ruleset]
