"""Pools and limits over the turns: what comes in, what is spent and what is left, one small chart for each."""

from __future__ import annotations

import html
from collections.abc import Iterable
from fractions import Fraction
from textwrap import wrap

import plotly.graph_objects as go
import streamlit as st
from plotly.subplots import make_subplots

from app_pages.chart import DARK, FONT, LIGHT, Colours
from app_pages.paper import note, show
from models.findings import BudgetLine
from models.quantities import pretty
from planner.report.names import Names

MOST_DRAWN = 6
ACROSS = 3
HEIGHT = 190  # pixels of one small chart
Pools = dict[str, dict[str, BudgetLine]]  # label -> turn -> line


def pools_of(lines: Iterable[BudgetLine], names: Names) -> Pools:
    """The budgets by name; those in which nothing ever is are left out."""
    found: Pools = {}
    for line in lines:
        found.setdefault(names.budget(line), {})[line.turn] = line
    return {
        label: by for label, by in found.items() if any(one.opening or one.income or one.spent for one in by.values())
    }


def busiest(pools: Pools) -> list[str]:
    """The pools by how much they move, the busiest first; limits that nobody comes near come last."""
    return sorted(
        pools,
        key=lambda label: (
            not any(line.spent for line in pools[label].values()),
            -sum(line.spent + line.income for line in pools[label].values()),
        ),
    )


def render_pools(lines: Iterable[BudgetLine], names: Names, turns: tuple[str, ...], heading: str) -> None:
    """The charts, a choice of what is drawn, and the same figures as a table."""
    pools = pools_of(lines, names)
    if not pools:
        return
    st.subheader(heading, anchor=False)
    order = busiest(pools)
    drawn = order
    if len(order) > ACROSS:
        drawn = st.multiselect(
            "Pools and limits that are drawn", order,
            default=order[:MOST_DRAWN], key=f"drawn {heading} {hash(tuple(order))}", wrap=True,
        )  # fmt: skip
    if drawn:
        st.plotly_chart(
            figure({label: pools[label] for label in drawn}, turns, dark=st.context.theme.type == "dark"), theme=None,
            config={"displayModeBar": False}, key=f"pools drawn {heading}",
            alt="What comes in, is spent and is left in each pool; the same figures stand in the table below",
        )  # fmt: skip
    else:
        note("Choose a pool to see it drawn.")
    rows = [
        (label, by[turn]) for label, by in sorted(pools.items()) for turn in sorted(by, key=turns.index) if turn in by
    ]
    with st.expander("The same as a table"):
        show("budgets.html", rows=rows)


def figure(pools: Pools, turns: tuple[str, ...], dark: bool) -> go.Figure:
    """One small chart for each pool: bars for what comes in and goes out, a line for what is left."""
    colours = DARK if dark else LIGHT
    rows = -(-len(pools) // ACROSS)
    titles = ["<br>".join(wrap(html.escape(label), 34)[:2]) for label in pools]
    drawn = make_subplots(
        rows=rows, cols=ACROSS, subplot_titles=titles, vertical_spacing=min(0.5, 75 / (HEIGHT * rows)),
        horizontal_spacing=0.07,
    )  # fmt: skip
    for number, (label, by) in enumerate(pools.items()):
        where = {"row": number // ACROSS + 1, "col": number % ACROSS + 1}
        _draw(drawn, label, [by.get(turn) for turn in turns], turns, colours, where, first=number == 0)
    drawn.update_layout(
        height=HEIGHT * rows + 50, margin={"l": 30, "r": 10, "t": 75, "b": 50}, paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)", font={"family": FONT, "size": 12, "color": colours["text"]}, barmode="group",
        legend={"orientation": "h", "x": 0, "y": 1, "yref": "container", "yanchor": "top"},
    )  # fmt: skip
    drawn.update_xaxes(type="category", gridcolor=colours["border"], fixedrange=True)
    drawn.update_yaxes(gridcolor=colours["border"], rangemode="tozero", zerolinecolor=colours["soft"], fixedrange=True)
    drawn.update_annotations(font={"size": 13, "color": colours["text"]})
    return drawn


def _draw(
    drawn: go.Figure, label: str, lines: list[BudgetLine | None], turns: tuple[str, ...], colours: Colours,
    where: dict[str, int], first: bool,
) -> None:  # fmt: skip
    """A turn in which a budget is not told of has no bar."""
    for name, amounts, fill, hatch in (
        ("there or coming in", [line and line.opening + line.income for line in lines], colours["border"], ""),
        ("spent", [line and line.spent for line in lines], colours["move"], "/"),
    ):
        drawn.add_bar(
            x=list(turns), y=[None if amount is None else float(amount) for amount in amounts], name=name,
            marker={"color": fill, "pattern": {"shape": hatch, "solidity": 0.3}}, showlegend=first, legendgroup=name,
            hovertext=[_told(label, name, amount) for amount in amounts], hoverinfo="text", **where,
        )  # fmt: skip
    left = [line and line.closing for line in lines]
    drawn.add_scatter(
        x=list(turns), y=[None if amount is None else float(amount) for amount in left], name="left after the turn",
        mode="lines+markers", line={"color": colours["text"], "width": 1.5}, marker={"size": 6}, showlegend=first,
        legendgroup="left", hovertext=[_told(label, "left", amount) for amount in left], hoverinfo="text", **where,
    )  # fmt: skip


def _told(label: str, what: str, amount: Fraction | None) -> str:
    return "" if amount is None else f"{label}: {pretty(amount)} {what}"
