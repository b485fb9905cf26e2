"""The page while there is no plan: the position, its checks, and what they cost if nobody is given an order."""

from __future__ import annotations

from pathlib import Path

import page_samples
import pytest
from page_samples import BELGIUM, FakeJob, words
from streamlit.testing.v1 import AppTest

from planner.audit import audit


def test_the_position_as_it_stands_is_shown_while_the_orders_are_looked_for(page: AppTest, desk) -> None:
    """Four cities want 2 REs each; Brussels and Gent have theirs, the box offsets 3 of the other 4: 1 attack a turn."""
    desk.answer = lambda *_: FakeJob(page_samples.advice(), runs=True)
    page.run()
    said = words(page)
    assert "Extra partisan attacks 2 as things stand" in said
    assert "Standing guard already Brussels: 65 Infantry Division" in said
    assert [header.value for header in page.header] == ["As things stand"]
    assert page.get("plotly_chart")
    assert "Nothing is lost under this plan" not in said


def test_a_position_in_which_nothing_is_lost_says_so_before_there_is_a_plan(page: AppTest, desk, folder: Path) -> None:
    """The box holds 8 REs, as many as the four cities want."""
    text = BELGIUM.replace("res: 1, count: 3", "res: 1, count: 8").replace("kind: box, res: 3", "kind: box, res: 8")
    (folder / "belgium_43_thin.yaml").write_text(text, encoding="utf-8")
    desk.answer = lambda *_: FakeJob(page_samples.advice(), runs=True)
    said = words(page.run())
    assert "Nothing is lost as things stand." in said
    assert "What is short Nothing: every check of this turn is met." in said


def test_sums_that_the_audit_cannot_be_sure_of_are_not_shown(
    page: AppTest, desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    unsure = audit(page_samples.scenario()).model_copy(update={"exact": False})
    monkeypatch.setattr("planner.advise.audit", lambda *_: unsure)
    desk.answer = lambda *_: FakeJob(page_samples.advice(), runs=True)
    said = words(page.run())
    assert "only the search can tell what is lost as things stand" in said
    assert "Extra partisan attacks 2" not in said


def test_impossible_wishes_leave_the_position_in_sight(page: AppTest, desk) -> None:
    nothing = {"totals": {}, "orders": (), "demands": (), "penalties": (), "plan": None}
    desk.answer = lambda *_: FakeJob(page_samples.advice(status="impossible", conflict=("no",), **nothing))
    page.run()
    assert "This cannot be had within these turns: no" in words(page)
    assert "Extra partisan attacks 2 as things stand" in words(page)


def test_a_position_without_orders_says_how_to_get_them(page: AppTest, desk) -> None:
    """As after Undo, back to where nothing was solved yet."""
    job = FakeJob(page_samples.advice(), runs=True)
    desk.answer = lambda *_: job
    page.run()
    page.number_input[0].set_value(3).run()
    job.running = False
    page.run()
    page.button(key="undo").click().run()
    assert "There are no orders yet. Press Solve, or Ctrl+Enter." in words(page)
    page.button(key="solve").click().run()
    assert "Rail 3 REs" in words(page)
