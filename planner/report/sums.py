"""How the losses add up to what was minimised: every tier as a sum of amounts at their rates."""

from __future__ import annotations

from collections import defaultdict
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
from planner.report.words import CURRENCY_LABELS


@dataclass(frozen=True)
class Part:
    """So much of something, each worth so much in the tier."""

    label: str
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
        return f"{pretty(self.amount)} {self.label}{times}"


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


def _parts(tier: Tier, advice: Advice, done: Replay) -> tuple[Part, ...]:
    if tier.changes:
        changed = next((row.value for row in advice.tiers if row.name == tier.name), ZERO)
        return (Part("changes", changed, Fraction(1)),) if changed else ()
    rates: dict[str, Fraction] = dict(tier.currencies)
    amounts: dict[tuple[str, Fraction], Fraction] = defaultdict(Fraction)
    for line in advice.penalties:
        if line.counted and line.currency in rates:
            amounts[_label(line.currency), line.weight * rates[line.currency]] += line.amount
    for taken in done.taken:
        for currency, amount in taken.option.spends:
            if currency in rates:
                amounts[f"{_label(currency)} spent", rates[currency]] += amount * taken.times
        if tier.strength:
            amounts["strength, added over the turns", Fraction(1)] += taken.option.tied
        elif tier.moves:
            amounts["moves", Fraction(1)] += taken.option.moves
    return tuple(Part(label, amount, rate) for (label, rate), amount in amounts.items() if amount)


def _label(currency: str) -> str:
    words = CURRENCY_LABELS.get(currency, currency.replace("_", " "))
    return words if words.isupper() or words[:2].isupper() else words[:1].lower() + words[1:]
