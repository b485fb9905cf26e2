"""Which columns to decide anew, all others staying as they are in a plan."""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

from planner.compile.matrix import Mask, Matrix, Numbers

EXACTLY = 1e-6  # less than this apart is the same
LONG_ROW = 400  # a row over more columns than this makes nobody neighbours
FIRST_SIZE, LEAST_SIZE = 1_500, 200  # columns around one
QUICK = 0.25  # seconds: after a quicker search the next may be larger
KERNEL = 3_000  # decisions

Floats = NDArray[np.float64]


class Neighbourhoods:
    """Three kinds of them, guided by the relaxed program as soon as that is known."""

    def __init__(self, matrix: Matrix, dice: random.Random) -> None:
        self.matrix, self._dice = matrix, dice
        self._relaxed: Floats | None = None
        self._dear: Floats = np.zeros(len(matrix.low))
        self._size = FIRST_SIZE

    def know(self, relaxed: Floats, dear: Floats) -> None:
        """The relaxed program, and what it would lose by one more of each column."""
        self._relaxed, self._dear = relaxed, dear

    def where_it_differs(self, plan: Numbers) -> Mask:
        """What the relaxed program would do otherwise, and all that shares a row with it."""
        matrix = self.matrix
        free = np.zeros(len(plan), bool) if self._relaxed is None else np.abs(plan - self._relaxed) > EXACTLY
        rows = np.zeros(len(matrix.row_low), bool)
        rows[matrix.row_of[free[matrix.index]]] = True
        rows &= matrix.length <= LONG_ROW
        free[matrix.index[rows[matrix.row_of]]] = True
        free[matrix.decisions :] = True
        return free

    def kernel(self, plan: Numbers) -> Mask:
        """What is done now, what the relaxed program does, and what would cost it least to do besides."""
        dear = self._dear + np.random.default_rng(self._dice.randrange(2**32)).random(len(plan))
        dear[plan > 0] = -1.0
        if self._relaxed is not None:
            dear[self._relaxed > EXACTLY] = -1.0
        free = np.zeros(len(plan), bool)
        free[np.argsort(dear[: self.matrix.decisions])[:KERNEL]] = True
        free[self.matrix.decisions :] = True
        return free

    def around_one(self, tier: Numbers, plan: Numbers) -> Mask:
        """Columns that share a row with one of them, or with one that does, and so on, up to the size."""
        matrix, seed = self.matrix, self._one(tier, plan)
        begins, rows_of = matrix.by_column
        free = np.zeros(len(matrix.low), bool)
        seen = np.zeros(len(matrix.row_low), bool)
        free[seed] = True
        waiting = [seed]
        for column in waiting:
            if len(waiting) >= self._size:
                break
            for row in rows_of[begins[column] : begins[column + 1]]:
                if not seen[row] and matrix.length[row] <= LONG_ROW:
                    seen[row] = True
                    beside = matrix.index[matrix.start[row] : matrix.start[row + 1]]
                    new = beside[~free[beside]]
                    free[new] = True
                    waiting.extend(new.tolist())
        return free

    def resize(self, took: float, slow: float) -> None:
        """Learn from how long a search around one column took."""
        if took > slow * 0.9:
            self._size = max(LEAST_SIZE, int(self._size * 0.7))
        elif took < QUICK:
            self._size = min(len(self.matrix.low), int(self._size * 1.1))

    def _one(self, tier: Numbers, plan: Numbers) -> int:
        """A column that costs more in the tier than in the relaxed program, or any that differs."""
        if self._relaxed is None:
            return self._dice.randrange(len(plan))
        apart = plan - self._relaxed
        dearer = np.flatnonzero(tier * apart > EXACTLY)
        other = np.flatnonzero(np.abs(apart) > EXACTLY)
        chosen = dearer if len(dearer) and self._dice.random() < 0.7 else other
        return int(self._dice.choice(chosen)) if len(chosen) else self._dice.randrange(len(plan))
