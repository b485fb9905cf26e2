"""Files to take home: the reports to print, to reckon with and to mail, and the plan as other tools read it."""

from __future__ import annotations

from functools import partial

import streamlit as st

from app_pages.session import Answer
from planner.report.files import FORMATS


def render_downloads(answer: Answer, name: str) -> None:
    """Buttons for the reports and the plan; a report is made when it is asked for."""
    advice = answer.advice
    stem = f"{name} {advice.turn}"
    with st.expander("Print or save"):
        for ending, kind in FORMATS.items():
            st.download_button(
                kind.label, partial(kind.write, answer.scenario, advice), file_name=f"{stem}{ending}", mime=kind.mime,
                on_click="ignore", width="stretch", key=f"report {ending}",
            )  # fmt: skip
        if advice.plan:
            st.download_button(
                "Save the plan", advice.plan.model_dump_json(by_alias=True, indent=2), file_name=f"{stem}.json",
                mime="application/json", on_click="ignore", width="stretch", key="save plan",
            )  # fmt: skip
