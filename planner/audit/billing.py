"""Bills, each dated to its turn: what something loses bit by bit is billed turn by turn, until nothing is left."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from models.problem import ZERO, PenaltyGroup
from models.quantities import pretty
from planner.audit.duties import Duties
from planner.audit.pricing import Bill, bill
from planner.derive import Reading

Fine = tuple[int, int, Fraction]  # penalty group, turn, amount


@dataclass(frozen=True)
class DatedBill:
    """What a penalty group comes to in a turn."""

    group: int
    id: str
    turn: int
    bill: Bill


class Bills:
    """Every bill of a plan, in the order of the groups and of the turns."""

    def __init__(self, reading: Reading, duties: Duties) -> None:
        self.reading, self.duties = reading, duties
        self._members: dict[int, list[int]] = defaultdict(list)
        for n, groups in enumerate(reading.groups_of):
            for g in groups:
                self._members[g].append(n)
        self.nothing_left: set[int] = set()  # demands of things that had all been lost before their turn
        self.all = tuple(dated for g in range(len(reading.groups)) for dated in self._bills(g))

    def fines(self) -> Iterator[Fine]:
        """What pools have to pay, and when."""
        for dated in self.all:
            if self.reading.groups[dated.group].drawn:
                yield dated.group, dated.turn, dated.bill.amount

    def ids_for(self, n: int) -> tuple[str, ...]:
        """The bills in which the gap of a demand is counted."""
        turn = self.reading.wants[n].turn
        return tuple(self._name(g, turn) for g in self.reading.groups_of[n])

    def _name(self, g: int, turn: int) -> str:
        name = self.reading.groups[g].id
        return f"{name}:{turn}" if self._wears_down(g) else name

    def _wears_down(self, g: int) -> bool:
        raid = self.reading.groups[g].raid
        return raid is not None and raid.wears_down

    def _bills(self, g: int) -> Iterator[DatedBill]:
        group = self.reading.groups[g]
        if not self._wears_down(g):
            yield DatedBill(g, group.id, group.turn, self._bill(g, self.reading.turns))
            return
        before = Bill(ZERO, ZERO, "")
        for turn in sorted({self.reading.wants[n].turn for n in self._members[g]}):
            so_far = self._bill(g, turn)
            lost = so_far.amount - before.amount
            if before.amount == self._most(group):
                self.nothing_left.update(n for n in self._members[g] if self.reading.wants[n].turn == turn)
            where = self.reading.wants[self._members[g][0]].where
            arithmetic = self._arithmetic(group, where, lost, so_far.amount)
            yield DatedBill(g, self._name(g, turn), turn, Bill(so_far.gap - before.gap, lost, arithmetic))
            before = so_far

    def _bill(self, g: int, last: int) -> Bill:
        """What the gaps up to a turn come to."""
        wants, group = self.reading.wants, self.reading.groups[g]
        gaps = [(wants[n].where, self.duties.missing(n)) for n in self._members[g] if wants[n].turn <= last]
        return bill(group, gaps, self.reading.book.currencies[group.currency], self._covered)

    def _covered(self, name: str) -> Fraction:
        number = self.reading.number
        return self.duties.covered(number[name]) if name in number else ZERO

    def _most(self, group: PenaltyGroup) -> Fraction:
        return group.price * (group.raid.total or 0) if group.raid else ZERO

    def _arithmetic(self, group: PenaltyGroup, where: str, lost: Fraction, so_far: Fraction) -> str:
        """'1 at Dieppe x 1 fort level = 1, 2 of 2 by now; each weighs ⅓'."""
        word = self.reading.book.currencies[group.currency]
        line = f"{pretty(lost / group.price)} at {where} x {pretty(group.price)} {word} = {pretty(lost)}"
        line += f", {pretty(so_far)} of {pretty(self._most(group))} by now"
        return line + (f"; each weighs {pretty(group.weight)}" if group.weight != 1 else "")
