"""A scenario as the rules ask about it: who owns, sees, supplies what, in which turn of the horizon.

Events are in force from their turn on. Turns are counted from now.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

from models.garrisons import BoxGarrison, Garrison, RigidGarrison
from models.orders_of_battle import Line
from models.places import District, Place, PlaceKind
from models.problem import State
from models.scenario import theatres_of
from models.theatre import Means
from models.units import Unit
from models.words import Side
from planner.rules.europa.ground import LONG_AGO as LONG_AGO
from planner.rules.europa.ground import NEVER as NEVER
from planner.rules.europa.ground import Ground
from planner.rules.interface import without_condition

_CONDITIONS = {"full": "at full strength", "cadre": "as its cadre", "remnant": "as its remnant"}
NOT_EUROPE = frozenset({
    "soviet_union", "ussr", "egypt", "kenya", "palestine", "sudan", "libya", "cyrenaica", "tripolitania", "tunisia",
    "algeria", "morocco", "syria", "lebanon", "transjordan", "iraq", "iran", "ethiopia", "eritrea", "somalia",
    "british_somaliland", "french_somaliland", "amhara", "galla_sidamo", "harar", "turkey_in_asia", "cyprus_off_map",
})  # fmt: skip


@dataclass(frozen=True)
class Leg:
    """One way out of a place."""

    end: State
    by: Means
    turns: int


class Position(Ground):
    """One side's view of a scenario, over its horizon."""

    # -- the map --------------------------------------------------------------------------------------------------

    def name(self, state: State) -> str:
        """What people call a state."""
        state, condition = without_condition(state)
        if condition:
            become, _, due = condition.partition("+")[0].partition("@")
            ready = f" ready in {self.scenario.turn_at(int(due))}" if due else ""
            as_what = f", {_CONDITIONS.get(become, f'as {become}')}{ready}" if become else ""
            return f"{self.name(state)}{as_what}"
        kind, colon, where = state.partition(":")
        if not colon:
            place = self.places.get(state)
            return (place.name or state.replace("_", " ").title()) if place else state
        district = self.districts.get(where)
        label = district.name if district and district.name else where.replace("_", " ").title()
        titles = {
            "box": "{} garrison box",
            "forming": "{} forming box",
            "eliminated": "eliminated box ({})",
            "isolated": "eliminated isolated box ({})",
            "sea": "{}",
            "arriving": "off the map, bound for {}",
            "pending": "not yet in play ({})",
            "gone": "out of play ({})",
            "bound": "on the way to {}",
            "reserve": "{} national reserve",
            "away": "off the map until it returns ({})",
            "breakdown": "breakdown box ({})",
            "track": "{} replacement track",
            "scrapped": "scrapped",
        }
        return titles.get(kind, "{}").format(label.upper() if kind == "sea" and len(label) == 3 else label)

    def region(self, key: str) -> str:
        """Soviet Union, Europe, Egypt, Kenya ...: given, or the country's."""
        place = self.places[key]
        region = place.region or (place.country if place.country in NOT_EUROPE else "europe")
        return "soviet_union" if region in ("ussr", "soviet_union") else region

    def cities_in(self, district: str) -> list[str]:
        """The city hexes of a district."""
        return [key for key, place in self.places.items() if place.district == district and place.city_kind]

    def places_of(self, row: Garrison) -> tuple[str, ...]:
        """Where a garrison on the map stands: its places, its districts' places, its area's places."""
        at: tuple[str, ...] = getattr(row, "at", ())
        if at:
            return at
        districts: tuple[str, ...] = getattr(row, "districts", ())
        area: str | None = getattr(row, "area", None)
        return tuple(
            key for key, place in self.places.items()
            if (place.district in districts) or (area is not None and area in place.areas)
        )  # fmt: skip

    @cached_property
    def legs(self) -> dict[State, tuple[Leg, ...]]:
        """The routes out of every place."""
        found: dict[State, dict[tuple[State, Means], int]] = defaultdict(dict)

        def add(start: str, end: str, by: Means, turns: int) -> None:
            if start != end:
                known = found[start].get((end, by), turns)
                found[start][end, by] = min(known, turns)

        for route in self.scenario.routes:
            pairs = (
                [(route.start, route.to)] if route.start and route.to
                else [(a, b) for n, a in enumerate(route.between) for b in route.between[n + 1 :]]
            )  # fmt: skip
            for start, end in pairs:
                add(start, end, route.by, route.turns)
                if not route.one_way:
                    add(end, start, route.by, route.turns)
        return {start: tuple(Leg(end, by, turns) for (end, by), turns in ends.items()) for start, ends in found.items()}

    @cached_property
    def line_due(self) -> dict[str, int]:
        """The turn from which each line of the order of battle may be carried out; NEVER if it does not count (51)."""
        return {line.id: self._line_due(line) for line in self.scenario.order_of_battle}

    def _line_due(self, line: Line) -> int:
        in_play = theatres_of(self.scenario)
        if line.only_without in in_play:
            return NEVER  # 51.E.3
        if line.does == "transfer" and line.to_theatre in in_play and line.from_theatre in {None, *in_play}:
            return NEVER  # 51.B.17: between theatres of the same player nothing is transferred
        if line.does == "arrive" and line.from_theatre in in_play:
            return NEVER  # the other half of such a transfer
        if line.entry in ("from_eto", "from_mto") and line.entry.removeprefix("from_") in in_play:
            return NEVER  # 51.E.2
        at = self.scenario.offset(line.turn)
        at = max(at, self.when(line.condition)) if line.condition else at
        return NEVER if line.unless and self.when(line.unless) <= at else at

    # -- units ----------------------------------------------------------------------------------------------------

    def arrival(self, unit: Unit) -> int:
        """The turn in whose reinforcement phase a unit arrives; LONG_AGO if it is in play already."""
        turn = self.scenario.offset(unit.arrives)
        phase_over = self.scenario.moment == "reaction" and self.side is Side.AXIS
        return turn if turn > 0 or (turn == 0 and not phase_over) else LONG_AGO

    def boxed(self, districts: tuple[str, ...]) -> list[Unit]:
        """The units that lie in the holding boxes of these districts now."""
        boxes = {f"box:{district}" for district in districts}
        return [unit for unit in self.scenario.units if unit.at in boxes and self.arrival(unit) == LONG_AGO]

    # -- garrisons ------------------------------------------------------------------------------------------------

    @cached_property
    def box_rows(self) -> dict[str, BoxGarrison]:
        """The box garrison that each district's holding box belongs to."""
        return {
            district: row
            for row in self.scenario.garrisons
            if isinstance(row, BoxGarrison)
            for district in districts_of(row)
        }

    @cached_property
    def rigid_rows(self) -> dict[str, RigidGarrison]:
        """The rigid garrisons by id."""
        return {row.id: row for row in self.scenario.garrisons if isinstance(row, RigidGarrison)}

    def in_force(self, row: Garrison, turn: int) -> bool:
        """Whether a row's dates and its release leave it in force."""
        if turn < self.scenario.offset(row.since) or (row.until and turn > self.scenario.offset(row.until)):
            return False
        released_by = getattr(row, "released_by", None)
        return not (released_by and self.happened(turn, released_by))

    def theatre_of(self, state: State) -> str:
        """The theatre of a district, box or place."""
        where = state.partition(":")[2] or state
        place = self.places.get(where) if where == state else None
        district: District | None = self.districts.get(place.district or "" if place else where)
        if district:
            return district.theatre
        row = self.rigid_rows.get(where)
        return row.theatre if row else where if state.startswith(("eliminated:", "isolated:")) else "main"

    def theatre_of_row(self, row: Garrison, places: tuple[str, ...] = ()) -> str:
        """The theatre a garrison belongs to: as its row says, else that of its first district or place."""
        if row.theatre != "main":
            return row.theatre
        if isinstance(row, BoxGarrison):
            return self.districts[districts_of(row)[0]].theatre
        return self.theatre_of(places[0]) if places else row.theatre

    @cached_property
    def spaces(self) -> dict[str, frozenset[str]]:
        """For units that may not leave an area: garrison -> the states they may be in."""
        return {
            row.id: frozenset(self.places_of(row))
            for row in self.scenario.garrisons
            if not isinstance(row, BoxGarrison)
        }


def districts_of(row: BoxGarrison) -> tuple[str, ...]:
    """The MDs a box garrison spans: those listed, else the one it is named after."""
    return row.districts or (row.id,)


def place_kind(place: Place, *kinds: PlaceKind) -> bool:
    """Whether a place is of one of these kinds."""
    return not place.kind.isdisjoint(kinds)
