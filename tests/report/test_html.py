"""The HTML report: one file, nothing from outside, no name can be markup, and all of it is there."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser

import report_samples
from report_samples import CALM, HOSTILE, PLAN, march

from models.advice import Advice
from models.plan import Plan
from planner.load import load_scenario_text
from planner.report.board import Board, Mark
from planner.report.html import css_string, html_report
from planner.report.svg_map import SHAPES, picture

OURS = {
    "html", "head", "meta", "title", "style", "body", "header", "div", "h1", "h2", "h3", "p", "span", "b", "ul", "li",
    "table", "thead", "tbody", "tr", "th", "td", "figure", "figcaption", "section", "footer", "code",
    "svg", "rect", "path", "g", "polygon", "circle", "text",
}  # fmt: skip


class Read(HTMLParser):
    """What a browser would see: tags, attributes, text, and the style sheet."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.values: list[str] = []
        self.metas: dict[str, str] = {}
        self.words: list[str] = []
        self.style = ""
        self._in_style = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.values += [value or "" for _, value in attrs]
        given = dict(attrs)
        if tag == "meta" and given.get("http-equiv"):
            self.metas[given["http-equiv"] or ""] = given["content"] or ""
        self._in_style = tag == "style"

    def handle_endtag(self, tag: str) -> None:
        self._in_style = False

    def handle_data(self, data: str) -> None:
        if self._in_style:
            self.style += data
        else:
            self.words.append(data)

    @property
    def text(self) -> str:
        """The text with single spaces."""
        return " ".join(" ".join(self.words).split())


def read(words: dict[str, str] = CALM, given: Plan = PLAN, **changes: object) -> Read:
    """The report on the sample, with some of its advice changed."""
    advice: Advice = report_samples.advice(words, given).model_copy(update=changes)
    return Read(html_report(report_samples.scenario(words), advice))


def test_nothing_is_fetched_and_nothing_runs() -> None:
    page = read()
    assert page.tags <= OURS
    assert not page.attributes & {"src", "href", "xlink:href", "style", "srcset", "action", "data"}
    assert not [name for name in page.attributes if name.startswith("on")]
    assert "url(" not in page.style
    assert "@import" not in page.style


def test_the_policy_allows_this_style_sheet_and_nothing_else() -> None:
    page = read()
    fingerprint = b64encode(sha256(page.style.encode()).digest()).decode()
    policy = page.metas["Content-Security-Policy"]
    assert policy.split("; ")[:2] == ["default-src 'none'", f"style-src 'sha256-{fingerprint}'"]


def test_names_that_are_markup_are_shown_as_they_are_written() -> None:
    page = read(HOSTILE)
    assert page.tags <= OURS
    assert "script" not in page.tags
    assert not [name for name in page.attributes if name.startswith("on")]
    for name in HOSTILE.values():
        assert name in page.text


def test_a_title_cannot_leave_the_style_sheet() -> None:
    calm, hostile = read(), read(HOSTILE)
    assert "<" not in hostile.style
    assert "alert(" not in hostile.style
    assert re.sub(r"content: \"[^\"]*\"", "", hostile.style) == re.sub(r"content: \"[^\"]*\"", "", calm.style)


def test_a_string_of_the_style_sheet_has_only_letters_digits_and_numbers_for_the_rest() -> None:
    assert css_string('a"b</style>\n½') == '"a\\000022b\\00003c\\00002fstyle\\00003e\\00000a\\0000bd"'


def test_orders_are_in_a_player_s_words_with_what_they_are_for() -> None:
    text = read().text
    assert "Orders for Jul 1 43 Mechelen March 3 REs: 719 Infantry Division from Mechelen to Brussels" in text
    assert "(counts there from Jul 2 43, 44.B.2.a)" in text


def test_who_stands_guard_is_told_even_if_the_plan_does_not_mention_him() -> None:
    assert "Gent: 65 Infantry Division" in read().text.split("Standing guard")[1].split("Forecast")[0]


def test_a_check_tells_what_is_missing_and_who_is_there_without_counting() -> None:
    checks = read().text.split("Checks of Jul 1 43")[1].split("Checks of later turns")[0]
    assert "▲ short Brussels 2 REs 0 2 enemy initial 44.B.2.a" in checks
    assert "There, but spends movement points this turn: 719 Infantry Division." in checks
    assert "◆ one loss from failing Gent 2 REs 3 –" in checks
    assert "Counting: 65 Infantry Division 3." in checks


def test_a_penalty_has_its_place_its_arithmetic_and_its_rule() -> None:
    lost = read().text.split("Every loss under the plan")[1].split("Every loss if nobody moves")[0]
    assert "Jul 1 43 Brussels Belgium: one extra partisan attack" in lost
    assert "2 missing, 2 started x 1 attack = 2 44.B.2.a 2 Extra partisan attacks" in lost
    assert lost.endswith("Together, Extra partisan attacks 2 ")


def test_rulings_of_the_table_come_first() -> None:
    changed = {"occupation_rounding_group": "city"}
    rulings = {"stationary_rule": "declare_then_pin", "occupation_rounding_group": "city"}
    text = read(rulings=rulings, rulings_changed=changed).text.split("Rulings in force")[1]
    assert text.index("occupation_rounding_group: city") < text.index("stationary_rule: declare_then_pin")
    assert "in its own way" in text
    assert "Every reading is our default." in read().text


def test_a_plan_that_is_not_allowed_is_said_to_be_so_at_the_top() -> None:
    plan = Plan(turn="Jul 1 43", turns=2, orders=(march(to="gent"),))
    top = read(given=plan).text.split("What it costs")[0]
    assert "Not a legal plan" in top
    assert "reserve: cannot march to Gent" in top


def test_without_a_plan_the_report_tells_what_cannot_be_had_and_the_position() -> None:
    nothing = {"plan": None, "orders": (), "totals": {}, "penalties": (), "tiers": ()}
    text = read(**nothing, status="impossible", conflict=("pin a=b",)).text
    assert "Impossible as asked" in text
    assert "pin a=b" in text
    assert "Orders for" not in text
    assert "Checks of Jul 1 43, as things stand" in text


def test_marks_of_the_map_differ_without_colour() -> None:
    corners = [len(SHAPES.get(mark, ())) for mark in Mark]
    assert sorted(corners) == [0, 3, 4]


def test_the_map_shows_the_place_that_is_short_and_the_way_of_the_unit() -> None:
    drawn = picture(Board(report_samples.scenario(), report_samples.advice()))
    assert drawn is not None
    assert {sign.mark for sign in drawn.signs if "Brussels" in sign.words} == {Mark.SHORT}
    assert [label.text for label in drawn.labels if label.mark is Mark.SHORT] == ["Brussels, 2 short"]
    (arrow,) = drawn.arrows
    assert arrow.words == "March, Mechelen to Brussels: 719 Infantry Division"
    inside = [0 < sign.x < drawn.width and 0 < sign.y < drawn.height for sign in drawn.signs]
    assert inside == [True, True, True]


def test_places_that_no_atlas_knows_make_no_map() -> None:
    text = report_samples.SMALL.format(**CALM)
    for known in ("brussels", "gent", "mechelen", "Brussels", "Gent", "Mechelen"):
        text = text.replace(known, known.translate(str.maketrans("rnlm", "xqzw")))
    strange = load_scenario_text(text, "strange.yaml")
    assert picture(Board(strange, report_samples.advice())) is None
