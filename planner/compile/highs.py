"""HiGHS on the program: at its best where units are many. Its bound is rounded up to whole ticks."""

from __future__ import annotations

import time
from math import ceil, gcd

from planner.compile.highs_process import HighsProcess, holds
from planner.compile.tasks import Answer, Report, Solution, Task

TOLERANCE = 1e-4  # of a tick, the least step between two values


class Highs(HighsProcess):
    """HiGHS proves one objective after the other."""

    name = "HiGHS"

    def proven(self, task: Task) -> int | None:
        """Nothing is known before."""
        return None

    def solve(self, task: Task, report: Report) -> Answer:
        """Minimise the task's objective, or only look for any solution if it has none."""
        began = time.monotonic()
        self.ready(task.program)
        terms = task.objective.terms if task.objective else ()
        step = gcd(*(coefficient for _, coefficient in terms)) or 1
        caps = [(list(objective.terms), most) for objective, most in task.caps]
        if task.floor is not None:
            caps.append(([(variable, -coefficient) for variable, coefficient in terms], -task.floor))
        self.say(
            {
                "do": "prove", "cost": [(variable, coefficient // step) for variable, coefficient in terms],
                "caps": caps, "start": None if task.start is None else list(task.start),
                "seconds": max(task.seconds, 0.05), "seed": task.seed,
            }
        )  # fmt: skip
        best, bound = self._follow(task, step, report)
        seconds = time.monotonic() - began
        if best is None:  # also where it says that nothing can be: that is for CP-SAT to prove, in whole numbers
            return Answer("unknown", bound=bound, seconds=seconds, solver=self.name)
        return task.answer(best, bound if task.objective else None, seconds, self.name)

    def _follow(self, task: Task, step: int, report: Report) -> tuple[Solution | None, int | None]:
        """Listen until it is done: the best solution that holds in whole numbers, and the bound it ends with.

        Bounds told on the way are for showing only: a solver at work on a part of the problem may tell that part's.
        """
        best: Solution | None = None
        value: int | None = None
        told: int | None = None
        for said in self.messages(task.seconds):
            told = None if said.get("bound") is None else ceil(said["bound"] - TOLERANCE) * step
            found = said.get("solution")
            if found is not None and holds(task, found, self.matrix):
                worth = task.worth(found)
                if value is None or worth < value:
                    best, value = found, worth
            report(value, told, best)
            if said["kind"] == "done":
                return best, told
        return best, None
