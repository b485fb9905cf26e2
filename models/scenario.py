"""A position and the charts it is played with: everything a file says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from models.calendar import GameTurn, Turn
from models.forts import Fort, Work
from models.garrisons import BoxGarrison, Garrison, RigidGarrison
from models.misfits import Misfit, dangling, no_such
from models.ob_misfits import ob_misfits
from models.orders_of_battle import Line
from models.places import District, Place, Zone
from models.pools import Lift
from models.position import Position
from models.quantities import Amount
from models.replacement_lists import list_misfits
from models.replacement_misfits import replacement_misfits
from models.replacements import Declaration, Factory, Limit, Loss
from models.rulings import Rulings
from models.theatre import Event, Naval, Pool, Priorities, Route
from models.units import Unit
from models.words import Id, Ids, Word, Words

FORMAT = 1
SPECIAL_STATES = (
    "box", "forming", "eliminated", "isolated", "track", "reserve", "scrapped", "unformed", "lost", "lost_isolated",
    "inside", "coast", "away", "breakdown",
)  # fmt: skip


class Scenario(Position):
    """One position of the Europa rules, ready to be planned."""

    format: Literal[1] = 1
    ruleset: Literal["europa"] = "europa"
    turns_per_month: Literal[4, 2] = 4
    moment: Literal["own_turn", "reaction"] = "own_turn"  # reaction: the enemy's player-turn, 44.A.1.a
    east_africa_in_play: bool = True
    districts: dict[Id, District] = {}
    zones: dict[Id, Zone] = {}
    places: dict[Id, Place] = {}
    units: tuple[Unit, ...] = ()
    garrisons: tuple[Garrison, ...] = ()
    naval: Naval = Naval()
    pools: tuple[Pool, ...] = ()
    limits: tuple[Limit, ...] = ()
    losses: tuple[Loss, ...] = ()
    factories: tuple[Factory, ...] = ()
    declarations: tuple[Declaration, ...] = ()
    sources: dict[Word, Ids] = {}  # the places to which cadres of a nation trace supply to be rebuilt (52.B)
    to_reserve: Words = ()  # nations whose next replaced unit goes to the national reserve (52.D.1)
    french_exile: bool = False  # the French government is in exile (52.D.3.c)
    first_winter_ends: Turn | None = None  # the first non-snow turn of 1942 in weather zone A (52.D.2.f.ix)
    invaded: Turn | None = None  # when the Soviet Union was invaded (52.D.2)
    forts: tuple[Fort, ...] = ()
    fort_works: tuple[Work, ...] = ()  # the player's table of what can be built (ruling fort_building)
    order_of_battle: tuple[Line, ...] = ()
    entry_capacity: dict[Id, Amount] = {}  # REs of arrivals that a place takes each turn
    chartless: Words = ()  # nationalities without a replacement chart: 5 SPs for each SRP (51.A.11)
    success_table: dict[int, Literal["S", "F", "F*"]] = {}  # modified die roll -> result (51.B.7)
    events: tuple[Event, ...] = ()
    routes: tuple[Route, ...] = ()
    rail_capacity: Amount | None = None  # REs a turn; None = no limit
    sea_capacity: Amount | None = None  # naval transport, REs a turn
    air_capacity: Amount | None = None  # air transport, REs a turn
    lift_per_rp: dict[Lift, Amount] = {}  # REs of rail, sea or air capacity that one RP takes on its way (52.A.1)
    rulings: Rulings = Rulings()
    priorities: Priorities = Priorities()

    @property
    def unit_names(self) -> frozenset[str]:
        """What orders and wishes may call the units."""
        recruits = (unit for line in self.order_of_battle for unit in line.units)
        names = frozenset(name for unit in (*self.units, *recruits) for name in unit.names)
        return names | {force.id for force in self.naval.allied}

    @property
    def place_names(self) -> frozenset[str]:
        """Where a wish may put a unit: the places, and the holding boxes of the districts."""
        return frozenset(self.places) | {f"box:{district}" for district in self.districts}

    @property
    def contents(self) -> dict[str, int]:
        """How much of what the file holds."""
        counters = sum(unit.count for unit in self.units)
        return {"units": counters, "places": len(self.places), "garrisons": len(self.garrisons)}


def misfits(scenario: Scenario) -> Iterator[Misfit]:
    """Yield every name that dangles, every id given twice, every date that cannot be."""
    yield from _unit_misfits(scenario)
    yield from _garrison_misfits(scenario)
    yield from _map_misfits(scenario)
    yield from _theatre_misfits(scenario)
    yield from ob_misfits(scenario, theatres_of(scenario))
    yield from _date_misfits(scenario)


def boxes_of(scenario: Scenario) -> frozenset[str]:
    """The holding boxes there are: one for each district and for each rigid garrison."""
    return frozenset(scenario.districts) | {row.id for row in scenario.garrisons if isinstance(row, RigidGarrison)}


def theatres_of(scenario: Scenario) -> frozenset[str]:
    """The theatres named anywhere in the file."""
    named = {district.theatre for district in scenario.districts.values()} | {row.theatre for row in scenario.garrisons}
    return frozenset(named | {pool.theatre for pool in scenario.pools} | {"main"})


def _unit_misfits(scenario: Scenario) -> Iterator[Misfit]:
    seen: set[str] = set()
    garrisons = {row.id for row in scenario.garrisons}
    boxes = boxes_of(scenario)
    theatres = theatres_of(scenario) | frozenset(scenario.districts)  # an eliminated box may be an MD's own
    for n, unit in enumerate(scenario.units):
        if unit.id in seen:
            yield Misfit(("units", n, "id"), f"is {unit.id!r}: another unit has this id already")
        seen.add(unit.id)
        state, colon, where = unit.at.partition(":")
        if not colon:
            yield from dangling(("units", n, "at"), "place", unit.at, scenario.places)
        elif state in ("reserve", "away", "breakdown"):
            continue  # a nation's reserve (51.C.1), or the box of a line that has been carried out already
        elif state not in SPECIAL_STATES:
            yield Misfit(("units", n, "at"), no_such("state", state, SPECIAL_STATES))
        elif state == "inside":
            yield from dangling(("units", n, "at"), "unit", where, {u.id for u in scenario.units} - {unit.id})
        elif state == "coast":
            yield from dangling(("units", n, "at"), "place", where, scenario.places)
        else:
            tracks = (
                theatres | {f"city:{place}" for place in scenario.places} | {f"factories:{name}" for name in theatres}
            )
            known = {"box": boxes, "forming": frozenset(scenario.districts), "track": tracks}.get(state, theatres)
            yield from dangling(("units", n, "at"), "theatre" if known is theatres else "district", where, known)
        yield from dangling(("units", n, "garrison"), "garrison", unit.garrison, garrisons)
        yield from dangling(("units", n, "from_garrison"), "garrison", unit.from_garrison, garrisons)
        yield from dangling(("units", n, "placed_at"), "place", unit.placed_at, scenario.places)


def _garrison_misfits(scenario: Scenario) -> Iterator[Misfit]:
    seen: set[str] = set()
    unit_ids = {unit.id for unit in scenario.units}
    areas = {area for place in scenario.places.values() for area in place.areas}
    for n, row in enumerate(scenario.garrisons):
        if row.id in seen:
            yield Misfit(("garrisons", n, "id"), f"is {row.id!r}: another garrison has this id already")
        seen.add(row.id)
        for field, what, known in (
            ("at", "place", scenario.places), ("districts", "district", scenario.districts),
            ("activated_districts", "district", scenario.districts), ("units", "unit", unit_ids),
        ):  # fmt: skip
            for name in getattr(row, field, ()):
                yield from dangling(("garrisons", n, field), what, name, known)
        for field in ("tobruch", "bardiya"):
            yield from dangling(("garrisons", n, field), "place", getattr(row, field, None), scenario.places)
        yield from dangling(("garrisons", n, "area"), "area", getattr(row, "area", None), areas)
        if isinstance(row, BoxGarrison) and not row.districts:
            yield from dangling(("garrisons", n, "id"), "district", row.id, scenario.districts)
        if row.kind in ("flexible", "semi_rigid", "dodecanese", "tripolitania", "east_africa", "allied") and not (
            row.at or row.districts or row.area
        ):
            yield Misfit(("garrisons", n), f"{row.id!r} stands nowhere; give it 'at', 'districts' or 'area'")
    yield from _box_twice(scenario)


def _box_twice(scenario: Scenario) -> Iterator[Misfit]:
    claimed: dict[str, str] = {}
    for n, row in enumerate(scenario.garrisons):
        if isinstance(row, BoxGarrison):
            for district in row.districts or (row.id,):
                if district in claimed:
                    yield Misfit(("garrisons", n), f"{district!r} is in the garrison {claimed[district]!r} already")
                claimed.setdefault(district, row.id)


def _map_misfits(scenario: Scenario) -> Iterator[Misfit]:
    for key, place in scenario.places.items():
        yield from dangling(("places", key, "district"), "district", place.district, scenario.districts)
        yield from dangling(("places", key, "zone"), "zone", place.zone, scenario.zones)
    for key, district in scenario.districts.items():
        for name in district.adjacent:
            yield from dangling(("districts", key, "adjacent"), "district", name, scenario.districts)


def _theatre_misfits(scenario: Scenario) -> Iterator[Misfit]:
    for n, event in enumerate(scenario.events):
        yield from dangling(("events", n, "place"), "place", event.place, scenario.places)
        yield from dangling(("events", n, "district"), "district", event.district, scenario.districts)
    seen: set[str] = set()
    for n, pool in enumerate(scenario.pools):
        if pool.id in seen:
            yield Misfit(("pools", n, "id"), f"is {pool.id!r}: another pool has this id already")
        seen.add(pool.id)
        yield from dangling(("pools", n, "district"), "district", pool.district, scenario.districts)
        yield from dangling(("pools", n, "place"), "place", pool.place, scenario.places)
    yield from replacement_misfits(scenario)
    yield from list_misfits(scenario)
    for n, fort in enumerate(scenario.forts):
        if fort.id in {other.id for other in scenario.forts[:n]}:
            yield Misfit(("forts", n, "id"), f"is {fort.id!r}: another fort has this id already")
        yield from dangling(("forts", n, "at"), "place", fort.at, scenario.places)
        infantry = {pool.id for pool in scenario.pools if pool.points == "inf"}
        yield from dangling(("forts", n, "pool"), "pool of infantry RPs", fort.pool, infantry)
    for n, route in enumerate(scenario.routes):
        for field, name in (("from", route.start), ("to", route.to), *(("between", name) for name in route.between)):
            yield from dangling(("routes", n, field), "place", name, scenario.places)


def _date_misfits(scenario: Scenario) -> Iterator[Misfit]:
    if scenario.turns_per_month == 4:
        return

    def late(path: tuple[str | int, ...], turn: GameTurn | None) -> Iterator[Misfit]:
        if turn is not None and turn.number > scenario.turns_per_month:
            yield Misfit(path, f"is {str(turn)!r}: with {scenario.turns_per_month} turns a month there is no such turn")

    yield from late(("turn",), scenario.turn)
    for key, place in scenario.places.items():
        yield from late(("places", key, "since"), place.since)
    for key, zone in scenario.zones.items():
        yield from late(("zones", key, "since"), zone.since)
    for n, event in enumerate(scenario.events):
        yield from late(("events", n, "turn"), event.turn)
    for n, unit in enumerate(scenario.units):
        yield from late(("units", n, "arrives"), unit.arrives)
    for n, row in enumerate(scenario.garrisons):
        yield from late(("garrisons", n, "since"), row.since)
        yield from late(("garrisons", n, "until"), row.until)
