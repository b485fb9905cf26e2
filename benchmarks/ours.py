"""Ours: the same call that the child process of the command line makes, with a watch on each phase."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import planner.solving
from benchmarks.tiers import Course, TierEnd
from models.plan import Plan, Solved
from models.position import Position
from models.problem import Problem
from models.settings import Progress, Settings
from planner.solving import Solving

PHASES = {"derive": "derive", "compile_problem": "compile", "plan_of": "orders"}  # function of planner.solving -> phase


def solve(
    scenario: Position, seconds: float, began: float, seed: int = 1
) -> tuple[Course, Plan | None, dict[str, float], dict[str, int]]:
    """Solve with all tiers; also how long each phase outside the solver took, and how large the problem was."""
    size: dict[str, int] = {}
    course, phases = Course(), dict.fromkeys(PHASES.values(), 0.0)
    offset = time.monotonic() - began

    def watch(progress: Progress) -> None:
        value, bound = (None if text is None else Fraction(text) for text in (progress.value, progress.bound))
        course.see(offset + progress.seconds, progress.tier, value, bound)

    with _timed(phases, size):
        settings = Settings(time_limit=max(0.1, seconds), seed=seed)
        outcome = Solving(scenario, settings, watch).run()
    if not isinstance(outcome, Solved):
        course.note = outcome.reason if outcome.kind == "out_of_time" else outcome.kind
        return course, None, phases, size
    at = offset + phases["derive"] + phases["compile"]
    note_ends(course, outcome, at)
    return course, outcome.plan, phases, size


def note_ends(course: Course, outcome: Solved, at: float) -> None:
    """Tiers one after the other; those in which there was nothing to decide are left out."""
    for tier in outcome.tiers:
        if tier.seconds or tier.value or not tier.proven:
            course.end(TierEnd(tier.name, tier.value, tier.bound, tier.proven, at, tier.seconds))
            at += tier.seconds


@contextmanager
def _timed(phases: dict[str, float], size: dict[str, int]) -> Iterator[None]:
    """Time the phases by standing in for the functions that do them; note the size of what they return."""
    kept = {name: getattr(planner.solving, name) for name in PHASES if hasattr(planner.solving, name)}

    def timed(function: Callable[..., Any], phase: str) -> Callable[..., Any]:
        def run(*args: Any, **keywords: Any) -> Any:
            start = time.monotonic()
            found = function(*args, **keywords)
            phases[phase] += time.monotonic() - start
            if isinstance(found, Problem):
                size["options"] = len(found.options)
            return found

        return run

    for name, function in kept.items():
        setattr(planner.solving, name, timed(function, PHASES[name]))
    try:
        yield
    finally:
        for name, function in kept.items():
            setattr(planner.solving, name, function)
