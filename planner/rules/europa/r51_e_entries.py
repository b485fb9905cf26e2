"""51.A.3, 51.B.1.b, 51.B.10 and 51.E: the places where the order of battle lets a unit come in."""

from __future__ import annotations

from collections.abc import Iterator

from models.orders_of_battle import Line
from models.places import CITIES, PlaceKind
from models.units import AIR_UNITS, Unit, UnitType
from planner.rules.europa.position import Leg, Position
from planner.rules.interface import Rule

SEA_ZONES = {  # off-map places of these areas, 51.B.1.b.12 to 16
    "atlantic": "the Atlantic hexes on the northern or western edge of map 24A, within 7 hexes of 24A:0101",
    "red_sea": "the Red Sea hexes on the eastern edge of map 19A",
    "persian_gulf": "the Persian Gulf hexes on the southern edge of map 22A",
}
ZONES_OF = {
    "gibraltar": ("atlantic",),  # 51.B.1.b.12
    "malta": ("red_sea", "atlantic"),  # 51.B.1.b.13
    "middle_east": ("red_sea",),  # 51.B.1.b.14
    "near_east": ("persian_gulf",),  # 51.B.1.b.15
    "north_africa": ("atlantic",),  # 51.B.1.b.16
}
NORTH_AFRICA = frozenset({"morocco", "algeria", "tunisia", "libya", "tripolitania", "cyrenaica", "egypt"})
BOX_OF = {
    "eto": "britain_box", "eto_general": "britain_box", "britain": "britain_box", "mto": "north_africa_box",
    "mto_general": "north_africa_box", "from_eto": "gibraltar_box", "from_mto": "gibraltar_box",
}  # fmt: skip


def entries(position: Position, line: Line, unit: Unit, turn: int) -> list[str]:
    """The friendly places where a line lets a unit come in: those it names, else its zone's, entry's or area's."""
    return [
        key for key in _allowed(position, line, unit) if position.owns(key, turn) and _safe(position, line, key, turn)
    ]


def area_is_lost(position: Position, line: Line, unit: Unit, turn: int) -> bool:
    """Whether the enemy has captured every place where a line lets a unit come in (51.A.2)."""
    allowed = _allowed(position, line, unit)
    return bool(allowed) and all(position.enemy_owns(key, turn) for key in allowed)


def _allowed(position: Position, line: Line, unit: Unit) -> list[str]:
    air = unit.type in AIR_UNITS
    if line.to:
        found = list(line.to)
    elif line.command:
        found = [key for zone in ZONES_OF[line.command] for key in off_map(position, zone)]
    elif line.entry:
        found = [key for key in position.places if _fits_entry(position, line, key)]
    else:
        found = [key for key in position.places if _city_or_hq(position, key, air) and _in_area(position, line, key)]
    return [key for key in found if not air or PlaceKind.AIRBASE in position.places[key].kind]  # 51.A.7


def off_map(position: Position, area: str) -> list[str]:
    """The off-map places of an area: a sea zone, a holding box."""
    return [key for key, place in position.places.items() if PlaceKind.OFF_MAP in place.kind and area in place.areas]


def _city_or_hq(position: Position, key: str, air: bool) -> bool:
    if air:
        return PlaceKind.AIRBASE in position.places[key].kind
    with_hq = any(other.type is UnitType.ARMY_HQ and other.at == key for other in position.scenario.units)
    return bool(position.places[key].kind & CITIES) or with_hq


def _in_area(position: Position, line: Line, place: str) -> bool:
    if line.districts:
        return position.places[place].district in line.districts
    return line.theatre is None or position.theatre_of(place) == line.theatre


def _fits_entry(position: Position, line: Line, key: str) -> bool:
    """Whether a place is one of those that 51.E names for an entry."""
    place, entry = position.places[key], line.entry or ""
    if PlaceKind.OFF_MAP in place.kind:
        return BOX_OF[entry] in place.areas
    british_city = place.country == "britain" and bool(place.kind & CITIES)
    port = PlaceKind.PORT in place.kind
    if entry in ("eto_general", "britain"):
        return british_city  # 51.E.3.a, 51.E.3.c
    if entry == "mto_general":
        return port and place.country in NORTH_AFRICA  # 51.E.3.b
    if entry in ("from_eto", "from_mto"):
        return f"next_to_{entry.removeprefix('from_')}" in place.areas  # 51.E.2
    return (british_city and entry == "eto") or (port and position.theatre_of(key) == entry)  # 51.E.1


def _safe(position: Position, line: Line, key: str, turn: int) -> bool:
    """A port of 51.E.1 takes nobody while supplied enemies are in its MD or it lies in a combat or danger zone."""
    place = position.places[key]
    if line.entry not in ("eto", "mto") or PlaceKind.PORT not in place.kind or place.country == "britain":
        return True
    enemies = place.district is not None and position.enemy_in(place.district, turn)
    return not (enemies or place.combat_zone or place.danger_zone)


def embarked(position: Position, line: Line, key: str) -> bool:
    """Whether a unit that comes in at a place is at sea there, with transport of its own (51.B.1.b)."""
    return line.command is not None and PlaceKind.OFF_MAP in position.places[key].kind


def ports_in_reach(position: Position, key: str, turn: int) -> list[Leg]:
    """The friendly ports that a unit at sea can land at in the turn of its arrival (51.B.1.b)."""
    return [
        leg for leg in position.legs.get(key, ())
        if leg.by == "sea" and leg.turns == 1 and PlaceKind.PORT in position.places[leg.end].kind
        and position.owns(leg.end, turn)
    ]  # fmt: skip


def warnings(position: Position) -> Iterator[str]:
    """Lines whose sea zone or holding box is not among the file's places."""
    for line in position.scenario.order_of_battle:
        if line.command and not line.to and position.line_due[line.id] < len(position.turns):
            zones = ZONES_OF[line.command]
            if not any(off_map(position, zone) for zone in zones):
                told = " or ".join(f"{zone} ({SEA_ZONES[zone]})" for zone in zones)
                yield f"51.B.1.b: {line.label}: the file has no off-map place with the area {told}; the line waits"


RULE = Rule(id="51.E", title="Entry zones", warnings=warnings)
