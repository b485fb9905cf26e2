"""Units count where they save most, where nobody has said for what each of them counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from unittest.mock import patch

import pytest

from models.problem import Credit, Duty, PenaltyGroup, Rounding, Tier
from planner.audit import counting
from planner.audit.counting import Count, count_best
from planner.audit.pricing import Prices

HALF, THIRD, ONE = Fraction(1, 2), Fraction(1, 3), Fraction(1)
VP, ATTACKS = "vp", "partisan_attacks"


def prices(*groups: tuple[str, Fraction, Rounding], together: bool = False) -> Prices:
    """Penalty groups by currency, price and rounding; VPs come before attacks, or both are one tier."""
    made = tuple(PenaltyGroup(f"g{n}", "44", 0, c, p, ONE, r) for n, (c, p, r) in enumerate(groups))
    apart = (Tier(VP, ((VP, ONE),)), Tier(ATTACKS, ((ATTACKS, ONE),)))
    return Prices(made, (Tier("both", ((VP, ONE), (ATTACKS, ONE))),) if together else apart)


def by_the_re(amount: Fraction | int, *demands: int, part: int = 0) -> Credit:
    """REs that may be divided among these demands."""
    return Credit(tuple(Duty(demand, Fraction(amount)) for demand in demands), True, Fraction(part))


def undivided(*duties: tuple[int, Fraction]) -> Credit:
    """A unit that does one of these duties."""
    return Credit(tuple(Duty(demand, amount) for demand, amount in duties))


def counted(found: Count, demand: int) -> Fraction:
    """What is counted for a demand by all offers."""
    return sum((parts.get(demand, Fraction(0)) for parts in found.given.values()), Fraction(0))


def needs(*gaps: Fraction | int) -> dict[int, Fraction]:
    """Demands by number with what each is short of."""
    return {n: Fraction(gap) for n, gap in enumerate(gaps)}


@contextmanager
def large_knots() -> Iterator[None]:
    """Take every knot for one that is too large to untie."""
    with patch.object(counting, "MOST_STATES", 1):
        yield


def test_the_dearer_duty_is_filled_first() -> None:
    """3 REs for two duties of 2: at 1 VP an RE the second gets 2, at ½ the first the RE that is left."""
    per = prices((VP, HALF, Rounding.PROPORTIONAL), (VP, ONE, Rounding.PROPORTIONAL))
    found = count_best({by_the_re(3, 0, 1): 1}, needs(2, 2), [(0,), (1,)], per)
    assert (counted(found, 0), counted(found, 1), found.exact) == (1, 2, True)


def test_a_unit_that_cannot_be_divided_goes_where_it_saves_most() -> None:
    """2 REs whole: 2 x ½ saved in the first, only 1 x ½ in the second, which is short of 1."""
    per = prices((VP, HALF, Rounding.PROPORTIONAL), (VP, HALF, Rounding.PROPORTIONAL))
    offer = undivided((0, Fraction(2)), (1, Fraction(2)))
    found = count_best({offer: 1}, needs(2, 1), [(0,), (1,)], per)
    assert (counted(found, 0), counted(found, 1)) == (2, 0)


def test_a_later_tier_is_served_with_what_an_earlier_one_leaves() -> None:
    """VPs first: 1 RE to the garrison, the other one to the zone."""
    per = prices((VP, HALF, Rounding.PROPORTIONAL), (ATTACKS, ONE, Rounding.STARTED))
    found = count_best({by_the_re(1, 0, 1): 2}, needs(1, 3), [(0,), (1,)], per)
    assert (counted(found, 0), counted(found, 1)) == (1, 1)


def test_started_steps_are_closed_rather_than_begun() -> None:
    """Two zones short of 1⅓ and 1: a whole RE closes a step of either, a third of one only in the first."""
    per = prices((ATTACKS, ONE, Rounding.STARTED), (ATTACKS, ONE, Rounding.STARTED))
    found = count_best({undivided((0, THIRD), (1, THIRD)): 1}, needs(Fraction(4, 3), 1), [(0,), (1,)], per)
    assert (counted(found, 0), counted(found, 1)) == (THIRD, 0)


def test_gaps_of_one_zone_are_added_before_they_are_rounded() -> None:
    """½ and ½ missing in one zone are one attack, so that half an RE saves nothing there, but one in another zone."""
    per = prices((ATTACKS, ONE, Rounding.STARTED), (ATTACKS, ONE, Rounding.STARTED))
    offer = undivided((0, HALF), (2, HALF))
    found = count_best({offer: 1}, needs(HALF, HALF, HALF), [(0,), (0,), (1,)], per)
    assert counted(found, 2) == HALF


@pytest.mark.parametrize(("units", "pairs"), [(1, 0), (2, 1), (3, 1), (4, 2)])
def test_two_foreign_air_units_stand_for_one(units: int, pairs: int) -> None:
    """44.A.7.b.1: what is counted for the second nationality is left after the pairs of the first."""
    per = prices((VP, ONE, Rounding.PROPORTIONAL), (VP, THIRD, Rounding.PROPORTIONAL))
    offer = Credit((Duty(0, HALF, paired=True), Duty(1, ONE)))
    found = count_best({offer: units}, needs(2, 9), [(0,), (1,)], per)
    assert counted(found, 0) // 1 == pairs
    assert counted(found, 1) == units - 2 * pairs


def test_gaps_rounded_down_are_not_bought_off_with_crumbs() -> None:
    """One RE for two duties short of 1 each, where only full REs missing cost: it closes one of them, not both."""
    per = prices((VP, HALF, Rounding.FULL), (VP, HALF, Rounding.FULL))
    found = count_best({by_the_re(1, 0, 1, part=1): 1}, needs(1, 1), [(0,), (1,)], per)
    assert sorted((counted(found, 0), counted(found, 1))) == [0, 1]


def test_who_has_no_choice_is_counted_before_those_who_have() -> None:
    per = prices((VP, HALF, Rounding.PROPORTIONAL), (VP, HALF, Rounding.PROPORTIONAL))
    offers = {by_the_re(1, 0, 1): 1, by_the_re(1, 0): 1}
    found = count_best(offers, needs(1, 1), [(0,), (1,)], per)
    assert (counted(found, 0), counted(found, 1)) == (1, 1)


def poured(
    offers: dict[Credit, int], gaps: dict[int, Fraction], groups_of: Sequence[tuple[int, ...]], per: Prices
) -> Count:
    """The same without untying knots."""
    with large_knots():
        return count_best(offers, gaps, groups_of, per)


def test_a_large_knot_is_rearranged_while_it_is_poured() -> None:
    """A could serve 0 and 1, B only 0 and 2; 1 and 2 are dear: A must give way to B at 0, and both find a place."""
    per = prices((VP, HALF, Rounding.PROPORTIONAL), (VP, ONE, Rounding.PROPORTIONAL))
    offers = {by_the_re(2, 0, 1): 1, by_the_re(3, 0, 2): 1}
    found = poured(offers, needs(3, 1, 1), [(0,), (1,), (1,)], per)
    assert [counted(found, n) for n in range(3)] == [3, 1, 1]
    assert found.exact


def test_a_poured_knot_is_exact_where_all_is_in_proportion() -> None:
    per = prices((VP, HALF, Rounding.PROPORTIONAL), (VP, ONE, Rounding.PROPORTIONAL))
    assert poured({by_the_re(3, 0, 1): 1}, needs(2, 2), [(0,), (1,)], per).exact


def test_a_poured_knot_in_which_rounding_could_be_played_with_is_not_called_exact() -> None:
    """½ RE: of 1⅕ missing in the zone ⅕ closes a step, the rest would save VPs. Pouring gives all to the zone."""
    groups = ((ATTACKS, ONE, Rounding.STARTED), (VP, Fraction(9, 10), Rounding.PROPORTIONAL))
    per = prices(*groups, together=True)
    offers, gaps = {by_the_re(HALF, 0, 1): 1}, needs(Fraction(6, 5), 1)
    assert not poured(offers, gaps, [(0,), (1,)], per).exact
    best = count_best(offers, gaps, [(0,), (1,)], per)
    assert (counted(best, 0), counted(best, 1)) == (Fraction(1, 5), Fraction(3, 10))


def test_a_poured_zone_by_itself_is_exact_in_spite_of_its_rounding() -> None:
    """One zone short of 3½ in all: whoever fills what, 1½ REs leave 2, which is two attacks."""
    per = prices((ATTACKS, ONE, Rounding.STARTED))
    offers = {by_the_re(1, 0, 1): 1, by_the_re(HALF, 1, 2): 1}
    found = poured(offers, needs(2, 1, HALF), [(0,), (0,), (0,)], per)
    assert sum(counted(found, n) for n in range(3)) == Fraction(3, 2)
    assert found.exact


def test_a_poured_knot_rounded_down_is_not_called_exact() -> None:
    per = prices((VP, HALF, Rounding.FULL), (VP, HALF, Rounding.FULL))
    assert not poured({by_the_re(1, 0, 1): 1}, needs(1, 1), [(0,), (1,)], per).exact


def test_knots_that_meet_in_too_many_ways_are_not_called_exact() -> None:
    """Two knots that share two zones: each leaves 1 RE missing in one of them, and all combinations are to be tried."""
    per = prices((ATTACKS, ONE, Rounding.STARTED), (ATTACKS, HALF, Rounding.STARTED))
    ways: counting._Frontier = [({0: ONE, 1: Fraction(0)}, []), ({0: Fraction(0), 1: ONE}, [])]
    assert counting._best_together([ways, ways], per)[1]
    with patch.object(counting, "MOST_STATES", 1):
        assert not counting._best_together([ways, ways], per)[1]
