"""Territories as areas: the land that lies nearer to one territory's middle than to any other's.

The printed map's own lines are not ours to copy; these serve to tell the territories apart, and no rule reads them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from planner import atlas

FARTHEST = 4.2  # degrees of latitude from the middle to the edge of a territory, at most
CORNERS = 16  # of the round edge
Point = tuple[float, float]
Middles = tuple[tuple[str, float, float], ...]  # id, latitude, longitude


@lru_cache(maxsize=8)
def areas(middles: Middles) -> dict[str, tuple[atlas.Line, ...]]:
    """The rings of land that belong to each territory."""
    if not middles:
        return {}
    stretch = math.cos(math.radians(sum(latitude for _, latitude, _ in middles) / len(middles)))
    at = {key: (longitude * stretch, latitude) for key, latitude, longitude in middles}
    land = [_Ring([(x * stretch, y) for x, y in line]) for line in atlas.coast().land]
    return {key: tuple(_unstretched(ring, stretch) for ring in _area(key, at, land)) for key in at}


class _Ring:
    """A ring of the coast with the box around it."""

    def __init__(self, points: list[Point]) -> None:
        self.points = points
        xs, ys = [x for x, _ in points], [y for _, y in points]
        self.box = min(xs), min(ys), max(xs), max(ys)

    def near(self, middle: Point) -> bool:
        """Whether some of it may lie within reach."""
        west, south, east, north = self.box
        return (
            west < middle[0] + FARTHEST
            and east > middle[0] - FARTHEST
            and south < middle[1] + FARTHEST
            and north > middle[1] - FARTHEST
        )


def _area(key: str, at: dict[str, Point], land: list[_Ring]) -> list[list[Point]]:
    middle = at[key]
    edges = [(middle, _edge(middle, corner)) for corner in range(CORNERS)]
    others = sorted((math.dist(middle, point), point) for other, point in at.items() if other != key)
    cuts = [*edges, *((middle, point) for far, point in others if 0 < far < 2 * FARTHEST)]
    found = []
    for ring in land:
        points: Sequence[Point] = ring.points if ring.near(middle) else ()
        for inside, beyond in cuts:
            points = _cut(points, inside, beyond)
        if len(points) > 2:
            found.append(list(points))
    return found


def _edge(middle: Point, corner: int) -> Point:
    """A point as far beyond the round edge as the middle is from it."""
    angle = 2 * math.pi * corner / CORNERS
    return middle[0] + 2 * FARTHEST * math.cos(angle), middle[1] + 2 * FARTHEST * math.sin(angle)


def _cut(ring: Sequence[Point], inside: Point, beyond: Point) -> list[Point]:
    """The part of a ring that is nearer to one point than to the other."""
    across, up = beyond[0] - inside[0], beyond[1] - inside[1]
    limit = across * (inside[0] + beyond[0]) / 2 + up * (inside[1] + beyond[1]) / 2
    kept: list[Point] = []
    if not ring:
        return kept
    before = ring[-1]
    was = across * before[0] + up * before[1] - limit
    for point in ring:
        now = across * point[0] + up * point[1] - limit
        if (was <= 0) != (now <= 0):
            part = was / (was - now)
            kept.append((before[0] + part * (point[0] - before[0]), before[1] + part * (point[1] - before[1])))
        if now <= 0:
            kept.append(point)
        before, was = point, now
    return kept


def _unstretched(ring: list[Point], stretch: float) -> atlas.Line:
    return tuple((x / stretch, y) for x, y in ring)
