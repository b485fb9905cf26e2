"""Tier after tier: each is minimised and proven before the next one begins."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from models.plan import TierResult
from planner.compile.engines import Answer, CpSat, Engine, Solution, Task
from planner.compile.program import Objective, Program

TIER_SHARE = 0.6  # of the time that is left, so that later tiers are not starved

Progress = Callable[[str, Fraction | None, Fraction | None], None]  # tier, best value, bound


@dataclass
class Search:
    """One run through all tiers, which can be stopped from another thread."""

    program: Program
    seconds: float = 60.0
    seed: int = 1
    workers: int = 8
    start: Solution | None = None
    engine: Engine = field(default_factory=CpSat)
    stopped: bool = False

    def stop(self) -> None:
        """Keep the best so far and end."""
        self.stopped = True
        self.engine.stop()

    def run(self, progress: Progress = lambda *_: None) -> Found:
        """Minimise every objective in turn; what is not proven in time is said to be so."""
        deadline = time.monotonic() + self.seconds
        best, results = self.start, []
        caps: list[tuple[Objective, int]] = []
        objectives = self.program.objectives
        for number, objective in enumerate(objectives):
            left = deadline - time.monotonic()
            if not objective.terms:
                results.append(_settled(objective))
                continue
            if best is not None and (left <= 0 or self.stopped):
                results.append(_unproven(objective, self.program, best))
                continue
            share = left if number == len(objectives) - 1 else left * TIER_SHARE
            answer = self._solve(objective, caps, best, max(share, 0.05), progress)
            if answer.status == "infeasible" and best is None:
                return Found("infeasible")
            if answer.solution is not None:
                best = answer.solution
            if best is None:
                return Found("unknown")
            value = self.program.value(objective.terms, best)
            results.append(_result(objective, value, answer))
            caps.append((objective, value))
        if best is None:  # nothing to minimise at all
            answer = self.engine.solve(Task(self.program, None, seconds=self.seconds, workers=1), lambda *_: None)
            if answer.solution is None:
                return Found("infeasible" if answer.status == "infeasible" else "unknown")
            best = answer.solution
        return Found("found", best, tuple(results))

    def _solve(
        self, objective: Objective, caps: list[tuple[Objective, int]], best: Solution | None, seconds: float,
        progress: Progress,
    ) -> Answer:  # fmt: skip
        def report(value: int | None, bound: int | None) -> None:
            progress(
                objective.name,
                None if value is None else objective.exact(value),
                None if bound is None else objective.exact(bound),
            )

        task = Task(self.program, objective, tuple(caps), best, seconds, self.seed, self.workers)
        return self.engine.solve(task, report)


@dataclass(frozen=True)
class Found:
    """What became of a search."""

    status: Literal["found", "infeasible", "unknown"]
    solution: Solution | None = None
    tiers: tuple[TierResult, ...] = ()


def _result(objective: Objective, value: int, answer: Answer) -> TierResult:
    least = objective.least if answer.bound is None else max(answer.bound, objective.least)
    return TierResult(
        name=objective.name, value=objective.exact(value), bound=objective.exact(min(least, value)),
        proven=answer.status == "optimal" and answer.value == value, seconds=answer.seconds, solver=answer.solver,
    )  # fmt: skip


def _settled(objective: Objective) -> TierResult:
    """A tier in which there is nothing to decide."""
    value = objective.exact(0)
    return TierResult(name=objective.name, value=value, bound=value, proven=True, solver="")


def _unproven(objective: Objective, program: Program, best: Solution) -> TierResult:
    value = program.value(objective.terms, best)
    proven = value == objective.least
    return TierResult(
        name=objective.name, value=objective.exact(value), bound=objective.exact(objective.least), proven=proven
    )
