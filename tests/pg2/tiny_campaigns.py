"""Tiny campaigns: three territories next to one of the enemy's, and one part for each decision that the rules leave."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from models.pg2 import Campaign
from planner.load import scenario_from_tree

TURN = "Jun 1 42"
Tree = dict[str, Any]
HARBOUR = {"objectives": 6, "port": "major", "air_base": "yes"}


def maybe(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Tree]:
    """Any of these fields, or none of them."""
    return st.fixed_dictionaries({}, optional=fields)


places = st.sampled_from(["a1", "a2", "b1"])
home = st.fixed_dictionaries(
    {"objectives": st.sampled_from([2, 3, 4])},
    optional={
        "value": st.integers(0, 3), "city": st.sampled_from(["none", "minor", "major"]), "stack": st.integers(1, 2),
        "bombing": st.sampled_from([5, 10]), "fortify": st.sampled_from([200, 400]), "weight": st.integers(1, 2),
        "air_base": st.just("yes"), "port": st.sampled_from(["minor", "major"]),
    },
)  # fmt: skip
formation = st.builds(
    lambda at, kind, units, more: {"at": at, "type": kind, "nation": "c", "units": units, "xp": 100} | more,
    places, st.sampled_from(["infantry", "mobile", "light"]), st.sampled_from(["infantry 1", "infantry 3"]),
    maybe(condition=st.sampled_from(["entrenched", "routed"]), xp=st.just(80), readiness=st.sampled_from([0, 2])),
)  # fmt: skip
rulings = maybe(
    damage_model=st.sampled_from(["presence", "objective_cover"]),
    sabotage_reaction=st.sampled_from(["none", "adjacent_ready"]),
    garrison_creation=st.sampled_from(["logistics", "orders"]),
    frontier_held_by=st.sampled_from(["formation", "any_force"]),
    scout_covers=st.sampled_from(["true", "false"]), fixed_units_defend=st.sampled_from(["true", "false"]),
    attach_needs_infantry=st.just("false"), garrison_split=st.just("true"), coastal_limit=st.just("shared"),
)  # fmt: skip


def division(at: str = "a1", **more: Any) -> Tree:
    """A division with nothing to learn."""
    return {
        "id": f"div {more.get('units', '')}{at}".replace("; ", " and "),
        "at": at,
        "nation": "c",
        "units": "infantry 2",
        "xp": 100,
    } | more


PARTS: tuple[Tree, ...] = (  # what a campaign may have besides: one part for each decision that the rules leave open
    {},
    {"formations": [division(full="infantry 3; artillery 1")], "reserves": {"r": {"units": "infantry 1; artillery 1"}}},
    {"force_pool": [{"id": "new", "nation": "c", "home": ["c1"], "core": "infantry 2"}],
     "formations": [division(may_detach="infantry 1")], "reserves": {"r": {"units": "infantry 1"}}},
    {"formations": [division(may_disband="yes"), division(units="infantry 1", full="infantry 2")]},
    {"formations": [division(kind="army", divisions=1, units="artillery 1"), division(joins="div artillery 1a1")]},
    {"formations": [division(kind="army", units="artillery 1"), division(army="div artillery 1a1")]},
    {"force_pool": [{"id": "new", "nation": "c", "kind": "army", "home": ["a1"], "divisions": ["div a1"]}],
     "formations": [division()], "rulings": {"army_min_divisions": "1"}},
    {"formations": [division(attacks="enemy", at="b1")], "borders": [{"from": "b1", "to": "enemy"}]},
    {"formations": [division(invades="enemy", at="c1", units="marine 1")]},
    {"formations": [division(units="paratroop 2", attacks="enemy", at="c1")],
     "air_transports": [{"id": "Ju", "at": "c1", "count": 3, "range": 9}]},
    {"formations": [division(units="infantry 1; artillery 1", towed=1)], "rulings": {"untransported_gun": "block"}},
    {"garrisons": [{"id": "scout", "type": "recon", "at": "reserve:r"}, {"id": "post", "at": "a1"}]},
    {"garrisons": [{"id": "fort", "kind": "island", "at": "i1", "xp": 80}], "territories": {"i1": {"invasion": "yes"}}},
    {"garrisons": [{"id": "fort", "kind": "island", "type": "aa", "at": "reserve:r"}]},
    {"fixed": [{"id": "gun", "kind": "coastal", "at": "reserve:r", "strength": 5}],
     "territories": {"i1": {"coast": 8, "invasion": "yes"}}},
    {"fixed": [{"id": "heavy", "kind": "heavy_coastal", "at": "reserve:r"}], "territories": {"c1": {"coast": 8}}},
    {"air_transports": [{"id": "Ju", "at": "c1", "count": 1, "range": 1}]},
    {"reserves": {"r": {"pp": 420, "commandos": 1, "units": "infantry 2"}}},
)  # fmt: skip


def merged(tree: Tree, part: Tree) -> Tree:
    """A part laid over a tree: tables are joined, lists are lengthened."""
    found = dict(tree)
    for key, value in part.items():
        there = found.get(key)
        both = isinstance(value, dict) and isinstance(there, dict)
        found[key] = merged(there or {}, value) if both else (there or []) + value if isinstance(value, list) else value
    return found


@st.composite
def campaigns(draw: st.DrawFn, horizon: int = 1) -> Campaign:
    """Three territories next to one of the enemy's, a home, an island, a few units, some partisans, and one part."""
    tree: Tree = {
        "ruleset": "pg2", "turn": TURN, "horizon": horizon,
        "fronts": {"f": {"oil": draw(st.sampled_from(["supplied", "restricted"]))}},
        "nations": {
            "a": {"side": "allied", "partisans": {
                "divisions": draw(st.integers(1, 2)), "units": draw(st.integers(1, 3)),
                "pool": draw(st.sampled_from([0, 25])),
            }},
            "b": {"side": "allied", "partisans": {"divisions": 1, "units": draw(st.integers(0, 3))}},
            "c": {"side": "axis"},
        },
        "territories": {
            "a1": {"front": "f", "nation": "a", "controller": "axis"} | draw(home),
            "a2": {"front": "f", "nation": "a", "controller": "axis"} | draw(home),
            "b1": {"front": "f", "nation": "b", "controller": "axis"} | draw(home),
            "c1": {"front": "f", "nation": "c", "controller": "axis"} | HARBOUR,
            "i1": {"front": "f", "nation": "b", "controller": "axis", "objectives": 2, "terrain": "island"},
            "enemy": {"front": "f", "nation": "b", "controller": "allied"},
        },
        "borders": [
            {"from": "a1", "to": "a2", "terrain": draw(st.sampled_from(["open", "rough"]))},
            {"from": "a2", "to": "b1"}, {"from": "a1", "to": "c1"},
            {"from": draw(st.sampled_from(["a1", "a2"])), "to": "enemy"},
        ],
        "reserves": {"r": {"fronts": ["f"], "pp": draw(st.sampled_from([0, 300]))}},
        "formations": [{"id": f"div {n}"} | draw(formation) for n in range(draw(st.integers(0, 1)))],
        "garrisons": [
            {"id": f"guard {n}", "at": draw(st.sampled_from(["a1", "b1", "reserve:r"]))}
            for n in range(draw(st.integers(0, 2)))
        ],
        "fixed": [{"id": "flak", "kind": "aa", "at": "a1"}] if draw(st.booleans()) else [],
        "rulings": draw(rulings),
    }  # fmt: skip
    scenario = scenario_from_tree(merged(tree, draw(st.sampled_from(PARTS))))
    assert isinstance(scenario, Campaign)
    return scenario
