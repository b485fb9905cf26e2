"""The page in the browser: only the frame. `garrison page` starts it; each page is a module of app_pages."""

from pathlib import Path

import streamlit as st

from app_pages.paper import dress, show
from app_pages.this_turn import render_this_turn

ICON = Path(__file__).parent / "app_pages" / "icon.svg"  # a file of ours: icons by name are fetched from the network

st.set_page_config("Garrison Planner", str(ICON), layout="wide")
dress()
with st.sidebar:
    show("brand.html")
page = st.navigation([st.Page(render_this_turn, title="This turn", url_path="this-turn", default=True)])
page.run()
