"""Replacements, and reinforcements and forts: what comes in, what is spent, what is bought and what arrives."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from app_pages import session, timeline
from app_pages.checks import grouped
from app_pages.mishaps import calmly
from app_pages.paper import note, show
from app_pages.pools import render_pools
from app_pages.top import render_top
from models.findings import BudgetLine, DemandFinding
from models.plan import Order
from planner.report.board import Board, asks
from planner.report.fort_cards import fort_cards
from planner.report.names import Names
from planner.report.words import stands
from planner.rules.showing import Showing, Subject


@calmly
def render_replacements() -> None:
    """What is bought, rebuilt and spent."""
    _render("Replacements", lambda shown: shown.replacements)


@calmly
def render_reinforcements() -> None:
    """What arrives, leaves and is built."""
    _render("Reinforcements and forts", lambda shown: shown.reinforcements)
    now = session.view()
    cards = fort_cards(now.plan.scenario, Names(now.plan.scenario)) if now.plan else ()
    if cards:
        with st.expander("Reference cards of the forts"):
            show("forts.html", cards=cards)


def _render(heading: str, subject: Callable[[Showing], Subject]) -> None:
    now = session.view()
    if not render_top(now):
        return
    st.header(heading, anchor=False)
    if now.plan is None:
        note("There is no plan yet.")
        return
    board = Board(now.plan.scenario, now.plan.advice)
    about = subject(board.names.shown)
    orders, demands, budgets = _found(about, board)
    if not (budgets or orders or demands):
        note(about.absent)
        return
    _render_events(orders, board)
    _render_demands(demands, board.names)
    render_pools(budgets, board.names, board.turns, "Pools and limits over the turns")
    if lines := [(board.names.budget(line), line) for line in budgets if line.spent_on]:
        show("spent.html", lines=lines)


def _found(about: Subject, board: Board) -> tuple[list[Order], list[DemandFinding], list[BudgetLine]]:
    """The orders, demands and budgets that a page is about."""
    advice = board.advice
    orders = [
        order for order in advice.orders if not stands(order) and (about.has(order.rule) or order.option in about.acts)
    ]
    demands = [demand for demand in advice.demands if about.has(demand.rule) and asks(demand)]
    return orders, demands, [line for line in advice.budgets if about.all_budgets or about.has(line.rule)]


def _render_events(orders: list[Order], board: Board) -> None:
    st.subheader("What to do, and when it arrives", anchor=False)
    events = timeline.events(orders, board)
    if not events:
        note("No unit is rebuilt, arrives or leaves under these rules in these turns.")
        return
    st.plotly_chart(
        timeline.figure(board, events, dark=st.context.theme.type == "dark"), theme=None, key="timeline",
        config={"displayModeBar": False},
        alt="From the turn of each order to the turn in which it is done; the same stands in the table below",
    )  # fmt: skip
    words = "A bar runs from the order to the turn in which it is done; ▼ leaves play."
    words += " Beyond the dotted line the plan no longer looks."
    if len(events) > timeline.MOST_ROWS:
        words += f" The first {timeline.MOST_ROWS} of {len(events)} are drawn, all of them stand in the table."
    show("small_print.html", words=words)
    with st.expander("The same as a table", expanded=len(events) <= timeline.MOST_ROWS):
        show("deeds.html", rows=events, now=board.turns[0])


def _render_demands(demands: list[DemandFinding], names: Names) -> None:
    if not demands:
        return
    st.subheader("What is asked", anchor=False)
    turns = list(dict.fromkeys(demand.turn for demand in demands))
    groups = grouped(demands, names, lambda demand, _: demand.turn, lambda demand: (turns.index(demand.turn), 0))
    show("checklist.html", groups=groups, label="What these chapters ask for, turn by turn")
