"""What gaps cost: group by group, rounded as the rule says, in exact fractions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from models.problem import ZERO, PenaltyGroup, Raid, Rounding, Tier
from models.quantities import pretty
from planner.audit.raids import worst_strike

Left = dict[int, Fraction]  # penalty group -> gap


@dataclass(frozen=True)
class Bill:
    """What a group's gaps come to, and the sum as a player would write it down."""

    gap: Fraction
    amount: Fraction
    arithmetic: str


def bill(
    group: PenaltyGroup, gaps: Sequence[tuple[str, Fraction]], currency: str, covered: Callable[[str], Fraction]
) -> Bill:
    """Price the gaps of a group, each with its place; `covered` tells the cover of any demand."""
    gap = sum((gap for _, gap in gaps), ZERO)
    if group.raid is None or not gap:
        return Bill(gap, price(group, gap), arithmetic(group, [gap for _, gap in gaps], currency))
    strike = worst_strike(group.raid, gaps, covered)
    amount = group.price * strike.hits
    told = " + ".join(f"{strength} at {place}" for place, strength in strike.at)
    told = f"({told})" if len(strike.at) > 1 else told
    line = f"{told} x {pretty(group.price)} {currency} = {pretty(amount)}"
    if group.counted:
        hits, place = _with_one_more(group.raid, gaps, covered)
        saved = amount - group.price * hits
        line += f"; one more at {place} saves {pretty(saved)}" if saved else "; one more anywhere saves nothing yet"
    return Bill(gap, amount, line)


def _with_one_more(
    raid: Raid, gaps: Sequence[tuple[str, Fraction]], covered: Callable[[str], Fraction]
) -> tuple[Fraction, str]:
    """What a raid still hits if there were one more where it helps most, and where that is."""
    open_at: dict[str, Fraction] = {}
    for place, gap in gaps:
        open_at[place] = open_at.get(place, ZERO) + gap
    tries = ((place, open_at | {place: max(ZERO, gap - 1)}) for place, gap in open_at.items() if gap)
    return min((worst_strike(raid, left.items(), covered).hits, place) for place, left in tries)


def price(group: PenaltyGroup, gap: Fraction) -> Fraction:
    """What a group's gap costs."""
    return group.price * steps(group, gap)


def steps(group: PenaltyGroup, gap: Fraction) -> Fraction:
    """How many times the price is due."""
    if group.rounding is Rounding.STARTED:
        return Fraction(ceil(gap / group.per))
    return Fraction(floor(gap / group.per)) if group.rounding is Rounding.FULL else gap / group.per


def arithmetic(group: PenaltyGroup, gaps: Iterable[Fraction], currency: str) -> str:
    """The sum as a player would write it down: '1 + ½ = 1½ missing, 2 started steps of 1 x 1 = 2'."""
    parts = [gap for gap in gaps if gap]
    total = sum(parts, ZERO)
    added = f"{' + '.join(pretty(gap) for gap in parts)} = " if len(parts) > 1 else ""
    amount = price(group, total)
    line = f"{added}{pretty(total)} missing"
    if group.rounding is Rounding.PROPORTIONAL:
        over = f" / {pretty(group.per)}" if group.per != 1 else ""
        return f"{line}{over} x {pretty(group.price)} {currency} = {pretty(amount)}"
    word = "started" if group.rounding is Rounding.STARTED else "full"
    number = steps(group, total)
    of = "" if group.per == 1 else f" {pretty(group.per)}s" if number != 1 else f" {pretty(group.per)}"
    return f"{line}, {pretty(number)} {word}{of} x {pretty(group.price)} {currency} = {pretty(amount)}"


class Prices:
    """Penalties as the tiers weigh them."""

    def __init__(self, groups: Sequence[PenaltyGroup], tiers: Sequence[Tier]) -> None:
        self.groups = groups
        self.rates = [dict(tier.currencies) for tier in tiers if tier.currencies]
        self.nothing: tuple[Fraction, ...] = (ZERO,) * len(self.rates)

    def proportional(self, group: int) -> bool:
        """Whether a group's gaps may be priced one by one."""
        return self.groups[group].rounding is Rounding.PROPORTIONAL

    def slope(self, groups: Sequence[int]) -> tuple[Fraction, ...]:
        """What one more of a gap costs, tier by tier, rounding left aside."""
        cost = list(self.nothing)
        for group in (self.groups[number] for number in groups):
            for tier, rates in enumerate(self.rates):
                if group.counted and group.currency in rates:
                    cost[tier] += group.price / group.per * group.weight * rates[group.currency]
        return tuple(cost)

    def of(self, left: Mapping[int, Fraction]) -> tuple[Fraction, ...]:
        """What gaps cost, tier by tier."""
        cost = list(self.nothing)
        for number, gap in left.items():
            group = self.groups[number]
            if gap and group.counted:
                amount = price(group, gap) * group.weight
                for tier, rates in enumerate(self.rates):
                    if group.currency in rates:
                        cost[tier] += amount * rates[group.currency]
        return tuple(cost)
