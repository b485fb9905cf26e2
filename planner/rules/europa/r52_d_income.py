"""52.D and 52.E: what pools receive each turn, and when all that they held is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count, islice

from models.places import PlaceKind
from models.pools import Pool
from planner.rules.europa import r51_b_points, r52_d_soviet, r52_f_special, r52_j_drafts
from planner.rules.europa.position import LONG_AGO, Position, place_kind

TURNS_TO_RECOVER = 12  # 52.D.2.d.iv
VOLUNTEER_TURNS = 4  # 52.D.2


def incomes(position: Position, pool: Pool) -> list[Fraction]:
    """What a pool receives each turn: by its chart and by the file's dates."""
    found = []
    for turn in position.turns:
        dated = sum((sum_ for at, sum_ in pool.income.items() if position.scenario.offset(at) == turn), Fraction(0))
        cities = sum(
            (amount for city, amount in pool.cities.items() if produces(position, pool, city, turn)), Fraction(0)
        )
        found.append(dated + (pool.monthly + cities if _due(position, pool, turn) else 0))
    return found


def _due(position: Position, pool: Pool, turn: int) -> bool:
    """Whether a pool's regular income comes in a turn; what came this turn is in the pool already."""
    invaded = position.scenario.invaded
    if pool.points == "volunteer" and invaded is not None:
        return turn > 0 and turn in volunteer_turns(position)
    due = position.scenario.turn_at(turn).number in pool.paid_on and turn > 0
    if due and pool.nationality == "soviet" and invaded is not None:
        return turn > position.scenario.offset(invaded)  # 52.D.2
    return due


def volunteer_turns(position: Position) -> list[int]:
    """The first four even-numbered turns from the invasion on (52.D.2, ruling volunteer_first_turn)."""
    if position.scenario.invaded is None:
        return []
    first = position.scenario.offset(position.scenario.invaded)
    if position.rulings.volunteer_first_turn == "next_even":
        first += 1
    even = (turn for turn in count(first) if position.scenario.turn_at(turn).number % 2 == 0)
    return list(islice(even, VOLUNTEER_TURNS))


def produces(position: Position, pool: Pool, city: str, turn: int) -> bool:
    """Whether a replacement city gives its points to a pool: ours, not retaken within twelve turns (52.D.2.d.iv).

    While it is cut off it gives them to no pool but its own (52.D.2.d.ii).
    """
    if not position.owns(city, turn) or (pool.place != city and not position.supplied(city, turn)):
        return False
    since = position.owned_since(city, turn)
    retaken = pool.nationality == "soviet" and since > LONG_AGO and turn - since < TURNS_TO_RECOVER
    return not retaken


def _cut_off(position: Position) -> Iterator[tuple[str, int, Fraction]]:
    """What isolated replacement cities of an MD make for the pools of their own (52.D.2.d.ii)."""
    own = {pool.place: pool for pool in position.scenario.pools if pool.level == "city" and pool.points == "inf"}
    for pool in position.scenario.pools:
        for city, amount in pool.cities.items() if pool.place is None else ():
            for turn in position.turns if city in own and city not in own[city].cities else ():
                isolated = not position.supplied(city, turn)
                if isolated and _due(position, pool, turn) and produces(position, own[city], city, turn):
                    yield own[city].id, turn, amount


def lost(position: Position, pool: Pool, turn: int) -> bool:
    """Whether what a pool held is lost: its city or factory, or every dot and major city of its MD (52.D.2.c.1, d)."""
    if pool.place is not None:
        return not position.owns(pool.place, turn)
    kinds = (PlaceKind.DOT, PlaceKind.MAJOR)
    cities = [c for c in position.cities_in(pool.district or "") if place_kind(position.places[c], *kinds)]
    soviet = pool.nationality == "soviet" and pool.level == "md"
    return soviet and bool(cities) and all(position.enemy_owns(city, turn) for city in cities)


OTHER_INCOME: tuple[Callable[[Position], Iterator[tuple[str, int, Fraction]]], ...] = (
    r52_f_special.income, r52_d_soviet.income, r52_j_drafts.income, _cut_off,
    r51_b_points.income,
)  # fmt: skip


def received_before_debts(position: Position) -> dict[str, list[Fraction]]:
    """What every pool receives each turn, with what other sections add."""
    found = {pool.id: incomes(position, pool) for pool in position.scenario.pools}
    for section in OTHER_INCOME:
        for name, turn, amount in section(position):
            if name in found and 0 <= turn < len(position.turns):
                found[name][turn] += amount
    return found


def repayments(position: Position) -> dict[str, list[Fraction]]:
    """What contingents repay of what they owed before: all that they receive, until nothing is owed (52.E)."""
    received, found = received_before_debts(position), {}
    for pool in position.scenario.pools:
        owed, found[pool.id] = pool.owes, [Fraction(0)] * len(position.turns)
        for turn in position.turns if pool.backed_by else ():
            found[pool.id][turn] = min(owed, max(Fraction(0), received[pool.id][turn]))
            owed -= found[pool.id][turn]
    return found


def all_incomes(position: Position) -> dict[str, list[Fraction]]:
    """What every pool receives each turn, less what contingents repay of what they owed before (52.E)."""
    found, repaid = received_before_debts(position), repayments(position)
    for pool in position.scenario.pools:
        for turn, amount in enumerate(repaid[pool.id] if pool.backed_by else ()):
            if position.rulings.contingent_repay == "divert":
                found[pool.id][turn] -= amount
            found[pool.backed_by or ""][turn] += amount
    return found
