"""What a peer did: time-stamped values and bounds of each tier, and how each ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

Clock = Callable[[], float]
TIER_SHARE = 0.6  # of the time that is left goes to the tier at hand at most, for every peer alike


@dataclass(frozen=True, slots=True)
class Seen:
    """At one moment: the best value and the bound of a tier."""

    at: float  # seconds since the peer began to work on the problem
    tier: str
    value: Fraction | None
    bound: Fraction | None


@dataclass(slots=True)
class TierEnd:
    """How one tier ended."""

    name: str
    value: Fraction | None
    bound: Fraction | None
    proven: bool
    began: float
    seconds: float


@dataclass(slots=True)
class Course:
    """All that is known of one run through the tiers."""

    seen: list[Seen] = field(default_factory=list)
    ends: list[TierEnd] = field(default_factory=list)
    note: str = ""

    def see(self, at: float, tier: str, value: Fraction | None, bound: Fraction | None) -> None:
        """Note a value, a bound or both."""
        self.seen.append(Seen(at, tier, value, bound))

    def end(self, end: TierEnd) -> None:
        """Note how a tier ended."""
        self.ends.append(end)
        self.see(end.began + end.seconds, end.name, end.value, end.bound)


def gap_at(course: Course, tier: str, seconds: float, from_its_start: bool = False) -> Fraction | None:
    """The relative gap of a tier after so many seconds; None while there is no value.

    Values only fall and bounds only rise; a tier that is proven before that moment has no gap.
    """
    began = next((end.began for end in course.ends if end.name == tier), 0.0) if from_its_start else 0.0
    values = [seen.value for seen in course.seen if seen.tier == tier and seen.at - began <= seconds]
    bounds = [seen.bound for seen in course.seen if seen.tier == tier and seen.at - began <= seconds]
    known = [value for value in values if value is not None]
    if not known:
        return None
    value, bound = min(known), max((bound for bound in bounds if bound is not None), default=Fraction(0))
    return Fraction(0) if value <= bound else (value - bound) / max(abs(value), Fraction(1))


def time_to_gap(course: Course, tier: str, gap: Fraction) -> float | None:
    """Seconds from the start of a tier until its gap is no larger than this; None if it never was."""
    end = next((end for end in course.ends if end.name == tier), None)
    if end is None:
        return None
    moments = sorted({seen.at for seen in course.seen if seen.tier == tier and seen.at >= end.began})
    for moment in moments:
        left = gap_at(course, tier, moment)
        if left is not None and left <= gap:
            return moment - end.began
    return None
