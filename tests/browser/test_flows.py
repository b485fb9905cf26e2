"""What a player does over an evening: pin and compare, edit, undo, reload, a second tab, files in and reports out."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from planner.page import ROOT

pytestmark = pytest.mark.browser
PAGES = {
    "": "Orders",
    "what-if": "What if …",
    "garrisons": "One check in full",
    "replacements": "Replacements",
    "reinforcements": "Reinforcements and forts",
    "scenario": "is a good scenario.",
    "rules": "How we read the rules",
}


def main(page: Page) -> Locator:
    """The page without header and sidebar."""
    return page.get_by_test_id("stMain")


def settled(page: Page) -> None:
    """Wait until a plan is shown and nothing is being solved."""
    expect(main(page).locator(".gp-badge").first).to_be_visible()
    expect(main(page).get_by_role("button", name="Stop")).to_have_count(0)
    expect(page.locator('[data-testid="stApp"][data-test-script-state="notRunning"]')).to_be_attached()


def pick(page: Page, label: str, words: str) -> None:
    """Choose from a list by typing, as with the keyboard alone."""
    page.get_by_role("combobox", name=label, exact=True).click()
    page.keyboard.type(words)
    page.get_by_role("option", name=re.compile(words)).first.click()


def pin(page: Page) -> None:
    """Have the 712th in Oostende."""
    pick(page, "Unit", "712 Static Division")
    pick(page, "Place", "Oostende")
    page.get_by_role("button", name="Have it there").click()
    expect(page.get_by_text("712 Static Division in Oostende").first).to_be_visible()


def test_pin_solve_compare_keep_reload_undo_and_a_second_tab(opened, fresh, strangers) -> None:
    """Leaving Zeebrugge for Oostende loses the coast a turn's garrison: 3 of its REs, ½ VP each."""
    page = opened("dark", where=f"what-if?scenario={fresh}")
    settled(page)
    pin(page)
    page.get_by_role("button", name="Solve with these changes").click()
    price = page.get_by_text("712 Static Division in Oostende: costs 1½ victory points.")
    expect(price).to_be_visible()
    expect(page.locator("table.gp", has_text="March from Zeebrugge to Oostende").first).to_be_visible()

    settled(page)
    assert barriers(page) == []

    page.reload()
    expect(price).to_be_visible()

    other = page.context.new_page()
    other.goto(page.url)
    expect(other.get_by_text("712 Static Division in Oostende: costs 1½ victory points.")).to_be_visible()
    other.get_by_role("button", name="Keep the changes").click()
    expect(other.get_by_role("button", name="Keep the changes")).to_have_count(0)

    page.get_by_role("button", name="Keep it away").focus()
    page.get_by_role("tab", name="Demands").click()
    page.get_by_role("spinbutton", name="Turns to plan").fill("3")
    page.keyboard.press("Tab")
    expect(page.get_by_text("3 turns to plan")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("3 turns to plan")).to_have_count(0)
    page.get_by_role("button", name="Redo").click()
    expect(page.get_by_text("3 turns to plan")).to_be_visible()
    page.get_by_text("Earlier moments").click()
    page.get_by_role("combobox", name="Moment").click()
    expect(page.get_by_role("option", name=re.compile("the changes kept"))).to_be_visible()
    assert strangers == []


COUNTER = """(unit) => {
  const plot = document.querySelector('.js-plotly-plot');
  for (const [index, trace] of plot.data.entries()) {
    const found = (trace.customdata || []).findIndex((point) => point[1] === unit);
    if (found < 0) continue;
    const drawn = [...plot.querySelectorAll('.scatterlayer .trace')].find((e) => e.__data__[0].trace.index === index);
    const box = drawn.querySelectorAll('path.point')[found].getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }
  return null;
}"""  # where a unit's counter is drawn


def test_a_click_on_a_counter_shows_all_that_the_unit_could_do_and_one_of_it_is_compared(opened, fresh) -> None:
    """Leaving Zeebrugge for Oostende loses the coast a turn's garrison: 3 REs, ½ VP each."""
    page = opened(where=f"?scenario={fresh}")
    settled(page)
    expect(page.locator(".js-plotly-plot .scatterlayer path.point").first).to_be_attached()
    page.locator(".js-plotly-plot").scroll_into_view_if_needed()
    where = page.evaluate(COUNTER, "712 Inf")
    page.mouse.click(*where)
    options = page.locator("table.gp", has_text="What it could do")
    march = options.locator("tr", has_text="March from Zeebrugge to Oostende")
    expect(march).to_contain_text("legal")
    expect(march).to_contain_text("costs 1½ victory points")
    expect(options.locator("tr", has_text="Stand guard in Zeebrugge")).to_contain_text("planned")
    expect(page.get_by_text("Anything else the rules do not offer it")).to_be_visible()
    assert barriers(page) == []
    pick(page, "Have it stand in", "Oostende")
    page.get_by_role("button", name="Compare the plans").click()
    expect(page).to_have_url(re.compile("/what-if"))
    expect(page.get_by_text("712 Static Division in Oostende: costs 1½ victory points.")).to_be_visible()
    expect(page.locator("table.gp", has_text="Price of the old order now").locator("tr").nth(1)).to_contain_text(
        re.compile("saves|costs|nothing")
    )


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_charts_and_territories_have_no_serious_barrier(opened, colours: str) -> None:
    page = opened(colours, where="replacements?scenario=eastern_front_42")
    settled(page)
    expect(page.locator(".js-plotly-plot")).to_have_count(2)  # the timeline and the pools
    assert barriers(page) == []


def test_a_cell_typed_over_is_a_change_and_undo_brings_it_back(opened, fresh) -> None:
    page = opened(where=f"what-if?scenario={fresh}")
    settled(page)
    page.get_by_role("tab", name="Demands").click()
    grid = page.get_by_test_id("stDataFrame").first
    expect(grid.locator("canvas").first).to_be_visible()
    page.wait_for_timeout(1_500)  # the grid lays itself out once its tab is open, and says so nowhere
    box = grid.bounding_box()
    assert box is not None
    grid.click(position={"x": box["width"] - 60, "y": 55})  # the first row's last column
    page.keyboard.press("Enter")
    expect(page.locator(".gdg-input")).to_be_visible()
    page.keyboard.press("Control+a")
    page.keyboard.type("8")
    expect(page.locator(".gdg-input")).to_have_value("8")
    page.wait_for_timeout(500)  # no hand is faster
    page.keyboard.press("Enter")
    change = page.get_by_text("garrison Belgium, REs: 8").first
    expect(change).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(change).to_have_count(0)


def test_good_broken_and_hostile_files(opened, tmp_path) -> None:
    text = (ROOT / "scenarios" / "belgium_43_thin.yaml").read_text(encoding="utf-8")
    files = {
        "broken.yaml": text.replace("at: zeebrugge", "at: zebrugge"),
        "hostile.yaml": "turn: Jul 1 43\nunits: " + "[" * 100_000,
        "good.yaml": text.replace("title: Belgium", "title: <img src=x onerror=alert(1)> **Brought in**"),
    }
    for name, body in files.items():
        (tmp_path / name).write_text(body, encoding="utf-8")
    page = opened(where="scenario")
    settled(page)
    alerts: list[str] = []
    page.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.dismiss()))
    page.get_by_role("tab", name="Bring in or begin").click()
    chooser = page.get_by_test_id("stFileUploaderDropzoneInput")

    chooser.set_input_files(tmp_path / "broken.yaml")
    line = 1 + text[: text.index("at: zeebrugge")].count("\n")
    expect(page.get_by_text(re.compile(rf"line {line}  .*did you mean 'zeebrugge'"))).to_be_visible()
    page.get_by_role("button", name="Remove broken.yaml").click()
    expect(page.get_by_text("This file cannot be planned yet.")).to_have_count(0)
    chooser.set_input_files(tmp_path / "hostile.yaml")
    expect(page.get_by_text(re.compile("nested more than"))).to_be_visible()
    page.get_by_role("button", name="Remove hostile.yaml").click()
    expect(page.get_by_text("This file cannot be planned yet.")).to_have_count(0)
    chooser.set_input_files(tmp_path / "good.yaml")
    page.get_by_role("button", name="Use it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        re.compile(r"^<img src=x onerror=alert\(1\)> \*\*Brought in")
    )
    settled(page)
    assert alerts == []


def test_the_report_can_be_taken_home(opened, tmp_path) -> None:
    page = opened()
    settled(page)
    page.get_by_text("Print or save").click()
    for label, ending in (
        ("Report to read or print", ".html"),
        ("Text for play by mail", ".md"),
        ("Workbook", ".xlsx"),
    ):
        with page.expect_download() as saved:
            page.get_by_role("button", name=label).click()
        assert saved.value.suggested_filename.endswith(ending)
        saved.value.save_as(tmp_path / f"report{ending}")
    report = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "165 Reserve Division" in report
    assert "165 Reserve Division" in (tmp_path / "report.md").read_text(encoding="utf-8")
    assert (tmp_path / "report.xlsx").read_bytes().startswith(b"PK")


def barriers(page: Page) -> list[tuple[str, str]]:
    """What axe calls serious or worse: which rule, and the first element it is about."""
    found = Axe().run(page).response["violations"]
    serious = [barrier for barrier in found if barrier["impact"] in ("serious", "critical")]
    return [(barrier["id"], barrier["nodes"][0]["html"]) for barrier in serious]


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_no_page_has_a_serious_barrier(opened, colours: str) -> None:
    page = opened(colours)
    settled(page)
    for number, (where, shown) in enumerate(PAGES.items()):
        if number:
            page.get_by_test_id("stHeader").get_by_role("link").nth(number).click()
            expect(page).to_have_url(re.compile(f"/{where}"))
        expect(main(page).get_by_text(shown).first).to_be_visible()
        settled(page)
        assert (where, barriers(page)) == (where, [])


def test_at_twice_the_size_nothing_is_cut_off(opened) -> None:
    """200 % on a laptop leaves 683 pixels across: the page may grow longer, never wider."""
    page = opened()
    settled(page)
    page.set_viewport_size({"width": 683, "height": 384})
    for where in ("garrisons", "what-if"):
        page.goto(re.sub(r"/[^/]*$", f"/{where}", page.url))
        settled(page)
        wider = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wider <= 0
