"""An integer linear program in whole ticks: what every solver understands and no rule knows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

ROW_LIMIT = 2**31  # beyond this CP-SAT 9.15 has been seen to certify wrong optima
OBJECTIVE_LIMIT = 2**53  # beyond this a double cannot hold the value

Term = tuple[int, int]  # variable, coefficient


class NotExact(Exception):  # noqa: N818 - it says what is the matter
    """The numbers of a scenario do not fit the solver's whole numbers; the message says which."""


@dataclass(frozen=True, slots=True)
class Row:
    """low <= sum of coefficient x variable <= high, either end open."""

    terms: tuple[Term, ...]
    low: int | None
    high: int | None


@dataclass(frozen=True, slots=True)
class Objective:
    """Something to minimise: (sum of coefficient x variable + constant) / scale."""

    name: str
    terms: tuple[Term, ...]
    constant: int
    scale: int
    least: int  # ticks that no solution can undercut
    most: int  # ticks that no solution can exceed

    def exact(self, ticks: int) -> Fraction:
        """The value in the game's own units."""
        return Fraction(ticks + self.constant, self.scale)

    def ticks(self, value: Fraction) -> int:
        """The ticks of a value in the game's own units."""
        return int(value * self.scale) - self.constant


@dataclass(slots=True)
class Program:
    """Variables with finite bounds, rows, and objectives in order."""

    low: list[int] = field(default_factory=list)
    high: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    objectives: list[Objective] = field(default_factory=list)
    decisions: int = 0  # the first so many variables decide, the others follow from them; 0: all decide

    def variable(self, low: int, high: int, name: str) -> int:
        """Add an integer variable."""
        if not (-ROW_LIMIT < low <= high < ROW_LIMIT):
            raise NotExact(f"{name} would range from {low} to {high}; the file's numbers are too large or too fine")
        self.low.append(low)
        self.high.append(high)
        self.names.append(name)
        return len(self.low) - 1

    def row(self, terms: Iterable[Term], low: int | None = None, high: int | None = None) -> None:
        """Add a linear row; coefficients must be whole, and their sum must stay where the solver is sound."""
        kept = tuple((variable, coefficient) for variable, coefficient in terms if coefficient)
        reach = 0
        for variable, coefficient in kept:
            if type(coefficient) is not int:
                raise NotExact(f"coefficient {coefficient!r} of {self.names[variable]} is not a whole number")
            reach += abs(coefficient) * max(abs(self.low[variable]), abs(self.high[variable]))
        if reach >= ROW_LIMIT or any(end is not None and abs(end) >= ROW_LIMIT for end in (low, high)):
            raise NotExact(f"a row over {self.names[kept[0][0]] if kept else 'nothing'} reaches {reach} ticks")
        self.rows.append(Row(kept, low, high))

    def objective(
        self, name: str, terms: Iterable[tuple[int, Fraction]], constant: Fraction = Fraction(0),
        together: Iterable[tuple[Sequence[int], int]] = (),
    ) -> None:  # fmt: skip
        """Add something to minimise, after everything added before; `together` are variables with a limited sum."""
        merged: dict[int, Fraction] = {}
        for variable, coefficient in terms:
            merged[variable] = merged.get(variable, Fraction(0)) + coefficient
        scale = common_scale([*merged.values(), constant])
        whole = {variable: int(value * scale) for variable, value in merged.items() if value}
        least, most = self._span(whole, together)
        if max(abs(least), abs(most)) >= OBJECTIVE_LIMIT:
            raise NotExact(f"the objective {name} reaches {max(abs(least), abs(most))} ticks")
        self.objectives.append(Objective(name, tuple(whole.items()), int(constant * scale), scale, least, most))

    def _span(self, whole: dict[int, int], together: Iterable[tuple[Sequence[int], int]]) -> tuple[int, int]:
        """Between which values a sum must lie."""
        least = most = 0
        free = dict(whole)
        for variables, number in together:
            coefficients = [free.pop(variable) for variable in variables if variable in free]
            least += number * min(0, min(coefficients, default=0))
            most += number * max(0, max(coefficients, default=0))
        for variable, coefficient in free.items():
            ends = (coefficient * self.low[variable], coefficient * self.high[variable])
            least += min(ends)
            most += max(ends)
        return least, most

    def admits(self, solution: Sequence[int]) -> bool:
        """Whether a solution keeps every bound and every row."""
        if any(not low <= value <= high for low, value, high in zip(self.low, solution, self.high, strict=True)):
            return False
        for row in self.rows:
            total = self.value(row.terms, solution)
            if (row.low is not None and total < row.low) or (row.high is not None and total > row.high):
                return False
        return True

    def value(self, terms: Sequence[Term], solution: Sequence[int]) -> int:
        """What a sum of terms comes to in a solution."""
        return sum(coefficient * solution[variable] for variable, coefficient in terms)


def common_scale(amounts: Iterable[Fraction]) -> int:
    """The least whole number of ticks in one that makes every amount whole."""
    return lcm(*{amount.denominator for amount in amounts}, 1)
