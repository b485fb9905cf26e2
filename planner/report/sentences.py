"""Orders in a player's words: who does what, whereto and why, sorted into the parts of an order sheet by place."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from models.findings import DemandFinding
from models.plan import Order
from models.problem import Act
from models.quantities import pretty
from planner.report.board import GLYPHS, Board, Mark, mark_of
from planner.report.labels import label_of
from planner.report.names import Names, measured, res
from planner.report.words import opening, stands

VERBS: dict[str, str] = {
    Act.SEA: "Ship",
    Act.FLY: "Fly",
    Act.FORCED: "Place",
    Act.RETURN: "Return",
    Act.SHIFT: "Shift",
    Act.BUY_OUT: "Buy out",
    Act.ARRIVE: "Bring in",
    Act.PERISH: "Remove",
    Act.SET_ASIDE: "Set aside",
    Act.FREE_RPS: "Free",
}  # the others are verbs already: march, rail, activate, release


@dataclass(frozen=True)
class Line:
    """One line of the sheet: the act, who, whereto, and why."""

    act: str
    who: str
    way: str = ""
    why: str = ""
    rule: str = ""

    @property
    def text(self) -> str:
        """The whole line: 'Rail 3 REs: 719 Static Division from Gent to Antwerp'."""
        return f"{self.act}: {self.who}{self.way}"


def line_of(orders: list[Order], names: Names, purpose: str = "") -> Line:
    """One line for orders that are alike but for the counter that carries them out."""
    first = orders[0]
    why = first.why or purpose
    verb = VERBS.get(first.option, opening(first.option))
    if not first.unit:
        amount = f" {first.times} ×" if first.times > 1 else ""
        way = _way(first, names) if first.to else ""
        return Line(f"{verb}{amount}", first.how or "points", way, why, first.rule)
    size = sum((names.size(order.unit) for order in orders), Fraction(0))
    how = f", {first.how}" if first.how else ""
    way = f"{_way(first, names)}{how}"
    who = names.listed(order.unit for order in orders)
    return Line(f"{verb} {res(size)}" if size else verb, who, way, why, first.rule)


def _way(order: Order, names: Names) -> str:
    """From where to where: ' from Gent to Antwerp'; what lies off the map, or is the same place, is left unsaid."""
    start, to = (names.place_of(state) for state in (order.start, order.to))
    if start == to:
        return ""
    ends = (("from", start), ("to", to))
    return "".join(f" {word} {names.place(end)}" for word, end in ends if end and not names.unsaid(end))


@dataclass(frozen=True)
class Sheet:
    """One turn's orders: what is to be done, who stands guard, who is free, who lies in a box; each by place."""

    busy: tuple[tuple[str, tuple[Line, ...]], ...]
    guards: tuple[tuple[str, str], ...]
    free: tuple[tuple[str, str], ...]
    boxed: tuple[tuple[str, str], ...]


def sheet(board: Board, turn: int) -> Sheet:
    """The orders of a turn, sorted into the parts of the sheet."""
    acts: dict[str, dict[tuple[str, ...], list[Order]]] = defaultdict(lambda: defaultdict(list))
    still: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    names = board.names
    ordered = {order.unit for order in board.orders(turn)}
    for state, units in board.standing(turn).items():  # a plan by hand need not mention who stands guard anyway
        by_itself = [unit for unit in units if unit not in ordered and board.serves(unit, board.turns[turn])]
        if by_itself and ":" not in state:
            still[Act.GUARD][names.place(state)] += by_itself
    for order in board.orders(turn):
        where = names.place(order.to if not order.start or names.unsaid(order.start) else order.start)
        if order.option == Act.GONE:
            continue
        if stands(order):
            on_guard = order.option == Act.GUARD or board.serves(
                order.unit, order.turn
            )  # task forces are free, and count
            boxed = ":" in names.place_of(order.start or order.to)
            part = "boxed" if boxed else Act.GUARD if on_guard else Act.STAY
            still[part][where].append(order.unit)
        else:
            key = (order.option, order.to, order.how, order.why or board.purpose(order), names.unit(order.unit))
            acts[where][key].append(order)
    busy = tuple(
        (where, tuple(line_of(orders, names, purpose=key[3]) for key, orders in acts[where].items()))
        for where in sorted(acts)
    )
    listed = {part: tuple((where, names.listed(by[where])) for where in sorted(by)) for part, by in still.items()}
    return Sheet(busy, listed.get(Act.GUARD, ()), listed.get(Act.STAY, ()), listed.get("boxed", ()))


def margin(demand: DemandFinding) -> str:
    """How far a check is from failing: '2 REs short', 'one loss from failing', '1 RE to spare'."""
    mark = mark_of(demand)
    if mark is Mark.SHORT:
        return f"{measured(demand.missing, demand.measure)} short"
    spare = demand.covered - demand.required
    over = f"{measured(spare, demand.measure)} to spare" if spare > 0 else ""
    return f"{mark.value}, {over}" if over else mark.value


def in_short(demand: DemandFinding) -> str:
    """One demand in half a line: '▲ 1 of 2 REs (44.B.2.a)'."""
    covered = pretty(min(demand.covered, demand.required))
    wanted = measured(demand.required, demand.measure)
    return f"{GLYPHS[mark_of(demand)]} {covered} of {wanted} ({demand.rule})"


def in_words(board: Board, turn: int) -> str:
    """The map for those who cannot see it."""
    spots = [spot for spot in board.spots(turn) if spot.mark]
    short = [label_of(spot) for spot in spots if spot.mark is Mark.SHORT]
    moves = len(board.moves(turn))
    return (
        f"Map of {board.turns[turn]}: {len(spots)} places with checks, "
        f"{('short are ' + ', '.join(short)) if short else 'none of them short'}; "
        f"{moves} {'move' if moves == 1 else 'moves'}. The tables below say the same."
    )
