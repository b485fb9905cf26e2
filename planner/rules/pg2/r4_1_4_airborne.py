"""4.1.4 Airborne: paratroops are assigned air transport and drop into a battle, if the player has decided so."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.pg2_forces import Formation
from models.pg2_map import Terrain
from planner.rules.pg2.board import Board

Draws = tuple[tuple[str, int, Fraction, bool], ...]


def ways_to_attack(board: Board, formation: Formation, target: str) -> Iterator[tuple[str, Draws]]:
    """Across a side of the map, or by air with transports that carry nobody else this turn."""
    if board.sides[formation.at].get(target, Terrain.PROHIBITED) is not Terrain.PROHIBITED:
        yield f"to attack {target}", ()
        return
    for carrier in board.campaign.carriers(formation, target):
        yield f"to drop on {target} with {carrier}", ((f"air:{carrier}", 0, Fraction(formation.pieces), True),)
