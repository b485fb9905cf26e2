"""The columns of the enumeration: everything that can be added up over units, in whole ticks.

A way of spending the horizon is one row of whole numbers; rows of several units are added. A column's key says what it
is: ("covered", demand), ("paired", demand), ("raised", demand), ("drawn", budget, turn), ("guarded", budget, turn),
("fired", trigger, turn), ("needs", trigger, turn), ("tied",), ("moves",), ("spent", currency),
("went", kind, turn, end).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

Key = tuple[Any, ...]
Row = dict[Key, Fraction]
Rows = npt.NDArray[np.int64]
MIX = 0x9E3779B97F4A7C15


class TooMany(Exception):  # noqa: N818 - it says what is the matter
    """More ways than an enumeration should be asked to try."""


def scale_of(amounts: Iterable[Fraction]) -> int:
    """The least number of ticks in one that makes every amount whole."""
    return lcm(1, *{Fraction(amount).denominator for amount in amounts})


class Columns:
    """Numbers the keys that occur, and knows how many ticks each kind of column has in one."""

    def __init__(self, rows: Iterable[Row], scales: Mapping[str, int]) -> None:
        self.scales = scales
        self.number: dict[Key, int] = {}
        for row in rows:
            for key in row:
                self.number.setdefault(key, len(self.number))
        chaos = np.random.Generator(np.random.PCG64(MIX))
        self._mixer = chaos.integers(-(2**62), 2**62, size=max(1, len(self.number)), dtype=np.int64)

    def ticks(self, key: Key, amount: Fraction) -> int:
        """An amount in the ticks of its column; it must come out whole."""
        scaled = amount * self.scales.get(key[0], 1)
        assert scaled.denominator == 1, (key, amount)
        return int(scaled)

    def row(self, row: Row) -> Rows:
        """A row as an array."""
        found = np.zeros(len(self.number), dtype=np.int64)
        for key, amount in row.items():
            found[self.number[key]] += self.ticks(key, amount)
        return found

    def rows(self, rows: Iterable[Row]) -> Rows:
        """Rows as one array."""
        found = [self.row(row) for row in rows]
        return np.array(found, dtype=np.int64).reshape(len(found), len(self.number))

    def different(self, rows: Rows) -> Rows:
        """The same rows, each once."""
        if len(rows) < 2:
            return rows
        with np.errstate(over="ignore"):
            mixed = (rows * self._mixer).sum(axis=1)
        _, first = np.unique(mixed, return_index=True)
        return rows[np.sort(first)]

    def added(self, first: Rows, second: Rows, most: int) -> Rows:
        """Every sum of a row of the first and a row of the second."""
        if len(first) * len(second) > most:
            raise TooMany(f"{len(first)} x {len(second)} ways")
        every = first[:, None, :] + second[None, :, :]
        return every.reshape(len(first) * len(second), len(self.number))

    def of(self, rows: Rows, key: Key) -> Rows:
        """One column of many rows; nothing where no way ever touches it."""
        at = self.number.get(key)
        return np.zeros(len(rows), dtype=np.int64) if at is None else rows[:, at]
