"""What is bought, brought in or sent away, as a timeline: from the turn of the order to the turn it is done."""

from __future__ import annotations

import html
from collections.abc import Iterable
from dataclasses import dataclass
from textwrap import shorten

import plotly.graph_objects as go

from app_pages.chart import DARK, FONT, LIGHT
from models.plan import Order
from models.problem import Act
from planner.report.board import Board
from planner.report.names import res
from planner.report.sentences import VERBS
from planner.report.words import opening

MOST_ROWS = 24  # that can be read at a glance
ROW = 26  # pixels
LONGEST = 40  # letters behind a line
ACROSS = 90  # letters that fit beside each other in the chart
AWAY = frozenset({Act.WITHDRAW, Act.SCRAP, Act.DISBAND, Act.PERISH, Act.GONE, Act.DISARM, Act.RECALL})
SYMBOLS = {True: "triangle-down", False: "circle"}


@dataclass(frozen=True)
class Event:
    """Orders that are alike: what is done with whom, from which turn until which."""

    verb: str
    what: str
    who: str
    where: str
    why: str
    rule: str
    turn: str
    until: str
    leaves: bool

    @property
    def label(self) -> str:
        """Who, in front of the line."""
        return html.escape(self.who if len(self.who) <= 34 else f"{self.who[:33]}…")

    @property
    def short(self) -> str:
        """What is done, behind it."""
        _, arrow, to = self.where.rpartition(" → ")
        words = f"{self.verb} → {to}" if arrow else f"{self.verb}, {self.where}"
        return shorten(words, LONGEST, placeholder=" …")


def events(orders: Iterable[Order], board: Board) -> tuple[Event, ...]:
    """The orders of these chapters, those that are alike as one, in the order of their turns."""
    alike: dict[tuple[str, ...], list[Order]] = {}
    for order in orders:
        name = board.names.unit(order.unit) if order.unit else order.how
        key = (order.turn, order.until, order.option, order.start, order.to, order.how, order.why, order.rule, name)
        alike.setdefault(key, []).append(order)
    return tuple(_event(some, board) for some in alike.values())


def _event(orders: list[Order], board: Board) -> Event:
    first, names = orders[0], board.names
    verb = VERBS.get(first.option, opening(first.option))
    size = sum(names.size(order.unit) for order in orders if order.unit)
    start, to = (names.place(state) if state else "" for state in (first.start, first.to))
    where = to if names.place_of(first.start) == names.place_of(first.to) or not start else f"{start} → {to}"
    if first.unit:
        what = f"{verb}, {first.how}" if first.how else verb
        who = names.listed(order.unit for order in orders)
    else:
        times = sum(order.times for order in orders)
        points = f"{times} point{'s' if times > 1 else ''}"
        what, who = verb, (f"{times} × {first.how}" if times > 1 else first.how) if first.how else points
    if size:
        who = f"{who}, {res(size)}" if len(orders) > 1 else who
    return Event(verb, what, who, where, first.why, first.rule, first.turn, first.until, first.option in AWAY)


def turns_of(board: Board, found: Iterable[Event]) -> tuple[str, ...]:
    """The turns of the plan, and those after it until the last of the events is done."""
    ends = {event.until for event in found if event.until} - set(board.turns)
    turns = list(board.turns)
    while ends and len(turns) < 40:
        turns.append(str(board.scenario.turn_at(len(turns))))
        ends.discard(turns[-1])
    return tuple(turns)


def figure(board: Board, found: tuple[Event, ...], dark: bool) -> go.Figure:
    """One line for each event, first things first; what leaves is marked by another sign."""
    colours = DARK if dark else LIGHT
    turns = turns_of(board, found)
    number = {turn: n for n, turn in enumerate(turns)}
    shown = sorted(found, key=lambda event: (number[event.turn], number.get(event.until, 99), event.who))[:MOST_ROWS]
    rows = list(range(len(shown)))
    drawn = go.Figure()
    begins = [number[event.turn] for event in shown]
    ends = [number.get(event.until, number[event.turn]) for event in shown]
    words = [_words(event) for event in shown]
    right = _right(ends, shown, len(turns))
    drawn.add_scatter(
        x=[x for begin, end in zip(begins, ends, strict=True) for x in (begin, end, None)],
        y=[y for row in rows for y in (row, row, None)], mode="lines", hoverinfo="skip",
        line={"color": colours["move"], "width": 5}, opacity=0.45,
    )  # fmt: skip
    drawn.add_scatter(
        x=ends, y=rows, mode="markers+text", hovertext=words, hoverinfo="text", textposition="middle right",
        text=[f"  {html.escape(event.short)}" for event in shown], textfont={"color": colours["soft"], "size": 12},
        cliponaxis=False,
        marker={"symbol": [SYMBOLS[event.leaves] for event in shown], "size": 11, "opacity": 1,
                "color": [colours["soft" if event.leaves else "move"] for event in shown]},
    )  # fmt: skip
    drawn.add_vline(x=len(board.turns) - 0.5, line={"color": colours["soft"], "dash": "dot", "width": 1})
    drawn.update_layout(
        height=ROW * len(shown) + 60, margin={"l": 0, "r": 10, "t": 30, "b": 5}, showlegend=False,
        paper_bgcolor="rgba(0,0,0,0)", plot_bgcolor="rgba(0,0,0,0)", hovermode="closest",
        font={"family": FONT, "size": 13, "color": colours["text"]},
        hoverlabel={"bgcolor": colours["paper"], "font": {"family": FONT, "color": colours["text"]}, "align": "left"},
        xaxis={"tickvals": list(range(len(turns))), "ticktext": list(turns), "range": [-0.3, right],
               "gridcolor": colours["border"], "side": "top", "zeroline": False, "fixedrange": True},
        yaxis={"tickvals": rows, "ticktext": [event.label for event in shown], "autorange": "reversed",
               "showgrid": False, "zeroline": False, "fixedrange": True, "automargin": True},
    )  # fmt: skip
    return drawn


def _right(ends: list[int], shown: list[Event], turns: int) -> float:
    """How far to the right the words behind the lines reach, in turns, if the whole chart has room for so many."""
    reach = [end + (turns + 1) * len(event.short) / ACROSS for end, event in zip(ends, shown, strict=True)]
    return max(turns - 0.3, *reach)


def _words(event: Event) -> str:
    done = f", done {event.until}" if event.until else ""
    lines = (event.who, f"{event.what}: {event.where}", f"{event.turn}{done}")
    return "<br>".join(map(html.escape, lines))
