"""Campaigns on disk: an append-only journal of immutable states, so that nothing a player did is ever lost.

A campaign is a folder. `states/` holds what was on the table, `advice/` the answers, both named by their content;
`journal/` holds one small file for each moment, numbered. An entry is written whole and only if nobody else has taken
its number, so two tabs can write at once and both are kept. Undo and redo are entries too: they point at a state that
is there already, so what comes back is exactly what was there.
"""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from pydantic import ValidationError

from models.advice import Advice
from models.frozen import Frozen
from models.overlay import Overlay
from planner.writing import write_new, write_whole

FOLDER = "GARRISON_CAMPAIGNS"  # the environment variable that moves the campaigns
FORMAT = 1
MOST_TRIES = 1_000


class Kept(Frozen):
    """An answer: to which changes, of which version of the file, and under which name the advice lies on disk."""

    overlay: Overlay = Overlay()
    written: int = 0
    advice: str


class State(Frozen):
    """All that is on the table: the changes, the plan in force, and a plan that is being tried."""

    overlay: Overlay = Overlay()
    plan: Kept | None = None
    trial: Kept | None = None


class Entry(Frozen):
    """One moment of a campaign."""

    format: int = FORMAT
    number: int
    of: int  # the entry whose state is on the table; its own number unless it is an undo, redo or restore
    parent: int | None  # the entry that this state was made from
    state: str
    what: str  # "after solve", "719 Static pinned in Gent"
    turn: str
    at: datetime
    tab: str = ""

    @property
    def name(self) -> str:
        """The moment as a player finds it again: 'Jul 1 43 - after solve - 14:02'."""
        return f"{self.turn} - {self.what} - {self.at.astimezone():%H:%M}"


class Campaign:
    """One campaign's folder. Several of these may look at the same folder, also from several processes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._entries: dict[int, Entry] = {}
        self._unreadable: set[int] = set()

    def entries(self) -> tuple[Entry, ...]:
        """Every moment that can be read, oldest first."""
        for path in self._numbered():
            number = int(path.stem)
            if number not in self._entries and number not in self._unreadable:
                try:
                    self._entries[number] = Entry.model_validate_json(path.read_bytes())
                except (ValidationError, OSError):
                    self._unreadable.add(number)
        return tuple(self._entries[number] for number in sorted(self._entries))

    @property
    def unreadable(self) -> int:
        """How many moments cannot be read: damaged, or written by a newer version. They are left alone."""
        return len(self._unreadable)

    def head(self) -> Entry | None:
        """The latest moment."""
        entries = self.entries()
        return entries[-1] if entries else None

    def entry(self, number: int) -> Entry | None:
        """One moment by its number."""
        self.entries()
        return self._entries.get(number)

    def state(self, entry: Entry | None) -> State:
        """What was on the table at a moment; an empty table if it cannot be read."""
        if entry is not None:
            with suppress(ValidationError, OSError):
                return State.model_validate_json((self.folder / "states" / f"{entry.state}.json").read_bytes())
        return State()

    def advice(self, name: str) -> Advice | None:
        """An answer by its name; None if it is not there or no longer understood."""
        with suppress(ValidationError, OSError):
            return Advice.model_validate_json((self.folder / "advice" / f"{name}.json").read_bytes())
        return None

    def keep_advice(self, advice: Advice) -> str:
        """Put an answer on disk; its name is its content's."""
        return self._keep("advice", advice.model_dump_json(by_alias=True))

    def save(self, state: State, what: str, turn: str, parent: Entry | None = None, tab: str = "") -> Entry:
        """Note a new moment. What has not changed since the parent is not noted again."""
        name = self._keep("states", state.model_dump_json())
        if parent is not None and parent.state == name:
            return parent
        return self._append(name, what, turn, tab, parent=parent.of if parent else None)

    def undo(self, entry: Entry, tab: str = "") -> Entry:
        """Back to the state before; where there is none, nothing happens."""
        made = self.entry(entry.of)
        before = self.entry(made.parent) if made and made.parent is not None else None
        return self._point("undo", before, tab) if before else entry

    def redo(self, entry: Entry, tab: str = "") -> Entry:
        """Forward to the state that was left last; where there is none, nothing happens."""
        after = self._after(entry)
        return self._point("redo", after, tab) if after else entry

    def restore(self, number: int, tab: str = "") -> Entry | None:
        """Put an earlier moment back on the table."""
        wanted = self.entry(number)
        made = self.entry(wanted.of) if wanted else None
        return self._point("restored", made, tab) if made else None

    def can_undo(self, entry: Entry | None) -> bool:
        """Whether there is a state before this one."""
        made = self.entry(entry.of) if entry else None
        return made is not None and made.parent is not None and self.entry(made.parent) is not None

    def can_redo(self, entry: Entry | None) -> bool:
        """Whether a state was left behind by undo."""
        return entry is not None and self._after(entry) is not None

    def _after(self, entry: Entry) -> Entry | None:
        entries = self.entries()
        children = {other.number for other in entries if other.of == other.number and other.parent == entry.of}
        visited = [other.of for other in entries if other.of in children]
        return self._entries[visited[-1]] if visited else None

    def _point(self, what: str, target: Entry, tab: str) -> Entry:
        said = f"{what}: {target.what}"
        return self._append(target.state, said, target.turn, tab, of=target.of, parent=target.parent)

    def _append(
        self, state: str, what: str, turn: str, tab: str, *, parent: int | None, of: int | None = None
    ) -> Entry:
        """Take the next free number; whoever comes second takes the one after."""
        numbers = [int(path.stem) for path in self._numbered()]
        first = max(numbers, default=0) + 1
        for number in range(first, first + MOST_TRIES):
            entry = Entry(
                number=number, of=number if of is None else of, parent=parent, state=state, what=what, turn=turn,
                at=datetime.now(UTC), tab=tab,
            )  # fmt: skip
            try:
                write_new(self.folder / "journal" / f"{number:06}.json", entry.model_dump_json())
            except FileExistsError:
                continue
            self._entries[number] = entry
            return entry
        raise OSError(f"no free number in the journal of {self.folder}")

    def _numbered(self) -> list[Path]:
        folder = self.folder / "journal"
        return [path for path in folder.glob("*.json") if path.stem.isdigit()] if folder.is_dir() else []

    def _keep(self, kind: str, text: str) -> str:
        name = sha256(text.encode()).hexdigest()[:32]
        path = self.folder / kind / f"{name}.json"
        if not path.exists():
            write_whole(path, text)
        return name


def home() -> Path:
    """Where the campaigns are."""
    return Path(os.environ.get(FOLDER) or "campaigns")


def folder_name(name: str) -> str:
    """A name that any file system takes."""
    return re.sub(r"[^\w-]+", "_", name).strip("_")[:60].lower() or "campaign"


def begun(file: Path) -> bool:
    """Whether there may be a campaign of a scenario file already."""
    return file.parent.parent.resolve() == home().resolve() or (home() / folder_name(file.stem)).exists()


def campaign_of(file: Path) -> Campaign:
    """The campaign of a scenario file: the folder it lies in if that is a campaign's, else one named after it."""
    if file.parent.parent.resolve() == home().resolve():
        return Campaign(file.parent)
    source = str(file.resolve())
    plain = folder_name(file.stem)
    for name in (plain, f"{plain}_{sha256(source.encode()).hexdigest()[:8]}"):
        folder = home() / name
        with suppress(FileExistsError):
            write_new(folder / "campaign.json", json.dumps({"format": FORMAT, "scenario": source}))
        if _source(folder) == source:
            return Campaign(folder)
    return Campaign(folder)


def _source(folder: Path) -> str:
    """The file that a campaign is about."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        return str(json.loads((folder / "campaign.json").read_text("utf-8"))["scenario"])
    return ""
