"""Small words that files are made of: ids, lists written on one line, sides."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Annotated

from pydantic import BeforeValidator

_ID = re.compile(r"[^\s:=,;<>\[\]{}][^:=,;<>\[\]{}\n\r\t]{0,59}")


def _id(value: object) -> object:
    if isinstance(value, str):
        value = value.strip()
        if not value:
            raise ValueError("a name cannot be empty")
        if not _ID.fullmatch(value):
            raise ValueError(f"{value!r}: a name has 1 to 60 characters and none of : = , ; < > [ ] {{ }}")
    return value


def _id_list(value: object) -> object:
    """Accept 'dot, port' or 'dot; port' where a list is wanted, as a table's cell has to."""
    return [part.strip() for part in re.split(r"[,;]", value) if part.strip()] if isinstance(value, str) else value


def _word(value: object) -> object:
    """Names of countries, regions and nationalities, however they are capitalised; empty where unknown."""
    if not isinstance(value, str) or not value.strip():
        return "" if isinstance(value, str) else value
    return str(_id(value)).lower().replace(" ", "_").replace("-", "_")


Id = Annotated[str, BeforeValidator(_id)]
Ids = Annotated[tuple[Id, ...], BeforeValidator(_id_list)]
Word = Annotated[str, BeforeValidator(_word)]
Words = Annotated[tuple[Word, ...], BeforeValidator(_id_list)]


class Side(StrEnum):
    """Who plays: the Soviet player counts as an Allied player for the order of player-turns."""

    AXIS = "axis"
    ALLIED = "allied"
    SOVIET = "soviet"
