"""What the other side can hit: the sum of the largest gaps, as linear rows.

The k largest of some numbers add up to the least value of k times a threshold plus all that lies above it; being a
least value, it can be minimised along with the plan. Only where there are fewer units than gaps does it take a yes or
no.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations

from models.problem import Problem, Raid
from planner.compile.program import NotExact, Program, Term

MOST_SETS = 30_000


@dataclass(frozen=True)
class _Sum:
    """Terms that are added up, and the most they need come to."""

    terms: tuple[Term, ...]
    most: int

    @property
    def taken_off(self) -> list[Term]:
        return [(variable, -amount) for variable, amount in self.terms]


def count_what_is_struck(
    program: Program,
    problem: Problem,
    raid: Raid,
    missing: dict[int, int],
    covered: list[list[Term]],
    scale: int,
) -> int:
    """A variable that is at least what the raid can hit of these demands' gaps, in ticks."""
    gaps: dict[str, list[Term]] = defaultdict(list)
    for demand, gap in missing.items():
        gaps[problem.demands[demand].where].append((gap, raid.opens))
    reach, total = (None if limit is None else limit * scale for limit in (raid.reach, raid.total))
    at_places = {
        place: _no_more(program, _Sum(tuple(terms), sum(amount * program.high[gap] for gap, amount in terms)), reach)
        for place, terms in gaps.items()
    }
    if raid.helpers:
        number = {demand.id: n for n, demand in enumerate(problem.demands)}
        helpers = [(covered[number[name]], reached) for name, reached in raid.helpers if name in number]
        struck = _beyond_help(program, raid, at_places, helpers)
    else:
        struck = _largest(program, list(at_places.values()), raid.parties)
    struck = _no_more(program, struck, total)
    counted = program.variable(0, struck.most, "struck")
    program.row([(counted, 1), *struck.taken_off], low=0)
    return counted


def _beyond_help(
    program: Program, raid: Raid, at_places: dict[str, _Sum], helpers: list[tuple[list[Term], tuple[str, ...]]]
) -> _Sum:
    """What is struck although everybody who can goes to help, one place each.

    Helpers suffice exactly if no set of places has fewer helpers around it than gaps in it (Hall); what is missing at
    the worst set is struck.
    """
    full = max((amount.most for amount in at_places.values()), default=0)
    struck = program.variable(0, full * min(raid.parties, len(at_places)), "beyond help")
    sets = [chosen for size in range(1, raid.parties + 1) for chosen in combinations(at_places, size)]
    if len(sets) > MOST_SETS:
        raise NotExact(f"{len(sets)} sets of places could be struck at once")
    for chosen in sets:
        gaps = [term for place in chosen for term in at_places[place].taken_off]
        around = [(v, full) for terms, reached in helpers if not set(reached).isdisjoint(chosen) for v, _ in terms]
        program.row([(struck, 1), *gaps, *around], low=0)
    return _Sum(((struck, 1),), program.high[struck])


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
