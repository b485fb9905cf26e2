"""What a solver is asked and what it answers, whichever solver it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from planner.compile.program import Objective, Program
from planner.compile.rungs import Rung

Solution = Sequence[int]
Report = Callable[[int | None, int | None, Solution | None], None]  # best value and bound so far, in ticks; the best


@dataclass(frozen=True, slots=True)
class Answer:
    """What a solver came back with."""

    status: Literal["optimal", "feasible", "infeasible", "unknown"]
    solution: Solution | None = None
    value: int | None = None
    bound: int | None = None
    seconds: float = 0.0
    solver: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """What to minimise, what must not get worse, where to begin, how long to try."""

    program: Program
    objective: Objective | None
    caps: tuple[tuple[Objective, int], ...] = ()
    start: Solution | None = None  # a whole solution to begin with
    hint: tuple[tuple[int, int], ...] = ()  # or some variables with likely values
    floor: int | None = None  # a value that is known not to be undercut
    seconds: float = 60.0
    seed: int = 1
    rung: Rung | None = None  # the tiers that the objective is made of
    near: frozenset[int] = frozenset()  # variables whose likely values a changed wish may have upset

    def worth(self, solution: Solution) -> int:
        """What the objective comes to."""
        return self.program.value(self.objective.terms, solution) if self.objective else 0

    def rank(self, solution: Solution) -> tuple[int, ...]:
        """The objective, then every tier: of two that are worth the same, the one that is better further down."""
        below = (self.program.value(each.terms, solution) for each in self.program.objectives)
        return (self.worth(solution), *below)

    def answer(self, solution: Solution, bound: int | None, seconds: float, solver: str) -> Answer:
        """An answer with a solution, its value computed here; optimal if the bound meets it."""
        if self.objective is None:
            return Answer("feasible", solution, seconds=seconds, solver=solver)
        value = self.worth(solution)
        closed = bound is not None and bound >= value
        return Answer("optimal" if closed else "feasible", solution, value, bound, seconds, solver)


class Engine(Protocol):
    """A solver that can be stopped from another thread; `proven` is a bound that it knows before it begins."""

    def solve(self, task: Task, report: Report) -> Answer: ...

    def stop(self) -> None: ...

    def close(self) -> None: ...

    def proven(self, task: Task) -> int | None: ...
