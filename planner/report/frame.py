"""The part of the world that a map shows, and which names can be written on it without overlap."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from models.quantities import pretty
from planner import atlas
from planner.report.board import Mark, Spot

LOWEST, HIGHEST = 330, 480
WIDTH = 560  # as drawn on a laptop: to choose the height, and to tell which names would overlap


@dataclass(frozen=True)
class Frame:
    """The part of the world that is looked at, in degrees."""

    west: float
    east: float
    south: float
    north: float
    width: float = WIDTH  # pixels
    highest: float = HIGHEST

    @property
    def stretch(self) -> float:
        """How much longer a degree of latitude is than one of longitude here."""
        return 1 / math.cos(math.radians((self.south + self.north) / 2))

    @property
    def height(self) -> float:
        """Pixels from top to bottom."""
        fitting = self.width * (self.north - self.south) * self.stretch / (self.east - self.west)
        return min(max(fitting, LOWEST), self.highest)

    @property
    def pixels(self) -> float:
        """Pixels to a degree of longitude."""
        return min(self.width / (self.east - self.west), self.height / (self.north - self.south) / self.stretch)

    def at(self, spot: Spot) -> tuple[float, float]:
        """Where a spot is drawn, in pixels from the middle."""
        return self.pixel(spot.latitude, spot.longitude)

    def pixel(self, latitude: float, longitude: float) -> tuple[float, float]:
        """Where a point is drawn, in pixels to the right of and above the middle."""
        across = longitude - (self.west + self.east) / 2
        up = latitude - (self.south + self.north) / 2
        return across * self.pixels, up * self.pixels * self.stretch

    def touches(self, line: atlas.Line) -> bool:
        """Whether a line comes near the frame, with room to pan."""
        wide, high = self.east - self.west, self.north - self.south
        xs, ys = [x for x, _ in line], [y for _, y in line]
        return (
            max(xs) > self.west - wide
            and min(xs) < self.east + wide
            and max(ys) > self.south - high
            and min(ys) < self.north + high
        )


def frame_around(spots: Iterable[Spot], width: float = WIDTH, highest: float = HIGHEST) -> Frame:
    """The frame that holds all spots with some room, never less than about 150 km across."""
    found = [(spot.longitude, spot.latitude) for spot in spots] or [(10.0, 48.0)]
    (west, east), (south, north) = ((min(side), max(side)) for side in zip(*found, strict=True))
    across, down = max(0.16 * (east - west), 0.5), max(0.16 * (north - south), 0.35)
    return Frame(west - across, east + across, south - down, north + down, width, highest)


def label_of(spot: Spot) -> str:
    """A spot's name, and how much is missing there; REs and air units are not added up."""
    gaps = [demand for demand in spot.demands if demand.missing]
    if not gaps:
        return spot.name
    if len({demand.measure for demand in gaps}) > 1:
        return f"{spot.name}, short"
    return f"{spot.name}, {pretty(sum((demand.missing for demand in gaps), Fraction(0)))} short"


def place_labels(
    spots: Iterable[Spot], frame: Frame, below: Mapping[str, float] = MappingProxyType({})
) -> dict[str, tuple[str, str]]:
    """The names that can be written without overlap, what is short first, each with the side it stands on.

    `below` says how many pixels are taken below a mark already, by the counters that stand there.
    """
    order = {Mark.SHORT: 0, Mark.TIGHT: 1, Mark.MET: 1, None: 2}
    at = {spot.id: frame.at(spot) for spot in spots}
    taken = [((x - 8, y - 8, x + 8, y + 8), 1) for x, y in at.values()]  # and how bad it is to cover it
    taken += [((at[key][0] - 6, at[key][1] - deep, at[key][0] + 6, at[key][1]), 1) for key, deep in below.items()]
    found: dict[str, tuple[str, str]] = {}
    for spot in sorted(spots, key=lambda spot: order[spot.mark]):
        words = label_of(spot)
        ways = around(*at[spot.id], 7.0 * len(words))
        clashes = {
            side: sum(bad for other, bad in taken if overlap(box, other)) + 9 * (max(-box[0], box[2]) > frame.width / 2)
            for side, box in ways.items()
        }
        side = min(ways, key=clashes.__getitem__)
        if not clashes[side] or spot.mark is Mark.SHORT:
            taken.append((ways[side], 3))
            found[spot.id] = (words, side)
    return found


Box = tuple[float, float, float, float]  # left, low, right, high


def around(x: float, y: float, wide: float, high: float = 16.0) -> dict[str, Box]:
    """The boxes that a name would take up on each side of its mark."""
    corners = {
        "top center": (x - wide / 2, y + 9), "bottom center": (x - wide / 2, y - 9 - high),
        "middle right": (x + 10, y - high / 2), "middle left": (x - 10 - wide, y - high / 2),
        "top right": (x + 5, y + 7), "top left": (x - 5 - wide, y + 7),
        "bottom right": (x + 5, y - 7 - high), "bottom left": (x - 5 - wide, y - 7 - high),
    }  # fmt: skip
    return {side: (left, low, left + wide, low + high) for side, (left, low) in corners.items()}


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes have more than an edge in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
