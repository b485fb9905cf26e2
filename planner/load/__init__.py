"""Files -> Scenario: every problem at once, with file and line."""

from planner.load.loader import load_scenario, load_scenario_text, scenario_from_tree
from planner.load.problems import BadInput, InputProblem

__all__ = ["BadInput", "InputProblem", "load_scenario", "load_scenario_text", "scenario_from_tree"]
