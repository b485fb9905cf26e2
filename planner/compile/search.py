"""Tier after tier, each proven before the next begins. Neighbouring tiers of small range share a rung of the ladder:
they are minimised together, the first weighted so that no gain in the others can outweigh it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import gcd
from typing import Literal

from models.plan import TierResult
from planner.compile.cp_sat import CpSat
from planner.compile.program import Objective, Program
from planner.compile.race import LARGE, Race
from planner.compile.tasks import Answer, Engine, Solution, Task

RUNG_SHARE = 0.7  # of the time that is left, so that later rungs are not starved
WIDEST_RUNG = 4_000_000  # values that the objectives of one rung can take together

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
            return self._run(progress)
        finally:
            self.engine.close()

    def _run(self, progress: Progress) -> Found:
        deadline = time.monotonic() + self.seconds
        best = self._look_near()
        known = dict(self.known)
        results: dict[str, TierResult] = {}
        caps: list[tuple[Objective, int]] = []
        rungs = rungs_of([each for each in self.program.objectives if each.terms], self.widest_rung)
        for number, rung in enumerate(rungs):
            left = deadline - time.monotonic()
            if best is not None and (left <= 0 or self.stopped):
                results |= {objective.name: _unproven(objective, self.program, best) for objective in rung.parts}
                continue
            floor = rung.floor(known)
            if best is not None and floor is not None and self.program.value(rung.whole.terms, best) == floor:
                answer = Answer("optimal", best, floor, floor, 0.0, "known before")
                results |= {result.name: result for result in rung.results(self.program, best, answer)}
                caps += [(part, self.program.value(part.terms, best)) for part in rung.parts]
                continue
            share = left if number == len(rungs) - 1 else left * RUNG_SHARE
            task = Task(self.program, rung.whole, tuple(caps), best, self.hint, floor, max(share, 0.05), self.seed)
            answer = self.engine.solve(task, _told(rung, progress))
            if answer.status == "infeasible" and best is None:
                return Found("infeasible")
            best = answer.solution if answer.solution is not None else best
            if best is None:
                return Found("unknown")
            came = rung.results(self.program, best, answer)
            results |= {result.name: result for result in came}
            if any(known.get(result.name) != result.value for result in came):
                known.clear()  # what was known of later tiers holds only if nothing had to be given up before
            caps += [(part, self.program.value(part.terms, best)) for part in rung.parts]
        if best is None:  # nothing to minimise at all
            answer = self.engine.solve(Task(self.program, None, seconds=self.seconds), lambda *_: None)
            if answer.solution is None:
                return Found("infeasible" if answer.status == "infeasible" else "unknown")
            best = answer.solution
        tiers = tuple(results.get(each.name) or _settled(each) for each in self.program.objectives)
        return Found("found", best, tiers)

    def _look_near(self) -> Solution | None:
        """A solution that leaves the hint only near what has changed: a place to begin, often the best already."""
        if not self.hint or not (self.near or len(self.program.low) > LARGE):
            return None
        low, high = list(self.program.low), list(self.program.high)
        for variable, value in self.hint:
            if variable not in self.near and low[variable] <= value <= high[variable]:
                low[variable] = high[variable] = value
        narrowed = replace(self.program, low=low, high=high)
        seconds = min(NEAR_SECONDS, self.seconds / 4)
        nearby = Search(narrowed, seconds, self.seed, known=self.known, engine=CpSat(), widest_rung=self.widest_rung)
        return nearby.run().solution


@dataclass(frozen=True)
class Rung:
    """Objectives that are minimised together, with the weight of each in their sum."""

    parts: tuple[Objective, ...]
    weights: tuple[int, ...]
    whole: Objective

    def results(self, program: Program, best: Solution, answer: Answer) -> list[TierResult]:
        """What each tier came to; a tier below one that is not proven is not proven either."""
        closed = answer.status == "optimal" and answer.value == program.value(self.whole.terms, best)
        found: list[TierResult] = []
        for part in self.parts:
            value = program.value(part.terms, best)
            bound = value if closed else min(value, self._bound(part, answer))
            proven = closed or (bound == value and all(above.proven for above in found))
            found.append(
                TierResult(
                    name=part.name, value=part.exact(value), bound=part.exact(bound), proven=proven,
                    seconds=answer.seconds, solver=answer.solver,
                )
            )  # fmt: skip
        return found

    def floor(self, known: dict[str, Fraction]) -> int | None:
        """The least that the sum can come to, given what its parts came to under fewer wishes."""
        if any(part.name not in known for part in self.parts):
            return None
        return sum(weight * part.ticks(known[part.name]) for part, weight in zip(self.parts, self.weights, strict=True))

    def _bound(self, part: Objective, answer: Answer) -> int:
        """What the bound of the sum says about one part: something about the first, nothing about the others."""
        if part is not self.parts[0] or answer.bound is None:
            return part.least
        others = sum(other.most * weight for other, weight in zip(self.parts[1:], self.weights[1:], strict=True))
        return max(part.least, -(-(answer.bound - others) // self.weights[0]))


def rungs_of(objectives: list[Objective], widest: int = WIDEST_RUNG) -> list[Rung]:
    """Put neighbouring objectives on one rung while their values together are not too many."""
    groups: list[list[Objective]] = []
    width = 0
    for objective in objectives:
        steps = _reach(objective) // _step(objective) + 1
        if groups and width * steps <= widest:
            groups[-1].append(objective)
            width *= steps
        else:
            groups.append([objective])
            width = steps
    return [_rung(group) for group in groups]


def _rung(parts: list[Objective]) -> Rung:
    weights = [1]
    for lower, part in zip(reversed(parts), reversed(parts[:-1]), strict=False):
        outweighing = weights[0] * (_reach(lower) + _step(lower))  # more than all lower parts can come to
        weights.insert(0, -(-outweighing // _step(part)))
    terms: dict[int, int] = {}
    for part, weight in zip(parts, weights, strict=True):
        for variable, coefficient in part.terms:
            terms[variable] = terms.get(variable, 0) + coefficient * weight
    least = sum(part.least * weight for part, weight in zip(parts, weights, strict=True))
    most = sum(part.most * weight for part, weight in zip(parts, weights, strict=True))
    kept = tuple((variable, coefficient) for variable, coefficient in terms.items() if coefficient)
    whole = Objective(parts[0].name, kept, 0, 1, least, most)
    return Rung(tuple(parts), tuple(weights), whole)


def _reach(objective: Objective) -> int:
    return objective.most - objective.least


def _step(objective: Objective) -> int:
    return gcd(*(coefficient for _, coefficient in objective.terms)) or 1


def _told(rung: Rung, progress: Progress) -> Callable[[int | None, int | None], None]:
    """Progress of the rung's first tier, in the game's own numbers."""
    first, weight = rung.parts[0], rung.weights[0]
    rest = sum(part.least * w for part, w in zip(rung.parts[1:], rung.weights[1:], strict=True))

    def report(value: int | None, bound: int | None) -> None:
        best = None if value is None else first.exact((value - rest) // weight)
        least = None if bound is None else first.exact(max(first.least, (bound - rest) // weight))
        progress(" + ".join(part.name for part in rung.parts), best, least)

    return report


def _settled(objective: Objective) -> TierResult:
    """A tier in which there is nothing to decide."""
    value = objective.exact(0)
    return TierResult(name=objective.name, value=value, bound=value, proven=True)


def _unproven(objective: Objective, program: Program, best: Solution) -> TierResult:
    value = program.value(objective.terms, best)
    return TierResult(
        name=objective.name, value=objective.exact(value), bound=objective.exact(objective.least), proven=False
    )
