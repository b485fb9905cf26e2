"""52.A, 52.A.2, 52.A.8 and 52.A.9: which pools may pay for a unit where it is, and where it then comes back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from models.places import CITIES, PlaceKind
from models.problem import State
from models.quantities import pretty
from models.units import NOT_GROUND, Unit
from planner.rules.europa.position import Position, place_kind
from planner.rules.europa.r52_a_costs import Cost, guessed
from planner.rules.europa.r52_a_limited import limited
from planner.rules.europa.r52_a_pools import Node, has_national, nodes, worth_of
from planner.rules.europa.r52_b_sources import traces_to_a_source
from planner.rules.europa.r52_d_nationality import sources
from planner.rules.europa.r52_f_pockets import open_in
from planner.rules.europa.r52_i_centres import centre_at, may_serve
from planner.rules.interface import Draws, Piece

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


def paying_for_the_box(position: Position, unit: Unit, where: str, cost: Cost, turn: int) -> Iterator[Node]:
    """The nodes that may pay for a unit in an eliminated box; limited units need the national one (52.A.8)."""
    theatre = position.theatre_of(f"eliminated:{where}")
    own_pool_only = (
        limited(position, unit, turn)
        and position.rulings.limited_requires_national_box == "true"
        and has_national(position, unit.nationality)
    )
    for node in nodes(position):
        if own_pool_only and node.kind != "national":
            continue
        if node.kind == "national" and where != node.theatre:
            continue
        if (
            node.kind in ("md", "city")
            and where not in (node.district, node.theatre)
            and not _open_to_all(position, node)
        ):
            continue
        if node.kind != "auxiliary" and node.theatre == theatre and _holds_some(position, node, unit, cost):
            yield node


def _open_to_all(position: Position, node: Node) -> bool:
    """Whether an MD pays for units in other boxes of its theatre too (52.A.9.a, ruling elim_box_level)."""
    return node.kind == "md" and position.rulings.elim_box_level == "front"


def taking_off(
    position: Position, unit: Unit, place: State, cost: Cost, turn: int
) -> Iterator[tuple[Node, Draws, str]]:
    """National pools that rebuild a unit at the reduced rate, and the inactive MD in which it comes back.

    It stands in that MD when it is taken off; or anywhere in supply (ruling reduced_rate_pickup).
    """
    here = position.places[place].district
    if position.rulings.reduced_rate_pickup == "inactive_only":
        for node, helped in paying_on_the_map(position, unit, place, cost, turn) if here else ():
            if node.kind == "national" and here and inactive(position, here):
                yield node, helped, here
        return
    for node in nodes(position) if position.supplied(place, turn) else ():
        if node.kind == "national" and _holds_some(position, node, unit, cost):
            helped_here = _help_needed(position, unit, place, node, turn)
            for district in position.districts if helped_here is not None else ():
                if inactive(position, district):
                    yield node, helped_here or (), district


def paying_on_the_map(
    position: Position, unit: Unit, place: State, cost: Cost, turn: int
) -> Iterator[tuple[Node, Draws]]:
    """The nodes that may pay for a unit that stands in a place, and whose help it needs for that."""
    district = position.places[place].district
    for node in nodes(position):
        here = {
            "md": node.district == district,
            "theatre": node.theatre == position.theatre_of(place),
            "general": node.theatre == position.theatre_of(place),
            "national": _pays_everywhere(position, unit) or (district is not None and inactive(position, district)),
        }.get(node.kind, node.place == place)
        here = here and (node.place == place or not _lives_by_itself(position, place, turn))
        if here and _holds_some(position, node, unit, cost) and _is_open(position, node, turn):
            helped = _help_needed(position, unit, place, node, turn)
            if helped is not None:
                yield node, helped


def _lives_by_itself(position: Position, place: State, turn: int) -> bool:
    """Whether a place is cut off and has a pool of its own: no other points help there (52.D.2.c.1, 52.F.4.b)."""
    return not position.supplied(place, turn) and any(node.place == place for node in nodes(position))


def _pays_everywhere(position: Position, unit: Unit) -> bool:
    """A contingent in Soviet service has a national pool and no MD (52.D.2.e)."""
    return position.side.value == "soviet" and unit.nationality != "soviet"


def _is_open(position: Position, node: Node, turn: int) -> bool:
    return all(open_in(position, pool, turn) for pool in node.pools.values())


def _help_needed(position: Position, unit: Unit, place: State, node: Node, turn: int) -> Draws | None:
    """What an HQ or training unit must do for a unit here: nothing, stand beside it, or None if there is none.

    It is needed in an enemy ZOC that nobody screens, and where no supply line leads to a source of the points; a town
    or city, or a pool of the place itself, is as good as a line (52.A.9.c, d).
    """
    here = position.places[place]
    in_town = position.rulings.city_waives_supply == "true" and place_kind(here, PlaceKind.TOWN, *CITIES)
    in_supply = (
        node.place is not None
        or (in_town and (not unit.as_remnant or position.rulings.supply_exception_for_remnants == "true"))
        or (position.supplied(place, turn) and traces_to_a_source(position, unit, place, node.kind, turn))
    )
    if in_supply and (unit.screened or not here.enemy_zoc):
        return ()
    return centre_at(place, unit.nationality, turn) if may_serve(position, unit.nationality) else None


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
    elif position.rulings.track_owner == "choose_within_theatre" and node.kind in ("md", "theatre"):
        mine = [other for other in nodes(position) if other.kind in ("md", "theatre") and other.theatre == node.theatre]
        yield from (Track(other.name, other.district) for other in mine)
    else:
        yield Track(node.name, node.district)


def not_on_the_chart(position: Position, unit: Unit) -> bool:
    """Whether a unit is not replaced because the player's chart has no entry for it (ruling missing_chart_entry)."""
    return position.rulings.missing_chart_entry == "error" and guessed(unit) and bool(position.scenario.pools)


def may_be_rebuilt(position: Position, unit: Unit, place: State, turn: int) -> bool:
    """On the map: no combat, not disrupted, in a place of ours (52.A.9)."""
    if not_on_the_chart(position, unit):
        return False
    fought = unit.fought and turn == 0 and not (unit.as_remnant and position.rulings.remnant_may_attack == "true")
    return not (unit.type in NOT_GROUND or unit.disrupted or fought) and position.owns(place, turn)


def value_of(position: Position, piece: Piece, strength: Fraction, arrives: int, cost: Cost) -> Fraction:
    """What a purchase does to the strength tier: the worth of the points, less the strength for the turns it serves."""
    served = max(0, len(position.turns) + position.scenario.priorities.outlook - arrives)
    return worth_of(position, cost) - piece.unit.priority * strength * served


def words(cost: Cost, node: Node) -> str:
    """How an order tells its price: '4 inf, 1 arm RPs from wk_vi'."""
    paid = ", ".join(f"{pretty(amount)} {points}" for points, amount in cost.items()) or "no"
    return f"{paid} RPs from {node.kind} {node.name.removeprefix('city:')}"
