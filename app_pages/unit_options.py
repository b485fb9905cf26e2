"""A unit's options: every step that the rules offer it this turn, legal at a price or forbidden by a rule."""

from __future__ import annotations

from fractions import Fraction

import streamlit as st

from app_pages import asking, session
from app_pages.comparison import deed, price
from app_pages.mishaps import calmly
from app_pages.paper import note, show
from app_pages.pricing import Inquiry, prices
from models.alternatives import Alternative
from models.overlay import Change
from planner.report.board import Board
from planner.report.names import Names, res

GO = "go to what if"  # app.py turns the page


@calmly
def render_options(board: Board, unit: str) -> None:
    """What a unit could do this turn; the list grows while prices are found."""
    now = session.view()
    if now.plan is None or now.plan.advice.plan is None or unit not in now.plan.scenario.unit_names:
        return
    _render(board, unit, prices(now.plan, unit))


def _render(board: Board, unit: str, inquiry: Inquiry) -> None:
    names, totals = board.names, board.advice.totals
    rows = [(deed(found.order, names), *_priced(found, totals), found.order.rule) for found in _sorted(inquiry.found)]
    size = names.size(unit)
    about = ", ".join(part for part in (names.counter(unit), res(size) if size else "") if part)
    show(
        "options.html", name=names.unit(unit), about=about, rows=rows, waiting=inquiry.ticket is not None,
        place=inquiry.ticket.place if inquiry.ticket else 0, turn=board.turns[0],
    )  # fmt: skip
    if inquiry.ticket is None and not inquiry.found:
        note("The rules offer this unit nothing to do in these turns.")
    _render_choice(board, unit, inquiry)


def _sorted(found: tuple[Alternative, ...]) -> list[Alternative]:
    """What is planned, then what is legal, then what is not."""
    return sorted(found, key=lambda one: (not one.planned, bool(one.forbidden)))


def _priced(found: Alternative, totals: dict[str, Fraction]) -> tuple[str, str]:
    """How an option stands, and at what price: 'legal', 'costs ½ victory point'."""
    if found.forbidden:
        return "✗ illegal", found.forbidden
    if found.planned:
        return "✓ planned", "what the plan has it do"
    if found.totals is None:
        return "legal", "not priced in time"
    return "legal", price(totals, found.totals) if found.proven else f"at most it {price(totals, found.totals)}"


def _render_choice(board: Board, unit: str, inquiry: Inquiry) -> None:
    """Try one of the options: it becomes a change, and both plans stand side by side under What if."""
    places = {
        board.names.place_of(found.order.to): None
        for found in inquiry.found
        if not found.forbidden and not found.planned and board.names.place_of(found.order.to) in _places(board)
    }
    if not places:
        return
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    place = left.selectbox(
        "Have it stand in", tuple(places), format_func=board.names.place, key=f"option of {unit} {tuple(places)}"
    )
    right.button(
        "Compare the plans", width="stretch", key="compare option", help="Solves with it, under What if", on_click=pin,
        args=(unit, str(place), board.names),
    )  # fmt: skip
    if st.session_state.get(GO):
        st.rerun()


def _places(board: Board) -> frozenset[str]:
    return frozenset(board.scenario.place_names)


def pin(unit: str, place: str, names: Names) -> None:
    """Have a unit stand somewhere, solve, and go where both plans are shown."""
    new = Change(kind="pin", of=(unit,), value=place)
    gone = [old for old in session.view().overlay.changes if old.kind in ("pin", "hold") and old.of[0] == unit]
    gone += [old for old in session.view().overlay.of("forbid") if old.of == (unit, place)]
    session.change([new], f"{names.unit(unit)} in {names.place(place)}", gone)
    asking.ask("trial")
    st.session_state[GO] = True
