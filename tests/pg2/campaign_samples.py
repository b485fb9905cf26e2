"""Small campaigns by a few words, and the partisans' choices tried one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any

from models.pg2 import Campaign
from planner.load import scenario_from_tree

UNITS = 3  # of one partisan division


def campaign(nations: Mapping[str, Mapping[str, Any]], **more: Any) -> Campaign:
    """A campaign on one front with one reserve: nation -> {objectives: [...], divisions: K, units: P}."""
    territories, rows = {}, {}
    for nation, said in nations.items():
        rest = {key: value for key, value in said.items() if key != "objectives"}
        rows[nation] = {"side": "allied", "partisans": {"builds": "no", **rest}}
        for number, objectives in enumerate(said["objectives"], start=1):
            territories[f"{nation}{number}"] = {
                "front": "west", "nation": nation, "controller": "axis", "objectives": objectives, "value": 0,
            }  # fmt: skip
    tree: dict[str, Any] = {
        "ruleset": "pg2", "turn": "Jun 1 42", "horizon": 1, "fronts": {"west": {}}, "nations": rows,
        "territories": territories, "reserves": {"west": {"fronts": ["west"]}},
    }  # fmt: skip
    for key, value in more.items():
        tree[key] = {**tree[key], **value} if isinstance(value, dict) and key in tree else value
    scenario = scenario_from_tree(tree)
    assert isinstance(scenario, Campaign)
    return scenario


def worst_hits(open_to: Sequence[int], divisions: int, units: int) -> int:
    """The most units that find a gap, over every choice of territories and every share of the units."""
    most = 0
    for targets in _subsets(range(len(open_to)), divisions):
        for sent in product(range(UNITS + 1), repeat=len(targets)):
            if sum(sent) <= units:
                most = max(most, sum(min(open_to[at], strength) for at, strength in zip(targets, sent, strict=True)))
    return most


def _subsets(items: Iterable[int], most: int) -> Iterator[tuple[int, ...]]:
    items = tuple(items)
    for size in range(min(most, len(items)) + 1):
        yield from combinations(items, size)


def open_objectives(objectives: int, garrison: int) -> int:
    """How many partisan units do damage in a territory: three if nobody is there, else one for each bare objective."""
    return UNITS if garrison == 0 else max(0, objectives - garrison)
