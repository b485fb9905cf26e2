"""Where things stand: places, districts (MDs) and occupation zones."""

from __future__ import annotations

import re
from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from pydantic import BeforeValidator, Field, PlainSerializer, field_validator

from models.calendar import Turn
from models.frozen import Frozen
from models.quantities import Amount, Exact
from models.words import Id, Ids, Side, Word


class PlaceKind(StrEnum):
    """What is printed in the hex."""

    REFERENCE = "reference"
    DOT = "dot"
    MAJOR = "major"
    TOWN = "town"
    PORT = "port"
    FORTRESS = "fortress"
    AIRBASE = "airbase"
    OFF_MAP = "off_map"


CITIES = frozenset({PlaceKind.REFERENCE, PlaceKind.DOT, PlaceKind.MAJOR})
_KIND_WORDS = {
    "partial_major": "major", "full_major": "major", "partial_hex_major": "major", "full_hex_major": "major",
    "major_city": "major", "dot_city": "dot", "reference_city": "reference", "ref": "reference",
}  # fmt: skip


def _kinds(value: object) -> object:
    if isinstance(value, str):
        value = re.split(r"[,;]", value)
    if isinstance(value, list | tuple | set | frozenset):
        words = [str(word).strip().lower().replace("-", "_").replace(" ", "_") for word in value]
        return frozenset(_KIND_WORDS.get(word, word) for word in words if word)
    return value


HEX = re.compile(r"(\d{1,2}[A-D]?):(\d\d)(\d\d)")


class Place(Frozen):
    """A hex that matters: a city hex, town, port, fortress, airbase or off-map box."""

    name: str = ""
    kind: Annotated[
        frozenset[PlaceKind], BeforeValidator(_kinds), PlainSerializer(sorted, when_used="json")
    ]  # files do not differ by chance
    hex: str = ""  # "14A:3700"; the first two digits are the hexrow, counted from the north
    country: Word = ""
    region: Word = (
        ""  # "" = the country's: soviet_union, egypt, kenya, palestine, sudan, east africa's ..., else europe
    )
    district: Id | None = None
    zone: Id | None = None
    areas: Ids = ()
    city: Id | None = None  # several hexes of one major city share this name
    owner: Side | None = None  # None = the planning side
    since: Turn | None = None  # None = long ago
    supply_line: bool = True  # to a regular source of supply
    unsupplied: int = Field(default=0, ge=0, le=99)  # turns it has been out of supply, this one included (51.A.1)
    enemy_within_5: bool = False  # enemy units in regular supply
    partisans_within_5: bool = False
    enemy_zoc: bool = False
    assaulted: bool = False  # amphibiously assaulted or airdropped into
    full_hex: bool = False  # a full hex of a major city, not a partial one (52.J.2.e)
    drafted: bool = False  # has given its one draft (52.J.2.e)
    began_enemy: bool = False  # a replacement city that was the enemy's when the game began (52.J.2.e.2)
    damage: int = Field(default=0, ge=0)  # turns until a damaged source of coal or oil works again (52.D.2.c.3)
    room: Amount | None = None  # REs that may be placed here each turn without overstacking; None = no limit (51.A.2)
    overstack: Amount | None = None  # REs that may be placed above that (ruling overstack_mode: cap)
    combat_zone: bool = False  # of an enemy task force or coastal defence (51.E.1)
    danger_zone: bool = False
    fort_res: Amount = Fraction(0)  # intrinsic REs of a fort marker (rulings fort_marker_...)
    latitude: float | None = None
    longitude: float | None = None

    @field_validator("hex")
    @classmethod
    def _printed_hex(cls, value: str) -> str:
        if value and not HEX.fullmatch(value):
            raise ValueError(f"{value!r} is not a hex; write map and number, e.g. 14A:3700")
        return value

    @field_validator("kind")
    @classmethod
    def _one_city(cls, value: frozenset[PlaceKind]) -> frozenset[PlaceKind]:
        if not value:
            raise ValueError("a place has a kind: reference, dot, major, town, port, fortress, airbase or off_map")
        if len(value & CITIES) > 1:
            raise ValueError("a city is one of reference, dot and major, not several")
        return value

    @property
    def city_kind(self) -> PlaceKind | None:
        """Reference, dot or major; None where there is no city."""
        return next(iter(self.kind & CITIES), None)

    @property
    def hexrow(self) -> tuple[str, int] | None:
        """Map sheet and hexrow, where the hex is known."""
        found = HEX.fullmatch(self.hex)
        return (found[1], int(found[2])) if found else None


class District(Frozen):
    """A military district (MD) with its garrison holding box."""

    name: str = ""
    country: Word = ""
    theatre: Id = "main"
    adjacent: Ids = ()
    regular_supply: bool = True
    inactive: bool = False  # no active front runs through it (52.A.2)
    depot_in_reserve: bool = False  # its front's depot is in operational reserve (51.A.9)
    enemy_inside: bool = False  # an enemy unit is in the district now
    enemy_entered: bool = False  # ... and entered it in the enemy player-turn under way (44.A.1.a)


class Zone(Frozen):
    """An occupation zone (44.B.1)."""

    name: str = ""
    owner: Side = Side.AXIS
    country: Word = ""
    since: Turn | None = (
        None  # None = from the start, or from its country's surrender or occupation if that is an event
    )
    italian: bool = False  # mainland Italy, Sicily, Sardinia: two turns after the Italian surrender (44.B.1.a)
    soviet_union: bool = False  # partisan units, not attacks (44.B.1.a)
    annexed: bool = False  # annexed into Germany: no occupation (44.B.1.a)
    requirement: Amount | None = None  # the players' own figure for the whole zone, instead of the rates
    partisan_attack_value: Exact | None = None  # what one extra attack is worth here; None = the ruling's
