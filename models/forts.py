"""Forts and entrenchments: what stands in a hex, what its kind is worth in combat, and what is left of it (40)."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from pydantic import Field, model_validator

from models.frozen import Frozen
from models.pools import Points
from models.quantities import Amount
from models.units import UnitType
from models.words import Id, Word


class FortKind(StrEnum):
    """The nineteen kinds of 40.D in their order, then the two entrenchments of 40.C."""

    DAMAGED_FORT = "damaged_fort"
    FORT = "fort"
    IMPROVED_FORT = "improved_fort"
    FORTIFIED_AREA = "fortified_area"
    IMPROVED_FORTIFIED_AREA = "improved_fortified_area"
    PERMANENT_FORTIFIED_AREA = "permanent_fortified_area"
    FORTIFIED_ZONE = "fortified_zone"
    PERMANENT_FORTIFIED_ZONE = "permanent_fortified_zone"
    UNIMPROVED_FORTIFIED_HEXSIDE = "unimproved_fortified_hexside"
    FORTIFIED_HEXSIDE = "fortified_hexside"
    DAMAGED_UNIMPROVED_FORTRESS = "damaged_unimproved_fortress"
    UNIMPROVED_FORTRESS = "unimproved_fortress"
    DAMAGED_FORTRESS = "damaged_fortress"
    FORTRESS = "fortress"
    PORT_FORTIFICATION = "port_fortification"
    UNIMPROVED_WESTWALL = "unimproved_westwall"
    WESTWALL = "westwall"
    DESTROYED_OUVRAGE = "destroyed_ouvrage"
    OUVRAGE = "ouvrage"
    ENTRENCHMENT = "entrenchment"
    IMPROVED_ENTRENCHMENT = "improved_entrenchment"

    @property
    def words(self) -> str:
        """The kind as people say it."""
        return self.value.replace("_", " ")

    @property
    def rule(self) -> str:
        """The clause about it."""
        return CARDS[self].rule

    @property
    def one(self) -> str:
        """The kind with its article."""
        return f"{'an' if self.value[0] in 'aeiou' else 'a'} {self.words}"


class Capture(NamedTuple):
    """What a capture by so many REs or more leaves, and when; `becomes` None = nothing is left."""

    res: Fraction
    becomes: FortKind | None
    at_once: bool = False  # else when the owner's enemy next begins his player-turn


class Card(NamedTuple):
    """What 40.C and 40.D print about a kind."""

    rule: str
    die: int | None  # on the main combat die; None = as printed in the hex
    armour: int  # on the armour effects modifier
    supply: Fraction  # SPs more to attack it
    most: int | None  # strength that RPs can buy; None = as printed on the counter, for a unit
    light_aa: int | None = 0  # None = as printed, or only in some
    falls_to: FortKind | None = None  # after an attack at 1:2 or better, or if nobody garrisons it
    capture: Capture | None = None  # None = never destroyed
    notes: tuple[str, ...] = ()


_K = FortKind
_ANY, _ONE, _THREE = Fraction(0), Fraction(1), Fraction(3)
_SP = Fraction(1)
_UNIT = ("is a combat unit: enter its counter among the units", "cannot be replaced once eliminated")
_ALONE = "no fort or entrenchment may be built in its hex"
_FORTRESS = "attackers are halved, but for artillery, combat engineers and heavy AA"
_STAYS = "the defender may ignore a retreat, whatever the result"

CARDS: dict[FortKind, Card] = {
    _K.DAMAGED_FORT: Card("40.D.1", -1, -1, _SP / 2, 1, capture=Capture(_ANY, None, True)),
    _K.FORT: Card("40.D.2", -2, -1, _SP, 2, falls_to=_K.DAMAGED_FORT, capture=Capture(_ANY, None, True)),
    _K.IMPROVED_FORT: Card("40.D.3", -2, -2, _SP, 2, falls_to=_K.FORT, capture=Capture(_ANY, None, True)),
    _K.FORTIFIED_AREA: Card("40.D.4", -3, -2, _SP, 3, 1, _K.IMPROVED_FORT, Capture(_ONE, None, True)),
    _K.IMPROVED_FORTIFIED_AREA: Card("40.D.5", -3, -3, _SP, 3, 1, _K.FORTIFIED_AREA, Capture(_ONE, None, True)),
    _K.PERMANENT_FORTIFIED_AREA: Card(
        "40.D.6", -3, -3, _SP, None, 1, notes=(*_UNIT, "combat does not reduce it", _ALONE)
    ),
    _K.FORTIFIED_ZONE: Card(
        "40.D.7", -3, -3, _SP, 4, 2, capture=Capture(_THREE, None),
        notes=("attackers are halved, but for artillery and combat engineers",),
    ),
    _K.PERMANENT_FORTIFIED_ZONE: Card(
        "40.D.8", -3, -3, 2 * _SP, None, None,
        notes=(*_UNIT, "attackers are halved, but for artillery and combat engineers",
               "enemy ground support is halved", _ALONE),
    ),
    _K.UNIMPROVED_FORTIFIED_HEXSIDE: Card(
        "40.D.9", -2, -3, _SP, 1, capture=Capture(_ONE, None), notes=("printed on the map it is never removed",)
    ),
    _K.FORTIFIED_HEXSIDE: Card(
        "40.D.10", -3, -3, 2 * _SP, 2, capture=Capture(_THREE, _K.UNIMPROVED_FORTIFIED_HEXSIDE),
        notes=("attackers across it are halved, but for artillery and engineers",),
    ),
    _K.DAMAGED_UNIMPROVED_FORTRESS: Card("40.D.11", -2, -1, _SP, 0, capture=Capture(_THREE, _K.DAMAGED_FORT)),
    _K.UNIMPROVED_FORTRESS: Card(
        "40.D.12", -2, -2, 2 * _SP, 0, falls_to=_K.DAMAGED_UNIMPROVED_FORTRESS, capture=Capture(_THREE, _K.FORT)
    ),
    _K.DAMAGED_FORTRESS: Card(
        "40.D.13", -3, -3, _SP, 0, None, capture=Capture(_THREE, _K.UNIMPROVED_FORTRESS), notes=(_STAYS,)
    ),
    _K.FORTRESS: Card(
        "40.D.14", -3, -4, 2 * _SP, 0, None, _K.DAMAGED_FORTRESS, Capture(_THREE, _K.UNIMPROVED_FORTRESS),
        (_FORTRESS, _STAYS),
    ),
    _K.PORT_FORTIFICATION: Card(
        "40.D.15", -3, -4, 2 * _SP, None, None,
        notes=(*_UNIT, "acts as a fortress, on top of its strength and of the terrain", _FORTRESS, _STAYS,
               "gives limited supply within one hex, to as many REs as the port has SPs of capacity"),
    ),
    _K.UNIMPROVED_WESTWALL: Card("40.D.16", None, -2, _SP, 0, notes=("every Westwall hex starts like this",)),
    _K.WESTWALL: Card(
        "40.D.17", None, -3, 2 * _SP, 0, capture=Capture(_THREE, _K.UNIMPROVED_WESTWALL),
        notes=("the defender may ignore a retreat that does not come from a DE or an OR(#)",),
    ),
    _K.DESTROYED_OUVRAGE: Card("40.D.18", -2, -2, _SP, 0, notes=("serves either side",)),
    _K.OUVRAGE: Card(
        "40.D.19", -4, -5, 3 * _SP, 0, capture=Capture(_THREE, _K.DESTROYED_OUVRAGE),
        notes=(_STAYS, "enemy ground support is halved", "attackers across the border are quartered, others halved",
               "siege artillery attacks at its printed strength", "combat engineers are doubled first"),
    ),
    _K.ENTRENCHMENT: Card("40.C", -1, 0, _ANY, 0, notes=("gone when its holder leaves or spends MPs",)),
    _K.IMPROVED_ENTRENCHMENT: Card(
        "40.C", -2, 0, _ANY, 0, falls_to=_K.ENTRENCHMENT,
        notes=("built by engineers where an entrenchment is", "gone when its holder leaves or spends MPs"),
    ),
}  # fmt: skip
ENTRENCHMENTS = frozenset({_K.ENTRENCHMENT, _K.IMPROVED_ENTRENCHMENT})


class Fort(Frozen):
    """A fort or entrenchment of the planning side, in one of the file's places."""

    id: Id
    kind: FortKind
    at: Id
    strength: int = Field(default=0, ge=0, le=99)
    value: Amount = Fraction(1)  # what one level of it is worth to the player, in RPs
    pool: Id | None = None  # the infantry RPs of the depot that gives it limited supply (40.D)
    nationality: Word | None = None  # whose special replacements its lost strength gives (40.B)
    printed: int | None = Field(default=None, ge=-9, le=0)  # on the die, for a Westwall hex (40.D.16)
    aa: int | None = Field(default=None, ge=0, le=99)  # light AA, where its kind leaves it open
    on_map: bool = False  # a hexside printed on the map is never removed (40.D.9)
    captured_by: Amount | None = None  # taken from the enemy by so many REs, and not destroyed (40.B)

    @property
    def card(self) -> Card:
        """What the rules print about its kind."""
        return CARDS[self.kind]

    @model_validator(mode="after")
    def _no_stronger_than_its_kind(self) -> Fort:
        most = self.card.most
        if most is not None and self.strength > most:
            raise ValueError(f"{self.id!r} has strength {self.strength}; {self.kind.one} has at most {most}")
        return self


class Work(Frozen):
    """A line of the player's table of works: what is built on what, by whom, at what price (ruling fort_building)."""

    builds: FortKind
    on: FortKind | None = None  # what must be in the hex; None = nothing
    by: tuple[UnitType, ...] = (UnitType.ENG, UnitType.CON_ENG)
    costs: dict[Points, Amount] = {}
    turns: int = Field(default=1, ge=1, le=12)

    @model_validator(mode="after")
    def _as_the_text_allows(self) -> Work:
        if self.builds is FortKind.IMPROVED_ENTRENCHMENT and self.on is not FortKind.ENTRENCHMENT:
            raise ValueError("improved entrenchments are built on entrenchments (40.C); write on: entrenchment")
        if self.builds is FortKind.WESTWALL and self.on is not FortKind.UNIMPROVED_WESTWALL:
            raise ValueError("a Westwall is an improved one (40.D.17); write on: unimproved_westwall")
        return self
