"""The guide to campaign files: every key and every ruling is in it, and its example works."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from pydantic import BaseModel

from models.pg2 import TIERS, Campaign, Pg2Priorities
from models.pg2_forces import FixedUnit, Formation, GarrisonUnit
from models.pg2_map import Border, Front, Moscow, Nation, Partisans, Territory
from models.pg2_reserves import AirTransport, PoolEntry, Reserve
from models.pg2_rulings import Pg2Rulings
from planner.audit import audit
from planner.load import load_scenario_text

DOC = (Path(__file__).parents[2] / "docs" / "rulebook_pg2.md").read_text("utf-8")
MODELS = (
    Campaign, Front, Nation, Partisans, Territory, Border, Moscow, Formation, GarrisonUnit, FixedUnit, Reserve,
    PoolEntry, AirTransport, Pg2Priorities, Pg2Rulings,
)  # fmt: skip


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_key_is_explained(model: type[BaseModel]) -> None:
    """Nobody has to read the code to find a key."""
    keys = {"from" if name == "start" else name for name in model.model_fields}
    assert not [key for key in keys if f"`{key}`" not in DOC and f"{key}:" not in DOC]


def test_every_choice_of_a_ruling_is_told_with_the_default_first() -> None:
    """The row of a ruling lists what may be written."""
    for name, field in Pg2Rulings.model_fields.items():
        (row,) = re.findall(rf"^\| `{name}` \| (.*) \|$", DOC, re.MULTILINE)
        choices = get_args(field.annotation)
        told = re.findall(r"`([^`]+)`", row.partition(":")[0])
        if choices:
            assert (told[0], set(told)) == (field.default, set(choices))
        else:
            assert str(field.default) in row


def test_every_tier_is_told() -> None:
    """In the order in which they are minimised."""
    assert re.findall(r"^\| `([a-z]+)` \|", DOC[DOC.index("## Tiers") :], re.MULTILINE)[: len(TIERS)] == list(TIERS)


def test_the_smallest_file_costs_what_the_guide_says() -> None:
    """Lyon is undefended: 120 PPs."""
    (example,) = re.findall(r"```yaml\n(.*?)```", DOC, re.DOTALL)
    assert audit(load_scenario_text(example)).penalties[0].turn == "Jun 1 42"
    per_turn = [line.amount for line in audit(load_scenario_text(example)).penalties if line.currency == "sabotage_pp"]
    assert per_turn == [120, 120]
