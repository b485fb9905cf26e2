"""The top of the page: whose turn it is, what is proven, what is lost now and under the plan."""

from __future__ import annotations

import streamlit as st

from app_pages.paper import note, show
from models.advice import Advice
from models.position import Position
from models.quantities import pretty
from planner.report.names import currency, tier, titled
from planner.report.verdicts import badge_of, calm, objections

MOST_FIGURES = 4  # that fit side by side on a laptop


def render_title(scenario: Position, advice: Advice | None = None) -> None:
    """The scenario's title, side and turn; with advice, how sure it is."""
    badge = badge_of(advice) if advice else None
    title = scenario.title or "Untitled scenario"
    side, turn = titled(scenario.side), str(scenario.turn)
    show("title.html", title=title, side=side, turn=turn, badge=badge)


def render_objections(advice: Advice) -> None:
    """What stands against the plan: a dispute, orders the audit refuses, wishes that cannot be had together."""
    for found in objections(advice):
        note(found.text, kind=found.kind, heading=found.heading, lines=found.lines)


def render_totals(advice: Advice, compact: bool = False) -> None:
    """A figure for each currency that is lost, now or under the plan; smaller if they are many, a sentence if none."""
    if advice.status not in ("optimal", "feasible"):
        return
    occurring = [name for name in advice.totals if advice.totals[name] or advice.now.get(name)]
    if calmly := calm(advice):
        note(calmly, kind="good", heading="Nothing is lost.")
    if not occurring:
        return
    if len(occurring) > MOST_FIGURES or compact:
        rows = [(currency(name), advice.now.get(name, advice.totals[name]), advice.totals[name]) for name in occurring]
        show("totals.html" if compact else "figures.html", rows=rows)
        return
    for column, name in zip(st.columns(MOST_FIGURES), occurring, strict=False):
        planned, now = advice.totals[name], advice.now.get(name, advice.totals[name])
        column.metric(
            f"{currency(name)} lost" if name not in ("breaches", "partisan_attacks") else currency(name),
            pretty(planned),
            delta=pretty(planned - now) if planned != now else None,
            delta_color="inverse",
            delta_description=f"{pretty(now)} with no orders" if planned != now else "the same with no orders",
        )


def render_tiers(advice: Advice) -> None:
    """What was minimised, in order, and how far each is proven."""
    if advice.tiers:
        rows = [(tier(row.name), row) for row in advice.tiers]
        show("tiers.html", rows=rows)
