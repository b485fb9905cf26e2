"""What if: have some things otherwise, solve again, and see two plans side by side with their prices."""

from __future__ import annotations

import streamlit as st

from app_pages import asking, session
from app_pages.changes import said
from app_pages.comparison import Parting, Totals, checks_that_part, partings, price, sums
from app_pages.heading import render_objections, render_totals
from app_pages.mishaps import calmly
from app_pages.orders import render_orders
from app_pages.paper import note, show
from app_pages.pricing import prices
from app_pages.top import render_top
from app_pages.wishes import render_wishes
from models.overlay import Change
from planner.report.board import Board
from planner.report.names import Names
from planner.report.verdicts import badge_of

MOST_PRICED = 12  # orders that part, of which each is priced


@calmly
def render_what_if() -> None:
    """The whole page."""
    now = session.view()
    if not render_top(now) or now.base is None:
        return
    names = Names(now.base)
    with st.container(key="two-plans"):
        left, right = st.columns([2, 3], gap="large")
    with left:
        st.header("What if …", anchor=False)
        _render_changes(now, names)
        render_wishes(now, now.base)
    with right:
        _render_result(now, names)


def _render_changes(now: session.View, names: Names) -> None:
    """The changes in force, each of which can be taken back, and the button that solves with them."""
    changes = {_key(change): change for change in now.overlay.changes}
    if changes:
        key = f"changes {hash(now.overlay)}"
        st.multiselect(
            "Your changes", tuple(changes), default=tuple(changes), format_func=lambda name: said(changes[name], names),
            wrap=True, key=key, on_change=_take_back, args=(key,), help="The cross takes one back.", select_all=False,
        )  # fmt: skip
    else:
        note("Choose a unit and a place below, or change a demand, a reading or a priority. Your file stays as it is.")
    asked = now.plan is not None and now.plan.kept.overlay == now.overlay
    asked = asked or (now.errand is not None and now.errand.overlay == now.overlay)
    st.button(
        "Solve with these changes" if now.plan else "Solve", type="primary", shortcut="Ctrl+Enter", width="stretch",
        key="compare", on_click=asking.ask, args=("trial" if now.plan else "plan",),
        disabled=asked or now.misfit is not None,
    )  # fmt: skip


def _key(change: Change) -> str:
    return change.model_dump_json()


def _take_back(key: str) -> None:
    left = set(st.session_state[key])
    now = session.view()
    gone = [change for change in now.overlay.changes if _key(change) not in left]
    if gone and now.base:
        session.change([], f"taken back: {said(gone[0], Names(now.base))}", gone)


def _render_result(now: session.View, names: Names) -> None:
    if now.plan is None:
        comes = "it is being looked for" if now.errand else "press Solve, or Ctrl+Enter"
        note(f"The plan to compare with comes first; {comes}.", heading="No plan yet.")
    elif now.trial is None:
        st.header("Two plans side by side", anchor=False)
        changed = now.overlay != now.plan.kept.overlay
        todo = "Solve with your changes" if changed else "Make a change and solve"
        note(f"{todo}: what it costs, and which orders it alters, is shown here. The plan so far:")
        render_totals(now.plan.advice, compact=True)
    else:
        _render_trial(now, now.plan, now.trial, names)


def _render_trial(now: session.View, plan: session.Answer, trial: session.Answer, names: Names) -> None:
    kind, glyph, words = badge_of(trial.advice)
    show("versus.html", kind=kind, glyph=glyph, words=words)
    if trial.kept.overlay != now.overlay:
        note("Solve again to see them in the plan.", kind="warn", heading="Your changes have gone on since.")
    if trial.advice.plan is None:
        render_objections(trial.advice, names)
        return
    _render_price(now, plan, trial, names)
    show("compared.html", rows=sums(plan.advice, trial.advice))
    keep, back = st.columns(2)
    keep.button("Keep the changes", on_click=session.keep_trial, width="stretch", key="keep trial")
    back.button(
        "Drop the changes", on_click=session.reset, args=(plan.kept.overlay, "the changes dropped"), width="stretch",
        key="drop trial",
    )  # fmt: skip
    _render_partings(plan, trial)


def _render_price(now: session.View, plan: session.Answer, trial: session.Answer, names: Names) -> None:
    """What the changes cost together and, where asked for, each alone."""
    new = trial.kept.overlay.beyond(plan.kept.overlay)
    gone = plan.kept.overlay.beyond(trial.kept.overlay)
    told = [said(change, names) for change in new] + [f"no longer {said(change, names)}" for change in gone]
    total = price(plan.advice.totals, trial.advice.totals)
    unsure = "" if plan.advice.status == trial.advice.status == "optimal" else " One of the plans is not proven best."
    if plan.advice.horizon != trial.advice.horizon:
        unsure += " The plans look ahead by different numbers of turns, so their sums do not compare."
    if len(told) == 1:
        note(f"{total}.{unsure}", kind="good" if "costs" not in total else "quiet", heading=f"{told[0]}:")
        return
    alone = dict(now.prices)
    lines = [f"{said(change, names)}: {_alone(plan, alone[change])}" for change in new if change in alone]
    note(f"{total}.{unsure}", heading="All changes together:", lines=tuple(lines or told))
    if len(new) > 1 and not now.prices and now.errand is None and trial.kept.overlay == now.overlay:
        st.button("What does each cost alone?", on_click=asking.price_each, key="price each")


def _alone(plan: session.Answer, found: Totals | None) -> str:
    return "cannot be had alone" if found is None else f"alone it {price(plan.advice.totals, found)}"


def _priced(rows: list[Parting], trial: session.Answer) -> list[tuple[Parting, str]]:
    """The orders that part, each with what it would cost to give it as before."""
    asked = tuple(row.order for row in rows if row.order and row.order.unit in trial.scenario.unit_names)[:MOST_PRICED]
    inquiry = prices(trial, instead=asked) if asked and session.view().errand is None else None
    found = {each.order: each for each in inquiry.found} if inquiry else {}
    by_step = {(order.unit, order.option, order.to, order.how): each for order, each in found.items()}
    told = []
    for row in rows:
        order = row.order
        each = by_step.get((order.unit, order.option, order.to, order.how)) if order else None
        if each is None:
            told.append((row, "…" if inquiry and inquiry.ticket and order in asked else "–"))
        elif each.forbidden or each.totals is None:
            told.append((row, each.forbidden or "not priced in time"))
        else:
            told.append((row, price(trial.advice.totals, each.totals)))
    return told


def _render_partings(plan: session.Answer, trial: session.Answer) -> None:
    before, after = Board(plan.scenario, plan.advice), Board(trial.scenario, trial.advice)
    rows = partings(before, after)
    first = sorted((row for row in rows if row.turn == before.turns[0]), key=lambda row: not row.moves)
    st.subheader("Other orders this turn", anchor=False)
    if first:
        show("partings.html", rows=_priced(first, trial), turns=False)
    else:
        note("The orders of this turn stay the same.")
    if gaps := checks_that_part(before, after):
        st.subheader("Other gaps", anchor=False)
        show("gaps.html", rows=gaps)
    if later := [row for row in rows if row.turn != before.turns[0]]:
        with st.expander(f"The forecast differs in {len(later)} {'order' if len(later) == 1 else 'orders'}"):
            show("partings.html", rows=[(row, "") for row in later], turns=True)
    with st.expander("Both order sheets"):
        with st.container(key="two-sheets"):
            left, right = st.columns(2)
        with left:
            st.subheader("The plan so far", anchor=False)
            render_orders(before, 0)
        with right:
            st.subheader("With the changes", anchor=False)
            render_orders(after, 0)
