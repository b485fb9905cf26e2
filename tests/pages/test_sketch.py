"""The map that is there while the browser still reads in the one that can be clicked."""

from __future__ import annotations

from base64 import b64decode
from xml.etree import ElementTree

import page_samples
from page_samples import BELGIUM, words
from streamlit.testing.v1 import AppTest

from app_pages.sketch import sketch
from planner.report.board import Board


def drawn(text: str = BELGIUM, dark: bool = False) -> str:
    """The picture behind its address."""
    kind, _, body = sketch(Board(page_samples.scenario(text), page_samples.advice()), 0, dark).partition(",")
    assert kind == "data:image/svg+xml;base64"
    return b64decode(body).decode()


def test_the_sketch_is_a_picture_with_the_names_of_the_map() -> None:
    texts = [element.text for element in ElementTree.fromstring(drawn()).iter("{http://www.w3.org/2000/svg}text")]
    assert "Antwerp, 2 short" in texts


def test_the_sketch_is_dark_where_the_page_is() -> None:
    assert drawn() != drawn(dark=True)


def test_names_from_a_file_are_never_markup_in_the_sketch() -> None:
    text = drawn(BELGIUM.replace("name: Antwerp", "name: '<script>x</script>&'"))
    assert "<script" not in text
    ElementTree.fromstring(text)


def test_the_page_shows_the_sketch_below_its_map(page: AppTest) -> None:
    page.run()
    assert any("gp-sketch" in element.proto.body for element in page.get("html"))
    assert "data:image" not in words(page)
