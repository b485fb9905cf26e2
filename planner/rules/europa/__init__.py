"""The Europa rules, chapter by chapter; RULES lists every section in the order of the book."""

from __future__ import annotations

from models.rulings import Rulings
from planner.rules.europa import (
    r40_b_garrisons,
    r40_d_strength,
    r44_a1_activation,
    r44_a4_returns,
    r44_a5_removals,
    r44_a6_naval,
    r44_a7a_africa,
    r44_a7a_axis,
    r44_a7a_locales,
    r44_a7b_allied,
    r44_a_garrisons,
    r44_b_occupation,
    r44_no_mp,
    r51_a_placement,
    r51_b_changing,
    r51_b_leaving,
    r51_b_returning,
    r51_lines,
    r52_a_arrivals,
    r52_a_boxes,
    r52_a_limited,
    r52_a_pools,
    r52_a_replacing,
    r52_i_training,
    r52_j_soviet,
    tiers,
)
from planner.rules.europa.conditions import as_in
from planner.rules.europa.pieces import pieces
from planner.rules.europa.position import Position
from planner.rules.interface import Rule, Rulebook, without_condition

RULES: tuple[Rule[Position], ...] = (
    r44_no_mp.RULE,
    r44_a_garrisons.RULE,
    r44_a1_activation.RULE,
    r44_a4_returns.RULE,
    r44_a5_removals.RULE,
    r44_a6_naval.RULE,
    r44_a7a_axis.RULE,
    r44_a7a_locales.RULE,
    r44_a7a_africa.RULE,
    r44_a7b_allied.RULE,
    r44_b_occupation.RULE,
    r52_a_pools.RULE,
    r52_a_boxes.RULE,
    r52_a_replacing.RULE,
    r52_a_arrivals.RULE,
    r52_a_limited.RULE,
    r52_i_training.RULE,
    r52_j_soviet.RULE,
    r40_b_garrisons.RULE,
    r40_d_strength.RULE,
    r51_lines.RULE,
    r51_a_placement.RULE,
    r51_b_returning.RULE,
    r51_b_leaving.RULE,
    r51_b_changing.RULE,
)

EUROPA: Rulebook[Position] = Rulebook(
    name="Europa",
    rules=RULES,
    position=Position,
    pieces=pieces,
    standings=r44_no_mp.standings,
    presences=r44_no_mp.presences,
    indivisible=r44_a_garrisons.indivisible,
    name_of=Position.name,
    checks_past=r44_no_mp.checks_past,
    currencies=tiers.CURRENCIES,
    tiers=tiers.tiers,
    why_idle=r44_no_mp.why_idle,
    rulings=Rulings,
    place_of=lambda state: without_condition(state)[0],
    as_in=as_in,
)
