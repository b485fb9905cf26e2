"""What has happened to the map: events, owners, enemies, supply. Turns are counted from now.

Events are in force from their turn on.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cached_property
from typing import Any

from models.rulings import Rulings
from models.scenario import Scenario
from models.theatre import Event, Pool
from models.words import Side

LONG_AGO = -10_000
NEVER = 10_000


class Ground:
    """Who owns, sees and supplies what, in which turn of the horizon."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.side: Side = scenario.side
        self.rulings: Rulings = scenario.rulings
        self.places = scenario.places
        self.districts = scenario.districts
        self.turns = scenario.turns
        self.changed: dict[tuple[int, str], Any] = {}  # pieces by what they have become, as they are asked for
        self.nodes: tuple[Any, ...] = ()  # the tree of pools, once it is asked for
        self.shortages: dict[str, Any] | None = None  # lines that the map cannot serve, once they are asked for
        self.limits: dict[str, Any] = {}  # the limited categories of each nationality, as they are asked for
        self.paying_pools: dict[tuple[str, str], Pool | None] = {}  # by garrison and points, as they are asked for
        self._by_event: dict[str, list[tuple[int, Event]]] = defaultdict(list)
        for event in sorted(scenario.events, key=lambda event: scenario.offset(event.turn)):
            self._by_event[event.event].append((scenario.offset(event.turn), event))

    # -- events ---------------------------------------------------------------------------------------------------

    def when(self, *names: str) -> int:
        """The first turn in which one of these events is in force; NEVER if none is listed."""
        return min((turn for name in names for turn, _ in self._by_event[name]), default=NEVER)

    def happened(self, turn: int, *names: str) -> bool:
        """Whether one of these events is in force in a turn."""
        return self.when(*names) <= turn

    def events(self, name: str) -> list[tuple[int, Event]]:
        """All events of a name, oldest first."""
        return self._by_event[name]

    def so_far(self, turn: int) -> list[int]:
        """The turns up to this one at which to look for something that, once seen, holds for good."""
        dated = {at for listed in self._by_event.values() for at, _ in listed if at <= turn}
        return sorted(dated | set(range(turn + 1)))

    def _switched(self, on_at_start: bool, turn: int, on: str, off: str, field: str, key: str) -> bool:
        """A flag of the file, switched on and off by events about one place or district."""
        switches = [(at, True) for at, event in self._by_event[on] if getattr(event, field) == key]
        switches += [(at, False) for at, event in self._by_event[off] if getattr(event, field) == key]
        state = on_at_start
        for at, value in sorted(switches, key=lambda switch: switch[0]):
            if at <= turn:
                state = value
        return state

    # -- ownership, enemies, supply -------------------------------------------------------------------------------

    def owner(self, place: str, turn: int) -> Side:
        """Who owns a place in a turn."""
        return self._tenure(place, turn)[0]

    def owned_since(self, place: str, turn: int) -> int:
        """Since when the owner of that turn has owned it."""
        return self._tenure(place, turn)[1]

    def _tenure(self, key: str, turn: int) -> tuple[Side, int]:
        place = self.places[key]
        owner, since = place.owner or self.side, self.scenario.offset(place.since)
        for at, event in self._by_event["captured"]:
            if event.place == key and event.by and at <= turn and event.by != owner and at > since:
                owner, since = event.by, at
        return owner, since

    def owns(self, place: str, turn: int) -> bool:
        """Whether the planning side owns a place in a turn."""
        return self.owner(place, turn) is self.side

    def enemy_owns(self, place: str, turn: int) -> bool:
        """Whether the enemy owns a place in a turn: the Axis, or for the Axis anybody else."""
        return (self.owner(place, turn) is Side.AXIS) != (self.side is Side.AXIS)

    def fort_res(self, place: str) -> Fraction:
        """REs of the fort markers in a place: as the file says, else 1 for a fort with strength (40.D)."""
        strong = any(fort.at == place and fort.strength and not fort.captured_by for fort in self.scenario.forts)
        return self.places[place].fort_res or Fraction(int(strong))

    def due_since_capture(self, place: str, turn: int) -> bool:
        """Whether a place is ours and was before this turn began: duties start the turn after the capture."""
        return self.owns(place, turn) and self.owned_since(place, turn) < turn

    def enemy_in(self, district: str, turn: int) -> bool:
        """Whether an enemy unit is in a district."""
        here = self.districts[district]
        return self._switched(
            here.enemy_inside or here.enemy_entered, turn, "enemy_enters", "enemy_leaves", "district", district
        )

    def enemy_near(self, place: str, turn: int) -> bool:
        """Whether enemy units in regular supply are within five hexes."""
        return self._switched(self.places[place].enemy_within_5, turn, "enemy_near", "enemy_gone", "place", place)

    def district_supplied(self, district: str, turn: int) -> bool:
        """Whether a district is in regular supply."""
        start = self.districts[district].regular_supply
        return not self._switched(not start, turn, "supply_cut", "supply_restored", "district", district)

    def supplied(self, place: str, turn: int) -> bool:
        """Whether a supply line can be traced from a place to a regular source."""
        start = self.places[place].supply_line
        return not self._switched(not start, turn, "supply_cut", "supply_restored", "place", place)

    def out_of_supply(self, place: str, turn: int) -> int:
        """For how many turns a place has been without supply by then, that turn included; 0 if it is in supply."""
        cut_off = 0
        for each in range(turn + 1):
            started = each == 0 and self.places[place].unsupplied
            cut_off = 0 if self.supplied(place, each) else started or cut_off + 1
        return cut_off

    @cached_property
    def _adjacent(self) -> dict[str, frozenset[str]]:
        links: dict[str, set[str]] = defaultdict(set)
        for key, district in self.districts.items():
            for other in district.adjacent:
                links[key].add(other)
                links[other].add(key)
        return {key: frozenset(others) for key, others in links.items()}

    def adjacent(self, district: str) -> frozenset[str]:
        """The districts next to a district; adjacency always runs both ways."""
        return self._adjacent.get(district, frozenset())
