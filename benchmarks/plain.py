"""The straightforward model: one 0-1 column for each unit and option. Written without a look at planner.compile.

It knows what generated theatres contain; anything else of a Problem it refuses rather than getting it wrong.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, lcm

from benchmarks.linear import Linear
from models.plan import Order, Plan
from models.position import Position
from models.problem import Budget, Credit, Problem, Rounding, Tier

Node = tuple[str, int]


class NotInTheFamilies(Exception):  # noqa: N818 - it says what is the matter
    """A problem holds something that generated theatres do not have."""


class TooLarge(Exception):  # noqa: N818 - it says what is the matter
    """The model would have more columns than anybody can wait for."""


@dataclass
class Plain:
    """The model, and what its columns mean."""

    problem: Problem
    linear: Linear = field(default_factory=Linear)
    takes: list[tuple[str, int, int]] = field(default_factory=list)  # unit ("": nobody), option, column
    on: list[int] = field(default_factory=list)  # trigger -> column
    makers: dict[Credit, list[tuple[str, int, int]]] = field(default_factory=dict)  # credit for several duties
    given: dict[tuple[Credit, int], int] = field(default_factory=dict)
    cover: dict[int, list[tuple[int, Fraction]]] = field(default_factory=lambda: defaultdict(list))
    gaps: list[int] = field(default_factory=list)  # in grains
    steps: dict[int, int] = field(default_factory=dict)  # penalty group -> column

    def plan(self, scenario: Position, solution: Sequence[float]) -> Plan:
        """The orders of a solution, with what each unit counts for."""
        duties = self._duties(solution)
        turns = [str(scenario.turn_at(turn)) for turn in range(self.problem.turns)]
        orders = []
        for unit, n, column in self.takes:
            times = round(solution[column])
            if times:
                option = self.problem.options[n]
                counted = {self.problem.demands[d].id: amount for d, amount in duties[unit, n].items() if amount}
                orders.append(
                    Order(
                        unit=unit, turn=turns[option.turn], option=option.act, start=option.start, to=option.end,
                        how=option.how, times=times, duties=counted, rule=option.rule, why=option.why,
                    )
                )  # fmt: skip
        return Plan(turn=turns[0], turns=self.problem.turns, orders=tuple(orders))

    def _duties(self, solution: Sequence[float]) -> dict[tuple[str, int], dict[int, Fraction]]:
        duties: dict[tuple[str, int], dict[int, Fraction]] = defaultdict(dict)
        for unit, n, column in self.takes:
            for credit in self.problem.options[n].credits if solution[column] > 0.5 else ():
                if len(credit.duties) == 1:
                    duties[unit, n][credit.duties[0].demand] = credit.duties[0].amount
        for credit, makers in self.makers.items():
            if not credit.divisible:
                self._one_each(solution, credit, makers, duties)
                continue
            left = {duty.demand: self._grains(solution, credit, duty.demand) for duty in credit.duties}
            for unit, n, column in makers:
                room = credit.duties[0].amount if solution[column] > 0.5 else Fraction(0)
                for demand, wanted in left.items():
                    part = min(room, wanted)
                    if part > 0:
                        duties[unit, n][demand] = part
                        left[demand] -= part
                        room -= part
        return duties

    def _one_each(
        self, solution: Sequence[float], credit: Credit, makers: list[tuple[str, int, int]],
        duties: dict[tuple[str, int], dict[int, Fraction]],
    ) -> None:  # fmt: skip
        """Units that do one duty of several."""
        done = [d for d in credit.duties for _ in range(round(solution[self.given[credit, d.demand]]))]
        takers = [(unit, n) for unit, n, column in makers if solution[column] > 0.5]
        for (unit, n), duty in zip(takers, done, strict=False):
            duties[unit, n][duty.demand] = duty.amount

    def _grains(self, solution: Sequence[float], credit: Credit, demand: int) -> Fraction:
        return Fraction(round(solution[self.given[credit, demand]]), self.grain)

    @property
    def grain(self) -> int:
        """Parts of one RE in which gaps and shared duties are counted."""
        return _grain(self.problem)


def _grain(problem: Problem) -> int:
    amounts = {duty.amount.denominator for o in problem.options for c in o.credits for duty in c.duties}
    return max([*amounts, *(demand.required.denominator for demand in problem.demands), 1])


def plain_model(problem: Problem, most_columns: int = 10_000_000) -> Plain:
    """Write the model down, unit by unit and demand by demand."""
    _refuse_what_is_not_modelled(problem)
    x = Plain(problem)
    _paths(x, most_columns)
    _triggers(x)
    _shared_duties(x)
    _gaps_and_steps(x)
    _budgets(x)
    for tier in problem.tiers:
        x.linear.goal(tier.name, _tier_terms(x, tier))
    return x


def _refuse_what_is_not_modelled(problem: Problem) -> None:
    draws = [draw for option in problem.options for draw in option.draws]
    odd = {
        "triggers by demands met": [trigger for trigger in problem.triggers if trigger.met],
        "duties that begin with a trigger": [d for d in problem.demands if d.due_after is not None],
        "allowances": problem.allowances,
        "an earlier plan": problem.expected,
        "raised demands": [o for o in problem.options if o.raises],
        "debts": [b for b in problem.budgets if min((b.opening, *b.income)) < 0],
        "draws without leave": [draw for draw in draws if draw.amount > 0 and not draw.guarded],
        "fines paid from budgets": [group for group in problem.groups if group.paid_from],
        "paired duties": [o for o in problem.options for c in o.credits for d in c.duties if d.paired],
    }
    if found := [name for name, items in odd.items() if items]:
        raise NotInTheFamilies(f"the straightforward model has no {', '.join(found)}")


def _paths(x: Plain, most_columns: int) -> None:
    """Each unit takes one path through its options."""
    leaving: dict[tuple[int | None, str, int], list[int]] = defaultdict(list)
    for n, option in enumerate(x.problem.options):
        leaving[option.kind, option.start, option.turn].append(n)
    for k, kind in enumerate(x.problem.kinds):
        for unit, state, turn in kind.members:
            if turn >= x.problem.turns:
                continue
            flow: dict[Node, list[tuple[int, int]]] = defaultdict(list)
            seen, frontier = {(state, turn)}, [(state, turn)]
            while frontier:
                node = frontier.pop()
                for n in leaving[k, node[0], node[1]]:
                    option = x.problem.options[n]
                    column = x.linear.column(0, 1)
                    x.takes.append((unit, n, column))
                    flow[node].append((column, 1))
                    end = (option.end, option.turn + option.lasts)
                    if end[1] < x.problem.turns:
                        flow[end].append((column, -1))
                        if end not in seen:
                            seen.add(end)
                            frontier.append(end)
            if len(x.takes) > most_columns:
                raise TooLarge(f"more than {most_columns:,} columns, unit by unit")
            for node, terms in flow.items():
                there = int(node == (state, turn))
                x.linear.row(terms, there, there)


def _triggers(x: Plain) -> None:
    """What nobody does, what turns a trigger on, and what waits for one."""
    for n, option in enumerate(x.problem.options):
        if option.kind is None:
            x.takes.append(("", n, x.linear.column(0, option.most)))
    x.on = [x.linear.column(0, 1) for _ in x.problem.triggers]
    takers: dict[int, list[int]] = defaultdict(list)
    for _, n, column in x.takes:
        takers[n].append(column)
        needs = x.problem.options[n].needs
        if needs is not None:
            x.linear.row([(column, 1), (x.on[needs], -x.linear.high[column])], None, 0)
    for on, trigger in zip(x.on, x.problem.triggers, strict=True):
        causes = [column for n in trigger.options for column in takers[n]]
        x.linear.row([(on, 1), *((column, -1) for column in causes)], None, 0)
        for column in causes:
            x.linear.row([(column, 1), (on, -1)], None, 0)


def _shared_duties(x: Plain) -> None:
    """Credits for one demand cover it; equal credits for several are divided among them."""
    for unit, n, column in x.takes:
        for credit in x.problem.options[n].credits:
            if len(credit.duties) == 1:
                x.cover[credit.duties[0].demand].append((column, credit.duties[0].amount))
            else:
                x.makers.setdefault(credit, []).append((unit, n, column))
    grain = x.grain
    for credit, makers in x.makers.items():
        if not credit.divisible:
            _one_duty_each(x, credit, makers)
            continue
        used: list[tuple[int, Fraction | int]] = []
        for duty in credit.duties:
            most = min(x.problem.demands[duty.demand].required, duty.amount * len(makers))
            column = x.linear.column(0, ceil(most * grain))
            x.given[credit, duty.demand] = column
            x.cover[duty.demand].append((column, Fraction(1, grain)))
            used.append((column, Fraction(1, grain)))
        used += [(column, -credit.duties[0].amount) for _, _, column in makers]
        x.linear.row(used, None, 0)


def _one_duty_each(x: Plain, credit: Credit, makers: list[tuple[str, int, int]]) -> None:
    """So many of those who offer it do each of the duties."""
    used: list[tuple[int, Fraction | int]] = [(column, -1) for _, _, column in makers]
    for duty in credit.duties:
        column = x.linear.column(0, len(makers))
        x.given[credit, duty.demand] = column
        x.cover[duty.demand].append((column, duty.amount))
        used.append((column, 1))
    x.linear.row(used, None, 0)


def _gaps_and_steps(x: Plain) -> None:
    """What is not covered is missing; a group's gaps are paid for by started or full steps."""
    grain = x.grain
    by_group: dict[int, list[int]] = defaultdict(list)
    for n, demand in enumerate(x.problem.demands):
        gap = x.linear.column(0, ceil(demand.required * grain))
        x.gaps.append(gap)
        waived = [] if demand.waived_by is None else [(x.on[demand.waived_by], demand.required)]
        x.linear.row([*x.cover[n], (gap, Fraction(1, grain)), *waived], demand.required, None)
        for g in demand.groups:
            by_group[g].append(gap)
    for g, group in enumerate(x.problem.groups):
        if group.rounding is not Rounding.PROPORTIONAL:
            most = sum((Fraction(x.linear.high[gap], grain) for gap in by_group[g]), Fraction(0))
            steps = x.steps[g] = x.linear.column(0, ceil(most / group.per))
            spare = group.per - Fraction(1, grain) if group.rounding is Rounding.FULL else Fraction(0)
            terms = [(steps, group.per), *((gap, Fraction(-1, grain)) for gap in by_group[g])]
            x.linear.row(terms, -spare, None)


def _budgets(x: Plain) -> None:
    """Nobody draws more than there is: what comes in, what was saved, less what was drawn before."""
    drawn: dict[int, list[tuple[int, int, Fraction]]] = defaultdict(list)  # budget -> turn, column, amount
    for _, n, column in x.takes:
        for draw in x.problem.options[n].draws:
            drawn[draw.budget].append((draw.turn, column, draw.amount))
    for b, flows in drawn.items():
        budget = x.problem.budgets[b]
        if budget.carried:
            _saved(x, budget, flows)
            continue
        for turn in {turn for turn, _, amount in flows if amount > 0}:
            first = 0 if budget.carries else turn
            held = sum(budget.income[first : turn + 1], budget.opening if budget.carries else Fraction(0))
            x.linear.row([(column, amount) for at, column, amount in flows if first <= at <= turn], None, held)


def _saved(x: Plain, budget: Budget, flows: list[tuple[int, int, Fraction]]) -> None:
    """Where only so much is carried into a turn: what is carried is a number of its own, no more than is left."""
    amounts = [*(amount for _, _, amount in flows), budget.opening, *budget.income]
    amounts += [limit for limit in budget.carried if limit is not None]
    grain = lcm(*(amount.denominator for amount in amounts))
    most = sum((-amount for _, _, amount in flows if amount < 0), sum(budget.income, budget.opening))
    carried: list[tuple[int, Fraction | int]] = []
    for turn in range(x.problem.turns):
        now = budget.income[turn] + (budget.opening if turn == 0 else 0)
        left: list[tuple[int, Fraction | int]] = [*carried, *((c, -amount) for at, c, amount in flows if at == turn)]
        x.linear.row(left, -now, None)
        if turn + 1 < x.problem.turns:
            limit = budget.carried[turn + 1]
            column = x.linear.column(0, int((most if limit is None else limit) * grain))
            x.linear.row([*left, (column, -Fraction(1, grain))], -now, None)
            carried = [(column, Fraction(1, grain))]


def _tier_terms(x: Plain, tier: Tier) -> list[tuple[int, Fraction]]:
    rates = dict(tier.currencies)
    terms: list[tuple[int, Fraction]] = []
    for g, group in enumerate(x.problem.groups):
        if group.currency in rates and group.counted and g in x.steps:
            terms.append((x.steps[g], group.price * group.weight * rates[group.currency]))
    for n, demand in enumerate(x.problem.demands):
        for g in demand.groups:
            group = x.problem.groups[g]
            if group.currency in rates and group.counted and g not in x.steps:
                terms.append((x.gaps[n], group.price / group.per / x.grain * group.weight * rates[group.currency]))
    for _, n, column in x.takes:
        option = x.problem.options[n]
        if tier.strength and option.tied:
            terms.append((column, option.tied))
        if tier.moves and option.moves:
            terms.append((column, Fraction(option.moves)))
        terms += [(column, amount * rates[currency]) for currency, amount in option.spends if currency in rates]
    return terms
