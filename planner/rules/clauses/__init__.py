"""The clause list: every clause of the rule text, what we make of it, where, and how sure we can be of the reading."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Literal

import yaml
from pydantic import BeforeValidator, Field

from models.frozen import Frozen

BOOKS = {"4": "pg2"}  # by chapter; all others are Europa's
Status = Literal["implemented", "shown", "not"]


def _listed(value: object) -> object:
    return [value] if isinstance(value, str) else value


Names = Annotated[tuple[str, ...], BeforeValidator(_listed)]


class Clause(Frozen):
    """One clause: our title, our reading, the rulings that change it, and what became of it."""

    id: str = Field(pattern=r"^\d+[A-Za-z0-9.-]*(#[a-z0-9.-]+)?$")
    title: str
    reading: str  # what we do; where the text is open, our default
    ruling: Names = ()  # switches in the scenario's rulings
    fixed: dict[str, str] = {}  # open points that are no rulings, by the name they would have, and why not
    status: Status
    where: Names = ()  # rule modules, or what shows it
    why: str = ""  # if not implemented: the reason

    @property
    def book(self) -> str:
        """The rulebook that the clause belongs to."""
        return BOOKS.get(self.id.partition(".")[0], "europa")

    @property
    def section(self) -> str:
        """The section that the clause stands in: 44.A.1 for 44.A.1#marker."""
        return self.id.partition("#")[0]


@cache
def clauses(book: str = "") -> tuple[Clause, ...]:
    """Every clause, chapter by chapter in the order of the book; or those of one rulebook."""
    chapters = sorted(
        (entry for entry in files(__name__).iterdir() if entry.name.endswith(".yaml")), key=lambda entry: entry.name
    )
    listed = (Clause.model_validate(row) for chapter in chapters for row in _rows(chapter.read_text("utf-8")))
    return tuple(clause for clause in listed if book in ("", clause.book))


def _rows(text: str) -> list[dict[str, Any]]:
    rows = yaml.load(text, Loader=yaml.BaseLoader)  # text only: nothing is ever executed or converted
    return rows if isinstance(rows, list) else []


def clauses_of(section: str) -> tuple[Clause, ...]:
    """The clauses of a section and of the sections below it; a full id gives that clause alone."""
    return tuple(
        clause for clause in clauses()
        if clause.id == section or clause.section == section or clause.section.startswith(f"{section}.")
    )  # fmt: skip


def clauses_on(ruling: str) -> tuple[Clause, ...]:
    """The clauses that a ruling, or a fixed reading, belongs to."""
    return tuple(clause for clause in clauses() if ruling in (*clause.ruling, *clause.fixed))
