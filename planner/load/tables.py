"""Long tables beside a scenario, as CSV: `units: {csv: belgium_units.csv}`."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from planner.load.anatomy import names_at, tables_of
from planner.load.documents import ABSENT, LONGEST_WORD
from planner.load.parts import Document
from planner.load.plain_text import encoded, read_bytes, refuse, text_of
from planner.load.problems import BadInput, Where, dotted, shown

MOST_ROWS = 20_000
MOST_COLUMNS = 100
MOST_CELLS = 500_000  # of all tables together
MOST_TABLES = 20
Fetch = Callable[[str], bytes]  # a table's name as the scenario gives it -> what the table holds
Row = tuple[int, dict[str, str]]  # its line, and its cells by column
_OUTSIDE = re.compile(r"^[/\\]|\\|:|(^|/)\.\.(/|$)|[\x00-\x1f]")


def tables_in(folder: Path) -> Fetch:
    """The tables that lie in a scenario's own folder or below it, and nowhere else."""

    def fetch(name: str) -> bytes:
        if _OUTSIDE.search(name) or not name.lower().endswith(".csv"):
            raise refuse(name, "a table is a .csv file in the scenario's own folder, e.g. belgium_units.csv")
        home = folder.resolve()
        try:
            path = (home / name).resolve()
        except (OSError, RuntimeError):  # links that lead in a circle
            raise refuse(name, "the file cannot be read") from None
        if not path.is_relative_to(home):
            raise refuse(name, "the table lies outside the scenario's folder: copy it there")
        return read_bytes(path, name)

    return fetch


def tables_given(texts: Mapping[str, str]) -> Fetch:
    """The tables that came along with a scenario's text."""

    def fetch(name: str) -> bytes:
        if name not in texts:
            given = ", ".join(sorted(texts)) or "none"
            raise refuse(name, f"no such table came with the scenario (given: {given}): add it")
        return encoded(texts[name], name)

    return fetch


def splice_tables(document: Document, model: type[BaseModel], fetch: Fetch) -> None:
    """Put the rows of every table into the place where the scenario names it."""
    splicer = _Splicer(document, model, fetch)
    tables = tables_of(model)
    document.complaints = [  # a table whose name was lost is lost as a whole
        replace(each, where=each.where[:1]) if each.lost and each.where in {(name, "csv") for name in tables} else each
        for each in document.complaints
    ]
    for name, shape in tables.items():
        value = document.tree.get(name)
        if shape == "entries" and isinstance(value, dict) and isinstance(value.get("csv"), str):
            splicer.add_entries(name, value)
        elif shape == "rows" and isinstance(value, dict) and "csv" in value:
            for other in value.keys() - {"csv"}:
                document.complain((name, other), "is not known here: beside 'csv' nothing else can stand")
            splicer.add_rows(name, [{"csv": value["csv"]}], (name, "csv"))
        elif shape == "rows" and isinstance(value, list) and any(_names_table(item) for item in value):
            splicer.add_rows(name, value)


def _names_table(item: object) -> bool:
    return isinstance(item, dict) and item.keys() == {"csv"}


class _Splicer:
    """Reads tables one by one, each once, and counts what they hold."""

    def __init__(self, document: Document, model: type[BaseModel], fetch: Fetch) -> None:
        self.document = document
        self.model = model
        self.fetch = fetch
        self.used: set[str] = set()
        self.cells = 0

    def add_entries(self, table: str, entries: dict[str, Any]) -> None:
        line = self.document.mark_of(entries, "csv")
        file = entries.pop("csv")
        first_on: dict[str, str] = dict.fromkeys(entries, "in the scenario")
        for row_line, cells in self._rows(file, (table, "csv"), line):
            name = cells.pop("id", None)
            if name is None:
                self.document.complain((table,), "has a row without an id", row_line, file)
            elif name in first_on:
                message = f"is given twice, {first_on[name]} and here: keep one"
                self.document.complain((table, name), message, row_line, file)
            else:
                first_on[name] = f"on line {row_line}"
                entries[name] = cells
                self._mark(entries, name, cells, row_line, file)

    def add_rows(self, table: str, items: list[Any], named_at: Where | None = None) -> None:
        spliced: list[Any] = []
        moved: dict[int, int] = {}
        self.document.tree[table], old = spliced, self.document.tree[table]
        for number, item in enumerate(items):
            if _names_table(item):
                where = named_at or (table, number, "csv")
                line = self.document.mark_of(old, "csv" if named_at else number)
                self._add_file(table, spliced, item["csv"], where, line)
            else:
                moved[number] = len(spliced)
                spliced.append(item)
        self.document.move_marks(old, spliced, moved)

    def _add_file(self, table: str, rows: list[Any], file: Any, where: Where, line: int | None) -> None:
        first_on: dict[str, int] = {}
        for row_line, cells in self._rows(file, where, line):
            name = cells.get("id")
            if name is not None and name in first_on:
                message = f"is {shown(name)}: the row on line {first_on[name]} has this id already"
                self.document.complain((table, len(rows), "id"), message, row_line, file)
                continue
            if name is not None:
                first_on[name] = row_line
            rows.append(cells)
            self._mark(rows, len(rows) - 1, cells, row_line, file)

    def _mark(self, box: Any, key: str | int, cells: dict[str, str], line: int, file: str) -> None:
        self.document.mark(box, key, line, file)
        for column in cells:
            self.document.mark(cells, column, line, file)

    def _rows(self, file: Any, where: Where, line: int | None = None) -> Iterator[Row]:
        """The table's rows; a table that cannot be read is a problem, and then its rows are lost."""
        reason = None
        if not isinstance(file, str):
            reason = "is not the name of a table: write e.g. csv: belgium_units.csv"
        elif file in self.used:
            reason = f"is {shown(file)}: the table is used already"
        elif len(self.used) >= MOST_TABLES:
            reason = f"is {shown(file)}: a scenario has at most {MOST_TABLES} tables"
        if reason:
            self.document.complain(where[:1], reason, line, label=dotted(where), lost=True)
            return
        self.used.add(file)
        try:
            yield from self._counted(file, str(where[0]))
        except BadInput as refused:
            for problem in refused.problems:
                if problem.line is None:
                    message = f"is {shown(file)}: {problem.message}"
                    self.document.complain(where[:1], message, line, label=dotted(where), lost=True)
                else:
                    self.document.complain(where[:1], problem.message, problem.line, file, lost=True)

    def _counted(self, file: str, table: str) -> Iterator[Row]:
        keyed = tables_of(self.model)[table] == "entries"
        known = [*(["id"] if keyed else []), *names_at(self.model, (table, "" if keyed else 0))]
        for line, cells, problem in read_table(text_of(self.fetch(file), file), file, known, keyed):
            self.cells += len(cells)
            if self.cells > MOST_CELLS:
                raise refuse(file, f"the tables hold more than {MOST_CELLS} cells", line)
            if problem:
                self.document.complain((table,), problem, line, file)
                self.document.unread |= set(cells.values())
            else:
                yield line, cells


def read_table(text: str, file: str, known: list[str], keyed: bool) -> Iterator[tuple[int, dict[str, str], str]]:
    """Yield line, cells and problem of each row; empty cells are left out, and so are empty rows."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    columns: list[str] = []
    line, count = 1, 0
    try:
        for cells in reader:
            row_line, line = line, reader.line_num + 1
            words = [cell.strip() for cell in cells]
            if not columns:
                columns = words
                if problem := _header_problem(words, known, keyed):
                    raise refuse(file, problem, row_line)
                continue
            if not any(words):
                continue
            count += 1
            if count > MOST_ROWS:
                raise refuse(file, f"the table has more than {MOST_ROWS} rows", row_line)
            named = {name: word for name, word in zip(columns, words, strict=False) if word not in ABSENT}
            yield row_line, named, _row_problem(words, columns)
    except csv.Error as trouble:
        raise refuse(file, f"the table cannot be read from here on: {trouble}", line) from None
    if not count:
        raise refuse(file, "the table has no rows: write the names of the columns, then a row for each thing", 1)


def _row_problem(words: list[str], columns: list[str]) -> str:
    if len(words) != len(columns):
        return f"has a row with {len(words)} cells under {len(columns)} columns: put commas between cells only"
    if any(len(word) > LONGEST_WORD for word in words):
        return f"has a cell of more than {LONGEST_WORD} characters"
    return ""


def _header_problem(words: list[str], known: list[str], keyed: bool) -> str:
    """What is wrong with the row that names the columns."""
    if len(words) == 1 and ";" in words[0]:
        return "the columns are separated by semicolons: use commas"
    if len(words) > MOST_COLUMNS:
        return f"the table has more than {MOST_COLUMNS} columns"
    if not set(words) & set(known) or (keyed and "id" not in words):
        return f"the first row is {shown(','.join(words))}: it names the columns, e.g. {','.join(known[:4])}"
    if "" in words:
        return f"column {words.index('') + 1} has no name"
    twice = [word for word in words if words.count(word) > 1]
    return f"the column {shown(twice[0])} is there twice: keep one" if twice else ""
