"""What rows of sums cost: gaps, triggers, fines, budgets and tiers, over many rows at once, in whole ticks."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt
from ledger_columns import Columns, Rows, scale_of

from models.problem import Check, Option, PenaltyGroup, Rounding, State
from planner.derive import Reading
from planner.rules.interface import Want

Mask = npt.NDArray[np.bool_]
Scaled = tuple[Rows, int]  # whole numbers, and how many of them make one
NEVER = 10_000


@dataclass
class Priced:
    """Which rows the budgets and triggers allow, and what each comes to."""

    allowed: Mask
    tiers: dict[str, Scaled]
    totals: dict[str, Scaled]


class Prices:
    """The reading's wants, groups, budgets and tiers, with scales in which everything is whole."""

    def __init__(
        self, reading: Reading, met: dict[str, list[tuple[int, ...]]], wanted: dict[tuple[int, int, State], int],
        options: list[Option],
    ) -> None:  # fmt: skip
        self.reading, self.met, self.wanted = reading, met, wanted
        duties = [d for o in options for c in o.credits for d in c.duties] + [d for o in options for d in o.raises]
        duties += [duty for allowance in reading.allowances() for duty in allowance.credit.duties]
        self.ticks = scale_of(
            [want.required for want in reading.wants] + [group.per for group in reading.groups]
            + [duty.amount for duty in duties]
        )  # fmt: skip
        money = [group.price for group in reading.groups]
        money += [group.price / group.per / self.ticks for group in reading.groups]
        for budget in reading.budgets:
            money += [budget.opening, *budget.income, *(most for most in budget.carried if most is not None)]
        money += [draw.amount for option in options for draw in option.draws]
        money += [amount for option in options for _, amount in option.spends]
        self.coin = scale_of(money)
        self.scales = {
            "covered": self.ticks, "paired": self.ticks, "raised": self.ticks, "drawn": self.coin, "spent": self.coin,
            "tied": scale_of(option.tied for option in options),
        }  # fmt: skip

    def of(self, rows: Rows, columns: Columns) -> Priced:
        """Price many rows."""
        gaps, fired = self._gaps(rows, columns)
        fines = [self._fine(group, sum_of(gaps, self._members(g), len(rows))) for g, group in enumerate(self.groups)]
        allowed = self._unlocked(rows, columns, fired)
        fines = self._settle(rows, columns, fines, allowed)
        totals: dict[str, Scaled] = {}
        for currency in self.reading.book.currencies:
            mine = [g for g, group in enumerate(self.groups) if group.counted and group.currency == currency]
            totals[currency] = (sum_of(fines, mine, len(rows)), self.coin)
        return Priced(allowed, self._tiers(rows, columns, fines), totals)

    @property
    def groups(self) -> tuple[PenaltyGroup, ...]:
        """The penalty groups."""
        return self.reading.groups

    def _members(self, group: int) -> list[int]:
        return [n for n, groups in enumerate(self.reading.groups_of) for g in groups if g == group]

    def _gaps(self, rows: Rows, columns: Columns) -> tuple[list[Rows], dict[str, Rows]]:
        """What is missing of every want, turn by turn, since what is done or met in one turn counts in the next."""
        fired: dict[str, Rows] = defaultdict(lambda: np.full(len(rows), NEVER))
        for key in columns.number:
            if key[0] == "fired":
                taken = np.where(columns.of(rows, key) > 0, key[2], NEVER)
                fired[key[1]] = np.minimum(fired[key[1]], taken)
        gaps = [np.zeros(len(rows), dtype=np.int64)] * len(self.reading.wants)
        for turn in range(self.reading.turns):
            met_now: dict[str, list[Mask]] = defaultdict(list)
            for name, sets in self.met.items():
                for numbers in sets:
                    if numbers and max(self.reading.wants[n].turn for n in numbers) == turn:
                        every = [self._short(rows, columns, n) <= 0 for n in numbers]
                        met_now[name].append(np.logical_and.reduce(every))
            for n, want in enumerate(self.reading.wants):
                if want.turn == turn:
                    short = np.maximum(0, self._short(rows, columns, n))
                    gaps[n] = np.where(_due(want, fired, len(rows)), short, 0)
            for name, masks in met_now.items():
                fired[name] = np.minimum(fired[name], np.where(np.logical_or.reduce(masks), turn, NEVER))
        return gaps, fired

    def _short(self, rows: Rows, columns: Columns, n: int) -> Rows:
        """Required and raised, less what is covered; what counts in pairs counts in whole ones."""
        required = columns.ticks(("covered", n), self.reading.wants[n].required)
        pairs = columns.of(rows, ("paired", n)) // self.ticks * self.ticks
        return required + columns.of(rows, ("raised", n)) - columns.of(rows, ("covered", n)) - pairs

    def _fine(self, group: PenaltyGroup, gap: Rows) -> Rows:
        """The price of a gap, in coins; where it is capped, of no more than the cap."""
        if group.raid is not None and group.raid.total is not None:
            gap = np.minimum(gap, group.raid.total * self.ticks)
        per = _whole(group.per * self.ticks)
        if group.rounding is Rounding.PROPORTIONAL:
            return gap * _whole(group.price / group.per / self.ticks * self.coin)
        steps = -(-gap // per) if group.rounding is Rounding.STARTED else gap // per
        return steps * _whole(group.price * self.coin)

    def _unlocked(self, rows: Rows, columns: Columns, fired: dict[str, Rows]) -> Mask:
        allowed = np.ones(len(rows), dtype=bool)
        for key in columns.number:
            if key[0] == "needs":
                allowed &= (columns.of(rows, key) == 0) | (fired[key[1]] <= key[2])
        return allowed

    def _settle(self, rows: Rows, columns: Columns, fines: list[Rows], allowed: Mask) -> list[Rows]:
        """Book turn after turn; fines come last. Who draws with care may not leave less than nothing."""
        budgets = self.reading.budgets
        paid = list(fines)
        held = [np.full(len(rows), _whole(budget.opening * self.coin)) for budget in budgets]
        for turn in range(self.reading.turns):
            for b, budget in enumerate(budgets):
                carried = held[b] if budget.carries else np.zeros(len(rows), dtype=np.int64)
                if turn and budget.carries and budget.carried and budget.carried[turn] is not None:
                    carried = np.minimum(carried, _whole(budget.carried[turn] * self.coin))
                held[b] = carried + _whole(budget.income[turn] * self.coin) - columns.of(rows, ("drawn", b, turn))
            for g, group in enumerate(self.groups):
                if group.turn == turn and group.counted and group.paid_from:
                    left = fines[g]
                    for b in group.paid_from:
                        part = np.minimum(left, np.maximum(0, held[b]))
                        held[b], left = held[b] - part, left - part
                    if all(budgets[b].waivable for b in group.paid_from):
                        paid[g] = fines[g] - left
                    else:
                        held[group.paid_from[0]] = held[group.paid_from[0]] - left
            for b in range(len(budgets)):
                allowed &= (held[b] >= 0) | (columns.of(rows, ("guarded", b, turn)) == 0)
        return paid

    def _tiers(self, rows: Rows, columns: Columns, fines: list[Rows]) -> dict[str, Scaled]:
        found: dict[str, Scaled] = {}
        for tier in self.reading.tiers:
            rates = dict(tier.currencies)
            parts: list[tuple[Rows, Fraction]] = []
            for g, group in enumerate(self.groups):
                if group.counted and group.currency in rates:
                    parts.append((fines[g], group.weight * rates[group.currency] / self.coin))
            for currency, rate in rates.items():
                parts.append((columns.of(rows, ("spent", currency)), rate / self.coin))
            if tier.strength:
                parts.append((columns.of(rows, ("tied",)), Fraction(1, self.scales["tied"])))
            if tier.moves:
                parts.append((columns.of(rows, ("moves",)), Fraction(1)))
            if tier.changes:
                for key, count in self.wanted.items():
                    went = columns.of(rows, ("went", *key))
                    parts.append((np.maximum(0, count - went), Fraction(1)))
            scale = scale_of(rate for _, rate in parts)
            value = np.zeros(len(rows), dtype=np.int64)
            for amounts, rate in parts:
                value = value + amounts * _whole(rate * scale)
            found[tier.name] = (value, scale)
        return found


def _due(want: Want, fired: dict[str, Rows], size: int) -> Mask:
    """In force: not waived before the check, and not waiting for something that has not come about before it."""
    last = want.turn - 1 if want.check is Check.OWN_INITIAL else want.turn
    due = np.ones(size, dtype=bool)
    if want.waived_by:
        due &= fired[want.waived_by] > last
    if want.due_after:
        due &= fired[want.due_after] <= last
    return due


def sum_of(parts: list[Rows], numbers: list[int], size: int) -> Rows:
    """The sum of some of the parts."""
    total = np.zeros(size, dtype=np.int64)
    for number in numbers:
        total = total + parts[number]
    return total


def _whole(amount: Fraction) -> int:
    assert amount.denominator == 1, amount
    return int(amount)
