"""52.B, 52.D.2.c.2, 52.D.2.d.iii and 52.D.2.e: the sources to which a unit traces supply to be rebuilt."""

from __future__ import annotations

from models.places import PlaceKind
from models.problem import State
from models.units import Unit
from models.words import Side
from planner.rules.europa.position import Position, place_kind


def traces_to_a_source(position: Position, unit: Unit, place: State, pool_kind: str, turn: int) -> bool:
    """Whether one of the places that count as a source for these points is ours and in supply.

    A source that the file does not name is taken to be open: `supply_line` of the place says enough then.
    """
    listed = position.scenario.sources.get(unit.nationality, ())
    if listed and not _any_open(position, listed, turn):
        return False
    if position.side is not Side.SOVIET:
        return True
    if unit.nationality != "soviet":  # a contingent: any unisolated dot or major city (52.D.2.e)
        return _any_open(position, _cities(position, None), turn)
    if pool_kind == "general":
        return _any_open(position, tuple(factory.place for factory in position.scenario.factories), turn)
    return pool_kind != "md" or _any_open(position, _cities(position, position.places[place].district), turn)


def _cities(position: Position, district: str | None) -> tuple[str, ...]:
    return tuple(
        key for key, place in position.places.items()
        if place_kind(place, PlaceKind.DOT, PlaceKind.MAJOR) and (district is None or place.district == district)
    )  # fmt: skip


def _any_open(position: Position, places: tuple[str, ...], turn: int) -> bool:
    return not places or any(position.owns(key, turn) and position.supplied(key, turn) for key in places)
