"""The part of the world that a map shows."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from planner import atlas
from planner.report.board import Spot

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

    def shifted(self, spot: Spot, right: float, up: float) -> Spot:
        """A spot so many pixels to the right and up."""
        latitude, longitude = spot.latitude + up / self.pixels / self.stretch, spot.longitude + right / self.pixels
        return replace(spot, latitude=latitude, longitude=longitude)

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
