"""A unit's options: every step that the rules offer it this turn, legal at a price or forbidden by a rule."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from app_pages import asking, session
from app_pages.comparison import deed, price
from app_pages.jobs import Ticket, desk
from app_pages.mishaps import calmly
from app_pages.paper import note, show
from models.alternatives import Alternative
from models.overlay import Change
from planner import worker
from planner.advise import after
from planner.report.board import Board
from planner.report.names import Names, res

KEY = "options of a unit"
GO = "go to what if"  # app.py turns the page
LONGEST = 60.0  # seconds for all options of one unit


@dataclass(frozen=True)
class Inquiry:
    """The options of one unit under one plan: what has been found, and the ticket while more is to come."""

    unit: str
    plan: session.Kept
    ticket: Ticket | None
    found: tuple[Alternative, ...] = ()


@calmly
def render_options(board: Board, unit: str) -> None:
    """What a unit could do this turn; the list grows while prices are found."""
    now = session.view()
    if now.plan is None or now.plan.advice.plan is None or unit not in now.plan.scenario.unit_names:
        return
    inquiry: Inquiry | None = st.session_state.get(KEY)
    if inquiry is None or (inquiry.unit, inquiry.plan) != (unit, now.plan.kept):
        inquiry = _inquire(now.plan, unit, inquiry)
        st.rerun()  # the whole page, so that its top begins to listen
    _render(board, inquiry)


def waiting() -> bool:
    """Whether prices are still to come."""
    inquiry: Inquiry | None = st.session_state.get(KEY)
    return inquiry is not None and inquiry.ticket is not None


@st.fragment(run_every=0.5)
def listen_for_prices() -> None:
    """Listen for prices twice a second; the page is drawn again when there is news.

    It stands at the top of the page, where the search is reported too: a part of the page that is drawn by itself must
    not be deep inside one that may be gone by then.
    """
    inquiry: Inquiry | None = st.session_state.get(KEY)
    if inquiry is None or inquiry.ticket is None:
        return
    heard = _listen(inquiry)
    if heard.ticket is None or len(heard.found) > len(inquiry.found):
        st.rerun()


def _inquire(plan: session.Answer, unit: str, earlier: Inquiry | None) -> Inquiry:
    """Ask what a unit could do; nobody waits any longer for what was asked before."""
    if earlier and earlier.ticket:
        desk().leave(earlier.ticket, session.tab())
    settings = worker.Settings(time_limit=LONGEST, wishes=plan.kept.overlay.wishes, options_of=unit)
    settings = after(plan.advice, plan.scenario, settings)
    ticket = desk().ask(("options", plan.kept, unit), session.tab(), plan.scenario, settings)
    inquiry = Inquiry(unit, plan.kept, ticket)
    st.session_state[KEY] = inquiry
    return inquiry


def _listen(inquiry: Inquiry) -> Inquiry:
    ticket = inquiry.ticket
    if ticket is None:
        return inquiry
    desk().asked_about(ticket, session.tab())
    running = ticket.running
    heard = Inquiry(inquiry.unit, inquiry.plan, ticket if running else None, ticket.alternatives())
    if not running:
        desk().leave(ticket, session.tab())
    st.session_state[KEY] = heard
    return heard


def _render(board: Board, inquiry: Inquiry) -> None:
    unit = inquiry.unit
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


def _priced(found: Alternative, totals: dict[str, session.Fraction]) -> tuple[str, str]:
    """How an option stands, and at what price: 'legal', 'costs ½ victory point'."""
    if found.forbidden:
        return "✗ illegal", found.forbidden
    if found.planned:
        return "✓ planned", "what the plan has it do"
    if found.totals is None:
        return "legal", "not priced in time"
    words = price(totals, found.totals)
    return "legal", words if found.proven else f"{words}, at most"


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
