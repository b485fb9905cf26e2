"""The top that the pages share: the title with its badge, a search that is under way, and what stands in the way."""

from __future__ import annotations

import streamlit as st

from app_pages import library, session
from app_pages.heading import render_title
from app_pages.mishaps import render_misfit, render_refused
from app_pages.paper import note
from app_pages.pricing import listen_for_prices, waiting
from app_pages.searching import render_search


def render_top(now: session.View) -> bool:
    """The top of a page; False if there is nothing to show below it."""
    if now.file is None:
        note(
            f"Put a scenario (a .yaml file) into {library.folder()} and reload the page.",
            heading="There is no scenario to plan.",
        )
        return False
    if now.scenario or now.base:
        advice = now.plan.advice if now.plan and now.errand is None else None
        render_title(now.scenario or now.base, advice)
    if now.refused:
        render_refused(now.refused)
        return False
    with st.container():  # always there, so that what stands below keeps its place
        if now.misfit:
            render_misfit(now.misfit)
        if now.errand:
            render_search()
        elif waiting():
            listen_for_prices()
    return True
