"""What the other side can hit: the sum of the largest gaps, as linear rows.

The k largest of some numbers add up to the least value of k times a threshold plus all that lies above it; being a
least value, it can be minimised along with the plan. Only where there are fewer units than gaps does it take a yes or
no.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from models.problem import Problem, Raid
from planner.compile.program import Program, Term


@dataclass(frozen=True)
class _Sum:
    """Terms that are added up, and the most they need come to."""

    terms: tuple[Term, ...]
    most: int

    @property
    def taken_off(self) -> list[Term]:
        return [(variable, -amount) for variable, amount in self.terms]


def count_what_is_struck(
    program: Program, problem: Problem, raid: Raid, demands: list[int], missing: list[int], scale: int
) -> int:
    """A variable that is at least what the raid can hit of these demands' gaps, in ticks."""
    gaps: dict[str, list[Term]] = defaultdict(list)
    for demand in demands:
        gaps[problem.demands[demand].where].append((missing[demand], raid.opens))
    reach, total = (None if limit is None else limit * scale for limit in (raid.reach, raid.total))
    at_places = [
        _no_more(program, _Sum(tuple(terms), sum(amount * program.high[gap] for gap, amount in terms)), reach)
        for terms in gaps.values()
    ]
    struck = _no_more(program, _largest(program, at_places, raid.parties), total)
    counted = program.variable(0, struck.most, "struck")
    program.row([(counted, 1), *struck.taken_off], low=0)
    return counted


def _largest(program: Program, amounts: list[_Sum], count: int) -> _Sum:
    """The sum of so many of the largest."""
    most = sum(sorted((amount.most for amount in amounts), reverse=True)[:count])
    if count >= len(amounts) or most == 0:
        return _Sum(tuple(term for amount in amounts for term in amount.terms) if count else (), most)
    threshold = program.variable(0, max(amount.most for amount in amounts), "threshold")
    terms = [(threshold, count)]
    for amount in amounts:
        above = program.variable(0, amount.most, "above")
        program.row([(above, 1), (threshold, 1), *amount.taken_off], low=0)
        terms.append((above, 1))
    return _Sum(tuple(terms), most)


def _no_more(program: Program, amount: _Sum, limit: int | None) -> _Sum:
    """The amount, but at most the limit."""
    if limit is None or amount.most <= limit:
        return amount
    kept, over = program.variable(0, limit, "kept"), program.variable(0, 1, "over")
    program.row([(kept, 1), (over, -limit)], low=0)
    program.row([(kept, 1), (over, amount.most - limit), *amount.taken_off], low=0)
    return _Sum(((kept, 1),), limit)
