"""Asking for prices: what the best plan loses if one of its orders were another. The page goes on meanwhile."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace

import streamlit as st

from app_pages import session
from app_pages.jobs import Ticket, desk
from models.alternatives import Alternative
from models.plan import Order
from planner import worker
from planner.advise import after

KEY = "prices asked for"
LONGEST = 60.0  # seconds for all of them


@dataclass(frozen=True)
class Inquiry:
    """Prices of orders beside one plan: what has been found, and the ticket while more is to come."""

    about: Hashable
    ticket: Ticket | None
    found: tuple[Alternative, ...] = ()

    @property
    def news(self) -> tuple[bool, int]:
        """What the page would show otherwise if it changed."""
        return self.ticket is None, len(self.found)


def _all() -> dict[str, Inquiry]:
    """What this tab has asked for: at most one of each sort."""
    found: dict[str, Inquiry] = st.session_state.get(KEY, {})
    return found


def prices(plan: session.Answer, unit: str = "", instead: tuple[Order, ...] = ()) -> Inquiry:
    """The prices of all that a unit could do, or of some orders; asked for if they were not before."""
    sort, about = "unit" if unit else "orders", (plan.kept, unit, instead)
    inquiry = _all().get(sort)
    if inquiry is not None and inquiry.about == about:
        return inquiry
    _leave(inquiry)
    wishes = plan.kept.overlay.wishes
    settings = worker.Settings(time_limit=LONGEST, wishes=wishes, options_of=unit, instead=instead)
    ticket = desk().ask(about, session.tab(), plan.scenario, after(plan.advice, plan.scenario, settings))
    inquiry = Inquiry(about, ticket)
    st.session_state[KEY] = _all() | {sort: inquiry}
    st.rerun()  # the whole page, so that its top begins to listen
    return inquiry


def _leave(inquiry: Inquiry | None) -> None:
    if inquiry is not None and inquiry.ticket:
        desk().leave(inquiry.ticket, session.tab())


def give_up() -> None:
    """Wait for prices no longer: something more important is asked for."""
    for inquiry in _all().values():
        _leave(inquiry)
    st.session_state[KEY] = {sort: inquiry for sort, inquiry in _all().items() if inquiry.ticket is None}


def waiting() -> bool:
    """Whether prices are still to come."""
    return any(inquiry.ticket for inquiry in _all().values())


@st.fragment(run_every=0.5)
def listen_for_prices() -> None:
    """Listen for prices twice a second; the page is drawn again when there is news.

    It stands at the top of the page, where the search is reported too: a part of the page that is drawn by itself must
    not be deep inside one that may be gone by then.
    """
    before = _all()
    heard = {sort: _heard(inquiry) for sort, inquiry in before.items()}
    st.session_state[KEY] = heard
    if any(
        (new.ticket, len(new.found)) != (before[sort].ticket, len(before[sort].found)) for sort, new in heard.items()
    ):
        st.rerun()


def _heard(inquiry: Inquiry) -> Inquiry:
    """The inquiry with all that has been found by now."""
    ticket = inquiry.ticket
    if ticket is None:
        return inquiry
    desk().asked_about(ticket, session.tab())
    running = ticket.running
    if not running:
        desk().leave(ticket, session.tab())
    return replace(inquiry, ticket=ticket if running else None, found=ticket.alternatives())
