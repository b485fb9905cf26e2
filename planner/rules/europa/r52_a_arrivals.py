"""52.A, 52.A.1 and 52.A.7: off the tracks and onto the map, three REs to a hex."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.problem import Act, State
from planner.rules.europa.position import Position
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.europa.r52_a_costs import split
from planner.rules.europa.r52_a_paying import landing_places
from planner.rules.europa.r52_a_pools import nodes
from planner.rules.interface import BudgetSpec, Piece, Rule, Step

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
    at_factory = track.startswith("factories:")
    for place in landing_places(position, piece.unit, track, turn):
        room = f"factory:{place}:{next(iter(split(piece.unit)))}" if at_factory else f"hex:{place}"
        yield Step(
            Act.ARRIVE, turn, state, place, rule="52.A", why=f"arrives at {position.name(place)}",
            draws=((room, turn, piece.res, True),) if piece.res else (),
        )  # fmt: skip
    yield from _shifted(position, piece, state, track, turn)
    yield Step(Act.WAIT, turn, state, state, rule="52.A", why="waits on the track", tied=piece.unit.front_value)


def _shifted(position: Position, piece: Piece, state: State, track: str, turn: int) -> Iterator[Step]:
    """To another front's track by rail; it arrives a turn later than it would have (52.A.1)."""
    others = {node.name for node in nodes(position) if node.kind in ("theatre", "md")} - {track}
    mine = {n.name for n in nodes(position) if any(nation in ("", piece.unit.nationality) for nation, _ in n.pools)}
    for other in sorted(others & mine) if may_act(position, turn) else ():
        yield Step(
            Act.TRANSFER, turn, state, f"track:{other}", rule="52.A.1", how="by rail",
            why=f"to the track of {other}", tied=piece.unit.front_value,
            draws=(("rail", turn, piece.res, True),) if position.scenario.rail_capacity is not None else (),
        )  # fmt: skip


def _formed(position: Position, piece: Piece, state: State, district: str, turn: int) -> Iterator[Step]:
    """What was rebuilt at the reduced rate leaves the forming track when it is due (52.A.10.a)."""
    if piece.due is not None and turn >= piece.due:
        for place in landing_places(position, piece.unit, district, turn):
            yield Step(
                Act.ARRIVE, turn, state, place, rule="52.A.2", why=f"arrives at {position.name(place)}",
                draws=((f"hex:{place}", turn, piece.res, True),), into=piece.condition,
            )  # fmt: skip


def bars(position: Position, piece: Piece, step: Step) -> str | None:
    """Once it is due, a unit leaves the forming track if it can."""
    if step.act is Act.FORM and piece.due is not None and step.turn >= piece.due:
        district = step.start.partition(":")[2]
        if landing_places(position, piece.unit, district, step.turn):
            return "52.A.2: it is due and leaves the forming track"
    return None


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """Three REs of replacements to a hex and turn; two to a factory and pool."""
    if not position.scenario.pools:
        return
    factories = {factory.place: factory for factory in position.scenario.factories}
    for place in position.places:
        room = (RES_PER_HEX,) * len(position.turns)
        name = position.name(place)
        yield BudgetSpec(f"hex:{place}", "52.A.7", f"Replacements at {name}", room, carries=False, limit=True)
        for points in factories[place].pools if place in factories else ():
            room = (RES_PER_FACTORY,) * len(position.turns)
            label = f"{points} replacements at the factory of {name}"
            yield BudgetSpec(f"factory:{place}:{points}", "52.D.2.c", label, room, carries=False, limit=True)


RULE = Rule(id="52.A.7", title="Arrival of replacements", steps=steps, bars=bars, budgets=budgets)
