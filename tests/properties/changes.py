"""Changes to a scenario of which it is known beforehand what they must do to its optimum."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from models.plan import Solved, Wishes
from models.scenario import Scenario
from models.settings import Settings
from models.theatre import Priorities
from planner.solving import solve_here

Tiers = dict[str, Fraction]
Tree = dict[str, Any]


def solved(scenario: Scenario, wishes: Wishes | None = None) -> Solved:
    """The proven optimum."""
    outcome = solve_here(scenario, Settings(wishes=wishes or Wishes(), reproducible=True))
    assert isinstance(outcome, Solved), outcome
    assert outcome.proven
    return outcome


def tiers(scenario: Scenario, wishes: Wishes | None = None) -> Tiers:
    """What the optimum comes to, the first tier first."""
    return {tier.name: tier.value for tier in solved(scenario, wishes).tiers}


def in_order(values: Tiers) -> tuple[Fraction, ...]:
    """Tiers to be compared one after the other."""
    return tuple(values.values())


def tree_of(scenario: Scenario) -> Tree:
    """The scenario as nested names and values, every default written out."""
    tree: Tree = json.loads(scenario.model_dump_json(by_alias=True))
    return tree


def scenario_of(tree: Tree) -> Scenario:
    """The scenario again."""
    return Scenario.model_validate(tree)


NAMED = ("places", "districts", "zones")  # tables by name
WORDS = ("kind", "country", "region", "nationality", "points", "by", "event", "side", "owner", "type")  # no names


def rewritten(value: Any, rename: Callable[[str], str], under: str = "") -> Any:
    """Every name in a tree put through a renaming; box:x and the like keep what is before the colon."""
    if isinstance(value, dict):
        return {
            rename(key) if under in NAMED else key: item if key in WORDS else rewritten(item, rename, key)
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [rewritten(item, rename) for item in value]
    if isinstance(value, str):
        state, colon, where = value.partition(":")
        return f"{state}:{rename(where)}" if colon else rename(value)
    return value


def own_names(scenario: Scenario) -> set[str]:
    """What the player has named: places, MDs, garrisons and units."""
    names = set(scenario.places) | set(scenario.districts) | {row.id for row in scenario.garrisons}
    return names | {unit.id for unit in scenario.units} | {force.id for force in scenario.naval.allied}


def renamed(scenario: Scenario) -> Scenario:
    """The same position with other names, and with everything in the opposite order."""
    names = own_names(scenario)
    tree = rewritten(tree_of(scenario), lambda name: f"{name} the Other" if name in names else name)
    for part in ("units", "garrisons", "routes", "pools"):
        tree[part] = tree[part][::-1]
    tree["places"] = dict(reversed(tree["places"].items()))
    tree["districts"] = dict(reversed(tree["districts"].items()))
    return scenario_of(tree)


def on_its_own(scenario: Scenario) -> Scenario:
    """The position without anything that reaches beyond its places: no transport limits, events or readings of all."""
    local = tuple(event for event in scenario.events if event.place or event.district)
    wide = {"eliminated_link": "theatre", "belgium_requirement": "rates"}
    return scenario.model_copy(
        update={
            "events": local, "rail_capacity": None, "sea_capacity": None, "moment": "own_turn",
            "rulings": scenario.rulings.model_copy(update=wide), "priorities": Priorities(),
        }
    )  # fmt: skip


def side_by_side(one: Scenario, other: Scenario) -> Scenario:
    """Two positions in one file that have nothing to do with each other."""
    first, second = tree_of(one), tree_of(other)
    far = own_names(other) | set(other.zones) | {pool.id for pool in other.pools} | {"metropolis", "isle", "main"}
    second = rewritten(second, lambda name: f"{name} far away" if name in far else name)
    for district in second["districts"].values():
        district["theatre"] = "main far away"
    for part in ("units", "garrisons", "routes", "pools", "events"):
        first[part] += second[part]
    for part in ("places", "districts", "zones"):
        first[part] |= second[part]
    return scenario_of(first)
