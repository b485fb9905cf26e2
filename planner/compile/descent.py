"""From the relaxed program down to plans: bounds for every tier at once, and plans that come close to them.

The bounds are not HiGHS's word. It tells what each row is worth, and what follows from that is worked out here, in
whole numbers, from the program itself.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from planner.compile.highs_process import HighsProcess, holds
from planner.compile.matrix import Matrix, Numbers
from planner.compile.program import Program
from planner.compile.tasks import Answer, Report, Solution, Task
from planner.compile.weights import FINE, weighted, weights_of


class Descent(HighsProcess):
    """Plans soon, and what the relaxed program proves."""

    name = "relaxation"

    def __init__(self) -> None:
        super().__init__()
        self._certificates: Certificates | None = None
        self.opening = False  # at work on a first plan for all tiers, which is worth waiting for

    def solve(self, task: Task, report: Report) -> Answer:
        """Better plans until somebody proves one the best: the relaxed program's bounds may do so."""
        began = time.monotonic()
        if task.rung is None:
            return Answer("unknown", solver=self.name)
        matrix = self.ready(task.program)
        course = _Course(task, matrix, report)
        if self._certificates is None or self._certificates.program is not task.program:
            self._certificates = Certificates(task.program, matrix)
            self.opening = True
            try:
                self._follow("open", course, self._certificates)
            finally:
                self.opening = False
        course.better(self._certificates)
        hopeless = course.best is None and not self._certificates.any  # not even divided units could do it
        if not course.closed and not self._stopped and not hopeless:
            self._follow("improve", course, self._certificates)
        return course.answer(time.monotonic() - began, self.name)

    def rest(self) -> None:
        """End the search, but keep the process: it knows more than is soon found again."""
        self.stop(patience=3.0)

    def proven(self, task: Task) -> int | None:
        """What the relaxed program has already proven of a task."""
        known = self._certificates
        return known.bound(task) if known is not None and known.program is task.program else None

    def _follow(self, do: str, course: _Course, certificates: Certificates) -> None:
        """Have something done and listen until it is."""
        task = course.task
        first, parts = len(task.caps), len(task.rung.parts) if task.rung else 1
        self.say(
            {
                "do": do, "first": first, "last": first + parts - 1, "caps": [most for _, most in task.caps],
                "start": None if course.best is None else list(course.best), "seconds": course.left,
                "likely": [value for _, value in sorted(task.hint)], "near": sorted(task.near),
            }
        )  # fmt: skip
        for said in self.messages(course.left):
            if said["kind"] == "multipliers":
                certificates.take(said["tier"], said["rows"], said["values"])
            course.better(certificates, said.get("solution"))
            if course.closed and not self._stopped and not self.opening:
                self.rest()


class _Course:
    """The best plan and bound so far."""

    def __init__(self, task: Task, matrix: Matrix, report: Report) -> None:
        self.task, self._matrix, self._report = task, matrix, report
        self.best = task.start
        self.bound: int | None = None
        self._deadline = time.monotonic() + task.seconds

    def better(self, certificates: Certificates, found: Solution | None = None) -> None:
        """Take note of what was found, if it holds, and of what is proven."""
        if (
            found is not None
            and holds(self.task, found, self._matrix)
            and (self.best is None or self.task.rank(found) < self.task.rank(self.best))
        ):
            self.best = found
        self.bound = certificates.bound(self.task)
        self._report(self.value, self.bound, self.best)

    @property
    def value(self) -> int | None:
        """Of the best."""
        return None if self.best is None else self.task.worth(self.best)

    @property
    def left(self) -> float:
        """Seconds that are left."""
        return max(0.05, self._deadline - time.monotonic())

    @property
    def closed(self) -> bool:
        """Whether nothing better can be found."""
        return self.value is not None and self.bound is not None and self.bound >= self.value

    def answer(self, seconds: float, name: str) -> Answer:
        """What came of it."""
        if self.best is None:
            return Answer("unknown", bound=self.bound, seconds=seconds, solver=name)
        return self.task.answer(self.best, self.bound, seconds, name)


@dataclass
class Certificates:
    """What the tiers of a program cannot fall below, tier by tier, those before a tier kept at given values."""

    program: Program
    matrix: Matrix

    def __post_init__(self) -> None:
        self._tiers = [objective for objective in self.program.objectives if objective.terms]
        self._costs: list[Numbers] = [self.matrix.costs(tier.terms) for tier in self._tiers]
        self._weights = weights_of(len(self._tiers))
        self._least: dict[int, int] = {}  # tier -> the least of the weighted sum of the tiers up to it, in FINEths

    @property
    def any(self) -> bool:
        """Whether the relaxed program was solved."""
        return bool(self._least)

    def take(self, tier: int, rows: list[int], values: list[int]) -> None:
        """Work out what multipliers of the rows prove."""
        multipliers = np.zeros(len(self.matrix.row_low), np.int64)
        multipliers[rows] = values
        upto = tier + 1
        self._least[tier] = self.matrix.least(weighted(self._costs[:upto], self._weights[:upto]) * FINE, multipliers)

    def bound(self, task: Task) -> int | None:
        """What a rung cannot fall below, the tiers before it keeping their caps.

        No solution has less in the rung's first tier than its bound; among those that have no more than that, none
        has less in the second than its bound; and so on. One step more in a tier outweighs all that the next can save.
        """
        if task.rung is None:
            return None
        kept = [most for _, most in task.caps]
        total = 0
        for part, weight in zip(task.rung.parts, task.rung.weights, strict=True):
            tier = len(kept)
            if tier not in self._least:
                return None
            before = sum(w * most for w, most in zip(self._weights, kept, strict=False))
            least = -((before * FINE - self._least[tier]) // (self._weights[tier] * FINE))
            kept.append(min(part.most, max(part.least, least)))  # above the most: nothing has so little above it
            total += weight * kept[-1]
        return total
