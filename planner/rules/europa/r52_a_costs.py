"""52.A.3, 52.A.10 and 52.A.11: what replacing a unit costs, in which points, and how many turns it takes.

RPs are never rounded. Every line of the replacement costs table stands here once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from models.pools import Points
from models.replacements import Trait
from models.rulings import Rulings
from models.units import Size, Unit, UnitType

Cost = dict[Points, Fraction]

BASE_TURNS = 4  # 52.A.11, the time of every plain line
RES_OF_NO_STRENGTH = Fraction(1, 2)  # a unit of no strength: half an RP for each RE
HQ = Fraction(1)
AA_POINT = Fraction(1, 4)  # half an RP for two AA points
CAPACITY = Fraction(1, 2)  # a movement counter: for each RE that it carries
WAGON, TRUCK = Fraction(2), Fraction(4)
DEPOT_TURNS = 4  # a major depot is priced as a 0-3-0 (ruling major_depot_cost)
BRING_BACK = Fraction(1, 2)  # 52.A.4, of the full strength
RECOVER = Fraction(3, 10)  # 52.A.5
SCRAP, RECALL = Fraction(1, 10), Fraction(1, 5)  # 52.A.6
REDUCED = Fraction(3, 10)  # 52.A.2, off the step
REDUCED_TURNS = 4
HOME = Fraction(1, 10)  # 52.A.9.a, off
LIMITED_CADRE = Fraction(1, 10)  # 52.A.11, on top
EXTRA_TURNS = {  # 52.A.11
    Trait.COMMANDO: 6, Trait.AMPHIBIOUS: 4, Trait.AIR_DROPPABLE: 4, Trait.GLIDER: 2, Trait.AIR_LANDING: 2,
    Trait.MOUNTAIN: 2, Trait.LIGHT: 2, Trait.FANATICAL: 2, Trait.ASSAULT_ENGINEER: 2,
}  # fmt: skip
OTHER_LIMITED_TURNS = 2
OF_TYPE: dict[UnitType, tuple[Trait, ...]] = {
    UnitType.COMMANDO: (Trait.COMMANDO,),
    UnitType.PARA: (Trait.AIR_DROPPABLE,),
    UnitType.MARINE: (Trait.AMPHIBIOUS,),
    UnitType.MTN: (Trait.MOUNTAIN,),
    UnitType.LT_INF: (Trait.LIGHT,),
    UnitType.ART: (Trait.ARTILLERY,),
    UnitType.CAV: (Trait.CAVALRY,),
}
_TANKS = frozenset({UnitType.ARM, UnitType.LT_ARM})
_MIXED = frozenset({UnitType.MOT_INF, UnitType.MOT_MG, UnitType.MOT_CAV, UnitType.ASLT_GUN, UnitType.MXD})
_SUPPLY = frozenset({UnitType.TRUCK, UnitType.WAGON, UnitType.TRANSPORT})
_GUNS = frozenset({UnitType.ART, UnitType.AA, UnitType.POSITION_AA, UnitType.ANTITANK, UnitType.HQ})
HALVES: Cost = {"arm": Fraction(1, 2), "inf": Fraction(1, 2)}
UNLISTED: Cost = {"arm": Fraction(1, 4), "inf": Fraction(3, 4)}  # 52.D.1.a, c/m units not on the chart


def traits(unit: Unit) -> frozenset[Trait]:
    """What the file and the unit's type say about it."""
    return frozenset(unit.traits) | frozenset(OF_TYPE.get(unit.type, ()))


def split(unit: Unit) -> Cost:
    """How a unit's cost divides into points: by the chart, else by its nation's rule (52.C, 52.D.1.a, 52.D.2.a)."""
    if unit.rp:
        return {points: share for points, share in unit.rp.items() if share}
    if unit.nationality == "soviet":
        return {_soviet(unit): Fraction(1)}
    if unit.type in _SUPPLY or (unit.type in _TANKS and unit.size not in (Size.DIVISION, Size.CORPS)):
        return {"arm": Fraction(1)}
    if unit.type in _TANKS:
        return HALVES
    return UNLISTED if unit.type in _MIXED else {"inf": Fraction(1)}


def guessed(unit: Unit) -> bool:
    """Whether the chart should say how a unit's cost divides and does not: c/m units of other nations (52.D.1.a)."""
    return not unit.rp and unit.nationality != "soviet" and unit.type in _TANKS | _MIXED


def _soviet(unit: Unit) -> Points:
    """Armour for c/m units, artillery for guns and HQs, infantry for the rest (52.D.2.a)."""
    if unit.type in _GUNS or Trait.ROCKET in unit.traits or Trait.DIVISIONAL_HQ in unit.traits:
        return "art"
    return "arm" if unit.type in _TANKS | _MIXED | _SUPPLY else "inf"


def price(rulings: Rulings, unit: Unit) -> Fraction:
    """What a unit costs at full strength, before it is divided into points."""
    if unit.type in (UnitType.HQ, UnitType.ARMY_HQ) or Trait.DIVISIONAL_HQ in unit.traits:
        return HQ
    if unit.type is UnitType.POSITION_AA and unit.aa_points:
        points = unit.aa_points
        if rulings.position_aa_rounding == "up_to_pair":
            points = Fraction(-int(-points // 2) * 2)
        return points * AA_POINT
    if unit.type is UnitType.WAGON:
        return WAGON
    if unit.type is UnitType.TRUCK:
        return TRUCK
    if unit.type is UnitType.TRANSPORT:
        return unit.capacity * CAPACITY
    if Trait.MAJOR_DEPOT in unit.traits:
        return Fraction(rulings.major_depot_cost)
    return full_strength(unit) or unit.res_as("full") * RES_OF_NO_STRENGTH


def full_strength(unit: Unit) -> Fraction:
    """Half of attack plus defence, at full strength (52.A.3.b)."""
    return unit.counter.full.average if unit.counter else Fraction(0)


def strength_as(unit: Unit, condition: str) -> Fraction:
    """The strength of a condition of the unit."""
    if condition == "remnant":
        return unit.remnant.full.average if unit.remnant else Fraction(0)
    if condition == "cadre":
        return unit.counter.cadre.average if unit.counter and unit.counter.cadre else Fraction(0)
    return full_strength(unit)


def extra_turns(found: frozenset[Trait], limited: bool) -> int:
    """What a unit's traits add to the time, all of them together; two turns for any other limited unit."""
    named = sum(EXTRA_TURNS.get(trait, 0) for trait in found)
    return named or (OTHER_LIMITED_TURNS if limited else 0)


def turns_to_full(found: frozenset[Trait], limited: bool) -> int:
    """Turns from the eliminated box to full strength, for units without a cadre."""
    return BASE_TURNS + extra_turns(found, limited) + (DEPOT_TURNS if Trait.MAJOR_DEPOT in found else 0)


def turns_to_cadre(rulings: Rulings, found: frozenset[Trait], limited: bool) -> int:
    """Turns from the eliminated box to the cadre; those of limited units take twice as long (52.A.10.a)."""
    extra = extra_turns(found, limited)
    if not limited:
        return BASE_TURNS + extra
    readings = {
        "printed": max(BASE_TURNS, 2 * extra),
        "base_plus_double_extras": BASE_TURNS + 2 * extra,
        "double_all": 2 * (BASE_TURNS + extra),
    }
    return readings[rulings.limited_cadre_delay]


@dataclass(frozen=True)
class Discounts:
    """What changes the price of one replacement."""

    reduced: bool = False  # 52.A.2
    home: bool = False  # 52.A.9.a
    scarce: Fraction = Fraction(0)  # 52.A.11: the strength of which the cadre of a limited unit costs a tenth more


def cost(
    rulings: Rulings, parts: Mapping[Points, Fraction], step: Fraction, discounts: Discounts | None = None
) -> Cost:
    """The points for so much strength, divided as the unit divides, with what is taken off and put on."""
    found = discounts or Discounts()
    in_kind = found.home and rulings.home_discount_kind == "proportional"
    multiply = rulings.discount_stacking == "multiplicative"
    extra, rate = found.scarce * LIMITED_CADRE, 1 - HOME if in_kind else Fraction(1)
    whole = (step + extra) * rate if multiply else step * rate + extra
    paid: Cost = {points: share * whole for points, share in parts.items()}
    if found.home and not in_kind and "inf" in paid:
        paid["inf"] = max(Fraction(0), paid["inf"] - HOME * step)
    if found.reduced:
        scale = whole / step if multiply and step else Fraction(1)
        for points, off in _reduction(rulings, parts, step).items():
            paid[points] = max(Fraction(0), paid[points] - off * scale)
    return {points: amount for points, amount in paid.items() if amount}


def _reduction(rulings: Rulings, parts: Mapping[Points, Fraction], step: Fraction) -> Cost:
    """What the reduced rate takes off: 30 % of the whole step, from the infantry part (ruling reduced_rate_base)."""
    if rulings.reduced_rate_base == "all_kinds_70pct":
        return {points: share * step * REDUCED for points, share in parts.items()}
    if "inf" not in parts:
        return {}
    base = step if rulings.reduced_rate_base == "strength_step_off_inf" else step * parts["inf"]
    return {"inf": base * REDUCED}
