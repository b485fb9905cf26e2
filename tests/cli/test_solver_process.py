"""The solver's process: whatever becomes of it, the player gets a sentence, and nothing is left running."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from command import COAST, SCENARIOS

import planner.worker
from models.position import Position
from models.settings import Settings
from planner.load import load_scenario, load_scenario_text
from planner.worker import Job

PATIENCE = 60.0  # seconds in which something that must happen has to have happened


def coast() -> Position:
    return load_scenario_text(COAST)


def theatre() -> Position:
    """A position that takes the solver a while."""
    return load_scenario(SCENARIOS / "mediterranean_44.yaml")


def until(happened: Callable[[], bool]) -> bool:
    """Wait for something; whether it came."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def alive(pid: int) -> bool:
    """Whether a process runs (one that has ended and waits to be noticed does not)."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def children(pid: int) -> set[int]:
    """The processes that a process has started, and theirs."""
    found: set[int] = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(fields[1]) == pid:
            child = int(stat.parent.name)
            found |= {child} | children(child)
    return found


def test_advice_comes_back_from_the_process() -> None:
    advice = Job.start(coast(), Settings()).wait()
    assert (advice.status, advice.proof, str(advice.totals["vp"])) == ("optimal", "once", "2")


@pytest.mark.parametrize(
    ("with_signal", "told"),
    [
        (signal.SIGKILL, "the solver was killed, most likely for want of memory"),
        (signal.SIGABRT, "the solver gave up, most likely for want of memory"),
        (signal.SIGSEGV, "the solver crashed"),
    ],
)
def test_a_solver_that_dies_leaves_a_sentence_and_no_claim(with_signal: signal.Signals, told: str) -> None:
    job = Job.start(theatre(), Settings(turns=4))
    os.kill(job.pid, with_signal)
    advice = job.wait()
    assert (advice.status, advice.proof, advice.exit_code) == ("unknown", "none", 4)
    assert told in advice.message
    assert advice.now["vp"] >= 0  # what it costs to do nothing is known all the same


def test_a_solver_killed_while_it_solves_is_noticed() -> None:
    job = Job.start(theatre(), Settings(turns=12, time_limit=120))
    assert until(lambda: job.progress() is not None or not job.running)
    os.kill(job.pid, signal.SIGKILL)
    advice = job.wait()
    assert advice.status in ("unknown", "optimal")  # it may just have handed its advice over
    assert not alive(job.pid)


def test_stop_brings_the_best_plan_so_far_or_none_and_never_a_false_claim() -> None:
    job = Job.start(theatre(), Settings(turns=12, time_limit=600))
    assert until(lambda: job.progress() is not None or not job.running)
    job.stop()
    advice = job.wait()
    assert not alive(job.pid)
    assert advice.status in ("feasible", "unknown", "optimal")
    assert advice.proof != "disputed"
    if advice.status == "feasible":
        assert "stopped by the player" in advice.message


def deaf_child() -> subprocess.Popen[str]:
    """A child that hears nothing and never comes back."""
    return subprocess.Popen(
        [sys.executable, "-c", "import time; time.sleep(600)"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def test_a_solver_that_does_not_obey_stop_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planner.worker, "STOP_GRACE", 0.1)
    job = Job(coast(), Settings(), deaf_child())
    assert job.running
    job.stop()
    advice = job.wait()
    assert advice.status == "unknown"
    assert "stopped" in advice.message
    assert not alive(job.pid)


def test_a_solver_that_overstays_its_time_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planner.worker, "GRACE", 0.1)
    job = Job(coast(), Settings(time_limit=0.1), deaf_child())
    advice = job.wait()
    assert advice.status == "unknown"
    assert "did not end within its time" in advice.message
    assert not alive(job.pid)


@pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_solver_that_talks_nonsense_is_no_advice() -> None:
    words = "print('advice {broken'); print('progress nothing'); print('hello')"
    child = subprocess.Popen(
        [sys.executable, "-c", words],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    advice = Job(coast(), Settings(), child).wait()
    assert (advice.status, advice.proof) == ("unknown", "none")


def test_too_little_memory_is_a_sentence() -> None:
    """Half a gigabyte may or may not do; if not, the player is told."""
    advice = Job.start(theatre(), Settings(memory=512, turns=2)).wait()
    assert advice.proof != "disputed"
    if advice.status == "unknown":
        assert "memory" in advice.message or "ended unexpectedly" in advice.message


PARENT = """
import sys, time
from pathlib import Path
from planner.load import load_scenario
from planner.worker import Job, Settings
job = Job.start(load_scenario(Path(sys.argv[1])), Settings(turns=12, time_limit=600))
while job.progress() is None and job.running:
    time.sleep(0.02)
print(job.pid, flush=True)
time.sleep(600)
"""


def test_no_solver_outlives_its_parent() -> None:
    """Not even where the parent is killed without a word, nor the solver's own helpers."""
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(SCENARIOS / "mediterranean_44.yaml")], stdout=subprocess.PIPE, text=True
    )
    try:
        assert parent.stdout is not None
        solver = int(parent.stdout.readline())
        family = {solver} | children(parent.pid)
    finally:
        parent.kill()
        parent.wait()
    assert until(lambda: not any(alive(pid) for pid in family))
