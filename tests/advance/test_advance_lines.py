"""Carrying on what the order of battle and the works have set in motion: boxes, points, supply, strength, building."""

from fractions import Fraction

from models.forts import FortKind
from models.plan import Plan
from models.scenario import Scenario
from planner.advance import Advanced, advance
from planner.load import scenario_from_tree

BASE = {
    "turn": "May 1 42", "horizon": "2", "districts": {"north": {"theatre": "west"}},
    "places": {"lille": {"kind": "dot", "district": "north"}, "arras": {"kind": "town", "district": "north"}},
    "pools": [{"id": "inf", "points": "inf", "theatre": "west", "holds": "2"}],
}  # fmt: skip
CADRE = {
    "id": "u", "type": "Arm", "nationality": "german", "size": "XX", "counter": "12-10 (5-8)", "cadre": "yes",
    "at": "lille",
}  # fmt: skip


def position(**parts: object) -> Scenario:
    return scenario_from_tree(BASE | parts, "case")


def next_turn(scenario: Scenario, *orders: dict[str, str]) -> Advanced:
    dated = [{"turn": str(scenario.turn), **order} for order in orders]
    return advance(scenario, Plan.model_validate({"turn": str(scenario.turn), "turns": 1, "orders": dated}))


def test_a_unit_that_will_return_waits_off_the_map_and_returns_at_full_strength() -> None:
    first = position(units=[CADRE], order_of_battle=[
        {"id": "w", "turn": "May 1 42", "does": "withdraw", "unit": {"counter": "5-8", "cadre": "yes"}},
        {"id": "r", "turn": "May 2 42", "does": "return", "of": "w", "to": "arras", "at_full": "yes"},
    ])  # fmt: skip
    second = next_turn(first, {"unit": "u", "option": "withdraw"}).scenario
    assert [unit.at for unit in second.units] == ["away:w"]
    assert [line.id for line in second.order_of_battle] == ["r"]
    third = next_turn(second, {"unit": "u", "option": "place", "to": "arras[full]"}).scenario
    assert [(unit.at, unit.cadre) for unit in third.units] == [("arras", False)]
    assert third.order_of_battle == ()


def test_points_of_the_order_of_battle_are_booked_once() -> None:
    line = {"id": "p", "turn": "May 2 42", "does": "points", "nationality": "german", "theatre": "west",
            "gives": {"inf": "3"}}  # fmt: skip
    second = advance(position(order_of_battle=[line])).scenario
    third = advance(second).scenario
    assert [line.id for line in second.order_of_battle] == ["p"]
    assert third.order_of_battle == ()
    assert third.pools[0].holds == 5


def test_a_city_out_of_supply_is_so_for_a_turn_more() -> None:
    places = {"lille": {"kind": "dot", "supply_line": "no", "unsupplied": "3"}, "arras": {"kind": "town"}}
    second = advance(position(places=places)).scenario
    assert {key: place.unsupplied for key, place in second.places.items()} == {"lille": 4, "arras": 0}


def test_strength_that_a_fort_loses_with_its_level_comes_back_as_special_replacements() -> None:
    fort = {"id": "f", "kind": "fortified_area", "at": "lille", "strength": "3", "pool": "inf"}
    found = advance(position(forts=[fort], rulings={"fort_garrison_test": "unit_required"}))
    after = found.scenario
    assert (after.forts[0].kind, after.forts[0].strength) == (FortKind.IMPROVED_FORT, 2)
    assert any("loses 1 strength" in line for line in found.told)
    third = advance(after).scenario  # the fort does not lose strength again: an improved fort and a fort both take 2
    assert third.pools[0].holds == 2 + Fraction(1, 2)  # one point, half of it


def test_what_engineers_build_stands_there_in_the_next_turn() -> None:
    first = position(
        units=[{"id": "e", "type": "Eng", "nationality": "german", "size": "III", "counter": "1-6", "at": "lille"}],
        forts=[{"id": "f", "kind": "fort", "at": "lille"}], rulings={"fort_building": "table"},
        fort_works=[{"builds": "improved_fort", "on": "fort", "costs": {"inf": "1"}}],
    )  # fmt: skip
    found = next_turn(first, {"unit": "e", "option": "build", "to": "lille"})
    assert found.scenario.forts[0].kind is FortKind.IMPROVED_FORT
    assert found.scenario.pools[0].holds == 1


def test_a_captured_fort_is_what_its_capture_leaves_of_it() -> None:
    forts = [
        {"id": "a", "kind": "fort", "at": "lille", "captured_by": "1/2"},
        {"id": "b", "kind": "fortress", "at": "lille", "captured_by": "3"},
        {"id": "c", "kind": "fortress", "at": "lille", "captured_by": "2"},
    ]
    after = {fort.id: fort.kind for fort in advance(position(forts=forts)).scenario.forts}
    assert after == {"b": FortKind.UNIMPROVED_FORTRESS, "c": FortKind.DAMAGED_FORTRESS}


def test_parts_of_an_assembled_division_lie_in_the_breakdown_box() -> None:
    parts = [
        {"id": "i", "type": "Inf", "nationality": "german", "size": "III", "counter": "2-6", "at": "lille"},
        {"id": "g", "type": "Art", "nationality": "german", "size": "III", "counter": "3-6", "at": "lille"},
    ]
    line = {"id": "a", "turn": "May 1 42", "does": "assembly", "unit": {"type": "Inf"}, "beside": [{"type": "Art"}],
            "units": [{"id": "d", "type": "Inf", "nationality": "german", "size": "XX", "counter": "8-6"}]}  # fmt: skip
    after = next_turn(
        position(units=parts, order_of_battle=[line]), {"unit": "i", "option": "assemble"},
        {"unit": "g", "option": "assemble"}, {"unit": "d", "option": "assemble", "to": "lille"},
    ).scenario  # fmt: skip
    assert {unit.id: unit.at for unit in after.units} == {"i": "breakdown:a", "g": "breakdown:a", "d": "lille"}
    assert after.order_of_battle == ()


def test_a_release_of_a_unit_that_is_in_no_box_is_void_unless_the_table_keeps_it() -> None:
    line = {"id": "l", "turn": "May 1 42", "does": "release", "districts": "north", "unit": {"counter": "7-6"}}
    assert advance(position(order_of_battle=[line])).scenario.order_of_battle == ()
    kept = advance(position(order_of_battle=[line], rulings={"release_missing": "delay"})).scenario
    assert [line.id for line in kept.order_of_battle] == ["l"]


def test_a_late_conversion_carries_the_turn_in_which_it_is_full() -> None:
    old = {"id": "o", "type": "Inf", "nationality": "german", "size": "XX", "counter": "4-6", "at": "lille"}
    line = {"id": "c", "turn": "Apr 3 42", "does": "convert", "unit": {"counter": "4-6"}, "districts": "north",
            "full_on": "Jun 1 42", "units": [{"id": "n", "type": "LtInf", "nationality": "german", "size": "XX",
                                              "counter": "5-6"}]}  # fmt: skip
    after = next_turn(
        position(units=[old], order_of_battle=[line]), {"unit": "o", "option": "convert"},
        {"unit": "n", "option": "convert"},
    ).scenario  # fmt: skip
    assert [(unit.id, unit.at, str(unit.ready)) for unit in after.units] == [("n", "forming:north", "Jun 3 42")]


def test_a_unit_on_the_track_of_the_factories_may_be_written_into_a_file() -> None:
    tank = {"id": "t", "type": "Arm", "nationality": "soviet", "size": "X", "counter": "3-8", "arrives": "May 3 42"}
    tank["at"] = "track:factories:west"
    first = position(side="soviet", units=[tank])
    assert advance(first).scenario.units[0].at == "track:factories:west"
