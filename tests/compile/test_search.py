"""Tier after tier: in the player's order, merged by his rates, and never called proven before it is."""

from fractions import Fraction

import pytest
from small_positions import flexible, position, tiers, unit

from models.position import Position
from planner.compile.cp_sat import CpSat
from planner.compile.highs_process import holds
from planner.compile.program import Program
from planner.compile.search import Search
from planner.compile.tasks import Answer, Report, Task


def one_regiment_for_two_duties(**priorities: object) -> Position:
    """Ghent wants 1 RE of garrison (½ VP) and 2 of occupation (an attack each, worth 1); one RE does one duty."""
    return position(
        zones={"belgium": {"partisan_attack_value": "1"}},
        places={"ghent": {"kind": "dot", "zone": "belgium", "country": "belgium"}},
        garrisons=[flexible("coast", "ghent", "1")],
        units=[unit("16 Inf", "ghent")],
        priorities=priorities,
    )


def test_victory_points_come_before_attacks() -> None:
    """The RE is counted for the garrison: no VP, two attacks."""
    assert tiers(one_regiment_for_two_duties()) == {"partisan_attacks": 2, "strength": 2}


def test_attacks_come_before_victory_points_if_the_player_says_so() -> None:
    """The RE is counted for the occupation: one attack, half a VP."""
    order = "breaches, partisan_attacks, vp, replacement_points, strength, moves, changes"
    assert tiers(one_regiment_for_two_duties(order=order)) == {
        "partisan_attacks": 1,
        "vp": Fraction(1, 2),
        "strength": 2,
    }


def test_strength_may_come_before_everything() -> None:
    """Nobody stands guard: half a VP and two attacks, and nothing kept from the front."""
    order = "strength, breaches, vp, partisan_attacks, replacement_points, moves, changes"
    assert tiers(one_regiment_for_two_duties(order=order)) == {"vp": Fraction(1, 2), "partisan_attacks": 2}


def test_merged_tiers_are_weighed_against_each_other() -> None:
    """½ VP and 1 attack come to 1½, no VP and 2 attacks to 2."""
    found = tiers(one_regiment_for_two_duties(merge="vp, partisan_attacks"))
    assert found == {"vp + partisan_attacks": Fraction(3, 2), "strength": 2}


def two_objectives() -> Program:
    """x + y >= 3, both up to 4: first least x, then least y."""
    program = Program()
    x, y = program.variable(0, 4, "x"), program.variable(0, 4, "y")
    program.row([(x, 1), (y, 1)], low=3)
    program.objective("first", [(x, Fraction(1, 2))])
    program.objective("second", [(y, Fraction(1))])
    return program


@pytest.mark.parametrize("widest", [0, 1_000_000])
def test_a_later_tier_never_spoils_an_earlier_one(widest: int) -> None:
    """On one rung or on two: x = 0, then y = 3."""
    found = Search(two_objectives(), engine=CpSat(workers=1), widest_rung=widest).run()
    assert [(tier.name, tier.value, tier.bound, tier.proven) for tier in found.tiers] == [
        ("first", 0, 0, True),
        ("second", 3, 3, True),
    ]


class Hesitant:
    """A solver that finds a plan and proves nothing about it."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)

    def solve(self, task: Task, report: Report) -> Answer:
        return self.answers.pop(0)

    def stop(self) -> None: ...

    def close(self) -> None: ...

    def proven(self, task: Task) -> int | None:
        return None


def test_a_tier_without_a_closed_bound_is_not_proven() -> None:
    """A plan with x = 2, y = 1 and a bound of 1 tick: x is at least ½."""
    engine = Hesitant(Answer("feasible", [2, 1], 2, 1), Answer("feasible", [2, 1], 1, 0))
    found = Search(two_objectives(), engine=engine, widest_rung=0).run()
    assert [(tier.value, tier.bound, tier.proven) for tier in found.tiers] == [
        (1, Fraction(1, 2), False),
        (1, 0, False),
    ]


def test_no_answer_is_neither_a_plan_nor_an_impossibility() -> None:
    assert Search(two_objectives(), engine=Hesitant(Answer("unknown")), widest_rung=0).run().status == "unknown"


def test_rows_that_exclude_each_other_are_an_impossibility() -> None:
    program = two_objectives()
    program.row([(0, 1), (1, 1)], high=2)
    assert Search(program, engine=CpSat(workers=1)).run().status == "infeasible"


def test_an_answer_is_optimal_only_if_the_bound_meets_its_value() -> None:
    program = two_objectives()
    task = Task(program, program.objectives[0])
    assert task.answer([2, 1], 2, 0.0, "a solver").status == "optimal"
    assert task.answer([2, 1], 1, 0.0, "a solver").status == "feasible"
    assert task.answer([2, 1], None, 0.0, "a solver").status == "feasible"


def test_a_rounded_solution_that_breaks_a_row_by_one_tick_is_not_believed() -> None:
    program = two_objectives()
    task = Task(program, program.objectives[1], caps=((program.objectives[0], 0),))
    assert holds(task, [0, 3])
    assert not holds(task, [0, 2])  # the row wants 3
    assert not holds(task, [1, 2])  # the first tier had come to 0
