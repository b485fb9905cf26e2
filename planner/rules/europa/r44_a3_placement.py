"""44.A.3 Placement of activated forces: fortress or city of the MD, else port or town; airbases for air units."""

from __future__ import annotations

from models.places import CITIES, PlaceKind
from models.units import AIR_UNITS
from planner.rules.europa.position import Position, place_kind
from planner.rules.interface import Piece


def landing_places(position: Position, piece: Piece, district: str, turn: int, forced: bool = False) -> list[str]:
    """Where an activated unit may be placed; forced out of an MD without supply it needs no supplied hex (44.A.1)."""
    named = piece.unit.placed_at
    if named and not (forced and lost_hex(position, piece, turn)):
        return [named] if _open(position, named, turn, forced) else []
    here = [
        key for key, place in position.places.items()
        if place.district == district and _open(position, key, turn, forced)
    ]  # fmt: skip
    if piece.unit.type in AIR_UNITS:
        return [key for key in here if place_kind(position.places[key], PlaceKind.AIRBASE)]
    quiet = [key for key in here if not position.places[key].enemy_zoc]
    strong = [key for key in quiet if place_kind(position.places[key], PlaceKind.FORTRESS, *CITIES)]
    exist = any(
        place_kind(place, PlaceKind.FORTRESS, *CITIES)
        for place in position.places.values()
        if place.district == district
    )
    if strong or (exist and position.rulings.placement_fallback == "none_exist"):
        return strong
    return [key for key in quiet if place_kind(position.places[key], PlaceKind.PORT, PlaceKind.TOWN)]


def _open(position: Position, key: str, turn: int, forced: bool) -> bool:
    """Ours, in regular supply, and no assault or airdrop under way there; that is over by the next turn."""
    assaulted = position.places[key].assaulted and turn == 0
    return position.owns(key, turn) and not assaulted and (forced or position.supplied(key, turn))


def lost_hex(position: Position, piece: Piece, turn: int) -> bool:
    """Whether the hex that the order of battle names for a unit is the enemy's."""
    return bool(piece.unit.placed_at) and position.enemy_owns(piece.unit.placed_at or "", turn)
