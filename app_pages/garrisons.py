"""Garrisons and occupation: every demand of every turn, who covers it, who stands by and why he does not count."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import streamlit as st

from app_pages import session
from app_pages.checks import checks_table, grouped
from app_pages.mishaps import calmly
from app_pages.paper import note, show
from app_pages.top import render_top
from models.findings import DemandFinding
from models.problem import Check
from models.quantities import pretty
from planner.report.board import GLYPHS, INKS, Board, Mark, asks, mark_of
from planner.report.names import Names, measured

PLANNED, UNTOUCHED = "Under the plan", "With no orders"


@calmly
def render_garrisons() -> None:
    """The whole page."""
    now = session.view()
    if not render_top(now):
        return
    answer = now.plan if now.plan and now.plan.advice.plan else now.standing
    if answer:
        _render(Board(answer.scenario, answer.advice))


@st.fragment
@calmly
def _render(board: Board) -> None:
    if not any(asks(demand) for demand in (*board.advice.demands, *board.advice.demands_now)):
        note("No garrison and no occupation is asked for in this scenario.", heading="Nothing to guard.")
        return
    chosen = _filtered(board)
    if not chosen:
        note("No check fits these filters; loosen one of them.")
        return
    names = board.names
    show("tally.html", counts=_tally(chosen))
    turn = _choose_turn(board)
    if turn is None:
        show("grid.html", turns=board.turns, groups=grid(chosen, names), inks=INKS, glyphs=GLYPHS)
        _render_one(chosen, board)
    else:
        _render_turn([demand for demand in chosen if demand.turn == turn], names)
    with st.expander("All of it as a table"):
        st.dataframe(checks_table(chosen, board), hide_index=True, alt="Every check that fits the filters")


def _choose_turn(board: Board) -> str | None:
    """Which turn to see in full; None = all turns at a glance."""
    views = ("", *board.turns)
    chosen = st.segmented_control(
        "View", views, default="", required=True, key=f"checks of turn {board.turns}", label_visibility="collapsed",
        format_func=lambda turn: f"{turn} in full" if turn else "All turns at a glance",
    )  # fmt: skip
    return str(chosen) or None


def _render_turn(demands: list[DemandFinding], names: Names) -> None:
    """One turn's checks by garrison and zone: who counts, and who is there but does not."""
    if not demands:
        note("Nothing that fits the filters is checked in this turn.")
        return
    groups = grouped(demands, names, _section, lambda demand: (0, 0))
    show("checklist.html", groups=groups, label="The checks of one turn, by garrison and zone")


def _section(demand: DemandFinding, names: Names) -> str:
    return names.section(demand)


def _filtered(board: Board) -> list[DemandFinding]:
    """The demands that fit what the player wants to see."""
    names = board.names
    first, second, third, fourth, fifth = st.columns(5)
    if board.advice.plan:
        whose = first.selectbox("Position", (PLANNED, UNTOUCHED), key="checks of")
    else:  # under another name, so that the plan is looked at first once it is there
        whose = first.selectbox("Position", (UNTOUCHED,), key="checks before")
    found = [demand for demand in _all(board, str(whose)) if asks(demand)]
    groups = sorted({names.group(demand) for demand in found})
    wanted = second.multiselect("Zone or garrison", groups, key="groups wanted", placeholder="All of them")
    known = {demand.check for demand in found}
    phases = third.multiselect(
        "Phase", [check.value for check in Check if check in known], format_func=str.capitalize, key="check wanted",
        placeholder="All of them",
    )  # fmt: skip
    results = fourth.multiselect(
        "Result", tuple(Mark), format_func=lambda mark: f"{GLYPHS[mark]} {mark.value}", key="marks wanted",
        placeholder="All of them",
    )  # fmt: skip
    words = fifth.text_input("Search", key="checks searched", placeholder="Place, unit, rule …")
    return [
        demand
        for demand in found
        if (not wanted or names.group(demand) in wanted)
        and (not results or mark_of(demand) in results)
        and (not phases or demand.check in phases)
        and _holds(demand, str(words or ""), names)
    ]


def _all(board: Board, whose: str) -> tuple[DemandFinding, ...]:
    return board.advice.demands if whose == PLANNED else board.advice.demands_now


def _holds(demand: DemandFinding, words: str, names: Names) -> bool:
    text = " ".join(
        (demand.place, demand.rule, demand.sentence, demand.check, names.counting(demand), names.bystanders(demand))
    )
    return all(word in text.casefold() for word in words.casefold().split())


def _tally(demands: Iterable[DemandFinding]) -> list[tuple[str, str, str, int]]:
    marks = [mark_of(demand) for demand in demands]
    return [(INKS[mark], GLYPHS[mark], mark.value, marks.count(mark)) for mark in Mark]


@dataclass
class Row:
    """One thing that is asked for, turn by turn."""

    about: tuple[str, ...]
    place: str
    rule: str
    cells: dict[str, tuple[Mark, str]]  # turn -> how it comes out, and the figures
    amounts: list[str]

    @property
    def asked(self) -> str:
        """What is asked, in the order of the turns: '6 British REs, then 3 British REs'."""
        return ", then ".join(self.amounts)


def grid(demands: Iterable[DemandFinding], names: Names) -> list[tuple[str, list[Row]]]:
    """The demands by garrison or zone, then by place, each over the turns."""
    groups: dict[str, list[Row]] = {}
    for demand in demands:
        rows = groups.setdefault(names.section(demand), [])
        about = (demand.place, demand.measure, demand.rule, demand.check)
        row = next((row for row in rows if row.about == about and demand.turn not in row.cells), None)
        if row is None:
            rows.append(row := Row(about, demand.place, demand.rule, {}, []))
        asked = measured(demand.required, demand.measure)
        if asked not in row.amounts:
            row.amounts.append(asked)
        mark = mark_of(demand)
        figures = f"{pretty(demand.covered)} of {pretty(demand.required)}"
        row.cells[demand.turn] = (mark, f"{pretty(demand.missing)} short" if mark is Mark.SHORT else figures)
    return list(groups.items())


def _alike(demand: DemandFinding, names: Names) -> list[tuple[list[str], Fraction]]:
    """Who counts, counters that are alike together, and for how much."""
    found: dict[str, tuple[list[str], Fraction]] = {}
    for row in (*demand.units, *demand.others):
        units, amount = found.get(names.unit(row.unit), ([], Fraction(0)))
        found[names.unit(row.unit)] = ([*units, row.unit], amount + row.amount)
    return list(found.values())


def _render_one(chosen: list[DemandFinding], board: Board) -> None:
    """One check in full: what the rule asks, who counts, who stands by."""
    names = board.names
    worst_first = sorted(chosen, key=lambda demand: list(Mark).index(mark_of(demand)))
    labels = {
        f"{demand.id} {demand.check}": f"{GLYPHS[mark_of(demand)]} {demand.place}, {demand.turn}, {demand.rule}"
        for demand in worst_first
    }
    by_key = {f"{demand.id} {demand.check}": demand for demand in worst_first}
    key = st.selectbox("One check in full", tuple(labels), format_func=labels.__getitem__, key="check looked at")
    demand = by_key[str(key)]
    amounts = [(names.listed(alike), pretty(amount)) for alike, amount in _alike(demand, names)]
    present = [
        (names.listed(row.unit for row in demand.present if row.why == why), why)
        for why in dict.fromkeys(row.why for row in demand.present)
    ]
    with st.container(border=True):
        mark = mark_of(demand)
        show(
            "check.html", demand=demand, mark=mark, ink=INKS[mark], glyph=GLYPHS[mark], amounts=amounts,
            present=present, group=names.group(demand),
        )  # fmt: skip
