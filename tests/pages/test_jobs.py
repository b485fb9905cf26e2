"""No job outlives the tab that asked for it."""

from __future__ import annotations

import time

import page_samples
from page_samples import FakeJob

from app_pages.jobs import PATIENCE, Desk
from planner.worker import Settings


def started(desk_of_tests) -> tuple[Desk, FakeJob]:
    job = FakeJob(page_samples.advice(), runs=True)
    desk_of_tests.answer = lambda *_: job
    found = Desk()
    found.start(page_samples.scenario(), Settings())
    return found, job


def test_a_job_that_nobody_asks_about_is_ended(desk) -> None:
    found, job = started(desk)
    found.tidy(time.monotonic() + PATIENCE + 1)
    assert not job.running


def test_a_job_that_somebody_waits_for_goes_on(desk) -> None:
    found, job = started(desk)
    found.tidy(time.monotonic() + PATIENCE - 10)
    assert job.running


def test_every_job_ends_with_the_server(desk) -> None:
    found, job = started(desk)
    found.drop_all()
    assert not job.running
