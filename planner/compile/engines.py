"""Solvers behind one face: minimise an objective of a program under caps on the objectives before it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Literal, Protocol

from ortools.sat.python import cp_model

from planner.compile.program import Objective, Program

Solution = Sequence[int]
Report = Callable[[int | None, int | None], None]  # best value and bound so far, in ticks


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
    """One tier: what to minimise, what must not get worse, where to begin, how long to try."""

    program: Program
    objective: Objective | None
    caps: tuple[tuple[Objective, int], ...] = ()
    start: Solution | None = None
    seconds: float = 60.0
    seed: int = 1
    workers: int = 8


class Engine(Protocol):
    """A solver that can be stopped."""

    name: str

    def solve(self, task: Task, report: Report) -> Answer: ...

    def stop(self) -> None: ...


class CpSat:
    """CP-SAT on the program as it stands."""

    name = "CP-SAT"

    def __init__(self) -> None:
        self._solver: cp_model.CpSolver | None = None
        self._stopped = False

    def stop(self) -> None:
        """End the search at the next opportunity; the best so far is kept."""
        self._stopped = True
        if self._solver is not None:
            self._solver.stop_search()

    def solve(self, task: Task, report: Report) -> Answer:
        """Minimise the task's objective, or only look for any solution if it has none."""
        began = time.monotonic()
        model, variables = _model(task)
        if problem := model.validate():
            raise AssertionError(f"the compiled program is not valid: {problem}")
        solver = cp_model.CpSolver()
        _set(solver.parameters, task)
        self._solver = solver
        if self._stopped:
            return Answer("unknown", solver=self.name)
        status = solver.solve(model, _Watcher(report, task.objective is not None))
        seconds = time.monotonic() - began
        if status == cp_model.INFEASIBLE:
            return Answer("infeasible", seconds=seconds, solver=self.name)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            bound = _bound(solver.best_objective_bound) if task.objective else None
            return Answer("unknown", bound=bound, seconds=seconds, solver=self.name)
        solution = solver.values(variables).tolist() if hasattr(solver, "values") else []
        if task.objective is None:
            return Answer("feasible", solution, seconds=seconds, solver=self.name)
        value = task.program.value(task.objective.terms, solution)
        bound = _bound(solver.best_objective_bound)
        proven = status == cp_model.OPTIMAL and bound == value
        return Answer("optimal" if proven else "feasible", solution, value, bound, seconds, self.name)


def _bound(seen: float) -> int:
    """The solver keeps its bound as a double; ticks are whole."""
    return ceil(seen - 1e-6) if abs(seen) < 2**60 else -(2**60)


def _model(task: Task) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    program = task.program
    model = cp_model.CpModel()
    variables = [model.new_int_var(low, high, "") for low, high in zip(program.low, program.high, strict=True)]

    def add(terms: Sequence[tuple[int, int]], low: int | None, high: int | None) -> None:
        expression = cp_model.LinearExpr.weighted_sum([variables[v] for v, _ in terms], [c for _, c in terms])
        if low is not None and low == high:
            model.add(expression == low)
            return
        domain = cp_model.Domain(cp_model.INT_MIN if low is None else low, cp_model.INT_MAX if high is None else high)
        model.add_linear_expression_in_domain(expression, domain)

    for row in program.rows:
        add(row.terms, row.low, row.high)
    for objective, most in task.caps:
        add(objective.terms, None, most)
    if task.objective is not None:
        terms = task.objective.terms
        model.minimize(cp_model.LinearExpr.weighted_sum([variables[v] for v, _ in terms], [c for _, c in terms]))
    if task.start is not None:
        for variable, value in zip(variables, task.start, strict=True):
            model.add_hint(variable, value)
    return model, variables


def _set(parameters: object, task: Task) -> None:
    parameters.max_time_in_seconds = max(task.seconds, 0.01)  # type: ignore[attr-defined]
    parameters.num_workers = task.workers  # type: ignore[attr-defined]
    parameters.random_seed = task.seed  # type: ignore[attr-defined]
    parameters.linearization_level = 2  # type: ignore[attr-defined]


class _Watcher(cp_model.CpSolverSolutionCallback):
    """Passes improving values and bounds on; it runs on the solver's own threads and does nothing else."""

    def __init__(self, report: Report, valued: bool) -> None:
        super().__init__()
        self._report = report
        self._valued = valued

    def on_solution_callback(self) -> None:
        if self._valued:
            self._report(round(self.objective_value), _bound(self.best_objective_bound))
