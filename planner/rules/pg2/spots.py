"""Where and when the checks of a turn find somebody who has taken a step.

The operations phase finds formations by territory and by what they are able to do, the battle phase finds whoever has
stayed, and the last logistics phase of the horizon finds what has been built up by then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from models.pg2_forces import Condition, Mobility
from models.problem import Act, Check, Option, State
from planner.rules.interface import Step, Want, with_condition, without_condition
from planner.rules.pg2.board import ENTRENCHED, GONE, HUNTING, ORGANIZING, POOL, Board, place_of
from planner.rules.pg2.conditions import ABLE, after_move, after_order, condition_in
from planner.rules.pg2.r4_2_6_attach import shared
from planner.rules.pg2.tokens import Token, TokenPiece

Spot = tuple[Check, int, State]
MOBILE_RESERVE = "mobile reserve"
BUILT_UP = {Act.TRAIN: "trained", Act.FORM_UP: "formed", Act.ATTACH: "joined"}


def standings(board: Board, piece: TokenPiece, step: Step) -> Iterator[Spot]:
    """The spots in which the checks see a piece that takes a step; what it has given up is gone from then on."""
    end, gone = without_condition(step.end)
    if not gone:
        yield from _standings(board, piece, step)
        return
    for check, turn, state in _standings(board, piece, replace(step, start=without_condition(step.start)[0], end=end)):
        yield check, turn, with_condition(state, gone)


def _standings(board: Board, piece: TokenPiece, step: Step) -> Iterator[Spot]:
    if piece.unit.kind == "formation":
        yield from _formation(board, piece.unit, step)
    elif step.act is Act.PLACE:
        if piece.unit.kind == "occupation" and board.rulings.garrison_creation == "orders":
            yield Check.BATTLE, step.turn, step.end
            yield Check.OPERATIONS, step.turn, step.end
        yield Check.LOGISTICS, step.turn, step.end
    elif step.act is not Act.WAIT:
        place = place_of(step.end)
        if step.act is Act.TRAIN:
            yield Check.LOGISTICS, board.last, f"{piece.unit.id} trained"
        yield Check.BATTLE, step.turn, place
        yield Check.OPERATIONS, step.turn, step.end
        yield Check.LOGISTICS, step.turn, place


def _formation(board: Board, token: Token, step: Step) -> Iterator[Spot]:
    if step.act in BUILT_UP:
        yield Check.LOGISTICS, board.last, f"{token.id} {BUILT_UP[step.act]}"
    if step.act is Act.RESUPPLY:
        yield Check.LOGISTICS, board.last, f"{token.id} takes {step.how}"
    if step.act in (Act.FORM_UP, Act.DISBAND) or step.start in (POOL, GONE):
        return
    if step.turn == board.last:
        yield Check.LOGISTICS, step.turn, f"{token.id} as it is"
    condition, place = condition_after(board, token, step), place_of(step.end)
    yield Check.OPERATIONS, step.turn, f"{token.id} {ability(board, token, step, condition)}"
    if not leaves(token, step):
        yield Check.OPERATIONS, step.turn, place + (ENTRENCHED if condition is Condition.ENTRENCHED else "")
        busy = "" if condition in ABLE else HUNTING if step.act is Act.HUNT else ORGANIZING
        yield Check.BATTLE, step.turn, place + busy


def leaves(token: Token, step: Step) -> bool:
    """Whether it will be gone when the battles come: it attacks or invades in Ops (4.7.3.2)."""
    attacks = token.formation is not None and token.formation.attacks is not None and step.turn == 0
    return step.act is Act.INVADE or attacks


def condition_after(board: Board, token: Token, step: Step) -> Condition:
    """The condition for Ops of somebody who takes an order."""
    start, end = place_of(step.start), place_of(step.end)
    if (level := shared(step)) is not None:
        return level
    if step.act is Act.TACTICAL:
        return after_move(token.mobility, board.sides[start][end], board.short_of_oil(start)) or Condition.ORGANIZING
    now = condition_in(step.start, token.mobility)
    return after_order(step.act, now) or Condition.ORGANIZING


def ability(board: Board, token: Token, step: Step, condition: Condition) -> str:
    """What it can do in Ops: as its condition says, or serve as a mobile reserve next to the enemy (4.3.3)."""
    moved = step.act is Act.TACTICAL or board.rulings.mobile_reserve_requires_move == "false"
    fully = Mobility.MOBILE in token.mobility and condition is Condition.MOBILE and not leaves(token, step)
    return MOBILE_RESERVE if fully and moved and board.enemies_next_to(place_of(step.end)) else condition


def presences(board: Board, step: Step) -> Iterator[Spot]:
    """Where somebody is in the battle phase, whether or not it counts there."""
    if step.act not in (Act.WAIT, Act.DISBAND, Act.FORM_UP):
        yield Check.BATTLE, step.turn, place_of(step.end)


def why_idle(want: Want, piece: TokenPiece, option: Option, state: State) -> str:
    """Why somebody who is there does not count."""
    if option.act is Act.PLACE:
        return "is placed in the Logistics Phase, after the battles"
    if option.act is Act.INVADE or (piece.unit.formation and piece.unit.formation.attacks and option.turn == 0):
        return "leaves in the Operations Phase"
    if not want.credit(piece, state):
        return "is of a kind that does not count here"
    return "is not needed here"
