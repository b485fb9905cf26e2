"""So many jobs at once, the others in a queue; and no job outlives the tabs that asked for it."""

from __future__ import annotations

import time

import page_samples
from page_samples import FakeJob

from app_pages.jobs import PATIENCE, Desk, Ticket
from planner.worker import Settings


def asked(desk: Desk, key: str, tab: str = "tab") -> Ticket:
    """A question that takes until it is stopped."""
    return desk.ask(key, tab, page_samples.scenario(), Settings())


def endless(desk_of_tests) -> None:
    desk_of_tests.answer = lambda *_: FakeJob(page_samples.advice(), runs=True)


def test_a_job_that_nobody_asks_about_is_ended(desk) -> None:
    endless(desk)
    found = Desk()
    ticket = asked(found, "a")
    found.tidy(time.monotonic() + PATIENCE + 1)
    assert not ticket.running


def test_a_job_that_somebody_waits_for_goes_on(desk) -> None:
    endless(desk)
    found = Desk()
    ticket = asked(found, "a")
    found.tidy(time.monotonic() + PATIENCE - 10)
    assert ticket.running


def test_every_job_ends_with_the_server(desk) -> None:
    endless(desk)
    found = Desk()
    ticket = asked(found, "a")
    found.drop_all()
    assert not ticket.running


def test_who_comes_when_all_are_busy_has_a_place_in_the_queue(desk) -> None:
    endless(desk)
    found = Desk(at_once=1)
    first, second, third = (asked(found, key) for key in "abc")
    assert (first.place, second.place, third.place) == (0, 1, 2)
    assert len(desk.asked) == 1


def test_the_queue_moves_on_when_a_job_ends(desk) -> None:
    endless(desk)
    found = Desk(at_once=1)
    first, second, third = (asked(found, key) for key in "abc")
    first.stop()
    found.asked_about(third, "tab")
    assert (second.place, third.place) == (0, 1)
    assert second.job is not None


def test_two_jobs_run_at_once_where_there_is_room_for_two(desk) -> None:
    endless(desk)
    found = Desk(at_once=2)
    assert [asked(found, key).place for key in "abc"] == [0, 0, 1]


def test_tabs_that_ask_the_same_share_one_job(desk) -> None:
    endless(desk)
    found = Desk(at_once=1)
    assert asked(found, "a", "one") is asked(found, "a", "two")
    assert len(desk.asked) == 1


def test_a_shared_job_goes_on_until_the_last_tab_has_left(desk) -> None:
    endless(desk)
    found = Desk(at_once=1)
    ticket = asked(found, "a", "one")
    asked(found, "a", "two")
    found.leave(ticket, "one")
    assert ticket.running
    found.leave(ticket, "two")
    assert not ticket.running


def test_who_leaves_the_queue_makes_room(desk) -> None:
    endless(desk)
    found = Desk(at_once=1)
    _, second, third = (asked(found, key) for key in "abc")
    found.leave(second, "tab")
    assert third.place == 1


def test_what_is_stopped_in_the_queue_is_never_begun(desk) -> None:
    endless(desk)
    found = Desk(at_once=1)
    first, second = (asked(found, key) for key in "ab")
    second.stop()
    first.stop()
    found.tidy(time.monotonic())
    assert second.advice() is None
    assert len(desk.asked) == 1
