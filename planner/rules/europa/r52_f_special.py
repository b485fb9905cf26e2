"""52.F Special replacements: part of what was lost comes back as points, by nation, date and isolation."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.calendar import GameTurn
from models.pools import Points
from models.replacements import Loss
from models.words import Side
from planner.rules.europa.position import Position

HALF, TWO_FIFTHS, TENTH = Fraction(1, 2), Fraction(2, 5), Fraction(1, 10)
AXIS_HALF = frozenset({"german", "finnish"})  # 52.F.5.a
ALLIED_HALF = frozenset({
    "british", "canadian", "new_zealand", "australian", "south_african", "indian", "american", "us", "free_french",
})  # fmt: skip
ALLIED_FORTY = frozenset({"french", "polish"})  # 52.F.5.c
NEUTRAL_HALF = frozenset({"spanish", "swiss", "swedish"})  # 52.F.5.d
MINORS_HALF_FROM = GameTurn(1943, 1, 1)


def rate(side: Side, nationality: str, turn: GameTurn) -> Fraction:
    """The part of a nation's losses that comes back."""
    if nationality in NEUTRAL_HALF:
        return HALF
    if side is Side.AXIS:
        return HALF if nationality in AXIS_HALF else TWO_FIFTHS
    if side is Side.SOVIET or nationality in ALLIED_FORTY:
        return TWO_FIFTHS
    return HALF if nationality in ALLIED_HALF or turn >= MINORS_HALF_FROM else TWO_FIFTHS


def points_of(side: Side, loss: Loss) -> dict[Points, Fraction]:
    """What a loss brings: by the kinds of points it was worth, or a tenth in infantry points if it was cut off."""
    lost = (loss.strength(loss.before) - loss.strength(loss.after)) * loss.count
    if loss.by_isolation_roll or loss.fragile:
        return {}
    if loss.isolation != "none":
        return {"inf": lost * TENTH}
    part = rate(side, loss.nationality, loss.turn)
    shares: dict[Points, Fraction] = loss.rp or {"inf": Fraction(1)}
    return {points: lost * share * part for points, share in shares.items() if share}


def income(position: Position) -> Iterator[tuple[str, int, Fraction]]:
    """Points are added at the end of the player-turn, so they can be used in the next (52.F)."""
    for loss in position.scenario.losses:
        for points, amount in points_of(position.side, loss).items():
            if points in loss.pools:
                yield loss.pools[points], position.scenario.offset(loss.turn) + 1, amount
