"""Which model a scenario file is read into: by its `ruleset` key."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from models.pg2 import Campaign
from models.pg2_misfits import campaign_misfits
from models.position import Position
from models.scenario import Scenario, misfits
from planner.load.anatomy import tables_of
from planner.load.checking import MisfitLike
from planner.load.parts import Document
from planner.load.problems import shown

DEFAULT = "europa"


@dataclass(frozen=True)
class Ruleset:
    """The scenario model of a rulebook, and how the parts of such a scenario are held against one another."""

    model: type[Position]
    misfits: Callable[[Any], Iterable[MisfitLike]]


RULESETS: dict[str, Ruleset] = {
    "europa": Ruleset(Scenario, misfits),
    "pg2": Ruleset(Campaign, campaign_misfits),
}
KEYED = frozenset(  # tables of things by their name, whatever the rulebook
    name for ruleset in RULESETS.values() for name, shape in tables_of(ruleset.model).items() if shape == "entries"
)


def ruleset_of(document: Document) -> Ruleset:
    """The ruleset that a document names; an unknown one is noted, and the rest is read by the likeliest."""
    named = document.tree.get("ruleset", DEFAULT)
    if isinstance(named, str) and named.strip() in RULESETS:
        return RULESETS[named.strip()]
    known = " or ".join(RULESETS)
    document.complain(("ruleset",), f"is {shown(named)}: no such rulebook; write {known}", lost=True)
    return RULESETS[next(iter(get_close_matches(str(named), RULESETS, n=1, cutoff=0.4)), DEFAULT)]


def scenario_from_json(text: str) -> Position:
    """The scenario that `model_dump_json` wrote."""
    tree: Mapping[str, Any] = json.loads(text)
    return RULESETS[tree["ruleset"]].model.model_validate_json(text)
