"""The program as if units could be divided: how little each tier can come to, and a plan by rounding step by step.

Imported only where HiGHS runs, in a process of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf
from typing import Any

import highspy
import numpy as np
from numpy.typing import NDArray

from planner.compile.matrix import NO_END, Mask, Matrix, Numbers
from planner.compile.weights import FINE

Floats = NDArray[np.float64]
EXACTLY = 1e-6  # less than this from a whole number is whole
SHARE = 0.1  # of the divided columns that are rounded before looking again
MOST_ROUNDS = 250  # a dive that takes more is getting nowhere
FEWER = 4  # into which a batch is divided that cannot be rounded all at once
TOSS = 0.001  # by how much chance may change the order
MANY_COLUMNS = 15_000  # from here on an interior point is sooner found than a corner


def highs_with(**options: Any) -> Any:
    """HiGHS on one thread, silent, stopping only where less than one step is left."""
    highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    highs.silent()
    for option, value in {"threads": 1, "mip_rel_gap": 0.0, "mip_abs_gap": 0.99, **options}.items():
        highs.setOptionValue(option, value)
    return highs


def as_highs_takes_it(matrix: Matrix, cost: Numbers, whole: bool) -> Any:
    """The matrix with something to minimise, in `whole` numbers or not."""
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = len(matrix.low), len(matrix.row_low)
    lp.col_cost_, lp.col_lower_, lp.col_upper_ = cost.astype(float), matrix.low.astype(float), matrix.high.astype(float)
    lp.row_lower_ = np.where(matrix.row_low == -NO_END, -inf, matrix.row_low.astype(float))
    lp.row_upper_ = np.where(matrix.row_high == NO_END, inf, matrix.row_high.astype(float))
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_, lp.a_matrix_.index_ = matrix.start, matrix.index
    lp.a_matrix_.value_ = matrix.value.astype(float)
    if whole:
        lp.integrality_ = [highspy.HighsVarType.kInteger] * len(matrix.low)
    return lp


class Relaxation:
    """One matrix whose columns may be divided; what it costs is several tiers, weighted."""

    def __init__(self, matrix: Matrix, seconds: float) -> None:
        self.matrix = matrix
        solver = "ipm" if len(matrix.low) > MANY_COLUMNS else "simplex"
        self.highs = highs_with(solver=solver, time_limit=seconds)
        self.highs.passModel(as_highs_takes_it(matrix, np.zeros(len(matrix.low), np.int64), whole=False))
        self.highs.HandleUserInterrupt = True
        self._columns = np.arange(len(matrix.low), dtype=np.int32)
        self._rounds = 0

    def minimise(self, cost: Numbers) -> Floats | None:
        """The least cost, beginning where the last search ended."""
        self.highs.changeColsCost(len(cost), self._columns, cost.astype(float))
        found = self._solved()
        self.highs.setOptionValue("solver", "simplex")  # from now on there is a corner to begin at
        self.highs.setOptionValue("presolve", "off")
        return found

    def multipliers(self) -> Numbers:
        """What each row is worth at the optimum, in parts of one FINEth."""
        return np.round(np.array(self.highs.getSolution().row_dual) * FINE).astype(np.int64)

    def dive(
        self, point: Floats, priced: Mask, dice: np.random.Generator, wanted: Callable[[], bool],
        caps: Iterable[tuple[Numbers, int]] = (),
    ) -> Numbers | None:  # fmt: skip
        """Round a few columns at a time and let the others settle anew: decisions up, the nearest to a whole one
        first, and what is `priced` to the nearer whole number. Costs with a cap stay below it all the way.
        """
        basis = self.highs.getBasis()
        for cost, most in caps:
            columns = np.flatnonzero(cost).astype(np.int32)
            self.highs.addRow(-inf, float(most), len(columns), columns, cost[columns].astype(float))
        found = self._dived(point, priced, dice, wanted)
        rows = len(self.matrix.row_low)
        if self.highs.getNumRow() > rows:
            self.highs.deleteRows(rows, self.highs.getNumRow() - 1)
        self._bounds(self._columns, self.matrix.low, self.matrix.high)
        self.highs.setBasis(basis)
        return found

    def _dived(
        self, point: Floats, priced: Mask, dice: np.random.Generator, wanted: Callable[[], bool]
    ) -> Numbers | None:
        low, high = self.matrix.low.copy(), self.matrix.high.copy()
        rounded = priced.copy()
        rounded[: self.matrix.decisions] = True
        self._rounds = 0
        while self._rounds < MOST_ROUNDS and wanted():
            divided = np.flatnonzero((np.abs(point - np.round(point)) > EXACTLY) & rounded)
            if not len(divided):
                return np.round(point).astype(np.int64)
            beyond = point[divided] - np.floor(point[divided])
            up = (beyond >= 0.5) | (divided < self.matrix.decisions)
            nearness = np.where(up, beyond, 1 - beyond) + TOSS * dice.random(len(divided))
            first = np.argsort(-nearness)[: max(1, int(SHARE * len(divided)))]
            settled = self._rounded(point, divided[first], up[first], low, high)
            if settled is None:
                return None
            point = settled
        return None

    def _rounded(self, point: Floats, columns: Numbers, up: Mask, low: Numbers, high: Numbers) -> Floats | None:
        """As many of these columns rounded as can be; if not even the first can, it goes the other way."""
        while True:
            settled = self._held(point, columns, up, low, high)
            if settled is not None:
                return settled
            if len(columns) == 1:
                return self._held(point, columns, ~up, low, high)
            few = max(1, len(columns) // FEWER)
            columns, up = columns[:few], up[:few]

    def _held(self, point: Floats, columns: Numbers, up: Mask, low: Numbers, high: Numbers) -> Floats | None:
        """What becomes of the others; if nothing can, the columns are as free as they were."""
        self._rounds += 1
        before = low[columns].copy(), high[columns].copy()
        low[columns] = np.where(up, np.ceil(point[columns]), low[columns])
        high[columns] = np.where(up, high[columns], np.floor(point[columns]))
        self._bounds(columns, low[columns], high[columns])
        settled = self._solved()
        if settled is None:
            low[columns], high[columns] = before
            self._bounds(columns, *before)
        return settled

    def _bounds(self, columns: Numbers | NDArray[np.int32], low: Numbers, high: Numbers) -> None:
        self.highs.changeColsBounds(len(columns), columns.astype(np.int32), low.astype(float), high.astype(float))

    def _solved(self) -> Floats | None:
        self.highs.solve()
        if self.highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        return np.array(self.highs.getSolution().col_value)
