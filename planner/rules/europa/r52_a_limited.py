"""52.A.8, 52.A.10 and the nations' lists: so many REs of certain units a month, one month's worth saved."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.replacements import Limit, Trait
from models.units import WORKS, Unit, UnitType
from models.words import Side
from planner.rules.europa.position import Position
from planner.rules.europa.r52_a_costs import traits
from planner.rules.europa.r52_a_declaring import freed, saved_is_lost
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
NEVER = frozenset({Trait.HIGH_MOUNTAIN})  # 52.D.1.b, 52.D.3.a
NEVER_TYPES = WORKS | {UnitType.FORT}

Draws = tuple[tuple[str, int, Fraction, bool], ...]


def never_replaced(unit: Unit) -> bool:
    """Port fortifications, fortified areas and zones, high mountain units (52.D.1.b, 52.D.3.a)."""
    return unit.type in NEVER_TYPES or not NEVER.isdisjoint(traits(unit))


def limits(position: Position, nationality: str) -> dict[str, Limit]:
    """The limited categories of a nationality: the text's list for its side, the player's lines over it."""
    if nationality not in position.limits:
        position.limits[nationality] = _limits(position, nationality)
    found: dict[str, Limit] = position.limits[nationality]
    return found


def _limits(position: Position, nationality: str) -> dict[str, Limit]:
    scope = position.rulings.axis_limits_scope == "per_nationality" or nationality == "german"
    listed = LISTS[position.side] if scope or position.side is not Side.AXIS else {}
    found = {
        category: Limit(nationality=nationality, category=category, monthly=monthly)
        for category, monthly in listed.items()
    }
    ends = position.scenario.first_winter_ends
    if ends is not None and position.scenario.offset(ends) <= 0:
        found.pop("winterized", None)  # 52.D.2.f.ix
    for line in position.scenario.limits:
        if line.nationality == nationality:
            found[line.category] = line
    return found


def loads(position: Position, unit: Unit, turn: int) -> dict[str, Fraction]:
    """The categories that a unit counts against, each with the part of its REs that counts there."""
    known = limits(position, unit.nationality)
    found: dict[str, Fraction] = {}
    lost = freed(position, unit, turn)
    if lost == "mountain" and position.rulings.dropped_mountain_counts_as_light_limit == "true":
        return {MOUNTAIN: Fraction(1)} if position.side is Side.AXIS and MOUNTAIN in known else found
    if lost:
        return found  # 52.A.8.a
    for trait in traits(unit):
        if trait in (Trait.LIGHT, Trait.AIR_LANDING) and position.side in ONLY_MOUNTAIN:
            continue
        category, part = OF_TRAIT.get(trait, ("", Fraction(0)))
        if trait is Trait.FANATICAL and position.rulings.ss_uses_political_budget == "false":
            continue
        if trait is Trait.COMMANDO and position.rulings.commando_budget == "own":
            category = "commando"
        if category in known:
            found[category] = max(part, found.get(category, Fraction(0)))
    return found


def limited(position: Position, unit: Unit, turn: int) -> bool:
    """Whether a unit is of a limited kind for its nation."""
    return bool(loads(position, unit, turn))


def draws(position: Position, unit: Unit, turn: int, res: Fraction, growing: bool = False) -> Draws:
    """What replacing so many REs of a unit takes from each of its categories; growing from a cadre takes half.

    The Soviet winter list counts all of it (52.D.2.f.ix), and categories counted by units count one.
    """
    found = []
    rulings = position.rulings
    for category, part in loads(position, unit, turn).items():
        growth = rulings.winterized_cadre_re_fraction if category == "winterized" else rulings.limited_cadre_re_fraction
        share = Fraction(growth) if growing else Fraction(1)
        amount = share if category in BY_UNIT else res * part * share
        if amount:
            found.append((f"limited:{unit.nationality}:{category}", turn, amount, True))
    return tuple(found)


def _saves_nothing(position: Position) -> bool:
    return position.side is Side.ALLIED and position.rulings.allied_limited_saving == "false"


def _not_yet(position: Position) -> bool:
    """Whether the Soviet Union has not been invaded yet: its limited REs begin the turn after (52.D.2.f)."""
    invaded = position.scenario.invaded
    return position.side is Side.SOVIET and invaded is not None and position.scenario.offset(invaded) >= 0


def _months(position: Position) -> list[bool]:
    """The turns in which a month's REs come in: the first of each month, for the Soviets from the invasion on."""
    begun = position.scenario.offset(position.scenario.invaded) + 1 if _not_yet(position) else 0
    return [
        (position.scenario.turn_at(turn).number == 1 and turn > max(0, begun)) or (_not_yet(position) and turn == begun)
        for turn in position.turns
    ]


def _part_of_month(position: Position, turn: int) -> Fraction:
    """All of a month's REs; or of the month of the invasion only what its turns are worth (ruling first_month)."""
    if position.rulings.first_month == "full" or not _not_yet(position):
        return Fraction(1)
    per_month = position.scenario.turns_per_month
    return Fraction(per_month + 1 - position.scenario.turn_at(turn).number, per_month)


def _losing(position: Position, nationality: str, category: str) -> list[bool]:
    return [saved_is_lost(position, nationality, category, turn) for turn in position.turns]


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """A month's REs come in on its first turn; at most a month's worth is carried into the next month."""
    needed: set[tuple[str, str]] = set()
    for unit in position.scenario.units:
        needed |= {(unit.nationality, category) for turn in position.turns for category in loads(position, unit, turn)}
    for nationality, category in sorted(needed):
        line = limits(position, nationality)[category]
        most = Fraction(0) if _saves_nothing(position) else line.monthly
        saved = min(line.saved, most)
        first = _months(position)
        income = tuple(
            line.monthly * _part_of_month(position, turn) if begins else Fraction(0)
            for turn, begins in enumerate(first)
        )
        carried = tuple(
            Fraction(0) if begins and lost else most if begins else line.monthly if lost else None
            for begins, lost in zip(first, _losing(position, nationality, category), strict=True)
        )
        words = category.replace("_", " ")
        yield BudgetSpec(
            f"limited:{nationality}:{category}", "52.A.10", f"Limited {words}, {nationality}", income,
            Fraction(0) if _not_yet(position) else max(Fraction(0), saved + line.monthly - line.used), carried=carried,
            points="units" if category in BY_UNIT else "REs",
        )  # fmt: skip


RULE = Rule(id="52.A.10", title="Limited replacements", budgets=budgets)
