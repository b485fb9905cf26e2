"""The pages of docs/rules say what the clause list says."""

from pathlib import Path

import pytest

from planner.report.rules import chapter_page, chapters

PAGES = Path(__file__).parents[2] / "docs" / "rules"


@pytest.mark.parametrize("chapter", chapters())
def test_a_chapter_page_is_up_to_date(chapter: str) -> None:
    page = PAGES / f"chapter_{chapter}.md"
    assert page.read_text(encoding="utf-8") == chapter_page(chapter), "run `make docs`"


def test_no_page_is_left_over() -> None:
    assert {page.stem for page in PAGES.glob("*.md")} == {f"chapter_{chapter}" for chapter in chapters()}
