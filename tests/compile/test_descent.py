"""The relaxed program: what it proves is worked out in whole numbers, what it finds is checked like anybody's plan."""

import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import numpy as np
import pytest
from random_programs import best_by_enumeration, garrisons, knapsacks, points

from planner.compile import race
from planner.compile.descent import Certificates, Descent
from planner.compile.matrix import SAFE, Matrix
from planner.compile.program import Program
from planner.compile.rungs import rungs_of
from planner.compile.search import Search
from planner.compile.tasks import Task
from planner.compile.weights import FINE, weighted, weights_of


@pytest.mark.parametrize("seed", range(20))
def test_whatever_the_multipliers_no_point_costs_less_than_the_bound(seed: int) -> None:
    program = knapsacks(seed)
    matrix, dice = Matrix.of(program), random.Random(seed)
    cost = matrix.costs(program.objectives[0].terms)
    least = min(program.value(program.objectives[0].terms, point) for point in points(program))
    for _ in range(200):
        multipliers = np.array([dice.randint(-5, 5) for _ in program.rows], np.int64)
        assert matrix.least(cost, multipliers) <= least


def test_the_right_multipliers_prove_the_least() -> None:
    """2x + 3y >= 12 with x, y <= 4 and cost x + 2y: the row at ½ says 6 - y/2... at 2/3 it says 8 - x/3, no less than
    8 - 4/3; in sixths: cost 6x + 12y, row times 4 = 8x + 12y >= 48, left -2x >= -8, so 40 sixths, 6⅔.
    """
    program = Program()
    x, y = program.variable(0, 4, "x"), program.variable(0, 4, "y")
    program.row([(x, 2), (y, 3)], low=12)
    assert Matrix.of(program).least(np.array([6, 12]), np.array([4])) == 40


def test_a_row_pushes_only_against_an_end_that_it_has() -> None:
    """x <= 3 says nothing about how small x can be; the multiplier counts for nothing then."""
    program = Program()
    x = program.variable(1, 5, "x")
    program.row([(x, 1)], high=3)
    assert Matrix.of(program).least(np.array([1]), np.array([7])) == 1
    assert Matrix.of(program).least(np.array([-1]), np.array([-1])) == -3


def test_sums_beyond_64_bits_are_still_exact() -> None:
    program = Program()
    x = program.variable(0, 2**30, "x")
    program.row([(x, 1)], low=2**30 - 1)
    huge = np.array([2**40], np.int64)
    assert float(huge[0]) * 2.0**30 > SAFE
    assert Matrix.of(program).least(huge, huge) == 2**40 * (2**30 - 1)


@pytest.mark.parametrize("seed", range(6))
def test_solutions_are_checked_like_the_program_does(seed: int) -> None:
    program, dice = garrisons(seed), random.Random(seed)
    matrix = Matrix.of(program)
    for _ in range(300):
        point = [dice.randint(low, high) for low, high in zip(program.low, program.high, strict=True)]
        assert matrix.admits(point) == program.admits(point)
    assert all(matrix.admits(point) for point in points(program)[:50])


@pytest.mark.parametrize("seed", range(4))
def test_a_part_admits_what_the_whole_admits_around_a_solution(seed: int) -> None:
    program, dice = garrisons(seed), random.Random(seed)
    matrix, whole = Matrix.of(program), points(program)
    around = np.array(dice.choice(whole))
    free = np.array([dice.random() < 0.5 for _ in program.low])
    part = matrix.part(free, around)
    for point in dice.sample(whole, min(200, len(whole))):
        mixed = np.where(free, np.array(point), around)
        assert part.admits(mixed[free]) == matrix.admits(mixed)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("widest", [0, 1_000_000])
def test_the_race_of_large_programs_comes_to_the_enumerated_best(
    seed: int, widest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(race, "LARGE", 0)
    program = garrisons(seed)
    found = Search(program, 30.0, widest_rung=widest).run()
    assert tuple(tier.value for tier in found.tiers) == best_by_enumeration(program)
    assert all(tier.proven for tier in found.tiers)


def test_a_large_program_without_any_solution_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(race, "LARGE", 0)
    program = garrisons(1)
    program.row([(0, 1), (1, 1), (2, 1)], low=2)  # the first unit in two places
    assert Search(program, 30.0).run().status == "infeasible"
    divided = garrisons(1)
    divided.row([(0, 2), (1, 2), (2, 2)], low=1, high=1)  # half a unit could do it, a whole one cannot
    assert Search(divided, 30.0).run().status == "infeasible"


@pytest.mark.parametrize("seed", range(6))
def test_no_certificate_lies_above_the_enumerated_best_however_tiers_share_rungs(seed: int) -> None:
    """Multipliers by chance instead of the relaxed program's: bounds may be poor, never too high."""
    program, dice = garrisons(seed), random.Random(seed)
    certificates = Certificates(program, Matrix.of(program))
    for tier in range(3):
        rows = list(range(len(program.rows)))
        certificates.take(tier, rows, [dice.randint(-2 * FINE, 40 * FINE) for _ in rows])
    best = [tier.ticks(value) for tier, value in zip(program.objectives, best_by_enumeration(program), strict=True)]
    for widest in (0, 1_000_000):
        caps: list[tuple] = []
        for rung in rungs_of(program.objectives, widest):
            reached = sum(weight * best[len(caps) + n] for n, weight in enumerate(rung.weights))
            bound = certificates.bound(Task(program, rung.whole, tuple(caps), rung=rung))
            assert bound is not None
            assert bound <= reached
            caps += [(part, best[len(caps) + n]) for n, part in enumerate(rung.parts)]


def test_a_plan_that_breaks_a_row_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    program = knapsacks(1)
    (rung,) = rungs_of(program.objectives)
    descent = Descent()
    said = [{"kind": "solution", "solution": [0] * 6}, {"kind": "done", "solution": [2] * 6}]
    monkeypatch.setattr(descent, "messages", lambda _: iter(said))
    answer = descent.solve(Task(program, rung.whole, rung=rung, seconds=1.0), lambda *_: None)
    descent.close()
    assert answer.solution == [2] * 6
    assert answer.status == "feasible"


def test_what_the_first_plan_took_is_not_given_again(monkeypatch: pytest.MonkeyPatch) -> None:
    program = knapsacks(2)
    (rung,) = rungs_of(program.objectives)
    descent = Descent()
    given: list[float] = []

    def messages(seconds: float) -> Iterator[dict]:
        given.append(seconds)
        time.sleep(0.01)
        yield {"kind": "done", "solution": [2] * 6}

    monkeypatch.setattr(descent, "messages", messages)
    descent.solve(Task(program, rung.whole, rung=rung, seconds=5.0), lambda *_: None)
    descent.close()
    first, second = given
    assert second < first <= 5.0


def test_a_descent_that_is_killed_ends_with_what_it_had_and_the_race_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(race, "LARGE", 0)
    program = garrisons(3)
    search = Search(program, 30.0)
    engine = search.engine
    assert isinstance(engine, race.Race)
    ended = threading.Event()

    def kill() -> None:
        while not ended.is_set():
            child = engine._descent._child
            if child is not None and child.poll() is None:
                os.kill(child.pid, 9)
                return
            time.sleep(0.001)

    killer = threading.Thread(target=kill)
    killer.start()
    found = search.run()
    ended.set()
    killer.join()
    assert tuple(tier.value for tier in found.tiers) == best_by_enumeration(program)


def test_weights_guide_without_growing_beyond_reason() -> None:
    assert weights_of(3) == [10_000, 100, 1]
    assert weights_of(1) == [1]
    assert max(weights_of(9)) <= 1_000_000
    tiers = [np.array([1, 0]), np.array([0, 2])]
    assert weighted(tiers, [30, 1]).tolist() == [30, 2]


def test_a_process_whose_parent_dies_in_the_middle_of_a_line_ends() -> None:
    child = subprocess.Popen([sys.executable, "-m", "planner.compile.highs_child"], stdin=subprocess.PIPE)
    assert child.stdin is not None
    child.stdin.write(b'{"do": "off')
    child.stdin.close()
    assert child.wait(timeout=60) == 0
