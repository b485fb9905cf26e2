"""What the other side would do about the gaps of a plan, found by trying its choices one place after the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from models.problem import ZERO, Raid


@dataclass(frozen=True)
class Strike:
    """Where how many units strike, and how many of them find a gap."""

    at: tuple[tuple[str, int], ...] = ()
    hits: Fraction = ZERO


def worst_strike(raid: Raid, gaps: Iterable[tuple[str, Fraction]]) -> Strike:
    """The strike that hits most; of equal ones the one that takes the earliest places."""
    open_at: dict[str, Fraction] = defaultdict(Fraction)
    for place, gap in gaps:
        open_at[place] += gap * raid.opens
    ways: dict[tuple[int, int], Strike] = {(0, 0): Strike()}  # parties and units sent so far -> the best of it
    for place, gap in open_at.items():
        for (parties, units), sent in list(ways.items()):
            for strength in _strengths(raid, gap):
                used = (parties + 1, units + strength)
                if used[0] > raid.parties or (raid.total is not None and used[1] > raid.total):
                    continue
                way = Strike((*sent.at, (place, strength)), sent.hits + min(gap, Fraction(strength)))
                if used not in ways or way.hits > ways[used].hits:
                    ways[used] = way
    return max(ways.values(), key=lambda way: (way.hits, -len(way.at)))


def _strengths(raid: Raid, gap: Fraction) -> range:
    """With how many units a party may strike at a place; where units are no object it comes in full strength."""
    full = ceil(gap) if raid.reach is None else min(raid.reach, ceil(gap))
    return range(1 if raid.total is not None else max(full, 1), full + 1)
