"""The side of every page: which scenario, how far and how long, Solve, undo and redo, earlier moments, files."""

from __future__ import annotations

import streamlit as st

from app_pages import asking, library, session
from app_pages.jobs import desk
from app_pages.mishaps import calmly
from app_pages.paper import note, show
from app_pages.reports import render_downloads
from models.overlay import Change

LIMITS = (5, 15, 30, 60, 120, 300, 600)  # seconds
MOST_MOMENTS = 200
TURNS = "turns to plan"


@calmly
def render_sidebar(purpose: str = "plan") -> None:
    """The sidebar; a newly chosen scenario is opened, and solved if it never was."""
    desk().welcome(session.tab())
    with st.sidebar:
        entries = library.listed()
        if not entries:
            return
        entry = _choose(entries)
        if session.view().file != entry.file:
            asking.look_at(entry.file, entry.written)
        session.file_written(entry.written)
        now = session.view()
        _render_question(now, purpose)
        _render_history(now)
        if now.plan and purpose == "plan":
            render_downloads(now.plan, entry.key)
        if now.scenario and now.scenario.notes:
            show("notes.html", notes=now.scenario.notes)


def _choose(entries: tuple[library.Entry, ...]) -> library.Entry:
    """The scenario chooser; the address line remembers the choice when the page is loaded again."""
    files = {entry.file: entry for entry in entries}
    if st.session_state.get("scenario") not in files:
        asked = st.query_params.get("scenario")
        st.session_state["scenario"] = next((entry.file for entry in entries if entry.key == asked), entries[0].file)
    wanted = st.session_state.pop("scenario wanted", None)
    if wanted in files:
        st.session_state["scenario"] = wanted
    file = st.selectbox("Scenario", tuple(files), format_func=lambda file: files[file].title, key="scenario")
    entry = files[file]
    if st.query_params.get("scenario") != entry.key:
        st.query_params["scenario"] = entry.key
    return entry


def _render_question(now: session.View, purpose: str) -> None:
    if now.base is not None:
        # One name for all scenarios: under a new name the browser would hand the last scenario's number to the next.
        st.session_state[TURNS] = (now.scenario or now.base).horizon
        st.number_input("Turns to plan", 1, 12, key=TURNS, on_change=_take_turns)
    st.select_slider(
        "Search for at most", LIMITS, session.LIMIT, format_func=lambda seconds: f"{seconds} s", key="time limit"
    )
    if purpose == "plan":
        st.button(
            "Solve", type="primary", shortcut="Ctrl+Enter", width="stretch", on_click=asking.ask,
            key="solve",
        )  # fmt: skip


def _take_turns() -> None:
    turns = int(st.session_state[TURNS])
    base = session.view().base
    gone = session.view().overlay.of("horizon")
    new = [] if base and base.horizon == turns else [Change(kind="horizon", value=str(turns))]
    session.change(new, f"{turns} turns to plan", gone)


def _render_history(now: session.View) -> None:
    campaign = now.campaign
    if campaign is None:
        return
    left, right = st.columns(2)
    left.button(
        "Undo", on_click=session.undo, disabled=not campaign.can_undo(now.entry), width="stretch", key="undo",
    )  # fmt: skip
    right.button(
        "Redo", on_click=session.redo, disabled=not campaign.can_redo(now.entry), width="stretch", key="redo",
    )  # fmt: skip
    if now.unsaved:
        note("The last change could not be written to disk; it lives in this tab only.", kind="bad")
    if theirs := session.news():
        note(f"{theirs.name}. Nothing of yours is lost; it stays under Earlier moments.", kind="warn",
             heading="Another tab has gone on with this campaign:")  # fmt: skip
        st.button("Show what the other tab has", on_click=session.go_to, args=(theirs,), width="stretch")
    _render_moments(now)


def _render_moments(now: session.View) -> None:
    moments = now.campaign.entries() if now.campaign else ()
    made = {entry.number: entry for entry in reversed(moments) if entry.of == entry.number}
    if len(made) < 2:
        return
    here = now.entry.of if now.entry else 0
    with st.expander("Earlier moments"):
        chosen = st.selectbox(
            "Moment", tuple(made)[:MOST_MOMENTS], key=f"moment {len(moments)}", label_visibility="collapsed",
            format_func=lambda number: made[number].name + (" (here)" if number == here else ""),
        )  # fmt: skip
        st.button("Go back to it", on_click=session.restore, args=(chosen,), width="stretch", disabled=chosen == here)
