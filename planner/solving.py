"""Scenario -> Outcome, in this process. Pages and the command line go through `planner.worker` instead."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction

from models.plan import Impossible, Outcome, OutOfTime, Plan, Solved, TierResult, Wishes
from models.position import Position
from models.problem import Problem
from models.settings import Progress, Settings
from planner.compile.cp_sat import CpSat
from planner.compile.highs import Highs
from planner.compile.orders import near_to, plan_of, takers_in, takers_without_orders, without_orders
from planner.compile.program import NotExact, Program
from planner.compile.search import Found, Search
from planner.compile.second import NotModelled, second_opinion
from planner.compile.stages import Stages
from planner.compile.steps import compile_problem
from planner.derive import derive
from planner.explain.conflicts import smallest_conflict

Watch = Callable[[Progress], None]


class Solving:
    """One solve that can be watched and stopped from another thread."""

    def __init__(self, scenario: Position, settings: Settings, watch: Watch = lambda _: None) -> None:
        self.scenario = scenario.looking_ahead(settings.turns)
        self.settings = settings
        self._watch = watch
        self._search: Stages | Search | None = None
        self._stopped = False
        self._began = time.monotonic()
        self._done: list[str] = []

    def stop(self) -> None:
        """Keep the best plan so far and end."""
        self._stopped = True
        if self._search is not None:
            self._search.stop()

    def run(self) -> Outcome:
        """Derive, compile, search, and name the units."""
        settings, wishes = self.settings, self.settings.wishes
        problem = derive(self.scenario, wishes, settings.previous)
        if problem.refused:
            return Impossible(conflict=tuple(f"{wish}: {reason}" for wish, reason in problem.refused))
        left = settings.time_limit - (time.monotonic() - self._began)
        begin = settings.begin or settings.previous
        likely = takers_in(self.scenario, problem, begin) if begin else takers_without_orders(problem)
        near = near_to(problem, wishes.units) if begin and settings.known else frozenset()
        try:
            stages = Stages(problem, max(left, 0.1), settings.seed, likely, near, dict(settings.known))
        except NotExact as trouble:
            return OutOfTime(reason=f"the numbers of this scenario are too large or too fine to be solved: {trouble}")
        self._search = stages
        if settings.reproducible:
            stages.engine = CpSat(workers=1)
        if self._stopped:
            stages.stop()
        found = stages.run(self._report)
        if found.status == "infeasible":
            return Impossible(conflict=smallest_conflict(wishes, self._can_be))
        if found.solution is None:
            reason = "stopped before a first plan was found" if self._stopped else "no plan was found in time"
            return OutOfTime(reason=reason)
        second: tuple[TierResult, ...] = ()
        if settings.prove == "twice" and all(tier.proven for tier in found.tiers) and not self._stopped:
            second = self._ask_again(problem, stages.folded.program, found)
        plan = plan_of(self.scenario, problem, stages.x, found.solution, wishes)
        return Solved(plan=plan, tiers=found.tiers, second_opinion=second)

    def _ask_again(self, problem: Problem, program: Program, found: Found) -> tuple[TierResult, ...]:
        """Every tier once more by another route: unit by unit where that can be, else by HiGHS alone, tier by tier."""
        left = max(5.0, self.settings.time_limit - (time.monotonic() - self._began))
        try:
            return second_opinion(problem, found.tiers, left)
        except NotModelled:
            self._search = Search(program, left, self.settings.seed, engine=Highs(), widest_rung=0)
            return self._search.run(self._report).tiers

    def _can_be(self, wishes: Wishes) -> bool:
        """Whether some plan grants these wishes."""
        problem = derive(self.scenario, wishes)
        if problem.refused:
            return False
        program, _ = compile_problem(problem)
        program.objectives.clear()
        return Search(program, seconds=20).run().status == "found"

    def _report(self, tier: str, value: Fraction | None, bound: Fraction | None) -> None:
        if tier not in self._done:
            self._done.append(tier)
        self._watch(
            Progress(
                tier=tier, value=None if value is None else str(value), bound=None if bound is None else str(bound),
                seconds=time.monotonic() - self._began, done=tuple(self._done[:-1]),
            )
        )  # fmt: skip


def standing_plan(scenario: Position) -> Plan | None:
    """The plan in which nobody is given an order, with everybody counted to the best advantage by the solver."""
    problem = derive(scenario)
    program, x = compile_problem(problem)
    taken = without_orders(problem)
    for n, option in enumerate(problem.options):
        if option.kind is None:
            program.high[x.taken[n]] = 0
        else:
            program.low[x.taken[n]] = program.high[x.taken[n]] = taken[n]
    money = {tier.name for tier in problem.tiers if tier.currencies}
    program.objectives[:] = [objective for objective in program.objectives if objective.name in money]
    found = Search(program, seconds=30).run()
    if found.solution is None or not all(tier.proven for tier in found.tiers):
        return None
    return plan_of(scenario, problem, x, found.solution, Wishes())


def solve_here(scenario: Position, settings: Settings | None = None) -> Outcome:
    """Solve in this process and wait for it."""
    return Solving(scenario, settings or Settings()).run()
