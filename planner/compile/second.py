"""A second opinion: the problem written down anew, unit by unit, in CP-SAT's own words for maximum and division.

Nothing here is shared with `steps`: no identical counters in one number, no weighted tiers, no linear rows for
rounding. It is slower and easier to believe. What it does not know it refuses (`NotModelled`).
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil, lcm
from typing import Any

from ortools.sat.python import cp_model

from models.plan import TierResult
from models.problem import Credit, Problem, Rounding, Tier

NAME = "CP-SAT, unit by unit"
MOST_CHOICES = 20_000  # unit-options beyond which it would not end in useful time
SMALL = 300  # unit-options up to which it does without presolve, where CP-SAT has gone wrong before
Linear = Any  # an expression of CP-SAT
Flows = list[tuple[Linear, Fraction]]  # what is taken, and how much each takes
MOST_HELD = 10_000_000  # ticks of a budget, either way


class NotModelled(Exception):  # noqa: N818 - it says what is the matter
    """The problem holds something that this formulation does not know."""


def second_opinion(problem: Problem, first: Sequence[TierResult], seconds: float) -> tuple[TierResult, ...]:
    """Minimise every tier once more, given the first opinion's values of the tiers before it."""
    second = _Second(problem)
    deadline = time.monotonic() + seconds
    found = []
    for tier, known in zip(problem.tiers, first, strict=True):
        terms, scale = second.tier(tier)
        began = time.monotonic()
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 4
        solver.parameters.cp_model_presolve = second.choices > SMALL
        solver.parameters.max_time_in_seconds = max(0.1, deadline - time.monotonic())
        second.model.minimize(terms)
        status = solver.solve(second.model)
        took = time.monotonic() - began
        if status == cp_model.INFEASIBLE:  # the first opinion's values cannot be had at all
            found.append(
                TierResult(name=tier.name, value=known.value + 1, bound=known.value + 1, proven=True, solver=NAME)
            )
            break
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            break
        value = Fraction(round(solver.objective_value), scale)
        bound = Fraction(ceil(solver.best_objective_bound - 1e-6), scale)
        proven = status == cp_model.OPTIMAL and bound == value
        found.append(TierResult(name=tier.name, value=value, bound=bound, proven=proven, seconds=took, solver=NAME))
        second.model.add(terms <= int(known.value * scale))
    return tuple(found)


class _Second:
    """The model, built part by part."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.model = cp_model.CpModel()
        self._refuse_what_is_unknown()
        amounts = [d.amount for o in problem.options for c in o.credits for d in c.duties]
        amounts += [d.amount for o in problem.options for d in o.raises] + [d.required for d in problem.demands]
        amounts += [g.per for g in problem.groups] + [d.amount for a in problem.allowances for d in a.credit.duties]
        self.scale = lcm(*(amount.denominator for amount in amounts), 1)
        self.taken: list[list[Linear]] = [[] for _ in problem.options]  # one choice for each unit that could take it
        self.choices = 0
        self._walk_every_unit()
        self.on = [self.model.new_bool_var("") for _ in problem.triggers]
        self._count()
        self._pull_the_triggers()
        self._price()
        self._keep_the_budgets()
        for n, option in enumerate(problem.options):
            if option.needs is not None:
                for choice in self.taken[n]:
                    self.model.add(choice == 0).only_enforce_if(~self.on[option.needs])

    def _refuse_what_is_unknown(self) -> None:
        problem = self.problem
        if problem.expected or any(group.raid for group in problem.groups):
            raise NotModelled("raids and earlier plans")
        if any(budget.waivable for budget in problem.budgets):
            raise NotModelled("waived fines")

    def _walk_every_unit(self) -> None:
        """Each unit takes exactly one path."""
        leaving: dict[tuple[int | None, str, int], list[int]] = defaultdict(list)
        for n, option in enumerate(self.problem.options):
            leaving[option.kind, option.start, option.turn].append(n)
            if option.kind is None:
                self.taken[n] = [self.model.new_int_var(0, option.most, "")]
        for k, kind in enumerate(self.problem.kinds):
            for _, state, turn in kind.members:
                coming: dict[tuple[str, int], list[Linear]] = defaultdict(list)
                nodes, seen = [(state, turn)], {(state, turn)}
                while nodes:
                    nodes.sort(key=lambda node: -node[1])
                    node = nodes.pop()
                    if node[1] >= self.problem.turns:
                        continue
                    going = []
                    for n in leaving[k, node[0], node[1]]:
                        choice = self.model.new_bool_var("")
                        self.choices += 1
                        option = self.problem.options[n]
                        self.taken[n].append(choice)
                        going.append(choice)
                        end = (option.end, option.turn + option.lasts)
                        coming[end].append(choice)
                        if end not in seen:
                            seen.add(end)
                            nodes.append(end)
                    self.model.add(sum(going) == (1 if node == (state, turn) else sum(coming[node])))
        if self.choices > MOST_CHOICES:
            raise NotModelled(f"{self.choices} choices")

    def _count(self) -> None:
        """What covers each demand: the units' own amounts, or their share of them."""
        plain: list[list[Linear]] = [[] for _ in self.problem.demands]
        pairs: list[list[Linear]] = [[] for _ in self.problem.demands]
        raised: list[list[Linear]] = [[] for _ in self.problem.demands]
        for n, option in enumerate(self.problem.options):
            for choice in self.taken[n]:
                for credit in option.credits:
                    self._share(credit, choice, plain, pairs)
                for duty in option.raises:
                    raised[duty.demand].append(self._ticks(duty.amount) * choice)
        for allowance in self.problem.allowances:
            self._share(allowance.credit, None, plain, pairs)
        self.covered: list[Linear] = []
        self.required: list[Linear] = []
        for n, demand in enumerate(self.problem.demands):
            total: Linear = sum(plain[n])
            if pairs[n]:
                whole = self.model.new_int_var(0, 10_000, "")
                self.model.add_division_equality(whole, sum(pairs[n]), self.scale)
                total = total + self.scale * whole
            self.covered.append(total)
            self.required.append(self._ticks(demand.required) + sum(raised[n]))

    def _share(
        self, credit: Credit, choice: Linear | None, plain: list[list[Linear]], pairs: list[list[Linear]]
    ) -> None:
        """What one choice gives to which demand; cover that depends on no choice is there for the sharing."""
        given = []
        for duty in credit.duties:
            amount = self._ticks(duty.amount)
            into = pairs if duty.paired else plain
            if len(credit.duties) == 1 and choice is not None:
                into[duty.demand].append(amount * choice)
                continue
            if credit.divisible:
                step = self._ticks(credit.part) if credit.part else 1
                share = self.model.new_int_var(0, amount // step, "")
                given.append(step * share)
                into[duty.demand].append(step * share)
            else:
                does = self.model.new_bool_var("")
                given.append(does)
                into[duty.demand].append(amount * does)
        if given:
            most = self._ticks(credit.duties[0].amount) if credit.divisible else 1
            self.model.add(sum(given) <= (most if choice is None else most * choice))

    def _pull_the_triggers(self) -> None:
        """A trigger is on if something that fires it is done, and only then."""
        for trigger, on in zip(self.problem.triggers, self.on, strict=True):
            causes = [choice for n in trigger.options for choice in self.taken[n]]
            for wanted in trigger.met:
                every = self.model.new_bool_var("")
                each = [self._is_met(n) for n in wanted]
                self.model.add_min_equality(every, each)
                causes.append(every)
            self.model.add_max_equality(on, causes or [0])

    def _is_met(self, demand: int) -> Linear:
        met = self.model.new_bool_var("")
        self.model.add(self.covered[demand] >= self.required[demand]).only_enforce_if(met)
        self.model.add(self.covered[demand] < self.required[demand]).only_enforce_if(~met)
        return met

    def _price(self) -> None:
        """Gaps are what is missing of what is due; groups add them up and round."""
        gaps: list[list[Linear]] = [[] for _ in self.problem.groups]
        for n, demand in enumerate(self.problem.demands):
            gap = self.model.new_int_var(0, 10_000_000, "")
            if demand.waived_by is None and demand.due_after is None:
                self.model.add_max_equality(gap, [0, self.required[n] - self.covered[n]])
            else:
                full = self.model.new_int_var(0, 10_000_000, "")
                self.model.add_max_equality(full, [0, self.required[n] - self.covered[n]])
                off = [~self.on[demand.due_after]] if demand.due_after is not None else []
                off += [self.on[demand.waived_by]] if demand.waived_by is not None else []
                nothing = self.model.new_bool_var("")
                self.model.add_max_equality(nothing, off)
                self.model.add(gap == 0).only_enforce_if(nothing)
                self.model.add(gap == full).only_enforce_if(~nothing)
            for g in demand.groups:
                gaps[g].append(gap)
        self.priced: list[tuple[Linear, Fraction]] = []  # expression, price of each
        for group, parts in zip(self.problem.groups, gaps, strict=True):
            per = self._ticks(group.per)
            if group.rounding is Rounding.PROPORTIONAL:
                self.priced.append((sum(parts), group.price / per))
                continue
            steps = self.model.new_int_var(0, 10_000_000, "")
            spare = per - 1 if group.rounding is Rounding.STARTED else 0
            self.model.add_division_equality(steps, sum(parts) + spare, per)
            self.priced.append((steps, group.price))

    def _keep_the_budgets(self) -> None:
        """After a turn in which somebody drew on a budget it is not below zero."""
        drawn: dict[tuple[int, int], Flows] = defaultdict(list)
        users: dict[tuple[int, int], list[Linear]] = defaultdict(list)
        for n, option in enumerate(self.problem.options):
            for draw in option.draws:
                drawn[draw.budget, draw.turn] += [(choice, draw.amount) for choice in self.taken[n]]
                if draw.guarded:
                    users[draw.budget, draw.turn] += self.taken[n]
        for (linear, price), group in zip(self.priced, self.problem.groups, strict=True):
            if group.drawn and len(group.paid_from) == 1:
                drawn[group.paid_from[0], group.turn].append((linear, price))
            elif group.drawn and any((b, t) in users for b in group.paid_from for t in range(self.problem.turns)):
                raise NotModelled("fines paid from several pools that are drawn on")
        for b in {budget for budget, _ in users}:
            self._keep(b, drawn, users)

    def _keep(
        self, b: int, drawn: Mapping[tuple[int, int], Flows], users: Mapping[tuple[int, int], list[Linear]]
    ) -> None:
        """One budget from turn to turn: what is kept, what comes in, what is drawn."""
        budget, turns = self.problem.budgets[b], range(self.problem.turns)
        limits = [budget.carried_into(turn) for turn in turns]
        amounts = [budget.opening, *budget.income, *(limit for limit in limits if limit is not None)]
        amounts += [amount for turn in turns for _, amount in drawn.get((b, turn), ())]
        scale = lcm(*(amount.denominator for amount in amounts))
        held: Linear = int(budget.opening * scale)
        for turn, limit in zip(turns, limits, strict=True):
            if limit is not None:
                kept = self.model.new_int_var(-MOST_HELD, int(limit * scale), "")
                self.model.add_min_equality(kept, [held, int(limit * scale)])
                held = kept
            spent = sum(int(amount * scale) * linear for linear, amount in drawn.get((b, turn), ()))
            held = held + int(budget.income[turn] * scale) - spent
            if (b, turn) in users:
                used = self.model.new_bool_var("")
                for choice in users[b, turn]:
                    self.model.add(choice == 0).only_enforce_if(~used)
                self.model.add(held >= 0).only_enforce_if(used)

    def tier(self, tier: Tier) -> tuple[Linear, int]:
        """What a tier adds up, in whole numbers, and how many of them make one."""
        rates = dict(tier.currencies)
        parts: list[tuple[Linear, Fraction]] = []
        for (linear, price), group in zip(self.priced, self.problem.groups, strict=True):
            if group.counted and group.currency in rates:
                parts.append((linear, price * group.weight * rates[group.currency]))
        for n, option in enumerate(self.problem.options):
            worth = sum((rates.get(currency, Fraction(0)) * amount for currency, amount in option.spends), Fraction(0))
            worth += option.tied if tier.strength else Fraction(option.moves) if tier.moves else 0
            if worth:
                parts += [(choice, worth) for choice in self.taken[n]]
        scale = lcm(*(price.denominator for _, price in parts), 1)
        return _added((linear, int(price * scale)) for linear, price in parts), scale

    def _ticks(self, amount: Fraction) -> int:
        return int(amount * self.scale)


def _added(parts: Iterable[tuple[Linear, int]]) -> Linear:
    return sum((coefficient * linear for linear, coefficient in parts), cp_model.LinearExpr.constant(0))
