"""What gaps cost, to the last fraction, and how the sum is told."""

from fractions import Fraction

import pytest

from models.problem import PenaltyGroup, Rounding, Tier
from planner.audit.pricing import Prices, arithmetic, price

HALF = Fraction(1, 2)


def group(rounding: Rounding, cost: Fraction = Fraction(1), per: int = 1, **more: object) -> PenaltyGroup:
    """A penalty of so much for each so many missing."""
    return PenaltyGroup("g", "44", 0, "vp", cost, Fraction(per), rounding, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rounding", "missing", "due"),
    [
        (Rounding.PROPORTIONAL, Fraction(5, 2), Fraction(5, 2)),
        (Rounding.PROPORTIONAL, Fraction(1, 6), Fraction(1, 6)),
        (Rounding.STARTED, Fraction(5, 2), Fraction(3)),
        (Rounding.STARTED, Fraction(1, 6), Fraction(1)),
        (Rounding.STARTED, Fraction(2), Fraction(2)),
        (Rounding.STARTED, Fraction(0), Fraction(0)),
        (Rounding.FULL, Fraction(5, 2), Fraction(2)),
        (Rounding.FULL, Fraction(5, 6), Fraction(0)),
        (Rounding.FULL, Fraction(2), Fraction(2)),
    ],
)
def test_gaps_are_priced_in_proportion_by_started_or_by_full_steps(
    rounding: Rounding, missing: Fraction, due: Fraction
) -> None:
    assert price(group(rounding), missing) == due


@pytest.mark.parametrize(("missing", "due"), [(1, HALF), (3, HALF), (Fraction(7, 2), 1), (7, Fraction(3, 2))])
def test_half_an_rp_for_every_started_three_res(missing: Fraction, due: Fraction) -> None:
    """44.A.7.b.2.i"""
    assert price(group(Rounding.STARTED, HALF, 3), Fraction(missing)) == due


def test_the_sum_is_told_as_a_player_would_write_it_down() -> None:
    started = group(Rounding.STARTED)
    assert arithmetic(started, [Fraction(1), HALF], "attack") == "1 + ½ = 1½ missing, 2 started x 1 attack = 2"
    assert arithmetic(group(Rounding.PROPORTIONAL, HALF), [Fraction(3)], "VP") == "3 missing x ½ VP = 1½"
    by_threes = group(Rounding.STARTED, HALF, 3)
    assert arithmetic(by_threes, [Fraction(4)], "inf RP") == "4 missing, 2 started 3s x ½ inf RP = 1"


def test_tiers_weigh_what_is_lost_by_currency_and_zone() -> None:
    """1½ VP; two attacks that weigh a half each; what is only reported weighs nothing."""
    groups = (
        group(Rounding.PROPORTIONAL, HALF),
        PenaltyGroup("zone", "44.B", 0, "partisan_attacks", Fraction(1), Fraction(1), Rounding.STARTED, weight=HALF),
        group(Rounding.PROPORTIONAL, counted=False),
    )
    tiers = (Tier("vp", (("vp", Fraction(1)),)), Tier("attacks", (("partisan_attacks", Fraction(1)),)))
    prices = Prices(groups, tiers)
    assert prices.of({0: Fraction(3), 1: Fraction(4, 3), 2: Fraction(9)}) == (Fraction(3, 2), Fraction(1))
    assert prices.slope((0, 1)) == (HALF, HALF)
    assert prices.slope((2,)) == (0, 0)
