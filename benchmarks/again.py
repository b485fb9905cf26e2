"""What if: how long a solve takes after one pin, one forbidden place or one changed number.

As in the page (`planner.advise.after`): it begins with the plan before, and knows what was proven under fewer wishes.
"""

from __future__ import annotations

import time
from fractions import Fraction

from benchmarks.ours import note_ends
from benchmarks.tiers import Course
from models.plan import Plan, Solved, Wishes
from models.position import Position
from models.scenario import Scenario
from models.settings import Settings
from planner.solving import Solving

FIRST = "first solve"
CHANGES = ("after a pin", "after a forbidden place", "after a changed number")


def solve_again(scenario: Position, seconds: float, phases: dict[str, float]) -> tuple[Course, Plan | None]:
    """Solve, change one thing, solve again, three times over; the times go into the phases, what is open is noted."""
    course = Course()
    first = _timed(scenario, Settings(time_limit=seconds), FIRST, phases, course)
    if first is None:
        return course, None
    note_ends(course, first, 0.0)
    proven = {tier.name: tier.value for tier in first.tiers} if first.proven else {}
    for words, (changed, wishes) in zip(CHANGES, _changes(scenario, first.plan), strict=True):
        known = proven if changed == scenario else {}
        settings = Settings(time_limit=seconds, wishes=wishes, begin=first.plan, known=known)
        _timed(changed, settings, words, phases, course)
    return course, first.plan


def _timed(
    scenario: Position, settings: Settings, words: str, phases: dict[str, float], course: Course
) -> Solved | None:  # fmt: skip
    start = time.monotonic()
    outcome = Solving(scenario, settings).run()
    phases[words] = time.monotonic() - start
    if not isinstance(outcome, Solved):
        course.note = f"{words}: no plan"
        return None
    if not outcome.proven:
        course.note = f"{words}: not proven"
    return outcome


def _changes(scenario: Position, plan: Plan) -> list[tuple[Position, Wishes]]:
    """Keep the first unit that moves where it is; keep the last from where it goes; one RE less on the railways."""
    moving = [order for order in plan.orders if order.unit and order.start != order.to and ":" not in order.start]
    first, last = moving[0], moving[-1]
    capacity = scenario.rail_capacity if isinstance(scenario, Scenario) else None
    fewer = scenario.model_copy(update={"rail_capacity": (capacity or Fraction(2)) - 1})
    return [
        (scenario, Wishes(pins=((first.unit, first.start),))),
        (scenario, Wishes(forbids=((last.unit, last.to),))),
        (fewer, Wishes()),
    ]
