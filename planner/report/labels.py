"""Which names can be written on a map without covering anything, and where the mark of an area finds room."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from models.quantities import pretty
from planner.report.board import Mark, Spot
from planner.report.frame import Frame

Box = tuple[float, float, float, float]  # left, low, right, high, in pixels
Taken = tuple[Box, float]  # and how bad it is to cover it
Way = tuple[tuple[float, float], tuple[float, float]]  # from where to where, in degrees
LETTER = 7.0  # pixels to a letter
COVERED = 1.0  # from here on a name is rather left out
CROSSED = 0.2  # an arrow through a name can be borne
ROOM = (0.0, 24.0, 38.0, 54.0, 72.0)  # how far from the middle of its places the mark of an area may be, in pixels
EDGE = 9.0
_NOTHING: Mapping[str, float] = MappingProxyType({})


def label_of(spot: Spot) -> str:
    """A spot's name, and how much is missing there; REs and air units are not added up."""
    gaps = [demand for demand in spot.demands if demand.missing]
    if not gaps:
        return spot.name
    if len({demand.measure for demand in gaps}) > 1:
        return f"{spot.name}, short"
    return f"{spot.name}, {pretty(sum((demand.missing for demand in gaps), Fraction(0)))} short"


def spread(
    spots: Sequence[Spot], frame: Frame, below: Mapping[str, float] = _NOTHING, ways: Iterable[Way] = ()
) -> tuple[Spot, ...]:
    """The spots, with the marks of areas moved aside to where they and their names cover nothing."""
    ways = tuple(ways)
    settled = [spot for spot in spots if not spot.members]
    for area in (spot for spot in spots if spot.members):
        x, y = frame.at(area)
        reach = ROOM[-1] + LETTER * len(label_of(area)) + 10
        near = (x - reach, y - reach, x + reach, y + reach)
        taken = [other for other in _taken(settled, frame, below, ways) if overlap(near, other[0])]
        settled.append(min(_around_its_places(area, frame), key=lambda spot: _crowding(spot, area, frame, taken)))
    found = {spot.id: spot for spot in settled}
    return tuple(found[spot.id] for spot in spots)


def _around_its_places(area: Spot, frame: Frame) -> list[Spot]:
    turns = [math.tau * n / 12 for n in range(12)]
    return [frame.shifted(area, far * math.cos(turn), far * math.sin(turn)) for far in ROOM for turn in turns]


def _crowding(spot: Spot, area: Spot, frame: Frame, taken: Sequence[Taken]) -> float:
    """How much a mark and the best place for its name would cover; nearer to its places is better."""
    x, y = frame.at(spot)
    mark = _clash((x - 10, y - 10, x + 10, y + 10), taken, frame)
    name = min(_clash(box, taken, frame) for box in around(x, y, LETTER * len(label_of(spot))).values())
    return 3 * mark + name + math.dist((x, y), frame.at(area)) / 200


def place_labels(
    spots: Sequence[Spot], frame: Frame, below: Mapping[str, float] = _NOTHING, ways: Iterable[Way] = ()
) -> dict[str, tuple[str, str]]:
    """The names that can be written without overlap, what is short first, each with the side it stands on.

    `below` says how many pixels are taken below a mark already, by the counters that stand there; `ways` are arrows.
    """
    order = {Mark.SHORT: 0, Mark.TIGHT: 1, Mark.MET: 1, None: 2}
    taken = _taken(spots, frame, below, tuple(ways))
    found: dict[str, tuple[str, str]] = {}
    for spot in sorted(spots, key=lambda spot: order[spot.mark]):
        words = label_of(spot)
        sides = around(*frame.at(spot), LETTER * len(words))
        clashes = {side: _clash(box, taken, frame) for side, box in sides.items()}
        side = min(sides, key=clashes.__getitem__)
        if clashes[side] < COVERED or spot.mark is Mark.SHORT:
            taken.append((sides[side], 3))
            found[spot.id] = (words, side)
    return found


def _taken(spots: Iterable[Spot], frame: Frame, below: Mapping[str, float], ways: Iterable[Way]) -> list[Taken]:
    """What marks, counters and arrows take up."""
    at = {spot.id: frame.at(spot) for spot in spots}
    found: list[Taken] = [((x - 8, y - 8, x + 8, y + 8), 1) for x, y in at.values()]
    found += [((x - 6, y - below[key], x + 6, y), 1) for key, (x, y) in at.items() if key in below]
    for start, end in ways:
        (from_x, from_y), (to_x, to_y) = frame.pixel(*start), frame.pixel(*end)
        steps = max(int(math.dist((from_x, from_y), (to_x, to_y)) / 8), 1)
        for n in range(steps + 1):
            x, y = from_x + (to_x - from_x) * n / steps, from_y + (to_y - from_y) * n / steps
            found.append(((x - 1, y - 1, x + 1, y + 1), CROSSED / 4))
    return found


def _clash(box: Box, taken: Iterable[Taken], frame: Frame) -> float:
    """How much a box would cover, or stick out of the map."""
    out = max(-box[0], box[2]) > frame.width / 2 or max(-box[1], box[3]) > frame.height / 2
    crossed = sum(bad for other, bad in taken if bad < COVERED and overlap(box, other))
    return sum(bad for other, bad in taken if bad >= COVERED and overlap(box, other)) + min(crossed, 0.9) + EDGE * out


def around(x: float, y: float, wide: float, high: float = 16.0) -> dict[str, Box]:
    """The boxes that a name would take up on each side of its mark."""
    corners = {
        "top center": (x - wide / 2, y + 9), "bottom center": (x - wide / 2, y - 9 - high),
        "middle right": (x + 10, y - high / 2), "middle left": (x - 10 - wide, y - high / 2),
        "top right": (x + 8, y + 8), "top left": (x - 8 - wide, y + 8),
        "bottom right": (x + 8, y - 8 - high), "bottom left": (x - 8 - wide, y - 8 - high),
    }  # fmt: skip
    return {side: (left, low, left + wide, low + high) for side, (left, low) in corners.items()}


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes have more than an edge in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
