"""Territories as areas of land around their middles."""

from __future__ import annotations

import math

from planner.report.territories import FARTHEST, areas

MIDDLES = (("berlin", 52.5, 13.4), ("bavaria", 48.6, 11.8), ("crete", 35.3, 24.9))


def inside(point: tuple[float, float], ring: tuple[tuple[float, float], ...]) -> bool:
    """Whether a point lies in a ring: a line to the right crosses it an odd number of times."""
    x, y = point
    crossed = False
    for (x1, y1), (x2, y2) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            crossed = not crossed
    return crossed


def owner(latitude: float, longitude: float) -> list[str]:
    found = areas(MIDDLES)
    return [key for key, rings in found.items() if any(inside((longitude, latitude), ring) for ring in rings)]


def test_every_middle_on_land_lies_in_its_own_territory() -> None:
    for key, latitude, longitude in MIDDLES:
        assert owner(latitude, longitude) == [key]


def test_land_belongs_to_the_nearer_of_two_middles() -> None:
    assert owner(51.5, 13.0) == ["berlin"]
    assert owner(49.5, 12.0) == ["bavaria"]


def test_the_sea_belongs_to_nobody() -> None:
    assert owner(36.5, 24.0) == []  # between Crete and the Peloponnese


def test_no_territory_reaches_farther_than_its_edge() -> None:
    stretch = math.cos(math.radians(sum(latitude for _, latitude, _ in MIDDLES) / 3))
    for key, latitude, longitude in MIDDLES:
        for ring in areas(MIDDLES)[key]:
            for x, y in ring:
                assert math.hypot((x - longitude) * stretch, y - latitude) <= FARTHEST * 1.03
