"""YAML (and JSON) text -> plain names, lists and words with their lines; nothing in it is ever executed or expanded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from planner.load.parts import Box, Document
from planner.load.plain_text import line_at, refuse, text_of
from planner.load.problems import BadInput, Where, shown

DEEPEST = 32
MOST_NODES = 200_000
LONGEST_WORD = 10_000  # characters of one value
ABSENT = frozenset({"", "~", "null", "Null", "NULL"})
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_DIRECTIVE = re.compile(r"^%", re.MULTILINE)
_READER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # the slow reader where the fast one was not built


def read_document(raw: bytes, file: str, keyed: frozenset[str] = frozenset()) -> Document:
    """Read a file; names without a value are dropped, except the entries of `keyed` tables, which become empty ones."""
    text = text_of(raw, file)
    if found := _DIRECTIVE.search(text):
        raise refuse(file, "a line cannot begin with %: leave YAML directives out", line_at(text[: found.start()]))
    builder = _Builder(Document(file), keyed)
    for event in _events(text, file):
        builder.take(event)
    if not builder.nodes:
        raise refuse(file, "the file is empty: write at least the turn, e.g. turn: Jul 1 43", 1)
    return builder.document


def _events(text: str, file: str) -> Iterator[Any]:
    try:
        yield from yaml.parse(text, Loader=_READER)
    except yaml.MarkedYAMLError as trouble:
        mark, around = trouble.problem_mark or trouble.context_mark, trouble.context_mark
        line = mark.line + 1 if mark else None
        lines = text.splitlines() or [""]
        here = lines[min(line or 1, len(lines)) - 1]
        if "\t" in here[: len(here) - len(here.lstrip())]:
            raise refuse(file, "the line is indented with a tab: use spaces", line) from None
        since = f" ({trouble.context}, begun on line {around.line + 1})" if around and trouble.context else ""
        raise refuse(file, f"the file cannot be read from here on: {trouble.problem}{since}", line) from None
    except yaml.YAMLError as trouble:
        raise refuse(file, f"the file cannot be read: {shown(trouble)}") from None


@dataclass
class _Frame:
    """A list or a set of names that is still being read."""

    where: Where
    box: Box
    kept: bool = True
    as_name: bool = False  # it stands where a name should
    name: str | None = None  # the name that waits for its value
    skip: bool = False  # the value that comes is read but not kept
    waiting: bool = False
    name_line: int = 0
    named_on: dict[str, int] = field(default_factory=dict)


class _Builder:
    """Builds a document from the reader's events, one by one and without recursion."""

    def __init__(self, document: Document, keyed: frozenset[str]) -> None:
        self.document = document
        self.keyed = keyed
        self.frames: list[_Frame] = []
        self.nodes = 0
        self.documents = 0

    def take(self, event: Any) -> None:
        """Take in the next event."""
        line = event.start_mark.line + 1
        if isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                raise self._refuse("the file holds a second document: remove the line ---", line)
        elif isinstance(event, yaml.AliasEvent):
            self._complain(f"is *{event.anchor}: references are not allowed; write the value out", line, lost=True)
            self._add(None, line)
        elif isinstance(event, yaml.NodeEvent):
            self._take_node(event, line)
        elif isinstance(event, yaml.CollectionEndEvent):
            frame = self.frames.pop()
            if frame.as_name:
                self._name(self.frames[-1], None, line)

    def _take_node(self, event: Any, line: int) -> None:
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise self._refuse(f"the file holds more than {MOST_NODES} values", line)
        if event.anchor is not None:
            self._complain(f"is marked &{event.anchor}: anchors are not allowed; leave the mark out", line)
        if event.tag is not None:
            self._complain(f"is tagged {shown(event.tag)}: tags are not allowed; leave the tag out", line)
        if isinstance(event, yaml.ScalarEvent):
            self._add(self._word(event.value, line), line)
        else:
            self._open({} if isinstance(event, yaml.MappingStartEvent) else [], line)

    def _word(self, value: str, line: int) -> str | None:
        if len(value) > LONGEST_WORD:
            self._complain(f"is {shown(value)}: at most {LONGEST_WORD} characters are read", line, lost=True)
            return None
        if _CONTROL.search(value):
            self._complain(f"is {shown(value)}: leave control characters out", line, lost=True)
            return None
        return value

    def _open(self, box: Box, line: int) -> None:
        if len(self.frames) >= DEEPEST:
            raise self._refuse(f"the file is nested more than {DEEPEST} deep", line)
        if not self.frames:
            if isinstance(box, list):
                raise self._refuse("the file begins with a list: begin with names, e.g. turn: Jul 1 43", line)
            self.document.tree = box
            self.frames.append(_Frame((), box))
            return
        parent = self.frames[-1]
        if isinstance(parent.box, dict) and not parent.waiting:
            self._complain("has a list or a set of names where a name should stand", line)
            self.frames.append(_Frame(parent.where, box, kept=False, as_name=True))
            return
        where, kept = (*parent.where, self._step(parent)), parent.kept and not parent.skip
        self._attach(parent, box, line)
        self.frames.append(_Frame(where, box, kept))

    def _step(self, parent: _Frame) -> str | int:
        return len(parent.box) if isinstance(parent.box, list) else parent.name or "?"

    def _add(self, value: str | None, line: int) -> None:
        if not self.frames:
            raise self._refuse("the file is one single value: begin with names, e.g. turn: Jul 1 43", line)
        parent = self.frames[-1]
        if isinstance(parent.box, dict) and not parent.waiting:
            self._name(parent, value, line)
        elif value in ABSENT and isinstance(parent.box, dict):
            entry = len(parent.where) == 1 and parent.where[0] in self.keyed
            self._attach(parent, {} if entry else None, line)
        elif value in ABSENT:
            self._complain("is empty: write a value or remove the dash or comma", line, lost=True)
            self._attach(parent, "", line)
        else:
            self._attach(parent, value, line)

    def _attach(self, parent: _Frame, value: Any, line: int) -> None:
        """Put a value into the box it belongs to; in a list even a lost one keeps its number."""
        if isinstance(parent.box, list):
            if parent.kept:
                self.document.mark(parent.box, len(parent.box), line)
            parent.box.append("" if value is None else value)
            return
        if parent.kept and not parent.skip and parent.name is not None:
            self.document.mark(parent.box, parent.name, parent.name_line)
            if value is not None:
                parent.box[parent.name] = value
        parent.waiting, parent.skip = False, False

    def _name(self, parent: _Frame, name: str | None, line: int) -> None:
        name = name.strip() if name is not None else None
        parent.name, parent.name_line, parent.waiting = name, line, True
        if name is None or name == "":
            parent.skip = True
            if name == "":
                self.document.complain(parent.where, "has a value without a name before the colon", line)
        elif name in parent.named_on:
            parent.skip = True
            message = f"is given twice, on lines {parent.named_on[name]} and {line}: keep one"
            self.document.complain((*parent.where, name), message, line)
        else:
            parent.named_on[name] = line

    def _complain(self, message: str, line: int, lost: bool = False) -> None:
        parent = self.frames[-1] if self.frames else None
        named = parent is not None and (isinstance(parent.box, list) or parent.waiting)
        where = (*parent.where, self._step(parent)) if parent and named else parent.where if parent else ()
        self.document.complain(where, message, line, lost=lost)

    def _refuse(self, message: str, line: int) -> BadInput:
        """What was noted so far, and the reason to stop reading."""
        self.document.complain((), message, line)
        return self.document.refusal()
