"""The map of a Panzer General II campaign: fronts, territories, the sides between them, nations and their partisans."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import AliasChoices, BeforeValidator, Field, model_validator

from models.calendar import Turn
from models.frozen import Frozen
from models.quantities import Amount
from models.words import Id, Ids, Side, Word

OBJECTIVES = (2, 3, 4, 6, 8, 10, 12)  # the rows of the table in 4.4.1.1
UNITS_IN_A_RAID = 3  # of one partisan division, 4.7.2.1
STRENGTH = 5  # of a partisan or garrison unit
Holder = Literal["axis", "allied", "soviet", "neutral"]


class Terrain(StrEnum):
    """What lies on the side between two territories."""

    OPEN = "open"
    ROUGH = "rough"
    HARSH = "harsh"
    MOUNTAIN = "mountain"
    PROHIBITED = "prohibited"


class Size(StrEnum):
    """Of a city or a port."""

    NONE = "none"
    MINOR = "minor"
    MAJOR = "major"


def _size(value: object) -> object:
    return {"yes": "minor", "no": "none", "true": "minor", "false": "none"}.get(value, value) if isinstance(value, str) else value  # noqa: E501  # fmt: skip


CityOrPort = Annotated[Size, BeforeValidator(_size)]


class Front(Frozen):
    """Territories that share their oil."""

    name: str = ""
    adjacent: Ids = ()  # fronts next to it
    oil: Literal["supplied", "restricted", "none"] = "supplied"  # none: restricted, and one attack a turn (4.3.1)
    europe: bool = True  # breakthroughs are possible, mobile formations worth more (4.1.5.3)
    off_map: bool = False


class Territory(Frozen):
    """One square of the theatre map."""

    name: str = ""
    front: Id
    nation: Word  # whose home it is
    controller: Holder
    objectives: int | None = Field(default=None, ge=0, le=99)  # on the PG II map sheet
    terrain: Literal["standard", "desert", "island", "jungle", "tundra"] = "standard"
    city: CityOrPort = Size.NONE
    port: CityOrPort = Size.NONE
    air_base: bool = False
    stack: int | None = Field(default=None, ge=0, le=999)  # divisions; None = no limit
    occupied: bool | None = None  # None = held by us and the home of another side's nation
    threatened: bool | None = None  # by a ground attack; None = an enemy territory lies next to it
    invasion: bool = False  # it can be invaded from the sea
    island_garrison: bool | None = None  # None = if it is an island
    area: Literal["", "china", "european_russia"] = ""
    value: int = Field(default=1, ge=0, le=10_000)  # what losing it would cost
    weight: Amount = Fraction(1)  # how likely the partisans strike here, against the others
    bombing: Amount = Fraction(0)  # PPs lost to bombers for each fixed AA unit short of the limit
    coast: Amount = Fraction(0)  # the same for coastal guns and invaders
    fortify: Amount = Fraction(0)  # PPs it is worth to close every side to attack by fortified lines
    latitude: float | None = Field(default=None, ge=-90, le=90)
    longitude: float | None = Field(default=None, ge=-180, le=180)

    @property
    def fixed_strength(self) -> int:
        """Strength points of fixed AA, or of coastal guns, that may stand here: units of 10, or one of 5 (4.6.4)."""
        units = (self.terrain == "standard") + {Size.NONE: 0, Size.MINOR: 1, Size.MAJOR: 2}[self.city]
        return max(STRENGTH, 2 * STRENGTH * units)

    @property
    def takes_coastal_guns(self) -> bool:
        """Whether coastal guns may stand here (4.6.5)."""
        return self.invasion or self.port is not Size.NONE

    @property
    def takes_island_garrison(self) -> bool:
        """Whether it may have an island garrison (4.6.2)."""
        return self.terrain == "island" if self.island_garrison is None else self.island_garrison


class Border(Frozen):
    """The side between two territories; it is the same both ways."""

    start: Annotated[Id, Field(validation_alias=AliasChoices("from", "start"), serialization_alias="from")]
    to: Id
    terrain: Terrain = Terrain.OPEN
    line: bool = False  # a fortified line of ours runs along it


def distances(borders: Iterable[Border], start: str) -> dict[str, int]:
    """How many sides of the map lie between a territory and each other, over whatever ground."""
    sides: dict[str, list[str]] = defaultdict(list)
    for border in borders:
        sides[border.start].append(border.to)
        sides[border.to].append(border.start)
    far, edge = {start: 0}, [start]
    for key in edge:  # grows while it is walked
        for other in sides[key]:
            if other not in far:
                far[other] = far[key] + 1
                edge.append(other)
    return far


PartisanType = Literal["resistance", "communist", "fascist", "irregulars", "philippine"]
SPONSORS: dict[str, str] = {  # 4.7.1.2
    "resistance": "Britain", "communist": "Russia", "fascist": "Germany", "irregulars": "Nationalist China",
    "philippine": "the USA",
}  # fmt: skip


def _divisions(number: int) -> str:
    return "1 division" if number == 1 else f"{number} divisions"


class Partisans(Frozen):
    """The irregulars of one nation (4.7.1)."""

    type: PartisanType = "resistance"
    divisions: int = Field(ge=0, le=50)  # of the order of battle
    units: int = Field(default=0, ge=0, le=150)  # of 5 strength, with the divisions
    pool: int = Field(default=0, ge=0, le=10_000)  # further strength points that no division carries yet
    formed: int = Field(default=0, ge=0, le=50)  # divisions that stand on the map as formed ones
    builds: bool = True  # the sponsor adds a unit for each division every turn

    @model_validator(mode="after")
    def _carried(self) -> Partisans:
        free = self.divisions - self.formed
        if free < 0:
            raise ValueError(
                f"{self.formed} formed divisions are more than the {self.divisions} of 'divisions'; raise it"
            )
        if self.units > UNITS_IN_A_RAID * free:
            raise ValueError(
                f"{self.units} units are more than {_divisions(free)} can carry, {UNITS_IN_A_RAID} each; "
                f"put what is left over into 'pool' as strength points, {STRENGTH} for a unit"
            )
        return self


class Nation(Frozen):
    """A nation, its side and its partisans."""

    name: str = ""
    side: Holder
    partisans: Partisans | None = None


class Moscow(Frozen):
    """Who holds Moscow, for strategic movement in European Russia (4.2.4.4)."""

    controller: Side = Side.SOVIET
    free_from: Turn | None = None  # the YSS after its capture, from which the Axis moves freely
