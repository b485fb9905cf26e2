"""Scenario + this turn's orders -> the position one turn on. What the enemy and the dice do is left to the player."""

from planner.advance.carrying import Advanced, advance
from planner.advance.playing import orders_of_this_turn
from planner.advance.writing import scenario_text

__all__ = ["Advanced", "advance", "orders_of_this_turn", "scenario_text"]
