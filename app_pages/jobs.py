"""All the solving that this server does: so many jobs at once, the others in a queue; none outlives its askers."""

from __future__ import annotations

import atexit
import os
import threading
import time
from collections.abc import Hashable
from functools import cache

from streamlit import runtime

from models.advice import Advice
from models.alternatives import Alternative
from models.position import Position
from planner import worker

PATIENCE = 120.0  # seconds; a tab in the background asks about once a minute
ROUND = 2.0
SERVER = "the server itself"  # asks ahead of the first tab
AT_ONCE = max(1, (os.cpu_count() or 2) // 2)  # each job keeps two cores busy


class Ticket:
    """A question to the planner: in the queue, being solved, or answered. Several tabs may wait for the same one."""

    def __init__(self, scenario: Position, settings: worker.Settings) -> None:
        self.scenario = scenario
        self.settings = settings
        self.job: worker.Job | None = None
        self.place = 0  # in the queue; 0 = no longer in it
        self.asked: dict[str, float] = {}  # tab -> when it last asked
        self._stopped = False

    @property
    def running(self) -> bool:
        """Whether the answer is still to come."""
        return self.job.running if self.job else not self._stopped

    def progress(self) -> worker.Progress | None:
        """How far it has come."""
        return self.job.progress() if self.job else None

    def stop(self) -> None:
        """Ask for the best plan so far; what has not begun is just not done."""
        if self.job:
            self.job.stop()
        self._stopped = True

    @property
    def proven(self) -> bool:
        """Whether it is answered, and no other answer could come."""
        if self.running or self.job is None or self.settings.options_of or self.settings.instead:
            return False
        return self.job.advice().status == "optimal"

    def alternatives(self) -> tuple[Alternative, ...]:
        """What else a unit could do, as far as it is known."""
        return self.job.alternatives() if self.job else ()

    def advice(self) -> Advice | None:
        """The answer; None if it was never begun."""
        return self.job.advice() if self.job else None


class Desk:
    """Keeps every ticket in order, and an eye on who still waits for it."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self.at_once = at_once
        self._tickets: dict[Hashable, Ticket] = {}  # in the order in which they came
        self._tabs: set[str] = set()  # that are open, as far as we know
        self._lock = threading.RLock()
        atexit.register(self.drop_all)
        threading.Thread(target=self._rounds, daemon=True, name="garrison-desk").start()

    def ask(self, key: Hashable, tab: str, scenario: Position, settings: worker.Settings) -> Ticket:
        """Join those who wait for the same answer, or queue up for it."""
        with self._lock:
            ticket = self._tickets.get(key)
            if ticket is None or not (ticket.running or ticket.proven):
                ticket = self._tickets[key] = Ticket(scenario, settings)
            ticket.asked[tab] = time.monotonic()
            self._advance()
            return ticket

    def welcome(self, tab: str) -> None:
        """Note that a tab is open: it may ask at any time."""
        with self._lock:
            self._tabs.add(tab)

    def asked_about(self, ticket: Ticket, tab: str) -> None:
        """Note that a tab still waits for a ticket, and let the queue move on."""
        with self._lock:
            ticket.asked[tab] = time.monotonic()
            self._advance()

    def leave(self, ticket: Ticket, tab: str) -> None:
        """A tab no longer waits; if nobody does, the job is ended."""
        with self._lock:
            ticket.asked.pop(tab, None)
            if not ticket.asked:
                self._drop(ticket)
            self._advance()

    def drop_all(self) -> None:
        """End every job, and whoever waits for the next."""
        worker.dismiss()
        with self._lock:
            for ticket in tuple(self._tickets.values()):
                self._drop(ticket)

    def tidy(self, now: float) -> None:
        """Forget the tabs that are gone, end what nobody waits for, let the queue move on."""
        with self._lock:
            for ticket in tuple(self._tickets.values()):
                for tab, asked in tuple(ticket.asked.items()):
                    if now - asked > PATIENCE or (now - asked > ROUND and _gone(tab)):
                        ticket.asked.pop(tab)
                if not ticket.asked:
                    self._drop(ticket)
            self._advance()
            self._tabs = {tab for tab in self._tabs if not _gone(tab)}
            busy = any(ticket.running for ticket in self._tickets.values())
        if not self._tabs:
            worker.dismiss()
        elif (
            runtime.exists() and not busy
        ):  # reading everything in takes a second of the time that a search would like to have
            worker.keep_ready()

    def _drop(self, ticket: Ticket) -> None:
        for key, known in tuple(self._tickets.items()):
            if known is ticket:
                del self._tickets[key]
        if ticket.job and ticket.job.running:
            ticket.job.kill()

    def _advance(self) -> None:
        """Start what there is room for, first come, first served."""
        waiting = [ticket for ticket in self._tickets.values() if ticket.job is None and ticket.running]
        busy = sum(1 for ticket in self._tickets.values() if ticket.job and ticket.job.running)
        for ticket in waiting[: max(self.at_once - busy, 0)]:
            ticket.job = worker.Job.start(ticket.scenario, ticket.settings)
            ticket.place = 0
        for place, ticket in enumerate(waiting[max(self.at_once - busy, 0) :], start=1):
            ticket.place = place

    def _rounds(self) -> None:
        while True:
            time.sleep(ROUND)
            self.tidy(time.monotonic())


def _gone(tab: str) -> bool:
    """Whether a tab has been closed or reloaded, as far as the server knows."""
    return tab != SERVER and runtime.exists() and not runtime.get_instance().is_active_session(tab)


@cache
def desk() -> Desk:
    """The one desk of this server."""
    return Desk()
