"""Moves folded into departures and arrivals: the same plans, the same values, fewer variables."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from planner.compile.cp_sat import CpSat
from planner.compile.folding import Folded, fold, paired
from planner.compile.program import Program
from planner.compile.search import Search
from planner.compile.steps import compile_problem
from planner.derive import derive
from planner.load import load_scenario, scenario_from_tree

SCENARIOS = Path(__file__).parents[2] / "scenarios"
counts = st.dictionaries(st.sampled_from("abcde"), st.integers(0, 3))


@given(leaving=counts, arriving=counts, more=st.integers(0, 2))
def test_whoever_leaves_finds_an_arrival_elsewhere(
    leaving: dict[str, int], arriving: dict[str, int], more: int
) -> None:
    """Nobody stays where it is, as long as no place is more than the half of all the coming and going."""
    going, coming = +Counter(leaving), +Counter(arriving)
    total = max(going.total(), coming.total()) + more
    going["x"] += total - going.total()  # somebody comes from and goes to where nobody is barred
    coming["y"] += total - coming.total()
    barred = {place: place for place in "abcde"}
    assume(all(going[place] + coming[place] <= total for place in "abcde"))
    moves = list(paired(+going, +coming, barred))
    assert Counter(start for start, _ in moves) == +going
    assert Counter(end for _, end in moves) == +coming
    assert all(start != end for start, end in moves)


def theatre(places: int, units: int, guards: list[int], drawn_to: str = "") -> tuple[Program, Folded]:
    """Garrison units in territories between which everybody can move, over two turns.

    Drawn to a territory, they want nothing but to set out from it and to arrive at it in the second turn.
    """
    scenario = scenario_from_tree(
        {
            "ruleset": "pg2", "turn": "Jun 1 42", "horizon": 2, "fronts": {"f": {"oil": "restricted"}},
            "nations": {"a": {"side": "allied", "partisans": {"divisions": 2, "units": 5}}, "c": {"side": "axis"}},
            "territories": {
                f"t{n}": {"front": "f", "nation": "a", "controller": "axis", "objectives": 3, "city": "major"}
                for n in range(places)
            },
            "garrisons": [{"id": f"g{n}", "at": f"t{at % places}"} for n, at in enumerate(guards)],
            "formations": [
                {"id": f"d{n}", "nation": "c", "at": f"t{n}", "units": "infantry 1", "xp": 100} for n in range(units)
            ],
        }
    )  # fmt: skip
    problem = derive(scenario)
    program, x = compile_problem(problem)
    if drawn_to:
        program.objectives.clear()
        drawn = [option.turn * ((option.start == drawn_to) + (option.end == drawn_to)) for option in problem.options]
        moved = [(option.act == "strategic move") * pull for option, pull in zip(problem.options, drawn, strict=True)]
        program.objective("drawn", [(x.taken[n], Fraction(-pull)) for n, pull in enumerate(moved)])
    return program, fold(problem, program, x.taken)


@pytest.mark.parametrize(("units", "guards"), [*product((1, 2), ([0], [0, 0, 1], [2, 2, 3, 4]))])
def test_the_folded_program_has_the_same_best_value_and_unfolds_to_a_plan(units: int, guards: list[int]) -> None:
    """Every tier comes to the same, and what is unfolded keeps every row of the original in whole numbers."""
    program, folded = theatre(8, units, guards)
    assert folded.fans
    assert len(folded.program.low) < len(program.low)
    plain = Search(program, engine=CpSat(workers=8)).run()
    found = Search(folded.program, engine=CpSat(workers=8)).run()
    assert [tier.value for tier in plain.tiers] == [tier.value for tier in found.tiers]
    assert all(tier.proven for tier in (*plain.tiers, *found.tiers))
    assert found.solution is not None
    unfolded = folded.unfold(found.solution)
    assert program.admits(unfolded)
    values = [objective.exact(program.value(objective.terms, unfolded)) for objective in program.objectives]
    assert values == [tier.value for tier in found.tiers]


@pytest.mark.parametrize("guards", [[0], [0, 1, 2]])
def test_nobody_moves_from_a_place_to_itself(guards: list[int]) -> None:
    """Setting out from a place and arriving there is worth two, and for one unit there is no such move."""
    program, folded = theatre(8, 1, guards, drawn_to="t3")
    plain = Search(program, engine=CpSat(workers=8)).run()
    found = Search(folded.program, engine=CpSat(workers=8)).run()
    assert plain.tiers[0].value == found.tiers[0].value == -1 - len(guards)
    assert found.solution is not None
    assert program.admits(folded.unfold(found.solution))


def test_a_hint_is_folded_into_how_many_leave_and_arrive() -> None:
    """A solution of the original, given as a hint, says the same of the folded program."""
    program, folded = theatre(8, 1, [0, 0, 1])
    found = Search(program, engine=CpSat(workers=8)).run()
    assert found.solution is not None
    values = dict(folded.hint(enumerate(found.solution)))
    moved = {variable for _, departed, _ in folded.fans for variable in departed.values()}
    assert sum(values[variable] for variable in moved) == sum(
        found.solution[variable] for fan, _, _ in folded.fans for variable in fan.moves.values()
    )


def test_where_nothing_fits_together_the_program_stays_as_it_is() -> None:
    """A Europa theatre of rails and marches is left alone."""
    problem = derive(load_scenario(SCENARIOS / "belgium_43.yaml"))
    program, x = compile_problem(problem)
    assert fold(problem, program, x.taken).program is program
