"""Replacements, and reinforcements and forts: what comes in, what is spent, what is bought and what arrives."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from app_pages import session, timeline
from app_pages.checks import grouped
from app_pages.mishaps import calmly
from app_pages.paper import note, show
from app_pages.pools import render_pools
from app_pages.top import render_top
from models.findings import BudgetLine, DemandFinding
from models.plan import Order
from models.problem import Act
from planner.report.board import Board, asks
from planner.report.names import Names
from planner.report.words import STANDING

BOUGHT = frozenset({
    Act.REPLACE, Act.FORM_UP, Act.TRAIN, Act.PLACE, Act.RESUPPLY, Act.FORTIFY, Act.DISBAND, Act.ATTACH, Act.TRANSFER,
})  # fmt: skip


@dataclass(frozen=True)
class Chapters:
    """What a page is about: these chapters of the first rulebook, these acts of the second."""

    heading: str
    numbers: tuple[str, ...]
    absent: str
    acts: frozenset[Act] = frozenset()

    def has(self, rule: str, europa: bool) -> bool:
        """Whether a rule belongs to it."""
        return europa and rule.partition(".")[0].partition("#")[0] in self.numbers


REPLACEMENTS = Chapters(
    "Replacements", ("52",), "This scenario has no replacement points and nothing to replace (chapter 52).", BOUGHT
)
REINFORCEMENTS = Chapters(
    "Reinforcements and forts", ("51", "40"),
    "This scenario has no reinforcements, withdrawals or forts (chapters 51 and 40).",
)  # fmt: skip


NOT_OF_THIS_RULEBOOK = (
    "This campaign's rulebook knows neither orders of battle nor forts of their own. What it forms, trains and builds "
    "is under Replacements, what must be guarded under Garrisons and occupation."
)


@calmly
def render_replacements() -> None:
    """Chapter 52; in a campaign of the second rulebook its prestige points and reserves."""
    _render(REPLACEMENTS)


@calmly
def render_reinforcements() -> None:
    """Chapters 51 and 40."""
    _render(REINFORCEMENTS)


def _render(about: Chapters) -> None:
    now = session.view()
    if not render_top(now):
        return
    st.header(about.heading, anchor=False)
    if now.plan is None:
        note("There is no plan yet.")
        return
    board = Board(now.plan.scenario, now.plan.advice)
    orders, demands, budgets = _found(about, board)
    if not (budgets or orders or demands):
        note(about.absent if board.names.europa else NOT_OF_THIS_RULEBOOK)
        return
    _render_events(orders, board)
    _render_demands(demands, board.names)
    render_pools(budgets, board.names, board.turns, "Pools and limits over the turns")


def _found(about: Chapters, board: Board) -> tuple[list[Order], list[DemandFinding], list[BudgetLine]]:
    """The orders, demands and budgets that a page is about."""
    advice, europa = board.advice, board.names.europa is not None
    orders = [
        order
        for order in advice.orders
        if order.option not in STANDING
        and (about.has(order.rule, europa) or (not europa and order.option in about.acts))
    ]
    demands = [demand for demand in advice.demands if about.has(demand.rule, europa) and asks(demand)]
    spent = not europa and bool(about.acts)
    return orders, demands, [line for line in advice.budgets if spent or about.has(line.rule, europa)]


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
