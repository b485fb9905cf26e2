"""What gaps and options cost: penalties in their groups, and budgets that nobody overdraws."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from models.problem import ZERO, Problem, Rounding
from planner.compile.program import NotExact, Program, common_scale
from planner.compile.raids import count_what_is_struck
from planner.compile.variables import PlanVars, ticks
from planner.compile.waivers import Priced, pay_while_the_pools_last


def pay_for_what_is_missing(program: Program, problem: Problem, x: PlanVars) -> None:
    """Gaps of one group are added; each started (or full) step is paid for, or only what a raid can hit."""
    members: dict[int, list[int]] = defaultdict(list)
    for n, demand in enumerate(problem.demands):
        for g in demand.groups:
            members[g].append(n)
    for g, group in enumerate(problem.groups):
        x.stepped.append(None)
        if group.raid is not None:
            gaps_of = {n: x.missing[n] for n in members[g]}
            x.struck[g] = count_what_is_struck(program, problem, group.raid, gaps_of, x.covered, x.scale)
        elif group.rounding is not Rounding.PROPORTIONAL:
            gaps = [x.missing[n] for n in members[g]]
            per = ticks(group.per, x)
            most = sum(program.high[gap] for gap in gaps)
            spare = per - 1 if group.rounding is Rounding.FULL else 0
            least = max(0, -(-(sum(program.low[gap] for gap in gaps) - spare) // per))
            steps = program.variable(least, -(-most // per), f"steps[{group.id}]")
            program.row([(steps, per), *((gap, -1) for gap in gaps)], low=-spare)
            x.stepped[g] = steps


def waive_what_no_pool_can_pay(program: Program, problem: Problem, x: PlanVars) -> None:
    """Where fines may be waived, they are paid as far as the pools last."""
    x.settled = pay_while_the_pools_last(program, problem, prices_by_group(problem, x))


def spend_no_more_than_the_pool_holds(program: Program, problem: Problem, x: PlanVars) -> None:
    """Who draws on a budget may not leave it below zero; penalties may, and what is owed is paid first."""
    guarded: dict[tuple[int, int], list[int]] = defaultdict(list)
    flows: dict[int, list[tuple[int, int, Fraction]]] = defaultdict(list)  # budget -> turn, variable, amount
    unguarded: set[int] = {
        b for b, budget in enumerate(problem.budgets) if budget.opening < 0 or min(budget.income) < 0
    }
    for n, option in enumerate(problem.options):
        for draw in option.draws:
            flows[draw.budget].append((draw.turn, x.taken[n], draw.amount))
            if draw.guarded:
                guarded[draw.budget, draw.turn].append(x.taken[n])
            elif draw.amount > 0:
                unguarded.add(draw.budget)
    drawn_on = {budget for budget, _ in guarded}
    priced = prices_by_group(problem, x)
    for g, group in enumerate(problem.groups):
        if drawn_on.isdisjoint(group.paid_from) or not group.drawn:
            continue
        if len(group.paid_from) > 1:
            raise NotExact(f"{group.id} is paid from several pools of which one is drawn on")
        unguarded.add(group.paid_from[0])
        flows[group.paid_from[0]].extend((group.turn, variable, amount) for variable, amount in priced[g])
    for (b, turn), users in guarded.items():
        _hold(program, problem, b, turn, users, flows[b], b in unguarded)


def prices_by_group(problem: Problem, x: PlanVars) -> list[Priced]:
    """What each penalty group costs, over variables."""
    priced: list[Priced] = [[] for _ in problem.groups]
    for g, steps in enumerate(x.stepped):
        if steps is not None:
            priced[g].append((steps, problem.groups[g].price))
    for g, struck in x.struck.items():
        priced[g].append((struck, problem.groups[g].price / x.scale))
    for n, demand in enumerate(problem.demands):
        for g in demand.groups:
            if x.stepped[g] is None and g not in x.struck:
                group = problem.groups[g]
                priced[g].append((x.missing[n], group.price / group.per / x.scale))
    for g, paid in x.settled.items():
        priced[g] = paid
    return priced


def _hold(
    program: Program, problem: Problem, b: int, turn: int, users: list[int],
    flows: list[tuple[int, int, Fraction]], may_sink: bool,
) -> None:  # fmt: skip
    """After this turn's draws the budget is not below zero, if anybody drew on it.

    Where only so much is carried into a turn, that much and what has come since must do as well.
    """
    budget = problem.budgets[b]
    openings = [(0, budget.opening)] if budget.carries else []
    openings += [(since, most) for since in range(turn + 1) if (most := budget.carried_into(since)) is not None]
    for since, opening in openings if budget.carries else openings[-1:]:
        held = opening + sum(budget.income[since : turn + 1], ZERO)
        counted = [flow for flow in flows if since <= flow[0] <= turn]
        _stay_above_zero(program, f"{budget.id}:{turn}:{since}", held, users, counted, may_sink)


def _stay_above_zero(
    program: Program, name: str, held: Fraction, users: list[int], counted: list[tuple[int, int, Fraction]],
    may_sink: bool,
) -> None:  # fmt: skip
    """What is held covers what is drawn, if anybody drew."""
    scale = common_scale([held, *(amount for _, _, amount in counted)])
    terms = [(variable, -int(amount * scale)) for _, variable, amount in counted]
    floor = -int(held * scale)
    if may_sink:
        worst = sum(-coefficient * program.high[variable] for variable, coefficient in terms if coefficient < 0)
        used = program.variable(0, 1, f"used[{name}]")
        for user in users:
            program.row([(user, -1), (used, program.high[user])], low=0)
        slack = worst + max(0, floor)
        program.row([*terms, (used, -slack)], low=floor - slack)
    else:
        program.row(terms, low=floor)
