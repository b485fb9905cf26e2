"""The campaign of Panzer General II, chapter 4; RULES lists its sections in the order of the book."""

from __future__ import annotations

from models.pg2_rulings import Pg2Rulings
from planner.rules.interface import Rule, Rulebook
from planner.rules.pg2 import (
    r4_1_formations,
    r4_1_replacements,
    r4_1_transport,
    r4_2_4_air,
    r4_2_4_strategic,
    r4_2_6_attach,
    r4_2_6_detach,
    r4_2_orders,
    r4_4_frontier,
    r4_6_fixed,
    r4_6_garrisons,
    r4_7_partisans,
    spots,
    tiers,
)
from planner.rules.pg2.board import Board, place_of
from planner.rules.pg2.cards import CARDS
from planner.rules.pg2.remarks import remarks
from planner.rules.pg2.showing import SHOWING
from planner.rules.pg2.tokens import pieces

RULES: tuple[Rule[Board], ...] = (
    r4_1_formations.RULE,
    r4_1_transport.RULE,
    r4_1_replacements.RULE,
    r4_2_orders.RULE,
    r4_2_4_strategic.RULE,
    r4_2_4_air.RULE,
    r4_2_6_attach.RULE,
    r4_2_6_detach.RULE,
    r4_4_frontier.RULE,
    r4_6_garrisons.RULE,
    r4_6_fixed.RULE,
    r4_7_partisans.RULE,
)

PG2: Rulebook[Board] = Rulebook(
    name="Panzer General II campaign",
    rules=RULES,
    position=Board,
    pieces=pieces,
    standings=spots.standings,
    presences=spots.presences,
    indivisible=lambda _board, _state: True,
    name_of=Board.name,
    checks_past=lambda _board, _turn: False,
    currencies=tiers.CURRENCIES,
    tiers=tiers.tiers,
    why_idle=spots.why_idle,
    showing=SHOWING,
    place_of=place_of,
    cards=CARDS,
    rulings=Pg2Rulings,
    as_in=r4_2_6_detach.as_in,
    remarks=remarks,
)
