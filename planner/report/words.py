"""The words that tables, pages and reports share: currencies, tiers, and an order as a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from models.advice import Provenance
from models.plan import Order
from models.problem import Act
from models.quantities import pretty

CURRENCY_LABELS = {
    "breaches": "Breaches",
    "vp": "Victory points",
    "partisan_attacks": "Extra partisan attacks",
    "inf_rp": "Infantry RPs",
    "arm_rp": "Armour RPs",
    "air_rp": "Air RPs",
    "srp": "SRPs",
    "sp": "SPs",
    "overdue": "Overdue orders of battle",
    "fort_levels": "Fort levels",
    "liberations": "Territories open to liberation",
    "frontier": "Frontier territories left empty",
    "sabotage_pp": "PPs open to sabotage",
    "expected_pp": "PPs lost to sabotage on average",
    "cover_pp": "PPs open to sabotage by objectives",
    "readiness": "Readiness",
    "exposed": "Divisions not dug in",
    "growth": "Growth put off",
    "pp": "PPs",
    "supply_pp": "Supply PPs",
}
TIER_LABELS = {
    "breaches": "breaches of what must be",
    "vp": "victory points lost",
    "partisan_attacks": "extra partisan attacks, weighted",
    "replacement_points": "replacement points lost or spent",
    "strength": "strength kept from the front, less what is rebuilt",
    "moves": "moves",
    "changes": "changes to the earlier plan",
    "territories": "territories that could be lost",
    "sabotage": "sabotage at worst",
    "expected": "sabotage on average",
    "cover": "sabotage at worst, objective by objective",
    "readiness": "readiness lost to orders",
    "defence": "divisions not dug in where a fight threatens",
    "growth": "growth put off",
    "costs": "PPs spent or lost, and moves",
}
ONES = {
    "breaches": "breach",
    "overdue orders of battle": "overdue order of battle",
    "territories open to liberation": "territory open to liberation",
    "frontier territories left empty": "frontier territory left empty",
    "divisions not dug in": "division not dug in",
}
STANDING = frozenset({Act.GUARD, Act.STAY, Act.REMAIN, Act.LIE, Act.FORM, Act.WAIT, Act.HOLD, Act.GONE})


def tier_label(name: str) -> str:
    """A tier in words; merged tiers part by part."""
    return " + ".join(TIER_LABELS.get(part, part) for part in name.split(" + "))


def stands(order: Order) -> bool:
    """Whether nothing has to be done for an order; who holds in some way does something: attacks, gives up units."""
    return order.option in STANDING and not order.how


def moving_orders(orders: Iterable[Order]) -> list[Order]:
    """The orders that something has to be done for; standing, waiting and lying need none."""
    return [order for order in orders if not stands(order)]


def amount_of(name: str, amount: Fraction) -> str:
    """So much of a currency: '1⅓ victory points', '1 breach', '2 SRPs'."""
    words = CURRENCY_LABELS.get(name, name.replace("_", " "))
    words = lowered(words)
    return f"{pretty(amount)} {singular(words) if 0 < amount <= 1 else words}"


def lowered(words: str) -> str:
    """Words within a sentence; SRPs and PPs stay as they are."""
    return words if words[:2].isupper() else words[:1].lower() + words[1:]


def singular(words: str) -> str:
    """One of what is counted: 'British REs' -> 'British RE'; readiness has no plural."""
    return ONES.get(words, words if words.endswith("ss") else words.removesuffix("s"))


def measured(amount: Fraction, measure: str) -> str:
    """So many of what is measured: '½ RE', '2 British REs', '1 air unit'."""
    return f"{pretty(amount)} {singular(measure) if abs(amount) <= 1 else measure}"


def amounts(totals: dict[str, Fraction]) -> str:
    """Totals in one line: '1½ victory points, 2 extra partisan attacks'; nothing lost is said so."""
    return ", ".join(amount_of(name, amount) for name, amount in totals.items() if amount) or "nothing"


def provenance_rows(made: Provenance) -> tuple[tuple[str, str], ...]:
    """What it takes to get the same advice again, row by row."""
    rows = [("Scenario (SHA-256)", made.scenario), ("Seed", str(made.seed)), ("Seconds", f"{made.seconds:.1f}")]
    rows += [("Search ended by", made.stopped)] if made.stopped else []
    rows += [(f"Version of {name}", text) for name, text in made.versions.items()]
    return (*rows, *((name.replace("_", " ").capitalize(), text) for name, text in made.parameters.items()))


def opening(sentence: str) -> str:
    """A sentence with a capital at its beginning."""
    return sentence[:1].upper() + sentence[1:]


def whole(turns: str) -> str:
    """Turns on one line, to be broken between them only: 'Jul 1 43 to Jul 4 43'."""
    return re.sub(r"(?<=[a-z]) (?=\d)|(?<=\d) (?=\d)", "\u00a0", turns)
