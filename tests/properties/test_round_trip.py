"""A scenario means the same after it was written down for the solver's process, or by hand into a file."""

from pathlib import Path

import pytest
from changes import tree_of
from hypothesis import given
from tiny_scenarios import Tiny, tiny_scenarios

from planner.load import load_scenario, scenario_from_tree
from planner.load.rulesets import scenario_from_json

SCENARIOS = sorted((Path(__file__).parents[2] / "scenarios").glob("*.yaml"))


@given(tiny_scenarios())
def test_the_solvers_process_reads_the_scenario_that_was_meant(case: Tiny) -> None:
    assert scenario_from_json(case.scenario.model_dump_json()) == case.scenario


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_every_scenario_of_ours_survives_the_way_to_the_solvers_process(path: Path) -> None:
    scenario = load_scenario(path)
    assert scenario_from_json(scenario.model_dump_json()) == scenario


@given(tiny_scenarios())
def test_a_file_that_writes_everything_out_says_the_same(case: Tiny) -> None:
    """Values as the loader gets them: texts, lists and tables."""

    def written(value: object) -> object:
        if isinstance(value, dict):
            return {key: written(item) for key, item in value.items() if item is not None}
        if isinstance(value, list):
            return [written(item) for item in value]
        return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)

    tree = written(tree_of(case.scenario))
    assert isinstance(tree, dict)
    assert scenario_from_tree(tree) == case.scenario
