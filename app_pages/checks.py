"""Every check of the plan in one table: what is required, what covers it, what is missing, and by which rule."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd
import streamlit as st

from app_pages.mishaps import calmly
from app_pages.paper import note
from models.findings import DemandFinding
from models.quantities import pretty
from planner.report.board import Board, result_of

SHOWN = {"all": "Every check", "now": "This turn", "short": "Only what is short"}


@st.fragment
@calmly
def render_checks(board: Board) -> None:
    """The checks of the plan, with a choice of which to see."""
    demands = board.advice.demands
    if not demands:
        note("The rules ask for nothing in this position, or there is no plan yet.")
        return
    which = st.segmented_control(
        "Which checks", tuple(SHOWN), default="now", required=True, format_func=SHOWN.__getitem__, key="which checks",
        label_visibility="collapsed",
    )  # fmt: skip
    chosen = [demand for demand in demands if _wanted(demand, str(which), board.turns[0])]
    if not chosen:
        note(
            "Nothing is short: every check of the plan is met." if which == "short" else "Nothing is checked this turn."
        )
        return
    st.dataframe(
        checks_table(chosen, board),
        hide_index=True,
        alt="Every check with what is required, covered and missing",
        column_config={
            "Costs": st.column_config.TextColumn(width="medium"),
            "Counting": st.column_config.TextColumn(width="medium"),
        },
    )


def _wanted(demand: DemandFinding, which: str, now: str) -> bool:
    return which == "all" or (demand.turn == now if which == "now" else demand.missing > 0)


def checks_table(demands: Iterable[DemandFinding], board: Board) -> pd.DataFrame:
    """The checks as rows; amounts are exact and written as players write them."""
    names = board.names
    return pd.DataFrame(
        [
            {
                "Turn": demand.turn,
                "Place": demand.place,
                "Result": result_of(demand),
                "Required": f"{pretty(demand.required)} {demand.measure}",
                "Covered": pretty(demand.covered),
                "Missing": pretty(demand.missing) if demand.missing else "",
                "Counting": names.counting(demand),
                "There, not counting": names.bystanders(demand),
                "Costs": demand.penalty if demand.missing else "",
                "Rule": demand.rule,
                "Check": demand.check,
                "What the rule asks": demand.sentence,
            }
            for demand in demands
        ]
    )
