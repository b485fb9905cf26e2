"""51.A.6, 52.A, 52.A.1 and 52.A.7: off the tracks and onto the map, three REs to a hex or one unit to a city."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from models.places import CITIES, PlaceKind
from models.problem import Act, State
from planner.rules.europa.pieces import BACK_FROM_DISRUPTION
from planner.rules.europa.position import Position, place_kind
from planner.rules.europa.r44_no_mp import journeys, may_act
from planner.rules.europa.r52_a_costs import split
from planner.rules.europa.r52_a_pools import nodes
from planner.rules.europa.r52_a_sending import lifted, means_between
from planner.rules.europa.r52_i_centres import centre_at, stands_at
from planner.rules.interface import BudgetSpec, Draws, Piece, Rule, Step

BUILT_UP = (PlaceKind.TOWN, PlaceKind.FORTRESS, PlaceKind.OFF_MAP, *CITIES)
RES_PER_HEX = Fraction(3)  # 52.A.7
RES_PER_FACTORY = Fraction(2)  # 52.D.2.c


def steps(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """What a unit on a track may do when it is due."""
    kind, _, where = state.partition(":")
    if kind == "track":
        yield from _arrivals(position, piece, state, where, turn)
    elif kind == "forming" and piece.due is not None:
        yield from _formed(position, piece, state, where, turn)


def _arrivals(position: Position, piece: Piece, state: State, track: str, turn: int) -> Iterator[Step]:
    """Placed in the replacement phase, three REs to a hex; where there is no room it waits (52.A, 52.A.7)."""
    for place, helped in landing_places(position, piece, track, turn):
        landed = Step(
            Act.ARRIVE, turn, state, place, rule="52.A", why=f"arrives at {position.name(place)}",
            draws=helped + room_at(position, piece, track, place, turn),
        )  # fmt: skip
        yield landed
        if PlaceKind.OFF_MAP in position.places[place].kind:  # outside reserve: it may go on at once (52.D.2.d.v)
            for on in journeys(position, piece, state, place, turn, Act.ARRIVE):
                yield replace(on, draws=landed.draws + on.draws, rule="52.D.2.d.v")
    yield from _shifted(position, piece, state, track, turn)
    yield Step(Act.WAIT, turn, state, state, rule="52.A", why="waits on the track", tied=piece.unit.front_value)


def comes_alone(position: Position, piece: Piece, track: str) -> bool:
    """Whether 51.A.6 is about a unit: it was disrupted or rebuilt, not bought back (ruling rebuilt_per_hex)."""
    mode, back = position.rulings.rebuilt_per_hex, BACK_FROM_DISRUPTION in piece.named_in or piece.due is not None
    return not track.startswith("factories:") and (mode == "one_unit" or (mode == "both" and back))


def room_at(position: Position, piece: Piece, track: str, place: str, turn: int) -> Draws:
    """One unit to a city or army HQ (51.A.6), three REs to a hex (52.A.7), two to a factory and pool (52.D.2.c); both
    of these there (ruling factory_hex_cap: 3).
    """
    res = piece.res if position.rulings.rebuilt_per_hex != "one_unit" else Fraction(0)
    in_the_hex: Draws = ((f"hex:{place}", turn, res, True),) if res else ()
    if not track.startswith("factories:"):
        one: Draws = ((f"rebuilt:{place}", turn, Fraction(1), True),) if comes_alone(position, piece, track) else ()
        return one + in_the_hex
    if not piece.res:
        return ()
    both = position.rulings.factory_hex_cap == "3"
    return ((f"factory:{place}:{next(iter(split(piece.unit)))}", turn, piece.res, True), *(in_the_hex if both else ()))


def landing_places(position: Position, piece: Piece, track: str, turn: int) -> list[tuple[str, Draws]]:
    """Friendly cities and towns of the track's MD or theatre, or where an HQ or training unit stays (52.A)."""
    if track.startswith("factories:"):
        return [(f.place, ()) for f in position.scenario.factories if _open(position, f.place, turn)]
    if track.startswith("city:"):
        city = track.removeprefix("city:")
        return [(city, ())] if position.owns(city, turn) else []
    found: list[tuple[str, Draws]] = []
    unit, quiet = piece.unit, comes_alone(position, piece, track)
    for key, place in position.places.items():
        if quiet and place.enemy_zoc:  # 51.A.6
            continue
        inside = place.district == track if track in position.districts else position.theatre_of(key) == track
        if inside and _open(position, key, turn):
            if place_kind(place, *BUILT_UP):
                found.append((key, ()))
            elif stands_at(position, unit.nationality, key):
                found.append((key, centre_at(key, unit.nationality, turn)))
    return found


def _open(position: Position, place: str, turn: int) -> bool:
    return position.owns(place, turn) and position.supplied(place, turn)


def _shifted(position: Position, piece: Piece, state: State, track: str, turn: int) -> Iterator[Step]:
    """To another front's track by rail, sea or air; it arrives a turn later than it would have (52.A.1)."""
    size = piece.res * Fraction(position.rulings.box_shift_re_factor)
    others = {node.name for node in nodes(position) if node.kind in ("theatre", "md")} - {track}
    mine = {n.name for n in nodes(position) if any(nation in ("", piece.unit.nationality) for nation, _ in n.pools)}
    theatres = {node.name: node.theatre for node in nodes(position)}
    here = theatres.get(track, track)
    for other in sorted(others & mine) if may_act(position, turn) else ():
        for by in means_between(position, here, theatres[other], turn):
            yield Step(
                Act.TRANSFER, turn, state, f"track:{other}", rule="52.A.1", how=f"by {by}",
                why=f"to the track of {other}", tied=piece.unit.front_value, draws=lifted(position, by, turn, size),
            )  # fmt: skip


def _formed(position: Position, piece: Piece, state: State, district: str, turn: int) -> Iterator[Step]:
    """What was rebuilt at the reduced rate leaves the forming track when it is due (52.A.10.a)."""
    if piece.due is not None and turn >= piece.due:
        came = replace(piece, res=piece.unit.regimental_equivalents)
        for place, helped in landing_places(position, piece, district, turn):
            yield Step(
                Act.ARRIVE, turn, state, place, rule="52.A.2", why=f"arrives at {position.name(place)}",
                draws=helped + room_at(position, came, district, place, turn), into=piece.condition,
            )  # fmt: skip
        yield Step(
            Act.WAIT, turn, state, f"track:{district}", rule="52.A.7", why="waits for room, out of the forming box",
            into=piece.condition, tied=piece.unit.front_value,
        )  # fmt: skip


def bars(position: Position, piece: Piece, step: Step) -> str | None:
    """Once it is due, a unit leaves the forming track if it can."""
    if step.act is Act.FORM and piece.due is not None and step.turn >= piece.due:
        district = step.start.partition(":")[2]
        if landing_places(position, piece, district, step.turn):
            return "52.A.2: it is due and leaves the forming track"
    return None


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """Three REs of replacements to a hex and turn, one unit where 51.A.6 asks for it; two REs to a factory and pool."""
    coming = any(unit.at.startswith(("track:", "forming:")) for unit in position.scenario.units)
    if not (coming or position.scenario.pools):
        return
    factories = {factory.place: factory for factory in position.scenario.factories}
    for place in position.places:
        room, one = ((most,) * len(position.turns) for most in (RES_PER_HEX, Fraction(1)))
        name = position.name(place)
        yield BudgetSpec(f"hex:{place}", "52.A.7", f"Replacements at {name}", room, carries=False, limit=True)
        yield BudgetSpec(f"rebuilt:{place}", "51.A.6", f"Rebuilt units at {name}", one, carries=False, limit=True)
        for points in factories[place].pools if place in factories else ():
            room = (RES_PER_FACTORY,) * len(position.turns)
            label = f"{points} replacements at the factory of {name}"
            yield BudgetSpec(f"factory:{place}:{points}", "52.D.2.c", label, room, carries=False, limit=True)


RULE = Rule(id="52.A.7", title="Arrival of replacements", steps=steps, bars=bars, budgets=budgets)
