"""The naive CP-SAT model: a Boolean for each unit and option, one weighted objective, parameters as they come."""

from __future__ import annotations

import time
from fractions import Fraction
from math import ceil

from ortools.sat.python import cp_model

from benchmarks.linear import Goal, Linear
from benchmarks.tiers import Course, TierEnd

MOST = 2**62  # an objective beyond this is refused by the solver


class WeightsTooLarge(Exception):  # noqa: N818 - it says what is the matter
    """Tiers of this size do not fit into one weighted objective of 64 bits."""


def solve(linear: Linear, seconds: float, began: float) -> tuple[Course, list[int] | None]:
    """Minimise everything at once."""
    goals = [goal for goal in linear.goals if goal.terms]
    weights = _weights(linear, goals)
    model = cp_model.CpModel()
    columns = [model.new_int_var(low, high, "") for low, high in zip(linear.low, linear.high, strict=True)]
    for terms, low, high in linear.rows:
        total = cp_model.LinearExpr.weighted_sum([columns[c] for c, _ in terms], [a for _, a in terms])
        ends = (cp_model.INT_MIN if low is None else low, cp_model.INT_MAX if high is None else high)
        model.add_linear_expression_in_domain(total, cp_model.Domain(*ends))
    weighted = [(column, amount * w) for goal, w in zip(goals, weights, strict=True) for column, amount in goal.terms]
    model.minimize(cp_model.LinearExpr.weighted_sum([columns[c] for c, _ in weighted], [a for _, a in weighted]))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = max(0.1, seconds - (time.monotonic() - began))
    course = Course()
    start = time.monotonic() - began
    status = solver.solve(model, _Watcher(goals, weights, columns, course, began))
    took = time.monotonic() - began - start
    best = [solver.value(column) for column in columns] if status in (cp_model.OPTIMAL, cp_model.FEASIBLE) else None
    for n, goal in enumerate(goals):
        value = None if best is None else goal.exact(goal.ticks(best))
        proven = status == cp_model.OPTIMAL
        first = _first_bound(goal, solver.best_objective_bound, weights[0]) if n == 0 else None
        course.end(TierEnd(goal.name, value, value if proven else first, proven, start, took))
    return course, best


def _weights(linear: Linear, goals: list[Goal]) -> list[int]:
    """So large that no gain in a later tier makes up for a loss in an earlier one."""
    weights = [1]
    for goal in reversed(goals[1:]):
        reach = sum(abs(amount) * linear.high[column] for column, amount in goal.terms)
        weights.insert(0, weights[0] * (reach + 1))
    whole = sum(w * abs(a) * linear.high[c] for goal, w in zip(goals, weights, strict=True) for c, a in goal.terms)
    if whole >= MOST:
        raise WeightsTooLarge(f"one weighted objective would reach {whole:.1e}")
    return weights


def _first_bound(goal: Goal, bound: float, weight: int) -> Fraction:
    """What the bound of the whole says about the first tier alone."""
    return goal.exact(max(0, ceil(bound / weight - 1)))


class _Watcher(cp_model.CpSolverSolutionCallback):
    def __init__(
        self, goals: list[Goal], weights: list[int], columns: list[cp_model.IntVar], course: Course, began: float
    ) -> None:
        super().__init__()
        self._goals, self._weights, self._columns, self._course, self._began = goals, weights, columns, course, began

    def on_solution_callback(self) -> None:
        at, left = time.monotonic() - self._began, round(self.objective_value)
        for n, (goal, weight) in enumerate(zip(self._goals, self._weights, strict=True)):
            ticks, left = divmod(left, weight)
            bound = _first_bound(goal, self.best_objective_bound, weight) if n == 0 else None
            self._course.see(at, goal.name, goal.exact(ticks), bound)
