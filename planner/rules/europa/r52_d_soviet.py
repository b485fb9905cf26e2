"""52.D.2 Soviet production: factories with their coal and oil, isolated ones with pools of their own."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.replacements import Factory
from planner.rules.europa.position import Position

GRACE = 6  # 52.D.2.c.3: turns without coal or oil in which a factory works in full
HALVED = Fraction(1, 2)


def unsupplied_turns(position: Position, factory: Factory, turn: int) -> int:
    """How many turns, this one included, a factory has been without coal or oil."""
    so_far = factory.unsupplied
    for each in range(turn + 1):
        so_far = so_far + 1 if _without(position, factory, each) else 0
    return so_far


def _without(position: Position, factory: Factory, turn: int) -> bool:
    sources = [source for source in (factory.coal, factory.oil) if source]
    return any(not position.owns(source, turn) or not position.supplied(source, turn) for source in sources)


def output(position: Position, factory: Factory, turn: int) -> Fraction:
    """The part of its production that a factory reaches: all, half if it has been without for too long, or none."""
    if not position.owns(factory.place, turn):
        return Fraction(0)
    return Fraction(1) if unsupplied_turns(position, factory, turn) <= GRACE else HALVED


def income(position: Position) -> Iterator[tuple[str, int, Fraction]]:
    """Armour and artillery points on the factories' production turns."""
    for factory in position.scenario.factories:
        for turn in position.turns:
            if turn > 0 and position.scenario.turn_at(turn).number in factory.paid_on:
                part = output(position, factory, turn)
                for points, amount in factory.makes.items():
                    if points in factory.pools and part:
                        yield factory.pools[points], turn, amount * part
