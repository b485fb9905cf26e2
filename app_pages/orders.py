"""The order sheet: what to do with which counter, grouped by place, in a player's words."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from app_pages.board import STANDING, Board
from app_pages.names import Names, res
from app_pages.paper import note, show
from models.plan import Order

VERBS = {
    "march": "March",
    "rail": "Rail",
    "ship": "Ship",
    "transfer by air": "Fly",
    "activate": "Activate",
    "placed on the map": "Place",
    "release": "Release",
    "return to garrison": "Return",
    "shift between districts": "Shift",
    "buy out of garrison": "Buy out",
    "arrive": "Bring in",
    "eliminated": "Remove",
    "set RPs aside": "Set aside",
    "free locked RPs": "Free",
}
QUIET = {
    "stand guard": "Stand guard",
    "stay free": "Free for other work",
    "remain in garrison": "Remain",
    "lie in the eliminated box": "Lie here",
    "remain forming": "Form",
}


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


PlaceLines = tuple[str, list[Line]]  # a place and what happens there


def line_of(orders: list[Order], names: Names) -> Line:
    """One line for orders that are alike but for the counter that carries them out."""
    first = orders[0]
    verb = VERBS.get(first.option, first.option.capitalize())
    if not first.unit:
        amount = f"{first.times} × " if first.times > 1 else ""
        way = f" from {names.place(first.start)} to {names.place(first.to)}" if first.to else ""
        return Line(verb, f"{amount}{first.how or first.option}", way, first.why, first.rule)
    size = sum((names.size(order.unit) for order in orders), Fraction(0))
    how = f", {first.how}" if first.how else ""
    way = f" from {names.place(first.start)} to {names.place(first.to)}{how}" if first.start != first.to else how
    who = names.listed(order.unit for order in orders)
    return Line(f"{verb} {res(size)}" if size else verb, who, way, first.why, first.rule)


def sheet(board: Board, turn: int) -> tuple[list[PlaceLines], list[PlaceLines]]:
    """The lines of a turn by place: first where something is to be done, then where all stand still."""
    alike: dict[str, dict[tuple[str, ...], list[Order]]] = defaultdict(lambda: defaultdict(list))
    for order in board.orders(turn):
        where = order.start or order.to
        quiet = order.option in STANDING
        key = (order.option,) if quiet else (order.option, order.to, order.how, order.why, board.names.unit(order.unit))
        alike[where][key].append(order)
    busy: list[PlaceLines] = []
    still: list[PlaceLines] = []
    for where, groups in alike.items():
        lines = [line_of(orders, board.names) for key, orders in groups.items() if key[0] not in STANDING]
        quiet_lines = [
            Line(QUIET[key[0]], board.names.listed(order.unit for order in groups[key]))
            for word in QUIET
            for key in groups
            if key[0] == word
        ]
        (busy if lines else still).append((board.names.place(where), lines + quiet_lines))
    return busy, still


def render_orders(board: Board, turn: int) -> None:
    """The order sheet of this turn, or the forecast of a later one."""
    if not board.advice.orders:
        note("There is no plan to give orders from.")
        return
    busy, still = sheet(board, turn)
    if not busy:
        note("Nobody needs to move: leave every counter where it is." if turn == 0 else "No moves are foreseen.")
    show("sheet.html", busy=busy, still=still)
