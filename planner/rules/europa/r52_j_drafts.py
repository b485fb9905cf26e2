"""52.J.2.e Local drafting: a liberated Soviet city, or a Spanish city newly won, gives infantry points once."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.places import Place, PlaceKind
from models.pools import Pool
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
    """What liberated and newly won cities give."""
    if position.side is Side.SOVIET:
        yield from _soviet(position)
    for pool in position.scenario.pools:
        if pool.nationality == "spanish" and pool.points == "inf" and pool.place is None:
            yield from _spanish(position, pool)


def _spanish(position: Position, pool: Pool) -> Iterator[tuple[str, int, Fraction]]:
    """A city's production once, when all hexes of a city that began the enemy's are ours (52.J.2.e.2)."""
    for key, amount in pool.cities.items():
        city = position.places[key]
        hexes = [
            other for other, place in position.places.items() if other == key or (city.city and place.city == city.city)
        ]
        for turn in position.turns if city.began_enemy and not city.drafted else ():
            gained = all(position.owns(each, turn) for each in hexes)
            if gained and not all(position.owns(each, turn - 1) for each in hexes):
                yield _spanish_pool(position, pool, key, turn), turn, amount
                break


def _spanish_pool(position: Position, pool: Pool, city: str, turn: int) -> str:
    """The nation's pool, or the city's own while it is isolated."""
    own = [other.id for other in position.scenario.pools if other.points == "inf" and other.place == city]
    return own[0] if own and not position.supplied(city, turn) else pool.id


def _soviet(position: Position) -> Iterator[tuple[str, int, Fraction]]:
    """Drafts upon liberation, into the infantry pool of the city's MD."""
    pools = {pool.district: pool.id for pool in position.scenario.pools if pool.points == "inf" and pool.level == "md"}
    for turn, event in position.events("captured"):
        place = position.places.get(event.place or "")
        if place is None or event.by is not Side.SOVIET or place.drafted or place.district not in pools or turn < 0:
            continue
        region = place.country or "soviet_union"
        before = position.owner(event.place or "", turn - 1), position.owned_since(event.place or "", turn - 1)
        if region == "soviet_union" and before[0] is Side.AXIS and turn - before[1] >= LEAST_TURNS:
            yield pools[place.district], turn, draft(place)
