"""51.B.13, 51.B.17, 51.B.19 and 51.B.20: units that the order of battle takes out of play, and what they give."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.orders_of_battle import Line
from models.problem import State
from models.units import Unit
from planner.rules.europa.position import NEVER, Position
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.europa.r51_b_substitutes import shortages
from planner.rules.europa.r51_lines import (
    ONE,
    VERB_RULES,
    ZERO,
    Amounts,
    amounts_in_words,
    due_lines,
    fits,
    full_for_cadre,
    gone,
    lost_for_good,
    matching,
    meant,
    overdue_want,
    paid,
    received,
    returns_of,
    worth,
)
from planner.rules.europa.r52_a_costs import full_strength, price, split
from planner.rules.interface import AnyPiece, BudgetSpec, Rule, Step, Want

LEAVING = ("withdraw", "transfer", "remove_from_pool")


def forfeit(position: Position, unit: Unit) -> Amounts:
    """What replacing a unit would cost, which is forfeited if one from the pool must go (ruling forfeit_basis)."""
    strength = price(position.rulings, unit)
    if position.rulings.forfeit_basis == "cadre" and unit.counter and unit.counter.cadre:
        strength = unit.counter.cadre.average
    return {points: share * strength for points, share in split(unit).items()}


def full_gain(unit: Unit) -> Amounts:
    """What a full division gives above its cadre: the price of rebuilding the one into the other (51.B.19)."""
    cadre = unit.counter.cadre.average if unit.counter and unit.counter.cadre else ZERO
    return {points: share * (full_strength(unit) - cadre) for points, share in split(unit).items()}


def missed(position: Position, line: Line, unit: Unit, turn: int) -> Fraction:
    """What the front misses: a unit's strength until it returns, less what it has gained by then (51.B.16)."""
    for back in returns_of(position, line.id):
        last = len(position.turns) + position.scenario.priorities.outlook
        home = min(max(position.line_due[back.id], turn), last)
        regained = full_strength(unit) - unit.front_value if back.at_full and unit.cadre else ZERO
        return unit.front_value * (home - turn) - regained * (last - home)
    return lost_for_good(position, unit, turn)


def steps(position: Position, piece: AnyPiece, state: State, turn: int) -> Iterator[Step]:
    """The lines that a unit may serve from where it is."""
    if not may_act(position, turn):
        return
    if state in position.places:
        yield from _from_the_map(position, piece, state, turn)
    elif state.startswith(("eliminated:", "isolated:")) and not piece.unit.disrupted:  # 51.B.20
        yield from _from_the_pool(position, piece, state, turn)


def _from_the_map(position: Position, piece: AnyPiece, state: State, turn: int) -> Iterator[Step]:
    """Withdrawn or transferred: any unisolated unit of the kind, a full division for its cadre too."""
    isolated = not position.supplied(state, turn)
    for line in due_lines(position, turn, "withdraw", "transfer"):
        template = meant(position, line)
        if template is None or (isolated and not _isolated_may_go(position, line)):
            continue
        lost = missed(position, line, piece.unit, turn)
        if fits(position, template, piece.unit):
            yield gone(position, line, state, turn, (), lost, "")
        elif line.does == "withdraw" and full_for_cadre(position, template, piece.unit):
            gain = full_gain(piece.unit)
            draws, value = received(position, piece.unit, state, turn + 1, gain)
            told = f"full division for the cadre, {amounts_in_words(gain)} next turn"
            yield gone(position, line, state, turn, draws, lost - value, told)
    if isolated or position.rulings.pool_missing == "delay_only":
        return
    for line in due_lines(position, turn, "remove_from_pool"):  # 51.B.20, 51.G: none in the pool, so one from the map
        if line.unit and fits(position, line.unit, piece.unit) and short_in_pool(position, line):
            back = forfeit(position, piece.unit)
            draws, value = received(position, piece.unit, state, turn + refund_delay(position), back)
            refund = (f"instead:{line.id}", turn, ONE, True)
            yield gone(position, line, state, turn, (*draws, refund),
                       lost_for_good(position, piece.unit, turn) - value,
                       f"from the map, {amounts_in_words(back)} back")  # fmt: skip


def refund_delay(position: Position) -> int:
    """Turns until the price of a unit that stood in for one in the pool can be used (ruling pool_refund_delay)."""
    return int(position.rulings.pool_refund_delay)


def _isolated_may_go(position: Position, line: Line) -> bool:
    """An isolated unit is transferred only if no other is there (51.B.17, ruling transfer_isolated)."""
    last_resort = line.does == "transfer" and position.rulings.transfer_isolated == "last_resort"
    template = meant(position, line)
    return last_resort and template is not None and matching(position, template, "") < line.left


def _from_the_pool(position: Position, piece: AnyPiece, state: State, turn: int) -> Iterator[Step]:
    """Taken out of the pool: free if the line says so, else in place of one that is not there, at its full price."""
    value = lost_for_good(position, piece.unit, turn) / 100  # a copy that can be rebuilt is worth more than none
    value *= 1 if state.startswith("isolated:") else 2
    for line in due_lines(position, turn, *LEAVING):
        template = meant(position, line)
        if template is None or not fits(position, template, piece.unit.model_copy(update={"cadre": template.cadre})):
            continue
        if line.does == "remove_from_pool":
            yield gone(position, line, state, turn, (), value, "")
        elif (short := shortages(position).get(line.id)) and short.by_turn[turn]:
            cost = forfeit(position, piece.unit)
            draws = paid(position, piece.unit, state, turn, cost, guarded=False) or ()
            instead = (short.budget, turn, ONE, True)
            yield gone(position, line, state, turn, (*draws, instead), value + worth(position, cost),
                       f"from the pool, {amounts_in_words(cost)} forfeited")  # fmt: skip


def short_in_pool(position: Position, line: Line) -> int:
    """How many of a line's units are in no pool."""
    there = matching(position, line.unit, "eliminated:", "isolated:") if line.unit else 0
    return max(0, line.left - there)


def wants(position: Position) -> Iterator[Want]:
    """Withdrawals, transfers and removals from the pool that must be made."""
    for turn in position.turns:
        for line in due_lines(position, turn, *LEAVING):
            yield overdue_want(position, line, turn, line.left)


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """Substitutes only for as many as are missing."""
    for line in position.scenario.order_of_battle:
        if line.does == "remove_from_pool":
            yield BudgetSpec(f"instead:{line.id}", VERB_RULES[line.does], f"Substitutes for {line.label}",
                             (ZERO,) * len(position.turns), Fraction(short_in_pool(position, line)),
                             limit=True)  # fmt: skip
    for short in {short.budget: short for short in shortages(position).values()}.values():
        yield BudgetSpec(short.budget, "51.B.19", short.label, short.income, limit=True)


def warnings(position: Position) -> Iterator[str]:
    """RPs that leaving units would give, or that are forfeited, and that no pool of the file takes or pays."""
    for line in position.scenario.order_of_battle:
        if line.does not in ("withdraw", "transfer") or position.line_due[line.id] >= NEVER or line.unit is None:
            continue
        for unit in position.scenario.units:
            full = unit.at in position.places and full_for_cadre(position, line.unit, unit)
            if full and len(received(position, unit, unit.at, 1, full_gain(unit))[0]) < _kinds(full_gain(unit)):
                yield (
                    f"51.B.19: {line.label}: {unit.name or unit.id} for its cadre gives "
                    f"{amounts_in_words(full_gain(unit))}, but the file has no pool for all of them"
                )


def _kinds(amounts: Amounts) -> int:
    return sum(1 for amount in amounts.values() if amount)


RULE = Rule(id="51.B.19", title="Units that leave play", steps=steps, wants=wants, budgets=budgets, warnings=warnings)
