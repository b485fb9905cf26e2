"""What chapter 52 asks about a unit, and the lists it keeps: limited REs, losses, factories."""

from __future__ import annotations

import re
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from models.calendar import Turn
from models.counters import Counter, Printed
from models.frozen import Frozen
from models.pools import Points, TurnNumbers
from models.quantities import Amount
from models.words import Id, Word


class Trait(StrEnum):
    """What makes a unit slow or scarce to replace (52.A.11, 52.D), beyond what its type says."""

    COMMANDO = "commando"
    AMPHIBIOUS = "amphibious"
    AIR_DROPPABLE = "air_droppable"
    GLIDER = "glider"
    AIR_LANDING = "air_landing"
    MOUNTAIN = "mountain"
    LIGHT = "light"
    FANATICAL = "fanatical"
    ASSAULT_ENGINEER = "assault_engineer"
    SPECIALIZED_ARMOUR = "specialized_armour"
    ARTILLERY = "artillery"
    CAVALRY = "cavalry"
    WINTERIZED = "winterized"
    NKVD_POLITICAL = "nkvd_political"
    POLITICAL_POLICE = "political_police"
    V_WEAPON = "v_weapon"
    DIVISIONAL_HQ = "divisional_hq"
    LIMITED = "limited"
    HIGH_MOUNTAIN = "high_mountain"
    GUARDS = "guards"
    TRAINING = "training"
    MAJOR_DEPOT = "major_depot"
    ROCKET = "rocket"
    COMPONENT = "component"


def _listed(value: object) -> object:
    return [part.strip() for part in re.split(r"[,;]", value) if part.strip()] if isinstance(value, str) else value


Traits = Annotated[tuple[Trait, ...], BeforeValidator(_listed)]


class Replaceable(Frozen):
    """What a unit's replacement depends on."""

    remnant: Printed | None = None  # its strength as a remnant
    as_remnant: bool = False  # stands there as its remnant
    full_res: Amount | None = None  # REs at full strength, as a cadre, as a remnant; None = by size, 1, 1/2
    cadre_res: Amount | None = None
    remnant_res: Amount | None = None
    rp: dict[Points, Amount] = {}  # how its cost divides, e.g. {arm: 1/2, inf: 1/2}; {} = by nation and type
    traits: Traits = ()
    aa_points: Amount = Fraction(0)  # of position AA
    capacity: Amount = Fraction(0)  # REs that a movement counter carries
    home: Word = ""  # its home country; "" = its nationality's
    force: Word = ""  # within its nationality: army, state_forces, metropolitan, african, colonial, free
    substitute: Printed | None = None  # what takes its place once it is lost (52.H.1)
    grows_to: Printed | None = None  # the division that a 5-7-6 was (52.J.1.a, ruling german_576: step)
    contingent: bool = False  # a foreign contingent: replaced free once (52.D.1.b)
    called: Turn | None = None  # the order of battle calls for it, scrapped or not (52.A.6)
    coast_rp: Amount = Fraction(0)  # coast-defence RPs that bring it to life (52.I.1)
    mp_marker: int = Field(default=0, ge=0)  # the number on its "+# MP" marker (52.A.9.c, d)
    priority: Amount = Fraction(1)  # what its strength is worth to the player, against others'
    fought: bool = False  # attacked in its last player-turn
    screened: bool = False  # friendly divisions screen it from enemy ZOCs (52.A.9.d)


LIMITED_KINDS = (
    "engineers", "specialized_armour", "artillery", "mountain", "air_droppable", "amphibious", "v_weapons",
    "political_police", "divisional_hq", "limited", "cavalry", "nkvd_political", "winterized", "commando", "scrapping",
)  # fmt: skip


class Limit(Frozen):
    """So many REs of a category a month (52.A.10), where the player's list differs from the text's."""

    nationality: Word
    category: Word
    monthly: Amount
    saved: Amount = Fraction(0)  # from last month, at most a month's worth
    used: Amount = Fraction(0)  # this month already


Condition = Literal["full", "cadre", "remnant", "eliminated"]
Isolation = Literal["none", "combat", "supply"]
Branch = Literal["armour", "mechanized", "motorized"]
Ability = Literal["air_droppable", "mountain", "amphibious"]


class Declaration(Frozen):
    """A nation does without an ability of its limited units, or wants it back (52.A.8)."""

    nationality: Word
    turn: Turn
    does: Literal["drop", "restore"] = "drop"
    category: Ability


class Loss(Frozen):
    """A unit lost or reduced since the owner's last player-turn (52.F)."""

    counter: Printed
    nationality: Word
    turn: Turn
    before: Literal["full", "cadre", "remnant"] = "full"
    after: Condition = "eliminated"
    rp: dict[Points, Amount] = {}
    pools: dict[Points, Id]  # where the points go
    isolation: Isolation = "none"
    by_isolation_roll: bool = False
    fragile: bool = False  # of the units that get none, unless the player lets the counter fall a box lower (52.H.2)
    remnant: Printed | None = None
    branch: Branch | None = None  # Allied partial casualties from 1943 on (52.D.3.d)
    line_to_city: bool = False  # isolated, with a line of communications to a Soviet replacement city (52.J.2.d)
    disrupted: bool = False  # its points are only disrupted: all of them come back (52.G)
    count: int = Field(default=1, ge=1)

    def strength(self, condition: Condition, by_attack: bool = False) -> Fraction:
        """The strength it had, or has left; its attack strength alone if the table counts that."""
        printed: Counter = self.counter
        if condition == "eliminated" or (condition == "remnant" and self.remnant is None):
            return Fraction(0)
        side = printed.cadre if condition == "cadre" and printed.cadre else printed.full
        if condition == "remnant" and self.remnant:
            side = self.remnant.full
        return side.attack if by_attack else side.average


class Factory(Frozen):
    """A Soviet factory (52.D.2.b to c.3)."""

    place: Id
    makes: dict[Points, Amount]  # armour and artillery RPs each time
    pools: dict[Points, Id]  # the general pools, or its own while it is isolated
    paid_on: TurnNumbers = (1, 3)
    unsupplied: int = 0  # turns that it has been without coal or oil so far
    coal: Id | None = None  # the places whose loss or cut line leaves it without
    oil: Id | None = None
