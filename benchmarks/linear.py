"""A linear program in whole coefficients, with objectives in order: what is handed to the peers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from planner.compile.program import Program

Term = tuple[int, int]  # column, coefficient


@dataclass(frozen=True, slots=True)
class Goal:
    """One tier: (sum of coefficient x column) / scale, plus a constant."""

    name: str
    terms: tuple[Term, ...]
    scale: int
    constant: Fraction = Fraction(0)

    def ticks(self, solution: Sequence[float]) -> int:
        """What a solution comes to, rounded to whole ticks."""
        return round(sum(coefficient * solution[column] for column, coefficient in self.terms))

    def exact(self, ticks: int) -> Fraction:
        """The value in the game's own units."""
        return Fraction(ticks, self.scale) + self.constant


@dataclass(slots=True)
class Linear:
    """Columns, rows, goals."""

    low: list[int] = field(default_factory=list)
    high: list[int] = field(default_factory=list)
    rows: list[tuple[tuple[Term, ...], int | None, int | None]] = field(default_factory=list)
    goals: list[Goal] = field(default_factory=list)

    def column(self, low: int, high: int) -> int:
        """Add a whole-numbered column."""
        self.low.append(low)
        self.high.append(high)
        return len(self.low) - 1

    def row(
        self, terms: Iterable[tuple[int, Fraction | int]], low: Fraction | int | None, high: Fraction | int | None
    ) -> None:
        """Add a row, made whole."""
        kept = [(column, Fraction(amount)) for column, amount in terms if amount]
        ends = [Fraction(end) for end in (low, high) if end is not None]
        scale = lcm(*(amount.denominator for _, amount in kept), *(end.denominator for end in ends), 1)
        self.rows.append(
            (
                tuple((column, int(amount * scale)) for column, amount in kept),
                None if low is None else int(low * scale),
                None if high is None else int(high * scale),
            )
        )

    def goal(self, name: str, terms: Iterable[tuple[int, Fraction]]) -> None:
        """Add something to minimise after everything before."""
        merged: dict[int, Fraction] = {}
        for column, amount in terms:
            merged[column] = merged.get(column, Fraction(0)) + amount
        scale = lcm(*(amount.denominator for amount in merged.values()), 1)
        whole = tuple((column, int(amount * scale)) for column, amount in merged.items() if amount)
        self.goals.append(Goal(name, whole, scale))


def of_program(program: Program) -> Linear:
    """Our own compiled program, as it stands."""
    found = Linear(list(program.low), list(program.high))
    found.rows = [(row.terms, row.low, row.high) for row in program.rows]
    found.goals = [
        Goal(each.name, each.terms, each.scale, Fraction(each.constant, each.scale)) for each in program.objectives
    ]
    return found
