"""The map as a picture: coasts, places with how their checks come out, moves as arrows. Drawn without any network."""

from __future__ import annotations

import html
from collections import defaultdict

import plotly.graph_objects as go

from app_pages.counters import counters, depths, draw_counters
from planner import atlas
from planner.report.board import Board, Mark, Spot
from planner.report.frame import Frame, frame_around
from planner.report.labels import place_labels, spread
from planner.report.sentences import in_short

FONT = '"Source Sans", "Source Sans Pro", sans-serif'
SYMBOLS = {Mark.SHORT: "triangle-up", Mark.TIGHT: "diamond", Mark.MET: "circle", None: "circle-open"}
SIZES = {Mark.SHORT: 17, Mark.TIGHT: 14, Mark.MET: 13, None: 8}
DASHES = {"march": "solid", "rail": "dash", "ship": "dot", "transfer by air": "longdashdot"}
Colours = dict[str | None, str]
LIGHT: Colours = {
    "sea": "#dfe8ea", "land": "#f6f2e6", "border": "#d3cbb5", "coast": "#b9b199", "text": "#23271f", "soft": "#5d6257",
    "move": "#1f4e8c", "paper": "#ffffff", Mark.SHORT: "#a63a2b", Mark.TIGHT: "#a87000", Mark.MET: "#2b6a4c",
    None: "#6d7166",
}  # fmt: skip
DARK: Colours = {
    "sea": "#101416", "land": "#242b2c", "border": "#3b4444", "coast": "#4d5757", "text": "#e7e4da", "soft": "#a9aca2",
    "move": "#8ab4ee", "paper": "#1a2022", Mark.SHORT: "#ee8a78", Mark.TIGHT: "#e0b060", Mark.MET: "#86c5a3",
    None: "#a9aca2",
}  # fmt: skip
CONFIG = {
    "displaylogo": False, "displayModeBar": True, "scrollZoom": False,
    "modeBarButtons": [["zoomIn2d", "zoomOut2d", "resetScale2d"]],
}  # fmt: skip


def figure(board: Board, turn: int, dark: bool = False, chosen: str = "") -> go.Figure:
    """The map of one turn, with a ring around the place that is looked at."""
    colours = DARK if dark else LIGHT
    spots = board.spots(turn)
    frame = frame_around(spots)
    stacks, ways = counters(board, spots, turn), board.ways(turn)
    deep = depths(stacks)
    spots = spread(spots, frame, deep, ways)
    drawn = go.Figure()
    _draw_coast(drawn, frame, colours)
    _draw_territories(drawn, board, spots, colours)
    _draw_areas(drawn, board, spots, colours)
    _draw_moves(drawn, board, turn, frame, colours)
    draw_counters(drawn, stacks, frame, str(colours["text"]), str(colours["paper"]))
    labels = place_labels(spots, frame, deep, ways)
    _draw_spots(drawn, board, spots, turn, labels, colours, chosen)
    drawn.update_layout(  # of another width at first, it would show more of the world ever after
        width=frame.width, height=frame.height, margin={"l": 0, "r": 0, "t": 0, "b": 0},
        showlegend=False, dragmode="pan", hovermode="closest",
        plot_bgcolor=colours["sea"], paper_bgcolor="rgba(0,0,0,0)", uirevision=f"{board.scenario.title} {len(spots)}",
        font={"family": FONT, "size": 14, "color": colours["text"]}, clickmode="event+select",
        hoverlabel={"bgcolor": colours["paper"], "font": {"family": FONT, "color": colours["text"]}, "align": "left"},
        modebar={"bgcolor": "rgba(0,0,0,0)", "color": colours["soft"], "activecolor": colours["text"]},
        xaxis={"visible": False, "range": [frame.west, frame.east]},
        yaxis={"visible": False, "range": [frame.south, frame.north], "scaleanchor": "x", "scaleratio": frame.stretch},
    )  # fmt: skip
    return drawn


def _draw_coast(drawn: go.Figure, frame: Frame, colours: Colours) -> None:
    coast = atlas.coast()
    for lines, fill, edge in (
        (coast.land, "land", "coast"),
        (coast.lakes, "sea", "coast"),
        (coast.borders, "", "border"),
    ):
        near = [point for line in lines if frame.touches(line) for point in (*line, (None, None))]
        xs, ys = zip(*near, strict=True) if near else ((), ())
        drawn.add_scatter(
            x=xs, y=ys, mode="lines", hoverinfo="skip", line={"color": colours[edge], "width": 1},
            fill="toself" if fill else None, fillcolor=colours[fill] if fill else None,
        )  # fmt: skip


def _draw_territories(drawn: go.Figure, board: Board, spots: tuple[Spot, ...], colours: Colours) -> None:
    """A campaign's territories as areas: in the ink of their checks, the enemy's hatched."""
    rings = board.territories
    marks = {spot.id: spot.mark for spot in spots}
    for mark, held in {(marks.get(key), board.held(key)): None for key in rings}:
        lines = [
            ring for key, some in rings.items() if (marks.get(key), board.held(key)) == (mark, held) for ring in some
        ]
        points = [point for ring in lines for point in (*ring, ring[0], (None, None))]
        drawn.add_scatter(
            x=[x for x, _ in points], y=[y for _, y in points], mode="lines", hoverinfo="skip", fill="toself",
            fillcolor=_tinted(str(colours[mark]), 0.22 if mark else 0.08), line={"color": colours["coast"], "width": 1},
            fillpattern=None if held else {"shape": "/", "size": 7, "solidity": 0.12, "fgcolor": colours["soft"]},
        )  # fmt: skip


def _tinted(colour: str, strength: float) -> str:
    """A colour laid thinly over what is below it."""
    red, green, blue = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    return f"rgba({red},{green},{blue},{strength})"


def _draw_areas(drawn: go.Figure, board: Board, spots: tuple[Spot, ...], colours: Colours) -> None:
    """Thin threads from an area's mark to its places."""
    ends = [(spot, *board.positions[key]) for spot in spots for key in spot.members]
    drawn.add_scatter(
        x=[x for spot, _, longitude in ends for x in (spot.longitude, longitude, None)],
        y=[y for spot, latitude, _ in ends for y in (spot.latitude, latitude, None)],
        mode="lines", hoverinfo="skip", line={"color": colours["soft"], "width": 1, "dash": "dot"},
    )  # fmt: skip


def _draw_moves(drawn: go.Figure, board: Board, turn: int, frame: Frame, colours: Colours) -> None:
    """One arrow for each way that units go; units that come out of a box come in from the side."""
    kinds: dict[str, list[tuple[tuple[float, float], tuple[float, float], str]]] = defaultdict(list)
    for (option, start, to), orders in board.legs(turn).items():
        south, west = board.positions[to]
        outside = (south + 50 / frame.pixels / frame.stretch, west - 50 / frame.pixels)
        where = f"{board.names.place(start)} → {board.names.place(to)}"
        words = html.escape(f"{option.capitalize()}, {where}: {board.names.listed(order.unit for order in orders)}")
        kinds[option].append((board.positions.get(start, outside), (south, west), words))
    for option, arrows in kinds.items():
        _draw_arrows(drawn, arrows, DASHES.get(option, "solid"), colours["move"])


def _draw_arrows(
    drawn: go.Figure, arrows: list[tuple[tuple[float, float], tuple[float, float], str]], dash: str, colour: str
) -> None:
    xs: list[float | None] = []
    ys: list[float | None] = []
    for (from_y, from_x), (to_y, to_x), _ in arrows:
        xs += [from_x, (from_x + to_x) / 2, to_x, None]
        ys += [from_y, (from_y + to_y) / 2, to_y, None]
    drawn.add_scatter(
        x=xs, y=ys, mode="lines+markers", line={"color": colour, "width": 2.5, "dash": dash}, hoverinfo="skip",
        marker={
            "symbol": "arrow", "angleref": "previous", "color": colour, "opacity": 1, "standoff": 9,
            "size": [size for _ in arrows for size in (0, 0, 15, 0)],
        },
        unselected={"marker": {"opacity": 1}},
    )  # fmt: skip
    drawn.add_scatter(
        x=xs[1::4], y=ys[1::4], mode="markers", hoverinfo="text", hovertext=[words for _, _, words in arrows],
        marker={"size": 18, "opacity": 0}, unselected={"marker": {"opacity": 0}}, selected={"marker": {"opacity": 0}},
    )  # fmt: skip


def _draw_spots(
    drawn: go.Figure, board: Board, spots: tuple[Spot, ...], turn: int, labels: dict[str, tuple[str, str]],
    colours: Colours, chosen: str,
) -> None:  # fmt: skip
    standing = board.standing(turn)
    for mark in (None, *reversed(Mark)):
        some = [spot for spot in spots if spot.mark is mark]
        if not some:
            continue
        drawn.add_scatter(
            x=[spot.longitude for spot in some], y=[spot.latitude for spot in some], mode="markers+text",
            text=[html.escape(labels[spot.id][0]) if spot.id in labels else "" for spot in some],
            textposition=[labels[spot.id][1] if spot.id in labels else "top center" for spot in some],
            textfont={
                "color": colours["soft" if mark is None else "text"], "size": 13 if mark is None else 14,
                "shadow": f"0 0 3px {colours['land']}, 0 0 3px {colours['land']}, 0 0 4px {colours['land']}",
            },
            customdata=[[spot.id] for spot in some], hoverinfo="text",
            hovertext=[_hover(spot, board, standing) for spot in some],
            marker={
                "symbol": SYMBOLS[mark], "size": SIZES[mark],
                "color": colours[mark], "opacity": 1,
                "line": {"width": [4 if spot.id == chosen else 1.5 for spot in some],
                         "color": [colours["text"] if spot.id == chosen else colours["paper"] if mark else colours[mark]
                                   for spot in some]},
            },
            selected={"marker": {"opacity": 1, "size": SIZES[mark] + 7}},
            unselected={"marker": {"opacity": 1}, "textfont": {"color": colours["soft" if mark is None else "text"]}},
        )  # fmt: skip


def _hover(spot: Spot, board: Board, standing: dict[str, tuple[str, ...]]) -> str:
    lines = [f"<b>{html.escape(spot.name)}</b>"]
    lines += [html.escape(in_short(demand)) for demand in spot.demands] or ["Nothing is asked here"]
    if units := [unit for key in spot.members or (spot.id,) for unit in standing.get(key, ())]:
        lines.append(html.escape(f"Here: {board.names.listed(units)}"))
    return "<br>".join(lines)
