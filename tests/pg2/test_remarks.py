"""Why a formation hunts partisans, or does not: said of every formation that stands where they can strike."""

from __future__ import annotations

from typing import Any

import pytest
from campaign_samples import campaign

from models.advice import Advice
from models.pg2 import Campaign
from models.settings import Settings
from planner.advise import advice_of
from planner.report.markdown import markdown_report
from planner.solving import solve_here


def advised(**division: Any) -> tuple[Campaign, Advice]:
    """A division in one of two territories of six objectives."""
    row = {"id": "1 Inf", "nation": "germany", "at": "a1", "units": "infantry 3", "xp": 100, **division}
    guards = [{"id": "guard", "at": "a2", "count": 6}]
    enemy = {"enemy": {"front": "west", "nation": "a", "controller": "allied"}}
    scenario = campaign(
        {"a": {"objectives": [6, 6], "divisions": 1, "units": 3}}, formations=[row], garrisons=guards,
        territories=enemy, borders=[{"from": "a1", "to": "enemy", "terrain": "open"}],
    )  # fmt: skip
    settings = Settings()
    return scenario, advice_of(scenario, settings, solve_here(scenario, settings), 0)


@pytest.mark.parametrize(
    ("division", "said"),
    [
        ({}, "1 Inf hunts partisans in A1: its 3 units cover 6 of 6 objectives instead of 3, at the price of 1"),
        ({"readiness": 0}, "its 3 units cover 6 of 6 objectives instead of 3, and it is not needed in Ops."),
        ({"units": "infantry 6"}, "1 Inf does not hunt partisans in A1: its 6 units cover 6 of 6 objectives as it is."),
        ({"attacks": "enemy"}, "1 Inf does not hunt partisans in A1: it attacks out of it and is gone when they come."),
        ({"condition": "routed"}, "1 Inf does not hunt partisans in A1: it has to reorganize."),
    ],
)  # fmt: skip
def test_the_advice_says_why(division: dict[str, Any], said: str) -> None:
    """In the advice and in the report."""
    scenario, advice = advised(**division)
    assert [line for line in advice.remarks if said in line]
    assert "## Why" in markdown_report(scenario, advice)


def test_where_the_partisans_strike_elsewhere_nobody_hunts() -> None:
    """Lyon is empty and suffers three units whatever the division does."""
    row = {"id": "1 Inf", "nation": "germany", "at": "a1", "units": "infantry 3", "xp": 100}
    scenario = campaign({"a": {"objectives": [6, 6, 6], "divisions": 1, "units": 3}}, formations=[row])
    advice = advice_of(scenario, Settings(), solve_here(scenario), 0)
    (line,) = advice.remarks
    assert "at worst they strike elsewhere and nothing would be saved" in line or "has moved there" in line


def test_who_holds_to_attack_is_listed_among_the_orders() -> None:
    """It stands guard nowhere: it will be gone when the partisans come."""
    scenario, advice = advised(attacks="enemy")
    text = markdown_report(scenario, advice)
    assert "- Hold: 1 Inf, to attack enemy" in text
    assert "1 Inf" not in text.partition("## Standing guard")[2].partition("##")[0]
