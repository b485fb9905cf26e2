"""The pages in the browser: only the frame. `garrison page` starts it; each page is a module of app_pages."""

from pathlib import Path

import streamlit as st

from app_pages.chapters import render_reinforcements, render_replacements
from app_pages.garrisons import render_garrisons
from app_pages.paper import dress, show
from app_pages.rulebook import render_rulebook
from app_pages.scenario_page import render_scenario
from app_pages.sidebar import render_sidebar
from app_pages.this_turn import render_this_turn
from app_pages.unit_options import GO
from app_pages.what_if import render_what_if

ICON = Path(__file__).parent / "app_pages" / "icon.svg"  # a file of ours: icons by name are fetched from the network

st.set_page_config("Garrison Planner", str(ICON), layout="wide")
dress()
with st.sidebar:
    show("brand.html")
what_if = st.Page(render_what_if, title="What if", url_path="what-if")
page = st.navigation(
    [
        st.Page(render_this_turn, title="This turn", url_path="this-turn", default=True),
        what_if,
        st.Page(render_garrisons, title="Garrisons and occupation", url_path="garrisons"),
        st.Page(render_replacements, title="Replacements", url_path="replacements"),
        st.Page(render_reinforcements, title="Reinforcements and forts", url_path="reinforcements"),
        st.Page(render_scenario, title="Scenario", url_path="scenario"),
        st.Page(render_rulebook, title="Rules", url_path="rules"),
    ],
    position="top",
)
render_sidebar("trial" if page == what_if else "plan")
if st.session_state.pop(GO, False) and page != what_if:
    st.switch_page(what_if, query_params={"scenario": st.query_params.get("scenario", "")})  # or it would be forgotten
page.run()
