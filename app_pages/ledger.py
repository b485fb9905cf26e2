"""The small print: every penalty with its arithmetic, the budgets, the rulings in force, how the advice was made."""

from __future__ import annotations

import streamlit as st

from app_pages.paper import note, show
from models.advice import Advice
from models.findings import PenaltyLine
from planner.report.board import Board
from planner.report.names import currency
from planner.report.sums import by_currency
from planner.report.words import provenance_rows


def render_penalties(advice: Advice) -> None:
    """What is lost under the plan and why it is not less; folded away, what would be lost with no orders."""
    if advice.plan is None:
        _penalties(advice.penalties_now, "Nothing is lost as things stand.")
        return
    _penalties(advice.penalties, "Nothing is lost under this plan.")
    if advice.remarks:
        note("Why the plan does so:", lines=advice.remarks)
    if advice.penalties_now:
        with st.expander("If nobody is given an order"):
            _penalties(advice.penalties_now, "Nothing would be lost.")


def _penalties(lines: tuple[PenaltyLine, ...], calm: str) -> None:
    paid = [line for line in lines if line.amount]
    if not paid:
        note(calm, kind="good")
        return
    sums = by_currency(lines)
    rows = [(line, currency(line.currency)) for line in paid]
    show("penalties.html", rows=rows, sums=[(currency(name), amount) for name, amount in sums.items()])


def render_budgets(board: Board) -> None:
    """What is drawn on, turn by turn."""
    used = [line for line in board.advice.budgets if line.opening or line.income or line.spent]
    if not used:
        note("This scenario has no pools and no limits on transport.")
        return
    rows = [(board.names.budget(line), line) for line in used]
    show("budgets.html", rows=sorted(rows, key=lambda row: row[0]))


def render_rulings(advice: Advice) -> None:
    """The readings in force: first those this table has changed, then all of them."""
    if advice.rulings_changed:
        note("This table reads the rules in its own way here:", lines=_spoken(advice.rulings_changed))
    else:
        note("Every reading is our default. A scenario changes one by naming it under its rulings.")
    with st.expander(f"All {len(advice.rulings)} readings in force"):
        show("rulings.html", rulings=advice.rulings, changed=advice.rulings_changed)


def _spoken(rulings: dict[str, str]) -> tuple[str, ...]:
    return tuple(f"{name}: {value}" for name, value in rulings.items())


def render_provenance(advice: Advice) -> None:
    """What it takes to get the same advice again."""
    show("provenance.html", rows=provenance_rows(advice.provenance))


def render_warnings(advice: Advice) -> None:
    """What the rules want the player to look at himself, folded away."""
    if advice.warnings:
        show("warnings.html", warnings=advice.warnings)
