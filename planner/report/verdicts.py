"""How sure the advice is and what stands against it, in the words that pages and reports share."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

from models.advice import Advice
from models.quantities import pretty
from planner.report.names import tier

Kind = Literal["good", "warn", "bad", "quiet"]


class Badge(NamedTuple):
    """How sure the advice is: what sort of news, a glyph for it, a few words."""

    kind: Kind
    glyph: str
    words: str


@dataclass(frozen=True)
class Objection:
    """Something that the player must know before he relies on the plan."""

    kind: Kind
    heading: str
    text: str
    lines: tuple[str, ...] = ()


def badge_of(advice: Advice) -> Badge:
    """How sure the advice is, in a few words."""
    if advice.proof == "disputed":
        return Badge("bad", "✕", "Solver and audit disagree")
    if advice.violations:
        return Badge("bad", "✕", "Not a legal plan")
    if advice.status == "optimal":
        return Badge("good", "✓", advice.message or "Proven optimal")
    if advice.status == "impossible":
        return Badge("bad", "✕", "Impossible as asked")
    if advice.status == "unknown":
        return Badge("warn", "?", "No plan found")
    if advice.tiers and not any(row.solver or row.seconds or row.proven for row in advice.tiers):
        return Badge("warn", "≈", "Priced as given, not proven")
    still_open = next((row for row in advice.tiers if not row.proven), None)
    if still_open is None:
        return Badge("warn", "≈", advice.message if not advice.tiers else "Best plan found, not proven")
    found, least = pretty(still_open.value), pretty(max(still_open.bound, Fraction(0)))
    return Badge("warn", "≈", f"{tier(still_open.name)}: best found {found}, at least {least} needed")


def objections(advice: Advice) -> tuple[Objection, ...]:
    """What stands against the plan: a dispute, orders the audit refuses, a missing proof, wishes that clash."""
    found = []
    refused = tuple(
        f"{f'{row.turn}, {row.unit}' if row.unit else row.turn}: {row.message}" for row in advice.violations
    )
    if advice.proof == "disputed":
        text = (
            "Solver and audit come to different figures. Do not rely on this plan; the figures shown are the audit's."
        )
        found.append(Objection("bad", "Two calculations disagree.", text, refused))
    elif advice.violations:
        found.append(Objection("bad", "Not a legal plan.", "The audit refuses these orders.", refused))
    elif advice.status == "feasible":
        why = f" The search ended by: {advice.provenance.stopped}." if advice.provenance.stopped else ""
        text = f"The plan is legal and its figures are exact, but a better one may exist.{why}"
        found.append(Objection("quiet", "Not proven.", text))
    elif advice.status == "unknown":
        text = "Give the search more time, or plan fewer turns, and solve again."
        found.append(Objection("warn", advice.message, text))
    if advice.conflict:
        alone = len(advice.conflict) == 1
        text = "This cannot be had within these turns:" if alone else "These cannot all be had together:"
        found.append(Objection("bad", "", text, advice.conflict))
    return tuple(found)


def calm(advice: Advice) -> str:
    """The sentence for a plan under which nothing is lost; empty if something is."""
    if any(advice.totals.values()) or not advice.totals:
        return ""
    if any(advice.now.values()):
        return "With these orders every garrison and every city gets what the rules ask of it."
    return "Every garrison and every city has what the rules ask of it, even if nobody moves."
