"""A document without its bad parts, so that the rest can be checked all the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from planner.load.anatomy import tables_of
from planner.load.parts import Document
from planner.load.problems import Where

DEFINING = ("id", "name", "theatre", "areas")  # keys by which a thing gives names that others use


class Trimmed:
    """The document without the things that could not be read, and how its lists were numbered before."""

    def __init__(self, document: Document, model: type[BaseModel], stand_ins: Mapping[str, Any]) -> None:
        self.document = document
        self.tables = tables_of(model)
        self.stand_ins = stand_ins  # for settings that a file must have
        self.dropped: set[Where] = set()  # things: ("units", 12), and settings: ("horizon",)
        self.cut: set[Where] = (
            set()
        )  # parts of things: ("units", 12, "counter"), and of settings: ("rulings", "double")
        self.numbers: dict[str, list[int]] = {}  # by table: the numbers that the things left had before

    def drop(self, where: Where) -> bool:
        """Leave a bad part out, or the whole thing where that does not help; False if there is nothing left to do."""
        depth = 2 if where and where[0] in self.tables else 1
        part, thing = where[: depth + 1], where[:depth]
        if len(where) > depth and part not in self.cut and self.document.value_at(part) is not None:
            self.cut.add(part)
            return True
        if not thing or thing in self.dropped:
            return False
        self.dropped.add(thing)
        return True

    def touched(self) -> set[Where]:
        """The things and settings that are gone or not whole."""
        return self.dropped | {part[:-1] for part in self.cut}

    @property
    def lost_a_table(self) -> bool:
        """Whether a whole table is gone, so that everything which names its things would look wrong."""
        return any(len(where) == 1 and where[0] in self.tables for where in self.dropped)

    def tree(self) -> dict[str, Any]:
        """What is left; untouched parts are the document's own."""
        touched = {where[0] for where in self.touched()}
        left = {
            name: self._rest((name,), value) if name in touched else value
            for name, value in self.document.tree.items()
            if (name,) not in self.dropped
        }
        return left | {name: value for name, value in self.stand_ins.items() if (name,) in self.dropped}

    def _rest(self, where: Where, value: Any) -> Any:
        if isinstance(value, list):
            left = [number for number in range(len(value)) if (*where, number) not in self.dropped]
            if len(where) == 1:
                self.numbers[str(where[0])] = left
            return [self._rest((*where, number), value[number]) for number in left]
        if isinstance(value, dict):
            left_names = [key for key in value if (*where, key) not in self.dropped and (*where, key) not in self.cut]
            return {key: self._rest((*where, key), value[key]) for key in left_names}
        return value

    def before(self, where: Where) -> Where:
        """A part's way in the whole document, from its way in what is left."""
        if len(where) > 1 and isinstance(where[1], int) and where[0] in self.numbers:
            numbers = self.numbers[str(where[0])]
            if where[1] < len(numbers):
                return (where[0], numbers[where[1]], *where[2:])
        return where

    def names(self) -> set[str]:
        """The names that the things left out, or not whole, would have given."""
        found = set(self.document.unread)
        for where in self.touched():
            thing = self.document.value_at(where)
            found |= {step for step in where[1:] if isinstance(step, str)}
            for key in DEFINING if isinstance(thing, dict) else ():
                given = thing.get(key, [])
                for words in [given] if isinstance(given, str) else given:
                    found |= {word.strip() for word in str(words).replace(";", ",").split(",")}
        return found
