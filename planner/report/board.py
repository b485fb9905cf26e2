"""Where everything stands in a turn of the plan, and how each place's checks come out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from models.advice import Advice
from models.findings import DemandFinding
from models.plan import Order
from models.position import Position
from planner import atlas
from planner.report.names import Names
from planner.report.territories import areas
from planner.report.words import moving_orders
from planner.rules.showing import ShownPlace


class Mark(StrEnum):
    """How a check comes out, worst first; the words are the ones on the page."""

    SHORT = "short"
    TIGHT = "one loss from failing"
    MET = "met"


GLYPHS = {Mark.SHORT: "▲", Mark.TIGHT: "◆", Mark.MET: "●"}
INKS = {Mark.SHORT: "bad", Mark.TIGHT: "warn", Mark.MET: "good"}


def mark_of(demand: DemandFinding) -> Mark:
    """Short; met, but short if its largest unit were lost; or met with something to spare."""
    if demand.missing > 0:
        return Mark.SHORT
    largest = max((counted.amount for counted in demand.units), default=None)
    return Mark.TIGHT if largest is not None and demand.covered - largest < demand.required else Mark.MET


def result_of(demand: DemandFinding) -> str:
    """How a check comes out, with its glyph: '▲ short'."""
    if demand.waived:
        return "– waived"
    if demand.required == 0:
        return "– nothing asked"
    mark = mark_of(demand)
    return f"{GLYPHS[mark]} {mark.value}"


def worst(demands: Iterable[DemandFinding]) -> Mark | None:
    """The worst mark of several demands; None if there are none."""
    marks = {mark_of(demand) for demand in demands}
    return next((mark for mark in Mark if mark in marks), None)


def asks(demand: DemandFinding) -> bool:
    """Whether anything is asked: a waived demand, or one of nothing, is left out of the pictures."""
    return demand.required > 0 and not demand.waived


@dataclass(frozen=True)
class Spot:
    """Something to pin on the map: a place, or an area of several with a demand of its own."""

    id: str
    name: str
    latitude: float
    longitude: float
    demands: tuple[DemandFinding, ...]
    members: tuple[str, ...] = ()  # the places of an area

    @property
    def mark(self) -> Mark | None:
        """How its checks come out; None if nothing is asked here."""
        return worst(self.demands)


class Board:
    """One scenario and the advice for it, asked turn by turn. Turns are counted from now."""

    def __init__(self, scenario: Position, advice: Advice) -> None:
        self.scenario = scenario
        self.advice = advice
        self.names = Names(scenario)
        self.turns = tuple(str(scenario.turn_at(turn)) for turn in range(advice.horizon))

    def orders(self, turn: int) -> tuple[Order, ...]:
        """The orders of a turn."""
        return tuple(order for order in self.advice.orders if order.turn == self.turns[turn])

    def demands(self, turn: int) -> tuple[DemandFinding, ...]:
        """The demands of a turn of which something is asked."""
        return tuple(demand for demand in self.advice.demands if demand.turn == self.turns[turn] and asks(demand))

    def standing(self, turn: int) -> dict[str, tuple[str, ...]]:
        """Which units are where when the turn begins."""
        where = {name: unit.at for name, unit in self.names.units.items() if unit.at}
        for earlier in range(turn):
            where |= {order.unit: order.to for order in self.orders(earlier) if order.unit and order.to}
        where |= {order.unit: order.start for order in self.orders(turn) if order.unit and order.start}
        found: dict[str, list[str]] = defaultdict(list)
        for unit, state in where.items():
            found[self.names.place_of(state)].append(unit)
        return {state: tuple(units) for state, units in found.items()}

    def _goes(self, order: Order) -> bool:
        return self.names.place_of(order.start) != self.names.place_of(order.to)

    def moves(self, turn: int) -> tuple[Order, ...]:
        """The orders by which something changes place."""
        return tuple(order for order in moving_orders(self.orders(turn)) if self._goes(order))

    def legs(self, turn: int) -> dict[tuple[str, str, str], tuple[Order, ...]]:
        """The ways that units go on the map: how, from where and to where, with the orders of those who go it."""
        found: dict[tuple[str, str, str], list[Order]] = defaultdict(list)
        for order in self.moves(turn):
            start, to = self.names.place_of(order.start), self.names.place_of(order.to)
            if to in self.positions and start != to:
                found[order.option, start, to].append(order)
        return {leg: tuple(orders) for leg, orders in found.items()}

    def ways(self, turn: int) -> tuple[tuple[tuple[float, float], tuple[float, float]], ...]:
        """Where the arrows between places of the map begin and end."""
        ends = ((self.positions.get(start), self.positions[to]) for _, start, to in self.legs(turn))
        return tuple((start, end) for start, end in ends if start)

    @cached_property
    def _serving(self) -> dict[tuple[str, str], list[DemandFinding]]:
        """Which demands a unit counts for in a turn."""
        found: dict[tuple[str, str], list[DemandFinding]] = defaultdict(list)
        for demand in self.advice.demands:
            for counted in demand.units:
                found[counted.unit, demand.turn].append(demand)
        return found

    @cached_property
    def _going(self) -> dict[tuple[str, str], Order]:
        """The orders by which units go somewhere, by unit and turn."""
        return {
            (order.unit, order.turn): order
            for order in moving_orders(self.advice.orders)
            if order.unit and order.to and self._goes(order)
        }

    def serves(self, unit: str, turn: str) -> tuple[DemandFinding, ...]:
        """The demands that a unit counts for in a turn."""
        return tuple(self._serving.get((unit, turn), ()))

    def purpose(self, order: Order) -> str:
        """What a unit goes somewhere for: 'counts there from Jul 2 43, 44.B.2.a'; empty if for no duty."""
        here = self.names.place_of(order.to)
        for turn in self.turns[self.turns.index(order.turn) :] if order.turn in self.turns else ():
            if serves := [demand for demand in self.serves(order.unit, turn) if here in demand.states]:
                rules = ", ".join(dict.fromkeys(demand.rule for demand in serves))
                others = [demand.place for demand in serves if demand.place != self.names.place(here)]
                where = f"for {', '.join(dict.fromkeys(others))}" if len(others) == len(serves) else "there"
                return f"counts {where} from {turn}, {rules}"
            onward = self._going.get((order.unit, turn))
            if onward and turn != order.turn:
                return f"on its way to {self.names.place(onward.to)}"
        return ""

    @cached_property
    def _places(self) -> Mapping[str, ShownPlace]:
        return self.names.shown.places(self.scenario)

    @cached_property
    def positions(self) -> dict[str, tuple[float, float]]:
        """Latitude and longitude of each place that can be drawn."""
        found = {}
        for key, place in self._places.items():
            if place.latitude is not None and place.longitude is not None:
                found[key] = (place.latitude, place.longitude)
            elif known := atlas.position(key) or atlas.position(place.name):
                found[key] = known
        return found

    @cached_property
    def territories(self) -> Mapping[str, tuple[atlas.Line, ...]]:
        """The areas of territories, for rulebooks that have territories rather than places."""
        if not self.names.shown.areas:
            return {}
        return areas(tuple((key, latitude, longitude) for key, (latitude, longitude) in self.positions.items()))

    def held(self, key: str) -> bool:
        """Whether a territory is held by the side that plans."""
        return self._places[key].ours

    def on_map(self, demand: DemandFinding) -> tuple[str, ...]:
        """The places of a demand that lie on the map."""
        return tuple(state for state in demand.states if state in self.positions)

    def spots(self, turn: int) -> tuple[Spot, ...]:
        """Every place that can be drawn with its demands; demands of several places are areas of their own."""
        here: dict[str, list[DemandFinding]] = defaultdict(list)
        areas: dict[tuple[str, tuple[str, ...]], list[DemandFinding]] = defaultdict(list)
        for demand in self.demands(turn):
            places = self.on_map(demand)
            if len(places) == 1:
                here[places[0]].append(demand)
            elif places:
                areas[demand.place, places].append(demand)
        found = [
            Spot(key, self.names.place(key), *position, tuple(here[key])) for key, position in self.positions.items()
        ]
        for (name, places), demands in areas.items():
            latitude = sum(self.positions[key][0] for key in places) / len(places)
            longitude = sum(self.positions[key][1] for key in places) / len(places)
            found.append(Spot(f"area {name}", name, latitude, longitude, tuple(demands), places))
        return tuple(found)

    def off_map(self, turn: int) -> tuple[tuple[str, tuple[DemandFinding, ...]], ...]:
        """The demands that no place on the map can show, by the name of the box or area they are about."""
        found: dict[str, list[DemandFinding]] = defaultdict(list)
        for demand in self.demands(turn):
            if not self.on_map(demand):
                found[demand.place].append(demand)
        return tuple((name, tuple(demands)) for name, demands in found.items())
