"""What to minimise, one after the other."""

from __future__ import annotations

from fractions import Fraction

from models.problem import Tier
from models.theatre import Currency, Priorities

RP_CURRENCIES: tuple[Currency, ...] = ("inf_rp", "arm_rp", "air_rp", "srp", "sp")


def tiers_of(priorities: Priorities) -> tuple[Tier, ...]:
    """The tiers as the player orders them; merged tiers are one, by his rates."""
    worth = {currency: priorities.worth.get(currency, Fraction(1)) for currency in RP_CURRENCIES}
    money: dict[str, tuple[tuple[Currency, Fraction], ...]] = {
        "breaches": (("breaches", Fraction(1)),),
        "vp": (("vp", Fraction(1)),),
        "partisan_attacks": (("partisan_attacks", Fraction(1)),),
        "replacement_points": tuple(worth.items()),
    }
    tiers: list[Tier] = []
    merged = tuple(name for name in priorities.order if name in priorities.merge)
    for name in priorities.order:
        if name in merged:
            if name == merged[0]:
                together = tuple(pair for part in merged for pair in money[part])
                tiers.append(Tier(" + ".join(merged), together))
        elif name in money:
            tiers.append(Tier(name, money[name]))
        else:
            tiers.append(Tier(name, strength=name == "strength", moves=name == "moves", changes=name == "changes"))
    return tuple(tiers)
