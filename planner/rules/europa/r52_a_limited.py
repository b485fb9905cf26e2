"""52.A.8, 52.A.10 and the nations' lists: so many REs of certain units a month, one month's worth saved."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.replacements import Limit, Trait
from models.units import Unit, UnitType
from models.words import Side
from planner.rules.europa.position import Position
from planner.rules.europa.r52_a_costs import traits
from planner.rules.interface import BudgetSpec, Rule

HALF = Fraction(1, 2)
ENGINEERS, MOUNTAIN, AIRBORNE, LIMITED = "engineers", "mountain", "air_droppable", "limited"
AXIS = {  # 52.D.1.b, for each nationality
    ENGINEERS: Fraction(1), "specialized_armour": Fraction(1), "artillery": Fraction(1), MOUNTAIN: Fraction(3),
    AIRBORNE: HALF, "amphibious": Fraction(1), "v_weapons": Fraction(1), "political_police": Fraction(1),
    "divisional_hq": Fraction(1), LIMITED: Fraction(1, 4),
}  # fmt: skip
SOVIET = {  # 52.D.2.f
    "cavalry": Fraction(6), "nkvd_political": Fraction(1), AIRBORNE: HALF, ENGINEERS: Fraction(1),
    MOUNTAIN: Fraction(3), "divisional_hq": Fraction(1), LIMITED: Fraction(1, 4), "specialized_armour": Fraction(1),
    "winterized": Fraction(3),
}  # fmt: skip
ALLIED = {  # 52.D.3.a, for each nationality
    ENGINEERS: Fraction(1), "specialized_armour": Fraction(1), "amphibious": Fraction(1), AIRBORNE: HALF,
    MOUNTAIN: Fraction(1), LIMITED: Fraction(1, 4), "divisional_hq": Fraction(1),
}  # fmt: skip
LISTS = {Side.AXIS: AXIS, Side.SOVIET: SOVIET, Side.ALLIED: ALLIED}
BY_UNIT = frozenset({ENGINEERS, "v_weapons", "divisional_hq"})  # counted by units, not by REs
OF_TRAIT: dict[Trait, tuple[str, Fraction]] = {  # category, and what part of its REs a unit loads it with
    Trait.COMMANDO: (LIMITED, Fraction(1)),
    Trait.LIMITED: (LIMITED, Fraction(1)),
    Trait.AMPHIBIOUS: ("amphibious", Fraction(1)),
    Trait.AIR_DROPPABLE: (AIRBORNE, Fraction(1)),
    Trait.GLIDER: (AIRBORNE, HALF),  # 52.A.11
    Trait.AIR_LANDING: (MOUNTAIN, Fraction(1)),
    Trait.MOUNTAIN: (MOUNTAIN, Fraction(1)),
    Trait.LIGHT: (MOUNTAIN, Fraction(1)),
    Trait.FANATICAL: ("political_police", Fraction(1)),
    Trait.POLITICAL_POLICE: ("political_police", Fraction(1)),
    Trait.ASSAULT_ENGINEER: (ENGINEERS, Fraction(1)),
    Trait.SPECIALIZED_ARMOUR: ("specialized_armour", Fraction(1)),
    Trait.ARTILLERY: ("artillery", Fraction(1)),
    Trait.CAVALRY: ("cavalry", Fraction(1)),
    Trait.WINTERIZED: ("winterized", Fraction(1)),
    Trait.NKVD_POLITICAL: ("nkvd_political", Fraction(1)),
    Trait.V_WEAPON: ("v_weapons", Fraction(1)),
    Trait.DIVISIONAL_HQ: ("divisional_hq", Fraction(1)),
}
ONLY_MOUNTAIN = frozenset({Side.SOVIET, Side.ALLIED})  # their lists name mountain units, not light or air-landing ones
CADRE_SHARE = HALF  # 52.A.10.b: of the REs by which a cadre grows
NEVER = frozenset({Trait.HIGH_MOUNTAIN})  # 52.D.1.b, 52.D.3.a
NEVER_TYPES = frozenset({UnitType.PORT_FORT, UnitType.FORT})

Draws = tuple[tuple[str, int, Fraction, bool], ...]


def never_replaced(unit: Unit) -> bool:
    """Port fortifications, fortified areas and zones, high mountain units (52.D.1.b, 52.D.3.a)."""
    return unit.type in NEVER_TYPES or not NEVER.isdisjoint(traits(unit))


def limits(position: Position, nationality: str) -> dict[str, Limit]:
    """The limited categories of a nationality: the text's list for its side, the player's lines over it."""
    found = {
        category: Limit(nationality=nationality, category=category, monthly=monthly)
        for category, monthly in LISTS[position.side].items()
    }
    ends = position.scenario.first_winter_ends
    if ends is not None and position.scenario.offset(ends) <= 0:
        found.pop("winterized", None)  # 52.D.2.f.ix
    for line in position.scenario.limits:
        if line.nationality == nationality:
            found[line.category] = line
    return found


def loads(position: Position, unit: Unit) -> dict[str, Fraction]:
    """The categories that a unit counts against, each with the part of its REs that counts there."""
    known = limits(position, unit.nationality)
    found: dict[str, Fraction] = {}
    for trait in traits(unit):
        if trait in (Trait.LIGHT, Trait.AIR_LANDING) and position.side in ONLY_MOUNTAIN:
            continue
        category, part = OF_TRAIT.get(trait, ("", Fraction(0)))
        if category in known:
            found[category] = max(part, found.get(category, Fraction(0)))
    return found


def limited(position: Position, unit: Unit) -> bool:
    """Whether a unit is of a limited kind for its nation."""
    return bool(loads(position, unit))


def draws(position: Position, unit: Unit, turn: int, res: Fraction, growing: bool = False) -> Draws:
    """What replacing so many REs of a unit takes from each of its categories; growing from a cadre takes half.

    The Soviet winter list counts all of it (52.D.2.f.ix), and categories counted by units count one.
    """
    found = []
    for category, part in loads(position, unit).items():
        share = CADRE_SHARE if growing and category != "winterized" else Fraction(1)
        amount = share if category in BY_UNIT else res * part * share
        if amount:
            found.append((f"limited:{unit.nationality}:{category}", turn, amount, True))
    return tuple(found)


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """A month's REs come in on its first turn; at most a month's worth is carried into the next month."""
    needed: set[tuple[str, str]] = set()
    for unit in position.scenario.units:
        needed |= {(unit.nationality, category) for category in loads(position, unit)}
    for nationality, category in sorted(needed):
        line = limits(position, nationality)[category]
        saved = min(line.saved, line.monthly)
        first = [position.scenario.turn_at(turn).number == 1 and turn > 0 for turn in position.turns]
        income = tuple(line.monthly if begins else Fraction(0) for begins in first)
        carried = tuple(line.monthly if begins else None for begins in first)
        words = category.replace("_", " ")
        yield BudgetSpec(
            f"limited:{nationality}:{category}", "52.A.10", f"Limited {words}, {nationality}", income,
            max(Fraction(0), saved + line.monthly - line.used), points="units" if category in BY_UNIT else "REs",
            carried=carried,
        )  # fmt: skip


RULE = Rule(id="52.A.10", title="Limited replacements", budgets=budgets)
