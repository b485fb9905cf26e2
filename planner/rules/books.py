"""Which rulebook a scenario is played by."""

from __future__ import annotations

from typing import Any

from models.position import Position
from planner.rules.europa import EUROPA
from planner.rules.interface import Rulebook

BOOKS: dict[str, Rulebook[Any]] = {"europa": EUROPA}


def rulebook_of(scenario: Position) -> Rulebook[Any]:
    """The rulebook that the scenario names."""
    return BOOKS[scenario.ruleset]
