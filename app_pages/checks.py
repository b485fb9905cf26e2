"""The checks in the sequence of play: what is required, what covers it, with what margin, and by which rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from app_pages.mishaps import calmly
from app_pages.paper import note, show
from models.findings import DemandFinding
from models.problem import Check
from models.quantities import pretty
from planner.report.board import GLYPHS, INKS, Board, asks, mark_of, result_of
from planner.report.names import Names, measured
from planner.report.sentences import margin

SHOWN = {"now": "This turn", "all": "Every turn", "short": "Only what is short"}
PHASES = {
    Check.OWN_INITIAL: "before anybody moves: this turn's orders come too late for it",
    Check.ENEMY_INITIAL: "after your movement, as the enemy's player turn begins",
}


@dataclass(frozen=True)
class Line:
    """One check of the list."""

    ink: str
    glyph: str
    margin: str
    place: str
    required: str
    covered: str
    counting: str
    idle: str
    costs: str
    rule: str
    asked: str


Group = tuple[str, str, list[Line]]  # heading, a word about it, its checks


@st.fragment
@calmly
def render_checks(board: Board) -> None:
    """The checklist, with a choice of which checks to see."""
    if not board.advice.demands:
        note("The rules ask for nothing in this position, or there is no plan yet.")
        return
    which = st.segmented_control(
        "Which checks", tuple(SHOWN), default="now", required=True, format_func=SHOWN.__getitem__, key="which checks",
        label_visibility="collapsed",
    )  # fmt: skip
    chosen = [demand for demand in board.advice.demands if asks(demand) and _wanted(demand, str(which), board.turns[0])]
    if not chosen:
        short = which == "short"
        note("Nothing is short: every check of the plan is met." if short else "Nothing is checked this turn.")
        return
    groups = grouped(chosen, board.names, _phase, _in_sequence(board.turns))
    told = [(heading, _comes(heading), lines) for heading, _, lines in groups]
    show("checklist.html", groups=told, label="The checks in the sequence of play")


def _wanted(demand: DemandFinding, which: str, now: str) -> bool:
    return which == "all" or (demand.turn == now if which == "now" else demand.missing > 0)


def _phase(demand: DemandFinding, _names: Names) -> str:
    return f"{demand.turn}, {demand.check}"


def _comes(heading: str) -> str:
    return next((words for check, words in PHASES.items() if heading.endswith(check)), "")


def _in_sequence(turns: tuple[str, ...]) -> Callable[[DemandFinding], tuple[int, int]]:
    """The place of a check in the sequence of play."""
    phases = [check.value for check in Check]
    return lambda demand: (turns.index(demand.turn), phases.index(demand.check) if demand.check in phases else 99)


def grouped(
    demands: Iterable[DemandFinding],
    names: Names,
    group_of: Callable[[DemandFinding, Names], str],
    order: Callable[[DemandFinding], tuple[int, int]],
) -> list[Group]:
    """The checks under their headings, headings in the order of their first check."""
    found: dict[str, list[Line]] = {}
    for demand in sorted(demands, key=order):
        found.setdefault(group_of(demand, names), []).append(line_of(demand, names))
    return [(heading, "", lines) for heading, lines in found.items()]


def line_of(demand: DemandFinding, names: Names) -> Line:
    """One check in words."""
    mark = mark_of(demand)
    return Line(
        INKS[mark], GLYPHS[mark], margin(demand), demand.place, measured(demand.required, demand.measure),
        pretty(demand.covered), names.counting(demand), names.idle(demand), demand.penalty if demand.missing else "",
        demand.rule, demand.sentence,
    )  # fmt: skip


def checks_table(demands: Iterable[DemandFinding], board: Board) -> pd.DataFrame:
    """The checks as rows; amounts are exact and written as players write them."""
    names = board.names
    return pd.DataFrame(
        [
            {
                "Turn": demand.turn,
                "Place": demand.place,
                "Result": result_of(demand),
                "Required": measured(demand.required, demand.measure),
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
