"""Rung after rung, tier after tier, each proven before the next begins."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal

from models.plan import TierResult
from planner.compile.cp_sat import CpSat
from planner.compile.program import Objective, Program
from planner.compile.race import LARGE, Race
from planner.compile.rungs import WIDEST_RUNG, Rung, rungs_of
from planner.compile.tasks import Answer, Engine, Solution, Task

RUNG_SHARE = 0.7  # of the time that is left, so that later rungs are not starved

NEAR_SECONDS = 2.0  # for looking near an earlier plan

Progress = Callable[[str, Fraction | None, Fraction | None], None]  # tier, best value, bound


@dataclass(frozen=True)
class Found:
    """What became of a search."""

    status: Literal["found", "infeasible", "unknown"]
    solution: Solution | None = None
    tiers: tuple[TierResult, ...] = ()


@dataclass
class Search:
    """One run through all tiers, which can be stopped from another thread."""

    program: Program
    seconds: float = 60.0
    seed: int = 1
    hint: tuple[tuple[int, int], ...] = ()  # likely values of some variables
    near: frozenset[int] = frozenset()  # of these, the ones that a changed wish is likely to touch
    known: dict[str, Fraction] = field(default_factory=dict)  # tier -> what it came to under fewer wishes
    start: Solution | None = None  # a whole solution to begin with
    settled: tuple[TierResult, ...] = ()  # tiers that were searched before; the start has their values
    engine: Engine = field(default_factory=Race)
    widest_rung: int = WIDEST_RUNG  # 0: every tier by itself
    stopped: bool = False

    def stop(self) -> None:
        """Keep the best so far and end."""
        self.stopped = True
        self.engine.stop()

    def run(self, progress: Progress = lambda *_: None) -> Found:
        """Minimise every objective in turn; what is not proven in time is said to be so."""
        try:
            return self.climb(progress)
        finally:
            self.engine.close()

    def climb(self, progress: Progress = lambda *_: None) -> Found:
        """The same, but the engine is left as it is, for another search."""
        deadline = time.monotonic() + self.seconds
        best = self.start if self.start is not None else self._look_near()
        known = dict(self.known)
        results = {tier.name: tier for tier in self.settled}
        if any(known.get(tier.name) != tier.value for tier in self.settled):
            known.clear()
        waiting = [each for each in self.program.objectives if each.terms]
        caps: list[tuple[Objective, int]] = []
        if best is not None:
            caps = [(each, self.program.value(each.terms, best)) for each in waiting if each.name in results]
        waiting = waiting[len(caps) :]
        while waiting:
            left = deadline - time.monotonic()
            if best is not None and (left <= 0 or self.stopped):
                results |= {objective.name: _unproven(objective, self.program, best) for objective in waiting}
                break
            rung, task = self._next(waiting, caps, best, known, left)
            teller = _Teller(rung, self.program, progress)
            answer = self._settled_before(task) or self.engine.solve(task, teller)
            if answer.status == "infeasible" and best is None:
                return Found("infeasible")
            best = answer.solution if answer.solution is not None else best
            if best is None:
                return Found("unknown")
            came = teller.timed(_results(rung, self.program, best, answer))
            for result in came:
                progress(result.name, result.value, result.bound)
            results |= {result.name: result for result in came}
            if any(known.get(result.name) != result.value for result in came):
                known.clear()  # what was known of later tiers holds only if nothing had to be given up before
            caps += [(part, self.program.value(part.terms, best)) for part in rung.parts]
            waiting = waiting[len(rung.parts) :]
        if best is None:  # nothing to minimise at all
            answer = self.engine.solve(Task(self.program, None, seconds=self.seconds), lambda *_: None)
            if answer.solution is None:
                return Found("infeasible" if answer.status == "infeasible" else "unknown")
            best = answer.solution
        tiers = tuple(results.get(each.name) or _settled(each) for each in self.program.objectives)
        return Found("found", best, tiers)

    def _next(
        self, waiting: list[Objective], caps: list[tuple[Objective, int]], best: Solution | None,
        known: dict[str, Fraction], left: float,
    ) -> tuple[Rung, Task]:  # fmt: skip
        """The next rung, and what is asked about it."""
        rungs = rungs_of(waiting, self.widest_rung)
        rung = rungs[0]
        share = left if len(rungs) == 1 else left * RUNG_SHARE
        floor = rung.floor(known)
        return rung, Task(
            self.program, rung.whole, tuple(caps), best, self.hint, floor, max(share, 0.05), self.seed, rung, self.near
        )

    def _settled_before(self, task: Task) -> Answer | None:
        """An answer where what is known before proves the best plan so far."""
        if task.start is None:
            return None
        value = task.worth(task.start)
        if task.floor == value:
            return Answer("optimal", task.start, value, value, 0.0, "known before")
        bound = self.engine.proven(task)
        if bound is not None and bound >= value:
            return Answer("optimal", task.start, value, bound, 0.0, "relaxation")
        return None

    def _look_near(self) -> Solution | None:
        """A solution that leaves the hint only near what has changed: a place to begin, often the best already."""
        if not self.hint or not self.near or len(self.program.low) > LARGE:  # in large programs the descent does so
            return None
        low, high = list(self.program.low), list(self.program.high)
        for variable, value in self.hint:
            if variable not in self.near and low[variable] <= value <= high[variable]:
                low[variable] = high[variable] = value
        narrowed = replace(self.program, low=low, high=high)
        seconds = min(NEAR_SECONDS, self.seconds / 4)
        nearby = Search(narrowed, seconds, self.seed, known=self.known, engine=CpSat(), widest_rung=self.widest_rung)
        return nearby.run().solution


def _results(rung: Rung, program: Program, best: Solution, answer: Answer) -> list[TierResult]:
    """What each tier came to; a tier below one that is not proven is not proven either."""
    closed = answer.status == "optimal" and answer.value == program.value(rung.whole.terms, best)
    found: list[TierResult] = []
    for part in rung.parts:
        value = program.value(part.terms, best)
        bound = value if closed else min(value, _bound(rung, found, answer))
        proven = closed or (bound == value and all(above.proven for above in found))
        found.append(
            TierResult(
                name=part.name, value=part.exact(value), bound=part.exact(bound), proven=proven,
                seconds=answer.seconds, solver=answer.solver,
            )
        )  # fmt: skip
    return found


def _bound(rung: Rung, found: list[TierResult], answer: Answer) -> int:
    """What the bound of the sum says about the next part: its own share, if those above it are proven."""
    part, weight = rung.parts[len(found)], rung.weights[len(found)]
    if answer.bound is None or not all(above.proven for above in found):
        return part.least
    above = sum(w * each.ticks(tier.value) for each, w, tier in zip(rung.parts, rung.weights, found, strict=False))
    below = sum(other.most * w for other, w in list(zip(rung.parts, rung.weights, strict=True))[len(found) + 1 :])
    return max(part.least, -(-(answer.bound - above - below) // weight))


class _Teller:
    """Tells how far the search has come in the first tier of a rung that is still open, in the game's own numbers."""

    def __init__(self, rung: Rung, program: Program, progress: Progress) -> None:
        self._rung, self._program, self._progress = rung, program, progress
        self._began = time.monotonic()
        self._best: Solution | None = None
        self._closed: dict[str, float] = {}  # tier -> after how many seconds it seemed settled

    def __call__(self, value: int | None, bound: int | None, solution: Solution | None) -> None:
        """Take note of a solver's progress."""
        self._best = solution if solution is not None else self._best
        first = self._rung.parts[0]
        if self._best is None:
            least = None if bound is None else first.exact(_bound(self._rung, [], Answer("unknown", bound=bound)))
            self._progress(first.name, None, least)
            return
        came = _results(self._rung, self._program, self._best, Answer("feasible", self._best, value, bound))
        for tier in came:
            if tier.proven:
                self._closed.setdefault(tier.name, time.monotonic() - self._began)
        tier = next((tier for tier in came if not tier.proven), came[-1])
        self._progress(tier.name, tier.value, tier.bound)

    def timed(self, came: list[TierResult]) -> list[TierResult]:
        """The tiers of the rung, each with the time since the one above it was settled."""
        found, before = [], 0.0
        for tier in came:
            at = min(tier.seconds, max(before, self._closed.get(tier.name, tier.seconds)))
            at = tier.seconds if tier is came[-1] else at
            found.append(tier.model_copy(update={"seconds": at - before}))
            before = at
        return found


def _settled(objective: Objective) -> TierResult:
    """A tier in which there is nothing to decide."""
    value = objective.exact(0)
    return TierResult(name=objective.name, value=value, bound=value, proven=True)


def _unproven(objective: Objective, program: Program, best: Solution) -> TierResult:
    value = program.value(objective.terms, best)
    return TierResult(
        name=objective.name, value=objective.exact(value), bound=objective.exact(objective.least), proven=False
    )
