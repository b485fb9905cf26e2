"""The model, one sentence a step. STEPS lists them in order; each adds the rows of one family of constraints."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from models.problem import ZERO, Credit, Problem, Rounding, Tier
from planner.compile.gathering import most_at_each_state
from planner.compile.program import NotExact, Program, Term, common_scale
from planner.compile.raids import count_what_is_struck
from planner.compile.waivers import Priced, pay_while_the_pools_last


@dataclass(slots=True)
class PlanVars:
    """The variables of a plan, by what they say."""

    scale: int  # ticks in one RE, or whatever a demand is measured in
    taken: list[int] = field(default_factory=list)  # option -> how many units take it
    missing: list[int] = field(default_factory=list)  # demand -> ticks missing
    stepped: list[int | None] = field(default_factory=list)  # penalty group -> steps paid for
    struck: dict[int, int] = field(default_factory=dict)  # penalty group with a raid -> ticks that it hits
    settled: dict[int, Priced] = field(default_factory=dict)  # penalty group that may be waived -> what is paid
    offers: dict[Credit, list[int]] = field(default_factory=dict)  # credit for several duties -> options that make it
    allotted: dict[tuple[Credit, int], int] = field(default_factory=dict)  # credit, demand -> ticks, or units
    turned_on: list[int] = field(default_factory=list)  # trigger -> 0 or 1
    covered: list[list[Term]] = field(default_factory=list)  # demand -> what covers it
    kept: list[int] = field(default_factory=list)  # expectation of the earlier plan -> how many units keep to it


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
                x.covered[duty.demand].append((x.taken[n], _ticks(duty.amount, x)))
            else:
                x.offers.setdefault(credit, []).append(n)
    for allowance in problem.allowances:
        x.offers.setdefault(allowance.credit, [])
    granted = Counter(allowance.credit for allowance in problem.allowances)
    growing = frozenset(duty.demand for option in problem.options for duty in option.raises)
    for credit, makers in x.offers.items():
        _share_out(program, problem, x, credit, makers, granted[credit], paired, growing)
    for demand, terms in paired.items():
        pairs = program.variable(0, _ceil(problem.demands[demand].required), f"pairs[{demand}]")
        program.row([*terms, (pairs, -x.scale)], low=0)
        x.covered[demand].append((pairs, x.scale))


def _share_out(
    program: Program, problem: Problem, x: PlanVars, credit: Credit, makers: list[int],
    granted: int, paired: dict[int, list[Term]], growing: frozenset[int],
) -> None:  # fmt: skip
    """Give what one kind of offer amounts to, to its duties, never more than there is."""
    duties, divisible = credit.duties, credit.divisible
    part = ticks_of_a_part(credit, x)
    size = _ticks(duties[0].amount, x) // part if divisible else 1
    most = size * (granted + sum(_most(program, x, n) for n in makers))
    used: list[Term] = []
    for duty in duties:
        capped = divisible and duty.demand not in growing  # what a growing demand wants is not known yet
        wanted = -(-_ticks(problem.demands[duty.demand].required, x) // part) if capped else most
        given = program.variable(0, min(most, wanted), f"given[{duty.demand}]")
        x.allotted[credit, duty.demand] = given
        used.append((given, 1))
        amount = part if divisible else _ticks(duty.amount, x)
        if duty.paired:
            paired[duty.demand].append((given, amount))
        else:
            x.covered[duty.demand].append((given, amount))
    program.row([*used, *((x.taken[n], -size) for n in makers)], high=size * granted)


def ticks_of_a_part(credit: Credit, x: PlanVars) -> int:
    """The ticks in which a credit is divided."""
    return _ticks(credit.part, x) if credit.part else 1


def _most(program: Program, x: PlanVars, option: int) -> int:
    return program.high[x.taken[option]]


def count_what_is_missing(program: Program, problem: Problem, x: PlanVars) -> None:
    """Every demand is covered, or its gap is counted; a waived demand has no gap."""
    raised: dict[int, list[Term]] = defaultdict(list)
    for n, option in enumerate(problem.options):
        for duty in option.raises:
            raised[duty.demand].append((x.taken[n], _ticks(duty.amount, x)))
    for n, demand in enumerate(problem.demands):
        required = _ticks(demand.required, x)
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
        required = _ticks(problem.demands[n].required, x)
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
            per = _ticks(group.per, x)
            most = sum(program.high[gap] for gap in gaps)
            spare = per - 1 if group.rounding is Rounding.FULL else 0
            least = max(0, -(-(sum(program.low[gap] for gap in gaps) - spare) // per))
            steps = program.variable(least, -(-most // per), f"steps[{group.id}]")
            program.row([(steps, per), *((gap, -1) for gap in gaps)], low=-spare)
            x.stepped[g] = steps


def waive_what_no_pool_can_pay(program: Program, problem: Problem, x: PlanVars) -> None:
    """Where fines may be waived, they are paid as far as the pools last."""
    x.settled = pay_while_the_pools_last(program, problem, _prices_by_group(problem, x))


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
    priced = _prices_by_group(problem, x)
    for g, group in enumerate(problem.groups):
        if drawn_on.isdisjoint(group.paid_from) or not group.drawn:
            continue
        if len(group.paid_from) > 1:
            raise NotExact(f"{group.id} is paid from several pools of which one is drawn on")
        unguarded.add(group.paid_from[0])
        flows[group.paid_from[0]].extend((group.turn, variable, amount) for variable, amount in priced[g])
    for (b, turn), users in guarded.items():
        _hold(program, problem, b, turn, users, flows[b], b in unguarded)


def _prices_by_group(problem: Problem, x: PlanVars) -> list[Priced]:
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
        priced = _prices_by_group(problem, x)
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


def _ticks(amount: Fraction, x: PlanVars) -> int:
    return int(amount * x.scale)


def _ceil(amount: Fraction) -> int:
    return -int(-amount // 1)
