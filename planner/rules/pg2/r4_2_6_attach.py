"""4.2.6.2 Attach formation: a division joins an army where both come to stand, and both share the lower condition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from models.pg2_forces import Condition
from models.problem import Act, State
from planner.rules.interface import BudgetSpec, Rule, Step
from planner.rules.pg2.board import Board, place_of
from planner.rules.pg2.conditions import ABLE, RANK, after_move, condition_in, usual
from planner.rules.pg2.r4_2_4_strategic import Draws, destinations, uses_of_cities
from planner.rules.pg2.tokens import Token

LEVELS = (Condition.MOBILE, Condition.READY, Condition.ORGANIZING)
WITH_THE_ARMY = " with the army"
TAKING_IN = "taking in a division that is "


def shared(step: Step) -> Condition | None:
    """The condition that an attached division, or an army that takes one in, shares; None for other orders."""
    told = step.how.removesuffix(WITH_THE_ARMY) if step.act is Act.ATTACH else step.how
    if step.act is not Act.ATTACH and TAKING_IN not in told:
        return None
    return Condition(told.split(";")[0].split()[-1])


def ways_to_join(board: Board, token: Token, state: State, turn: int) -> Iterator[tuple[State, str, Draws, str]]:
    """Where, how and with what condition a division is attached to the army that it is to join (4.2.6.2)."""
    army = token.formation.joins if token.formation else None
    first = sorted(LEVELS, key=lambda level: level is not usual(board.armies[army])) if army else ()
    for end, moved, condition, used in _approaches(board, token, state, turn) if army else ():
        for level in first:
            if RANK[level] <= RANK[condition]:
                host = (f"host:{army}:{end}:{level}", turn, Fraction(1), True)
                why = f"joins {army}{' ' if moved else ''}{moved} and is {level} with it"
                yield end, f"{moved}{', ' if moved else ''}{level}{WITH_THE_ARMY}", (*used, host), why


def _approaches(board: Board, token: Token, state: State, turn: int) -> Iterator[tuple[State, str, Condition, Draws]]:
    """Staying, or moving up; and the condition in which it then is by itself."""
    place = place_of(state)
    now = condition_in(state, token.mobility)
    yield place, "", Condition.READY if now is Condition.ENTRENCHED else now, ()
    if now not in ABLE:
        return
    for end, terrain in board.sides[place].items():
        condition = after_move(token.mobility, terrain, board.short_of_oil(place))
        if end in board.ours and condition is not None:
            yield end, "after a tactical move", condition, ()
    for end in destinations(board, place, turn):
        used = uses_of_cities(board, token, place, end, turn)
        yield end, "after a strategic move", Condition.ORGANIZING, used


def joined_by(board: Board) -> Counter[str]:
    """How many divisions are to join each army."""
    return Counter(row.joins for row in board.campaign.formations if row.joins)


def hosting(board: Board, token: Token, step: Step, condition: Condition) -> Iterator[Step]:
    """An army's order, in whose condition divisions can join it; and the same order lowered by one that is worse."""
    joiners = joined_by(board)[token.id]
    if not joiners:
        yield step
        return
    for level in LEVELS:
        level_now = Condition.READY if condition is Condition.ENTRENCHED else condition
        if RANK[level] > RANK[level_now]:
            continue
        host = (f"host:{token.id}:{place_of(step.end)}:{level}", step.turn, Fraction(-joiners), False)
        hosted = replace(step, draws=(*step.draws, host))
        if level is not level_now:
            how = f"{step.how}; {TAKING_IN}{level}" if step.how else f"{TAKING_IN}{level}"
            hosted = replace(hosted, how=how, why=f"{step.why}; it shares the condition of who joins it")
        yield hosted


def budgets(board: Board) -> Iterator[BudgetSpec]:
    """In which condition an army that a division is to join stands where."""
    none = (Fraction(0),) * len(board.turns)
    for army in sorted(joined_by(board)):
        for place in board.ours:
            for level in LEVELS:
                label = f"{army} {level} in {board.name(place)}"
                yield BudgetSpec(f"host:{army}:{place}:{level}", "4.2.6.2", label, none, carries=False, limit=True)


RULE = Rule(id="4.2.6.2", title="Attaching divisions", budgets=budgets)
