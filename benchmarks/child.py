"""One peer on one theatre, in a process of its own, so that time and memory are nobody else's.

Reads a scenario file as a player's would be read; writes one JSON object to the file it is told.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks import mathopt_peer, naive, ours
from benchmarks.again import solve_again
from benchmarks.greedy import greedy_plan
from benchmarks.linear import of_program
from benchmarks.plain import TooLarge, plain_model
from benchmarks.tiers import Course
from models.plan import Plan, Wishes
from models.position import Position
from models.problem import Problem
from planner.audit import audit
from planner.compile.orders import plan_of
from planner.compile.steps import compile_problem
from planner.derive import derive
from planner.load import load_scenario

MOST_COLUMNS = 1_500_000  # a unit-by-unit model beyond this would not fit into memory beside everything else
Phases = dict[str, float]


def main() -> None:
    """python -m benchmarks.child PEER SCENARIO SECONDS RESULT."""
    peer, scenario, seconds, result = sys.argv[1:5]

    def keep(record: dict[str, Any]) -> None:
        Path(result).write_text(json.dumps(record), encoding="utf-8")

    keep(run(peer, Path(scenario), float(seconds), keep))


def run(
    peer: str, path: Path, seconds: float, keep: Callable[[dict[str, Any]], None] = lambda _: None
) -> dict[str, Any]:
    """Load, solve, audit; what is known before the audit is kept at once, should the audit be cut off."""
    phases: Phases = {}
    start = time.monotonic()
    scenario = load_scenario(path)
    phases["load"] = time.monotonic() - start
    course, plan, size = PEERS[peer](scenario, seconds, phases)
    audited: dict[str, str] = {}
    violations: list[str] = []
    if plan is not None:
        keep(_record(peer, time.monotonic() - start, phases, size, course, audited, violations))
        before = time.monotonic()
        report = audit(scenario, plan)
        phases["audit"] = time.monotonic() - before
        audited = {name: str(value) for name, value in report.tiers.items()}
        violations = [f"{each.unit} {each.turn}: {each.message}" for each in report.violations[:5]]
    return _record(peer, time.monotonic() - start, phases, size, course, audited, violations)


def _record(
    peer: str, total: float, phases: Phases, size: dict[str, int], course: Course, audited: dict[str, str],
    violations: list[str],
) -> dict[str, Any]:  # fmt: skip
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss + resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return {
        "peer": peer, "seconds": total, "phases": phases, "megabytes": peak / 1024, "size": size, "note": course.note,
        "audited": audited, "violations": violations,
        "tiers": [
            {"name": e.name, "value": _text(e.value), "bound": _text(e.bound), "proven": e.proven, "began": e.began,
             "seconds": e.seconds} for e in course.ends
        ],
        "seen": [[round(s.at, 3), s.tier, _text(s.value), _text(s.bound)] for s in course.seen],
    }  # fmt: skip


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _derived(scenario: Position, phases: Phases) -> Problem:
    start = time.monotonic()
    problem = derive(scenario)
    phases["derive"] = time.monotonic() - start
    return problem


Found = tuple[Course, Plan | None, dict[str, int]]


def _ours(scenario: Position, seconds: float, phases: Phases) -> Found:
    course, plan, spent, size = ours.solve(scenario, seconds, time.monotonic())
    phases.update(spent)
    return course, plan, size


def _again(scenario: Position, seconds: float, phases: Phases) -> Found:
    return *solve_again(scenario, seconds, phases), {}


def _greedy(scenario: Position, _seconds: float, phases: Phases) -> Found:
    problem = _derived(scenario, phases)
    start = time.monotonic()
    plan = greedy_plan(scenario, problem)
    phases["play"] = time.monotonic() - start
    return Course(), plan, {"options": len(problem.options)}


def _unit_by_unit(solve: Callable[..., tuple[Course, list[int] | None]], *extra: str) -> Callable[..., Found]:
    def run_it(scenario: Position, seconds: float, phases: Phases) -> Found:
        problem = _derived(scenario, phases)
        start = time.monotonic()
        try:
            x = plain_model(problem, MOST_COLUMNS)
        except TooLarge as trouble:
            return Course(note=str(trouble)), None, {}
        phases["compile"] = time.monotonic() - start
        course, best = solve(x.linear, *extra, seconds, time.monotonic())
        size = {"columns": len(x.linear.low), "rows": len(x.linear.rows)}
        return course, None if best is None else x.plan(scenario, best), size

    return run_it


def _naive(*args: Any) -> tuple[Course, list[int] | None]:
    try:
        return naive.solve(*args)
    except naive.WeightsTooLarge as trouble:
        return Course(note=str(trouble)), None


def _highs_on_our_program(scenario: Position, seconds: float, phases: Phases) -> Found:
    problem = _derived(scenario, phases)
    start = time.monotonic()
    program, x = compile_problem(problem)
    linear = of_program(program)
    phases["compile"] = time.monotonic() - start
    course, best = mathopt_peer.solve(linear, "highs", seconds, time.monotonic())
    plan = None if best is None else plan_of(scenario, problem, x, best, Wishes())
    return course, plan, {"columns": len(linear.low), "rows": len(linear.rows), "options": len(problem.options)}


PEERS: dict[str, Callable[[Position, float, Phases], Found]] = {
    "ours": _ours,
    "again": _again,
    "highs": _unit_by_unit(mathopt_peer.solve, "highs"),
    "highs+": _highs_on_our_program,
    "scip": _unit_by_unit(mathopt_peer.solve, "scip"),
    "naive": _unit_by_unit(_naive),
    "greedy": _greedy,
}

if __name__ == "__main__":
    main()
