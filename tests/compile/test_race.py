"""Two solvers on one task: each can fail, none is believed without a check in whole numbers."""

import pytest
from random_programs import best_by_enumeration, knapsacks

from planner.compile.cp_sat import CpSat
from planner.compile.highs import Highs
from planner.compile.highs_process import holds
from planner.compile.program import Objective
from planner.compile.race import Race
from planner.compile.rungs import rungs_of
from planner.compile.search import Search
from planner.compile.tasks import Answer, Report, Task


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("widest", [0, 1_000_000])
def test_tiers_by_themselves_and_on_one_rung_come_to_the_enumerated_best(seed: int, widest: int) -> None:
    program = knapsacks(seed)
    found = Search(program, widest_rung=widest, engine=CpSat(workers=1)).run()
    assert tuple(tier.value for tier in found.tiers) == best_by_enumeration(program)
    assert all(tier.proven for tier in found.tiers)


def test_one_step_of_the_upper_tier_outweighs_all_of_the_lower_one() -> None:
    program = knapsacks(3)
    (rung,) = rungs_of(program.objectives)
    upper, lower = rung.parts
    assert rung.weights[0] * 1 > rung.weights[1] * (lower.most - lower.least)
    assert upper.name == "first"


def test_highs_finds_and_proves_the_enumerated_best() -> None:
    engine = Highs()
    try:
        for seed in range(4):
            program = knapsacks(seed)
            answer = engine.solve(Task(program, program.objectives[0]), lambda *_: None)
            assert answer.status == "optimal"
            assert answer.value is not None
            assert program.objectives[0].exact(answer.value) == best_by_enumeration(program)[0]
    finally:
        engine.close()


def test_a_solution_that_breaks_a_row_or_a_cap_is_not_believed() -> None:
    program = knapsacks(1)
    nothing, everything = [0] * 6, [2] * 6
    assert not holds(Task(program, program.objectives[0]), nothing)
    assert holds(Task(program, program.objectives[0]), everything)
    assert not holds(Task(program, program.objectives[0], ((program.objectives[0], 0),)), everything)


def test_highs_killed_in_the_middle_is_no_answer_and_no_hang() -> None:
    engine = Highs()
    program = knapsacks(2)
    engine.solve(Task(program, program.objectives[0]), lambda *_: None)
    assert engine._child is not None
    engine._child.kill()
    engine._child.wait()
    answer = engine.solve(Task(program, program.objectives[0]), lambda *_: None)
    engine.close()
    assert answer.status == "optimal"  # a new process takes over


def test_a_race_survives_the_loss_of_one_runner(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(self: Highs, task: Task, report: Report) -> Answer:
        return Answer("unknown")

    monkeypatch.setattr(Highs, "solve", lost)
    program = knapsacks(5)
    found = Search(program, engine=Race()).run()
    assert tuple(tier.value for tier in found.tiers) == best_by_enumeration(program)


def test_a_floor_that_is_reached_ends_the_search_and_a_wrong_objective_is_never_below_it() -> None:
    program = knapsacks(7)
    first: Objective = program.objectives[0]
    least = best_by_enumeration(program)[0]
    answer = CpSat(workers=1).solve(Task(program, first, floor=first.ticks(least)), lambda *_: None)
    assert (answer.status, answer.value) == ("optimal", first.ticks(least))


def test_a_bound_told_on_the_way_proves_nothing() -> None:
    """HiGHS at work on a part of the problem once told that part's bound: a plan worse than the best was "proven"."""
    program = knapsacks(4)
    first = program.objectives[0]
    engine = Highs()
    worst = [2] * 6
    engine._heard.put({"kind": "bound", "bound": 10_000.0})
    engine._heard.put({"kind": "done", "bound": 1.0, "solution": worst})
    best, bound = engine._follow(Task(program, first), 1, lambda *_: None)
    assert best == [2] * 6
    assert bound == 1


def test_trouble_of_one_solver_is_not_the_end_and_trouble_of_both_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: object, task: Task, report: Report) -> Answer:
        raise RuntimeError("out of order")

    program = knapsacks(6)
    monkeypatch.setattr(CpSat, "solve", broken)
    found = Search(program, 30.0).run()
    assert tuple(tier.value for tier in found.tiers) == best_by_enumeration(program)
    monkeypatch.setattr(Highs, "solve", broken)
    with pytest.raises(RuntimeError, match="out of order"):
        Search(program, 30.0).run()
