"""The program as arrays of whole numbers: solutions and bounds are checked against it exactly, and fast."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from planner.compile.program import Program, Term

Numbers = NDArray[np.int64]
Mask = NDArray[np.bool_]
NO_END = 2**62  # stands for an end of a row that is open; real ends are far smaller
SAFE = 2.0**62  # sums below this fit into 64 bits


@dataclass(frozen=True)
class Matrix:
    """Columns with bounds, and rows with bounds over them; the first `decisions` columns decide, the rest follow."""

    decisions: int
    low: Numbers
    high: Numbers
    start: Numbers  # row -> where its terms begin
    index: Numbers
    value: Numbers
    row_low: Numbers
    row_high: Numbers

    @classmethod
    def of(cls, program: Program) -> Matrix:
        """The arrays of a program."""
        start: list[int] = [0]
        index: list[int] = []
        value: list[int] = []
        for row in program.rows:
            merged: dict[int, int] = {}
            for variable, coefficient in row.terms:
                merged[variable] = merged.get(variable, 0) + coefficient
            index += merged.keys()
            value += merged.values()
            start.append(len(index))
        row_low = [-NO_END if row.low is None else row.low for row in program.rows]
        row_high = [NO_END if row.high is None else row.high for row in program.rows]
        arrays = (program.low, program.high, start, index, value, row_low, row_high)
        return cls(program.decisions or len(program.low), *map(_whole, arrays))

    @classmethod
    def heard(cls, said: dict[str, Any]) -> Matrix:
        """From a message."""
        names = ("low", "high", "start", "index", "value", "row_low", "row_high")
        return cls(said["decisions"], *(_whole(said[name]) for name in names))

    def message(self) -> dict[str, Any]:
        """For another process."""
        names = ("low", "high", "start", "index", "value", "row_low", "row_high")
        return {name: getattr(self, name).tolist() for name in names} | {"decisions": self.decisions}

    def costs(self, terms: Iterable[Term]) -> Numbers:
        """What each column costs."""
        cost = np.zeros(len(self.low), np.int64)
        for variable, coefficient in terms:
            cost[variable] += coefficient
        return cost

    def and_caps(self, caps: Iterable[tuple[Numbers, int]]) -> Matrix:
        """With rows that keep costs at or below a value."""
        start, index, value = [self.start], [self.index], [self.value]
        most: list[int] = []
        for cost, high in caps:
            columns = np.flatnonzero(cost)
            index.append(columns)
            value.append(cost[columns])
            start.append(start[-1][-1:] + len(columns))
            most.append(high)
        return replace(
            self, start=np.concatenate(start), index=np.concatenate(index), value=np.concatenate(value),
            row_low=np.append(self.row_low, [-NO_END] * len(most)).astype(np.int64),
            row_high=np.append(self.row_high, most).astype(np.int64),
        )  # fmt: skip

    def part(self, free: Mask, around: Numbers) -> Matrix:
        """The free columns alone; all others keep the value they have in a solution."""
        kept = free[self.index]
        fixed = self._by_row(np.where(kept, 0, self.value * around[self.index]))
        rows, row = np.unique(self.row_of[kept], return_inverse=True)
        lengths = np.bincount(row, minlength=len(rows))
        low, high = self.row_low[rows], self.row_high[rows]
        return Matrix(
            int(free[: self.decisions].sum()),
            self.low[free], self.high[free], np.concatenate([[0], np.cumsum(lengths)]),
            (np.cumsum(free) - 1)[self.index[kept]], self.value[kept],
            np.where(low == -NO_END, low, low - fixed[rows]), np.where(high == NO_END, high, high - fixed[rows]),
        )  # fmt: skip

    def admits(self, solution: Sequence[int] | Numbers) -> bool:
        """Whether a solution keeps every bound and row."""
        point = np.asarray(solution, np.int64)
        total = self._by_row(self.value * point[self.index])
        inside = (point >= self.low).all() and (point <= self.high).all()
        return bool(inside and (total >= self.row_low).all() and (total <= self.row_high).all())

    def least(self, cost: Numbers, multipliers: Numbers) -> int:
        """A value below which `cost` cannot fall, whatever the multipliers of the rows are.

        In every solution a row times its multiplier is at least the multiplier times the end that it pushes against.
        What the rows leave of the cost is least where every column is at one of its own ends. (Weak duality: good
        multipliers, the prices of a relaxed program, give good bounds; bad ones give bad bounds, never wrong ones.)
        """
        push = np.where(multipliers > 0, self.row_low, self.row_high)
        used = np.where(np.abs(push) == NO_END, 0, multipliers)
        exact: Any = self._wide_enough(cost, used)
        push = np.where(used == 0, 0, push).astype(exact)
        left = cost.astype(exact)
        np.subtract.at(left, self.index, used.astype(exact)[self.row_of] * self.value.astype(exact))
        ends = np.where(left > 0, self.low.astype(exact), self.high.astype(exact))
        return int((used.astype(exact) * push).sum()) + int((left * ends).sum())

    def _wide_enough(self, cost: Numbers, used: Numbers) -> type:
        """64 bits where all sums fit into them, numbers without limit where not."""
        weight = np.abs(used.astype(float))
        ends = np.where(np.abs(self.row_low) == NO_END, 0, np.abs(self.row_low))
        ends = np.maximum(ends, np.where(np.abs(self.row_high) == NO_END, 0, np.abs(self.row_high)))
        column = np.abs(cost.astype(float)) + np.bincount(
            self.index, weights=weight[self.row_of] * np.abs(self.value), minlength=len(cost)
        )
        reach = float(weight @ ends) + float(column @ np.maximum(np.abs(self.low), np.abs(self.high)))
        return np.int64 if reach < SAFE else object

    def _by_row(self, amounts: Numbers) -> Numbers:
        """The sum of each row's amounts, in whole numbers."""
        running: Numbers = np.concatenate([[0], np.cumsum(amounts)])
        return running[self.start[1:]] - running[self.start[:-1]]

    @cached_property
    def row_of(self) -> Numbers:
        """The row of each term."""
        return np.repeat(np.arange(len(self.row_low)), np.diff(self.start))

    @cached_property
    def length(self) -> Numbers:
        """How many terms each row has."""
        return np.diff(self.start)

    @cached_property
    def by_column(self) -> tuple[Numbers, Numbers]:
        """Where each column's rows begin in a list of rows, and that list."""
        order = np.argsort(self.index, kind="stable")
        starts = np.searchsorted(self.index[order], np.arange(len(self.low) + 1))
        return starts, self.row_of[order]


def _whole(numbers: Sequence[int]) -> Numbers:
    return np.array(numbers, np.int64)
