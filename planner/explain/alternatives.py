"""What else a unit could do: every step that the rules offer it, each with the best plan that has the unit take it.

A price is what the audit makes of that plan, so it is to be read beside the totals of the advice, to the last fraction.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from models.alternatives import Alternative
from models.plan import Order, Plan, Wishes
from models.position import Position
from models.problem import Problem, State
from models.settings import Settings
from planner.audit import audit
from planner.compile.orders import near_to, plan_of, takers_in
from planner.compile.program import NotExact, Program
from planner.compile.search import Search
from planner.compile.steps import compile_problem
from planner.compile.variables import PlanVars
from planner.derive import Reading, derive

NOT_OFFERED = "the rules no longer offer it"
LONGEST = 10.0  # seconds for one step


@dataclass(frozen=True)
class _Offers:
    """The steps that are offered to a unit, as orders, and why some are forbidden."""

    legal: tuple[Order, ...]
    forbidden: tuple[tuple[Order, str], ...]

    def among(self, asked: list[Order]) -> _Offers:
        """Only what is asked about; what is not offered at all is forbidden for that reason."""
        legal = tuple(order for order in self.legal if any(_same(order, one) for one in asked))
        barred = tuple((order, why) for order, why in self.forbidden if any(_same(order, one) for one in asked))
        known = [*legal, *(order for order, _ in barred)]
        unknown = tuple((one, NOT_OFFERED) for one in asked if not any(_same(order, one) for order in known))
        return _Offers(legal, (*barred, *unknown))


def alternatives(scenario: Position, settings: Settings) -> Iterator[Alternative]:
    """Every step of the unit that the settings name, or the orders they ask about, as soon as each price is known."""
    ends = time.monotonic() + settings.time_limit
    scenario = scenario.looking_ahead(settings.turns)
    asked = settings.instead
    units = tuple(dict.fromkeys(order.unit for order in asked)) if asked else (settings.options_of,)
    for unit in units:
        offers = offered(scenario, unit)
        planned = _planned(settings, unit, offers)
        if asked:
            offers = offers.among([order for order in asked if order.unit == unit])
        pricing = _Pricing.of(scenario, settings, unit, offers) if offers.legal else None
        for order in sorted(offers.legal, key=lambda order: order != planned):
            seconds = min(LONGEST, ends - time.monotonic())
            if pricing is None:
                yield Alternative(order=order, planned=order == planned)
            elif pricing.offers(order):
                yield pricing.priced(order, order == planned, max(seconds, 0.1))
        for order, reason in offers.forbidden:
            yield Alternative(order=order, forbidden=reason)


def offered(scenario: Position, unit: str) -> _Offers:
    """What the rules offer a unit when it is first its turn to act; each way of doing a thing once."""
    reading = Reading(scenario)
    for piece, members in reading.pieces(frozenset({unit})):
        for name, state, turn in members:
            if name == unit and turn < reading.turns:
                found: dict[Order, str] = {}
                for step, refused in reading.offers(piece, state, turn):
                    order = Order(
                        unit=unit, turn=str(scenario.turn_at(turn)), option=step.act, start=step.start, to=step.end,
                        how=step.how, rule=step.rule, why=step.why,
                    )  # fmt: skip
                    found.setdefault(order, refused or "")
                legal = tuple(order for order, refused in found.items() if not refused)
                ends = {order.to for order in legal}
                barred = tuple((order, why) for order, why in found.items() if why and order.to not in ends)
                return _Offers(legal, barred)
    return _Offers((), ())


def _planned(settings: Settings, unit: str, offers: _Offers) -> Order | None:
    """The step that the plan in force has the unit take."""
    given = settings.begin.orders if settings.begin else ()
    mine = next((order for order in given if order.unit == unit), None)
    return next((order for order in offers.legal if mine and _same(order, mine)), None)


def _same(one: Order, other: Order) -> bool:
    return all(getattr(one, name) == getattr(other, name) for name in ("turn", "option", "start", "to", "how"))


@dataclass(frozen=True)
class _Pricing:
    """One program for all steps of a unit; for each step the unit is made to take it."""

    scenario: Position
    settings: Settings
    problem: Problem
    program: Program
    x: PlanVars
    wishes: Wishes

    @classmethod
    def of(cls, scenario: Position, settings: Settings, unit: str, offers: _Offers) -> _Pricing | None:
        """The program without the player's wishes about this unit; None if its numbers do not fit a solver."""
        wishes = Wishes(
            pins=tuple(pin for pin in settings.wishes.pins if pin[0] != unit),
            forbids=tuple(ban for ban in settings.wishes.forbids if ban[0] != unit),
        )
        tried = Plan(turn=str(scenario.turn), turns=scenario.horizon, orders=offers.legal)
        problem = derive(scenario, wishes, previous=tried)  # so that no step is left out as useless
        money = {tier.name for tier in problem.tiers if tier.currencies}
        try:
            program, x = compile_problem(problem)
        except NotExact:
            return None
        program.objectives[:] = [objective for objective in program.objectives if objective.name in money]
        return cls(scenario, settings, problem, program, x, wishes)

    def offers(self, order: Order) -> bool:
        """Whether a step is worth telling: standing guard where nobody looks is not, staying free is as good."""
        return self._variable(order) is not None

    def priced(self, order: Order, planned: bool, seconds: float) -> Alternative:
        """The best plan in which the unit follows an order, as the audit sees it."""
        variable = self._variable(order)
        if variable is None or self.program.high[variable] < 1:
            return Alternative(order=order, planned=planned)
        low = list(self.program.low)
        low[variable] = max(low[variable], 1)
        found = self._search(replace(self.program, low=low), order.unit, seconds).run()
        if found.solution is None:
            return Alternative(order=order, planned=planned)
        report = audit(self.scenario, plan_of(self.scenario, self.problem, self.x, found.solution, self.wishes))
        agreed = report.legal and all(report.tiers[tier.name] == tier.value for tier in found.tiers if tier.proven)
        proven = agreed and all(tier.proven for tier in found.tiers)
        return Alternative(order=order, planned=planned, totals=report.totals if agreed else None, proven=proven)

    def _search(self, program: Program, unit: str, seconds: float) -> Search:
        settings = self.settings
        known: dict[str, Fraction] = dict(settings.known) if self.wishes == settings.wishes else {}
        if not settings.begin:
            return Search(program, seconds, settings.seed, known=known)
        taken = self.x.taken
        hint = tuple(zip(taken, takers_in(self.scenario, self.problem, settings.begin), strict=True))
        near = frozenset(taken[n] for n in near_to(self.problem, frozenset({unit})))
        return Search(program, seconds, settings.seed, hint, near, known)

    def _variable(self, order: Order) -> int | None:
        """How many counters of the unit's kind take the step: any of them may be the one, for they are alike."""
        kind, first = self._member(order.unit, order.start)
        for n, option in enumerate(self.problem.options):
            step = (option.kind, option.turn, option.act, option.start, option.end, option.how)
            if step == (kind, first, order.option, order.start, order.to, order.how):
                return self.x.taken[n]
        return None

    def _member(self, unit: str, start: State) -> tuple[int | None, int]:
        for k, kind in enumerate(self.problem.kinds):
            for name, state, turn in kind.members:
                if name == unit and state == start:
                    return k, turn
        return None, 0
