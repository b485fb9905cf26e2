"""Words that pages and reports share, where one figure or another state changes them."""

from __future__ import annotations

from fractions import Fraction

import report_samples

from models.plan import Order, Plan
from planner.advise import advice_on
from planner.load import load_scenario_text
from planner.report.board import Board
from planner.report.names import Names, measured
from planner.report.sentences import line_of, sheet
from planner.report.words import amount_of, amounts, whole

ROAD = "- {from: mechelen, to: brussels}\n- {from: brussels, to: gent}\n"


def order(**fields: object) -> Order:
    """An order of the reserve, this turn."""
    return Order(**({"unit": "reserve", "turn": "Jul 1 43", "option": "march", "start": "mechelen"} | fields))


def told(given: Order) -> str:
    """The order as a line of the sheet."""
    return line_of([given], Names(report_samples.scenario())).text


def test_one_of_something_is_not_several() -> None:
    assert measured(Fraction(1), "British REs") == "1 British RE"
    assert measured(Fraction(1, 2), "REs") == "½ RE"
    assert measured(Fraction(2), "air units") == "2 air units"
    assert measured(Fraction(1), "readiness") == "1 readiness"


def test_currencies_are_counted_in_words() -> None:
    assert amount_of("breaches", Fraction(1)) == "1 breach"
    assert amount_of("vp", Fraction(4, 3)) == "1⅓ victory points"
    assert amount_of("srp", Fraction(1)) == "1 SRP"
    assert amounts({"vp": Fraction(0)}) == "nothing"


def test_turns_are_broken_between_them_only() -> None:
    assert whole("Jul 1 43 to Jul 4 43") == "Jul\u00a01\u00a043 to Jul\u00a04\u00a043"


def test_a_unit_that_leaves_play_goes_nowhere_and_one_that_enters_comes_from_nowhere() -> None:
    leaves = order(option="withdraw", to="gone:to the east", how="to the east")
    assert told(leaves) == "Withdraw 3 REs: 719 Infantry Division from Mechelen, to the east"
    enters = order(option="place", start="pending:any city", to="gent")
    assert told(enters) == "Place 3 REs: 719 Infantry Division to Gent"


def test_a_verb_keeps_the_capitals_it_has() -> None:
    given = order(unit="", option="add RPs to a fort", start="west_infantry", to="gent", how="1 inf RP")
    assert told(given) == "Add RPs to a fort: 1 inf RP from West Infantry to Gent"


def test_a_unit_that_changes_where_it_stands_does_not_move() -> None:
    assert told(order(option="rebuild", to="mechelen[full]", how="2 inf RPs")) == (
        "Rebuild 3 REs: 719 Infantry Division, 2 inf RPs"
    )


def test_a_unit_that_goes_through_a_place_is_on_its_way() -> None:
    text = report_samples.SMALL.format(**report_samples.CALM).split("routes:")[0] + "routes:\n" + ROAD
    scenario = load_scenario_text(text.replace("horizon: 2", "horizon: 3"), "road.yaml")
    onward = order(turn="Jul 2 43", start="brussels", to="gent")
    plan = Plan(turn="Jul 1 43", turns=3, orders=(order(to="brussels"), onward))
    advice = advice_on(scenario, plan)
    assert advice.violations == ()
    board = Board(scenario, advice)
    assert board.purpose(plan.orders[0]) == "on its way to Gent"
    assert board.purpose(onward) == "counts there from Jul 3 43, 44.B.2.a"


def test_a_unit_out_of_play_is_on_no_sheet() -> None:
    gone = order(option="out of play", start="gone:to the east", to="gone:to the east")
    found = sheet(Board(report_samples.scenario(), report_samples.advice().model_copy(update={"orders": (gone,)})), 0)
    assert (found.busy, found.free, found.boxed) == ((), (), ())
