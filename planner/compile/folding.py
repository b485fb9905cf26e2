"""Moves from any of many places to any of many others, as departures and arrivals.

Where all that a move draws on and counts for is what leaving its start and arriving at its end do, who goes where does
not matter to any row: how many leave each place and how many arrive at each says it all, 25 + 25 numbers instead of
25 x 25. Folding does this to a program, unfolding pairs departures with arrivals again.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from models.problem import Problem, State
from planner.compile.program import Program, Row, Term
from planner.compile.tasks import Solution

Column = dict[int, int]  # row -> coefficient; objectives are -1, -2, ...
LEAST_SAVED = 30  # variables, below which folding is not worth its rows


@dataclass(frozen=True)
class Fan:
    """Moves of which each start leads to every end but at most one."""

    moves: dict[tuple[State, State], int]  # variable
    leaving: dict[State, Column]  # what a departure puts into each row
    arriving: dict[State, Column]
    barred: dict[State, State]  # start -> the end that it does not lead to


@dataclass(frozen=True)
class Folded:
    """A program with fewer variables, and the way back."""

    program: Program
    kept: dict[int, int]  # variable of the original -> of the folded program
    fans: tuple[tuple[Fan, dict[State, int], dict[State, int]], ...]  # with the variables of departures and arrivals

    def hint(self, hint: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
        """Likely values, folded."""
        likely = dict(hint)
        found = {self.kept[variable]: value for variable, value in likely.items() if variable in self.kept}
        for fan, departed, arrived in self.fans:
            sums: Counter[int] = Counter()
            for (start, end), variable in fan.moves.items():
                sums[departed[start]] += likely.get(variable, 0)
                sums[arrived[end]] += likely.get(variable, 0)
            found |= sums
        return tuple(found.items())

    def near(self, variables: Iterable[int]) -> frozenset[int]:
        """Variables of the original, folded."""
        wanted = set(variables)
        found = {self.kept[variable] for variable in wanted if variable in self.kept}
        for fan, departed, arrived in self.fans:
            for (start, end), variable in fan.moves.items():
                if variable in wanted:
                    found |= {departed[start], arrived[end]}
        return frozenset(found)

    def unfold(self, solution: Solution) -> Solution:
        """The solution of the original program: every departure finds an arrival."""
        moved = {variable: 0 for fan, _, _ in self.fans for variable in fan.moves.values()}
        found = [0] * (len(self.kept) + len(moved))
        for original, variable in self.kept.items():
            found[original] = solution[variable]
        for fan, departed, arrived in self.fans:
            leaving = Counter({start: solution[variable] for start, variable in departed.items()})
            arriving = Counter({end: solution[variable] for end, variable in arrived.items()})
            for move in paired(leaving, arriving, fan.barred):
                found[fan.moves[move]] += 1
        return found


def paired(
    leaving: Counter[State], arriving: Counter[State], barred: dict[State, State]
) -> Iterator[tuple[State, State]]:
    """Pair departures with arrivals, one by one, where no start may lead to its barred end.

    Those who might be left with nothing but each other go first: as long as a place's arrivals and the departures that
    may not go there are no more than there are moves in all, somebody else is left for each.
    """
    leaving, arriving = +leaving, +arriving
    while leaving:
        tight = dict(arriving)
        for start, count in leaving.items():
            if start in barred:
                tight[barred[start]] = tight.get(barred[start], 0) + count
        place = max(tight, key=lambda end: (tight[end], end))
        shut_out = [start for start in leaving if barred.get(start) == place]
        if shut_out:
            start = min(shut_out)
            end = max((end for end in arriving if end != place), key=lambda each: (tight[each], each))
        else:
            start = max(leaving, key=lambda each: (tight.get(barred.get(each, ""), 0), each))
            end = place
        yield start, end
        leaving, arriving = leaving - Counter([start]), arriving - Counter([end])


def fold(problem: Problem, program: Program, taken: list[int]) -> Folded:
    """Fold what can be folded; the rest stays as it is."""
    fans = list(_fans(problem, program, taken))
    if not fans:
        return Folded(program, {variable: variable for variable in range(len(program.low))}, ())
    gone = {variable for fan in fans for variable in fan.moves.values()}
    kept: dict[int, int] = {}
    folded = Program()
    for variable, name in enumerate(program.names):
        if variable not in gone:
            kept[variable] = folded.variable(program.low[variable], program.high[variable], name)
    added: dict[int, list[Term]] = defaultdict(list)
    made = []
    for fan in fans:
        departed, arrived = _count_both_ends(folded, fan, program.high)
        for ends, columns in ((departed, fan.leaving), (arrived, fan.arriving)):
            for place, variable in ends.items():
                for row, coefficient in columns[place].items():
                    added[row].append((variable, coefficient))
        made.append((fan, departed, arrived))

    def terms(old: tuple[Term, ...], row: int) -> tuple[Term, ...]:
        return (*((kept[variable], coefficient) for variable, coefficient in old if variable in kept), *added[row])

    folded.rows[:0] = [Row(terms(row.terms, n), row.low, row.high) for n, row in enumerate(program.rows)]
    folded.objectives = [
        replace(objective, terms=terms(objective.terms, -1 - n)) for n, objective in enumerate(program.objectives)
    ]
    return Folded(folded, kept, tuple(made))


def _count_both_ends(program: Program, fan: Fan, high: list[int]) -> tuple[dict[State, int], dict[State, int]]:
    """As many arrive as depart, and nobody is left with only the end that is barred to it."""
    most = {start: high[variable] for (start, _), variable in fan.moves.items()}
    departed = {start: program.variable(0, most[start], f"departed[{start}]") for start in fan.leaving}
    arrived = {end: program.variable(0, sum(most.values()), f"arrived[{end}]") for end in fan.arriving}
    moved = program.variable(0, sum(most.values()), "moved")
    program.row([*((variable, 1) for variable in departed.values()), (moved, -1)], 0, 0)
    program.row([*((variable, 1) for variable in arrived.values()), (moved, -1)], 0, 0)
    by_end: dict[State, list[State]] = defaultdict(list)
    for start, end in fan.barred.items():
        by_end[end].append(start)
    for end, starts in by_end.items():
        program.row([(arrived[end], 1), *((departed[start], 1) for start in starts), (moved, -1)], high=0)
    return departed, arrived


def _fans(problem: Problem, program: Program, taken: list[int]) -> Iterator[Fan]:
    """Moves of one kind of unit in one turn by one means that fit together."""
    alike: dict[tuple[object, ...], dict[tuple[State, State], int]] = defaultdict(dict)
    for n, option in enumerate(problem.options):
        if option.kind is not None and option.start != option.end and option.needs is None and not option.fires:
            key = (option.kind, option.turn, option.act, option.how, option.lasts)
            alike[key][option.start, option.end] = taken[n]
    alike = {key: moves for key, moves in alike.items() if len(moves) > LEAST_SAVED}
    columns = _columns(program, {variable for moves in alike.values() for variable in moves.values()})
    for moves in alike.values():
        for starts, ends in _bundles(moves):
            inside = {move: variable for move, variable in moves.items() if move[0] in starts}
            if len(inside) - len(starts) - len(ends) >= LEAST_SAVED:
                fan = _split(inside, starts, ends, columns)
                if fan is not None:
                    yield fan


def _columns(program: Program, variables: set[int]) -> dict[int, Column]:
    """What each of these variables puts into the rows and objectives."""
    found: dict[int, Column] = {variable: {} for variable in variables}
    numbered = [*enumerate(row.terms for row in program.rows)]
    numbered += [(-1 - n, objective.terms) for n, objective in enumerate(program.objectives)]
    for row, terms in numbered:
        for variable, coefficient in terms:
            if variable in found:
                found[variable][row] = found[variable].get(row, 0) + coefficient
    return found


def _bundles(moves: Iterable[tuple[State, State]]) -> Iterator[tuple[list[State], set[State]]]:
    """Starts that lead to the same ends, but for one each."""
    reached: dict[State, set[State]] = defaultdict(set)
    for start, end in moves:
        reached[start].add(end)
    while reached:
        seed = max(reached, key=lambda start: (len(reached[start]), start))
        ends = set().union(*(found for found in reached.values() if len(found ^ reached[seed]) <= 2))
        starts = [start for start, found in reached.items() if found <= ends and len(ends - found) <= 1]
        if len(starts) > 1:
            yield starts, ends
        for start in starts or [seed]:
            del reached[start]


def _split(
    moves: dict[tuple[State, State], int], starts: list[State], ends: set[State], columns: dict[int, Column]
) -> Fan | None:
    """What leaving and what arriving do, if every move is the sum of the two."""
    column = {move: columns[variable] for move, variable in moves.items()}
    first = starts[0]
    whole = [column[first, end] for end in ends if (first, end) in column]
    leaving = {first: {row: c for row, c in whole[0].items() if all(other.get(row) == c for other in whole)}}
    arriving: dict[State, Column] = {}
    for start in (first, *starts[1:], first):
        known = next((end for end in arriving if (start, end) in column), None)
        if start not in leaving:
            if known is None:
                return None
            leaving[start] = _less(column[start, known], arriving[known])
        for end in ends:
            if (start, end) in column and end not in arriving:
                arriving[end] = _less(column[start, end], leaving[start])
    if any(_less(each, leaving[start]) != arriving[end] for (start, end), each in column.items()):
        return None
    barred = {start: end for start in starts for end in ends if (start, end) not in column}
    return Fan(moves, leaving, {end: arriving[end] for end in sorted(ends)}, barred)


def _less(column: Column, part: Column) -> Column:
    rows = column.keys() | part.keys()
    return {row: rest for row in rows if (rest := column.get(row, 0) - part.get(row, 0))}
