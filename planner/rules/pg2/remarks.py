"""What a player of the campaign would ask about this turn's orders: who hunts partisans, who does not, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from models.plan import Order
from models.problem import Act
from planner.rules.pg2.board import Board, place_of
from planner.rules.pg2.conditions import ABLE, condition_in
from planner.rules.pg2.r4_2_orders import covered_by_hunting, readiness
from planner.rules.pg2.tokens import Token

MOVED = {Act.TACTICAL: "has marched there", Act.STRATEGIC: "has moved there", Act.FLY: "has been flown there"}
ORDERED = {
    Act.TRAIN: "trains instead, for nothing more would be covered", Act.RESUPPLY: "takes supplies instead",
    Act.REORGANIZE: "has to reorganize", Act.INVADE: "sails to invade", Act.DISBAND: "is disbanded",
    Act.ATTACH: "joins its army",
}  # fmt: skip


def remarks(board: Board, orders: list[Order], missing: Mapping[str, Fraction]) -> Iterator[str]:
    """One sentence for each formation that stands where partisans can strike this turn."""
    by_unit = {order.unit: order for order in orders}
    for row in board.campaign.formations:
        order = by_unit.get(row.id)
        place = place_of(order.to) if order else row.at
        if place not in board.occupied or not board.threat(board.territories[place].nation, 0).units:
            continue
        token = Token(row.id, row.name or row.id, "formation", formation=row)
        act = Act(order.option) if order else Act.HOLD
        yield (
            _why_it_hunts(board, token, place)
            if act is Act.HUNT
            else _why_not(board, token, act, place, order, missing)
        )


def _why_it_hunts(board: Board, token: Token, place: str) -> str:
    once, twice, objectives = covered_by_hunting(board, token, place, 0)
    worth = readiness(board, token, place, condition_in(place, token.mobility))
    price = f"at the price of {worth} readiness" if worth else "and it is not needed in Ops"
    covers = f"its {token.units} units cover {twice} of {objectives} objectives instead of {once}"
    return f"{token.name} hunts partisans in {board.name(place)}: {covers}, {price}."


def _why_not(
    board: Board, token: Token, act: Act, place: str, order: Order | None, missing: Mapping[str, Fraction]
) -> str:
    once, twice, objectives = covered_by_hunting(board, token, place, 0)
    name = f"{token.name} does not hunt partisans in {board.name(place)}:"
    if token.formation is not None and token.formation.attacks:
        return f"{name} it attacks out of it and is gone when they come."
    if act in MOVED or act in ORDERED:
        return f"{name} it {MOVED.get(act) or ORDERED[act]}."
    if condition_in(order.start if order else place, token.mobility) not in ABLE:
        return f"{name} it is organizing and may take no such order."
    if once == twice:
        return f"{name} its {token.units} units cover {once} of {objectives} objectives as it is."
    if not missing.get(f"objectives:{place}:0"):
        return f"{name} all {objectives} objectives are covered without that."
    more = f"it would cover {twice} of {objectives} objectives instead of {once}"
    return f"{name} {more}, but at worst they strike elsewhere and nothing would be saved."
