"""Counters on the map: what stands at a place, as a small stack below its mark; foot, armour and others told apart."""

from __future__ import annotations

import html
from collections.abc import Iterable
from dataclasses import dataclass

import plotly.graph_objects as go

from planner.report.board import Board, Spot
from planner.report.frame import Frame
from planner.report.names import Names, res

HIGHEST_STACK = 3  # counters drawn below one place; the last one stands for all the others
FIRST, STEP = 14, 11  # pixels from the mark to the first counter, and from one to the next
SYMBOLS = {"foot": "square-x", "armour": "square-dot", "": "square"}


@dataclass(frozen=True)
class Counter:
    """A counter drawn below a place: the unit it is, or the first of those for which there is no room."""

    spot: Spot
    unit: str
    depth: int
    symbol: str
    words: str


def counters(board: Board, spots: Iterable[Spot], turn: int) -> tuple[Counter, ...]:
    """The counters below every place, those that are alike drawn as one."""
    standing = board.standing(turn)
    return tuple(
        counter
        for spot in spots
        if not spot.members
        for counter in _stack(spot, standing.get(spot.id, ()), board.names)
    )


def _stack(spot: Spot, units: tuple[str, ...], names: Names) -> Iterable[Counter]:
    alike: dict[str, list[str]] = {}
    for unit in units:
        alike.setdefault(names.unit(unit), []).append(unit)
    groups = list(alike.values())
    if len(groups) > HIGHEST_STACK:
        top = HIGHEST_STACK - 1
        groups = [*groups[:top], [unit for group in groups[top:] for unit in group]]
    for depth, group in enumerate(groups):
        size = sum(map(names.size, group))
        words = f"{names.listed(group)}{f', {res(size)}' if size else ''}"
        yield Counter(spot, group[0], depth, symbol_of(group[0], names), words)


def depths(found: Iterable[Counter]) -> dict[str, float]:
    """How many pixels the counters below each place reach down."""
    return {counter.spot.id: FIRST + STEP * (counter.depth + 0.5) for counter in found}


def symbol_of(unit: str, names: Names) -> str:
    """The sign on a counter: a cross for those on foot, a dot for armour, nothing for others."""
    known = names.units.get(unit)
    return SYMBOLS[known.sign if known else ""]


def draw_counters(drawn: go.Figure, found: tuple[Counter, ...], frame: Frame, ink: str, paper: str) -> None:
    """Put the counters on the map; a click on one tells its place and its unit."""
    if not found:
        return
    pixel = 1 / (frame.pixels * frame.stretch)  # in degrees: a click finds a counter only where its point really is
    drawn.add_scatter(
        x=[counter.spot.longitude for counter in found],
        y=[counter.spot.latitude - pixel * (FIRST + STEP * counter.depth) for counter in found],
        mode="markers", hoverinfo="text",
        hovertext=[html.escape(f"{counter.words}, {counter.spot.name}") for counter in found],
        customdata=[[counter.spot.id, counter.unit] for counter in found],
        marker={
            "symbol": [counter.symbol for counter in found],
            "size": 9, "opacity": 1,
            "color": paper,
            "line": {"color": ink, "width": 1.2},
        },
        selected={"marker": {"opacity": 1, "size": 14}}, unselected={"marker": {"opacity": 1}},
    )  # fmt: skip
