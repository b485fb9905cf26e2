"""The page in a real browser: what a player sees and does, and that nothing leaves this machine."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from models.quantities import exact, pretty
from planner.page import ROOT

pytestmark = pytest.mark.browser
DEFAULT = ROOT / "scenarios" / "belgium_43_thin.yaml"
LABELS = {"vp": "Victory points lost", "partisan_attacks": "Extra partisan attacks"}


def told_by_the_command_line(*words: object) -> dict:
    """What `garrison ... --json` prints."""
    command = [Path(sys.executable).parent / "garrison", *words, "--json"]
    ran = subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=ROOT, timeout=120)
    return json.loads(ran.stdout)


def badge(page: Page):
    """Where the page says how sure its advice is."""
    return page.locator(".gp-badge")


def figures(page: Page) -> dict[str, str]:
    """The totals that the page shows, by label."""
    shown = page.locator(".gp-figures > div").all()
    return {figure.locator("dt").inner_text(): figure.locator("b").inner_text() for figure in shown}


def expected_figures(told: dict) -> dict[str, str]:
    """What the page should show for the totals of the command line."""
    occurring = [name for name in told["totals"] if exact(told["totals"][name]) or exact(told["now"][name])]
    return {LABELS[name]: pretty(exact(told["totals"][name])) for name in occurring}


def test_the_page_opens_on_the_default_scenario_and_asks_no_stranger(opened, strangers, tmp_path) -> None:
    """The totals are those of the command line, and the plan that is saved is priced the same by the audit."""
    page = opened()
    expect(badge(page)).to_contain_text("Proven optimal")
    expect(page.get_by_role("heading", level=1)).to_have_text("Belgium, July 1943, a thin garrison")
    expect(page.locator(".gp-sheet").first).to_contain_text(re.compile(r"(March|Rail) .+ from .+ to "))
    expect(page.locator(".js-plotly-plot").first).to_be_visible()
    assert figures(page) == expected_figures(told_by_the_command_line("plan", DEFAULT))
    page.get_by_text("Print or save").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the plan").click()
    plan = tmp_path / "plan.json"
    saved.value.save_as(plan)
    audited = told_by_the_command_line("audit", DEFAULT, "--plan", plan)
    assert figures(page) == {
        LABELS[name]: pretty(exact(amount)) for name, amount in audited["totals"].items() if name in LABELS
    }
    assert strangers == []


def test_the_first_content_waits_neither_for_the_orders_nor_for_the_large_script_of_the_map(opened, scenarios) -> None:
    """Whose turn it is, what is lost, what is short, and a map: while the orders are looked for, without Plotly."""
    text = (scenarios / "hard.yaml").read_text(encoding="utf-8")
    (scenarios / "hard_sketch.yaml").write_text(text.replace("A hard theatre", "A hard sketch"), encoding="utf-8")
    page = opened(where="?scenario=hard_sketch", without="PlotlyChart")
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator(".gp-figures, .gp-note.gp-good").first).to_be_visible()
    expect(page.locator(".gp-sheet").first).to_be_visible()
    expect(page.locator(".gp-sketch").first).to_be_visible()
    expect(page.locator(".js-plotly-plot")).to_have_count(0)
    stop = page.get_by_test_id("stMain").get_by_role("button", name="Stop")
    stop.click()
    expect(stop).to_have_count(0)


def test_the_position_is_shown_while_the_orders_are_looked_for(opened, scenarios) -> None:
    text = (scenarios / "hard.yaml").read_text(encoding="utf-8")
    (scenarios / "hard_position.yaml").write_text(text.replace("A hard theatre", "Another hard one"), encoding="utf-8")
    page = opened(where="?scenario=hard_position")
    stop = page.get_by_test_id("stMain").get_by_role("button", name="Stop")
    expect(page.get_by_text("as things stand").first).to_be_visible()
    expect(page.locator(".js-plotly-plot").first).to_be_visible()
    expect(page.get_by_text("The orders follow here as soon as the best ones are found.")).to_be_visible()
    stop.click()
    expect(stop).to_have_count(0)


def test_a_click_on_the_map_shows_the_place_and_draws_no_new_map(opened) -> None:
    page = opened()
    expect(badge(page)).to_be_visible()
    expect(page.locator('[data-testid="stApp"][data-test-script-state="notRunning"]')).to_be_attached()
    expect(page.locator(".js-plotly-plot")).to_have_count(1)
    marks = page.locator(".js-plotly-plot .scatterlayer path.point")
    expect(marks.first).to_be_attached()
    page.evaluate("document.querySelector('.js-plotly-plot').seen = true")
    marks.last.scroll_into_view_if_needed()
    marks.last.click(force=True)
    expect(page.locator(".gp-sheet", has_text=re.compile("wants|asked here"))).to_be_visible()
    assert page.evaluate("document.querySelector('.js-plotly-plot').seen") is True


def test_another_scenario_is_solved_when_chosen(opened) -> None:
    page = opened()
    expect(badge(page)).to_be_visible()
    page.get_by_role("combobox", name="Scenario").click()
    page.get_by_role("option", name="Belgium, July 1943", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Belgium, July 1943")
    expect(badge(page)).to_contain_text("Proven optimal")


def test_another_scenario_keeps_its_own_number_of_turns(opened) -> None:
    """The browser must not hand the four turns of Belgium to the three of the Atlantic Wall."""
    page = opened()
    expect(badge(page)).to_be_visible()
    page.get_by_role("combobox", name="Scenario").click()
    page.get_by_role("option", name=re.compile("Atlantic Wall")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The Atlantic Wall, April 1944")
    expect(badge(page)).to_contain_text("Proven optimal")
    expect(page.get_by_role("spinbutton", name="Turns to plan")).to_have_value("3")
    page.wait_for_timeout(2_000)  # what the browser sends of itself comes late
    expect(page.get_by_role("spinbutton", name="Turns to plan")).to_have_value("3")
    expect(page.get_by_text("These orders answer an earlier question.")).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_stop_ends_a_long_search(opened) -> None:
    page = opened()
    expect(badge(page)).to_be_visible()
    page.get_by_role("combobox", name="Scenario").click()
    page.get_by_role("option", name="A hard theatre").click()
    stop = page.get_by_test_id("stMain").get_by_role("button", name="Stop")
    stop.click()
    expect(stop).to_have_count(0)
    expect(badge(page)).to_contain_text(re.compile("best found|No plan found|not proven"))


def test_ctrl_enter_solves_again(opened, fresh) -> None:
    page = opened(where=f"?scenario={fresh}")
    expect(badge(page)).to_be_visible()
    earlier = page.get_by_text("These orders answer an earlier question.")
    for patience in (5_000, 10_000, 20_000, 60_000):  # a page that is just being drawn anew may swallow what is typed
        page.get_by_role("spinbutton", name="Turns to plan").fill("2")
        page.keyboard.press("Tab")
        with suppress(AssertionError):
            expect(earlier).to_be_visible(timeout=patience)
            break
    expect(earlier).to_be_visible()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("These orders answer an earlier question.")).to_have_count(0)
    expect(badge(page)).to_contain_text("Proven optimal")
