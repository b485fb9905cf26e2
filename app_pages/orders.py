"""The order sheet: what to do with which counter, grouped by place, in a player's words."""

from __future__ import annotations

from app_pages.paper import note, show
from planner.report.board import Board
from planner.report.sentences import sheet


def render_orders(board: Board, turn: int) -> None:
    """The order sheet of this turn, or the forecast of a later one."""
    if not board.advice.orders:
        note("There is no plan to give orders from.")
        return
    found = sheet(board, turn)
    if not found.busy:
        note("Nobody needs to move: leave every counter where it is." if turn == 0 else "No moves are foreseen.")
    show("sheet.html", sheet=found)
