"""What the Europa player wants least of, one thing after the other."""

from __future__ import annotations

from fractions import Fraction

from models.problem import Tier
from models.theatre import Currency
from planner.rules.europa.position import Position

CURRENCIES: dict[str, str] = {  # everything that can be lost, and the word for it in a sum
    "breaches": "breach", "overdue": "overdue order of battle", "vp": "VP", "partisan_attacks": "attack",
    "inf_rp": "inf RP", "arm_rp": "arm RP", "air_rp": "air RP", "srp": "SRP", "sp": "SP", "fort_levels": "fort level",
}  # fmt: skip
RP_CURRENCIES: tuple[Currency, ...] = ("inf_rp", "arm_rp", "air_rp", "srp", "sp", "fort_levels")


def tiers(position: Position) -> tuple[Tier, ...]:
    """The tiers as the player orders them; merged tiers are one, by his rates."""
    priorities = position.scenario.priorities
    worth = {currency: priorities.worth.get(currency, Fraction(1)) for currency in RP_CURRENCIES}
    money: dict[str, tuple[tuple[Currency, Fraction], ...]] = {
        "breaches": (("breaches", Fraction(1)), ("overdue", Fraction(1))),
        "vp": (("vp", Fraction(1)),),
        "partisan_attacks": (("partisan_attacks", Fraction(1)),),
        "replacement_points": tuple(worth.items()),
    }
    found: list[Tier] = []
    merged = tuple(name for name in priorities.order if name in priorities.merge)
    for name in priorities.order:
        if name in merged:
            if name == merged[0]:
                together = tuple(pair for part in merged for pair in money[part])
                found.append(Tier(" + ".join(merged), together))
        elif name in money:
            found.append(Tier(name, money[name]))
        else:
            found.append(Tier(name, strength=name == "strength", moves=name == "moves", changes=name == "changes"))
    return tuple(found)
