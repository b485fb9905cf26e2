"""A solution back into words: real units, real places, one order each."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from math import ceil

from models.plan import Order, Plan, Wishes
from models.position import Position
from models.problem import Credit, Problem, State
from planner.compile.tasks import Solution
from planner.compile.variables import PlanVars, ticks_of_a_part
from planner.derive.by_themselves import Room, by_itself
from planner.derive.sharing import hand_out


def plan_of(scenario: Position, problem: Problem, x: PlanVars, solution: Solution, wishes: Wishes) -> Plan:
    """The orders that a solution amounts to."""
    takers = _name_the_takers(problem, x, solution)
    duties = _share_the_duties(problem, x, solution, takers)
    orders = []
    for n, option in enumerate(problem.options):
        turn = str(scenario.turn_at(option.turn))
        if option.kind is None:
            times = solution[x.taken[n]]
            if times:
                orders.append(
                    Order(
                        unit="", turn=turn, option=option.act, start=option.start, to=option.end, how=option.how,
                        times=times, duties={}, rule=option.rule, why=option.why,
                    )
                )  # fmt: skip
        for unit in takers.get(n, ()):
            counted = {problem.demands[d].id: amount for d, amount in duties[n, unit].items()}
            orders.append(
                Order(
                    unit=unit, turn=turn, option=option.act, start=option.start, to=option.end, how=option.how,
                    duties=counted, rule=option.rule, why=option.why,
                    until=str(scenario.turn_at(option.turn + option.lasts)) if option.lasts > 1 else "",
                )
            )  # fmt: skip
    number = {str(scenario.turn_at(turn)): turn for turn in range(problem.turns)}
    orders.sort(key=lambda order: (number[order.turn], order.unit))
    return Plan(turn=str(scenario.turn), turns=problem.turns, orders=tuple(orders), wishes=wishes)


def takers_in(scenario: Position, problem: Problem, plan: Plan) -> list[int]:
    """How many take each option if an earlier plan is followed as far as it goes."""
    kind_of = {unit: k for k, kind in enumerate(problem.kinds) for unit, _, _ in kind.members}
    number = {str(scenario.turn_at(turn)): turn for turn in range(problem.turns)}
    count = Counter(
        (kind_of.get(order.unit), number.get(order.turn), order.option, order.start, order.to, order.how)
        for order in plan.orders
        for _ in range(order.times)
    )
    return [
        count[option.kind, option.turn, option.act, option.start, option.end, option.how] for option in problem.options
    ]


def without_orders(problem: Problem) -> Counter[int]:
    """How many take each option if nobody is given an order: by name, as far as the limits of a turn leave room."""
    ways: dict[tuple[int, State, int], list[int]] = defaultdict(list)
    for n, option in enumerate(problem.options):
        if option.kind is not None:
            ways[option.kind, option.start, option.turn].append(n)
    room, count, options = Room(problem.budgets), Counter[int](), problem.options
    where = {unit: (k, state, turn) for k, kind in enumerate(problem.kinds) for unit, state, turn in kind.members}
    for now in range(problem.turns):
        for unit in sorted(where):
            node = where[unit]
            if node[2] == now and node in ways:
                n = by_itself(ways[node], lambda n: options[n].act, lambda n: options[n], room)
                taken = options[n]
                room.book(taken)
                count[n] += 1
                where[unit] = (node[0], taken.end, now + taken.lasts)
    return count


def takers_without_orders(problem: Problem) -> list[int]:
    """How many take each option if nobody is given an order: seldom the best plan, always a plan."""
    count = without_orders(problem)
    return [count[n] for n in range(len(problem.options))]


def near_to(problem: Problem, units: frozenset[str]) -> frozenset[int]:
    """The options that begin or end where one of these units could come, and all that no unit takes."""
    kinds = {k for k, kind in enumerate(problem.kinds) if any(unit in units for unit, _, _ in kind.members)}
    places = {place for option in problem.options if option.kind in kinds for place in (option.start, option.end)}
    return frozenset(
        n
        for n, option in enumerate(problem.options)
        if option.kind is None or option.kind in kinds or option.start in places or option.end in places
    )


def _name_the_takers(problem: Problem, x: PlanVars, solution: Solution) -> dict[int, list[str]]:
    """Which of the identical counters takes which option: in the order of the file, turn by turn."""
    waiting: dict[tuple[int, State, int], list[str]] = defaultdict(list)
    for k, kind in enumerate(problem.kinds):
        for unit, state, turn in kind.members:
            waiting[k, state, turn].append(unit)
    takers: dict[int, list[str]] = {}
    for n in sorted(range(len(problem.options)), key=lambda n: problem.options[n].turn):
        option = problem.options[n]
        count = solution[x.taken[n]] if option.kind is not None else 0
        if count and option.kind is not None:
            here = waiting[option.kind, option.start, option.turn]
            takers[n], here[:count] = here[:count], []
            waiting[option.kind, option.end, option.turn + option.lasts] += takers[n]
    return takers


def _share_the_duties(
    problem: Problem, x: PlanVars, solution: Solution, takers: dict[int, list[str]]
) -> dict[tuple[int, str], dict[int, Fraction]]:
    """What each unit counts for: alone where there is one duty, its share where several units offer alike."""
    duties: dict[tuple[int, str], dict[int, Fraction]] = defaultdict(dict)
    for n, units in takers.items():
        for credit in problem.options[n].credits:
            if len(credit.duties) == 1 and not credit.duties[0].paired:
                for unit in units:
                    duties[n, unit][credit.duties[0].demand] = credit.duties[0].amount
    missing = _still_missing(problem, x, solution)
    for credit, makers in x.offers.items():
        offering = [(n, unit) for n in makers for unit in takers.get(n, ())]
        given = {}
        for duty in credit.duties:
            ticks = solution[x.allotted[credit, duty.demand]]
            part = Fraction(ticks_of_a_part(credit, x), x.scale) if credit.divisible else duty.amount
            given[duty.demand] = ticks * part
        _use_what_is_left(credit, given, len(offering), missing)
        for key, portion in zip(offering, hand_out(credit, given, len(offering)), strict=True):
            duties[key].update(portion)
    return duties


def _still_missing(problem: Problem, x: PlanVars, solution: Solution) -> dict[int, Fraction]:
    """What every demand lacks; those that a trigger waits for are left alone, meeting them may be unwelcome."""
    waited_for = {n for trigger in problem.triggers for wanted in trigger.met for n in wanted}
    required = {n: demand.required for n, demand in enumerate(problem.demands) if n not in waited_for}
    for n, option in enumerate(problem.options):
        for duty in option.raises if solution[x.taken[n]] else ():
            if duty.demand in required:
                required[duty.demand] += duty.amount * solution[x.taken[n]]
    return {
        n: wanted - Fraction(sum(amount * solution[variable] for variable, amount in x.covered[n]), x.scale)
        for n, wanted in required.items()
    }


def _use_what_is_left(credit: Credit, given: dict[int, Fraction], makers: int, missing: dict[int, Fraction]) -> None:
    """Nothing that could count is left idle, not even where the gap costs nothing or time has run out."""
    left = makers * credit.duties[0].amount - sum(given.values(), Fraction(0))
    if not credit.divisible:
        left = makers - sum((given[duty.demand] / duty.amount for duty in credit.duties), Fraction(0))
    for duty in credit.duties:
        gap = missing.get(duty.demand, Fraction(0))
        if gap <= 0 or left <= 0 or duty.paired:
            continue
        if credit.divisible:
            part = min(left, ceil(gap / credit.part) * credit.part if credit.part else gap)
            left -= part
        else:
            units = min(left, Fraction(ceil(gap / duty.amount)))
            part = units * duty.amount
            left -= units
        given[duty.demand] += part
        missing[duty.demand] -= part
