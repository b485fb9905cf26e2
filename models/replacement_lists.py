"""What in the lists of chapter 52 does not fit: limits, losses, debts, and what single units say about their cost."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from models.misfits import Misfit, dangling
from models.quantities import pretty
from models.replacements import LIMITED_KINDS, Loss

if TYPE_CHECKING:
    from models.scenario import Scenario

MOST_OWED = Fraction(5)  # 52.E
FRENCH_FORCES = ("", "metropolitan", "african", "colonial", "foreign_legion", "free")  # 52.D.3.c
REORGANIZED = "5-7-6"  # 52.J.1.a


def list_misfits(scenario: Scenario) -> Iterator[Misfit]:
    """Yield what the lists of chapter 52 say that cannot be."""
    yield from _limit_misfits(scenario)
    yield from _debt_misfits(scenario)
    yield from _unit_misfits(scenario)
    for n, loss in enumerate(scenario.losses):
        yield from _loss_misfits(loss, n)


def _limit_misfits(scenario: Scenario) -> Iterator[Misfit]:
    """Kinds that nobody limits, a line twice, more used than a month has."""
    seen: set[tuple[str, str]] = set()
    for n, line in enumerate(scenario.limits):
        yield from dangling(("limits", n, "category"), "limited kind", line.category, LIMITED_KINDS)
        if (line.nationality, line.category) in seen:
            yield Misfit(("limits", n, "category"), f"is {line.category!r}: {line.nationality} has such a line already")
        seen.add((line.nationality, line.category))
        most = line.monthly + min(line.saved, line.monthly)
        if line.used > most and line.category != "scrapping":
            message = f"is {pretty(line.used)}, more than the {pretty(most)} of this month and what was saved"
            yield Misfit(("limits", n, "used"), message)


def _debt_misfits(scenario: Scenario) -> Iterator[Misfit]:
    """More owed than a nation may owe (52.E), and pools that hang on training units nowhere (52.I.2.a)."""
    owed: dict[tuple[str, str], Fraction] = {}
    for n, pool in enumerate(scenario.pools):
        key = (pool.nationality, pool.points)
        owed[key] = owed.get(key, Fraction(0)) + pool.owes
        if pool.owes and owed[key] > MOST_OWED:
            message = (
                f"brings the {pool.points} RPs that {pool.nationality or 'this nation'} owes to {pretty(owed[key])}"
            )
            yield Misfit(("pools", n, "owes"), f"{message}; five is the most (52.E)")
        if pool.borrowed is not None and pool.borrowed < pool.owes:
            message = f"is {pretty(pool.borrowed)}, less than the {pretty(pool.owes)} that it still owes"
            yield Misfit(("pools", n, "borrowed"), message)
        if pool.trained and not pool.district:
            message = "hangs on the training units of an MD; write its district"
            yield Misfit(("pools", n, "trained"), message)


def _unit_misfits(scenario: Scenario) -> Iterator[Misfit]:
    """Shares that are no whole, forces that France does not have, divisions that were no 5-7-6."""
    for n, unit in enumerate(scenario.units):
        total = sum(unit.rp.values(), Fraction(0))
        if unit.rp and total != 1:
            message = (
                f"shares come to {pretty(total)}; they divide the whole cost and come to 1, e.g. {{arm: 1/2, inf: 1/2}}"
            )
            yield Misfit(("units", n, "rp"), message)
        if unit.nationality == "french":
            yield from dangling(("units", n, "force"), "French force", unit.force, FRENCH_FORCES)
        if unit.grows_to and (unit.counter is None or str(unit.counter.full) != REORGANIZED):
            yield Misfit(("units", n, "grows_to"), f"is for a {REORGANIZED}; {unit.id!r} is none (52.J.1.a)")


def _loss_misfits(loss: Loss, n: int) -> Iterator[Misfit]:
    """A cadre or remnant that the counter does not have, nothing lost, and points that find no pool."""
    for field, condition in (("before", loss.before), ("after", loss.after)):
        if condition == "cadre" and loss.counter.cadre is None:
            yield Misfit(("losses", n, field), "is 'cadre', but the counter shows none; write e.g. 8-6 (3-6)")
        if condition == "remnant" and loss.remnant is None:
            yield Misfit(("losses", n, field), "is 'remnant', but it has none; write e.g. remnant: 1-6")
    ranks = ("full", "cadre", "remnant", "eliminated")
    if ranks.index(loss.after) <= ranks.index(loss.before):
        yield Misfit(
            ("losses", n, "after"), f"is {loss.after!r}: nothing was lost by it, it was {loss.before!r} before"
        )
    if loss.isolation == "none" and loss.branch is None:
        homeless = [points for points, share in loss.rp.items() if share and points not in loss.pools]
        if homeless:
            yield Misfit(("losses", n, "pools"), f"names no pool for its {' and '.join(homeless)} points")
