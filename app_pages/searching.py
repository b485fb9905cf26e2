"""While a job runs: what has been found and what is proven, tier by tier, and a Stop that stops."""

from __future__ import annotations

from fractions import Fraction

import streamlit as st

from app_pages import asking, session
from app_pages.mishaps import calmly
from app_pages.paper import show
from models.quantities import exact, pretty
from models.settings import Progress
from planner.report.names import tier

_DOING = {
    "plan": "Looking for the best orders…",
    "trial": "Looking for the best orders with the changes…",
    "price": "Pricing each change alone…",
}


@st.fragment(run_every=0.5)
def render_search() -> None:
    """Listen to the job twice a second; the whole page is drawn again once it has ended."""
    now = _listen()
    if now is not None and now.errand is None:
        st.rerun()


def _listen() -> session.View | None:
    found: list[session.View] = []

    @calmly
    def listen() -> None:
        now = asking.poll()
        found.append(now)
        if now.errand is not None:
            with st.container(border=True):
                _report(now)

    listen()
    return found[0] if found else None


def _report(now: session.View) -> None:
    text, button = st.columns([5, 1], vertical_alignment="center")
    rows = [
        (tier(heard.tier), _best(heard), _least(heard), heard.seconds, heard is now.heard[-1]) for heard in now.heard
    ]
    if now.errand:
        with text:
            show("search.html", rows=rows, place=now.errand.ticket.place, doing=_DOING[now.errand.purpose])
    button.button("Stop", key="stop", on_click=asking.stop, icon=":material/stop_circle:", width="stretch")


def _best(heard: Progress) -> str:
    return pretty(exact(heard.value)) if heard.value is not None else "–"


def _least(heard: Progress) -> str:
    """A bound below nothing is none."""
    return pretty(max(exact(heard.bound), Fraction(0))) if heard.bound is not None else "–"
