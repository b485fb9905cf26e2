"""This turn: what it costs now and under the plan, the orders to give, the checks, the small print."""

from __future__ import annotations

import streamlit as st

from app_pages import session
from app_pages.changes import said
from app_pages.checks import render_checks
from app_pages.heading import render_objections, render_standing, render_tiers, render_totals
from app_pages.ledger import render_budgets, render_penalties, render_provenance, render_rulings, render_warnings
from app_pages.mishaps import calmly
from app_pages.paper import note
from app_pages.theatre import render_theatre
from app_pages.top import render_top
from planner.report.board import Board
from planner.report.names import Names


@calmly
def render_this_turn() -> None:
    """The whole page; while there is no plan, the position as it stands in its place."""
    now = session.view()
    if not render_top(now):
        return
    answer = now.plan if now.plan and now.plan.advice.plan else now.standing
    with st.container():  # always there, so that the map below keeps its place and is not drawn twice
        _render_head(now, answer)
    if answer:
        _render_answer(answer)


def _render_head(now: session.View, answer: session.Answer | None) -> None:
    """What stands against the plan, and what is lost."""
    if now.plan and now.errand is None:
        _render_doubts(now, now.plan)
        render_objections(now.plan.advice, Names(now.plan.scenario))
    if answer:
        if answer.advice.plan:
            render_totals(answer.advice)
        else:
            render_standing(answer.advice)
        render_warnings(answer.advice)


def _render_doubts(now: session.View, plan: session.Answer) -> None:
    """Whether the orders still answer what is asked."""
    if plan.kept.overlay != now.overlay or plan.kept.written != now.on_disk:
        note(
            "Press Solve, or Ctrl+Enter. What if compares before you decide.",
            kind="warn",
            heading="These orders answer an earlier question.",
        )
    elif now.overlay.changes:
        names = Names(now.base or plan.scenario)
        lines = tuple(said(change, names) for change in now.overlay.changes)
        note("The file itself is as it was.", heading="With your changes:", lines=lines)


def _render_answer(answer: session.Answer) -> None:
    advice, board = answer.advice, Board(answer.scenario, answer.advice)
    render_theatre(board)
    checks, losses, budgets, rulings, proof = st.tabs(["Checks", "Losses", "Budgets", "Rulings", "Proof"])
    with checks:
        render_checks(board)
    with losses:
        render_penalties(advice)
    with budgets:
        render_budgets(board)
    with rulings:
        render_rulings(advice)
    with proof:
        if advice.plan is None:
            note("There are no orders yet that could be proven.")
        render_tiers(advice)
        render_provenance(advice)
