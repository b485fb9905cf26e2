"""What if: changes lie beside the file, are solved with, priced, kept or dropped; and every step can be undone."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import page_samples
import pytest
from page_samples import BELGIUM, ORDERS, FakeJob, order, words
from streamlit.testing.v1 import AppTest

from app_pages import session
from app_pages.comparison import checks_that_part, partings, price, sums
from models.overlay import Change, Overlay
from models.plan import Plan
from models.quantities import exact
from planner.campaigns import Campaign
from planner.report.board import Board

PIN = Change(kind="pin", of=("719 Static",), value="gent")
STAYS = tuple(
    order("719 Static", "stand guard", "gent", turn=one.turn) if one.unit == "719 Static" else one for one in ORDERS
)


def dearer(**more: object) -> FakeJob:
    """The answer if 719 Static stays in Gent: half a VP and two attacks more."""
    totals = {"vp": "1/2", "partisan_attacks": "4", "inf_rp": "0"}
    plan = Plan(turn=page_samples.NOW, turns=2, orders=STAYS)
    return FakeJob(page_samples.advice(**({"totals": totals, "orders": STAYS, "plan": plan} | more)))


def answering(desk) -> None:
    """A planner for whom a pin costs something."""
    plain = FakeJob(page_samples.advice())
    desk.answer = lambda _, settings: dearer() if settings.wishes.pins else plain


@pytest.fixture
def page(opened, desk) -> AppTest:
    """The page on the solved sample."""
    answering(desk)
    return opened("what_if", "render_what_if", "trial")


def view(page: AppTest) -> session.View:
    return page.session_state[session.KEY]


def choose(page: AppTest, unit: str, place: str | None, button: str) -> None:
    page.selectbox(key="wish unit").select(unit).run()
    if place:
        page.selectbox(key="wish place").select(place).run()
    next(found for found in page.button if found.label == button).click().run()


def pinned(page: AppTest) -> AppTest:
    choose(page, "719 Static", "gent", "Have it there")
    return page


def compared(page: AppTest) -> AppTest:
    return pinned(page).button(key="compare").click().run()


def test_a_pin_is_a_change_of_the_campaign_and_not_of_the_file(page: AppTest, folder: Path) -> None:
    pinned(page)
    assert view(page).overlay.changes == (PIN,)
    assert (folder / "belgium_43_thin.yaml").read_text(encoding="utf-8") == BELGIUM


def test_nothing_can_be_compared_before_something_is_changed(page: AppTest) -> None:
    assert page.button(key="compare").disabled
    assert not pinned(page).button(key="compare").disabled


def test_the_changes_are_solved_with_and_held_against_the_plan_so_far(page: AppTest, desk) -> None:
    compared(page)
    _, settings = desk.asked[-1]
    assert settings.wishes.pins == (("719 Static", "gent"),)
    assert settings.previous == page_samples.advice().plan


def test_one_change_is_named_with_its_price(page: AppTest) -> None:
    said = words(compared(page))
    assert "719 Static Division in Gent: costs ½ victory point and 2 extra partisan attacks." in said
    assert "Victory points ½ 0 ½ +½" in said


def test_the_orders_that_differ_are_shown_beside_each_other(page: AppTest) -> None:
    assert "719 Static Division Rail from Gent to Antwerp Stand guard in Gent" in words(compared(page))


def test_kept_changes_are_in_the_plan_from_then_on(page: AppTest) -> None:
    compared(page).button(key="keep trial").click().run()
    now = view(page)
    assert now.plan is not None
    assert now.plan.kept.overlay.changes == (PIN,)
    assert now.plan.advice.totals["vp"] == Fraction(1, 2)
    assert now.trial is None


def test_dropped_changes_leave_the_plan_as_it_was(page: AppTest) -> None:
    compared(page).button(key="drop trial").click().run()
    now = view(page)
    assert now.overlay == Overlay()
    assert now.plan is not None
    assert now.plan.advice.totals["vp"] == 0


def test_a_change_can_be_taken_back_alone(page: AppTest) -> None:
    pinned(page)
    choose(page, "65 Inf", "liege", "Keep it away")
    box = next(found for found in page.multiselect if found.label == "Your changes")
    assert len(box.value) == 2
    box.set_value(box.value[1:]).run()
    assert [change.kind for change in view(page).overlay.changes] == ["forbid"]


def test_each_of_several_changes_can_be_priced_alone(page: AppTest, desk) -> None:
    """The pin costs ½ VP and 2 attacks; keeping another division away costs nothing."""
    pinned(page)
    choose(page, "65 Inf", "liege", "Keep it away")
    page.button(key="compare").click().run()
    page.button(key="price each").click().run()
    for _ in range(3):
        page.run()
    said = words(page)
    assert "719 Static Division in Gent: alone it costs ½ victory point and 2 extra partisan attacks" in said
    assert "65 Infantry Division not in Liège: alone it costs nothing" in said
    assert [len(settings.wishes.pins) for _, settings in desk.asked] == [0, 1, 1, 0]


def test_holding_a_pinned_unit_back_replaces_the_pin(page: AppTest) -> None:
    pinned(page)
    choose(page, "719 Static", None, "Hold it back")
    assert [change.kind for change in view(page).overlay.changes] == ["hold"]
    assert "719 Static" not in view(page).scenario.unit_names


def test_a_unit_in_a_box_cannot_be_held_back(page: AppTest) -> None:
    page.selectbox(key="wish unit").select("Sec #1").run()
    assert next(found for found in page.button if found.label == "Hold it back").disabled


def test_a_demand_can_be_changed(page: AppTest, desk) -> None:
    editor = page.session_state["editor garrisons id name kind res"]
    page.session_state[editor.name] = {"edited_rows": {0: {"res": "4"}}, "added_rows": [], "deleted_rows": []}
    page.run()
    assert view(page).overlay.changes == (Change(kind="cell", of=("garrisons", "belgium", "res"), value="4"),)
    page.button(key="compare").click().run()
    assert desk.asked[-1][0].garrisons[0].res == 4


def test_a_reading_can_be_changed(page: AppTest, desk) -> None:
    page.selectbox(key="ruling looked at").select("half_rounding").run()
    page.selectbox(key="ruling half_rounding whole_re").select("exact_half").run()
    page.button(key="compare").click().run()
    assert desk.asked[-1][0].rulings.half_rounding == "exact_half"


def test_a_rate_that_is_no_number_is_refused_in_words_and_can_be_undone(page: AppTest) -> None:
    page.text_input(key="worth inf_rp 1").set_value("much").run()
    assert "These changes cannot be planned." in words(page)
    assert page.button(key="compare").disabled
    page.button(key="undo").click().run()
    assert "These changes cannot be planned." not in words(page)


def test_impossible_changes_say_what_cannot_be(page: AppTest, desk) -> None:
    nothing = {"totals": {}, "orders": (), "demands": (), "penalties": (), "plan": None}
    clash = page_samples.advice(status="impossible", conflict=("pin 719 Static=gent",), **nothing)
    desk.answer = lambda *_: FakeJob(clash)
    assert "This cannot be had within these turns: 719 Static Division in Gent" in words(compared(page))
    assert not [found for found in page.button if found.key == "keep trial"]


def test_undo_and_redo_walk_through_changes_and_answers(page: AppTest) -> None:
    compared(page)
    page.button(key="undo").click().run()
    assert view(page).trial is None
    assert view(page).overlay.changes == (PIN,)
    page.button(key="undo").click().run()
    assert view(page).overlay == Overlay()
    page.button(key="redo").click().run()
    page.button(key="redo").click().run()
    assert view(page).trial is not None
    assert view(page).trial.advice.totals["vp"] == Fraction(1, 2)


def test_a_page_loaded_again_has_changes_plan_and_trial(page: AppTest, opened, desk) -> None:
    compared(page)
    asked = len(desk.asked)
    again = opened("what_if", "render_what_if", "trial")
    assert "costs ½ victory point and 2 extra partisan attacks" in words(again)
    assert len(desk.asked) == asked


def test_a_second_tab_is_told_and_loses_nothing(page: AppTest, opened, tmp_path: Path) -> None:
    """Another tab holds a unit back while this one pins another: this one is told, and can look at either."""
    pinned(page)
    campaign = Campaign(tmp_path / "campaigns" / "belgium_43_thin")
    start = campaign.entry(1)
    theirs = Overlay().having(Change(kind="hold", of=("65 Inf",)))
    state = campaign.state(start).model_copy(update={"overlay": theirs})
    campaign.save(state, "65 Infantry Division held back", "Jul 1 43", start, tab="another")
    page.run()
    assert "Another tab has gone on with this campaign:" in words(page)
    next(found for found in page.button if found.label.startswith("Show what")).click().run()
    assert view(page).overlay == theirs
    mine = next(entry for entry in campaign.entries() if entry.what == "719 Static Division in Gent")
    assert campaign.state(mine).overlay.changes == (PIN,)


def test_earlier_moments_are_listed_by_turn_and_what_was_done(page: AppTest) -> None:
    compared(page)
    box = next(found for found in page.selectbox if found.label == "Moment")
    whats = [name.split(" - ")[:2] for name in box.options]
    assert whats == [
        ["Jul 1 43", "after comparing"], ["Jul 1 43", "719 Static Division in Gent"], ["Jul 1 43", "after solve"],
    ]  # fmt: skip


def test_a_disk_that_refuses_is_told_and_the_change_still_stands(page: AppTest, monkeypatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(Campaign, "save", full)
    pinned(page)
    assert "could not be written to disk" in words(page)
    assert view(page).overlay.changes == (PIN,)


def boards() -> tuple[Board, Board]:
    """The plan of the sample, and the one in which 719 Static stays."""
    scenario = page_samples.scenario()
    return Board(scenario, page_samples.advice()), Board(scenario, dearer().answer)


def test_counters_that_are_alike_may_change_places_unnoticed() -> None:
    scenario = page_samples.scenario()
    swapped = tuple(
        one.model_copy(update={"unit": {"Sec #1": "Sec #2", "Sec #2": "Sec #1"}.get(one.unit, one.unit)})
        for one in ORDERS
    )
    assert partings(Board(scenario, page_samples.advice()), Board(scenario, page_samples.advice(orders=swapped))) == []


def test_plans_part_where_a_unit_does_something_else() -> None:
    found = [(row.turn, row.unit, row.before, row.after) for row in partings(*boards())]
    assert found == [
        ("Jul 1 43", "719 Static Division", "Rail from Gent to Antwerp", "Stand guard in Gent"),
        ("Jul 2 43", "719 Static Division", "Stand guard in Antwerp", "Stand guard in Gent"),
    ]


def test_what_several_alike_do_otherwise_is_one_line_with_their_number() -> None:
    scenario = page_samples.scenario()
    called = [(one.unit in ("Sec #1", "Sec #3") and one.turn == page_samples.NOW, one) for one in ORDERS]
    out = tuple(order(one.unit, "activate", "box:belgium", "liege") if goes else one for goes, one in called)
    found = partings(Board(scenario, page_samples.advice()), Board(scenario, page_samples.advice(orders=out)))
    assert [row.unit for row in found] == ["2 × Security regiment"]


def test_a_unit_that_is_planned_without_is_said_to_be_held_back() -> None:
    text = "\n".join(line for line in BELGIUM.splitlines() if "id: 65 Inf" not in line)
    left = tuple(one for one in ORDERS if one.unit != "65 Inf")
    after = Board(page_samples.scenario(text), page_samples.advice(orders=left))
    found = partings(Board(page_samples.scenario(), page_samples.advice()), after)
    assert {(row.unit, row.after) for row in found} == {("65 Infantry Division", "Held back")}


def test_checks_with_another_gap_are_listed() -> None:
    scenario = page_samples.scenario()
    short = tuple(
        row.model_copy(update={"units": (), "covered": exact("0"), "missing": exact("2")})
        if row.place == "Gent"
        else row
        for row in page_samples.DEMANDS
    )
    rows = checks_that_part(Board(scenario, page_samples.advice()), Board(scenario, page_samples.advice(demands=short)))
    assert rows == [("Jul 1 43", "Gent", "2 REs", "0", "2"), ("Jul 2 43", "Gent", "2 REs", "0", "2")]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ({"vp": "1"}, {"vp": "1"}, "costs nothing"),
        ({"vp": "1"}, {"vp": "3/2"}, "costs ½ victory point"),
        ({"vp": "1", "sp": "0"}, {"vp": "0", "sp": "3"}, "costs 3 SPs and saves 1 victory point"),
        ({}, {"vp": "2", "inf_rp": "1", "srp": "1"}, "costs 2 victory points, 1 infantry RP and 1 SRP"),
    ],
)
def test_a_price_is_what_the_second_plan_loses_beyond_the_first(before, after, said: str) -> None:
    assert price(*({name: exact(text) for name, text in each.items()} for each in (before, after))) == said


def test_sums_stand_beside_each_other_exactly() -> None:
    assert sums(page_samples.advice(), dearer().answer)[0] == ("Victory points", "½", "0", "½", "+½")
