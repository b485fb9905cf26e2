"""A scenario from its file, from its text or from its parts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from models.scenario import Scenario, misfits
from planner.load.anatomy import tables_of
from planner.load.checking import checked
from planner.load.documents import read_document
from planner.load.parts import Document
from planner.load.plain_text import encoded, read_bytes
from planner.load.tables import Fetch, splice_tables, tables_given, tables_in

_KEYED = frozenset(name for name, shape in tables_of(Scenario).items() if shape == "entries")
_STAND_INS = {"turn": "Jul 1 43"}


def load_scenario(path: Path) -> Scenario:
    """The scenario in a file, with the tables beside it; BadInput lists all that is wrong with them."""
    name = str(path)
    return _loaded(read_bytes(path, name), name, tables_in(path.parent))


def load_scenario_text(text: str, name: str = "scenario.yaml", tables: Mapping[str, str] | None = None) -> Scenario:
    """The scenario in a text, with the tables that came along by name; no file is touched."""
    return _loaded(encoded(text, name), name, tables_given(tables or {}))


def scenario_from_tree(tree: dict[str, Any], name: str = "scenario") -> Scenario:
    """The scenario that nested names, lists and values make; problems then have no lines."""
    return checked(Scenario, Document(name, tree), misfits, _STAND_INS)


def _loaded(raw: bytes, name: str, fetch: Fetch) -> Scenario:
    document = read_document(raw, name, _KEYED)
    splice_tables(document, Scenario, fetch)
    return checked(Scenario, document, misfits, _STAND_INS)
