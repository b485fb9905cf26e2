"""Several browsers at one server: a queue, and nothing left running when they or the server are gone."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
HARD = "hard"


def children(pid: int) -> list[int]:
    """The processes that a process has started, and those that they have, by what the system says of their parents."""
    told = subprocess.run(["ps", "-eo", "pid=,ppid=,stat="], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in told.splitlines()]
    found, frontier = [], [pid]
    while frontier:
        parent = frontier.pop()
        some = [int(row[0]) for row in rows if int(row[1]) == parent and not row[2].startswith("Z")]
        found += some
        frontier += some
    return found


def comes_true(what: Callable[[], bool], seconds: float = 90.0) -> bool:
    """Whether something comes true while one waits."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if what():
            return True
        time.sleep(0.3)
    return False


def stop(page: Page):
    return page.get_by_test_id("stMain").get_by_role("button", name="Stop")


def copied(scenarios: Path, name: str) -> str:
    """The hard scenario under another name: the same file would be one question of two browsers."""
    (scenarios / f"{name}.yaml").write_text((scenarios / f"{HARD}.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    return name


def test_two_browsers_queue_and_the_first_one_s_stop_lets_the_second_begin(opened, scenarios) -> None:
    first = opened(where=f"?scenario={copied(scenarios, 'hard_first')}")
    expect(stop(first)).to_be_visible()
    second = opened(where=f"?scenario={copied(scenarios, 'hard_too')}")
    expect(second.get_by_text(re.compile("number 1 in the queue"))).to_be_visible()
    stop(first).click()
    expect(stop(first)).to_have_count(0)
    expect(second.get_by_text(re.compile("in the queue"))).to_have_count(0)
    stop(second).click()
    expect(stop(second)).to_have_count(0)


def test_two_browsers_with_the_same_question_wait_for_one_answer(opened, scenarios) -> None:
    where = f"?scenario={copied(scenarios, 'hard_both')}"
    first, second = opened(where=where), opened(where=where)
    expect(stop(first)).to_be_visible()
    expect(stop(second)).to_be_visible()
    assert second.get_by_text(re.compile("in the queue")).count() == 0
    stop(first).click()
    expect(stop(second)).to_have_count(0)


def test_a_closed_tab_leaves_nothing_running(opened, scenarios, server) -> None:
    page = opened(where=f"?scenario={copied(scenarios, 'hard_closed')}")
    expect(stop(page)).to_be_visible()
    assert comes_true(lambda: bool(children(server.pid)))
    page.context.close()
    assert comes_true(lambda: not children(server.pid)), children(server.pid)


def test_a_server_that_is_killed_leaves_nothing_running(own_server, browser, scenarios) -> None:
    """Not even when it has no time to say farewell."""
    server, address = own_server()
    page = browser.new_context().new_page()
    page.goto(f"{address}/?scenario={copied(scenarios, 'hard_killed')}", timeout=90_000)
    expect(stop(page)).to_be_visible()
    assert comes_true(lambda: bool(children(server.pid)))
    solving = children(server.pid)
    server.send_signal(signal.SIGKILL)
    server.wait()
    assert comes_true(lambda: not any(Path(f"/proc/{pid}").exists() for pid in solving))
    page.context.close()
