"""What units do that are given no orders: the first thing that each can, as far as the limits of a turn leave room."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TypeVar

from models.problem import BY_ITSELF, Act, Budget, Option, rank_by_itself

W = TypeVar("W")


class Room:
    """What the limits of each turn still leave: three REs of replacements in a hex, one unit in a city."""

    def __init__(self, budgets: Sequence[Budget]) -> None:
        self._budgets = budgets
        self._left: dict[tuple[int, int], Fraction] = {}

    def book(self, option: Option, times: int = 1) -> None:
        """Take what an option draws on the limits of its turn."""
        for key, amount in self._drawn(option):
            self._left[key] = self._of(key) - amount * times

    def takes(self, option: Option) -> bool:
        """Whether an option still fits under the limits."""
        return all(self._of(key) >= amount for key, amount in self._drawn(option))

    def _drawn(self, option: Option) -> Iterable[tuple[tuple[int, int], Fraction]]:
        for draw in option.draws:
            budget = self._budgets[draw.budget]
            if draw.guarded and budget.limit and not budget.carries:
                yield (draw.budget, draw.turn), draw.amount

    def _of(self, key: tuple[int, int]) -> Fraction:
        return self._left.get(key, self._budgets[key[0]].income[key[1]])


def by_itself(ways: Iterable[W], act_of: Callable[[W], Act], option_of: Callable[[W], Option], room: Room) -> W:
    """What a unit without orders does: it comes in only where there is room, and whatever it does else it does."""
    ranked = sorted(ways, key=lambda way: rank_by_itself(act_of(way)))
    own = (way for way in ranked if act_of(way) in BY_ITSELF)
    return next((way for way in own if act_of(way) is not Act.ARRIVE or room.takes(option_of(way))), ranked[0])
