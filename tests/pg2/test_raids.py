"""What the other side can hit: the compiled rows, the audit's trying and plain enumeration agree."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from campaign_samples import worst_hits
from hypothesis import example, given
from hypothesis import strategies as st

from models.problem import Check, Demand, PenaltyGroup, Problem, Raid, Rounding, Tier
from planner.audit.raids import worst_strike
from planner.compile.search import Search
from planner.compile.steps import compile_problem

GAPS = st.lists(st.integers(0, 5), min_size=1, max_size=6)


def _compiled(raid: Raid, gaps: list[int]) -> Fraction:
    """What the solver says these gaps cost at 1 each."""
    demands = tuple(
        Demand(f"d{n}", "4.7", 0, Check.BATTLE, f"place {n}", (), Fraction(gap), "units", (0,), "")
        for n, gap in enumerate(gaps)
    )
    group = PenaltyGroup("g", "4.7", 0, "pp", Fraction(1), Fraction(1), Rounding.PROPORTIONAL, raid=raid)
    tier = Tier("pp", (("pp", Fraction(1)),))
    problem = Problem(1, (), (), demands, (group,), (), (), (), (tier,))
    program, _ = compile_problem(problem)
    found = Search(program, seconds=20).run()
    assert found.status == "found"
    assert found.tiers[0].proven
    return found.tiers[0].value


@given(gaps=GAPS, divisions=st.integers(0, 4), units=st.integers(0, 12))
@example(gaps=[3, 3, 3, 3, 3], divisions=2, units=4)
@example(gaps=[5], divisions=0, units=3)
def test_solver_audit_and_enumeration_agree_on_the_worst_strike(gaps: list[int], divisions: int, units: int) -> None:
    """Whatever is open, all three find the same number of units that get through."""
    raid = Raid(parties=divisions, reach=3, total=units)
    strike = worst_strike(raid, [(f"place {n}", Fraction(gap)) for n, gap in enumerate(gaps)])
    assert strike.hits == worst_hits(gaps, divisions, units)
    assert _compiled(raid, gaps) == strike.hits


@given(values=GAPS, parties=st.integers(0, 4))
def test_without_a_limit_of_units_the_largest_gaps_are_struck_whole(values: list[int], parties: int) -> None:
    """A party takes all there is at its place."""
    raid = Raid(parties=parties)
    strike = worst_strike(raid, [(f"place {n}", Fraction(value)) for n, value in enumerate(values)])
    assert strike.hits == sum(sorted(values, reverse=True)[:parties])
    assert _compiled(raid, values) == strike.hits


def test_gaps_at_one_place_are_added_before_the_party_strikes() -> None:
    """Two demands of one place are one target."""
    raid = Raid(parties=1, reach=3, total=9)
    assert worst_strike(raid, [("paris", Fraction(1)), ("paris", Fraction(1)), ("lyon", Fraction(1))]).hits == 2


def test_a_missing_guard_can_open_the_door_to_three() -> None:
    """Four units of two divisions find three at one place and one at the other."""
    raid = Raid(parties=2, reach=3, total=4, opens=3)
    gaps = [("paris", Fraction(1)), ("lyon", Fraction(1)), ("metz", Fraction(0))]
    strike = worst_strike(raid, gaps)
    assert strike.hits == 4
    assert sorted(units for _, units in strike.at) in ([1, 3], [2, 2])
    assert worst_strike(replace(raid, parties=1), gaps).hits == 3
