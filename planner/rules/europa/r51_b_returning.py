"""51.B.7, 51.B.11, 51.B.15, 51.B.16 and 51.C.1: units that come out of boxes, garrisons, pools and reserves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from models.orders_of_battle import LETS_GO, Line
from models.problem import Act, State
from models.units import Unit
from planner.rules.europa.pieces import recruits
from planner.rules.europa.position import Position
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.europa.r51_a_placement import arrivals
from planner.rules.europa.r51_b_leaving import forfeit, refund_delay, short_in_pool
from planner.rules.europa.r51_e_entries import entries
from planner.rules.europa.r51_lines import (
    ONE,
    VERB_RULES,
    ZERO,
    amounts_in_words,
    due_lines,
    fits,
    overdue_want,
    received,
)
from planner.rules.interface import AnyPiece, BudgetSpec, Rule, Step, Want

BOXES = {
    "full": "a forming box", "release": "the garrison box it names", "replace": "a replacement pool",
    "return": "the box of the line it names",
}  # fmt: skip
OUT_OF = {
    "full": ("forming:",), "release": ("box:",), "replace": ("eliminated:", "isolated:"), "return": ("away:",),
}  # fmt: skip


def may_leave(position: Position, line: Line, unit: Unit, state: State) -> bool:
    """Whether a line lets a unit out of the box it is in (for pools, ruling replace_from)."""
    kind, _, where = state.partition(":")
    if f"{kind}:" not in OUT_OF[line.does] or (line.unit is not None and not fits(position, line.unit, unit)):
        return False
    if line.does == "return":
        return where == line.of
    if line.does == "replace":
        return not unit.disrupted and (kind == "eliminated" or position.rulings.replace_from == "either")
    return not line.districts or where in line.districts


def _area(line: Line, state: State) -> Line:
    """Out of an MD's box a unit comes in within that MD, unless the line names places."""
    if line.does in ("replace", "return") or line.to:
        return line
    return line.model_copy(update={"districts": (state.partition(":")[2],)})


def steps(position: Position, piece: AnyPiece, state: State, turn: int) -> Iterator[Step]:
    """A unit whose line is due leaves its box as a reinforcement."""
    if not may_act(position, turn):
        return
    if state in position.places:
        yield from _churned(position, piece, state, turn)
        return
    for line in due_lines(position, turn, *LETS_GO):
        if may_leave(position, line, piece.unit, state):
            into = "full" if line.at_full and piece.unit.cadre else None
            yield from _out(position, line, _area(line, state), piece, state, turn, f"ob:{line.id}", ONE, into)
    if state.startswith("reserve:"):
        for line in due_lines(position, turn, "release_reserve"):
            if _may_be_released(position, line, piece.unit, state):
                size = ONE if line.unit else piece.res
                yield from _out(position, line, line, piece, state, turn, f"reserve:{line.id}", size, None)


def _out(
    position: Position, line: Line, area: Line, piece: AnyPiece, state: State, turn: int, budget: str, size: Fraction,
    into: str | None,
) -> Iterator[Step]:  # fmt: skip
    for place in entries(position, area, piece.unit, turn):
        for step in arrivals(position, area, piece, state, turn, place):
            draw = (budget, turn, size, True)
            how = ", ".join(filter(None, (line.id, step.how)))
            yield replace(step, draws=(draw, *step.draws), how=how, into=into)


def _may_be_released(position: Position, line: Line, unit: Unit, state: State) -> bool:
    """The units that a line names (51.C.1.a), or any that are not c/m within its REs (51.C.1.b)."""
    nation = state.partition(":")[2]
    if line.unit is not None:
        return line.nationality in (None, nation) and fits(position, line.unit, unit)
    return line.nationality == nation and unit.pays_as == "infantry"


def _churned(position: Position, piece: AnyPiece, state: State, turn: int) -> Iterator[Step]:
    """With none in the pool, one from the map goes into it and comes straight back; its price is credited (51.B.20)."""
    rulings = position.rulings
    if rulings.replace_churn == "forbid" or rulings.pool_missing == "delay_only" or not position.supplied(state, turn):
        return
    for line in due_lines(position, turn, "replace"):
        if line.unit and fits(position, line.unit, piece.unit) and short_in_pool(position, line):
            back = forfeit(position, piece.unit)
            draws, value = received(position, piece.unit, state, turn + refund_delay(position), back)
            for place in entries(position, line, piece.unit, turn):
                for step in arrivals(position, line, piece, state, turn, place):
                    if step.spends_mp:
                        continue
                    once = ((f"ob:{line.id}", turn, ONE, True), (f"instead:{line.id}", turn, ONE, True))
                    yield replace(
                        step, act=Act.RAISE, rule="51.B.20", draws=(*once, *draws, *step.draws), tied=-value,
                        how=f"{line.id}, out of play and back, {amounts_in_words(back)} credited",
                    )  # fmt: skip


def wants(position: Position) -> Iterator[Want]:
    """Units that are full, released, replaced or returned come in when somebody can and a place is open."""
    for turn in position.turns:
        for line in due_lines(position, turn, *LETS_GO):
            ready = sum(
                unit.count for unit in position.scenario.units
                if may_leave(position, line, unit, unit.at)
                and entries(position, _area(line, unit.at), unit, turn)
            )  # fmt: skip
            if ready:
                yield overdue_want(position, line, turn, min(ready, line.left))


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """What a line releases from a national reserve: REs of its own turn (ruling release_carryover), or named units."""
    keeps = position.rulings.release_carryover == "true"
    for line in position.scenario.order_of_battle:
        at = max(position.line_due[line.id], 0) if line.unit or keeps else position.line_due[line.id]
        if line.does == "release_reserve":
            amount = ONE * line.left if line.unit else line.res
            income = tuple(amount if turn == at else ZERO for turn in position.turns)
            yield BudgetSpec(f"reserve:{line.id}", "51.C.1", line.label, income, carries=bool(line.unit) or keeps,
                             points="units" if line.unit else "REs")  # fmt: skip
        elif line.does == "replace":
            short = Fraction(short_in_pool(position, line))
            yield BudgetSpec(f"instead:{line.id}", "51.B.20", f"Substitutes for {line.label}",
                             (ZERO,) * len(position.turns), short, limit=True)  # fmt: skip


def warnings(position: Position) -> Iterator[str]:
    """Lines whose units are elsewhere than in the box that they should come out of."""
    everybody = (*position.scenario.units, *recruits(position))
    for line in position.scenario.order_of_battle:
        if line.does not in LETS_GO or not line.left or position.line_due[line.id] >= len(position.turns):
            continue
        there = any(may_leave(position, line, unit, unit.at) for unit in everybody)
        somewhere = line.unit is None or any(fits(position, line.unit, unit) for unit in everybody)
        coming = line.does == "return" and any(other.id == line.of for other in position.scenario.order_of_battle)
        if somewhere and not there and not coming:
            who = line.unit.words if line.unit else "nobody"
            yield f"{VERB_RULES[line.does]}: {line.label}: {who} is not in {BOXES[line.does]}; the line waits"
    yield from _empty_reserves(position)


def _empty_reserves(position: Position) -> Iterator[str]:
    """Releases from a national reserve in which nobody is, or nobody whom they may release (51.C.1)."""
    for line in position.scenario.order_of_battle:
        if line.does != "release_reserve" or position.line_due[line.id] >= len(position.turns):
            continue
        there = [unit for unit in position.scenario.units if unit.at.startswith("reserve:")]
        if not any(_may_be_released(position, line, unit, unit.at) for unit in there):
            whose = f"the {line.nationality.title()} national reserve" if line.nationality else "a national reserve"
            yield f"51.C.1: {line.label}: nobody whom it could release is in {whose}"


RULE = Rule(id="51.B.11", title="Units released", steps=steps, wants=wants, budgets=budgets, warnings=warnings)
