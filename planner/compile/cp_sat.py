"""CP-SAT on the program as it stands."""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import ceil

from ortools.sat.python import cp_model

from planner.compile.tasks import Answer, Report, Task


class CpSat:
    """CP-SAT: at its best where choices are few and knotty."""

    name = "CP-SAT"

    def __init__(self, workers: int = 4) -> None:
        self.workers = workers
        self._solver: cp_model.CpSolver | None = None
        self._stopped = False

    def stop(self) -> None:
        """End the search at the next opportunity; the best so far is kept."""
        self._stopped = True
        if self._solver is not None:
            self._solver.stop_search()

    def close(self) -> None:
        """Nothing outlives a solve."""

    def proven(self, task: Task) -> int | None:
        """Nothing is known before."""
        return None

    def solve(self, task: Task, report: Report) -> Answer:
        """Minimise the task's objective, or only look for any solution if it has none."""
        began = time.monotonic()
        model, variables = _model(task)
        if problem := model.validate():
            raise AssertionError(f"the compiled program is not valid: {problem}")
        solver = cp_model.CpSolver()
        parameters = solver.parameters
        parameters.max_time_in_seconds = max(task.seconds, 0.01)
        parameters.num_workers = self.workers
        parameters.random_seed = task.seed
        parameters.linearization_level = 2
        if self.workers == 1 and task.start is not None and task.objective is not None:
            parameters.subsolvers.extend(["objective_lb_search_max_lp"])  # alone it serves best by raising the bound
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
        solution = [int(value) for value in solver.values(variables)]
        return task.answer(solution, _bound(solver.best_objective_bound), seconds, self.name)


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
        if task.floor is not None:
            add(terms, task.floor, None)
        model.minimize(cp_model.LinearExpr.weighted_sum([variables[v] for v, _ in terms], [c for _, c in terms]))
    for number, value in task.hint if task.start is None else enumerate(task.start):
        model.add_hint(variables[number], value)
    return model, variables


class _Watcher(cp_model.CpSolverSolutionCallback):
    """Passes improving values and bounds on; it runs on the solver's own threads and does nothing else."""

    def __init__(self, report: Report, valued: bool) -> None:
        super().__init__()
        self._report = report
        self._valued = valued

    def on_solution_callback(self) -> None:
        if self._valued:
            self._report(round(self.objective_value), _bound(self.best_objective_bound), None)
