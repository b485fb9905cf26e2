"""What standing units count for, what is missing then, and what that sets off."""

from __future__ import annotations

from collections import Counter, defaultdict
from math import ceil

from models.problem import Credit, Problem
from planner.compile.program import Program, Term
from planner.compile.variables import PlanVars, ticks, ticks_of_a_part


def name_the_triggers(program: Program, problem: Problem, x: PlanVars) -> None:
    """Each trigger is off or on; what turns it on is said once the demands are known."""
    x.turned_on = [program.variable(0, 1, f"on[{trigger.id}]") for trigger in problem.triggers]


def offer_what_standing_units_count_for(program: Program, problem: Problem, x: PlanVars) -> None:
    """A credit for one demand counts there; a credit for several is divided, or given to one of them."""
    x.covered = [[] for _ in problem.demands]
    paired: dict[int, list[Term]] = defaultdict(list)
    for n, option in enumerate(problem.options):
        for credit in option.credits:
            if len(credit.duties) == 1 and not credit.duties[0].paired:
                duty = credit.duties[0]
                x.covered[duty.demand].append((x.taken[n], ticks(duty.amount, x)))
            else:
                x.offers.setdefault(credit, []).append(n)
    for allowance in problem.allowances:
        x.offers.setdefault(allowance.credit, [])
    granted = Counter(allowance.credit for allowance in problem.allowances)
    growing = frozenset(duty.demand for option in problem.options for duty in option.raises)
    for credit, makers in x.offers.items():
        _share_out(program, problem, x, credit, makers, granted[credit], paired, growing)
    for demand, terms in paired.items():
        pairs = program.variable(0, ceil(problem.demands[demand].required), f"pairs[{demand}]")
        program.row([*terms, (pairs, -x.scale)], low=0)
        x.covered[demand].append((pairs, x.scale))


def _share_out(
    program: Program, problem: Problem, x: PlanVars, credit: Credit, makers: list[int],
    granted: int, paired: dict[int, list[Term]], growing: frozenset[int],
) -> None:  # fmt: skip
    """Give what one kind of offer amounts to, to its duties, never more than there is."""
    duties, divisible = credit.duties, credit.divisible
    part = ticks_of_a_part(credit, x)
    size = ticks(duties[0].amount, x) // part if divisible else 1
    most = size * (granted + sum(_most(program, x, n) for n in makers))
    used: list[Term] = []
    for duty in duties:
        capped = divisible and duty.demand not in growing  # what a growing demand wants is not known yet
        wanted = -(-ticks(problem.demands[duty.demand].required, x) // part) if capped else most
        given = program.variable(0, min(most, wanted), f"given[{duty.demand}]")
        x.allotted[credit, duty.demand] = given
        used.append((given, 1))
        amount = part if divisible else ticks(duty.amount, x)
        if duty.paired:
            paired[duty.demand].append((given, amount))
        else:
            x.covered[duty.demand].append((given, amount))
    program.row([*used, *((x.taken[n], -size) for n in makers)], high=size * granted)


def _most(program: Program, x: PlanVars, option: int) -> int:
    return program.high[x.taken[option]]


def count_what_is_missing(program: Program, problem: Problem, x: PlanVars) -> None:
    """Every demand is covered, or its gap is counted; a waived demand has no gap."""
    raised: dict[int, list[Term]] = defaultdict(list)
    for n, option in enumerate(problem.options):
        for duty in option.raises:
            raised[duty.demand].append((x.taken[n], ticks(duty.amount, x)))
    for n, demand in enumerate(problem.demands):
        required = ticks(demand.required, x)
        most = required + sum(amount * program.high[variable] for variable, amount in raised[n])
        cover = x.covered[n] if raised[n] else [(variable, min(amount, required)) for variable, amount in x.covered[n]]
        conditional = demand.waived_by is not None or demand.due_after is not None
        in_reach = sum(amount * program.high[variable] for variable, amount in cover)
        gap = program.variable(0 if conditional else max(0, required - in_reach), most, f"missing[{demand.id}]")
        x.missing.append(gap)
        if most == 0:
            continue
        terms = [(gap, 1), *cover, *((variable, -amount) for variable, amount in raised[n])]
        due = required
        if demand.waived_by is not None:
            terms.append((x.turned_on[demand.waived_by], most))
        if demand.due_after is not None:
            terms.append((x.turned_on[demand.due_after], -most))
            due -= most
        program.row(terms, low=due)


def let_triggers_follow_the_plan(program: Program, problem: Problem, x: PlanVars) -> None:
    """A trigger is on exactly if an option that fires it is taken, or a set of demands is fully met."""
    for t, trigger in enumerate(problem.triggers):
        on = x.turned_on[t]
        causes: list[Term] = []
        for n in trigger.options:
            program.row([(x.taken[n], -1), (on, program.high[x.taken[n]])], low=0)
            causes.append((x.taken[n], 1))
        for wanted in trigger.met:
            causes.append((_all_met(program, problem, x, wanted, on), 1))
        program.row([*causes, (on, -1)], low=0)


def _all_met(program: Program, problem: Problem, x: PlanVars, wanted: tuple[int, ...], on: int) -> int:
    """A variable that is 1 exactly if these demands are fully covered; then the trigger is on."""
    each = []
    for n in wanted:
        met = program.variable(0, 1, f"met[{problem.demands[n].id}]")
        required = ticks(problem.demands[n].required, x)
        program.row([(x.missing[n], 1), (met, required)], high=required)
        reach = sum(amount * program.high[variable] for variable, amount in x.covered[n])
        program.row([*x.covered[n], (met, -reach - 1)], high=required - 1)
        each.append(met)
    every = program.variable(0, 1, "met[all]")
    for met in each:
        program.row([(every, 1), (met, -1)], high=0)
    program.row([*((met, 1) for met in each), (every, -1)], high=len(each) - 1)
    program.row([(on, 1), (every, -1)], low=0)
    return every
