"""The program refuses what its solvers would silently get wrong."""

from fractions import Fraction

import pytest

from planner.compile.program import OBJECTIVE_LIMIT, ROW_LIMIT, NotExact, Program, common_scale


def program(*ranges: tuple[int, int]) -> Program:
    """A program with a variable for each range."""
    made = Program()
    for number, (low, high) in enumerate(ranges):
        made.variable(low, high, f"v{number}")
    return made


@pytest.mark.parametrize("coefficient", [Fraction(1, 2), Fraction(2), 0.5, 2.0, True])
def test_a_coefficient_that_is_no_whole_number_is_refused(coefficient: object) -> None:
    """CP-SAT would cut a fraction down to a whole number without a word."""
    made = program((0, 1))
    with pytest.raises(NotExact, match="not a whole number"):
        made.row([(0, coefficient)], low=0)  # type: ignore[list-item]


def test_a_row_that_stays_below_the_limit_is_taken() -> None:
    made = program((0, 1), (0, 1))
    made.row([(0, ROW_LIMIT - 2), (1, 1)], low=0)
    assert len(made.rows) == 1


def test_a_row_that_reaches_the_limit_is_refused() -> None:
    made = program((0, 1), (0, 1))
    with pytest.raises(NotExact, match=str(ROW_LIMIT)):
        made.row([(0, ROW_LIMIT - 1), (1, 1)], low=0)


def test_the_reach_of_a_row_counts_the_range_of_its_variables_and_no_signs() -> None:
    made = program((-3, 2), (0, 5))
    made.row([(0, 10), (1, -4)], high=7)  # at most 3 x 10 + 5 x 4 = 50
    with pytest.raises(NotExact, match=str(3 * 2**30 + 5)):
        made.row([(0, 2**30), (1, -1)], high=7)


@pytest.mark.parametrize("ends", [{"low": ROW_LIMIT}, {"high": -ROW_LIMIT}])
def test_an_end_beyond_the_limit_is_refused(ends: dict[str, int]) -> None:
    made = program((0, 1))
    with pytest.raises(NotExact):
        made.row([(0, 1)], **ends)


@pytest.mark.parametrize(("low", "high"), [(0, ROW_LIMIT), (-ROW_LIMIT, 0), (1, 0)])
def test_a_range_that_is_endless_or_empty_is_refused(low: int, high: int) -> None:
    with pytest.raises(NotExact, match="would range from"):
        program((low, high))


def test_an_objective_below_the_limit_is_taken() -> None:
    made = program((0, 1), (0, 1))
    made.objective("vp", [(0, Fraction(OBJECTIVE_LIMIT - 2)), (1, Fraction(1))])
    assert made.objectives[0].most == OBJECTIVE_LIMIT - 1


def test_an_objective_that_a_double_cannot_hold_is_refused() -> None:
    made = program((0, 1), (0, 1))
    with pytest.raises(NotExact, match="the objective vp reaches"):
        made.objective("vp", [(0, Fraction(OBJECTIVE_LIMIT - 1)), (1, Fraction(1))])


def test_fractions_of_an_objective_are_scaled_by_their_least_common_multiple() -> None:
    """A third and a half are two and three sixths: 2 x 1/3 + 1/2 + 1 = 13/6."""
    made = program((0, 5), (0, 5))
    made.objective("vp", [(0, Fraction(1, 3)), (1, Fraction(1, 2))], Fraction(1))
    (objective,) = made.objectives
    assert objective.scale == 6
    assert dict(objective.terms) == {0: 2, 1: 3}
    assert objective.exact(made.value(objective.terms, [2, 1])) == Fraction(13, 6)
    assert objective.ticks(Fraction(13, 6)) == 2 * 2 + 3


def test_terms_of_one_variable_are_added_up() -> None:
    made = program((0, 1))
    made.objective("vp", [(0, Fraction(1, 2)), (0, Fraction(1, 2)), (0, Fraction(-1))])
    assert made.objectives[0].terms == ()


def test_a_sum_of_variables_that_exclude_each_other_reaches_no_further_than_the_largest() -> None:
    made = program((0, 3), (0, 3))
    made.objective("moves", [(0, Fraction(1)), (1, Fraction(2))], together=[((0, 1), 3)])
    assert (made.objectives[0].least, made.objectives[0].most) == (0, 6)


def test_a_solution_is_held_against_every_row_in_whole_numbers() -> None:
    made = program((0, 3), (0, 3))
    made.row([(0, 2), (1, 1)], low=3, high=6)
    assert made.admits([1, 1])
    assert made.admits([2, 2])
    assert not made.admits([1, 0])  # 2 is below 3
    assert not made.admits([3, 1])  # 7 is above 6
    assert not made.admits([0, 4])  # out of range


def test_ticks_make_every_amount_whole() -> None:
    assert common_scale([Fraction(1, 3), Fraction(3, 4), Fraction(5)]) == 12
    assert common_scale([]) == 1
