"""44.B.1 and the rates of 44.B.2.a: what is an occupation zone, from when, and how many REs its cities want."""

from __future__ import annotations

from fractions import Fraction

from models.places import PlaceKind, Zone
from models.words import Side
from planner.rules.europa.position import NEVER, NOT_EUROPE, Position

FEW = frozenset({"kenya", "palestine", "sudan"})


def in_soviet_union(zone: Zone) -> bool:
    """Whether a zone is territory of the Soviet Union: said so, or by its country."""
    return zone.soviet_union or zone.country in ("soviet_union", "ussr")


def region_of(position: Position, place: str) -> str:
    """A place's region for the rates: Europe unless known to lie elsewhere; a Soviet zone's places are Soviet."""
    here = position.places[place]
    zone = position.scenario.zones.get(here.zone or "")
    if zone and in_soviet_union(zone) and not here.region:
        return "soviet_union"
    region = position.region(place)
    return region if region in NOT_EUROPE else "europe"


def occupiers_wanted(position: Position, place: str) -> Fraction:
    """REs that a city hex wants, by its kind and region (44.B.2.a)."""
    kind, region = position.places[place].city_kind, region_of(position, place)
    europe = {"europe", "soviet_union"} if position.rulings.dot_city_ussr == "include" else {"europe"}
    if kind is PlaceKind.MAJOR:
        return {"soviet_union": Fraction(3), "europe": Fraction(2), "egypt": Fraction(2)}.get(
            region, Fraction(0)
        )  # i, ii
    if kind is PlaceKind.DOT:
        return Fraction(2) if region in europe else Fraction(1) if region in FEW else Fraction(0)  # iii, iv
    if kind is PlaceKind.REFERENCE and position.rulings.occupation_reference_cities == "include":
        return Fraction(1) if region in europe else Fraction(0)  # v
    return Fraction(0)


def zone_start(position: Position, zone: Zone) -> int:
    """The turn from which a zone is one (44.B, 44.B.1)."""
    if zone.since:
        return position.scenario.offset(zone.since)
    if zone.italian:
        surrender = position.when("italy_surrendered")
        return surrender if surrender == NEVER else surrender + int(position.rulings.italy_zone_delay_turns)
    if in_soviet_union(zone):
        return -NEVER  # at once upon capture, whatever becomes of the country
    dated = [
        at for word in ("surrendered", "occupied") for at, event in position.events(word)
        if zone.country and event.country == zone.country
    ]  # fmt: skip
    return min(dated, default=-NEVER)


def occupies(position: Position, zone: Zone) -> bool:
    """Whether the planning side owes occupation forces in a zone."""
    if zone.annexed or zone.owner is not position.side:
        return False
    return zone.owner is Side.AXIS or (
        zone.owner is Side.SOVIET and position.rulings.soviet_occupation == "mirror_axis"
    )


def exempt(position: Position, place: str, turn: int) -> bool:
    """No occupation where supplied enemies are within five hexes or no supply line can be traced (44.B.2.a)."""
    here = position.places[place]
    partisans = here.partisans_within_5 and position.rulings.partisans_exempt == "true"
    cut_off = not position.supplied(place, turn)
    cut_off |= here.district is not None and not position.district_supplied(here.district, turn)
    return position.enemy_near(place, turn) or partisans or cut_off


def cities_due(position: Position, zone_id: str, turn: int) -> dict[str, Fraction]:
    """The city hexes of a zone that must be occupied in a turn, with their REs."""
    zone = position.scenario.zones[zone_id]
    if not occupies(position, zone) or turn < zone_start(position, zone):
        return {}
    found = {}
    for key, place in position.places.items():
        if place.zone == zone_id and position.due_since_capture(key, turn) and not exempt(position, key, turn):
            wanted = occupiers_wanted(position, key)
            if wanted:
                found[key] = wanted
    return found
