"""44.A.7.b.1 The size of Allied garrisons: the initial line, and the lines of events, which stay once in effect."""

from __future__ import annotations

from fractions import Fraction

from models.calendar import GameTurn
from models.garrisons import AlliedGarrison, Contingent
from models.places import PlaceKind
from models.units import Unit
from planner.rules.europa.position import NEVER, Position, place_kind

WEST = (
    frozenset({"france"}),
    frozenset({"belgium", "netherlands", "holland", "luxembourg", "benelux"}),
    frozenset({"germany", "greater_germany", "austria", "bohemia_moravia"}),
)  # 44.A.7.b.1.iv: France, Benelux, Greater Germany
WEST_RES = Fraction(3)  # 44.A.7.b.1.iv
LINES = ("italy_surrendered", "corsica_controlled", "west_invaded", "greece_garrisoned")
GREEK_TRIGGER = "greece_garrisoned"
GREEK_DATE = GameTurn(1944, 10, 1)  # 44.A.7.b.1.v


def line_since(position: Position, line: str, turn: int) -> int:
    """The turn from which an event line applies for good: dated in the file, or seen to happen by this turn."""
    seen = {"corsica_controlled": corsica_controlled, "west_invaded": west_invaded}.get(line)
    first = position.when(line)
    if seen:
        first = min(first, next((then for then in position.so_far(turn) if seen(position, then)), NEVER))
    if line == GREEK_TRIGGER and first == NEVER and position.rulings.greece_garrisoned_trigger == "date":
        first = position.scenario.offset(GREEK_DATE)
    return first


def in_corsica(position: Position, key: str) -> bool:
    """Whether a place lies on Corsica, by its region, country, district or areas."""
    place = position.places[key]
    return "corsica" in (place.region, place.country, place.district, *place.areas)


def corsica_controlled(position: Position, turn: int) -> bool:
    """Every city and port of Corsica is Allied and no Axis unit is in supply there."""
    corsica = [
        key for key, place in position.places.items()
        if in_corsica(position, key) and (place.city_kind or place_kind(place, PlaceKind.PORT))
    ]  # fmt: skip
    districts = {position.places[key].district or "" for key in corsica} & position.districts.keys()
    return (
        bool(corsica)
        and all(position.owns(key, turn) for key in corsica)
        and not any(position.enemy_in(district, turn) for district in districts)
    )


def west_invaded(position: Position, turn: int) -> bool:
    """Three REs in regular supply in France, Benelux or Greater Germany, and a city owned there; Corsica is apart.

    Units are seen where the file has them: what the plan itself lands is dated by the file's own event.
    """
    if turn < 0:
        return False
    areas = (frozenset[str]().union(*WEST),) if position.rulings.west_invaded_scope == "combined" else WEST
    for area in areas:
        west = {
            key for key, place in position.places.items() if place.country in area and not in_corsica(position, key)
        }
        res = sum(
            (unit.regimental_equivalents * unit.count for unit in position.scenario.units
             if unit.at in west and _arrived(position, unit, turn) and _supplied(position, unit.at, turn)),
            Fraction(0),
        )  # fmt: skip
        if res >= WEST_RES and any(position.places[key].city_kind and position.owns(key, turn) for key in west):
            return True
    return False


def _arrived(position: Position, unit: Unit, turn: int) -> bool:
    """Reinforcements of a turn come after its initial phase; those of this turn and before are on the map."""
    arrives = position.scenario.offset(unit.arrives)
    return arrives <= 0 or arrives < turn


def _supplied(position: Position, place: str, turn: int) -> bool:
    district = position.places[place].district
    return position.supplied(place, turn) and (district is None or position.district_supplied(district, turn))


def required(position: Position, row: AlliedGarrison, turn: int, greek: bool) -> dict[str, Contingent]:
    """What each nationality owes in a turn: the initial line, then the lines of events, oldest first."""
    owed = dict(row.initial)
    since = {line: line_since(position, line, turn) for line in LINES}
    since[GREEK_TRIGGER] = min(since[GREEK_TRIGGER], turn) if greek else NEVER
    for line in sorted(LINES, key=lambda line: since[line]):
        changes: dict[str, Contingent] = getattr(row, line) if since[line] <= turn else {}
        for nationality, change in changes.items():
            before = owed.get(nationality, Contingent())
            if position.rulings.allied_chart_lines == "absolute":
                owed[nationality] = change
            else:
                owed[nationality] = Contingent(res=before.res + change.res, air=before.air + change.air)
    return owed
