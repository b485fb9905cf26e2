"""Scenario: look over the position, edit its tables, bring in a file of one's own, begin a new one, take it home."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import streamlit as st

from app_pages import session
from app_pages.changes import said
from app_pages.editing import edit_table
from app_pages.mishaps import calmly, render_problems
from app_pages.paper import note, show
from app_pages.top import render_top
from models.pg2 import Campaign
from models.position import Position
from models.scenario import Scenario
from models.units import Size, UnitType
from planner import own_scenarios
from planner.load import BadInput, load_scenario_text
from planner.load.plain_text import text_of
from planner.report.names import Names

LOG = logging.getLogger("garrison.page")
MOST_UPLOADED = 5  # MB
YES_NO = ("", "true", "false")
_TEXT = st.column_config.TextColumn
FORMATIONS = {
    "id": _TEXT("Id", required=True), "name": _TEXT("Name"), "nation": _TEXT("Nation"), "kind": _TEXT("Kind"),
    "at": _TEXT("At"), "condition": _TEXT("Condition"), "army": _TEXT("Army"),
    "xp": _TEXT("XP"), "training": _TEXT("Training"), "readiness": _TEXT("Readiness"),
}  # fmt: skip
TERRITORIES = {
    "id": _TEXT("Id", required=True), "name": _TEXT("Name"), "front": _TEXT("Front"), "nation": _TEXT("Nation"),
    "controller": _TEXT("Held by"), "objectives": _TEXT("Objectives"), "terrain": _TEXT("Terrain"),
    "city": _TEXT("City"), "port": _TEXT("Port"), "stack": _TEXT("Stacking"), "value": _TEXT("Value"),
    "weight": _TEXT("Weight"), "bombing": _TEXT("Bombing"), "coast": _TEXT("Coast"),
}  # fmt: skip
GARRISONS = {
    "id": _TEXT("Id", required=True), "name": _TEXT("Name"), "nation": _TEXT("Nation"), "at": _TEXT("At"),
    "type": _TEXT("Type"), "count": _TEXT("How many"),
}  # fmt: skip


@calmly
def render_scenario() -> None:
    """The whole page."""
    now = session.view()
    render_top(now)
    if st.session_state.pop("not kept", False):
        note(
            "The disk or the text would not have it; the details are in the terminal.", kind="bad", heading="Not kept."
        )
    campaign = isinstance(now.base, Campaign)
    tables = ["Formations", "Territories", "Garrison units"] if campaign else ["Units", "Places", "Garrisons"]
    names = ["Overview", *tables, "Text", "Bring in or begin"]
    overview, units, places, garrisons, text, new = st.tabs(names)
    with overview:
        _render_overview(now)
    with units:
        _render_table(*(("formations", now, FORMATIONS) if campaign else ("units", now, _unit_columns(now.base))))
    with places:
        _render_table(*(("territories", now, TERRITORIES) if campaign else ("places", now, _place_columns(now.base))))
    with garrisons:
        if campaign:
            _render_table("garrisons", now, GARRISONS)
        else:
            _render_garrisons(now)
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


def _unit_columns(base: Position | None) -> dict[str, Any]:
    column = st.column_config
    places = sorted(base.place_names) if base else []
    return {
        "id": column.TextColumn("Id", required=True), "name": column.TextColumn("Name"),
        "type": column.SelectboxColumn("Type", options=[kind.value for kind in UnitType]),
        "nationality": column.TextColumn("Nationality"),
        "at": column.TextColumn("At", help="A place or a box: " + ", ".join(places[:12])),
        "counter": column.TextColumn("Counter", help="5-7-6, or 8-6 (3-6) with its cadre"),
        "size": column.SelectboxColumn("Size", options=["", *(size.value for size in Size)]),
        "res": column.TextColumn("REs"), "count": column.TextColumn("How many"),
        "disrupted": column.SelectboxColumn("Disrupted", options=YES_NO),
        "cadre": column.SelectboxColumn("As cadre", options=YES_NO),
        "immobile": column.SelectboxColumn("Immobile", options=YES_NO),
        "arrives": column.TextColumn("Arrives"),
    }  # fmt: skip


def _place_columns(base: Position | None) -> dict[str, Any]:
    column = st.column_config
    return {
        "id": column.TextColumn("Id", required=True), "name": column.TextColumn("Name"),
        "kind": column.TextColumn("Kind", help="major, dot, reference, town, port, fortress, airbase or off_map"),
        "country": column.TextColumn("Country"), "district": column.TextColumn("District"),
        "zone": column.TextColumn("Zone"),
        "owner": column.SelectboxColumn("Owner", options=["", "axis", "allied", "soviet"]),
        "since": column.TextColumn("Since"),
        "supply_line": column.SelectboxColumn("Supply line", options=YES_NO),
        "enemy_within_5": column.SelectboxColumn("Enemy within 5 hexes", options=YES_NO),
        "partisans_within_5": column.SelectboxColumn("Partisans within 5", options=YES_NO),
        "enemy_zoc": column.SelectboxColumn("Enemy ZOC", options=YES_NO),
    }  # fmt: skip


def _render_table(table: str, now: session.View, columns: dict[str, Any]) -> None:
    if now.base is None:
        note("The file must be mended before its tables can be shown; its text is under Text.")
        return
    note("Type over a cell; add a row at the bottom; mark a row at its left edge to delete it. An id stays as it is.")
    edit_table(table, columns, f"The {table} of the scenario", dynamic=True)


def _render_garrisons(now: session.View) -> None:
    if not isinstance(now.base, Scenario) or not now.base.garrisons:
        note("There is no garrison table in this scenario.")
        return
    column = st.column_config
    columns = {
        "id": column.TextColumn("Id"), "name": column.TextColumn("Name"), "kind": column.TextColumn("Kind"),
        "res": column.TextColumn("REs required"), "at": column.TextColumn("At"),
        "nationality": column.TextColumn("Nationality"), "since": column.TextColumn("Since"),
        "until": column.TextColumn("Until"),
    }  # fmt: skip
    edit_table("garrisons", columns, "The garrison table", fixed=("id", "kind"))


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
