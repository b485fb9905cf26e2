"""One turn as its orders say: what everybody did, what was drawn on, and what that leads to. Whatever the rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from models.plan import Plan
from models.position import Position
from models.problem import State
from planner.audit.billing import Bills
from planner.audit.duties import Duties, count_duties
from planner.audit.ledger import Ledger
from planner.audit.replay import Replay, Taken, replay
from planner.derive import Reading
from planner.load.problems import BadInput, InputProblem
from planner.rules.interface import AnyPiece

AHEAD = 12  # turns to look ahead for what this turn's orders have set in motion
S = TypeVar("S", bound=Position)


@dataclass(frozen=True)
class Move:
    """What a counter did in the turn: where it will be, in how many turns, having spent MPs or not."""

    end: State
    lasts: int
    moved: bool
    piece: AnyPiece
    taken: Taken


@dataclass(frozen=True)
class Turned(Generic[S]):
    """One turn as it was played: this turn alone, and the same orders with what they lead to."""

    scenario: S
    now: Reading
    done: Replay
    duties: Duties
    ledger: Ledger
    ahead: Reading
    taken: Replay

    @property
    def moves(self) -> dict[str, Move]:
        """Every counter that took a step in the turn, by name."""
        return {
            each.unit: Move(each.option.end, each.option.lasts, each.step.spends_mp, each.piece, each)
            for each in self.of_this_turn() if each.unit and each.step is not None and each.piece is not None
        }  # fmt: skip

    def of_this_turn(self) -> Iterator[Taken]:
        """What was done in the turn, by units and by nobody."""
        return (each for each in self.taken.taken if each.option.turn == 0)

    def as_left_by(self, move: Move) -> AnyPiece:
        """A counter as its move leaves it."""
        return self.ahead.as_in(move.piece, move.end)[0]

    def drawn(self, budget: str) -> Fraction:
        """What this turn's orders take out of a budget, now or later; below zero where they bring something in."""
        number = self.ahead.budget_number.get(budget)
        return sum(
            (draw.amount * each.times for each in self.of_this_turn() for draw in each.option.draws
             if draw.budget == number), Fraction(0),
        )  # fmt: skip


def play(scenario: S, plan: Plan | None) -> Turned[S]:
    """Carry out this turn's orders; BadInput if they may not be."""
    now = Reading(scenario.model_copy(update={"horizon": 1}))
    done = replay(now, orders_of_this_turn(scenario, plan, 1) if plan else None)
    duties = count_duties(now, done)
    ledger = Ledger(now, done)
    ledger.close(Bills(now, duties).fines())
    broken = (*done.violations, *duties.violations, *ledger.violations)
    if broken:
        problems = [InputProblem("the plan", None, each.unit or each.turn, each.message) for each in broken]
        raise BadInput("the plan", problems)
    ahead = Reading(scenario.model_copy(update={"horizon": AHEAD}))
    taken = replay(ahead, orders_of_this_turn(scenario, plan, AHEAD) if plan else None)
    return Turned(scenario, now, done, duties, ledger, ahead, taken)


def orders_of_this_turn(scenario: Position, plan: Plan, turns: int) -> Plan:
    """A plan's first orders alone, over so many turns; duties of turns beyond that are left out."""
    longest, asked = (Reading(scenario.model_copy(update={"horizon": horizon})) for horizon in (AHEAD, turns))
    beyond = longest.number.keys() - asked.number.keys()
    orders = [
        order if order.duties is None else order.model_copy(
            update={"duties": {name: amount for name, amount in order.duties.items() if name not in beyond}}
        )
        for order in plan.orders if order.turn == str(scenario.turn)
    ]  # fmt: skip
    return Plan(turn=str(scenario.turn), turns=turns, orders=tuple(orders))
