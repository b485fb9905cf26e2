"""52.J.2.e Local drafting: a liberated Soviet city gives infantry points once."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.places import Place, PlaceKind
from models.words import Side
from planner.rules.europa.position import Position

LEAST_TURNS = 4  # it was the Axis's for the last four turns
DRAFT: tuple[tuple[PlaceKind, Fraction], ...] = (  # the first that fits
    (PlaceKind.MAJOR, Fraction(3)),
    (PlaceKind.DOT, Fraction(1)),
    (PlaceKind.REFERENCE, Fraction(1, 2)),
    (PlaceKind.FORTRESS, Fraction(1, 2)),
    (PlaceKind.TOWN, Fraction(1, 10)),
)
FULL_HEX = Fraction(5)


def draft(place: Place) -> Fraction:
    """What a place gives: five for a full hex of a major city, three for a partial one."""
    if PlaceKind.MAJOR in place.kind and place.full_hex:
        return FULL_HEX
    return next((amount for kind, amount in DRAFT if kind in place.kind), Fraction(0))


def income(position: Position) -> Iterator[tuple[str, int, Fraction]]:
    """Drafts upon liberation, into the infantry pool of the city's MD."""
    if position.side is not Side.SOVIET:
        return
    pools = {pool.district: pool.id for pool in position.scenario.pools if pool.points == "inf" and pool.level == "md"}
    for turn, event in position.events("captured"):
        place = position.places.get(event.place or "")
        if place is None or event.by is not Side.SOVIET or place.drafted or place.district not in pools or turn < 0:
            continue
        region = place.country or "soviet_union"
        before = position.owner(event.place or "", turn - 1), position.owned_since(event.place or "", turn - 1)
        if region == "soviet_union" and before[0] is Side.AXIS and turn - before[1] >= LEAST_TURNS:
            yield pools[place.district], turn, draft(place)
