"""The best plan by trying every plan: slow, plain, and without a line of `planner.compile` or `planner.audit`.

Every unit walks every path that the rules offer it; every credit on a path is counted in every way there is; the sums
of all units are formed, priced and compared, tier by tier. Only the reading of the rules is shared with the planner.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import gcd

import numpy as np
from ledger_columns import Columns, Row, Rows, TooMany, scale_of
from oracle_prices import Prices

from models.plan import Plan, Wishes
from models.problem import BY_ITSELF, Act, Credit, Option, State
from models.scenario import Scenario
from planner.derive import Reading
from planner.rules.interface import Piece

MOST_WAYS = 120_000
Node = tuple[State, int]


@dataclass(frozen=True)
class Best:
    """What the best of all plans come to; `totals` holds every split into currencies that some best plan has."""

    possible: bool
    tiers: dict[str, Fraction] = field(default_factory=dict)
    totals: tuple[dict[str, Fraction], ...] = ()
    ways: int = 0  # different sums that were compared


def best_by_enumeration(
    scenario: Scenario, wishes: Wishes | None = None, previous: Plan | None = None, most: int = MOST_WAYS
) -> Best:
    """The least that any plan loses, tier by tier; TooMany if there are more ways than `most`."""
    return _Enumeration(Reading(scenario), wishes or Wishes(), previous, most).best()


def standing_by_enumeration(scenario: Scenario, most: int = MOST_WAYS) -> Best:
    """The same if nobody is given an order: every unit does what it does by itself, counted to the best advantage."""
    return _Enumeration(Reading(scenario), Wishes(), None, most, by_itself=True).best()


@dataclass(frozen=True)
class _Step:
    """An option of a unit with every way of counting what it offers."""

    option: Option
    ways: tuple[Row, ...]


class _Enumeration:
    def __init__(
        self, reading: Reading, wishes: Wishes, previous: Plan | None, most: int, by_itself: bool = False
    ) -> None:
        self.reading, self.wishes, self.most, self.by_itself = reading, wishes, most, by_itself
        self.turns = reading.turns
        raids = [group.raid for group in reading.groups if group.raid]
        assert all((raid.parties, raid.reach, raid.opens) == (1, None, 1) for raid in raids)  # a plain cap (40.B)
        self.kinds = list(reading.pieces(wishes.units))
        self.wanted = self._wanted(previous)
        met = reading.met_sets()
        self.in_a_set = {demand for sets in met.values() for numbers in sets for demand in numbers}
        found = [
            (kind, self._options(kind, piece, {(state, turn) for _, state, turn in members if turn < self.turns}))
            for kind, (piece, members) in enumerate(self.kinds)
        ]
        everything = [option for _, options in found for at in options.values() for option in at]
        self.allowances = list(reading.allowances())
        self.activities = [] if by_itself else list(reading.activities())
        self.grain = self._grain(everything)
        self.raised = {duty.demand for option in everything for duty in option.raises}
        self.steps = {
            kind: {node: [_Step(option, self._ways(option)) for option in at] for node, at in options.items()}
            for kind, options in found
        }
        every_row = [row for nodes in self.steps.values() for at in nodes.values() for step in at for row in step.ways]
        every_row += [row for rows in self._unled() for row in rows]
        self.prices = Prices(reading, met, self.wanted, [*everything, *(option for _, option in self.activities)])
        self.columns = Columns(every_row, self.prices.scales)

    # -- what is there to choose from -----------------------------------------------------------------------------

    def _options(self, kind: int, piece: Piece, starts: set[Node]) -> dict[Node, list[Option]]:
        """Every step from every state that a kind can come to."""
        found: dict[Node, list[Option]] = {}
        waiting = list(starts)
        while waiting:
            node = waiting.pop()
            if node in found or node[1] >= self.turns:
                continue
            here = [self.reading.option(kind, piece, step) for step in self.reading.steps(piece, *node)]
            if self.by_itself:
                here = sorted(here, key=_rank)[:1]
            found[node] = here
            waiting += [(option.end, option.turn + option.lasts) for option in here]
        return found

    def _grain(self, options: list[Option]) -> Fraction:
        """The largest part of which everything counted, wanted or stepped is a multiple."""
        reading = self.reading
        amounts = {want.required for want in reading.wants} | {group.per for group in reading.groups}
        amounts |= {duty.amount for option in options for credit in option.credits for duty in credit.duties}
        amounts |= {duty.amount for option in options for duty in option.raises}
        amounts |= {duty.amount for allowance in self.allowances for duty in allowance.credit.duties}
        ticks = scale_of(amounts)
        return Fraction(gcd(*(int(amount * ticks) for amount in amounts)) or 1, ticks)

    def _ways(self, option: Option) -> tuple[Row, ...]:
        """One row for each way of counting what an option offers."""
        row: Row = Counter()
        for duty in option.raises:
            row["raised", duty.demand] += duty.amount
        for draw in option.draws:
            row["drawn", draw.budget, draw.turn] += draw.amount
            if draw.guarded:
                row["guarded", draw.budget, draw.turn] += 1
        for currency, amount in option.spends:
            row["spent", currency] += amount
        if option.fires:
            row["fired", option.fires, option.turn] += 1
        row["tied",] += option.tied
        row["moves",] += option.moves
        if option.kind is not None and (option.kind, option.turn, option.end) in self.wanted:
            row["went", option.kind, option.turn, option.end] += 1
        shared = [list(self._counted(credit)) for credit in option.credits]
        return tuple(_sum(row, *parts) for parts in product(*shared))

    def _counted(self, credit: Credit) -> Iterator[Row]:
        """Every way in which one credit may count."""
        duties = credit.duties
        if len(duties) == 1 and not duties[0].paired:
            yield {("covered", duties[0].demand): duties[0].amount}
        elif credit.divisible:
            assert len({duty.amount for duty in duties}) == 1
            numbers = [duty.demand for duty in duties]
            for parts in self._divided(numbers, duties[0].amount, credit.part or self.grain):
                yield {("covered", demand): part for demand, part in zip(numbers, parts, strict=True) if part}
        else:
            yield {}
            for duty in duties:
                yield {("paired" if duty.paired else "covered", duty.demand): duty.amount}

    def _divided(self, demands: list[int], amount: Fraction, grain: Fraction) -> Iterator[tuple[Fraction, ...]]:
        """Every division of an amount; nothing is left over, unless meeting a demand might be unwelcome."""
        first, *others = demands
        if not others:
            least = Fraction(0) if first in self.in_a_set else amount
            for part in _range(least, amount, grain):
                yield (part,)
            return
        for part in _range(Fraction(0), amount, grain):
            for rest in self._divided(others, amount - part, grain):
                yield (part, *rest)

    def _unled(self) -> Iterator[list[Row]]:
        """Cover that comes from no unit, and what the player does with no unit."""
        for allowance in self.allowances:
            yield list(self._counted(allowance.credit))
        for activity, option in self.activities:
            (once,) = self._ways(option)
            rows: list[Row] = []
            for times in range(option.most + 1):
                row = {key: amount * times for key, amount in once.items()}
                if times and activity.needs:
                    row["needs", activity.needs, option.turn] = Fraction(1)
                rows.append(row)
            yield rows

    def _wanted(self, previous: Plan | None) -> dict[tuple[int, int, State], int]:
        """How many of each kind the earlier plan sent where."""
        number = {str(self.reading.scenario.turn_at(turn)): turn for turn in range(self.turns)}
        kind_of = {unit: kind for kind, (_, members) in enumerate(self.kinds) for unit, _, _ in members}
        orders = previous.orders if previous else ()
        return Counter(
            (kind_of[order.unit], number[order.turn], order.to)
            for order in orders
            if order.unit in kind_of and order.turn in number
        )

    # -- all sums -------------------------------------------------------------------------------------------------

    def best(self) -> Best:
        """Add everybody up in every way, price all of it, keep the best."""
        rows = np.zeros((1, len(self.columns.number)), dtype=np.int64)
        for kind, (_, members) in enumerate(self.kinds):
            paths: dict[Node, Rows] = {}
            for unit, state, turn in members:
                if turn < self.turns:
                    rows = self._joined(rows, self._paths(kind, unit, (state, turn), paths))
        for unled in self._unled():
            rows = self._joined(rows, self.columns.rows(unled))
        if not len(rows):
            return Best(possible=False)
        return self._least(rows)

    def _joined(self, rows: Rows, more: Rows) -> Rows:
        return self.columns.different(self._capped(self.columns.added(rows, more, self.most)))

    def _capped(self, rows: Rows) -> Rows:
        """Cover beyond what is required is worth nothing, unless the demand may grow."""
        for n, want in enumerate(self.reading.wants):
            at = self.columns.number.get(("covered", n))
            if at is not None and n not in self.raised:
                np.minimum(rows[:, at], self.columns.ticks(("covered", n), want.required), out=rows[:, at])
        return rows

    def _paths(self, kind: int, unit: str, node: Node, known: dict[Node, Rows]) -> Rows:
        """Every way to spend the horizon from a node on."""
        pins = {place for name, place in self.wishes.pins if name == unit}
        forbids = {place for name, place in self.wishes.forbids if name == unit}
        if node[1] >= self.turns:
            granted = not pins or node[0] in pins
            return np.zeros((int(granted), len(self.columns.number)), dtype=np.int64)
        if node not in known:
            parts = []
            for step in self.steps[kind][node]:
                if _grants(step.option, pins, forbids):
                    after = self._paths(kind, unit, (step.option.end, node[1] + step.option.lasts), known)
                    parts.append(self.columns.added(self.columns.rows(step.ways), after, self.most))
            empty = np.zeros((0, len(self.columns.number)), dtype=np.int64)
            known[node] = self.columns.different(self._capped(np.concatenate([empty, *parts])))
        return known[node]

    def _least(self, rows: Rows) -> Best:
        priced = self.prices.of(rows, self.columns)
        allowed = np.flatnonzero(priced.allowed)
        if not len(allowed):
            return Best(possible=False, ways=len(rows))
        tiers: dict[str, Fraction] = {}
        for name, (values, scale) in priced.tiers.items():
            least = int(values[allowed].min())
            tiers[name] = Fraction(least, scale)
            allowed = allowed[values[allowed] == least]
        columns = [values[allowed] for values, _ in priced.totals.values()]
        seen = {tuple(int(part) for part in each) for each in zip(*columns, strict=True)}
        scales = [scale for _, scale in priced.totals.values()]
        totals = tuple(
            {name: Fraction(part, scale) for name, part, scale in zip(priced.totals, parts, scales, strict=True)}
            for parts in sorted(seen)
        )
        return Best(True, tiers, totals, len(rows))


def _grants(option: Option, pins: set[State], forbids: set[State]) -> bool:
    """A unit kept away never ends a step there; a pinned one neither leaves its place nor idles on its way to it."""
    if option.end in forbids:
        return False
    idles = option.act in (Act.GUARD, Act.STAY) and option.start == option.end
    return not pins or option.end in pins or not (idles or option.start in pins)


def _rank(option: Option) -> int:
    return BY_ITSELF.index(option.act) if option.act in BY_ITSELF else len(BY_ITSELF)


def _range(least: Fraction, most: Fraction, step: Fraction) -> Iterator[Fraction]:
    while least <= most:
        yield least
        least += step


def _sum(*rows: Row) -> Row:
    total: Row = Counter()
    for row in rows:
        for key, amount in row.items():
            total[key] += amount
    return dict(total)


__all__ = ["Best", "TooMany", "best_by_enumeration", "standing_by_enumeration"]
