"""The same seed gives the same plan, order by order."""

from pathlib import Path

import pytest
from small_positions import solved

from planner.load import load_scenario

SCENARIOS = Path(__file__).parents[2] / "scenarios"


@pytest.mark.parametrize("name", ["belgium_43", "belgium_43_thin", "east_africa_40"])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_same_seed_gives_the_same_plan(name: str, seed: int) -> None:
    scenario = load_scenario(SCENARIOS / f"{name}.yaml")
    first, second = (solved(scenario, turns=2, seed=seed) for _ in range(2))
    assert first.plan == second.plan


def test_another_seed_gives_the_same_value() -> None:
    scenario = load_scenario(SCENARIOS / "belgium_43_thin.yaml")
    values = [[(tier.name, tier.value) for tier in solved(scenario, turns=2, seed=seed).tiers] for seed in (1, 7, 99)]
    assert values[0] == values[1] == values[2]
