"""How the losses add up to what was minimised: every tier as a sum of amounts at their rates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from models.advice import Advice
from models.findings import PenaltyLine
from models.plan import TierResult
from models.position import Position
from models.problem import ZERO, Tier
from models.quantities import pretty
from planner.audit.replay import Replay, replay
from planner.derive import Reading
from planner.report.words import amount_of
from planner.rules.books import rulebook_of

FORTS = "fort_levels"  # each fort has a value of its own, so they are told apart


@dataclass(frozen=True)
class Part:
    """So much of something, each worth so much in the tier."""

    words: str  # amount and what of: "2 extra partisan attacks"
    amount: Fraction
    rate: Fraction

    @property
    def value(self) -> Fraction:
        """What it adds to the tier."""
        return self.amount * self.rate

    @property
    def text(self) -> str:
        """'2 extra partisan attacks × ½'."""
        times = f" × {pretty(self.rate)}" if self.rate != 1 else ""
        return f"{self.words}{times}"


@dataclass(frozen=True)
class TierSum:
    """One tier: what the solver said, and the parts that it is the sum of."""

    result: TierResult
    parts: tuple[Part, ...]

    @property
    def total(self) -> Fraction:
        """The sum of the parts."""
        return sum((part.value for part in self.parts), ZERO)

    @property
    def arithmetic(self) -> str:
        """The sum as a player would write it down; empty where there is nothing to add."""
        return f"{' + '.join(part.text for part in self.parts)} = {pretty(self.total)}" if self.parts else ""


def by_currency(lines: tuple[PenaltyLine, ...]) -> dict[str, Fraction]:
    """What the lines add up to, currency by currency; lines that are only reported are left out."""
    found: dict[str, Fraction] = defaultdict(Fraction)
    for line in lines:
        if line.counted and line.amount:
            found[line.currency] += line.amount
    return dict(found)


def tier_sums(scenario: Position, advice: Advice) -> tuple[TierSum, ...]:
    """Every tier of a plan with its parts: its penalties, and what its orders spend, tie down and move."""
    if advice.plan is None:
        return ()
    reading = Reading(scenario.model_copy(update={"horizon": advice.plan.turns}))
    done = replay(reading, advice.plan)
    tiers = {tier.name: tier for tier in reading.tiers}
    return tuple(
        TierSum(result, _parts(tiers[result.name], advice, done) if result.name in tiers else ())
        for result in advice.tiers
    )


def summed(scenario: Position, advice: Advice) -> Advice:
    """Advice whose tiers say how they add up, those in which something is priced."""
    book = rulebook_of(scenario)
    tiers = {tier.name: tier for tier in book.tiers(book.position(scenario))}
    mixed = {name for name, tier in tiers.items() if tier.currencies and (tier.strength or tier.moves)}
    whole = {total.result.name: total for total in tier_sums(scenario, advice)} if mixed else {}
    rows = []
    for row in advice.tiers:
        total = whole[row.name] if row.name in mixed else TierSum(row, _priced(tiers[row.name], advice))
        rows.append(row.model_copy(update={"arithmetic": total.arithmetic}))
    return advice.model_copy(update={"tiers": tuple(rows)})


def _parts(tier: Tier, advice: Advice, done: Replay) -> tuple[Part, ...]:
    return tuple(part for part in (*_priced(tier, advice), *_unpriced(tier, advice, done)) if part.amount)


def _priced(tier: Tier, advice: Advice) -> tuple[Part, ...]:
    """Penalties at their weights, forts by name; then what orders spend, and what no unit gets by what it goes into."""
    rates: dict[str, Fraction] = dict(tier.currencies)
    lost: dict[tuple[str, str, Fraction], Fraction] = defaultdict(Fraction)
    spent: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    where = {name: demand.place for demand in advice.demands for name in demand.groups}
    units = {order.unit for order in advice.orders}
    for line in advice.penalties:
        if line.counted and line.currency in rates:
            at = f" at {where[line.id]}" if line.currency == FORTS and line.id in where else ""
            lost[line.currency, at, line.weight * rates[line.currency]] += line.amount
    for order in advice.outlays:
        if order.currency in rates:
            into = " spent" if order.into in units else f" into {order.into}"
            spent[order.currency, into] += order.amount
    found = [Part(amount_of(name, amount) + at, amount, rate) for (name, at, rate), amount in lost.items()]
    found += [Part(amount_of(name, amount) + into, amount, rates[name]) for (name, into), amount in spent.items()]
    return tuple(part for part in found if part.amount)


def _unpriced(tier: Tier, advice: Advice, done: Replay) -> Iterator[Part]:
    """What a tier adds up that is no currency: strength, moves, changes."""
    if tier.strength:
        tied = sum((taken.option.tied for taken in done.taken), ZERO)
        yield Part(f"{pretty(tied)} of strength, added over the turns", tied, Fraction(1))
    if tier.moves:
        moves = Fraction(sum(taken.option.moves for taken in done.taken if taken.unit))
        yield Part(f"{moves} move{'s' if moves != 1 else ''}", moves, Fraction(1))
        sent = Fraction(sum(taken.option.moves * taken.times for taken in done.taken if not taken.unit))
        yield Part(f"{sent} part{'s' if sent != 1 else ''} of points sent or lent", sent, Fraction(1))
    if tier.changes:
        changes = next((row.value for row in advice.tiers if row.name == tier.name), ZERO)
        yield Part(f"{pretty(changes)} change{'s' if changes != 1 else ''}", changes, Fraction(1))
