"""What the other side would do about the gaps of a plan, found by trying its choices one place after the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import ceil

from models.problem import ZERO, Raid


@dataclass(frozen=True)
class Strike:
    """Where how many units strike, and how many of them find a gap."""

    at: tuple[tuple[str, int], ...] = ()
    hits: Fraction = ZERO


def worst_strike(
    raid: Raid, gaps: Iterable[tuple[str, Fraction]], covered: Callable[[str], Fraction] = lambda _: ZERO
) -> Strike:
    """The strike that hits most; of equal ones the one that takes the earliest places.

    `covered` tells how many helpers a demand has, where the raid knows of helpers.
    """
    open_at: dict[str, Fraction] = defaultdict(Fraction)
    for place, gap in gaps:
        open_at[place] += gap * raid.opens
    if raid.helpers:
        posts = [reached for name, reached in raid.helpers for _ in range(int(covered(name)))]
        return _worst_beyond_help(raid, open_at, posts)
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


def _worst_beyond_help(raid: Raid, open_at: dict[str, Fraction], posts: list[tuple[str, ...]]) -> Strike:
    """Try every set of places; helpers then go where they save most, one place each."""
    targets = [place for place, gap in open_at.items() if gap]
    worst = Strike()
    for size in range(1, min(raid.parties, len(targets)) + 1):
        for chosen in combinations(targets, size):
            lost = _without_help(chosen, posts)
            full = {place: int(min(open_at[place], raid.reach or open_at[place])) for place in lost}
            hits = Fraction(sum(full.values()))
            hits = hits if raid.total is None else min(hits, Fraction(raid.total))
            if hits > worst.hits:
                worst = Strike(tuple(full.items()), hits)
    return worst


def _without_help(struck: tuple[str, ...], posts: list[tuple[str, ...]]) -> list[str]:
    """The places that nobody can be spared for: a helper is moved on if the place it leaves finds another."""
    sent: dict[int, str] = {}

    def find(place: str, asked: set[int]) -> bool:
        for post, reached in enumerate(posts):
            if place in reached and post not in asked:
                asked.add(post)
                if post not in sent or find(sent[post], asked):
                    sent[post] = place
                    return True
        return False

    return [place for place in struck if not find(place, set())]
