"""This turn: what it costs now and under the plan, the orders to give, the checks, the small print."""

from __future__ import annotations

import streamlit as st

from app_pages import library, session
from app_pages.checks import render_checks
from app_pages.heading import render_objections, render_tiers, render_title, render_totals
from app_pages.ledger import render_budgets, render_penalties, render_provenance, render_rulings, render_warnings
from app_pages.mishaps import calmly, render_refused
from app_pages.paper import note, show
from app_pages.searching import render_search
from app_pages.theatre import render_theatre
from planner.report.board import Board

LIMITS = (5, 15, 30, 60, 120, 300, 600)  # seconds


@calmly
def render_this_turn() -> None:
    """The whole page."""
    question = _render_question()
    if question is None:
        note(
            f"Put a scenario (a .yaml file) into {library.folder()} and reload the page.",
            heading="There is no scenario to plan.",
        )
        return
    _render_view(session.view(), question)


def _render_question() -> session.Question | None:
    """The sidebar: which scenario, how far, how long; a newly chosen scenario is solved at once."""
    entries = library.listed()
    if not entries:
        return None
    with st.sidebar:
        files = {entry.file: entry for entry in entries}
        file = st.selectbox("Scenario", tuple(files), format_func=lambda file: files[file].title, key="scenario")
        entry = files[file]
        now = session.view()
        if now.question is None or now.question.file != entry.file:
            session.look_at(session.Question(entry.file, entry.written, None, st.session_state.get("time limit", 60)))
            now = session.view()
        horizon = now.scenario.horizon if now.scenario else 4
        turns = st.number_input("Turns to plan", 1, 12, horizon, key=f"turns {entry.file}")
        limit = st.select_slider(
            "Search for at most", LIMITS, 60, format_func=lambda seconds: f"{seconds} s", key="time limit"
        )
        turns_asked = None if turns == horizon else int(turns)
        question = session.Question(entry.file, entry.written, turns_asked, int(limit))
        st.button(
            "Solve", type="primary", shortcut="Ctrl+Enter", width="stretch", on_click=session.ask, args=(question,)
        )
    return question


def _render_view(now: session.View, question: session.Question) -> None:
    if now.scenario:
        if now.scenario.notes:
            with st.sidebar:
                show("notes.html", notes=now.scenario.notes)
        render_title(now.scenario, now.shown.advice if now.shown and not now.job else None)
    if now.refused:
        render_refused(now.refused)
        return
    if now.job:
        render_search()
    if now.shown:
        if now.job is None and now.shown.question != question:
            note("Press Solve, or Ctrl+Enter.", kind="warn", heading="These orders answer an earlier question.")
        _render_answer(now.shown)


def _render_answer(answer: session.Answer) -> None:
    advice, board = answer.advice, Board(answer.scenario, answer.advice)
    render_objections(advice)
    render_totals(advice)
    render_warnings(advice)
    if advice.plan is None and not advice.demands:
        return
    render_theatre(board)
    checks, losses, budgets, rulings, proof = st.tabs(["Checks", "Losses", "Budgets", "Rulings", "Proof"])
    with checks:
        render_checks(board)
    with losses:
        render_penalties(advice)
    with budgets:
        render_budgets(advice)
    with rulings:
        render_rulings(advice)
    with proof:
        render_tiers(advice)
        render_provenance(advice)
    if advice.plan:
        st.sidebar.download_button(
            "Save the plan",
            advice.plan.model_dump_json(by_alias=True, indent=2),
            file_name=f"{answer.question.file.stem} {advice.turn}.json",
            mime="application/json",
            on_click="ignore",
            width="stretch",
        )
