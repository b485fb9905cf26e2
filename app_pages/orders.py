"""The order sheet: what to do with which counter, grouped by place, in a player's words."""

from __future__ import annotations

from app_pages import session
from app_pages.paper import note, show
from planner.report.board import GLYPHS, INKS, Board, mark_of
from planner.report.sentences import margin, sheet


def render_orders(board: Board, turn: int) -> None:
    """The order sheet of this turn, or the forecast of a later one."""
    found = sheet(board, turn)
    if not found.busy:
        note("Nobody needs to move: leave every counter where it is." if turn == 0 else "No moves are foreseen.")
    show("sheet.html", sheet=found)


def render_no_orders(board: Board, turn: int) -> None:
    """In place of the sheet while there is no plan: what is short, and who stands guard by himself."""
    if session.view().errand:
        note("The orders follow here as soon as the best ones are found.")
    else:
        note("Press Solve, or Ctrl+Enter.", heading="There are no orders yet.")
    marked = [(demand, mark_of(demand)) for demand in board.demands(turn) if demand.missing]
    short = [(INKS[mark], GLYPHS[mark], demand.place, margin(demand), demand.rule) for demand, mark in marked]
    show("standing.html", short=short, guards=sheet(board, turn).guards)
