"""The model, one sentence a step. STEPS lists them in order; each adds the rows of one family of constraints."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction

from models.problem import ZERO, Problem, Rounding, Tier
from planner.compile.covering import (
    count_what_is_missing,
    let_triggers_follow_the_plan,
    name_the_triggers,
    offer_what_standing_units_count_for,
)
from planner.compile.gathering import most_at_each_state
from planner.compile.program import Program, Term, common_scale
from planner.compile.spending import (
    pay_for_what_is_missing,
    prices_by_group,
    spend_no_more_than_the_pool_holds,
    waive_what_no_pool_can_pay,
)
from planner.compile.variables import PlanVars

CompileStep = Callable[[Program, Problem, PlanVars], None]


def compile_problem(problem: Problem) -> tuple[Program, PlanVars]:
    """Turn a problem into an integer program."""
    program = Program()
    x = PlanVars(common_scale(_amounts(problem)))
    for step in STEPS:
        step(program, problem, x)
    for tier in problem.tiers:
        program.objective(tier.name, *_minimised(problem, x, tier), _one_step_a_turn(problem, x))
    return program, x


def _amounts(problem: Problem) -> Iterator[Fraction]:
    seen: set[int] = set()
    for option in problem.options:
        for credit in option.credits:
            if id(credit) not in seen:
                seen.add(id(credit))
                yield from (duty.amount for duty in credit.duties)
        yield from (duty.amount for duty in option.raises)
    yield from (demand.required for demand in problem.demands)
    yield from (group.per for group in problem.groups if group.rounding is not Rounding.PROPORTIONAL)
    yield from (duty.amount for allowance in problem.allowances for duty in allowance.credit.duties)


def choose_how_many_take_each_option(program: Program, problem: Problem, x: PlanVars) -> None:
    """Identical counters are one number: how many of a kind take a step, no more than can have come to its start."""
    gathered = most_at_each_state(problem)
    for n, option in enumerate(problem.options):
        most = option.most if option.kind is None else gathered[option.kind, option.start, option.turn]
        x.taken.append(program.variable(0, most, f"taken[{n}]"))
    program.decisions = len(x.taken)


def keep_every_unit_on_one_path(program: Program, problem: Problem, x: PlanVars) -> None:
    """What comes to a state in a turn, by its start or by a step, leaves it by a step."""
    flow: dict[tuple[int, str, int], list[Term]] = defaultdict(list)
    for n, option in enumerate(problem.options):
        if option.kind is not None:
            flow[option.kind, option.start, option.turn].append((x.taken[n], 1))
            if option.turn + option.lasts < problem.turns:
                flow[option.kind, option.end, option.turn + option.lasts].append((x.taken[n], -1))
    starting: dict[tuple[int, str, int], int] = defaultdict(int)
    for k, kind in enumerate(problem.kinds):
        for _, state, turn in kind.members:
            if turn < problem.turns:
                starting[k, state, turn] += 1
    for node, terms in flow.items():
        program.row(terms, starting[node], starting[node])
    for node in starting.keys() - flow.keys():
        program.row((), starting[node], starting[node])


def take_only_what_is_unlocked(program: Program, problem: Problem, x: PlanVars) -> None:
    """An option that needs a trigger waits for it."""
    for n, option in enumerate(problem.options):
        if option.needs is not None:
            high = program.high[x.taken[n]]
            program.row([(x.taken[n], -1), (x.turned_on[option.needs], high)], low=0)


def keep_to_the_earlier_plan(program: Program, problem: Problem, x: PlanVars) -> None:
    """Units of a kind that go where as many of the kind were expected keep to the earlier plan."""
    going: dict[tuple[int | None, int, str], list[Term]] = defaultdict(list)
    for n, option in enumerate(problem.options if problem.expected else ()):
        going[option.kind, option.turn, option.end].append((x.taken[n], 1))
    for each in problem.expected:
        kept = program.variable(0, each.count, f"kept[{each.kind}:{each.turn}:{each.end}]")
        program.row([*going[each.kind, each.turn, each.end], (kept, -1)], low=0)
        x.kept.append(kept)


STEPS: tuple[CompileStep, ...] = (
    choose_how_many_take_each_option,
    keep_every_unit_on_one_path,
    name_the_triggers,
    offer_what_standing_units_count_for,
    count_what_is_missing,
    let_triggers_follow_the_plan,
    pay_for_what_is_missing,
    waive_what_no_pool_can_pay,
    spend_no_more_than_the_pool_holds,
    take_only_what_is_unlocked,
    keep_to_the_earlier_plan,
)


def _minimised(problem: Problem, x: PlanVars, tier: Tier) -> tuple[list[tuple[int, Fraction]], Fraction]:
    """What a tier adds up, over variables."""
    if tier.changes:
        return [(kept, Fraction(-1)) for kept in x.kept], Fraction(sum(each.count for each in problem.expected))
    terms: list[tuple[int, Fraction]] = []
    rates = dict(tier.currencies)
    if rates:
        priced = prices_by_group(problem, x)
        for g, group in enumerate(problem.groups):
            if group.currency in rates and group.counted:
                rate = rates[group.currency] * group.weight
                terms.extend((variable, amount * rate) for variable, amount in priced[g])
    for n, option in enumerate(problem.options):
        if tier.strength and option.tied:
            terms.append((x.taken[n], option.tied))
        if tier.moves and option.moves:
            terms.append((x.taken[n], Fraction(option.moves)))
        for currency, amount in option.spends if rates else ():
            if currency in rates:
                terms.append((x.taken[n], amount * rates[currency]))
    return terms, ZERO


def _one_step_a_turn(problem: Problem, x: PlanVars) -> list[tuple[list[int], int]]:
    """The options of a kind that begin in one turn: no more are taken than the kind has units."""
    begun: dict[tuple[int, int], list[int]] = defaultdict(list)
    for n, option in enumerate(problem.options):
        if option.kind is not None:
            begun[option.kind, option.turn].append(x.taken[n])
    return [(variables, len(problem.kinds[kind].members)) for (kind, _), variables in begun.items()]
