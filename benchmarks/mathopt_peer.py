"""HiGHS and SCIP through MathOpt, tier by tier, each tier starting from the solution of the one before."""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from math import ceil, inf
from typing import Literal

from ortools.math_opt import model_pb2  # type: ignore[import-untyped]
from ortools.math_opt.python import mathopt  # type: ignore[import-untyped]

from benchmarks.linear import Goal, Linear
from benchmarks.tiers import TIER_SHARE, Course, TierEnd

Solver = Literal["highs", "scip"]
_TYPES = {"highs": mathopt.SolverType.HIGHS, "scip": mathopt.SolverType.GSCIP}
ALMOST_ONE = 0.999  # goals are whole: a gap below one tick is none


def solve(
    linear: Linear, solver: Solver, seconds: float, began: float, seed: int = 1
) -> tuple[Course, list[int] | None]:  # fmt: skip
    """Minimise goal after goal; `began` is the monotonic time from which everything is counted."""
    course = Course()
    caps: list[tuple[Goal, int]] = []
    best: list[int] | None = None
    goals = [goal for goal in linear.goals if goal.terms]
    for number, goal in enumerate(goals):
        start = time.monotonic()
        left = seconds - (start - began)
        if left <= 0:
            break
        share = left if number == len(goals) - 1 else left * TIER_SHARE
        found, bound = _tier(linear, goal, caps, best, solver, share, began, course, seed)
        best = found or best
        value = None if best is None else goal.ticks(best)
        proven = found is not None and bound is not None and value is not None and bound >= value
        course.end(
            TierEnd(
                goal.name, None if value is None else goal.exact(value), None if bound is None else goal.exact(bound),
                proven, start - began, time.monotonic() - start,
            )
        )  # fmt: skip
        if value is None:
            break
        caps.append((goal, value))
    return course, best


def _tier(
    linear: Linear, goal: Goal, caps: list[tuple[Goal, int]], best: list[int] | None, solver: Solver, seconds: float,
    began: float, course: Course, seed: int,
) -> tuple[list[int] | None, int | None]:  # fmt: skip
    model = mathopt.Model.from_model_proto(_proto(linear, goal, caps))
    columns = list(model.variables())
    asked = mathopt.ModelSolveParameters()
    if best is not None:
        hint = mathopt.SolutionHint(variable_values=dict(zip(columns, map(float, best), strict=True)))
        asked.solution_hints.append(hint)
    parameters = mathopt.SolveParameters(
        time_limit=timedelta(seconds=max(seconds, 0.1)), enable_output=True, absolute_gap_tolerance=ALMOST_ONE,
        relative_gap_tolerance=0.0, random_seed=seed,
    )  # fmt: skip
    with _overheard(goal, began, course, solver):
        result = mathopt.solve(model, _TYPES[solver], params=parameters, model_params=asked)
    dual = result.termination.objective_bounds.dual_bound
    bound = ceil(dual - 1e-4) if abs(dual) < inf else None
    if not result.has_primal_feasible_solution():
        return None, bound
    if result.termination.reason == mathopt.TerminationReason.OPTIMAL:
        bound = max(bound or 0, ceil(result.objective_value() - ALMOST_ONE - 1e-4))
    values = result.variable_values()
    return [round(values[column]) for column in columns], bound


def _proto(linear: Linear, goal: Goal, caps: list[tuple[Goal, int]]) -> model_pb2.ModelProto:
    """The program with one goal, none of the goals before getting worse."""
    model = model_pb2.ModelProto()
    number = len(linear.low)
    model.variables.ids.extend(range(number))
    model.variables.lower_bounds.extend(map(float, linear.low))
    model.variables.upper_bounds.extend(map(float, linear.high))
    model.variables.integers.extend([True] * number)
    rows = [*linear.rows, *((each.terms, None, most) for each, most in caps)]
    model.linear_constraints.ids.extend(range(len(rows)))
    model.linear_constraints.lower_bounds.extend(-inf if low is None else float(low) for _, low, _ in rows)
    model.linear_constraints.upper_bounds.extend(inf if high is None else float(high) for _, _, high in rows)
    matrix = model.linear_constraint_matrix
    for n, (terms, _, _) in enumerate(rows):
        ordered = sorted(terms)
        matrix.row_ids.extend([n] * len(ordered))
        matrix.column_ids.extend(column for column, _ in ordered)
        matrix.coefficients.extend(float(coefficient) for _, coefficient in ordered)
    ordered = sorted(goal.terms)
    model.objective.linear_coefficients.ids.extend(column for column, _ in ordered)
    model.objective.linear_coefficients.values.extend(float(coefficient) for _, coefficient in ordered)
    return model


# -- what the solvers print while they work -------------------------------------------------------------------------

_NUMBER = r"(-?inf|-?[\d.]+(?:e[+-]?\d+)?|Large|--)"
# HiGHS: "... Expl. | BestBound BestSol Gap | ..."; SCIP: "...|  dualbound | primalbound  |  gap ..." in that order.
_HIGHS = re.compile(rf"\d+\.\d\d%\s+{_NUMBER}\s+{_NUMBER}\s+(?:inf|Large|[\d.]+%)")
_SCIP = re.compile(rf"\|\s*{_NUMBER}\s*\|\s*{_NUMBER}\s*\|\s*(?:Inf|[\d.]+%)\s*\|")


def overheard(line: str, solver: Solver) -> tuple[float | None, float | None] | None:
    """Bound and value in a line of a solver's log, if it has them."""
    found = (_HIGHS if solver == "highs" else _SCIP).search(line)
    return (_float(found[1]), _float(found[2])) if found else None


def _float(word: str) -> float | None:
    return None if word in ("--", "Large") or word.endswith("inf") else float(word)


@contextmanager
def _overheard(goal: Goal, began: float, course: Course, solver: Solver) -> Iterator[None]:
    """Read what the solver prints to standard output, line by line, and stamp it with the time."""
    reading, writing = os.pipe()
    kept = os.dup(1)
    os.dup2(writing, 1)
    os.close(writing)

    def listen() -> None:
        with os.fdopen(reading, errors="replace") as lines:
            for line in lines:
                if told := overheard(line, solver):
                    bound, value = told
                    course.see(
                        time.monotonic() - began, goal.name,
                        None if value is None else goal.exact(round(value)),
                        None if bound is None else goal.exact(ceil(bound - 1e-3)),
                    )  # fmt: skip

    listener = threading.Thread(target=listen)
    listener.start()
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        listener.join()
