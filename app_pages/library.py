"""The scenarios that can be chosen: every YAML file of the scenario folder and the player's own, by title."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from planner import campaigns
from planner.load import BadInput, load_scenario

SHIPPED = Path(__file__).resolve().parent.parent / "scenarios"
FOLDER = "GARRISON_SCENARIOS"  # the environment variable that names another folder
DEFAULT = "belgium_43_thin"
OWN = "scenario.yaml"  # a scenario of the player's own, in its campaign's folder


@dataclass(frozen=True)
class Entry:
    """One scenario file, the moment it was last written, and what to call it."""

    file: Path
    written: int
    title: str
    own: bool = False

    @property
    def key(self) -> str:
        """A short name for the address line."""
        return f"my-{self.file.parent.name}" if self.own else self.file.stem


def folder() -> Path:
    """Where the scenarios are: the player's folder if he names one, else ours."""
    return Path(os.environ.get(FOLDER) or SHIPPED)


def listed() -> tuple[Entry, ...]:
    """The scenarios of the folder, the default one first, then by title; then the player's own."""
    files = [(file, _written(file)) for file in folder().glob("*.yaml")] if folder().is_dir() else []
    entries = [Entry(file, written, _title(str(file), written)) for file, written in files]
    shipped = sorted(entries, key=lambda entry: (entry.file.stem != DEFAULT, entry.title, entry.file.name))
    return (*shipped, *own())


def first() -> Entry | None:
    """The scenario that is shown to whoever asks for none."""
    entries = listed()
    return entries[0] if entries else None


def own() -> tuple[Entry, ...]:
    """The scenarios that the player has uploaded or begun here."""
    home = campaigns.home()
    files = [(file, _written(file)) for file in home.glob(f"*/{OWN}")] if home.is_dir() else []
    entries = [Entry(file, written, f"{_title(str(file), written)} (mine)", own=True) for file, written in files]
    return tuple(sorted(entries, key=lambda entry: (entry.title, entry.file.parent.name)))


def _written(file: Path) -> int:
    """When a scenario was last written; its tables in CSV files belong to it."""
    beside = (*file.parent.glob("*.csv"), file) if file.name == OWN else file.parent.glob(f"{file.stem}*")
    return max((part.stat().st_mtime_ns for part in beside), default=0)


@lru_cache(maxsize=200)
def _title(file: str, written: int) -> str:
    """The title inside the file; the file's name where it has none or cannot be read."""
    path = Path(file)
    name = path.parent.name if path.name == OWN else path.stem
    try:
        title = load_scenario(path).title
    except BadInput:
        return f"{name if path.name == OWN else path.name} (needs mending)"
    return title or name.replace("_", " ").title()
