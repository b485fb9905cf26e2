"""The player's own scenarios: uploaded, begun from a template or copied; each lies in a campaign folder of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from models.position import Position
from planner.campaigns import folder_name, home
from planner.load import load_scenario_text
from planner.overlays import tree_of
from planner.writing import write_new, write_whole

FILE = "scenario.yaml"
MOST_OF_A_NAME = 1_000
_TABLE = re.compile(r"\w[\w .-]{0,80}\.csv")

TEMPLATES: dict[str, str] = {
    "One city and one division": """\
# The smallest position with a decision in it. Brussels wants 2 REs; who goes?
title: One city
turn: Jul 1 43
zones:
  belgium: {name: Belgium, country: belgium}
places:
  brussels: {kind: major, country: belgium, zone: belgium}
  leuven: {kind: town, country: belgium}
units:
  - {id: 65 Inf, type: Inf, nationality: german, size: XX, counter: 5-7-6, at: leuven}
routes:
  - {from: leuven, to: brussels}
""",
    "A garrison on the coast": """\
# A flexible garrison of 3 REs in two ports (44.A.7.a.1), and two units that could be there.
title: A coast to guard
turn: Jul 1 43
rail_capacity: 3
places:
  oostende: {kind: port, country: belgium}
  zeebrugge: {kind: port, country: belgium}
  gent: {kind: dot, country: belgium}
garrisons:
  - {id: coast, kind: flexible, name: Flanders coast, at: [oostende, zeebrugge], res: 3}
units:
  - {id: 712 Static, type: Static, nationality: german, size: XX, counter: 3-5-4, at: gent}
  - {id: 16 Lsch, type: Security, nationality: german, size: III, counter: 0-1-4, at: zeebrugge}
routes:
  - {between: [gent, oostende], by: rail}
  - {between: [oostende, zeebrugge], by: march}
""",
    "An empty sheet": "title: Untitled\nturn: Jul 1 43\n",
}


def create(name: str, text: str, tables: Mapping[str, str] | None = None) -> Path:
    """Keep a scenario as one of the player's own; BadInput if it is not a good one. Nothing is overwritten."""
    load_scenario_text(text, name, tables)
    stem = folder_name(Path(name).stem)
    for number in range(1, MOST_OF_A_NAME):
        folder = home() / (stem if number == 1 else f"{stem}_{number}")
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            continue
        for table, body in (tables or {}).items():
            if _TABLE.fullmatch(table):
                write_new(folder / table, body)
        write_new(folder / FILE, text)
        return folder / FILE
    raise OSError(f"there are too many scenarios called {stem}")


def is_own(file: Path) -> bool:
    """Whether a file is one of the player's own scenarios, made here."""
    return file.name == FILE and file.parent.parent.resolve() == home().resolve()


def rewrite(file: Path, text: str) -> None:
    """Save one of the player's own scenarios, because he said so; the text before is kept beside it."""
    tables = {path.name: path.read_text("utf-8") for path in file.parent.glob("*.csv")}
    load_scenario_text(text, file.name, tables)
    write_whole(file.with_name(f"{FILE}.before"), file.read_text("utf-8"))
    write_whole(file, text)


class _Line(dict[str, Any]):
    """A row that is written on one line."""


class _Dumper(yaml.SafeDumper):
    """Plain YAML with short rows on one line."""


_Dumper.add_representer(
    _Line, lambda dumper, row: dumper.represent_mapping("tag:yaml.org,2002:map", row, flow_style=True)
)


def written_out(scenario: Position) -> str:
    """A scenario as a file: one line for each row of a table."""
    tree = {name: _in_lines(value) for name, value in tree_of(scenario).items()}
    return yaml.dump(tree, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=1_000)


def _in_lines(value: Any) -> Any:
    if isinstance(value, list):
        return [_Line(row) if isinstance(row, dict) else row for row in value]
    if isinstance(value, dict):
        return {key: _Line(row) if isinstance(row, dict) else row for key, row in value.items()}
    return value
