"""Scenario -> Problem: every rule is asked about every unit kind; the answers become options, demands and budgets."""

from planner.derive.reading import Reading
from planner.derive.weaving import derive

__all__ = ["Reading", "derive"]
