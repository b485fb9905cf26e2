"""A scenario from its file, from its text or from its parts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from models.position import Position
from planner.load.checking import checked
from planner.load.documents import read_document
from planner.load.parts import Document
from planner.load.plain_text import encoded, read_bytes
from planner.load.rulesets import KEYED, Ruleset, ruleset_of
from planner.load.tables import Fetch, splice_tables, tables_given, tables_in

_STAND_INS = {"turn": "Jul 1 43"}


def load_scenario(path: Path) -> Position:
    """The scenario in a file, with the tables beside it; BadInput lists all that is wrong with them."""
    name = str(path)
    return _loaded(read_bytes(path, name), name, tables_in(path.parent))


def load_scenario_text(text: str, name: str = "scenario.yaml", tables: Mapping[str, str] | None = None) -> Position:
    """The scenario in a text, with the tables that came along by name; no file is touched."""
    return _loaded(encoded(text, name), name, tables_given(tables or {}))


def scenario_from_tree(tree: dict[str, Any], name: str = "scenario") -> Position:
    """The scenario that nested names, lists and values make; problems then have no lines."""
    document = Document(name, tree)
    return _checked(document, ruleset_of(document))


def _loaded(raw: bytes, name: str, fetch: Fetch) -> Position:
    document = read_document(raw, name, KEYED)
    ruleset = ruleset_of(document)
    splice_tables(document, ruleset.model, fetch)
    return _checked(document, ruleset)


def _checked(document: Document, ruleset: Ruleset) -> Position:
    return checked(ruleset.model, document, ruleset.misfits, _STAND_INS)
