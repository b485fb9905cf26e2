"""52.D and 52.E: what pools receive each turn, and when all that they held is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from models.places import PlaceKind
from models.pools import Pool
from planner.rules.europa import r52_d_soviet, r52_f_special, r52_j_drafts
from planner.rules.europa.position import LONG_AGO, Position, place_kind

TURNS_TO_RECOVER = 12  # 52.D.2.d.iv
OTHER_INCOME: tuple[Callable[[Position], Iterator[tuple[str, int, Fraction]]], ...] = (
    r52_f_special.income, r52_d_soviet.income, r52_j_drafts.income,
)  # fmt: skip


def incomes(position: Position, pool: Pool) -> list[Fraction]:
    """What a pool receives each turn: by its chart and by the file's dates."""
    found = []
    for turn in position.turns:
        dated = sum((sum_ for at, sum_ in pool.income.items() if position.scenario.offset(at) == turn), Fraction(0))
        due = position.scenario.turn_at(turn).number in pool.paid_on and turn > 0
        if due and pool.nationality == "soviet" and position.scenario.invaded is not None:
            due = turn > position.scenario.offset(position.scenario.invaded)  # 52.D.2
        cities = sum((amount for city, amount in pool.cities.items() if produces(position, city, turn)), Fraction(0))
        found.append(dated + (pool.monthly + cities if due else 0))
    return found


def produces(position: Position, city: str, turn: int) -> bool:
    """Whether a replacement city gives its points: ours, and not retaken within twelve turns (52.D.2.d.iv)."""
    if not position.owns(city, turn):
        return False
    since = position.owned_since(city, turn)
    return since <= LONG_AGO or turn - since >= TURNS_TO_RECOVER


def lost(position: Position, pool: Pool, turn: int) -> bool:
    """Whether what a pool held is lost: its city or factory, or every dot and major city of its MD (52.D.2.c.1, d)."""
    if pool.place is not None:
        return not position.owns(pool.place, turn)
    kinds = (PlaceKind.DOT, PlaceKind.MAJOR)
    cities = [c for c in position.cities_in(pool.district or "") if place_kind(position.places[c], *kinds)]
    soviet = pool.nationality == "soviet" and pool.level == "md"
    return soviet and bool(cities) and all(position.enemy_owns(city, turn) for city in cities)


def all_incomes(position: Position) -> dict[str, list[Fraction]]:
    """What every pool receives each turn, with what other sections add and what contingents repay (52.E)."""
    found = {pool.id: incomes(position, pool) for pool in position.scenario.pools}
    for section in OTHER_INCOME:
        for name, turn, amount in section(position):
            if name in found and 0 <= turn < len(position.turns):
                found[name][turn] += amount
    for pool in position.scenario.pools:
        owed = pool.owes
        for turn in position.turns if pool.backed_by else ():
            repaid = min(owed, max(Fraction(0), found[pool.id][turn]))
            owed -= repaid
            found[pool.id][turn] -= repaid
            found[pool.backed_by or ""][turn] += repaid
    return found
