"""The top of the page: whose turn it is, what is proven, what is lost now and under the plan."""

from __future__ import annotations

from fractions import Fraction

from app_pages.changes import wish_said
from app_pages.paper import note, show
from models.advice import Advice
from models.position import Position
from models.quantities import pretty
from planner.report.names import Names, currency, tier, titled
from planner.report.verdicts import badge_of, calm, objections

MOST_FIGURES = 4  # that fit side by side on a laptop
LOST = ("vp", "inf_rp", "arm_rp", "air_rp", "srp", "sp", "fort_levels", "readiness")  # what one has before losing it


def render_title(scenario: Position, advice: Advice | None = None) -> None:
    """The scenario's title, side and turn; with advice, how sure it is."""
    badge = badge_of(advice) if advice else None
    title = scenario.title or "Untitled scenario"
    side, turn = titled(scenario.side), str(scenario.turn)
    show("title.html", title=title, side=side, turn=turn, badge=badge)


def render_objections(advice: Advice, names: Names) -> None:
    """What stands against the plan: a dispute, orders the audit refuses, wishes that cannot be had together."""
    for found in objections(advice):
        lines = tuple(wish_said(line, names) for line in found.lines)
        note(found.text, kind=found.kind, heading=found.heading, lines=lines)


def render_totals(advice: Advice, compact: bool = False) -> None:
    """A figure for each currency that is lost, now or under the plan; a sentence if none."""
    if advice.status not in ("optimal", "feasible"):
        return
    occurring = [name for name in advice.totals if advice.totals[name] or advice.now.get(name)]
    if calmly := calm(advice):
        note(calmly, kind="good", heading="Nothing is lost.")
    if not occurring:
        return
    both = [(name, advice.now.get(name, advice.totals[name]), advice.totals[name]) for name in occurring]
    if compact:
        show("totals.html", rows=[(currency(name), now, planned) for name, now, planned in both])
    else:
        _figures([(name, planned, now) for name, now, planned in both])


def render_standing(advice: Advice) -> None:
    """While there is no plan: a figure for each currency that is lost if nobody is given an order."""
    occurring = {name: amount for name, amount in advice.now.items() if amount}
    if not advice.now:
        note("Units compete for duties in so many ways that only the search can tell what is lost as things stand.")
    elif not occurring:
        note("Every check is met, even if nobody moves.", kind="good", heading="Nothing is lost as things stand.")
    else:
        _figures([(name, amount, None) for name, amount in occurring.items()])


def _figures(rows: list[tuple[str, Fraction, Fraction | None]]) -> None:
    """What is lost of each currency, and what would be with no orders; smaller if they are many.

    They are set by hand because Streamlit reads its own figures in later than everything else on the page.
    """
    told = [(_lost(name), amount, *_against(amount, now)) for name, amount, now in rows]
    show("figures.html", rows=told, large=len(rows) <= MOST_FIGURES)


def _against(amount: Fraction, now: Fraction | None) -> tuple[str, str]:
    """What the orders change, and from what: ('−4', '5⅓ with no orders')."""
    if now is None:
        return "", "as things stand"
    if now == amount:
        return "", "the same with no orders"
    gap = f"−{pretty(now - amount)}" if now > amount else f"+{pretty(amount - now)}"
    return gap, f"{pretty(now)} with no orders"


def _lost(name: str) -> str:
    return f"{currency(name)} lost" if name in LOST else currency(name)


def render_tiers(advice: Advice) -> None:
    """What was minimised, in order, and how far each is proven."""
    if advice.tiers:
        rows = [(tier(row.name), row) for row in advice.tiers]
        show("tiers.html", rows=rows)
