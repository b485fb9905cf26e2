"""Scenario: look over the position, edit its tables, bring in a file of one's own, begin a new one, take it home."""

from __future__ import annotations

import logging
from pathlib import Path

import streamlit as st

from app_pages import session
from app_pages.changes import said
from app_pages.editing import columns_of, edit_table, fixed_in
from app_pages.mishaps import calmly, render_problems
from app_pages.paper import note, show
from app_pages.top import render_top
from planner import own_scenarios
from planner.load import BadInput, load_scenario_text
from planner.load.plain_text import text_of
from planner.report.names import Names
from planner.rules.showing import Table

LOG = logging.getLogger("garrison.page")
MOST_UPLOADED = 5  # MB


@calmly
def render_scenario() -> None:
    """The whole page."""
    now = session.view()
    render_top(now)
    if st.session_state.pop("not kept", False):
        note(
            "The disk or the text would not have it; the details are in the terminal.", kind="bad", heading="Not kept."
        )
    tables = Names(now.base).shown.tables(now.base) if now.base else ()
    overview, *edited, text, new = st.tabs(
        ["Overview", *(table.heading for table in tables), "Text", "Bring in or begin"]
    )
    with overview:
        _render_overview(now)
    for tab, table in zip(edited, tables, strict=True):
        with tab:
            _render_table(table, now)
    with text:
        _render_text(now)
    with new:
        _render_upload()
        _render_template()


def _render_overview(now: session.View) -> None:
    scenario = now.scenario or now.base
    if scenario is None:
        note("The file must be mended before there is anything to show.")
        return
    counted = [(what.capitalize(), number) for what, number in scenario.contents.items()]
    rows = [*counted, ("Turn", scenario.turn), ("Turns to plan", scenario.horizon), ("Side", scenario.side.title())]
    show("facts.html", rows=rows, valid=now.misfit is None, file=now.file.name if now.file else "")
    if now.overlay.changes and now.base:
        names = Names(now.base)
        lines = tuple(said(change, names) for change in now.overlay.changes)
        note("They lie beside your file, never in it.", heading="Your changes:", lines=lines)
    left, right = st.columns(2)
    if now.scenario:
        left.download_button(
            "Download as YAML, changes included", own_scenarios.written_out(now.scenario),
            file_name=f"{now.file.stem if now.file else 'scenario'}.yaml", mime="application/yaml", on_click="ignore",
            width="stretch",
        )  # fmt: skip
        right.button(
            "Make a copy of my own", on_click=_copy, width="stretch", key="copy scenario",
            help="A new file in the campaigns folder, changes included, whose text can be edited here.",
        )  # fmt: skip


def _copy() -> None:
    now = session.view()
    if now.scenario and now.file:
        stem = now.file.parent.name if own_scenarios.is_own(now.file) else now.file.stem
        _create(f"{stem}_copy.yaml", own_scenarios.written_out(now.scenario), {})


def _render_table(table: Table, now: session.View) -> None:
    if table.grows:
        words = "Type over a cell; add a row at the bottom; mark a row at its left edge to delete it. "
        note(f"{words}An id stays as it is.")
    elif now.base is not None and not getattr(now.base, table.key):
        note(f"There are no {table.heading.lower()} in this scenario.")
    what = f"The {table.heading.lower()} of the scenario"
    edit_table(table.key, columns_of(table), what, fixed=fixed_in(table), dynamic=table.grows)


def _render_text(now: session.View) -> None:
    if now.file is None or not now.file.is_file():
        return
    if not own_scenarios.is_own(now.file):
        note("Your file is never written to. Make a copy of your own under Overview to edit its text here.")
        st.code(now.file.read_text("utf-8", "replace"), language="yaml", line_numbers=True, height=460)
        return
    key = f"text {now.file} {now.on_disk}"
    st.text_area("The scenario's text", now.file.read_text("utf-8", "replace"), height=460, key=key)
    st.button("Check and save", on_click=_save_text, args=(key, now.file), key="save text")
    render_problems(st.session_state.get(f"problems {now.file}"), "Not saved yet.")


def _save_text(key: str, file: Path) -> None:
    try:
        own_scenarios.rewrite(file, st.session_state[key])
    except BadInput as refused:
        st.session_state[f"problems {file}"] = refused
        return
    st.session_state.pop(f"problems {file}", None)
    session.forget()


def _render_upload() -> None:
    st.subheader("Bring in a file", anchor=False)
    files = st.file_uploader(
        f"A scenario (.yaml) and the tables it names (.csv), at most {MOST_UPLOADED} MB",
        type=["yaml", "yml", "csv"], accept_multiple_files=True, max_upload_size=MOST_UPLOADED, key="brought in",
    )  # fmt: skip
    if not files:
        return
    scenarios = [file for file in files if not file.name.lower().endswith(".csv")]
    if len(scenarios) != 1:
        note("Choose one scenario, and with it the tables that it names.", kind="warn")
        return
    name = Path(scenarios[0].name).name
    try:
        text = text_of(scenarios[0].getvalue(), name)
        tables = {Path(f.name).name: text_of(f.getvalue(), f.name) for f in files if f is not scenarios[0]}
        scenario = load_scenario_text(text, name, tables)
    except BadInput as refused:
        render_problems(refused, "This file cannot be planned yet.")
        return
    counted = ", ".join(f"{number} {what}" for what, number in scenario.contents.items())
    note(f"{counted}, {scenario.turn}.", kind="good", heading=f"{scenario.title or name} is a good scenario:")
    st.button("Use it", on_click=_create, args=(name, text, tables), type="primary", key="use upload")


def _create(name: str, text: str, tables: dict[str, str]) -> None:
    """Keep a scenario and open it; if that cannot be, say so where the player looks."""
    try:
        st.session_state["scenario wanted"] = own_scenarios.create(name, text, tables)
    except (BadInput, OSError) as trouble:
        LOG.warning("a scenario could not be kept: %s", trouble)
        st.session_state["not kept"] = True


def _render_template() -> None:
    st.subheader("Begin a new one", anchor=False)
    left, right = st.columns(2)
    template = left.selectbox("From", tuple(own_scenarios.TEMPLATES), key="template")
    name = right.text_input("Its name", placeholder="e.g. Norway 1942", key="new name", max_chars=60)
    st.button(
        "Begin", disabled=not name, on_click=_create, key="begin",
        args=(f"{name}.yaml", _titled(own_scenarios.TEMPLATES[str(template)], str(name or "")), {}),
    )  # fmt: skip


def _titled(text: str, name: str) -> str:
    """The template under the player's own title, quoted so that any title will do."""
    quoted = "'" + name.replace("'", "''") + "'"
    return "\n".join(f"title: {quoted}" if line.startswith("title:") else line for line in text.splitlines()) + "\n"
