"""The forces of a Panzer General II campaign: formations, garrison and fixed units."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, PlainSerializer, field_validator, model_validator

from models.frozen import Frozen
from models.quantities import Amount
from models.words import Id, Word

UnitType = Literal[
    "infantry", "cavalry", "tank", "recon", "artillery", "anti_tank", "anti_air", "engineer", "paratroop", "marine",
    "mountain", "specialist", "transport",
]  # fmt: skip
GUNS: tuple[UnitType, ...] = ("artillery", "anti_tank", "anti_air")
_SPOKEN = {
    "aa": "anti_air",
    "at": "anti_tank",
    "inf": "infantry",
    "art": "artillery",
    "tanks": "tank",
    "transports": "transport",
}
_COUNTED = re.compile(r"(?:(\d+)\s*x?\s*)?([A-Za-z][A-Za-z _-]*?)(?:\s+(\d+))?")


def _type(value: object) -> object:
    if not isinstance(value, str):
        return value
    word = value.strip().lower().replace("-", "_").replace(" ", "_")
    return _SPOKEN.get(word, word)


def _counts(value: object) -> object:
    """Read 'infantry 3; artillery 1' where names with numbers are wanted, as a table's cell has to."""
    if isinstance(value, dict):
        return {_type(name): number for name, number in value.items()}
    if not isinstance(value, str):
        return value
    found: dict[object, int] = {}
    for part in re.split(r"[,;+]", value):
        read = _COUNTED.fullmatch(part.strip())
        if not read or (read[1] and read[3]):
            raise ValueError(f"{value!r} is not a list of units; write e.g. 'infantry 3; artillery 1'")
        name = _type(read[2])
        found[name] = found.get(name, 0) + int(read[1] or read[3] or 1)
    return found


Type = Annotated[UnitType, BeforeValidator(_type)]
Counts = Annotated[dict[Type, Annotated[int, Field(ge=0, le=99)]], BeforeValidator(_counts)]


class Condition(StrEnum):
    """What a formation is capable of (4.1.6)."""

    MOBILE = "mobile"
    READY = "ready"
    ENTRENCHED = "entrenched"
    ORGANIZING = "organizing"
    RETREATING = "retreating"
    ROUTED = "routed"


class Mobility(StrEnum):
    """What a formation is (4.1.5)."""

    INFANTRY = "infantry"
    SEMI_MOBILE = "semi_mobile"
    MOBILE = "mobile"
    LIGHT = "light"


def _mobilities(value: object) -> object:
    if isinstance(value, str):
        return [word.strip().lower().replace("-", "_").replace(" ", "_") for word in re.split(r"[,;+]", value) if word.strip()]  # noqa: E501  # fmt: skip
    return value


Mobilities = Annotated[
    frozenset[Mobility], BeforeValidator(_mobilities), PlainSerializer(sorted, when_used="json")
]  # files do not differ by chance
Kind = Annotated[
    Literal["division", "army"], BeforeValidator(lambda value: "division" if value == "corps" else value)
]  # a corps is a division (4.1.1)


class Formation(Frozen):
    """A division, or an army's headquarters with the army's own attachments."""

    id: Id
    name: str = ""
    nation: Word
    kind: Kind = "division"
    at: Id
    type: Mobilities = frozenset()  # left out: by the motorized and light units (4.1.5.5)
    condition: Condition | None = None  # None = mobile or ready, by its type
    army: Id | None = None  # the army that a division belongs to
    divisions: int = Field(default=0, ge=0, le=20)  # of an army: those that go with it and have no line of their own
    units: Counts = {}
    full: Counts = {}  # the units of the organization sheet, if some are missing now
    towed: int = Field(default=0, ge=0, le=99)  # of its guns, those that need transport to move
    motorized: int = Field(default=0, ge=0, le=999)
    light: int = Field(default=0, ge=0, le=999)
    xp: int = Field(default=0, ge=0, le=999)  # of its units, on average
    training: Literal[100, 200, 300] = 100
    readiness: Amount | None = None  # what it is worth that it can act in Ops; None = by its type; 0 = not needed
    attacks: Id | None = None  # it will attack this territory in Ops of this turn, and leave its own
    invades: Id | None = None  # it will be ordered to invade this territory
    joins: Id | None = None  # the army that an independent division is to be attached to
    may_disband: bool = False
    may_detach: Counts = {}  # units that it may give up to a reserve

    @field_validator("training", mode="before")
    @classmethod
    def _number(cls, value: object) -> object:
        return int(value) if isinstance(value, str) and value.isdigit() else value

    @model_validator(mode="after")
    def _whole(self) -> Formation:
        if self.kind == "division" and self.divisions:
            raise ValueError(f"{self.id!r} is a division and cannot hold {self.divisions} divisions")
        if self.kind == "division" and not self.pieces:
            raise ValueError(f"{self.id!r} has no units; write e.g. units: infantry 3; artillery 1")
        if self.kind == "army" and self.army:
            raise ValueError(f"{self.id!r} is an army and cannot belong to the army {self.army!r}")
        if self.attacks and self.invades:
            raise ValueError(f"{self.id!r} cannot both attack {self.attacks!r} and invade {self.invades!r}")
        if self.army and self.joins:
            raise ValueError(f"{self.id!r} belongs to {self.army!r}; detach it before it joins {self.joins!r}")
        if self.towed > (guns := sum(self.units.get(kind, 0) for kind in GUNS)):
            raise ValueError(f"{self.id!r} has {guns} artillery, anti-tank and anti-air units; 'towed' is {self.towed}")
        for kind, most in self.full.items():
            if self.units.get(kind, 0) > most:
                raise ValueError(f"{self.id!r} has {self.units[kind]} {kind}, its sheet ('full') only {most}")
        for kind, number in self.may_detach.items():
            if number > self.units.get(kind, 0):
                raise ValueError(f"{self.id!r} has {self.units.get(kind, 0)} {kind} and cannot detach {number}")
        if self.may_detach and fighting(self.may_detach) >= self.pieces:
            raise ValueError(f"{self.id!r} may detach all its units: keep one, or write may_disband: yes")
        return self

    @property
    def pieces(self) -> int:
        """How many units it has; transport is none."""
        return fighting(self.units)

    @property
    def untransported(self) -> int:
        """Towed guns for which it has no transport (4.1.1.4)."""
        return max(0, self.towed - self.units.get("transport", 0))

    @property
    def missing(self) -> dict[str, int]:
        """The units that its organization sheet has and it has not."""
        return {kind: short for kind, full in self.full.items() if (short := full - self.units.get(kind, 0)) > 0}

    @property
    def mobility(self) -> frozenset[Mobility]:
        """Its type as given, or by its motorized and light units (4.1.5.5)."""
        return self.type or mobility_of(self.pieces, self.motorized, self.light)

    @property
    def stacking(self) -> int:
        """Divisions for stacking: an army counts one more than it holds (4.1.2)."""
        return self.divisions + 1


def fighting(units: Mapping[UnitType, int]) -> int:
    """How many of these fight: all but transport."""
    return sum(number for kind, number in units.items() if kind != "transport")


def mobility_of(units: int, motorized: int, light: int) -> frozenset[Mobility]:
    """Mobile if all units are motorized, semi-mobile and light from one half on, else infantry (4.1.5.5)."""
    found = set()
    if units and motorized >= units:
        found.add(Mobility.MOBILE)
    elif units and 2 * motorized >= units:
        found.add(Mobility.SEMI_MOBILE)
    if units and 2 * light >= units:
        found.add(Mobility.LIGHT)
    return frozenset(found or {Mobility.INFANTRY})


class GarrisonUnit(Frozen):
    """Units of 5 strength that occupy a territory or hold an island (4.6.2, 4.6.3), alike and standing together."""

    id: Id
    name: str = ""
    nation: Word = ""
    type: Annotated[
        Literal["infantry", "recon", "tank", "artillery", "anti_tank", "anti_air"], BeforeValidator(_type)
    ] = "infantry"
    kind: Literal["occupation", "island"] = "occupation"
    at: str  # a territory, or reserve:<region>
    count: int = Field(default=1, ge=1, le=200)
    xp: int = Field(default=100, ge=0, le=999)  # of an island garrison, which is trained by order (4.6.2)
    entrenched: bool = False  # an island garrison that has dug in (4.4.3.3)

    @model_validator(mode="after")
    def _by_its_kind(self) -> GarrisonUnit:
        if self.entrenched and (self.kind == "occupation" or ":" in self.at):
            raise ValueError(f"{self.id!r}: only an island garrison on its island digs in; leave out 'entrenched'")
        if self.kind == "occupation" and self.type not in ("infantry", "recon", "tank"):
            raise ValueError(f"{self.id!r}: an occupation garrison has infantry and one recon or tank, no {self.type}")
        return self


class FixedUnit(Frozen):
    """Fixed anti-aircraft guns or coastal guns, alike and standing together (4.6.4, 4.6.5)."""

    id: Id
    name: str = ""
    kind: Literal["aa", "coastal", "heavy_coastal"]
    at: str  # a territory, or reserve:<region>
    strength: Literal[10, 5] = 10
    count: int = Field(default=1, ge=1, le=50)

    @field_validator("strength", mode="before")
    @classmethod
    def _number(cls, value: object) -> object:
        return int(value) if isinstance(value, str) and value.isdigit() else value
