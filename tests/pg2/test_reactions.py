"""Ruling sabotage_reaction: formations in good order step into an attacked neighbour after the attacks are known."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest
from campaign_samples import campaign
from hypothesis import given
from hypothesis import strategies as st
from test_worst_case import solved

from models.pg2 import Campaign
from planner.audit import audit

ROW = [(n, n + 1) for n in range(6)]
REACTION = {"sabotage_reaction": "adjacent_ready"}


def land(size: int, borders: list[tuple[int, int]], divisions: int, ready: list[int], static: list[int]) -> Campaign:
    """Territories a1, a2, ... with borders, formations in good order and garrisons."""
    formations = [
        {"id": f"div {n}", "nation": "germany", "at": f"a{at + 1}", "units": {"infantry": 3}, "xp": 100}
        for n, at in enumerate(ready)
    ]
    return campaign(
        {"a": {"objectives": [2] * size, "divisions": divisions, "units": 3 * divisions}},
        borders=[{"from": f"a{i + 1}", "to": f"a{j + 1}"} for i, j in borders],
        formations=formations,
        garrisons=[{"id": f"guard {at}", "at": f"a{at + 1}"} for at in static],
        rulings=REACTION,
    )


def undefended_after_reactions(
    size: int, borders: list[tuple[int, int]], divisions: int, ready: list[int], static: list[int]
) -> int:
    """The most territories struck with nobody there, over all attacks, every formation going where it helps most."""
    next_to: dict[int, set[int]] = {at: {at} for at in range(size)}
    for i, j in borders:
        next_to[i].add(j)
        next_to[j].add(i)
    worst = 0
    for struck in (s for k in range(min(divisions, size) + 1) for s in combinations(range(size), k)):
        bare = set(struck) - set(static)
        saved = max(len(bare & set(gone)) for gone in product(*(next_to[at] for at in ready)))
        worst = max(worst, len(bare) - saved)
    return worst


@st.composite
def lands(draw: st.DrawFn) -> dict[str, Any]:
    size = draw(st.integers(2, 5))
    pairs = list(combinations(range(size), 2))
    places = st.integers(0, size - 1)
    return {
        "size": size,
        "borders": draw(st.lists(st.sampled_from(pairs), unique=True)),
        "divisions": draw(st.integers(1, 3)),
        "ready": draw(st.lists(places, max_size=3)),
        "static": draw(st.lists(places, unique=True, max_size=2)),
    }


@given(lands())
def test_the_audit_sends_everybody_where_he_helps_most(said: dict[str, Any]) -> None:
    """As it stands: 120 PPs for each territory that nobody reaches in time."""
    assert audit(land(**said)).totals["sabotage_pp"] == 120 * undefended_after_reactions(**said)


@pytest.mark.parametrize(("divisions", "formations", "worst"), [(1, 2, 120), (1, 3, 0), (2, 3, 120), (2, 4, 0)])
def test_a_row_of_seven_territories(divisions: int, formations: int, worst: int) -> None:
    """Well placed, three formations watch seven territories in a row against one division, four against two."""
    placed = (land(7, ROW, divisions, list(at), []) for at in combinations(range(7), formations))
    assert min(audit(scenario).totals["sabotage_pp"] for scenario in placed) == worst


def test_a_tactical_move_brings_a_formation_where_it_can_help() -> None:
    """From the first, third and last of seven in a row nobody reaches the fifth; one step puts it right."""
    scenario = land(7, ROW, 1, [0, 2, 6], [])
    assert audit(scenario).totals["sabotage_pp"] == 120
    _, totals = solved(scenario)
    assert totals["sabotage_pp"] == 0


def test_without_the_ruling_a_formation_guards_only_where_it_stands() -> None:
    """The default: three formations in a row of seven leave four territories open."""
    scenario = land(7, ROW, 1, [0, 3, 6], [])
    plain = scenario.model_copy(update={"rulings": scenario.rulings.model_copy(update={"sabotage_reaction": "none"})})
    assert audit(plain).totals["sabotage_pp"] == 120
    watched = land(7, ROW, 1, [1, 4, 5], [])
    assert audit(watched).totals["sabotage_pp"] == 0


def test_a_formation_that_hunts_partisans_stays_and_helps_nobody_else() -> None:
    """An organizing formation makes no reserve movement."""
    from models.plan import Order, Plan

    scenario = land(2, [(0, 1)], 1, [0], [])
    assert audit(scenario).totals["sabotage_pp"] == 0
    hunt = Plan(turn="Jun 1 42", turns=1, orders=(Order(unit="div 0", turn="Jun 1 42", option="anti-partisan"),))
    assert audit(scenario, hunt).totals["sabotage_pp"] == 120
