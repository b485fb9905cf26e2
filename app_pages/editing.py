"""Tables that can be edited: every cell that differs from the file becomes a change of the player's.

A data editor must never get its own result back as its input, or every second edit is lost. So the rows it was opened
with stay as they are while it is edited; only when the changes are altered elsewhere (undo, another page) is it opened
anew, under another name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from app_pages import session
from models.overlay import Change, Overlay
from planner.overlays import Tree, changed_tree, tree_of
from planner.rules.showing import Table

Columns = Mapping[str, Any]  # column of the table -> how it is shown


@dataclass(frozen=True)
class Opened:
    """An editor as it was opened: under which name, on which changes, and which changes it has led to."""

    name: str
    start: tuple[Change, ...]
    rows: tuple[dict[str, str], ...]
    led_to: tuple[Change, ...]
    taken: str = ""  # the edits that have become changes


def columns_of(table: Table) -> dict[str, Any]:
    """How the columns of a table are shown; None = not at all."""
    shown: dict[str, Any] = {}
    for key, column in table.columns.items():
        said: dict[str, Any] = {"help": column.help or None, "disabled": column.fixed or None}
        if column.choices:
            shown[key] = st.column_config.SelectboxColumn(column.label, options=column.choices, **said)
        else:
            shown[key] = st.column_config.TextColumn(column.label, required=key == "id" and table.grows, **said)
    return shown if table.shows_id else shown | {"id": None}


def fixed_in(table: Table) -> tuple[str, ...]:
    """The columns that stay as they are."""
    return tuple(key for key, column in table.columns.items() if column.fixed)


def edit_table(table: str, columns: Columns, what: str, fixed: Iterable[str] = ("id",), dynamic: bool = False) -> None:
    """An editor for one table of the scenario."""
    now = session.view()
    if now.base is None:
        return
    opened = _opened(table, tuple(columns), now)
    if not opened.rows and not dynamic:
        return
    frame = pd.DataFrame(list(opened.rows), columns=list(columns), dtype="string")
    st.data_editor(
        frame, key=opened.name, hide_index=True, num_rows="dynamic" if dynamic else "fixed",
        disabled=[] if dynamic else list(fixed), column_config=dict(columns), on_change=_take,
        args=(table, tuple(columns)), alt=what, placeholder="",
    )  # fmt: skip
    edits = repr(st.session_state.get(opened.name))
    if edits != opened.taken and _edited(st.session_state.get(opened.name)):
        _take(table, tuple(columns))
        st.rerun()


def _edited(edits: Mapping[str, Any] | None) -> bool:
    return bool(edits) and any(edits.values())


def _spot(table: str, columns: tuple[str, ...]) -> str:
    return f"editor {table} {' '.join(columns)}"


def _opened(table: str, columns: tuple[str, ...], now: session.View) -> Opened:
    current = changes_of(now.overlay, table)
    known: Opened | None = st.session_state.get(_spot(table, columns))
    number = int(st.session_state.get("editors opened", 0))
    at = f"{now.file} {now.written}"
    if known is None or known.led_to != current or not known.name.endswith(at) or known.name not in st.session_state:
        number += 1
        st.session_state["editors opened"] = number
        tree = changed_tree(now.base, Overlay(changes=current)) if now.base else {}
        rows = tuple(rows_of(tree, table, columns))
        known = Opened(f"{table} {number} {at}", current, rows, current)
        st.session_state[_spot(table, columns)] = known
    return known


def changes_of(overlay: Overlay, table: str) -> tuple[Change, ...]:
    """The changes of a table's cells and rows."""
    return tuple(change for change in overlay.changes if change.kind in ("cell", "drop") and change.of[0] == table)


def rows_of(tree: Tree, table: str, columns: tuple[str, ...]) -> list[dict[str, str]]:
    """The rows of a table as text."""
    found = tree.get(table, {})
    rows = [{"id": key, **row} for key, row in found.items()] if isinstance(found, dict) else list(found)
    return [{column: text_of(row.get(column)) for column in columns} | {"id": _id(row)} for row in rows]


def _id(row: dict[str, Any]) -> str:
    return str(row.get("id", row.get("kind", "")))


def text_of(value: object) -> str:
    """A value as the player would write it into a cell."""
    if value is None or value is pd.NA:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ", ".join(map(text_of, value))
    return str(value)


def _take(table: str, columns: tuple[str, ...]) -> None:
    """Make changes of what has been edited since the editor was opened."""
    opened: Opened = st.session_state[_spot(table, columns)]
    edits = st.session_state[opened.name]
    now = session.view()
    if now.base is None:
        return
    file = {row["id"]: row for row in rows_of(tree_of(now.base), table, columns)}
    overlay = Overlay(changes=opened.start)
    for change in _made(table, opened, edits):
        same = change.kind == "cell" and file.get(change.of[1], {}).get(change.of[2]) == change.value
        overlay = overlay.without(old for old in overlay.changes if old.spot == change.spot)
        if not same:
            overlay = overlay.having(change)
    st.session_state[_spot(table, columns)] = Opened(
        opened.name, opened.start, opened.rows, overlay.changes, repr(edits)
    )
    session.change(overlay.changes, f"{table} edited", gone=changes_of(now.overlay, table))


def _made(table: str, opened: Opened, edits: Mapping[str, Any]) -> Iterable[Change]:
    for number, cells in edits.get("edited_rows", {}).items():
        row = opened.rows[int(number)]["id"]
        for column, value in cells.items():
            if column != "id":
                yield Change(kind="cell", of=(table, row, column), value=text_of(value))
    for cells in edits.get("added_rows", []):
        row = text_of(cells.get("id")).strip()
        for column, value in cells.items():
            if row and column not in ("id", "_index") and text_of(value):
                yield Change(kind="cell", of=(table, row, column), value=text_of(value))
    for number in edits.get("deleted_rows", []):
        yield Change(kind="drop", of=(table, opened.rows[int(number)]["id"]))
