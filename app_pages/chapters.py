"""Replacements, and reinforcements and forts: what comes in, what is spent, what is bought and what arrives."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from app_pages import session
from app_pages.chart import DARK, FONT, LIGHT
from app_pages.comparison import deed
from app_pages.mishaps import calmly
from app_pages.paper import note, show
from app_pages.top import render_top
from models.findings import BudgetLine, DemandFinding
from models.plan import Order
from models.quantities import pretty
from planner.report.board import GLYPHS, Board, asks, mark_of
from planner.report.words import STANDING

MOST_DRAWN = 4  # lines that can be told apart at a glance
DASHES = ("solid", "dash", "dot", "dashdot", "longdash")


@calmly
def render_replacements() -> None:
    """Chapter 52."""
    _render("Replacements", ("52",), "This scenario has no replacement points and nothing to replace (chapter 52).")


@calmly
def render_reinforcements() -> None:
    """Chapters 51 and 40."""
    absent = "This scenario has no reinforcements, withdrawals or forts (chapters 51 and 40)."
    _render("Reinforcements and forts", ("51", "40"), absent)


def _of(rule: str, chapters: tuple[str, ...]) -> bool:
    return rule.partition(".")[0].partition("#")[0] in chapters


def _render(heading: str, chapters: tuple[str, ...], absent: str) -> None:
    now = session.view()
    if not render_top(now):
        return
    st.header(heading, anchor=False)
    if now.plan is None:
        note("There is no plan yet.")
        return
    board = Board(now.plan.scenario, now.plan.advice)
    advice = board.advice
    budgets = [line for line in advice.budgets if _of(line.rule, chapters)]
    orders = [order for order in advice.orders if _of(order.rule, chapters) and order.option not in STANDING]
    demands = [demand for demand in advice.demands if _of(demand.rule, chapters) and asks(demand)]
    if not (budgets or orders or demands):
        note(absent)
        return
    _render_orders(orders, board)
    _render_demands(demands)
    _render_budgets(budgets, board.turns)


def _render_orders(orders: Iterable[Order], board: Board) -> None:
    rows = [
        (
            order.turn,
            board.names.unit(order.unit) if order.unit else "–",
            deed(order, board.names),
            order.why,
            order.rule,
        )
        for order in orders
    ]
    st.subheader("What to do, and when it arrives", anchor=False)
    if rows:
        show("deeds.html", rows=rows, now=board.turns[0])
    else:
        note("The plan buys and brings in nothing in these turns.")


def _render_demands(demands: list[DemandFinding]) -> None:
    if demands:
        st.subheader("What is asked", anchor=False)
        frame = pd.DataFrame(
            {
                "Turn": demand.turn, "Where": demand.place,
                "Result": f"{GLYPHS[mark_of(demand)]} {mark_of(demand).value}",
                "Required": f"{pretty(demand.required)} {demand.measure}", "Missing": pretty(demand.missing),
                "What the rule asks": demand.sentence, "Rule": demand.rule,
            }
            for demand in demands
        )  # fmt: skip
        st.dataframe(frame, hide_index=True, alt="What these chapters ask for")


def _render_budgets(lines: list[BudgetLine], turns: tuple[str, ...]) -> None:
    lines = [line for line in lines if line.opening or line.income or line.spent]
    if not lines:
        return
    st.subheader("Pools and limits over the turns", anchor=False)
    moving = sorted(
        dict.fromkeys(line.label for line in lines),
        key=lambda label: -sum(line.spent + line.income for line in lines if line.label == label),
    )
    drawn = st.multiselect("Drawn", moving, default=moving[:MOST_DRAWN], key=f"drawn {hash(tuple(moving))}", wrap=True)
    chosen = [line for line in lines if line.label in drawn]
    st.plotly_chart(
        _figure(chosen, turns, dark=st.context.theme.type == "dark"), theme=None, config={"displayModeBar": False},
        alt="What is left in each pool after each turn; the same figures stand in the table below", key="pools drawn",
    )  # fmt: skip
    show("budgets.html", rows=sorted(lines, key=lambda line: (line.label, turns.index(line.turn))))


def _figure(lines: list[BudgetLine], turns: tuple[str, ...], dark: bool) -> go.Figure:
    """What is left of each pool after each turn, one line each, told apart by dashes and labels as well as colour."""
    colours = DARK if dark else LIGHT
    inks = [colours["move"], *(colours[key] for key in colours if key in ("short", "met", "one loss from failing"))]
    drawn = go.Figure()
    for number, label in enumerate(dict.fromkeys(line.label for line in lines)):
        left = {line.turn: line.closing for line in lines if line.label == label}
        drawn.add_scatter(
            x=list(turns), y=[float(left.get(turn, Fraction(0))) for turn in turns], name=label, mode="lines+markers",
            line={"shape": "hv", "dash": DASHES[number % len(DASHES)], "color": inks[number % len(inks)]},
            hovertext=[f"{label}: {pretty(left.get(turn, Fraction(0)))}" for turn in turns], hoverinfo="text",
        )  # fmt: skip
    drawn.update_layout(
        height=320, margin={"l": 40, "r": 10, "t": 10, "b": 30}, paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)", font={"family": FONT, "size": 14, "color": colours["text"]}, showlegend=True,
        xaxis={"type": "category", "gridcolor": colours["border"]},
        yaxis={"gridcolor": colours["border"], "title": "left after the turn", "rangemode": "tozero"},
    )  # fmt: skip
    return drawn
