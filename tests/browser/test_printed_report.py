"""The HTML report in a real browser: nothing in it runs or is fetched, and it follows the reader's colours."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser

sys.path.append(str(Path(__file__).resolve().parents[1] / "report"))
import report_samples

from planner.report.html import html_report

pytestmark = pytest.mark.browser


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A report on a position whose names try to be markup."""
    words = report_samples.HOSTILE
    page = html_report(report_samples.scenario(words), report_samples.advice(words))
    (tmp_path / "report.html").write_text(page, encoding="utf-8")
    return tmp_path / "report.html"


def test_a_report_full_of_hostile_names_runs_nothing_and_prints_on_paper(browser: Browser, hostile: Path) -> None:
    grounds = {}
    for colours in ("light", "dark"):
        page = browser.new_context(color_scheme=colours).new_page()
        troubles: list[str] = []
        page.on("console", lambda said, troubles=troubles: troubles.append(said.text))
        page.on("dialog", lambda box, troubles=troubles: (troubles.append(box.message), box.dismiss()))
        page.on(
            "request",
            lambda asked, troubles=troubles: None if asked.url == hostile.as_uri() else troubles.append(asked.url),
        )
        page.goto(hostile.as_uri())
        grounds[colours] = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert page.locator("h1").inner_text() == report_samples.HOSTILE["title"]
        assert page.locator("svg.map polygon").count() > 0
        assert page.pdf().startswith(b"%PDF")
        assert troubles == []
        page.context.close()
    assert grounds["light"] != grounds["dark"]  # the policy let our style sheet in
