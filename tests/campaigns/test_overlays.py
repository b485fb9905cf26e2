"""A player's changes on top of his file: what they make of the scenario, and what cannot be."""

from __future__ import annotations

from fractions import Fraction

import pytest

from models.overlay import Change, Overlay
from models.scenario import Scenario
from planner.load import BadInput, load_scenario_text
from planner.overlays import applied, tree_of

TEXT = """\
title: A coast
turn: Jul 1 43
horizon: 4
zones: {belgium: {country: belgium}}
places:
  gent: {kind: "dot, port", zone: belgium}
  antwerp: {kind: major, zone: belgium}
garrisons:
- {id: coast, kind: flexible, at: gent, res: 3}
units:
- {id: 719 Static, type: Static, nationality: German, at: gent, counter: 3-5-4, size: XX}
- {id: Sec, type: Security, nationality: German, at: antwerp, res: 1/2, count: 3}
routes:
- {from: gent, to: antwerp}
rulings: {half_rounding: exact_half}
"""


def scenario() -> Scenario:
    """The position without changes."""
    found = load_scenario_text(TEXT)
    assert isinstance(found, Scenario)
    return found


def changed(*changes: Change) -> Scenario:
    """The position with changes."""
    found = applied(scenario(), Overlay(changes=changes))
    assert isinstance(found, Scenario)
    return found


def test_no_changes_leave_the_scenario_as_it_is() -> None:
    assert applied(scenario(), Overlay()) == scenario()


def test_a_scenario_said_as_a_tree_keeps_its_changed_readings() -> None:
    assert tree_of(scenario())["rulings"] == {"half_rounding": "exact_half"}


def test_a_cell_of_a_table_is_changed() -> None:
    found = changed(Change(kind="cell", of=("garrisons", "coast", "res"), value="4½"))
    assert found.garrisons[0].res == Fraction(9, 2)  # type: ignore[union-attr]
    assert found.units == scenario().units


def test_an_empty_cell_is_as_good_as_absent() -> None:
    assert changed(Change(kind="cell", of=("places", "antwerp", "zone"), value=" ")).places["antwerp"].zone is None


def test_cells_of_an_unknown_row_make_a_new_row() -> None:
    cells = {"type": "Inf", "nationality": "german", "at": "gent", "res": "1"}
    found = changed(*(Change(kind="cell", of=("units", "9 Inf", name), value=text) for name, text in cells.items()))
    assert found.units[-1].id == "9 Inf"
    assert found.units[-1].regimental_equivalents == 1
    place = changed(Change(kind="cell", of=("places", "liege", "kind"), value="dot"))
    assert "liege" in place.places


def test_a_row_can_be_left_out() -> None:
    assert [unit.id for unit in changed(Change(kind="drop", of=("units", "Sec"))).units] == ["719 Static"]


def test_a_unit_held_back_is_planned_without() -> None:
    assert changed(Change(kind="hold", of=("719 Static",))).unit_names == {"Sec #1", "Sec #2", "Sec #3"}


def test_one_of_three_held_back_leaves_the_others_their_names() -> None:
    assert changed(Change(kind="hold", of=("Sec #2",))).unit_names == {"719 Static", "Sec #1", "Sec #3"}


def test_readings_priorities_rates_and_horizon_are_changed() -> None:
    found = changed(
        Change(kind="ruling", of=("eliminated_link",), value="md"),
        Change(kind="order", value="partisan_attacks, vp, moves"),
        Change(kind="worth", of=("arm_rp",), value="3"),
        Change(kind="horizon", value="2"),
    )
    assert (found.rulings.eliminated_link, found.rulings.half_rounding) == ("md", "exact_half")
    assert found.priorities.order == ("partisan_attacks", "vp", "moves")
    assert (found.priorities.worth["arm_rp"], found.priorities.worth["inf_rp"]) == (3, 1)
    assert found.horizon == 2


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (Change(kind="cell", of=("units", "719 Static", "at"), value="gant"), "did you mean 'gent'?"),
        (Change(kind="cell", of=("garrisons", "coast", "res"), value="lots"), "exact number"),
        (Change(kind="ruling", of=("half_rounding",), value="sideways"), "exact_half"),
        (Change(kind="horizon", value="40"), "less than or equal to 12"),
        (Change(kind="pin", of=("720 Static",), value="gent"), "there is no such unit any more"),
        (Change(kind="pin", of=("719 Static",), value="liege"), "which is not there any more"),
    ],
)
def test_a_change_that_cannot_be_is_refused_in_words(change: Change, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        changed(change)
    assert said in str(refused.value)


def test_a_unit_cannot_be_held_back_and_pinned() -> None:
    with pytest.raises(BadInput, match="held back"):
        changed(Change(kind="hold", of=("719 Static",)), Change(kind="pin", of=("719 Static",), value="gent"))


def test_wishes_are_for_the_solver() -> None:
    overlay = Overlay().having(
        Change(kind="pin", of=("719 Static",), value="gent"), Change(kind="forbid", of=("Sec #1", "gent"))
    )
    assert overlay.wishes.pins == (("719 Static", "gent"),)
    assert overlay.wishes.forbids == (("Sec #1", "gent"),)
    assert applied(scenario(), overlay) == scenario()


def test_a_later_change_of_the_same_thing_takes_the_place_of_the_earlier() -> None:
    first, second = (Change(kind="pin", of=("719 Static",), value=place) for place in ("gent", "antwerp"))
    assert Overlay().having(first).having(second).changes == (second,)


def test_what_one_overlay_has_beyond_another() -> None:
    pin, hold = Change(kind="pin", of=("719 Static",), value="gent"), Change(kind="hold", of=("Sec #1",))
    both = Overlay().having(pin, hold)
    assert both.beyond(Overlay().having(pin)) == (hold,)
    assert both.without([pin]).changes == (hold,)
