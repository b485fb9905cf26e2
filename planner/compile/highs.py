"""HiGHS on the program: at its best where units are many. It runs in a process of its own, which can be killed.

(The libraries of HiGHS and of ortools cannot live in one process.) Its floating-point solutions are rounded and held
against every row in whole numbers before anybody believes them; its bound is rounded up to whole ticks.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from math import ceil, gcd
from queue import Empty, Queue
from typing import Any

from planner.compile.program import Program
from planner.compile.tasks import Answer, Report, Solution, Task

TOLERANCE = 1e-4  # of a tick, the least step between two values
GRACE = 5.0  # seconds in which it must obey its own time limit


class Highs:
    """HiGHS, started when first needed and kept for later tiers."""

    name = "HiGHS"

    def __init__(self) -> None:
        self._child: subprocess.Popen[str] | None = None
        self._heard: Queue[dict[str, Any]] = Queue()
        self._program: Program | None = None
        self._stopped = False

    def stop(self) -> None:
        """End the search; the best so far is kept."""
        self._stopped = True
        self._say({"do": "cancel"})

    def close(self) -> None:
        """End the process."""
        if self._child is not None:
            self._child.kill()
            self._child.wait()
            for pipe in (self._child.stdin, self._child.stdout):
                if pipe:
                    pipe.close()
            self._child = None

    def solve(self, task: Task, report: Report) -> Answer:
        """Minimise the task's objective, or only look for any solution if it has none."""
        began = time.monotonic()
        self._stopped = False
        self._ready(task.program)
        terms = task.objective.terms if task.objective else ()
        step = gcd(*(coefficient for _, coefficient in terms)) or 1
        rows = [{"terms": list(objective.terms), "low": None, "high": most} for objective, most in task.caps]
        if task.floor is not None:
            rows.append({"terms": list(terms), "low": task.floor, "high": None})
        self._say(
            {
                "do": "solve", "cost": [(variable, coefficient // step) for variable, coefficient in terms],
                "rows": rows, "start": None if task.start is None else list(task.start),
                "seconds": max(task.seconds, 0.05), "seed": task.seed,
            }
        )  # fmt: skip
        best, bound = self._follow(task, step, report, began)
        seconds = time.monotonic() - began
        if best is None:  # also where it says that nothing can be: that is for CP-SAT to prove, in whole numbers
            return Answer("unknown", bound=bound, seconds=seconds, solver=self.name)
        return task.answer(best, bound if task.objective else None, seconds, self.name)

    def _follow(self, task: Task, step: int, report: Report, began: float) -> tuple[Solution | None, int | None]:
        """Listen until it is done: the best solution that holds in whole numbers, and the bound it ends with.

        Bounds told on the way are for showing only: a solver at work on a part of the problem may tell that part's.
        """
        best: Solution | None = None
        value: int | None = None
        deadline = began + task.seconds + GRACE
        while True:
            if self._stopped:
                deadline = min(deadline, time.monotonic() + 1.0)
            try:
                said = self._heard.get(timeout=0.1)
            except Empty:
                if time.monotonic() > deadline or self._child is None or self._child.poll() is not None:
                    self.close()
                    return best, None
                continue
            told = None if said.get("bound") is None else ceil(said["bound"] - TOLERANCE) * step
            if said.get("solution") is not None:
                solution = [round(number) for number in said["solution"]]
                if holds(task, solution):
                    worth = task.program.value(task.objective.terms, solution) if task.objective else 0
                    if value is None or worth < value:
                        best, value = solution, worth
            report(value, told)
            if said["kind"] == "done":
                return best, told

    def _ready(self, program: Program) -> None:
        if self._child is None or self._child.poll() is not None:
            self._child = subprocess.Popen(
                [sys.executable, "-m", "planner.compile.highs_child"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            )  # fmt: skip
            self._heard = Queue()
            threading.Thread(target=_listen, args=(self._child, self._heard), daemon=True).start()
            self._program = None
        if self._program is not program:
            self._say({"do": "model", **_as_arrays(program)})
            self._program = program

    def _say(self, message: dict[str, Any]) -> None:
        if self._child is not None and self._child.stdin is not None:
            try:
                self._child.stdin.write(json.dumps(message) + "\n")
                self._child.stdin.flush()
            except (BrokenPipeError, OSError, ValueError):
                pass  # it is gone; whoever waits for it will notice


def holds(task: Task, solution: Solution) -> bool:
    """Whether a solution keeps every bound, row and cap, in whole numbers."""
    program = task.program
    return program.admits(solution) and all(
        program.value(objective.terms, solution) <= most for objective, most in task.caps
    )


def _as_arrays(program: Program) -> dict[str, Any]:
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
    return {
        "low": program.low, "high": program.high, "start": start, "index": index, "value": value,
        "row_low": [row.low for row in program.rows], "row_high": [row.high for row in program.rows],
    }  # fmt: skip


def _listen(child: subprocess.Popen[str], heard: Queue[dict[str, Any]]) -> None:
    for line in child.stdout or ():
        heard.put(json.loads(line))
