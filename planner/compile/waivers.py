"""Fines that are waived where no pool can pay them: what is lost is the fine, or all that the pools still hold."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from models.problem import ZERO, Budget, PenaltyGroup, Problem
from planner.compile.program import NotExact, Program, Term, common_scale

Priced = list[tuple[int, Fraction]]  # variable, what each of it costs


def pay_while_the_pools_last(program: Program, problem: Problem, priced: list[Priced]) -> dict[int, Priced]:
    """For every group that may be waived what is paid in the end; the groups of one turn are paid together."""
    sharing: dict[frozenset[int], dict[int, list[int]]] = defaultdict(
        lambda: defaultdict(list)
    )  # pools -> turn -> groups
    for g, group in enumerate(problem.groups):
        if group.counted and group.paid_from and all(problem.budgets[b].waivable for b in group.paid_from):
            sharing[frozenset(group.paid_from)][group.turn].append(g)
    _check(problem, list(sharing))
    settled: dict[int, Priced] = {}
    for pools, by_turn in sharing.items():
        _one_price([problem.groups[g] for groups in by_turn.values() for g in groups])
        scale = common_scale(
            [amount for groups in by_turn.values() for g in groups for _, amount in priced[g]]
            + [_stock(problem.budgets[b], turn) for b in pools for turn in by_turn]
        )
        before: list[Term] = []  # what was paid in earlier turns
        for turn in sorted(by_turn):
            stock = int(sum((_stock(problem.budgets[b], turn) for b in pools), ZERO) * scale)
            fines = [(v, int(amount * scale)) for g in by_turn[turn] for v, amount in priced[g]]
            paid = _paid(program, turn, fines, stock, before)
            before.append((paid, 1))
            settled |= {g: [] for g in by_turn[turn]}
            settled[by_turn[turn][0]] = [(paid, Fraction(1, scale))]
    return settled


def _paid(program: Program, turn: int, fines: list[Term], stock: int, before: list[Term]) -> int:
    """A variable that is at least the fines, or at least what is left of the stock."""
    most = sum(amount * program.high[variable] for variable, amount in fines)
    paid = program.variable(0, min(most, stock), f"paid[{turn}]")
    short = program.variable(0, 1, f"short[{turn}]")
    program.row([(paid, 1), (short, most), *((variable, -amount) for variable, amount in fines)], low=0)
    program.row([(paid, 1), (short, -stock), *before], low=0)
    return paid


def _stock(budget: Budget, turn: int) -> Fraction:
    """What a pool could have paid up to a turn."""
    held = budget.opening + sum(budget.income[: turn + 1], ZERO)
    return max(ZERO, held)


def _check(problem: Problem, shared: list[frozenset[int]]) -> None:
    """Refuse what the sums above do not hold for; no rule asks for it."""
    pools = [b for group in shared for b in group]
    drawn_on = {draw.budget for option in problem.options for draw in option.draws}
    for b in pools:
        budget = problem.budgets[b]
        if pools.count(b) > 1 or b in drawn_on or min(budget.income) < 0 or not budget.carries:
            raise NotExact(f"fines on {budget.label} can be waived, and it is drawn on in other ways as well")


def _one_price(groups: list[PenaltyGroup]) -> None:
    if len({(group.currency, group.weight) for group in groups}) > 1:
        raise NotExact(f"{groups[0].id} and others are waived together and weigh differently")
