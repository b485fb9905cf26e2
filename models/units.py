"""Units: counters with a type, a size, a nationality, a state and a place."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator

from models.calendar import Turn
from models.counters import Printed, Strengths
from models.quantities import Amount
from models.replacements import Replaceable
from models.words import Id, Word


class UnitType(StrEnum):
    """What the counter's symbol says. The first sixteen are the garrison categories (44.A.7.a.1)."""

    PARA = "Para"
    MARINE = "Marine"
    MTN = "Mtn"
    INF = "Inf"
    LT_INF = "LtInf"
    MOT_INF = "MotInf"
    FORT = "Fort"
    TRNG = "Trng"
    STATIC = "Static"
    MG = "MG"
    MOT_MG = "MotMG"
    CAV = "Cav"
    MOT_CAV = "MotCav"
    ARM = "Arm"
    LT_ARM = "LtArm"
    MXD = "Mxd"
    ART = "Art"
    ASLT_GUN = "AsltGun"
    ANTITANK = "AT"
    AA = "AA"
    POSITION_AA = "PosAA"
    PORT_FORT = "PortFort"
    PERM_FORT_AREA = "PermFortArea"
    PERM_FORT_ZONE = "PermFortZone"
    ENG = "Eng"
    CON_ENG = "ConEng"
    RR_ENG = "RREng"
    SECURITY = "Security"
    POLICE = "Police"
    BORDER = "Border"
    MILITIA = "Militia"
    NKVD = "NKVD"
    COMMANDO = "Commando"
    HQ = "HQ"
    ARMY_HQ = "ArmyHQ"
    DEPOT = "Depot"
    TRUCK = "Truck"
    WAGON = "Wagon"
    TRANSPORT = "Transport"
    FIGHTER = "Fighter"
    BOMBER = "Bomber"
    AIR = "Air"
    FLOTILLA = "Flotilla"
    TASK_FORCE = "TF"


GARRISON_CATEGORY = frozenset(list(UnitType)[:16])
AIR_UNITS = frozenset({UnitType.FIGHTER, UnitType.BOMBER, UnitType.AIR})
NOT_COMBAT = AIR_UNITS | {
    UnitType.HQ, UnitType.ARMY_HQ, UnitType.DEPOT, UnitType.TRUCK, UnitType.WAGON, UnitType.TRANSPORT, UnitType.CON_ENG,
    UnitType.RR_ENG, UnitType.FLOTILLA, UnitType.TASK_FORCE,
}  # fmt: skip
WORKS = frozenset({UnitType.PORT_FORT, UnitType.PERM_FORT_AREA, UnitType.PERM_FORT_ZONE})  # both unit and fort (40.D)
NOT_GROUND = AIR_UNITS | {UnitType.FLOTILLA, UnitType.TASK_FORCE}
_SPOKEN = {
    "artillery": "Art", "infantry": "Inf", "lightinfantry": "LtInf", "motorizedinfantry": "MotInf", "cavalry": "Cav",
    "armour": "Arm", "armor": "Arm", "panzer": "Arm", "pz": "Arm", "mountain": "Mtn", "parachute": "Para",
    "fortress": "Fort", "training": "Trng", "security": "Security", "sec": "Security", "mixed": "Mxd", "light": "LtInf",
    "jaeger": "LtInf", "fighter": "Fighter", "bomber": "Bomber", "positionaa": "PosAA", "portfortification": "PortFort",
    "permanentfortifiedarea": "PermFortArea", "permanentfortifiedzone": "PermFortZone",
    "radfortifiedzone": "PermFortZone",
    "constructionengineer": "ConEng", "constructionengineers": "ConEng", "engineer": "Eng", "engineers": "Eng",
    "railroadengineers": "RREng", "assaultgun": "AsltGun", "taskforce": "TF", "headquarters": "HQ",
    "motorizedmg": "MotMG",
    "machinegun": "MG", "lightarmour": "LtArm", "riverflotilla": "Flotilla", "mot": "MotInf", "antitank": "AT",
}  # fmt: skip
_BY_WORD = {kind.value.lower(): kind for kind in UnitType} | {word: UnitType(code) for word, code in _SPOKEN.items()}


def _type(value: object) -> object:
    if isinstance(value, str):
        return _BY_WORD.get("".join(value.lower().replace("-", " ").replace("_", " ").split()), value)
    return value


Type = Annotated[UnitType, BeforeValidator(_type)]


class Size(StrEnum):
    """A unit's size; REs follow from it unless the file gives them (our own assumption, the chart is the player's)."""

    BATTALION = "II"
    REGIMENT = "III"
    BRIGADE = "X"
    GROUP = "XXgrp"
    DIVISION = "XX"
    CORPS = "XXX"
    CADRE = "cadre"


RES_BY_SIZE = {
    Size.BATTALION: Fraction(1, 2), Size.REGIMENT: Fraction(1), Size.BRIGADE: Fraction(1), Size.GROUP: Fraction(2),
    Size.DIVISION: Fraction(3), Size.CORPS: Fraction(3), Size.CADRE: Fraction(1),
}  # fmt: skip
REMNANT_RES = Fraction(1, 2)
_SIZE_WORDS = {"battalion": "II", "regiment": "III", "brigade": "X", "division": "XX", "corps": "XXX", "group": "XXgrp"}


def _size(value: object) -> object:
    return _SIZE_WORDS.get(value.strip().lower(), value) if isinstance(value, str) else value


RemovalClass = Literal["infantry", "cm", "armour"]
_CM = frozenset({UnitType.MOT_INF, UnitType.MOT_MG, UnitType.MOT_CAV, UnitType.ASLT_GUN})
_ARMOUR = frozenset({UnitType.ARM, UnitType.LT_ARM})


class Unit(Replaceable):
    """One counter, or several identical ones standing together (`count`)."""

    id: Id
    type: Type
    nationality: Word
    at: str  # a place; box:<MD>; forming:<MD>; eliminated:<theatre>; isolated:<theatre>
    counter: Printed | None = None
    size: Annotated[Size | None, BeforeValidator(_size)] = None
    res: Amount | None = None
    count: int = Field(default=1, ge=1, le=500)
    name: str = ""
    disrupted: bool = False
    combat: bool | None = None  # None = by type
    cadre: bool = False  # stands there as its cadre
    immobile: bool = False
    unreliable: bool = False  # for early activation (51.B.7)
    moved: bool = False  # spent MPs in its last player-turn (ruling stationary_rule: since_last_check)
    operational: bool = True  # task forces (ruling tf_counts)
    arrives: Turn | None = None
    under_way: bool = False  # on its way there since an earlier turn; in the turn `arrives` it is there
    added: bool = False  # the order of battle put it into the pool (51.B.1.a, ruling add_pool_fast_window)
    ready: Turn | None = None  # being rebuilt in a forming box (52.A.2), until then
    garrison: Id | None = None  # the OB puts it in this garrison (44.A, 44.A.7.b.3)
    placed_at: Id | None = None  # the OB's hex on activation or release (44.A.3)
    from_garrison: Id | None = None  # activated out of this garrison earlier (44.A.4, return)
    removal_class: RemovalClass | None = None  # None = by type (44.A.5)
    value: Amount | None = None  # what its absence from the front costs; None = its strength

    @model_validator(mode="after")
    def _sized(self) -> Unit:
        if self.res is None and self.size is None and self.type not in NOT_COMBAT:
            raise ValueError(f"{self.id!r} has neither size nor res; write e.g. size: XX or res: 3")
        if self.cadre and (self.counter is None or self.counter.cadre is None):
            raise ValueError(f"{self.id!r} stands as its cadre but its counter shows none, e.g. 8-6 (3-6)")
        if self.as_remnant and self.remnant is None:
            raise ValueError(f"{self.id!r} stands as its remnant but has none; write e.g. remnant: 1-6")
        return self

    @property
    def names(self) -> tuple[str, ...]:
        """What orders call it: its id, or its id and a number where several stand together."""
        return (self.id,) if self.count == 1 else tuple(f"{self.id} #{n}" for n in range(1, self.count + 1))

    @property
    def strengths(self) -> Strengths:
        """The side of the counter that shows."""
        if self.counter is None:
            return Strengths(Fraction(0), Fraction(0), 0)
        if self.as_remnant and self.remnant:
            return self.remnant.full
        return self.counter.cadre if self.cadre and self.counter.cadre else self.counter.full

    @property
    def regimental_equivalents(self) -> Fraction:
        """Its size in REs: as given, else by its size symbol, else none."""
        if self.res is not None:
            return self.res
        return self.res_as("remnant" if self.as_remnant else "cadre" if self.cadre else "full")

    def res_as(self, condition: str) -> Fraction:
        """Its size in REs at full strength, as its cadre or as its remnant."""
        if condition == "remnant":
            return REMNANT_RES if self.remnant_res is None else self.remnant_res
        if condition == "cadre":
            return RES_BY_SIZE[Size.CADRE] if self.cadre_res is None else self.cadre_res
        if self.full_res is not None:
            return self.full_res
        reduced = self.cadre or self.as_remnant
        if self.res is not None and not reduced:
            return self.res
        return RES_BY_SIZE[self.size] if self.size else self.res or Fraction(0)

    @property
    def is_combat(self) -> bool:
        """A combat unit, by its type unless the file says otherwise."""
        return self.combat if self.combat is not None else self.type not in NOT_COMBAT

    @property
    def front_value(self) -> Fraction:
        """What it would be worth at the front if it were free."""
        return self.value if self.value is not None else self.strengths.average

    @property
    def pays_as(self) -> RemovalClass:
        """Infantry, c/m or armour, for the price of buying it out of a garrison (44.A.5)."""
        if self.removal_class:
            return self.removal_class
        return "armour" if self.type in _ARMOUR else "cm" if self.type in _CM else "infantry"
