"""4.2.4.5 Air transport: from one friendly air base to another, stage by stage, a transport for each unit."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.pg2_forces import UnitType
from models.pg2_reserves import AirTransport
from models.problem import Act, State
from planner.rules.interface import BudgetSpec, Rule, Step
from planner.rules.pg2.board import Board, place_of
from planner.rules.pg2.conditions import ABLE, condition_in
from planner.rules.pg2.r4_2_4_strategic import in_reach
from planner.rules.pg2.r4_2_orders import accompanied, free_to_be_ordered, order
from planner.rules.pg2.r4_6_garrisons import posts, room_in_garrison
from planner.rules.pg2.tokens import Token, TokenPiece

LIGHT: frozenset[UnitType] = frozenset({"infantry", "engineer", "paratroop", "marine", "mountain", "specialist"})


def load(board: Board, token: Token) -> int:
    """Transports that somebody takes, one a unit; 0 if it has heavy equipment, which is not carried (4.4.5.3)."""
    if token.kind not in ("formation", "occupation", "island"):
        return 0  # fixed units
    kinds = token.formation.units if token.formation else (token.type,)
    if board.rulings.air_carries == "light" and not LIGHT.issuperset(kinds):
        return 0
    return token.units if token.kind == "formation" else token.fives


def flights(board: Board, transport: AirTransport, start: str) -> Iterator[str]:
    """The bases to which a unit can be flown: each stage within range, on the same or an adjacent front."""
    if not _base(board, start) or board.sides_between(transport.at, start) > transport.range:
        return
    landed, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        stages = [key for key in board.ours if _base(board, key) and key not in landed]
        for there in stages:
            if board.sides_between(here, there) <= transport.range:
                landed.add(there)
                waiting.append(there)
    yield from (end for end in board.ours if end in landed and end != start and in_reach(board, start, end))


def _base(board: Board, key: str) -> bool:
    return board.territories[key].air_base


def steps(board: Board, piece: TokenPiece, state: State, turn: int) -> Iterator[Step]:
    """Somebody at an air base is flown to another."""
    token, place = piece.unit, place_of(state)
    number = load(board, token) if board.campaign.air_transports and place in board.territories else 0
    for transport in board.campaign.air_transports if number else ():
        used = ((f"air:{transport.id}", turn, Fraction(number), True),)
        how = f"with {transport.id}"
        for end in flights(board, transport, place):
            if token.kind != "formation":
                if end in posts(board, token):
                    draws = (*room_in_garrison(board, token, end, turn), *used)
                    why = f"is flown to {board.name(end)} and guards it this turn already"
                    yield Step(Act.FLY, turn, state, end, rule="4.2.4.5", why=why, how=how, draws=draws)
            elif free_to_be_ordered(token, turn) and condition_in(state, token.mobility) in ABLE:
                why = f"takes {number} transports and is organizing after the flight, but there to defend"
                flown = order(board, token, Act.FLY, turn, state, end, "4.2.4.5", why, how, used)
                yield from accompanied(board, token, flown)


def budgets(board: Board) -> Iterator[BudgetSpec]:
    """How many units the transports carry each turn."""
    for row in board.campaign.air_transports:
        income = (Fraction(row.count),) * len(board.turns)
        label = f"Flights of {row.name or row.id}"
        yield BudgetSpec(f"air:{row.id}", "4.2.4.5", label, income, carries=False, points="flights")


RULE = Rule(id="4.2.4.5", title="Air transport", steps=steps, budgets=budgets)
