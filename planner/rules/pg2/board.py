"""A campaign as the rules ask about it: who holds what, what borders on it, where oil is short, who can strike."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property
from math import inf

from models.pg2 import Campaign
from models.pg2_forces import Mobility
from models.pg2_map import STRENGTH, UNITS_IN_A_RAID, Terrain, Territory, distances
from models.problem import State
from models.words import Side
from planner.rules.interface import without_condition

FORMED_STRENGTH = 30  # three units at 10 strength, 4.7.1.3
ENTRENCHED, ORGANIZING, READY, HUNTING = " (entrenched)", " (organizing)", " (ready)", " (hunting)"
POOL, GONE = "force pool", "disbanded"


@dataclass(frozen=True)
class Threat:
    """What the partisans of a nation can do in a turn (4.7.1, 4.7.2)."""

    divisions: int  # that can strike
    units: int  # of 5 strength that they can carry into it
    forms: int  # divisions for which there is strength enough to form, and so to liberate


def place_of(state: State) -> State:
    """The territory of a state: without the condition behind it."""
    state = without_condition(state)[0]
    for ending in (ENTRENCHED, ORGANIZING, READY, HUNTING):
        state = state.removesuffix(ending)
    return state


class Board:
    """One side's view of a campaign, over its horizon."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self.rulings = campaign.rulings
        self.side: Side = campaign.side
        self.territories = campaign.territories
        self.turns = campaign.turns
        self.last = campaign.horizon - 1
        self.sides: dict[str, dict[str, Terrain]] = defaultdict(dict)
        self.lines: set[frozenset[str]] = set()
        for border in campaign.borders:
            self.sides[border.start][border.to] = self.sides[border.to][border.start] = border.terrain
            if border.line:
                self.lines.add(frozenset((border.start, border.to)))

    # -- the map --------------------------------------------------------------------------------------------------

    @cached_property
    def ours(self) -> tuple[str, ...]:
        """The territories that we hold."""
        return tuple(key for key, territory in self.territories.items() if territory.controller == self.side)

    @cached_property
    def occupied(self) -> tuple[str, ...]:
        """The territories that we occupy."""
        return tuple(key for key in self.ours if self.campaign.occupied(self.territories[key]))

    @cached_property
    def _distances(self) -> dict[str, dict[str, int]]:
        return {start: distances(self.campaign.borders, start) for start in self.territories}

    def sides_between(self, start: str, end: str) -> float:
        """How many sides of the map lie between two territories, over whatever ground; infinity if no way leads."""
        return self._distances[start].get(end, inf)

    def enemies_next_to(self, key: str) -> tuple[str, ...]:
        """Enemy territories from which a territory can be attacked."""
        return tuple(
            other for other, terrain in self.sides[key].items()
            if terrain is not Terrain.PROHIBITED and self._hostile(self.territories[other])
        )  # fmt: skip

    def _hostile(self, territory: Territory) -> bool:
        return territory.controller not in (self.side, "neutral")

    def threatened(self, key: str) -> bool:
        """Whether a territory of ours can be attacked: across a side, or an island from the sea."""
        territory = self.territories[key]
        if territory.threatened is not None:
            return territory.threatened
        return bool(self.enemies_next_to(key)) or (territory.takes_island_garrison and territory.invasion)

    def at_home(self, key: str) -> bool:
        """Whether it is home territory of one of our nations, where home garrisons appear (4.6.1)."""
        nation = self.campaign.nations.get(self.territories[key].nation)
        return nation is not None and nation.side == self.side

    def europe(self, key: str) -> bool:
        """Whether breakthroughs are possible there."""
        return self.campaign.fronts[self.territories[key].front].europe

    def region(self, key: str) -> str | None:
        """The reserve that serves a territory."""
        front = self.territories[key].front
        return next((name for name, reserve in self.campaign.reserves.items() if front in reserve.fronts), None)

    def regions_in_reach(self, region: str) -> tuple[str, ...]:
        """The other reserves to which single units can be moved: on the same or an adjacent front (4.2.4.2)."""
        fronts, mine = self.campaign.fronts, set(self.campaign.reserves[region].fronts)
        near = mine.union(*(fronts[front].adjacent for front in mine))
        near |= {name for name, front in fronts.items() if mine & set(front.adjacent)}
        return tuple(
            name for name, row in self.campaign.reserves.items() if name != region and not near.isdisjoint(row.fronts)
        )

    def short_of_oil(self, key: str) -> bool:
        """Whether the front is under oil restrictions."""
        return self.campaign.fronts[self.territories[key].front].oil != "supplied"

    def restricted(self, key: str, turn: int) -> bool:
        """Whether strategic movement to and from a territory is limited to cities (4.2.4.1, 4.2.4.4)."""
        area = self.territories[key].area
        return self.short_of_oil(key) or area == "china" or (area == "european_russia" and not self._moscow(turn))

    def _moscow(self, turn: int) -> bool:
        moscow = self.campaign.moscow
        if moscow.controller is not self.side:
            return False
        free = moscow.free_from
        return self.side is not Side.AXIS or (free is not None and self.campaign.offset(free) <= turn)

    @cached_property
    def armies(self) -> dict[str, frozenset[Mobility]]:
        """Every army, on the map or in the force pool, and what kind of formation it is."""
        formed = {row.id: row.mobility for row in self.campaign.formations if row.kind == "army"}
        return formed | {entry.id: entry.type for entry in self.campaign.force_pool if entry.kind == "army"}

    # -- partisans ------------------------------------------------------------------------------------------------

    @cached_property
    def targets(self) -> dict[str, tuple[str, ...]]:
        """For each nation with partisans the territories that they may strike: theirs, and held by us (4.7.1.4)."""
        return {
            nation: tuple(key for key in self.occupied if self.territories[key].nation == nation)
            for nation, row in self.campaign.nations.items() if row.partisans is not None and row.side != self.side
        }  # fmt: skip

    def threat(self, nation: str, turn: int) -> Threat:
        """What a nation's partisans can do, with what their sponsor will have built by then (4.7.1.2)."""
        row = self.campaign.nations[nation].partisans
        if row is None:
            return Threat(0, 0, 0)
        free = row.divisions - row.formed
        points = row.pool + (STRENGTH * free * turn if row.builds else 0)
        units = min(UNITS_IN_A_RAID * free, row.units + points // STRENGTH)
        forms = min(free, (STRENGTH * row.units + points) // FORMED_STRENGTH)
        return Threat(free, units, forms if self.rulings.liberation_from_pool == "true" else 0)

    # -- names ----------------------------------------------------------------------------------------------------

    @cached_property
    def _names(self) -> dict[str, str]:
        named = {key: row.name or key.replace("_", " ").title() for key, row in self.territories.items()}
        used = Counter(named.values())
        return {key: name if used[name] == 1 else f"{name} ({key})" for key, name in named.items()}

    def name(self, state: State) -> str:
        """What people call a state; no two territories have the same name."""
        place = place_of(state)
        kind, colon, region = place.partition(":")
        if colon and kind == "reserve":
            reserve = self.campaign.reserves.get(region)
            return f"the reserve of {reserve.name or region}" if reserve else place
        return self._names.get(place, place) + state.removeprefix(place).replace("[", ", ").removesuffix("]")
