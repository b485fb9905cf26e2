"""The models on which CP-SAT 9.15 certifies wrong optima: rows under a condition whose numbers add up beyond 2^32.

Eight yes-or-no choices; some rows hold only if one of them is taken, which in turn excludes another. With numbers of
that size the solver has been seen to call a plan optimal that is not (or-tools issue 5293). Ours never hands it such a
row.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import pytest

from planner.compile.cp_sat import CpSat
from planner.compile.program import NotExact, Program
from planner.compile.tasks import Task

CHOICES = 8
WRONG_BEYOND = 2**33  # at this size seeds 4, 110, 147 and 148 are among the wrong ones
SOUND = 2**29
SEEDS = (*range(40), 86, 110, 147, 148)


@dataclass(frozen=True)
class Row:
    """If the condition is taken, the sum is at most the limit."""

    condition: int
    terms: tuple[tuple[int, int], ...]
    limit: int


@dataclass(frozen=True)
class Model:
    """Rows under conditions, pairs that exclude each other, and what each choice costs."""

    rows: tuple[Row, ...]
    excluded: tuple[tuple[int, int], ...]
    costs: tuple[int, ...]


def model(seed: int, size: int) -> Model:
    """A random model whose rows add up to a size."""
    chance = random.Random(seed)
    rows = []
    for _ in range(6):
        condition, *body = chance.sample(range(CHOICES), chance.randint(3, CHOICES))
        raw = [chance.choice([-1, 1]) * chance.randint(1, 1000) for _ in body]
        factor = size / sum(abs(number) for number in raw)
        numbers = [int(number * factor) for number in raw]
        limit = int(sum(number for number in numbers if number > 0) * chance.uniform(0.2, 0.8))
        rows.append(Row(condition, tuple(zip(body, numbers, strict=True)), limit))
    excluded = tuple((row.condition, chance.choice([n for n in range(CHOICES) if n != row.condition])) for row in rows)
    return Model(tuple(rows), excluded, tuple(chance.randint(-20, 20) for _ in range(CHOICES)))


def least_cost(given: Model) -> int:
    """The optimum by trying all 256 ways."""
    costs = []
    for taken in product((0, 1), repeat=CHOICES):
        apart = all(taken[a] + taken[b] <= 1 for a, b in given.excluded)
        kept = all(
            not taken[row.condition] or sum(number * taken[n] for n, number in row.terms) <= row.limit
            for row in given.rows
        )
        if apart and kept:
            costs.append(sum(cost * n for cost, n in zip(given.costs, taken, strict=True)))
    return min(costs)


def compiled(given: Model) -> Program:
    """The same as our program has it: a condition is a large number that lifts the row."""
    program = Program()
    for n in range(CHOICES):
        program.variable(0, 1, f"taken[{n}]")
    for a, b in given.excluded:
        program.row([(a, 1), (b, 1)], high=1)
    for row in given.rows:
        lift = max(0, sum(number for _, number in row.terms if number > 0) - row.limit)
        program.row([*row.terms, (row.condition, lift)], high=row.limit + lift)
    program.objective("cost", [(n, Fraction(cost)) for n, cost in enumerate(given.costs)])
    return program


@pytest.mark.parametrize("seed", SEEDS)
def test_rows_of_the_size_that_goes_wrong_are_refused(seed: int) -> None:
    with pytest.raises(NotExact, match="reaches"):
        compiled(model(seed, WRONG_BEYOND))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_models_in_smaller_numbers_are_solved_rightly(seed: int) -> None:
    given = model(seed, SOUND)
    program = compiled(given)
    answer = CpSat(workers=1).solve(Task(program, program.objectives[0]), lambda *_: None)
    assert answer.status == "optimal"
    assert answer.value == answer.bound == least_cost(given)
