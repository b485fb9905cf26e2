"""The model's refusals in the players' words: the value seen and what to write instead."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from planner.load.anatomy import names_at, words_at
from planner.load.parts import Document
from planner.load.problems import Where, shown

MOST_CHOICES = 14
_QUOTED = re.compile(r"'((?:[^'\\]|\\.)*)'|([^\s,']+)")
_ADVICE = {
    "int": "write a whole number, e.g. 3",
    "bool": "write true or false",
    "float": "write a number, e.g. 51.5",
    "finite": "write a number, e.g. 51.5",
    "fraction": "write an exact number, e.g. 5/4",
    "decimal": "write an exact number, e.g. 5/4",
    "string": "write one word or line of text",
    "list": "write a list, e.g. [a, b]",
    "tuple": "write a list, e.g. [a, b]",
    "set": "write a list, e.g. [a, b]",
    "frozen": "write a list, e.g. [a, b]",
    "dict": "write names with values, e.g. {name: value}",
    "mapping": "write names with values, e.g. {name: value}",
    "model": "write names with values, e.g. {name: value}",
    "dataclass": "write names with values, e.g. {name: value}",
}
_BY_MESSAGE = ("value_error", "assertion_error")


def place_of(error: Mapping[str, Any], tree: dict[str, Any]) -> Where:
    """The part of the tree that an error is about: its location without the names of the alternatives tried."""
    steps, kind = error["loc"], error["type"]
    if kind in ("missing", "extra_forbidden"):
        around = _descend(tree, steps[:-1], error["input"] if kind == "missing" else None)
        return (*around, str(steps[-1]))
    where = _descend(tree, steps, error["input"])
    if kind.startswith("union_tag"):
        return (*where, error["ctx"]["discriminator"].strip("'"))
    return where


def _descend(tree: Any, steps: tuple[str | int, ...], seen: object) -> Where:
    """Follow the steps that the file has; where a step could be an alternative's name, the value seen decides."""
    ways: list[tuple[Where, Any, int]] = [((), tree, 0)]
    for step in steps:
        onward = []
        for where, node, skipped in ways:
            if isinstance(node, dict) and step in node:
                onward.append(((*where, step), node[step], skipped))
                if len(ways) < 8 and isinstance(step, str):
                    onward.append((where, node, skipped + 1))
            elif isinstance(node, list) and isinstance(step, int) and 0 <= step < len(node):
                onward.append(((*where, step), node[step], skipped))
            else:
                onward.append((where, node, skipped + 1))
        ways = onward
    return min(ways, key=lambda way: (way[1] is not seen, way[2]))[0]


def word_for(error: Mapping[str, Any], where: Where, document: Document, model: type[BaseModel]) -> str:
    """One error as a sentence that goes on after the part's name."""
    kind, context = error["type"], error.get("ctx", {})
    if kind == "missing":
        return f"is missing{_misspelt(str(where[-1]), where[:-1], document, model)}"
    if kind == "extra_forbidden":
        return f"is not known here; {nearest(str(where[-1]), names_at(model, where[:-1]))}"
    if kind == "union_tag_not_found":
        return f"is missing{_choices(where, model)}"
    if kind == "union_tag_invalid":
        return f"is {shown(context['tag'])}: {nearest(str(context['tag']), _listed(context['expected_tags']))}"
    written = document.value_at(where)
    seen = error["input"] if isinstance(error["input"], str) or written is None else written
    if kind in ("literal_error", "enum"):
        return f"is {shown(seen)}: {nearest(str(seen), _listed(context['expected']))}"
    if kind in _BY_MESSAGE:
        return _said(error["msg"].partition(", ")[2], seen)
    message = error["msg"].replace("Input should", "it should", 1)
    if kind.endswith(("_type", "_parsing", "_from_float", "_size")):
        message = _ADVICE.get(kind.partition("_")[0], message)
    return f"is {shown(seen)}: {message}"


def _said(message: str, seen: object) -> str:
    """A validator's own sentence, which may or may not begin with the value."""
    if isinstance(seen, dict):
        return message
    for opening in (repr(seen), str(seen)):
        if opening and message.startswith(opening):
            rest = message[len(opening) :]
            return f"is {shown(seen)}: {rest.removeprefix(':').strip().removeprefix('is ')}"
    return f"is {shown(seen)}: {message}"


def _listed(expected: str) -> list[str]:
    found = [(quoted or bare) for quoted, bare in _QUOTED.findall(expected)]
    return [word for word in found if word != "or"]


def nearest(seen: str, allowed: list[str]) -> str:
    """What to write instead: the word that was surely meant, else some of those that can be."""
    by_low = {word.lower(): word for word in allowed}
    near = difflib.get_close_matches(seen.lower(), by_low, n=1, cutoff=0.6)
    if near:
        return f"did you mean {by_low[near[0]]!r}?"
    if not allowed:
        return "leave it out"
    more = ", ..." if len(allowed) > MOST_CHOICES else ""
    return f"write one of {', '.join(allowed[:MOST_CHOICES])}{more}"


def _choices(where: Where, model: type[BaseModel]) -> str:
    words = words_at(model, where)
    return f": {nearest('', words)}" if words else ""


def _misspelt(name: str, around: Where, document: Document, model: type[BaseModel]) -> str:
    """A hint where a name that is not known looks like the one that is missing."""
    written = document.value_at(around)
    unknown = [key for key in written if key not in names_at(model, around)] if isinstance(written, dict) else []
    near = difflib.get_close_matches(name, unknown[:50], n=1)
    return f": is {near[0]!r} meant for it?" if near else _choices((*around, name), model)
