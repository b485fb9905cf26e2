"""Carrying a position one turn on loses what planning two turns ahead says is lost, penalty for penalty."""

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from models.findings import AuditReport
from models.plan import Plan, Solved
from models.scenario import Scenario
from models.settings import Settings
from planner.advance import advance, orders_of_this_turn, scenario_text
from planner.audit import audit
from planner.load import BadInput, load_scenario, load_scenario_text, scenario_from_tree
from planner.solving import solve_here

FOLDER = Path(__file__).parents[2] / "scenarios"
FILES = [path for path in sorted(FOLDER.glob("*.yaml")) if "ruleset: pg2" not in path.read_text("utf-8")]
NAMES = [path.stem for path in FILES]
SMALL = [name for name in ("belgium_43_thin", "france_43", "mediterranean_44", "greater_germany_43", "atlantic_wall_44")
         if name in NAMES]  # fmt: skip


def opened(name: str) -> Scenario:
    scenario = load_scenario(FOLDER / f"{name}.yaml")
    assert isinstance(scenario, Scenario)
    return scenario


def over(scenario: Scenario, turns: int, plan: Plan | None = None) -> AuditReport:
    """The audit over so many turns, of this turn's orders alone."""
    first = orders_of_this_turn(scenario, plan, turns) if plan else None
    return audit(scenario.model_copy(update={"horizon": turns}), first)


def lines_of(*reports: AuditReport) -> Counter[tuple[str, str, str, Fraction]]:
    """Every penalty with its turn."""
    return Counter(
        (line.rule, line.turn, line.currency, line.amount) for report in reports for line in report.penalties
    )


def added(*reports: AuditReport) -> dict[str, Fraction]:
    return {
        currency: sum((report.totals[currency] for report in reports), Fraction(0)) for currency in reports[0].totals
    }


def pools_at_the_end(report: AuditReport) -> dict[str, Fraction]:
    return {line.id: line.closing for line in report.budgets if line.id.startswith("pool:")}


@pytest.mark.parametrize("name", NAMES)
def test_two_turns_without_orders_are_the_same_ahead_and_one_by_one(name: str) -> None:
    first = opened(name)
    second = advance(first).scenario
    third = advance(second).scenario
    reports = [over(scenario, 1) for scenario in (first, second, third)]
    ahead = over(first, 3)
    assert lines_of(*reports) == lines_of(ahead)
    assert added(*reports) == ahead.totals
    assert pools_at_the_end(reports[-1]) == pools_at_the_end(ahead)


@pytest.mark.parametrize("name", SMALL)
def test_this_turns_orders_carried_out_cost_the_same_next_turn(name: str) -> None:
    first = opened(name)
    outcome = solve_here(first, Settings(time_limit=120))
    assert isinstance(outcome, Solved)
    second = advance(first, outcome.plan).scenario
    reports = [over(first, 1, outcome.plan), over(second, 1)]
    ahead = over(first, 2, outcome.plan)
    assert ahead.violations == ()
    assert lines_of(*reports) == lines_of(ahead)
    assert added(*reports) == ahead.totals


@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_loads_again_as_it_was(name: str) -> None:
    found = advance(opened(name))
    assert load_scenario_text(scenario_text(found.scenario, found.told), "next.yaml") == found.scenario


BASE: dict[str, Any] = {
    "turn": "May 1 42", "horizon": "2", "districts": {"north": {"theatre": "west"}},
    "places": {"lille": {"kind": "dot", "district": "north"}, "arras": {"kind": "town", "district": "north"},
               "nancy": {"kind": "dot", "district": "north"}},
    "pools": [{"id": "inf", "points": "inf", "theatre": "west", "holds": "2", "monthly": "6"}],
    "routes": [{"from": "lille", "to": "arras"}, {"from": "lille", "to": "nancy", "turns": "2"}],
}  # fmt: skip


def position(**parts: object) -> Scenario:
    return scenario_from_tree(BASE | parts, "case")


def order(unit: str, option: str, **more: str) -> dict[str, str]:
    return {"unit": unit, "turn": "May 1 42", "option": option} | more


def after(scenario: Scenario, *orders: dict[str, str]) -> Scenario:
    plan = Plan.model_validate({"turn": str(scenario.turn), "turns": 1, "orders": orders})
    return advance(scenario, plan).scenario


DIVISION = {"id": "u", "type": "Inf", "nationality": "german", "size": "XX", "counter": "7-6 (3-6)", "at": "lille"}


def test_a_unit_that_marched_is_where_it_went_and_has_moved() -> None:
    (unit,) = after(position(units=[DIVISION]), order("u", "march", to="arras")).units
    assert (unit.at, unit.moved, unit.arrives) == ("arras", True, None)


def test_a_unit_on_a_longer_march_is_under_way() -> None:
    next_turn = after(position(units=[DIVISION]), order("u", "march", to="nancy"))
    (unit,) = next_turn.units
    assert (unit.at, unit.under_way, str(unit.arrives)) == ("nancy", True, "May 3 42")
    (there,) = advance(advance(next_turn).scenario).scenario.units
    assert (there.at, there.under_way, there.arrives) == ("nancy", False, None)


def test_who_finds_no_room_waits_by_itself_in_the_next_file_too() -> None:
    """Bought back, back from disruption, alike or not: two turns one by one are two turns ahead."""
    back = {"type": "Inf", "nationality": "german", "size": "XX", "at": "track:north", "arrives": "May 1 42"}
    units = [back | {"id": name, "counter": counter, "disrupted": shaken} for name, counter, shaken in (
        ("d", "7-6", "no"), ("c", "7-6", "yes"), ("b", "4-6", "no"), ("a", "4-6", "yes"))]  # fmt: skip
    garrison = {"kind": "flexible", "id": "g", "at": ["lille"], "res": "12"}
    first = position(units=units, garrisons=[garrison], places={"lille": BASE["places"]["lille"]}, routes=[])
    second = advance(first).scenario
    third = advance(second).scenario
    reports = [over(scenario, 1) for scenario in (first, second, third)]
    ahead = over(first, 3)
    assert ahead.violations == ()
    assert lines_of(*reports) == lines_of(ahead)
    assert [unit.id for unit in second.units if unit.at == "lille"] == ["a"]
    assert not any(unit.disrupted for unit in third.units if unit.at == "lille")


def test_counters_of_one_row_that_part_keep_their_names() -> None:
    found = after(position(units=[DIVISION | {"count": "3"}]), order("u #2", "march", to="arras")).units
    assert {unit.id: unit.at for unit in found} == {"u #1": "lille", "u #2": "arras", "u #3": "lille"}


def test_a_withdrawn_division_is_gone_its_line_is_done_and_its_rps_are_on_their_way() -> None:
    line = {"id": "w", "turn": "May 1 42", "does": "withdraw", "unit": {"counter": "3-6", "cadre": "yes"}}
    found = after(position(units=[DIVISION], order_of_battle=[line]), order("u", "withdraw"))
    assert found.units == ()
    assert found.order_of_battle == ()
    (pool,) = found.pools
    (lines,) = [line for line in over(found, 1).budgets if line.id == "pool:inf"]
    assert pool.holds == 2
    assert lines.closing == 2 + 4  # the seventh less its cadre, 7 - 3, usable now


def test_a_line_for_two_of_which_one_has_gone_is_for_one_more() -> None:
    line = {"id": "w", "turn": "May 1 42", "does": "withdraw", "count": "2", "unit": {"counter": "7-6"}}
    found = after(position(units=[DIVISION | {"count": "3"}], order_of_battle=[line]), order("u #1", "withdraw"))
    assert [row.left for row in found.order_of_battle] == [1]


def test_new_counters_come_into_the_list_of_units_and_their_line_is_done() -> None:
    recruit = {"id": "n", "type": "Inf", "nationality": "german", "size": "XX"}
    line = {"id": "a", "turn": "May 1 42", "does": "arrive", "to": "lille", "units": [recruit]}
    found = advance(position(order_of_battle=[line])).scenario
    assert [(unit.id, unit.at) for unit in found.units] == [("n", "lille")]
    assert found.order_of_battle == ()


def test_an_empty_fort_falls_a_level_and_a_strengthened_one_does_not() -> None:
    forts = [
        {"id": "f", "kind": "improved_fort", "at": "arras"},
        {"id": "g", "kind": "fort", "at": "nancy", "pool": "inf"},
    ]
    put = {"unit": "", "turn": "May 1 42", "option": "add RPs to a fort", "from": "inf", "to": "g"}
    found = after(position(forts=forts), put)
    assert [(fort.id, fort.kind.value, fort.strength) for fort in found.forts] == [("f", "fort", 0), ("g", "fort", 1)]
    assert found.pools[0].holds == 1


def test_an_entrenchment_that_nobody_holds_is_off_the_list() -> None:
    assert advance(position(forts=[{"id": "e", "kind": "entrenchment", "at": "arras"}])).scenario.forts == ()


def test_the_month_begins_with_its_rps() -> None:
    found = advance(position(turn="May 4 42")).scenario
    assert found.pools[0].holds == 2 + 6
    assert str(found.turn) == "Jun 1 42"


def test_an_order_that_cannot_be_carried_out_stops_the_turn() -> None:
    with pytest.raises(BadInput, match="cannot rail"):
        after(position(units=[DIVISION]), order("u", "rail", to="arras"))


def test_what_is_due_next_turn_is_told() -> None:
    line = {"id": "w", "turn": "May 2 42", "does": "withdraw", "unit": {"counter": "7-6"}}
    told = advance(position(units=[DIVISION], order_of_battle=[line])).told
    assert "51.B.19: due: w: withdraw" in told


def test_a_loan_is_repaid_once_and_what_is_left_of_it_is_owed() -> None:
    """3 of Germany's RPs are borrowed; Rumania's next income of 2 repays 2, the one after it the last 1."""
    scenario = scenario_from_tree(
        {
            "turn": "Jul 4 42",
            "horizon": "3",
            "places": {"jassy": {"kind": "dot"}},
            "pools": [
                {"id": "ger", "points": "inf", "nationality": "german", "kind": "national", "holds": "3"},
                {"id": "rum", "points": "inf", "nationality": "rumanian", "backed_by": "ger",
                 "income": {"Aug 1 42": "2", "Aug 2 42": "2"}},
            ],
            "units": [{"id": "u", "type": "Inf", "nationality": "rumanian", "size": "XX", "counter": "5-6 (2-6)",
                       "cadre": "yes", "at": "jassy"}],
        },
        "file",
    )  # fmt: skip
    assert isinstance(scenario, Scenario)
    solved = solve_here(scenario, Settings(reproducible=True))
    assert isinstance(solved, Solved)
    books, plan = [], solved.plan
    for _ in range(3):
        books.append(tuple(pools_at_the_end(over(scenario, 1, plan)).values()))
        scenario, plan = advance(scenario, plan).scenario, None
    assert books == [(0, 0), (2, 0), (3, 1)]  # Germany's, Rumania's
    assert scenario.pools[1].owes == 0
