"""Counts units to the best advantage where nobody has said for which duty each of them counts.

Offers that share duties form a knot. A small knot is untied offer by offer; what remains open is kept as the set of
ways of which none covers more of everything than another. Knots that meet in one rounded group (a zone) are added up
before the group is priced. A large knot is poured out instead (`pouring`), which is exact where REs divide.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor, gcd, lcm, prod

from models.problem import ZERO, Credit, Duty
from planner.audit.pouring import Choice, GroupsOf, Offer, pour
from planner.audit.pricing import Left, Prices

MOST_STATES = 3_000  # of a knot that is untied
ONE = Fraction(1)
Gaps = dict[int, Fraction]  # demand -> what is still missing
Given = dict[Credit, dict[int, Fraction]]  # offer -> demand -> what it gives there in all


@dataclass(frozen=True)
class Count:
    """Who gives what to which duty."""

    given: Given
    exact: bool


_Frontier = list[tuple[Left, Choice]]


def count_best(offers: Mapping[Credit, int], needs: Gaps, groups_of: GroupsOf, prices: Prices) -> Count:
    """Give every offer to the duties where it saves most, tier by tier."""
    gaps = {demand: need for demand, need in needs.items() if need > 0}
    given: Given = defaultdict(lambda: defaultdict(Fraction))
    choosy = _give_where_there_is_no_choice(
        [Offer(credit, times, credit.duties) for credit, times in offers.items()], gaps, given
    )
    pools = _pooled(choosy, gaps, groups_of)
    pooled_gaps = {leader: sum((gaps[demand] for demand in members), ZERO) for leader, members in pools.items()}
    exact = True
    knotted: set[int] = set()
    frontiers: list[_Frontier] = []
    for knot_offers, demands in _knots(choosy, pools):
        knot = _Knot(knot_offers, demands, pooled_gaps, groups_of, prices)
        if knot.small:
            frontiers.append(knot.untie())
        else:
            cut = pour(knot_offers, {demand: pooled_gaps[demand] for demand in demands}, groups_of, prices)
            frontiers.append([(knot.left_after(cut.parts), cut.parts)])
            exact &= cut.exact
        knotted.update(demands)
    elsewhere: Left = defaultdict(Fraction)
    for demand in pooled_gaps.keys() - knotted:
        for group in groups_of[demand]:
            elsewhere[group] += pooled_gaps[demand]
    choices, every_way = _best_together([[(elsewhere, [])], *frontiers], prices)
    for choice in choices:
        for offer, leader, amount in choice:
            _book(given[offer.credit], pools[leader], amount, gaps)
    return Count({credit: dict(parts) for credit, parts in given.items()}, exact and every_way)


def _give_where_there_is_no_choice(offers: list[Offer], gaps: Gaps, given: Given) -> list[Offer]:
    """An offer with one open duty left goes there; what it fills may leave others without a choice."""
    while True:
        choosy = []
        for offer in offers:
            offer.duties = tuple(duty for duty in offer.duties if duty.demand in gaps)
            if len(offer.duties) == 1 and not offer.duties[0].paired:
                duty = offer.duties[0]
                given[offer.credit][duty.demand] += duty.amount * offer.times
                gaps[duty.demand] -= duty.amount * offer.times
                if gaps[duty.demand] <= 0:
                    del gaps[duty.demand]
            elif offer.duties:
                choosy.append(offer)
        if len(choosy) == len(offers):
            return choosy
        offers = choosy


def _pooled(offers: list[Offer], gaps: Gaps, groups_of: GroupsOf) -> dict[int, list[int]]:
    """Demands that cost the same and are open to the same divisible offers are one, led by the first."""
    served: dict[int, set[int]] = defaultdict(set)
    single: set[int] = set()
    for number, offer in enumerate(offers):
        for duty in offer.duties:
            served[duty.demand].add(number)
            if not offer.credit.divisible or offer.credit.part or duty.paired:
                single.add(duty.demand)
    leaders: dict[object, int] = {}
    pools: dict[int, list[int]] = defaultdict(list)
    for demand in gaps:
        alike = demand if demand in single else (groups_of[demand], frozenset(served[demand]))
        pools[leaders.setdefault(alike, demand)].append(demand)
    for offer in offers:
        offer.duties = tuple(duty for duty in offer.duties if duty.demand in pools)
    return pools


def _book(given: dict[int, Fraction], members: list[int], amount: Fraction, gaps: Gaps) -> None:
    """Book what an offer gives to a pool on its members, one after the other."""
    for demand in members:
        part = min(amount, gaps[demand]) if len(members) > 1 else amount
        if part > 0:
            given[demand] += part
            gaps[demand] -= part
            amount -= part


def _knots(offers: list[Offer], pools: Mapping[int, object]) -> Iterator[tuple[list[Offer], list[int]]]:
    """Offers and demands that hang together."""
    leader = {demand: demand for demand in pools}

    def find(demand: int) -> int:
        while leader[demand] != demand:
            leader[demand] = leader[leader[demand]]
            demand = leader[demand]
        return demand

    for offer in offers:
        for duty in offer.duties[1:]:
            leader[find(duty.demand)] = find(offer.duties[0].demand)
    knots: dict[int, tuple[list[Offer], set[int]]] = {}
    for offer in offers:
        members, demands = knots.setdefault(find(offer.duties[0].demand), ([], set()))
        members.append(offer)
        demands.update(duty.demand for duty in offer.duties)
    for members, demands in knots.values():
        yield members, sorted(demands)


class _Knot:
    """Offers that compete for the same duties. A state is what is covered of each demand, then by pairs only."""

    def __init__(
        self, offers: list[Offer], demands: list[int], gaps: Gaps, groups_of: GroupsOf, prices: Prices
    ) -> None:
        self.offers = sorted(offers, key=lambda offer: (offer.duties[0].demand, len(offer.duties)))
        self.gaps, self.groups_of, self.prices = gaps, groups_of, prices
        self.place = {demand: n for n, demand in enumerate(demands)}
        amounts = [gaps[d] for d in demands] + [duty.amount for offer in offers for duty in offer.credit.duties]
        amounts += [prices.groups[g].per for d in demands for g in groups_of[d]]
        ticks = lcm(*(amount.denominator for amount in amounts))
        self.grain = Fraction(gcd(*(int(amount * ticks) for amount in amounts)), ticks)
        pairs = [duty for offer in offers for duty in offer.duties if duty.paired]
        states = prod(int(gaps[demand] / self.grain) + 2 for demand in demands) * (len(pairs) + 1)
        self.small = states <= MOST_STATES

    def untie(self) -> _Frontier:
        """Every worthwhile way of counting, as gaps by penalty group."""
        ways: dict[tuple[Fraction, ...], Choice] = {(ZERO,) * (2 * len(self.place)): []}
        for offer in self.offers:
            found: dict[tuple[Fraction, ...], Choice] = {}
            divisible = offer.credit.divisible
            size = offer.credit.duties[0].amount * offer.times if divisible else Fraction(offer.times)
            for covered, chain in ways.items():
                for parts in self._split(offer.duties, size, offer.credit, covered):
                    after = self._after(covered, parts)
                    if after not in found:
                        found[after] = [*chain, *((offer, duty.demand, amount) for duty, amount in parts)]
            ways = self._worthwhile(found)
        return [(self._left(covered), chain) for covered, chain in ways.items()]

    def _split(
        self, duties: tuple[Duty, ...], size: Fraction, credit: Credit, covered: tuple[Fraction, ...]
    ) -> Iterator[list[tuple[Duty, Fraction]]]:
        """Ways to share a size (REs, or units) out among duties."""
        if not duties:
            yield []
            return
        duty, *others = duties
        gap = max(ZERO, self.gaps[duty.demand] - covered[self.place[duty.demand]])
        unit, each = (credit.part or self.grain, ONE) if credit.divisible else (ONE, duty.amount)
        wanted = _round_up(_round_up(gap, ONE) / each if duty.paired else gap / each, unit)
        most = min(size, wanted)
        amount = ZERO if others else most
        while amount <= most:
            for rest in self._split(tuple(others), size - amount, credit, covered):
                yield [(duty, amount * each), *rest] if amount else rest
            amount += unit

    def _after(self, covered: tuple[Fraction, ...], parts: list[tuple[Duty, Fraction]]) -> tuple[Fraction, ...]:
        now = list(covered)
        for duty, amount in parts:
            at = self.place[duty.demand]
            if duty.paired:
                now[at + len(self.place)] += amount
            else:
                now[at] = min(self.gaps[duty.demand], now[at] + amount)
        return tuple(now)

    def _left(self, covered: tuple[Fraction, ...]) -> Left:
        left: Left = defaultdict(Fraction)
        for demand, at in self.place.items():
            pairs = floor(covered[at + len(self.place)])
            gap = max(ZERO, self.gaps[demand] - covered[at] - pairs)
            for group in self.groups_of[demand]:
                left[group] += gap
        return left

    def left_after(self, parts: Choice) -> Left:
        """The gaps by penalty group after a way of counting."""
        given = {(offer, duty.demand): duty for offer, _, _ in parts for duty in offer.duties}
        covered: tuple[Fraction, ...] = (ZERO,) * (2 * len(self.place))
        for offer, demand, amount in parts:
            covered = self._after(covered, [(given[offer, demand], amount)])
        return self._left(covered)

    def _worthwhile(self, found: dict[tuple[Fraction, ...], Choice]) -> dict[tuple[Fraction, ...], Choice]:
        """Leave out what covers no more of anything than another way does."""
        kept: list[tuple[Fraction, ...]] = []
        for covered in sorted(found, key=lambda c: (-sum(c), c)):
            if not any(all(a >= b for a, b in zip(better, covered, strict=True)) for better in kept[:100]):
                kept.append(covered)
        return {covered: found[covered] for covered in kept}


def _round_up(amount: Fraction, unit: Fraction) -> Fraction:
    return -(-amount // unit) * unit


def _best_together(frontiers: list[_Frontier], prices: Prices) -> tuple[list[Choice], bool]:
    """One way in every knot so that the penalties of all together are least, and whether every way was tried."""
    every_way = True
    last_seen = {
        group: n for n, frontier in enumerate(frontiers) for left, _ in frontier for group in left
    }  # a rounded group is priced when its last knot is added
    ways: list[tuple[tuple[Fraction, ...], Left, list[Choice]]] = [(prices.nothing, {}, [])]
    for n, frontier in enumerate(frontiers):
        best: dict[tuple[tuple[int, Fraction], ...], tuple[tuple[Fraction, ...], Left, list[Choice]]] = {}
        for cost, pending, choices in ways:
            for left, choice in frontier:
                total = {g: pending.get(g, ZERO) + left.get(g, ZERO) for g in {*pending, *left}}
                closed = {g: gap for g, gap in total.items() if prices.proportional(g) or last_seen[g] <= n}
                still = {g: gap for g, gap in total.items() if g not in closed}
                price = tuple(a + b for a, b in zip(cost, prices.of(closed), strict=True))
                key = tuple(sorted(still.items()))
                if key not in best or price < best[key][0]:
                    best[key] = (price, still, [*choices, choice])
        every_way &= len(best) <= MOST_STATES
        ways = sorted(best.values(), key=lambda way: way[0])[:MOST_STATES]
    return min(ways, key=lambda way: way[0])[2], every_way
