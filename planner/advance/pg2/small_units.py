"""Garrison units, fixed anti-aircraft guns and coastal guns one turn on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from models.pg2 import Campaign, names_of
from models.pg2_forces import FixedUnit, GarrisonUnit
from models.problem import Act
from planner.advance.playing import Move, Turned
from planner.rules.pg2.board import ENTRENCHED, place_of
from planner.rules.pg2.tokens import TRAINED, XP_GAINED, Token

Row = TypeVar("Row", GarrisonUnit, FixedUnit)


def carry_garrisons(turned: Turned[Campaign]) -> tuple[GarrisonUnit, ...]:
    """Garrison units where they stand, trained and dug in as they were told; those made of the reserve among them."""

    def after(row: GarrisonUnit, move: Move) -> dict[str, Any]:
        lesson = XP_GAINED if move.taken.option.act is Act.TRAIN and row.xp < TRAINED else 0
        xp = min(max(row.xp, TRAINED), row.xp + lesson)
        return {"at": place_of(move.end), "entrenched": move.end.endswith(ENTRENCHED), "xp": xp}

    rows = [part for row in turned.scenario.garrisons for part in _carried(row, turned.moves, after)]
    return (*rows, *_made_of_the_reserve(turned))


def carry_fixed(turned: Turned[Campaign]) -> tuple[FixedUnit, ...]:
    """Fixed units where they stand."""

    def after(_row: FixedUnit, move: Move) -> dict[str, Any]:
        return {"at": place_of(move.end)}

    return tuple(part for row in turned.scenario.fixed for part in _carried(row, turned.moves, after))


def _carried(row: Row, moves: dict[str, Move], after: Callable[[Row, Move], dict[str, Any]]) -> Iterator[Row]:
    """The rows that a row becomes: one as long as its units do the same, else one for each, under its own name."""
    fates: dict[tuple[Any, ...], list[str]] = defaultdict(list)
    for name in names_of(row):
        fates[tuple(after(row, moves[name]).items())].append(name)
    for fate, names in fates.items():
        if len(fates) == 1:
            yield row.model_copy(update=dict(fate))
        else:
            yield from (row.model_copy(update=dict(fate) | {"id": name, "count": 1}) for name in names)


def _made_of_the_reserve(turned: Turned[Campaign]) -> Iterator[GarrisonUnit]:
    """Infantry of the reserve makes two garrison units where it is placed (ruling garrison_split)."""
    for name, move in turned.moves.items():
        token: Token = move.piece.unit
        if token.drawn and move.taken.option.act is Act.PLACE:
            yield GarrisonUnit(id=f"{name} of {turned.scenario.turn}", at=place_of(move.end), count=token.fives)
