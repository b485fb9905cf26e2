"""The process in which HiGHS runs: one JSON message a line, in and out. Ends when its parent does."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from math import inf
from queue import Queue
from typing import Any

import highspy
import numpy as np

REPORT_EVERY = 0.2  # seconds


class Server:
    """Keeps the program, solves one objective after the other."""

    def __init__(self) -> None:
        self.model: dict[str, Any] = {}
        self.highs: Any = None
        self._told = 0.0

    def solve(self, request: dict[str, Any]) -> None:
        """Minimise one objective and tell what was found."""
        highs: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        highs.silent()
        for option, value in (
            ("threads", 1), ("time_limit", request["seconds"]), ("random_seed", request["seed"]),
            ("mip_rel_gap", 0.0), ("mip_abs_gap", 0.99),
        ):  # fmt: skip
            highs.setOptionValue(option, value)
        highs.passModel(self._program(request))
        if request["start"] is not None:
            start = highspy.HighsSolution()
            start.col_value = [float(number) for number in request["start"]]
            highs.setSolution(start)
        highs.HandleUserInterrupt = True
        highs.cbMipImprovingSolution.subscribe(self._improved)
        highs.cbMipLogging.subscribe(self._logged)
        self.highs = highs
        highs.solve()
        self.highs = None
        info = highs.getInfo()
        found = info.primal_solution_status == 2  # feasible
        tell(
            {
                "kind": "done", "bound": _finite(info.mip_dual_bound),
                "solution": [float(number) for number in highs.getSolution().col_value] if found else None,
            }
        )  # fmt: skip

    def cancel(self) -> None:
        """End the search under way."""
        if self.highs is not None:
            self.highs.cancelSolve()

    def _program(self, request: dict[str, Any]) -> Any:
        rows = self.model
        lp = highspy.HighsLp()
        columns = len(rows["low"])
        start, index, value = list(rows["start"]), list(rows["index"]), list(rows["value"])
        row_low, row_high = list(rows["row_low"]), list(rows["row_high"])
        for row in request["rows"]:
            index += [variable for variable, _ in row["terms"]]
            value += [coefficient for _, coefficient in row["terms"]]
            start.append(len(index))
            row_low.append(row["low"])
            row_high.append(row["high"])
        cost = np.zeros(columns)
        for variable, coefficient in request["cost"]:
            cost[variable] = coefficient
        lp.num_col_, lp.num_row_ = columns, len(row_low)
        lp.col_cost_ = cost
        lp.col_lower_, lp.col_upper_ = np.array(rows["low"], float), np.array(rows["high"], float)
        lp.row_lower_ = np.array([-inf if low is None else low for low in row_low], float)
        lp.row_upper_ = np.array([inf if high is None else high for high in row_high], float)
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_, lp.a_matrix_.index_ = np.array(start), np.array(index)
        lp.a_matrix_.value_ = np.array(value, float)
        lp.integrality_ = [highspy.HighsVarType.kInteger] * columns
        return lp

    def _improved(self, event: Any) -> None:
        solution = [float(number) for number in event.data_out.mip_solution]
        tell({"kind": "solution", "bound": _finite(event.data_out.mip_dual_bound), "solution": solution})

    def _logged(self, event: Any) -> None:
        now = time.monotonic()
        if now - self._told >= REPORT_EVERY:
            self._told = now
            tell({"kind": "bound", "bound": _finite(event.data_out.mip_dual_bound)})


def _finite(bound: float) -> float | None:
    return bound if abs(bound) < 2.0**53 else None


def tell(message: dict[str, Any]) -> None:
    """Say one thing to the parent."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Obey until the parent is gone; cancelling must not wait for a solve to end."""
    server = Server()
    requests: Queue[dict[str, Any] | None] = Queue()

    def listen() -> None:
        for line in sys.stdin:
            request = json.loads(line)
            if request["do"] == "cancel":
                server.cancel()
            else:
                requests.put(request)
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while (request := requests.get()) is not None:
        if request["do"] == "model":
            server.model = request
        else:
            server.solve(request)


if __name__ == "__main__":
    main()
