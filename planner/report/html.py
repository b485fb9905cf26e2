"""The report as one HTML file: no script, nothing from outside, every word of a scenario escaped."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from textwrap import shorten

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from models.advice import Advice
from models.position import Position
from models.quantities import pretty
from planner import atlas
from planner.report.board import GLYPHS, Mark
from planner.report.contents import Contents
from planner.report.names import currency, measured, res, tier
from planner.report.sums import by_currency
from planner.report.svg_map import picture
from planner.report.words import opening, whole

CLASSES: dict[Mark | None, str] = {Mark.SHORT: "bad", Mark.TIGHT: "warn", Mark.MET: "good", None: "quiet"}
MEANS = {"march": "march and other moves", "rail": "rail", "ship": "ship", "fly": "air"}
HEADER = 45  # characters of title and proof that a page's head has room for

_JINJA = Environment(
    loader=PackageLoader("planner.report"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
    lstrip_blocks=True,
)  # fmt: skip
_JINJA.filters |= {
    "pretty": pretty,
    "res": res,
    "currency": currency,
    "tier": tier,
    "opening": opening,
    "measured": measured,
    "whole": whole,
}


def html_report(scenario: Position, advice: Advice) -> str:
    """The whole report, to be read on a screen or printed on A4."""
    contents = Contents(scenario, advice)
    style = _style(contents)
    return _JINJA.get_template("report.html").render(
        report=contents,
        advice=advice,
        scenario=scenario,
        style=style,
        style_hash=b64encode(sha256(style.encode()).digest()).decode(),
        map=picture(contents.board) if advice.plan else None,
        marks=CLASSES,
        glyphs=GLYPHS,
        means=MEANS,
        sums=by_currency,
        coast=atlas.coast().source,
    )


def _style(contents: Contents) -> Markup:
    """The style sheet with the head of the printed pages, which is the only text from a file that it holds."""
    title, proof = (shorten(words, HEADER, placeholder=" …") for words in (contents.title, contents.badge.words))
    head = f"{title} · {contents.side} player, {contents.advice.turn}"
    sheet = _JINJA.get_template("report.css").render(head=css_string(head), proof=css_string(proof))
    return Markup(sheet)  # our own; css_string spells out the only strings in it


def css_string(words: str) -> Markup:
    """A text as a string of a style sheet: whatever is not a plain letter or digit becomes a number."""
    spelled = (letter if letter.isascii() and letter.isalnum() else f"\\{ord(letter):06x}" for letter in words)
    return Markup(f'"{"".join(spelled)}"')  # letters, digits and backslashes only
