"""What else a unit could do: legal at a price, or forbidden by a rule. Prices are worked out by hand from the rules."""

from __future__ import annotations

from fractions import Fraction

import small_positions as small

from models.alternatives import Alternative
from models.plan import Order, Wishes
from models.position import Position
from models.settings import Settings
from planner.explain.alternatives import alternatives

HALF = Fraction(1, 2)


def coast(**more: object) -> Position:
    """A regiment of 1 RE in a port that wants 1 RE at every initial phase, and a village one march away."""
    return small.position(
        **{
            "horizon": "2",
            "places": {"port": small.town(), "village": small.town()},
            "garrisons": [small.flexible("coast", "port", "1")],
            "units": [small.unit("guard", "port")],
            "routes": [{"between": ["port", "village"], "by": "march"}],
            **more,
        }
    )


def found(scenario: Position, unit: str, wishes: Wishes | None = None) -> dict[tuple[str, str], Alternative]:
    """The alternatives of a unit by act and place, beside the best plan."""
    best = small.solved(scenario, wishes)
    settings = Settings(
        options_of=unit, begin=best.plan, wishes=wishes or Wishes(), known={t.name: t.value for t in best.tiers}
    )
    return {(each.order.option, each.order.to): each for each in alternatives(scenario, settings)}


def vp(alternative: Alternative) -> Fraction:
    assert alternative.totals is not None
    return alternative.totals["vp"]


def test_standing_guard_is_planned_and_costs_nothing() -> None:
    stands = found(coast(), "guard")["stand guard", "port"]
    assert stands.planned
    assert stands.proven
    assert vp(stands) == 0


def test_staying_free_for_a_turn_costs_that_turn_s_half_vp() -> None:
    """Whoever stays free is not declared to stand there: 1 RE missing now, none next turn."""
    free = found(coast(), "guard")["stay free", "port"]
    assert (free.planned, free.proven, vp(free)) == (False, True, HALF)


def test_marching_away_costs_this_turn_and_the_next() -> None:
    """It is not there when the next turn begins either, however it comes back: 2 x ½ VP."""
    away = found(coast(), "guard")["march", "village"]
    assert (away.forbidden, away.proven, vp(away)) == ("", True, 1)


def test_a_counter_s_twin_takes_its_place() -> None:
    """Of two regiments where one is wanted, either may leave for nothing."""
    units = [small.unit("guard", "port", count=2)]
    away = found(coast(units=units), "guard #2")["march", "village"]
    assert vp(away) == 0


def test_what_the_player_has_decided_about_others_still_holds() -> None:
    """The twin is wanted in the village, so this one is needed in the port."""
    units = [small.unit("guard", "port"), small.unit("other", "port")]
    wishes = Wishes(pins=(("other", "village"),))
    assert vp(found(coast(units=units), "guard", wishes)["march", "village"]) == 1


def test_what_the_player_has_decided_about_the_unit_itself_is_put_aside() -> None:
    """A unit that is pinned in the village could stand in the port after all, and save the whole VP."""
    stands = found(coast(), "guard", Wishes(pins=(("guard", "village"),)))["stand guard", "port"]
    assert (stands.planned, vp(stands)) == (False, 0)


def test_a_step_that_a_rule_forbids_is_told_with_the_rule() -> None:
    """44.A.7.a.3: forces of a semi-rigid garrison stay in its area."""
    row = {"kind": "semi_rigid", "id": "isles", "area": "isles", "units": "guard", "released_by": "italy_surrendered"}
    places = {"port": small.town(areas="isles"), "village": small.town()}
    barred = found(coast(garrisons=[row], places=places), "guard")["march", "village"]
    assert barred.forbidden.startswith("44.A.7.a.3")
    assert barred.totals is None


def test_single_orders_are_priced_by_themselves() -> None:
    """Only what is asked about, and what the rules do not offer is said so."""
    scenario = coast()
    best = small.solved(scenario)
    march, swim = (
        Order(unit="guard", turn="Jul 1 43", option=option, start="port", to="village") for option in ("march", "ship")
    )
    away, never = alternatives(scenario, Settings(begin=best.plan, instead=(march, swim)))
    assert (away.order.option, vp(away)) == ("march", 1)
    assert (never.order.option, never.forbidden) == ("ship", "the rules no longer offer it")


def test_a_unit_that_is_not_there_has_no_alternatives() -> None:
    assert found(coast(), "nobody") == {}
