"""A problem in two stages: the tiers that cannot tell kinds of units apart, then the others on the whole problem."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from models.problem import Problem
from planner.compile.folding import fold
from planner.compile.merging import merge
from planner.compile.race import LARGE, Race
from planner.compile.search import RUNG_SHARE, Found, Progress, Search
from planner.compile.steps import compile_problem
from planner.compile.tasks import Engine, Solution


@dataclass
class Stages:
    """One run through all tiers of a problem, which can be stopped from another thread."""

    problem: Problem
    seconds: float = 60.0
    seed: int = 1
    likely: Sequence[int] = ()  # how many take each option in an earlier plan, if there is one
    near: frozenset[int] = frozenset()  # the options that a changed wish is likely to touch
    known: dict[str, Fraction] = field(default_factory=dict)  # tier -> what it came to under fewer wishes
    engine: Engine = field(default_factory=Race)

    def __post_init__(self) -> None:
        self._search: Search | None = None
        self._stopped = False
        self._deadline = time.monotonic() + self.seconds
        self.program, self.x = compile_problem(self.problem)
        self.folded = fold(self.problem, self.program, self.x.taken)

    def stop(self) -> None:
        """Keep the best so far and end."""
        self._stopped = True
        if self._search is not None:
            self._search.stop()

    def run(self, progress: Progress = lambda *_: None) -> Found:
        """All tiers; the solution is one of the compiled program."""
        try:
            before = self._first_tiers(progress)
            if before is not None and before.status == "infeasible":
                return before
            found = self._the_rest(before, progress)
        finally:
            self.engine.close()
        return found if found.solution is None else Found("found", self.folded.unfold(found.solution), found.tiers)

    def _first_tiers(self, progress: Progress) -> Found | None:
        """What they come to, and a solution of the whole program that comes to it; None if merging does not help."""
        if len(self.program.low) <= LARGE or self.folded.fans:
            return None
        merged = merge(self.problem)
        if merged is None:
            return None
        program, x = compile_problem(merged.problem)
        hint = tuple(zip(x.taken, merged.hint(self.likely), strict=True)) if self.likely else ()
        near = frozenset(x.taken[merged.counterpart[n]] for n in self.near)
        search = Search(program, self._left * RUNG_SHARE, self.seed, hint, near, self.known, engine=self.engine)
        found = self._climb(search, progress)
        if found.solution is None:
            return found if found.status == "infeasible" else None
        taken = merged.divided([found.solution[variable] for variable in x.taken])
        solution = [*taken, *found.solution[program.decisions :]]  # what follows from decisions follows in one order
        solution += self.program.low[len(solution) :]  # an earlier plan is not looked at yet
        return Found("found", solution, found.tiers) if self.program.admits(solution) else None

    def _the_rest(self, before: Found | None, progress: Progress) -> Found:
        hint = self.folded.hint(zip(self.x.taken, self.likely, strict=True)) if self.likely else ()
        start: Solution | None = None if before is None else before.solution
        search = Search(
            self.folded.program, self._left, self.seed, hint, self.folded.near(self.x.taken[n] for n in self.near),
            self.known, start, () if before is None else before.tiers, self.engine,
        )  # fmt: skip
        return self._climb(search, progress)

    def _climb(self, search: Search, progress: Progress) -> Found:
        self._search = search
        if self._stopped:
            search.stop()
        return search.climb(progress)

    @property
    def _left(self) -> float:
        return max(0.1, self._deadline - time.monotonic())
