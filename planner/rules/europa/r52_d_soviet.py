"""52.D.2 Soviet production: factories with their coal and oil, isolated ones with pools of their own."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.pools import Points
from models.replacements import Factory
from planner.rules.europa.position import Position

GRACE = 6  # 52.D.2.c.3: turns without coal or oil in which a factory works in full
HALVED = Fraction(1, 2)


def unsupplied_turns(position: Position, factory: Factory, turn: int) -> int:
    """How many turns, this one included, a factory has been without coal or oil."""
    so_far = factory.unsupplied
    for each in range(turn + 1):
        left = 0 if position.rulings.factory_oos_reset == "immediate" else max(0, so_far - 1)
        so_far = so_far + 1 if _without(position, factory, each) else left
    return so_far


def _without(position: Position, factory: Factory, turn: int) -> bool:
    sources = [source for source in (factory.coal, factory.oil) if source]
    closed = [not _gives(position, source, turn) for source in sources]
    return any(closed) if position.rulings.factory_oos == "either" else bool(closed) and all(closed)


def _gives(position: Position, source: str, turn: int) -> bool:
    """Whether coal or oil comes from a place: ours, with a line, and no longer damaged (52.D.2.c.3)."""
    return position.owns(source, turn) and position.supplied(source, turn) and turn >= position.places[source].damage


def output(position: Position, factory: Factory, turn: int) -> Fraction:
    """The part of its production that a factory reaches: all, half if it has been without for too long, or none."""
    if not position.owns(factory.place, turn):
        return Fraction(0)
    return Fraction(1) if unsupplied_turns(position, factory, turn) <= GRACE else HALVED


def income(position: Position) -> Iterator[tuple[str, int, Fraction]]:
    """Armour and artillery points on the factories' production turns; an isolated one keeps its own (52.D.2.c.1)."""
    for factory in position.scenario.factories:
        for turn in position.turns:
            if turn > 0 and position.scenario.turn_at(turn).number in factory.paid_on:
                part = output(position, factory, turn)
                for points, amount in factory.makes.items():
                    pool = _pool(position, factory, points, turn)
                    if pool and part:
                        yield pool, turn, amount * part


def _pool(position: Position, factory: Factory, points: Points, turn: int) -> str | None:
    """Where a factory's points go: the pool that the file names; cut off, its own or none."""
    named = factory.pools.get(points)
    own = [
        p.id for p in position.scenario.pools if p.level == "factory" and (p.place, p.points) == (factory.place, points)
    ]
    if named in own or position.supplied(factory.place, turn):
        return named
    return own[0] if own else None
