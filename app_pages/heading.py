"""The top of the page: whose turn it is, what is proven, what is lost now and under the plan."""

from __future__ import annotations

from fractions import Fraction

import streamlit as st

from app_pages.paper import note, show
from models.advice import Advice
from models.position import Position
from models.quantities import pretty
from planner.report.names import currency, tier, titled


def badge_of(advice: Advice) -> tuple[str, str, str]:
    """How sure the advice is: kind, glyph and a few words."""
    if advice.proof == "disputed":
        return "bad", "✕", "Solver and audit disagree"
    if advice.status == "optimal":
        return "good", "✓", advice.message or "Proven optimal"
    if advice.status == "impossible":
        return "bad", "✕", "Impossible as asked"
    if advice.status == "unknown":
        return "warn", "?", "No plan found"
    still_open = next((row for row in advice.tiers if not row.proven), None)
    if still_open is None:
        return "warn", "≈", "Best plan found, not proven"
    found, least = pretty(still_open.value), pretty(max(still_open.bound, Fraction(0)))
    return "warn", "≈", f"{tier(still_open.name)}: best found {found}, at least {least} needed"


def render_title(scenario: Position, advice: Advice | None = None) -> None:
    """The scenario's title, side and turn; with advice, how sure it is."""
    kind, glyph, words = badge_of(advice) if advice else ("", "", "")
    title = scenario.title or "Untitled scenario"
    side, turn = titled(scenario.side), str(scenario.turn)
    show("title.html", title=title, side=side, turn=turn, kind=kind, glyph=glyph, words=words)


def render_objections(advice: Advice) -> None:
    """What stands against the plan: a dispute, orders the audit refuses, wishes that cannot be had together."""
    if advice.proof == "disputed":
        note(
            "The solver's figure and the audit's differ. Do not rely on this plan; what is shown here is the audit's.",
            kind="bad",
            heading="Two calculations disagree.",
            lines=tuple(f"{found.turn}, {found.unit}: {found.message}" for found in advice.violations),
        )
    elif advice.violations:
        lines = tuple(f"{found.turn}, {found.unit}: {found.message}" for found in advice.violations)
        note("The audit refuses these orders.", kind="bad", heading="Not a legal plan.", lines=lines)
    elif advice.status == "feasible":
        why = f" The search ended by: {advice.provenance.stopped}." if advice.provenance.stopped else ""
        note(f"The plan is legal and its figures are exact, but a better one may exist.{why}", heading="Not proven.")
    elif advice.status == "unknown":
        note("Give the search more time, or plan fewer turns, and press Solve.", kind="warn", heading=advice.message)
    if advice.conflict:
        note("These cannot all be had together:", kind="bad", lines=advice.conflict)


def render_totals(advice: Advice) -> None:
    """One figure for each currency that is lost, now or under the plan; a calm sentence if none is."""
    if advice.status not in ("optimal", "feasible"):
        return
    occurring = [name for name in advice.totals if advice.totals[name] or advice.now.get(name)]
    if not any(advice.totals.values()):
        note(_calm(advice), kind="good", heading="Nothing is lost.")
    if not occurring:
        return
    for column, name in zip(st.columns(max(len(occurring), 4)), occurring, strict=False):
        planned, now = advice.totals[name], advice.now.get(name, advice.totals[name])
        column.metric(
            f"{currency(name)} lost" if name not in ("breaches", "partisan_attacks") else currency(name),
            pretty(planned),
            delta=pretty(planned - now) if planned != now else None,
            delta_color="inverse",
            delta_description=f"{pretty(now)} with no orders" if planned != now else "the same with no orders",
        )


def _calm(advice: Advice) -> str:
    if any(advice.now.values()):
        return "With these orders every garrison and every city gets what the rules ask of it."
    return "Every garrison and every city has what the rules ask of it, even if nobody moves."


def render_tiers(advice: Advice) -> None:
    """What was minimised, in order, and how far each is proven."""
    if advice.tiers:
        rows = [(tier(row.name), row) for row in advice.tiers]
        show("tiers.html", rows=rows)
