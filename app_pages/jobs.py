"""All the solving that this server does: a job whose tab is gone is stopped, and none outlives the server."""

from __future__ import annotations

import atexit
import threading
import time

import streamlit as st

from models.position import Position
from planner import worker

PATIENCE = 120.0  # seconds; a tab in the background asks about once a minute
ROUND = 10.0


class Desk:
    """Keeps an eye on every job, and on when somebody last asked about it."""

    def __init__(self) -> None:
        self._asked: dict[worker.Job, float] = {}
        self._lock = threading.Lock()
        atexit.register(self.drop_all)
        threading.Thread(target=self._rounds, daemon=True, name="garrison-desk").start()

    def start(self, scenario: Position, settings: worker.Settings) -> worker.Job:
        """Start solving in a child process."""
        job = worker.Job.start(scenario, settings)
        self.asked_about(job)
        return job

    def asked_about(self, job: worker.Job) -> None:
        """Note that somebody still waits for a job."""
        with self._lock:
            self._asked[job] = time.monotonic()

    def drop(self, job: worker.Job) -> None:
        """Forget a job, and end it if it still runs: nobody wants its answer."""
        with self._lock:
            self._asked.pop(job, None)
        if job.running:
            job.kill()

    def drop_all(self) -> None:
        """End every job."""
        for job in tuple(self._asked):
            self.drop(job)

    def tidy(self, now: float) -> None:
        """End the jobs that nobody has asked about for long."""
        for job, asked in tuple(self._asked.items()):
            if now - asked > PATIENCE:
                self.drop(job)

    def _rounds(self) -> None:
        while True:
            time.sleep(ROUND)
            self.tidy(time.monotonic())


@st.cache_resource(show_spinner=False)
def desk() -> Desk:
    """The one desk of this server."""
    return Desk()
