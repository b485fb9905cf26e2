"""Two plans side by side: what each costs, and where their orders and checks part."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest

from models.advice import Advice
from models.plan import Order
from models.problem import Act
from models.quantities import pretty
from planner.report.board import Board
from planner.report.names import Names, currency
from planner.report.sentences import VERBS
from planner.report.words import amount_of, stands

NO_ORDERS, HELD_BACK = "No orders", "Held back"
Totals = dict[str, Fraction]


@dataclass(frozen=True)
class Parting:
    """Where the plans part: one unit in one turn."""

    turn: str
    unit: str
    before: str
    after: str
    moves: bool  # in either plan
    order: Order | None = None  # what one of these units would have done


def deed(order: Order, names: Names) -> str:
    """What an order has a unit do, without the unit: 'March from Gent to Antwerp'."""
    verb = VERBS.get(order.option, order.option.capitalize())
    how = f", {order.how}" if order.how else ""
    if order.start == order.to or not order.to:
        where = names.place(order.to or order.start)
        return f"{verb} in {where}{how}" if order.option in (Act.GUARD, Act.STAY) else f"{verb}, {where}{how}"
    times = f" {order.times} ×" if order.times > 1 else ""
    return f"{verb}{times} from {names.place(order.start)} to {names.place(order.to)}{how}"


def partings(before: Board, after: Board) -> list[Parting]:
    """Every unit and turn in which the plans differ; counters that are alike may change places unnoticed."""
    found = []
    turns = list(dict.fromkeys((*before.turns, *after.turns)))
    known = {after.names.unit(unit) for unit in after.scenario.unit_names}
    for turn in turns:
        if turn not in before.turns or turn not in after.turns:
            continue  # only one of the two looks so far ahead
        old, new = _deeds(before, turn), _deeds(after, turn)
        orders = {
            (before.names.unit(order.unit), deed(order, before.names)): order.model_copy(update={"duties": None})
            for order in before.advice.orders
            if order.turn == turn and order.unit
        }
        for unit in sorted(old.keys() | new.keys()):
            gone = sorted((old[unit] - new[unit]).elements())
            come = sorted((new[unit] - old[unit]).elements())
            pairs = Counter(zip_longest(gone, come, fillvalue=(NO_ORDERS, True)))
            for ((was, stood), (will, stays)), many in pairs.items():
                times = f"{many} × " if many > 1 else ""
                will = HELD_BACK if will == NO_ORDERS and unit not in known else will
                moves = not (stood and stays)
                found.append(Parting(turn, f"{times}{unit}", was, will, moves, orders.get((unit, was))))
    return found


def _deeds(board: Board, turn: str) -> defaultdict[str, Counter[tuple[str, bool]]]:
    found: defaultdict[str, Counter[tuple[str, bool]]] = defaultdict(Counter)
    for order in board.advice.orders:
        if order.turn == turn:
            unit = board.names.unit(order.unit) if order.unit else order.how or "points"
            found[unit][deed(order, board.names), stands(order)] += 1
    return found


def price(before: Totals, after: Totals) -> str:
    """What the second costs beyond the first: 'costs ½ victory point more and saves 2 extra partisan attacks'."""
    gaps = {name: after.get(name, Fraction(0)) - before.get(name, Fraction(0)) for name in (*before, *after)}
    more = [amount_of(name, gap) for name, gap in gaps.items() if gap > 0]
    less = [amount_of(name, -gap) for name, gap in gaps.items() if gap < 0]
    parts = ([f"costs {_listed(more)}"] if more else []) + ([f"saves {_listed(less)}"] if less else [])
    return " and ".join(parts) or "costs nothing"


def _listed(parts: list[str]) -> str:
    return ", ".join(parts[:-1]) + (" and " if len(parts) > 1 else "") + parts[-1]


def sums(before: Advice, after: Advice) -> list[tuple[str, str, str, str, str]]:
    """A line for each currency that either loses, and for each tier beyond: with no orders, before, after, the gap."""
    rows = []
    for name in dict.fromkeys((*before.totals, *after.totals)):
        old, new = before.totals.get(name, Fraction(0)), after.totals.get(name, Fraction(0))
        if old or new or after.now.get(name):
            rows.append((f"{currency(name)}", pretty(after.now.get(name, Fraction(0))), *_pair(old, new)))
    tiers = {row.name: row.value for row in before.tiers}
    for row in after.tiers:
        if row.name in _BEYOND and row.name in tiers:
            rows.append((_BEYOND[row.name], "", *_pair(tiers[row.name], row.value)))
    return rows


_BEYOND = {"strength": "Strength tied down", "moves": "Moves"}


def _pair(old: Fraction, new: Fraction) -> tuple[str, str, str]:
    gap = new - old
    return pretty(old), pretty(new), "the same" if not gap else f"+{pretty(gap)}" if gap > 0 else f"−{pretty(-gap)}"


def checks_that_part(before: Board, after: Board) -> list[tuple[str, str, str, str, str]]:
    """The checks with another gap: turn, place, what is asked, missing before and after."""
    old = {demand.id: demand for demand in before.advice.demands}
    rows = []
    for demand in after.advice.demands:
        was = old.get(demand.id)
        if was is not None and (was.missing, was.required) != (demand.missing, demand.required):
            asked = f"{pretty(demand.required)} {demand.measure}"
            if was.required != demand.required:
                asked = f"{pretty(was.required)} → {asked}"
            rows.append((demand.turn, demand.place, asked, pretty(was.missing), pretty(demand.missing)))
    return rows
