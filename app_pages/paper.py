"""Text set by hand: small templates whose every value is escaped, and the style sheet they share.

Streamlit's own text elements read Markdown, so a unit called '**x**' or '[a](b)' would change the page. Whatever comes
from a file goes through these templates (or a data table) instead; Streamlit then sanitises the result once more.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from models.quantities import pretty
from planner.report.names import res
from planner.report.words import opening

_TEMPLATES = Path(__file__).parent / "templates"
_JINJA = Environment(loader=FileSystemLoader(_TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True)
_JINJA.filters["pretty"] = pretty
_JINJA.filters["res"] = res
_JINJA.filters["opening"] = opening


def html_of(template: str, **values: object) -> str:
    """The template filled in, every value escaped."""
    return _JINJA.get_template(template).render(**values)


def dress() -> None:
    """Put the style sheet on the page."""
    st.html(_TEMPLATES / "style.css")


def show(template: str, **values: object) -> None:
    """Put a filled-in template on the page."""
    st.html(html_of(template, **values))


def note(text: str, kind: str = "quiet", heading: str = "", lines: tuple[str, ...] = ()) -> None:
    """A short note to the player: 'quiet', 'good', 'warn' or 'bad'."""
    show("note.html", text=text, kind=kind, heading=heading, lines=lines)
