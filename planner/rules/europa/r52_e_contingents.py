"""52.E: a minor country in a contingent spends its major power's points, five at most, and repays from its income."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.pools import Pool
from models.problem import Act
from models.quantities import pretty
from planner.rules.europa.position import Position
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.europa.r52_a_sending import by_id, grain
from planner.rules.europa.r52_d_income import all_incomes, repayments
from planner.rules.interface import Activity, BudgetSpec, Draws, Rule

DEBT = Fraction(5)
ONE = Fraction(1)


def debtors(position: Position, pool: Pool) -> list[Pool]:
    """The pools that share a debt: one nation's of one kind of points, or of all kinds (ruling contingent_debt_cap)."""
    joint = position.rulings.contingent_debt_cap == "joint_outstanding"
    return [
        other for other in position.scenario.pools
        if other.backed_by and other.nationality == pool.nationality and (joint or other.points == pool.points)
    ]  # fmt: skip


def _debt(position: Position, pool: Pool) -> str:
    return f"debt:{debtors(position, pool)[0].id}"


def activities(position: Position) -> Iterator[Activity]:
    """Points lent to a contingent."""
    known, received = by_id(position), all_incomes(position)
    for pool in position.scenario.pools:
        major = known.get(pool.backed_by or "")
        for turn in position.turns if major else ():
            if major and may_act(position, turn):
                yield from _borrowed(position, pool, major, turn, received[pool.id])


def _borrowed(position: Position, minor: Pool, major: Pool, turn: int, received: list[Fraction]) -> Iterator[Activity]:
    """A little at a time, as much as the next income repays; or more at once, which takes all of that and later ones.

    Every point that the minor country receives repays its debt, so no income may be passed over for a later one.
    """
    size = grain(position) if position.rulings.debt_fractional == "true" else ONE
    incomes = [(at, received[at]) for at in position.turns if at > turn and received[at] > 0]
    why = "to be repaid from income"
    if not incomes or incomes[0][1] >= size:
        draws = _draws(position, minor, major, turn, size, incomes[:1])
        yield Activity(Act.BORROW, turn, major.id, minor.id, int(DEBT / size), draws, "52.E", why)
    # On the last turn the same is offered without any income to come, so that a longer plan's order is known there too.
    last = turn == len(position.turns) - 1
    amount = (incomes[0][1] // size + 1) * size if incomes else size if last else DEBT + 1
    while amount <= DEBT:
        yield Activity(
            Act.BORROW, turn, major.id, minor.id, 1, _draws(position, minor, major, turn, amount, incomes), "52.E",
            why, f"{pretty(amount)} RPs at once", moves=int(amount / size),
        )  # fmt: skip
        amount += size


def _draws(
    position: Position, minor: Pool, major: Pool, turn: int, amount: Fraction, incomes: list[tuple[int, Fraction]]
) -> Draws:
    """What a loan takes now, and what each income gives back of it."""
    debt = _debt(position, minor)
    draws: Draws = (
        (f"pool:{major.id}", turn, amount, True), (debt, turn, amount, True),
        (f"pool:{minor.id}", turn, -amount, False),
    )  # fmt: skip
    for at, income in incomes:
        repaid = min(amount, income)
        amount -= repaid
        if repaid:
            draws += ((f"repay:{minor.id}", at, repaid, True), (f"pool:{major.id}", at, -repaid, False))
            if position.rulings.contingent_debt_cap != "lifetime":
                draws += ((debt, at, -repaid, False),)
            if position.rulings.contingent_repay == "divert":
                draws += ((f"pool:{minor.id}", at, repaid, False),)
    return draws


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """What each nation may still borrow, and the income that can repay it."""
    received, repaid = all_incomes(position), repayments(position)
    lifetime = position.rulings.contingent_debt_cap == "lifetime"
    told: set[str] = set()
    for pool in (pool for pool in position.scenario.pools if pool.backed_by):
        room = tuple(max(Fraction(0), amount) for amount in received[pool.id])
        if position.rulings.contingent_repay == "duplicate":
            room = tuple(max(Fraction(0), amount - repaid[pool.id][turn]) for turn, amount in enumerate(room))
        yield BudgetSpec(f"repay:{pool.id}", "52.E", f"Income of {pool.id} that can repay", room, carries=False)
        if _debt(position, pool) not in told:
            told.add(_debt(position, pool))
            mine = debtors(position, pool)
            back = tuple(sum((repaid[each.id][turn] for each in mine), Fraction(0)) for turn in position.turns)
            nothing = (Fraction(0),) * len(position.turns)
            owed = sum((_owed(each, lifetime) for each in mine), Fraction(0))
            yield BudgetSpec(
                _debt(position, pool), "52.E", f"What {' and '.join(each.id for each in mine)} may still borrow",
                nothing if lifetime else back, DEBT - owed, points=pool.points,
            )  # fmt: skip


def _owed(pool: Pool, lifetime: bool) -> Fraction:
    return pool.borrowed if lifetime and pool.borrowed is not None else pool.owes


RULE = Rule(id="52.E", title="Contingents", budgets=budgets, activities=activities)
