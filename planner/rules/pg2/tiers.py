"""What the campaign player wants least of, one thing after the other."""

from __future__ import annotations

from fractions import Fraction

from models.problem import Tier
from planner.rules.pg2.board import Board

CURRENCIES: dict[str, str] = {  # everything that can be lost, and the word for it in a sum
    "liberations": "value", "frontier": "value", "sabotage_pp": "PP", "expected_pp": "PP", "cover_pp": "PP",
    "readiness": "readiness", "exposed": "division", "growth": "growth", "pp": "PP", "supply_pp": "PP",
}  # fmt: skip
ADDED_UP: dict[str, tuple[str, ...]] = {
    "territories": ("liberations", "frontier"), "sabotage": ("sabotage_pp",), "expected": ("expected_pp",),
    "cover": ("cover_pp",), "readiness": ("readiness",), "defence": ("exposed",), "growth": ("growth",),
    "costs": ("pp",), "changes": (),
}  # fmt: skip


def tiers(board: Board) -> tuple[Tier, ...]:
    """The tiers as the player orders them; a move costs as much as a PP."""
    return tuple(
        Tier(
            name, tuple((currency, Fraction(1)) for currency in ADDED_UP[name]),
            moves=name == "costs", changes=name == "changes",
        )
        for name in board.campaign.priorities.order
    )  # fmt: skip
