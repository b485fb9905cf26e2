"""The offline atlas: coasts to draw and places to pin on them.

Positions serve pictures only. No rule reads them, so floats are allowed here.
"""

import csv
import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

Line = tuple[tuple[float, float], ...]
"""Points as (longitude, latitude), the order in which they are drawn: x, then y."""

WEST, EAST, SOUTH, NORTH = -25.0, 62.0, -6.0, 72.0
"""The edges of the map in degrees: Europe, North Africa, the Near East and East Africa."""

# Letters that do not fall apart into a plain letter and an accent.
_PLAIN_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe"})


@dataclass(frozen=True)
class Coast:
    """The outline of the map; paint land first, lakes over it, borders last."""

    source: str
    land: tuple[Line, ...]  # closed rings
    lakes: tuple[Line, ...]  # closed rings inside the land, the Caspian Sea among them
    borders: tuple[Line, ...]  # open lines, today's borders


@dataclass(frozen=True)
class Place:
    """A town, port, island or pass, under the name a player of the period would use."""

    id: str
    name: str
    latitude: float
    longitude: float
    country: str
    also: tuple[str, ...]  # other spellings


@cache
def coast() -> Coast:
    """Return coasts, lakes and modern borders inside the map's edges."""
    outline = json.loads(_read("coast.json"))
    return Coast(outline["source"], _lines(outline["land"]), _lines(outline["lakes"]), _lines(outline["borders"]))


@cache
def places() -> tuple[Place, ...]:
    """Return every place of the atlas, grouped by country."""
    rows = csv.DictReader(_read("places.csv").splitlines())
    return tuple(
        Place(
            id=row["id"],
            name=row["name"],
            latitude=float(row["latitude"]),
            longitude=float(row["longitude"]),
            country=row["country"],
            also=tuple(row["also"].split(";")) if row["also"] else (),
        )
        for row in rows
    )


def position(name_or_id: str) -> tuple[float, float] | None:
    """Return latitude and longitude of a place, or None if the atlas does not know it.

    Case, accents, spaces and punctuation do not matter: 'Brest-Litovsk', 'BREST LITOVSK' and 'brest_litovsk' are one.
    """
    place = _by_key().get(key(name_or_id))
    return None if place is None else (place.latitude, place.longitude)


def key(name: str) -> str:
    """Return a name in the form of an id: lowercase ascii words joined by underscores."""
    spread = unicodedata.normalize("NFKD", name.casefold().translate(_PLAIN_LETTERS))
    bare = "".join(letter for letter in spread if not unicodedata.combining(letter))
    return re.sub(r"[^a-z0-9]+", "_", bare).strip("_")


@cache
def _by_key() -> Mapping[str, Place]:
    found: dict[str, Place] = {}
    for place in places():
        for name in (place.id, place.name, *place.also):
            found.setdefault(key(name), place)
    return MappingProxyType(found)


def _read(file: str) -> str:
    return files(__name__).joinpath(file).read_text(encoding="utf-8")


def _lines(rows: list[list[list[float]]]) -> tuple[Line, ...]:
    return tuple(tuple((x, y) for x, y in row) for row in rows)
