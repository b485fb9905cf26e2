"""The turn at a glance: the map with its legend, the place that is looked at, and the order sheet beside it."""

from __future__ import annotations

import streamlit as st

from app_pages import chart
from app_pages.mishaps import calmly
from app_pages.orders import render_no_orders, render_orders
from app_pages.paper import note, show
from app_pages.sketch import sketch
from app_pages.unit_options import render_options
from models.findings import DemandFinding
from models.quantities import pretty
from planner.report.board import GLYPHS, INKS, Board, Mark, mark_of, worst
from planner.report.names import measured
from planner.report.sentences import in_short, in_words, line_of

PLACE, UNIT, MAP = "place looked at", "unit looked at", "map"
RING = "ring on the map"  # around a place that was not clicked: a click is shown by the map itself, without a new one


@st.fragment
@calmly
def render_theatre(board: Board) -> None:
    """Map and order sheet of one turn; choosing another turn or place redraws only this part of the page."""
    turn = _choose_turn(board)
    with st.container(key="theatre"):
        left, right = st.columns([3, 2], gap="large")
    with left, st.container(key="map-side"):  # stays in sight beside a long sheet
        _render_map(board, turn)
    with right:
        if st.session_state.get(PLACE):
            _render_place(board, turn, st.session_state[PLACE])
        st.header(_heading(board, turn), anchor=False)
        if turn and board.advice.plan:
            note("Later turns are what the plan expects, not orders; they will be planned again when their turn comes.")
        if board.advice.plan:
            render_orders(board, turn)
        else:
            render_no_orders(board, turn)


def _choose_turn(board: Board) -> int:
    if len(board.turns) == 1:
        return 0
    later = "forecast" if board.advice.plan else "if nobody moves"
    labels = {n: f"{turn}, {later if n else _heading(board, n).lower()}" for n, turn in enumerate(board.turns)}
    chosen = st.segmented_control(
        "Turn", tuple(labels), format_func=labels.__getitem__, default=0, required=True, label_visibility="collapsed",
        key=f"turn of {board.turns}",
    )  # fmt: skip
    return int(chosen or 0)


def _heading(board: Board, turn: int) -> str:
    if board.advice.plan is None:
        return "As things stand"
    return "Orders" if turn == 0 else "Forecast"


def _take_click() -> None:
    """Look at the place or the unit that was clicked on the map."""
    points = st.session_state[MAP]["selection"]["points"]
    clicked = next((point["customdata"] for point in points if point.get("customdata")), None)
    if clicked:
        st.session_state[PLACE] = clicked[0]
        st.session_state[UNIT] = clicked[1] if len(clicked) > 1 else None
        if st.session_state.get(RING):
            st.session_state[RING] = clicked[0]


def _take_choice() -> None:
    """Look at the place that was chosen from the list."""
    st.session_state[RING] = st.session_state[PLACE]


def _render_map(board: Board, turn: int) -> None:
    spots = {spot.id: spot for spot in board.spots(turn)}
    if not spots:
        note("None of this scenario's places is in the atlas; give them latitude and longitude to see a map.")
        return
    chosen = st.session_state.get(PLACE)
    ring = st.session_state.get(RING) or ""
    dark = st.context.theme.type == "dark"
    drawn = chart.figure(board, turn, dark=dark, chosen=ring)
    with st.container(key="map-frame", height=round(drawn.layout.height)):  # one map is put in the other's place
        with st.container(key="map-sketch"):
            show("sketch.html", picture=sketch(board, turn, dark))
        st.plotly_chart(
            drawn, key=MAP, on_select=_take_click, selection_mode="points", theme=None, config=chart.CONFIG,
            alt=in_words(board, turn),
        )  # fmt: skip
    _render_legend(board, turn)
    _render_boxes(board, turn)
    places = _places(board, turn)
    if chosen not in places:
        st.session_state[PLACE] = None
    st.selectbox(
        "Look at a place", tuple(places), index=None, format_func=places.__getitem__, key=PLACE,
        placeholder="Click a place on the map, or choose one here", label_visibility="collapsed",
        on_change=_take_choice,
    )  # fmt: skip
    with st.expander("The map as a table"):
        show("places.html", rows=_as_table(board, turn))


def _places(board: Board, turn: int) -> dict[str, str]:
    """Everything that can be looked at: spots of the map, and boxes that hold units."""
    found = {spot.id: spot.name for spot in board.spots(turn)}
    return found | {state: board.names.place(state) for state in board.standing(turn) if state not in found}


def _render_legend(board: Board, turn: int) -> None:
    seen = {spot.mark for spot in board.spots(turn)}
    marks = [(GLYPHS[mark], mark.value, INKS[mark]) for mark in Mark if mark in seen]
    options = {option for option, _, _ in board.legs(turn)}
    lines = [(_LINES[chart.DASHES[word]], word) for word in sorted(options & set(chart.DASHES))]
    if options - set(chart.DASHES):
        lines.append((_LINES["solid"], "other moves" if lines else "moves"))
    show("legend.html", marks=marks, quiet=None in seen, means=lines, territories=bool(board.territories))


_LINES = {"solid": "—", "dash": "- -", "dot": "···", "longdashdot": "–·–"}


def _render_boxes(board: Board, turn: int) -> None:
    boxes = [(name, worst(demands), demands) for name, demands in board.off_map(turn)]
    if boxes:
        rows = [
            (GLYPHS[mark], INKS[mark], name, [in_short(demand) for demand in demands])
            for name, mark, demands in boxes
            if mark
        ]
        marks = [mark for _, mark, _ in boxes if mark]
        tally = ", ".join(f"{marks.count(mark)} {mark.value}" for mark in Mark if mark in marks)
        show("boxes.html", rows=rows, tally=tally)


def _demands_at(board: Board, turn: int, where: str) -> list[DemandFinding]:
    spot = next((spot for spot in board.spots(turn) if spot.id == where), None)
    if spot:
        return list(spot.demands)
    return [demand for demand in board.demands(turn) if where in demand.states and not board.on_map(demand)]


def _units_at(board: Board, turn: int, where: str) -> list[str]:
    """The units at a place, in a box, or anywhere in an area."""
    members = next((spot.members for spot in board.spots(turn) if spot.id == where), ())
    standing = board.standing(turn)
    return [unit for key in members or (where,) for unit in standing.get(key, ())]


def _render_place(board: Board, turn: int, where: str) -> None:
    names = board.names
    orders = {order.unit: order for order in board.orders(turn)}
    units = [
        (
            names.unit(unit),
            names.counter(unit),
            names.size(unit),
            line_of([orders[unit]], names) if unit in orders else None,
        )
        for unit in _units_at(board, turn, where)
    ]
    demands = [
        (demand, mark_of(demand), INKS[mark_of(demand)], names.counting(demand), names.bystanders(demand))
        for demand in _demands_at(board, turn, where)
    ]
    with st.container(border=True):
        show("place.html", name=_places(board, turn).get(where, where), demands=demands, units=units, glyphs=GLYPHS)
        _render_unit(board, turn, where)


def _render_unit(board: Board, turn: int, where: str) -> None:
    """The unit that is looked at: what else it could do, and at what price."""
    here = _units_at(board, turn, where)
    first = {board.names.unit(unit): unit for unit in reversed(here)}  # one of those that are alike
    asked = st.session_state.get(UNIT)
    if asked not in here:
        st.session_state[UNIT] = None
    elif asked not in first.values():
        st.session_state[UNIT] = first[board.names.unit(asked)]
    if turn or not first:
        return
    st.pills(
        "What else could it do?", tuple(reversed(first.values())), format_func=board.names.unit, key=UNIT,
        help="Every step that the rules offer it, each with the price of the best plan that takes it.",
    )  # fmt: skip
    if st.session_state[UNIT]:
        render_options(board, st.session_state[UNIT])


def _as_table(board: Board, turn: int) -> list[tuple[str, str, str, str, str, str]]:
    """Every place with its checks, what is required and missing, who is there and who leaves.

    It is set by hand: Streamlit's own tables are read in by the browser before anything else can be seen.
    """
    moving = {order.unit: order.to for order in board.moves(turn)}
    rows = []
    for where, name in _places(board, turn).items():
        demands = _demands_at(board, turn, where)
        mark = worst(demands)
        units = _units_at(board, turn, where)
        leaving = [f"{board.names.unit(unit)} → {board.names.place(moving[unit])}" for unit in units if unit in moving]
        required = ", ".join(measured(demand.required, demand.measure) for demand in demands)
        missing = ", ".join(pretty(demand.missing) for demand in demands if demand.missing)
        result = f"{GLYPHS[mark]} {mark.value}" if mark else "nothing asked"
        rows.append((name, result, required, missing, board.names.listed(units), ", ".join(leaving)))
    return rows
