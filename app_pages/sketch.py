"""The map as a plain picture: there at once, while the browser still reads in the one that can be clicked."""

from __future__ import annotations

from base64 import b64encode

from app_pages.chart import DARK, FONT, LIGHT
from app_pages.paper import html_of
from planner.report.board import Board
from planner.report.frame import HIGHEST, WIDTH
from planner.report.svg_map import picture


def sketch(board: Board, turn: int, dark: bool) -> str:
    """The map of one turn as the address of a picture, in the colours of the page, every word of a file escaped."""
    drawn = picture(board, turn, WIDTH, HIGHEST)
    if drawn is None:
        return ""
    text = html_of("sketch.svg", map=drawn, colours=DARK if dark else LIGHT, font=FONT)
    return f"data:image/svg+xml;base64,{b64encode(text.encode()).decode()}"
