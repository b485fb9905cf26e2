"""The arithmetic of 4.3 to 4.7 that no order decides: objectives, lengths, engagement, reactions, losses, surrender."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from models.pg2_map import STRENGTH, Size

OBJECTIVE_TABLE = {  # objectives -> the attacker starts with, the defender starts with, needed for victory (4.4.1.1)
    2: (0, 2, 2), 3: (1, 2, 2), 4: (1, 3, 3), 6: (1, 5, 4), 8: (2, 6, 6), 10: (2, 8, 8), 12: (2, 10, 10),
}  # fmt: skip
# turns in all (4.4.4, 4.5.4, 4.5.5, 4.7.3)
STANDARD, BLITZ, BREAKTHROUGH, BLITZ_BREAKTHROUGH, PARTISAN = 22, 27, 12, 17, 12
LATE_ENTRY = 7  # turn in which the force with less time joins a combined Blitz breakthrough (4.5.5)


def battle_turns(turns: int) -> int:
    """Turns of fighting: all but the first, for deployment, and the last, for accounting (4.4.2)."""
    return turns - 2


def to_capture(objectives: int) -> int:
    """How many objectives the attacker must take beyond those it starts with (4.4.1.1)."""
    starts_with, _, needed = OBJECTIVE_TABLE[objectives]
    return needed - starts_with


def free_divisions(attackers: int, defenders: int) -> int:
    """Divisions of the defender that an attack does not engage (4.3.4.2)."""
    return max(0, defenders - attackers)


@dataclass(frozen=True)
class Announcement:
    """What a side says in its part of the Operations Phase: new attacks, and battles that it reinforces."""

    attacks: frozenset[str] = frozenset()
    reinforces: frozenset[str] = frozenset()


def open_to_reaction(said: Sequence[Announcement]) -> frozenset[str]:
    """Where the side whose turn it is may react: to what the other side has just attacked or reinforced (4.3.4.1)."""
    return said[-1].attacks | said[-1].reinforces if said else frozenset()


def airports(city: Size, air_base: bool) -> int:
    """Airports of a defender: one, and more for a city or an air base (4.4.1.2)."""
    return 1 + max({Size.NONE: 0, Size.MINOR: 1, Size.MAJOR: 2}[city], 2 if air_base else 0)


def ferries(armies: int, bridging_engineers: int, defender: bool) -> int:
    """Naval transports that stand for ferries: one an army, one a bridging engineer, one for the defender (4.4.1.3)."""
    return armies + bridging_engineers + int(defender)


def half(strength: int) -> int:
    """Strength with which a unit in formed condition fights partisans, rounded up (4.7.3.2)."""
    return ceil(strength / 2)


def halves(strength: int) -> tuple[int, int]:
    """The two parts of a unit that hunts partisans; together they are the whole unit (4.7.3.2)."""
    return half(strength), strength - half(strength)


def least_left(strength: int) -> int:
    """What a unit in formed condition has left at worst: it is damaged, never destroyed (4.7.3.2)."""
    return max(1, strength - half(strength))


def captured(strength: int) -> int:
    """Strength of equipment that is captured (4.4.5.4)."""
    return strength // 2


def partisans_from(surrendered: int) -> tuple[int, int]:
    """Partisan strength from units that surrender, and how many units of 5 it makes (4.4.5.4)."""
    points = surrendered // 3
    return points, points // STRENGTH
