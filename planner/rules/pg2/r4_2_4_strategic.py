"""4.2.4 Strategic movement: any distance, into the same or an adjacent front, under oil limits from city to city."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.pg2_map import Size
from planner.rules.interface import BudgetSpec, Rule
from planner.rules.pg2.board import FORMED_STRENGTH, Board
from planner.rules.pg2.tokens import Token

ARMY = Fraction(4)  # stacking points of an army, the capacity of a major city
CAPACITY = {Size.MAJOR: ARMY, Size.MINOR: Fraction(1), Size.NONE: Fraction(0)}  # 4.2.4.1
Draws = tuple[tuple[str, int, Fraction, bool], ...]


def destinations(board: Board, start: str, turn: int) -> Iterator[str]:
    """The territories of ours that a strategic move can reach."""
    if not _open(board, start, turn):
        return
    for end in board.ours:
        if end != start and in_reach(board, start, end) and _open(board, end, turn):
            yield end


def _open(board: Board, key: str, turn: int) -> bool:
    return board.territories[key].city is not Size.NONE or not board.restricted(key, turn)


def in_reach(board: Board, start: str, end: str) -> bool:
    """The same or an adjacent front; off the map one step at a time (4.2.4.2, 4.2.4.3)."""
    fronts = board.campaign.fronts
    here, there = board.territories[start].front, board.territories[end].front
    if fronts[here].off_map and fronts[there].off_map:
        return end in board.sides[start]
    return here == there or there in fronts[here].adjacent or here in fronts[there].adjacent


def size(board: Board, token: Token) -> Fraction:
    """What a mover takes of a city's capacity: divisions, and small units by their share of 30 strength."""
    if token.kind == "formation":
        return Fraction(token.stacking)
    sixths = board.rulings.garrison_move_size == "sixth"
    return Fraction(token.strength, FORMED_STRENGTH) if sixths else Fraction(1)


def uses_of_cities(board: Board, token: Token, start: str, end: str, turn: int) -> Draws:
    """What a strategic move takes of the capacity of restricted cities at both ends."""
    shared = board.rulings.oil_city_capacity == "in_plus_out"
    ends = ((start, "oil" if shared else "oil_out"), (end, "oil" if shared else "oil_in"))
    return tuple((f"{kind}:{key}", turn, size(board, token), True) for key, kind in ends if board.restricted(key, turn))


def budgets(board: Board) -> Iterator[BudgetSpec]:
    """The capacity of every city that a restricted move may use."""
    kinds = ("oil",) if board.rulings.oil_city_capacity == "in_plus_out" else ("oil_in", "oil_out")
    for key in board.ours:
        if not any(board.restricted(key, turn) for turn in board.turns):
            continue
        most = CAPACITY[board.territories[key].city]
        for kind in kinds:
            label = f"Strategic moves through {board.name(key)} under oil limits"
            yield BudgetSpec(f"{kind}:{key}", "4.2.4.1", label, (most,) * len(board.turns), carries=False, limit=True)


RULE = Rule(id="4.2.4", title="Strategic movement", budgets=budgets)
