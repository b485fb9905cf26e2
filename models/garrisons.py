"""The garrison tables of both sides: the charts that the rule text refers to, as the player enters them."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, PlainSerializer

from models.calendar import GameTurn, Turn
from models.frozen import Frozen
from models.quantities import Amount, Exact, text
from models.units import Type, UnitType
from models.words import Id, Ids, Word

EventName = Literal[
    "captured", "surrendered", "occupied", "italy_surrendered", "yugoslavia_joins_allies",
    "greek_government_surrendered", "greek_government_captured", "greek_government_evacuated", "german_intervention",
    "corsica_controlled", "west_invaded", "greece_garrisoned", "enemy_enters", "enemy_leaves", "enemy_near",
    "enemy_gone", "pocket_lost", "pocket_dissolved", "supply_cut", "supply_restored", "allied_enters",
    "allied_within_six", "losses", "iraqi_coup",
]  # fmt: skip


class Composition(Frozen):
    """What a garrison wants beside REs, or holds of it (44.A)."""

    hq: int = Field(default=0, ge=0)
    sp: Amount = Fraction(0)
    srp: Amount = Fraction(0)
    air: int = Field(default=0, ge=0)
    river_flotilla: int = Field(default=0, ge=0)


def _told(level: Fraction | dict[GameTurn, Fraction] | None) -> str | dict[str, str] | None:
    if isinstance(level, dict):
        return {str(turn): text(amount) for turn, amount in level.items()}
    return None if level is None else text(level)


Level = Annotated[Amount | dict[Turn, Amount] | None, PlainSerializer(_told)]  # one for all turns, or dated
Eligibility = Literal["garrison_category", "any_combat", "any_ground"] | tuple[Type, ...]


def _eligibility(value: object) -> object:
    if isinstance(value, str) and value not in ("garrison_category", "any_combat", "any_ground"):
        return tuple(part.strip() for part in value.replace(";", ",").split(","))
    return value


class _Row(Frozen):
    """What every row of a garrison table has."""

    id: Id
    name: str = ""
    theatre: Id = "main"
    since: Turn | None = None
    until: Turn | None = None


class _AreaRow(_Row):
    """A garrison that stands on the map, in places, districts or an area."""

    at: Ids = ()
    districts: Ids = ()
    area: Id | None = None


class FlexibleGarrison(_AreaRow):
    """So many REs of garrison-category units in a locale, or ½ VP for each missing (44.A.7.a.1)."""

    kind: Literal["flexible"]
    res: Amount
    eligible: Annotated[Eligibility, BeforeValidator(_eligibility)] = "garrison_category"
    nationality: Word | None = None
    requires: Composition = Composition()
    released_by: EventName | None = None


class SemiRigidGarrison(_AreaRow):
    """Named units bound to an area on the map (44.A.7.a.3), with or without an RE figure."""

    kind: Literal["semi_rigid"]
    units: Ids = ()
    res: Amount = Fraction(0)
    eligible: Annotated[Eligibility, BeforeValidator(_eligibility)] = "any_ground"
    requires: Composition = Composition()
    released_by: EventName | None = None


class RigidGarrison(_Row):
    """Named units in an off-map box until released to their OB hexes (44.A.7.a.2). Units stand at box:<id>."""

    kind: Literal["rigid"]
    districts: Ids = ()  # the MDs whose occupation its units count towards (44.B.2.b)
    released_by: EventName | None = None


class BoxGarrison(_Row):
    """The garrison of one MD, or of several, in its holding boxes (44.A). Units stand at box:<MD>."""

    kind: Literal["box"]
    districts: Ids = ()  # none = the district of the same id
    nationality: Word | None = None
    res: Amount = Fraction(0)  # required
    requires: Composition = Composition()
    holds: Composition = Composition()
    level: Level = None  # the OB's level for returns (44.A.4); None = res
    listed: tuple[Type, ...] = ()  # unit types that may return beside the forces that came out of it
    activated: bool = False
    activated_districts: Ids = ()
    france: bool = False  # six REs per MD, activation MD by MD (44.A.2)
    locked: dict[Literal["inf", "arm"], Amount] = {}  # RPs standing in for removed units (44.A.5)


class RhodesGarrison(_AreaRow):
    """44.A.7.a.5: the OB's units stay at Rhodes until the Greek government falls."""

    kind: Literal["rhodes"]
    id: Id = "rhodes"
    at: Ids = ("rhodes",)
    units: Ids = ()
    res: Amount | None = None  # None = the REs of the named units


class YugoslavDefence(_AreaRow):
    """44.A.7.a.6: 3 REs in Albania on or north of 14A:3700. The places follow from country and hex unless given."""

    kind: Literal["yugoslav_defence"]
    id: Id = "yugoslav_defence"


class ZaraGarrison(_AreaRow):
    """44.A.7.a.7: 1½ REs at Zara."""

    kind: Literal["zara"]
    id: Id = "zara"
    at: Ids = ("zara",)


class DodecaneseGarrison(_AreaRow):
    """44.A.7.a.8: named units bound to the islands."""

    kind: Literal["dodecanese"]
    id: Id = "dodecanese"
    units: Ids = ()


class CyrenaicaGarrison(_Row):
    """44.A.7.a.10: artillery in Tobruch and Porto Bardiya, 0-1-6* infantry stacked with it."""

    kind: Literal["cyrenaica"]
    id: Id = "cyrenaica"
    tobruch: Id = "tobruch"
    bardiya: Id = "porto_bardiya"


class TripolitaniaGarrison(_AreaRow):
    """44.A.7.a.11: the Fifth Army within ten hexes of the Tunisian border."""

    kind: Literal["tripolitania"]
    id: Id = "tripolitania"


class EastAfricaGarrison(_AreaRow):
    """44.A.7.a.12: a city or town of East Africa."""

    kind: Literal["east_africa"]
    res: Amount
    region: Word


class Contingent(Frozen):
    """What one nationality owes, or by how much an event changes it."""

    res: Exact = Fraction(0)
    air: int = 0


class AlliedGarrison(_AreaRow):
    """44.A.7.b: one row of the Allied chart, by nationality, with its event lines."""

    kind: Literal["allied"]
    initial: dict[Word, Contingent]
    italy_surrendered: dict[Word, Contingent] = {}
    corsica_controlled: dict[Word, Contingent] = {}
    west_invaded: dict[Word, Contingent] = {}
    greece_garrisoned: dict[Word, Contingent] = {}


Garrison = Annotated[
    FlexibleGarrison | SemiRigidGarrison | RigidGarrison | BoxGarrison | RhodesGarrison | YugoslavDefence
    | ZaraGarrison | DodecaneseGarrison | CyrenaicaGarrison | TripolitaniaGarrison | EastAfricaGarrison
    | AlliedGarrison,
    Field(discriminator="kind"),
]  # fmt: skip
MapGarrison = (
    FlexibleGarrison | SemiRigidGarrison | RhodesGarrison | YugoslavDefence | ZaraGarrison | DodecaneseGarrison
    | TripolitaniaGarrison | EastAfricaGarrison | AlliedGarrison
)  # fmt: skip
ARTILLERY = frozenset({UnitType.ART})
