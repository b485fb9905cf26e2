"""The report for play by mail: plain lines, and names that cannot format them."""

from __future__ import annotations

import report_samples
from markdown_it import MarkdownIt
from report_samples import CALM, HOSTILE

from planner.report.markdown import markdown_report, plain


def text(words: dict[str, str] = CALM) -> str:
    """The report on the sample."""
    return markdown_report(report_samples.scenario(words), report_samples.advice(words))


def tokens(markdown: str) -> set[str]:
    """Every kind of thing that a Markdown reader finds in a text."""
    reader = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    found = reader.parse(markdown)
    return {token.type for token in found} | {child.type for token in found for child in token.children or ()}


def test_the_costs_stand_at_the_top() -> None:
    assert "- Extra partisan attacks: 4 if nobody moves, under the plan **2**" in text().split("## Orders")[0]


def test_orders_guards_and_forecast_follow() -> None:
    lines = text().splitlines()
    order = "- March 3 REs: 719 Infantry Division from Mechelen to Brussels (counts there from Jul 2 43, 44.B.2.a)"
    assert lines.index("## Orders for Jul 1 43") < lines.index(order) < lines.index("## Standing guard")
    assert "- Gent: 65 Infantry Division" in lines
    assert "- Jul 2 43: no moves" in lines


def test_losses_have_their_arithmetic_and_their_sum() -> None:
    plan = text().split("## Losses under the plan")[1].split("##")[0]
    assert "2 missing, 2 started x 1 attack = 2 (44.B.2.a)" in plan
    assert "Together: extra partisan attacks 2." in plan
    assert "Together: extra partisan attacks 4." in text().split("## Losses if nobody moves")[1].split("##")[0]


def test_a_check_that_is_short_says_who_is_there_without_counting() -> None:
    assert "There, but spends movement points this turn: 719 Infantry Division" in text()


def test_names_add_no_format_no_link_and_no_markup() -> None:
    allowed = tokens(text())
    assert "link_open" not in allowed
    assert tokens(text(HOSTILE)) <= allowed | {"text_special"}


def test_names_are_still_readable_after_reading() -> None:
    page = MarkdownIt("commonmark").render(text(HOSTILE))
    assert "&lt;img src=x onerror=alert(1)&gt; *B*" in page
    assert "[click](javascript:alert(1)) &lt;b&gt;_x_&lt;/b&gt;" in page
    assert "=cmd()" in page


def test_addresses_are_not_turned_into_links() -> None:
    assert plain("https://a.b www.a.b me@a.b") == "https\\://a.b www\\.a.b me\\@a.b"


def test_a_name_stays_on_its_line() -> None:
    assert plain("a\n\n# b\n- c") == "a \\# b - c"
