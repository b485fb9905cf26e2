"""The process in which HiGHS runs: one JSON message a line, in and out. Ends when its parent does."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from queue import Queue
from typing import Any

import highspy
import numpy as np

from planner.compile.improving import Improver, quest_heard
from planner.compile.matrix import Matrix, Numbers
from planner.compile.relaxing import as_highs_takes_it, highs_with

REPORT_EVERY = 0.2  # seconds


class Server:
    """Keeps the program; proves one objective after the other, or looks for better solutions."""

    def __init__(self) -> None:
        self.matrix: Matrix | None = None
        self.improver: Improver | None = None
        self.highs: Any = None
        self.offered: Numbers | None = None
        self._told = 0.0

    def take(self, request: dict[str, Any]) -> None:
        """Keep a program, and its tiers."""
        self.matrix = matrix = Matrix.heard(request)
        tiers = [matrix.costs(terms) for terms in request["tiers"]]
        self.improver = Improver(matrix, tiers, 1, _tell_solution, _tell_multipliers)

    def improve(self, request: dict[str, Any]) -> None:
        """Look for better solutions until told to stop."""
        assert self.improver is not None
        self.improver.run(quest_heard(request))
        tell({"kind": "done"})

    def open(self, request: dict[str, Any]) -> None:
        """Solve the relaxed program and look for a first plan."""
        assert self.improver is not None
        found = self.improver.open(quest_heard(request))
        tell({"kind": "done", "solution": None if found is None else found.tolist()})

    def prove(self, request: dict[str, Any]) -> None:
        """Minimise one objective and tell what was found."""
        assert self.matrix is not None
        highs = highs_with(time_limit=request["seconds"], random_seed=request["seed"])
        limits = [(self.matrix.costs(terms), most) for terms, most in request["caps"]]
        held = self.matrix.and_caps(limits)
        highs.passModel(as_highs_takes_it(held, self.matrix.costs(request["cost"]), whole=True))
        if request["start"] is not None:
            start = highspy.HighsSolution()
            start.col_value = [float(number) for number in request["start"]]
            highs.setSolution(start)
        self.offered = None
        highs.HandleUserInterrupt = True
        highs.cbMipImprovingSolution.subscribe(self._improved)
        highs.cbMipLogging.subscribe(self._logged)
        highs.cbMipUserSolution.subscribe(self._take_over)
        self.highs = highs
        highs.solve()
        self.highs = None
        info = highs.getInfo()
        found = info.primal_solution_status == 2  # feasible
        tell(
            {
                "kind": "done", "bound": _finite(info.mip_dual_bound),
                "solution": np.round(highs.getSolution().col_value).astype(int).tolist() if found else None,
            }
        )  # fmt: skip

    def cancel(self) -> None:
        """End the search under way."""
        if self.highs is not None:
            self.highs.cancelSolve()
        if self.improver is not None:
            self.improver.stop()

    def offer(self, solution: list[int]) -> None:
        """Somebody else has found this."""
        self.offered = np.array(solution, np.int64)
        if self.improver is not None:
            self.improver.offered.append(self.offered)

    def _take_over(self, event: Any) -> None:
        if self.offered is not None:
            event.data_in.setSolution(self.offered.astype(float))
            self.offered = None

    def _improved(self, event: Any) -> None:
        tell(
            {
                "kind": "solution", "bound": _finite(event.data_out.mip_dual_bound),
                "solution": np.round(event.data_out.mip_solution).astype(int).tolist(),
            }
        )  # fmt: skip

    def _logged(self, event: Any) -> None:
        now = time.monotonic()
        if now - self._told >= REPORT_EVERY:
            self._told = now
            tell({"kind": "bound", "bound": _finite(event.data_out.mip_dual_bound)})


def _finite(bound: float) -> float | None:
    return bound if abs(bound) < 2.0**53 else None


def _tell_solution(solution: Numbers) -> None:
    tell({"kind": "solution", "solution": solution.tolist()})


def _tell_multipliers(tier: int, multipliers: Numbers) -> None:
    rows = np.flatnonzero(multipliers)
    tell({"kind": "multipliers", "tier": tier, "rows": rows.tolist(), "values": multipliers[rows].tolist()})


def tell(message: dict[str, Any]) -> None:
    """Say one thing to the parent."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Obey until the parent is gone; cancelling must not wait for a solve to end."""
    server = Server()
    requests: Queue[dict[str, Any] | None] = Queue()

    def listen() -> None:
        try:
            for line in sys.stdin:
                hear(json.loads(line))
        finally:  # also where the parent was killed in the middle of a line
            os._exit(0)

    def hear(request: dict[str, Any]) -> None:
        if request["do"] == "cancel":
            server.cancel()
        elif request["do"] == "offer":
            server.offer(request["solution"])
        else:
            if request["do"] in ("open", "improve") and server.improver is not None:
                server.improver.stopped = False
            requests.put(request)

    threading.Thread(target=listen, daemon=True).start()
    do = {"model": server.take, "prove": server.prove, "open": server.open, "improve": server.improve}
    while (request := requests.get()) is not None:
        do[request["do"]](request)


if __name__ == "__main__":
    main()
