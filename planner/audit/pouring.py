"""Pours offers into duties, the dearest first, rearranging what was poured before but never taking cover away.

REs that divide can be rearranged freely, so pouring the dearest duty first loses nothing (the amounts that can be
covered together form a polymatroid, on which the greedy way is best). Offers that do not divide go last, whole.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from models.problem import ZERO, Credit, Duty, Rounding
from planner.audit.pricing import Left, Prices


@dataclass(eq=False, slots=True)
class Offer:
    """Equal credits of several units, as far as their duties are still open."""

    credit: Credit
    times: int
    duties: tuple[Duty, ...]


Choice = list[tuple[Offer, int, Fraction]]  # offer, demand, what it gives there
GroupsOf = Sequence[tuple[int, ...]]  # demand -> its penalty groups


@dataclass(frozen=True)
class Poured:
    """What was given, and whether nothing better can be."""

    parts: Choice
    exact: bool


def pour(offers: list[Offer], gaps: Mapping[int, Fraction], groups_of: GroupsOf, prices: Prices) -> Poured:
    """Fill the gaps, the dearest first, and say whether it is certain that nothing saves more."""
    slope = {demand: prices.slope(groups_of[demand]) for demand in gaps}
    order = sorted(gaps, key=lambda demand: (tuple(-part for part in slope[demand]), groups_of[demand], demand))
    dividing = [offer for offer in offers if offer.credit.divisible and not offer.credit.part]
    whole = [offer for offer in offers if not offer.credit.divisible or offer.credit.part]
    parts, left = _divided(dividing, order, gaps)
    for offer in whole:
        part = offer.credit.part
        for _ in range(offer.times * int(offer.credit.duties[0].amount / part) if part else offer.times):
            duty = max(offer.duties, key=lambda d: _saved(slope[d.demand], min(part or d.amount, left[d.demand])))
            if left[duty.demand] > 0:
                parts.append((offer, duty.demand, part or duty.amount))
                left[duty.demand] = max(ZERO, left[duty.demand] - (part or duty.amount))
    paired = any(duty.paired for offer in offers for duty in offer.duties)
    if paired or not any(left.values()):
        return Poured(parts, exact=not paired)
    alike = all(len({duty.amount for duty in offer.duties}) == 1 for offer in whole)
    return Poured(parts, alike and _nothing_saves_more(left, _divided(offers, order, gaps)[1], groups_of, prices))


def _nothing_saves_more(
    left: Mapping[int, Fraction], least: Mapping[int, Fraction], groups_of: GroupsOf, prices: Prices
) -> bool:
    """Whether what is left costs no more than what dividing everything would leave.

    Rounding up never costs less than in proportion, so that a price in proportion is a floor under every way of
    counting. Otherwise the rounding may be worth playing with, unless one group alone is rounded and nothing that is
    weighed with it or after it could be filled instead.
    """
    groups = {g for demand in left for g in groups_of[demand]}
    rounded = {g for g in groups if not prices.proportional(g)}
    if any(prices.groups[g].rounding is Rounding.FULL for g in rounded):
        return False
    in_proportion = list(prices.nothing)
    for demand, gap in least.items():
        in_proportion = [a + b * gap for a, b in zip(in_proportion, prices.slope(groups_of[demand]), strict=True)]
    cost = _cost(left, groups_of, prices)
    if cost == tuple(in_proportion):
        return True
    if len(rounded) != 1:
        return False
    from_tier = next((n for n, part in enumerate(prices.slope(tuple(rounded))) if part), len(prices.nothing))
    alone = not any(any(prices.slope((g,))[from_tier:]) for g in groups - rounded)
    return alone and cost == _cost(least, groups_of, prices)


def _divided(offers: list[Offer], order: list[int], gaps: Mapping[int, Fraction]) -> tuple[Choice, dict[int, Fraction]]:
    """What offers give if all of them divide, and what is still missing then."""
    flow = _Flow(offers)
    left = {demand: gaps[demand] - flow.fill(demand, gaps[demand]) for demand in order}
    return [(offer, demand, amount) for (offer, demand), amount in flow.given.items() if amount], left


def _cost(left: Mapping[int, Fraction], groups_of: GroupsOf, prices: Prices) -> tuple[Fraction, ...]:
    by_group: Left = defaultdict(Fraction)
    for demand, gap in left.items():
        for group in groups_of[demand]:
            by_group[group] += gap
    return prices.of(by_group)


def _saved(slope: tuple[Fraction, ...], amount: Fraction) -> tuple[Fraction, ...]:
    return tuple(part * amount for part in slope)


class _Flow:
    """Offers with room left, and who gives what to whom."""

    def __init__(self, offers: list[Offer]) -> None:
        self.room = {offer: offer.credit.duties[0].amount * offer.times for offer in offers}
        self.given: dict[tuple[Offer, int], Fraction] = {}
        self.open_to: dict[int, list[Offer]] = {}
        for offer in offers:
            for duty in offer.duties:
                self.open_to.setdefault(duty.demand, []).append(offer)

    def fill(self, demand: int, wanted: Fraction) -> Fraction:
        """Pour into a duty as much as can be had, by chains of rearrangement."""
        filled = ZERO
        while filled < wanted and (chain := self._chain(demand)):
            amount = min(wanted - filled, self.room[chain[-1][1]])
            for (_, before), (target, _) in pairwise(chain):
                amount = min(amount, self.given[before, target])
            for number, (target, offer) in enumerate(chain):
                self.given[offer, target] = self.given.get((offer, target), ZERO) + amount
                if number:
                    self.given[chain[number - 1][1], target] -= amount
            self.room[chain[-1][1]] -= amount
            filled += amount
        return filled

    def _chain(self, demand: int) -> list[tuple[int, Offer]]:
        """A shortest chain (duty, offer), (duty of that offer, other offer), ... to an offer with room."""
        came: dict[Offer, tuple[int, Offer | None]] = {}
        queue: deque[Offer] = deque()
        for offer in self.open_to.get(demand, ()):
            came[offer] = (demand, None)
            queue.append(offer)
        while queue:
            offer = queue.popleft()
            if self.room[offer] > 0:
                chain: list[tuple[int, Offer]] = []
                at: Offer | None = offer
                while at is not None:
                    target, before = came[at]
                    chain.append((target, at))
                    at = before
                return chain[::-1]
            for duty in offer.duties:
                if self.given.get((offer, duty.demand), ZERO) > 0:
                    for other in self.open_to[duty.demand]:
                        if other not in came:
                            came[other] = (duty.demand, offer)
                            queue.append(other)
        return []
