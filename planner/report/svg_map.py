"""The map of this turn as a drawing for paper: coasts, places with how their checks come out, moves as arrows.

Everything is worked out here in pixels; the template only writes it down, every word escaped.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from planner import atlas
from planner.report.board import Board, Mark, Spot
from planner.report.frame import Frame, frame_around
from planner.report.labels import Way, place_labels, spread
from planner.report.sentences import in_short, in_words
from planner.report.words import opening

WIDTH, HIGHEST = 720.0, 620.0
Point = tuple[float, float]
SHAPES = {  # corners around the middle of a mark; circles have none
    Mark.SHORT: ((0.0, -9.0), (8.5, 6.5), (-8.5, 6.5)),
    Mark.TIGHT: ((0.0, -7.5), (7.5, 0.0), (0.0, 7.5), (-7.5, 0.0)),
}
STYLES = {"march": "march", "rail": "rail", "ship": "ship", "transfer by air": "fly"}  # all others are drawn as marches
ANCHORS = {"left": "end", "right": "start", "center": "middle"}
HEAD, GAP = 10.0, 9.0  # length of an arrow's head, distance that it keeps from a mark


@dataclass(frozen=True)
class Sign:
    """A mark on the map with the words that a pointer finds there."""

    mark: Mark | None
    x: float
    y: float
    corners: str
    words: str


@dataclass(frozen=True)
class Label:
    """A name beside its mark."""

    text: str
    x: float
    y: float
    anchor: str
    mark: Mark | None


@dataclass(frozen=True)
class Arrow:
    """One way that units go."""

    style: str
    line: str
    head: str
    words: str


@dataclass(frozen=True)
class Picture:
    """All that is drawn."""

    width: float
    height: float
    words: str
    land: tuple[str, ...]
    territories: tuple[tuple[bool, str], ...]  # whether the side that plans holds it, and its outline
    lakes: tuple[str, ...]
    borders: tuple[str, ...]
    threads: tuple[str, ...]
    arrows: tuple[Arrow, ...]
    signs: tuple[Sign, ...]
    labels: tuple[Label, ...]

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks that need a word in the legend."""
        return tuple(mark for mark in Mark if any(sign.mark is mark for sign in self.signs))

    @property
    def styles(self) -> tuple[str, ...]:
        """The kinds of arrows that need a word in the legend."""
        return tuple(style for style in dict.fromkeys(STYLES.values()) if any(a.style == style for a in self.arrows))


def picture(board: Board, turn: int = 0, width: float = WIDTH, highest: float = HIGHEST) -> Picture | None:
    """The map of one turn; None if none of its places can be drawn."""
    spots = board.spots(turn)
    if not spots:
        return None
    frame = frame_around(spots, width, highest)
    ways = board.ways(turn)
    spots = spread(spots, frame, ways=ways)
    coast = atlas.coast()
    threads = [((spot.latitude, spot.longitude), board.positions[key]) for spot in spots for key in spot.members]
    return Picture(
        width=frame.width,
        height=frame.height,
        words=in_words(board, turn),
        land=tuple(_outlines(frame, coast.land, closed=True)),
        territories=tuple(
            (board.held(key), outline)
            for key, rings in board.territories.items()
            for outline in _outlines(frame, rings, closed=True)
        ),
        lakes=tuple(_outlines(frame, coast.lakes, closed=True)),
        borders=tuple(_outlines(frame, coast.borders, closed=False)),
        threads=tuple(_path((_at(frame, *start), _at(frame, *end))) for start, end in threads),
        arrows=tuple(_arrows(frame, board, turn)),
        signs=tuple(_sign(frame, spot, board, turn) for spot in sorted(spots, key=_quiet_first)),
        labels=tuple(_labels(frame, spots, ways)),
    )


def _quiet_first(spot: Spot) -> int:
    return 0 if spot.mark is None else len(Mark) - list(Mark).index(spot.mark)


def _at(frame: Frame, latitude: float, longitude: float) -> Point:
    """Where a point is drawn, in pixels from the upper left corner."""
    right, up = frame.pixel(latitude, longitude)
    return frame.width / 2 + right, frame.height / 2 - up


def _path(points: Iterable[Point]) -> str:
    """Points as a path's coordinates."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _corners(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _outlines(frame: Frame, lines: Iterable[atlas.Line], closed: bool) -> Iterable[str]:
    """Lines and rings as far as they lie near the drawing."""
    for line in lines:
        if frame.touches(line):
            points = [_at(frame, latitude, longitude) for longitude, latitude in line]
            kept = _cropped(points, frame) if closed else points
            if len(kept) > 1:
                yield _path(kept) + ("Z" if closed else "")


def _cropped(ring: Sequence[Point], frame: Frame, room: float = 20.0) -> Sequence[Point]:
    """A ring cut off a little outside the drawing's four edges, one edge after the other."""
    for axis, edge, inside in (
        (0, -room, 1), (0, frame.width + room, -1), (1, -room, 1), (1, frame.height + room, -1),
    ):  # fmt: skip
        kept: list[Point] = []
        for before, point in zip((ring[-1], *ring[:-1]), ring, strict=True) if ring else ():
            was, now = ((p[axis] - edge) * inside >= 0 for p in (before, point))
            if was != now:
                part = (edge - before[axis]) / (point[axis] - before[axis])
                kept.append((before[0] + part * (point[0] - before[0]), before[1] + part * (point[1] - before[1])))
            if now:
                kept.append(point)
        ring = kept
    return ring


def _arrows(frame: Frame, board: Board, turn: int) -> Iterable[Arrow]:
    """One arrow for each way that units go; units that come out of a box come in from the side."""
    names = board.names
    for (option, start, to), orders in board.legs(turn).items():
        tip = _at(frame, *board.positions[to])
        tail = _at(frame, *board.positions[start]) if start in board.positions else (tip[0] - 45, tip[1] - 45)
        words = f"{opening(option)}, {names.place(start)} to {names.place(to)}"
        yield _arrow(tail, tip, STYLES.get(option, "march"), f"{words}: {names.listed(o.unit for o in orders)}")


def _arrow(tail: Point, tip: Point, style: str, words: str) -> Arrow:
    long = math.dist(tail, tip) or 1.0
    across, down = (tip[0] - tail[0]) / long, (tip[1] - tail[1]) / long
    gap = min(GAP, long / 4)
    end = (tip[0] - across * gap, tip[1] - down * gap)
    neck = (end[0] - across * HEAD, end[1] - down * HEAD)
    side = (-down * HEAD / 2.2, across * HEAD / 2.2)
    head = (end, (neck[0] + side[0], neck[1] + side[1]), (neck[0] - side[0], neck[1] - side[1]))
    return Arrow(style, _path((tail, neck)), _corners(head), words)


def _sign(frame: Frame, spot: Spot, board: Board, turn: int) -> Sign:
    x, y = _at(frame, spot.latitude, spot.longitude)
    shape = SHAPES.get(spot.mark) if spot.mark else None
    words = "; ".join((spot.name, *(in_short(demand) for demand in spot.demands)))
    return Sign(spot.mark, x, y, _corners((x + dx, y + dy) for dx, dy in shape or ()), words)


def _labels(frame: Frame, spots: tuple[Spot, ...], ways: tuple[Way, ...]) -> Iterable[Label]:
    placed = place_labels(spots, frame, ways=ways)
    for spot in spots:
        if spot.id in placed:
            text, side = placed[spot.id]
            height, aside = side.split()
            x, y = _at(frame, spot.latitude, spot.longitude)
            away = {"middle": 11.0}.get(height, 8.0)
            right = {"left": -away, "right": away, "center": 0.0}[aside]
            down = {"top": -11.0, "bottom": 21.0, "middle": 4.5}[height]
            yield Label(text, x + right, y + down, ANCHORS[aside], spot.mark)
