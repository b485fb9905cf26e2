"""52.A, 52.A.2, 52.A.8 and 52.A.9: which pools may pay for a unit where it is, and where it then comes back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from models.places import CITIES, PlaceKind
from models.problem import State
from models.quantities import pretty
from models.replacements import Trait
from models.units import NOT_GROUND, Unit, UnitType
from planner.rules.europa.position import Position, place_kind
from planner.rules.europa.r52_a_costs import Cost
from planner.rules.europa.r52_a_limited import limited
from planner.rules.europa.r52_a_pools import Node, has_national, nodes, worth_of
from planner.rules.europa.r52_d_nationality import sources
from planner.rules.interface import Piece

HOMES = {
    "german": "germany", "soviet": "soviet_union", "rumanian": "rumania", "hungarian": "hungary", "italian": "italy",
    "finnish": "finland", "bulgarian": "bulgaria", "slovakian": "slovakia", "british": "great_britain",
    "french": "france", "american": "united_states", "polish": "poland", "spanish": "spain",
}  # fmt: skip


@dataclass(frozen=True)
class Track:
    """Where a unit that a node pays for comes back."""

    name: str  # of its track
    district: str | None


def home(unit: Unit) -> str:
    """A unit's home country."""
    return unit.home or HOMES.get(unit.nationality, unit.nationality)


def at_home(position: Position, unit: Unit, district: str | None) -> bool:
    """Whether a unit is rebuilt in its home country (52.A.9.a)."""
    return district is not None and position.districts[district].country == home(unit)


def paying_for_the_box(position: Position, unit: Unit, where: str, cost: Cost) -> Iterator[Node]:
    """The nodes that may pay for a unit in an eliminated box; limited units need the national one (52.A.8)."""
    theatre = position.theatre_of(f"eliminated:{where}")
    own_pool_only = (
        limited(position, unit)
        and position.rulings.limited_requires_national_box == "true"
        and has_national(position, unit.nationality)
    )
    for node in nodes(position):
        if own_pool_only and node.kind != "national":
            continue
        if node.kind == "national" and where != node.theatre:
            continue
        if node.kind in ("md", "city") and where not in (node.district, node.theatre):
            continue
        if node.kind != "auxiliary" and node.theatre == theatre and _holds_some(position, node, unit, cost):
            yield node


def paying_on_the_map(position: Position, unit: Unit, place: State, cost: Cost) -> Iterator[Node]:
    """The nodes that may pay for a unit that stands in a place."""
    district = position.places[place].district
    for node in nodes(position):
        here = {
            "md": node.district == district,
            "theatre": node.theatre == position.theatre_of(place),
            "general": node.theatre == position.theatre_of(place),
            "national": district is not None and inactive(position, district),
        }.get(node.kind, node.place == place)
        if here and _holds_some(position, node, unit, cost):
            yield node


def _holds_some(position: Position, node: Node, unit: Unit, cost: Cost) -> bool:
    """Whether a node has a pool of its own for part of a cost; a pool of anybody's is as good."""
    return any(
        node.pool(nation, points)
        for points in cost for _, nations in sources(position, unit, points) for nation in nations
    )  # fmt: skip


def inactive(position: Position, district: str) -> bool:
    """Whether a district is one of an inactive front, where the national pool may rebuild (52.A.2)."""
    return position.districts[district].inactive or position.rulings.national_build_any_front == "true"


def tracks(position: Position, node: Node) -> Iterator[Track]:
    """Where units paid by a node come back: the payer's own track; the national pool chooses an inactive MD."""
    if node.kind == "national":
        yield from (Track(key, key) for key in position.districts if inactive(position, key))
        if not position.districts:
            yield Track(node.theatre, None)
    elif node.kind == "general" and position.scenario.factories:
        yield Track(f"factories:{node.theatre}", None)
    else:
        yield Track(node.name, node.district)


def landing_places(position: Position, unit: Unit, track: str, turn: int) -> list[str]:
    """Friendly cities and towns of the track's MD or theatre, or where an HQ or training division stands (52.A)."""
    if track.startswith("factories:"):
        return [f.place for f in position.scenario.factories if _open(position, f.place, turn)]
    if track.startswith("city:"):
        place = track.removeprefix("city:")
        return [place] if position.owns(place, turn) else []
    inside = [
        key for key, place in position.places.items()
        if _open(position, key, turn)
        and (place.district == track if track in position.districts else position.theatre_of(key) == track)
    ]  # fmt: skip
    built_up = (PlaceKind.TOWN, PlaceKind.FORTRESS, *CITIES)
    return [
        key for key in inside if place_kind(position.places[key], *built_up) or headquarters_at(position, unit, key)
    ]


def _open(position: Position, place: str, turn: int) -> bool:
    return position.owns(place, turn) and position.supplied(place, turn)


def headquarters_at(position: Position, unit: Unit, place: str) -> bool:
    """Whether an HQ or a training unit of the same nationality stands in a place (52.A, 52.A.9, 52.I.2)."""
    return any(
        other.at == place and other.nationality == unit.nationality and (is_training(other) or other.type in _HQS)
        for other in position.scenario.units
    )


_HQS = frozenset({UnitType.HQ, UnitType.ARMY_HQ})


def is_training(unit: Unit) -> bool:
    """A training, reserve or replacement unit (52.I.2)."""
    return unit.type is UnitType.TRNG or Trait.TRAINING in unit.traits


def may_be_rebuilt(position: Position, unit: Unit, place: State, turn: int) -> bool:
    """On the map: no combat, not in an enemy ZOC unless helped or screened, in supply or in a town (52.A.9.c, d)."""
    here = position.places[place]
    if unit.type in NOT_GROUND or unit.disrupted or (unit.fought and turn == 0) or not position.owns(place, turn):
        return False
    helped = headquarters_at(position, unit, place)
    if here.enemy_zoc and not (helped or unit.screened):
        return False
    in_town = position.rulings.city_waives_supply == "true" and place_kind(here, PlaceKind.TOWN, *CITIES)
    return position.supplied(place, turn) or helped or (in_town and not unit.as_remnant)


def value_of(position: Position, piece: Piece, strength: Fraction, arrives: int, cost: Cost) -> Fraction:
    """What a purchase does to the strength tier: the worth of the points, less the strength for the turns it serves."""
    served = max(0, len(position.turns) + position.scenario.priorities.outlook - arrives)
    return worth_of(position, cost) - piece.unit.priority * strength * served


def words(cost: Cost, node: Node) -> str:
    """How an order tells its price: '4 inf, 1 arm RPs from wk_vi'."""
    paid = ", ".join(f"{pretty(amount)} {points}" for points, amount in cost.items()) or "no"
    return f"{paid} RPs from {node.kind} {node.name.removeprefix('city:')}"
