"""Runs a solve in a child process that can be watched, stopped and killed, and that dies with its parent."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable

from pydantic import ValidationError

from models.advice import Advice
from models.alternatives import Alternative
from models.plan import OutOfTime
from models.position import Position
from models.settings import Progress, Settings

GRACE = 20.0  # seconds after its time limit in which the child must have come back
STOP_GRACE = 3.0  # the same after Stop
_DEATHS = {
    -6: "the solver gave up, most likely for want of memory",
    134: "the solver gave up, most likely for want of memory",
    -9: "the solver was killed, most likely for want of memory",
    137: "the solver was killed, most likely for want of memory",
    -11: "the solver crashed",
    139: "the solver crashed",
}

__all__ = ["Job", "Progress", "Settings"]


def _child() -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "planner.child"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
    )  # fmt: skip


class Spare:
    """A child that has read everything in and waits for a request, so that the next solve begins at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: subprocess.Popen[str] | None = None

    def keep_ready(self) -> None:
        """See to it that a child waits."""
        with self._lock:
            if self._waiting is None or self._waiting.poll() is not None:
                self._waiting = _child()

    def dismiss(self) -> None:
        """Let no child wait: nobody is there who might ask."""
        if child := self.taken():
            child.kill()
            child.wait()

    def taken(self) -> subprocess.Popen[str] | None:
        """The child that waits, if there is one; it waits no longer."""
        with self._lock:
            child, self._waiting = self._waiting, None
        return child if child is not None and child.poll() is None else None


_SPARE = Spare()
keep_ready, dismiss = _SPARE.keep_ready, _SPARE.dismiss


class Job:
    """One solve under way."""

    def __init__(self, scenario: Position, settings: Settings, child: subprocess.Popen[str]) -> None:
        self.scenario = scenario
        self.settings = settings
        self._child = child
        self._began = time.monotonic()
        self._stop_asked: float | None = None
        self._progress: Progress | None = None
        self._advice: Advice | None = None
        self._alternatives: tuple[Alternative, ...] = ()
        self._last_words: deque[str] = deque(maxlen=20)
        self._readers = [
            threading.Thread(target=self._listen, daemon=True),
            threading.Thread(target=self._overhear, daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    @classmethod
    def start(cls, scenario: Position, settings: Settings) -> Job:
        """Start planning and return at once."""
        job = cls(scenario, settings, _SPARE.taken() or _child())
        request = json.dumps({"scenario": scenario.model_dump_json(), "settings": settings.model_dump_json()})
        job._say(request)
        return job

    @property
    def pid(self) -> int:
        """The child's process id."""
        return self._child.pid

    @property
    def running(self) -> bool:
        """Whether the advice is still to come; a child that overstays its time is killed here."""
        if self._child.poll() is not None:
            self._readers[0].join()  # what it said last may still be under way
            self._readers[1].join(timeout=1)
            return False
        elapsed = time.monotonic() - self._began
        overdue = elapsed > self.settings.time_limit + GRACE
        stubborn = self._stop_asked is not None and time.monotonic() - self._stop_asked > STOP_GRACE
        if overdue or stubborn:
            self.kill()
        return self._child.poll() is None

    def progress(self) -> Progress | None:
        """How far it has come."""
        return self._progress

    def alternatives(self) -> tuple[Alternative, ...]:
        """What else the unit in question could do, as far as it is known."""
        return self._alternatives

    def stop(self) -> None:
        """Ask for the best plan so far."""
        if self._stop_asked is None:
            self._stop_asked = time.monotonic()
            self._say("stop")

    def kill(self) -> None:
        """End the child at once; what it had not said is lost."""
        self._child.kill()
        self._child.wait()

    def advice(self) -> Advice:
        """The advice, once the job is no longer running."""
        if self._advice is None:
            from planner.advise import advice_of  # the other way round it uses Job

            outcome = OutOfTime(reason=self._reason())
            seconds = time.monotonic() - self._began
            self._advice = advice_of(self.scenario, self.settings, outcome, seconds, "the solver did not come back")
        return self._advice

    def wait(self, watch: Callable[[Progress], None] | None = None) -> Advice:
        """Wait for the advice, passing on how far it has come."""
        seen = None
        try:
            while self.running:
                if watch and self._progress is not None and self._progress is not seen:
                    seen = self._progress
                    watch(seen)
                time.sleep(0.02)
        except BaseException:
            self.kill()
            raise
        return self.advice()

    def _reason(self) -> str:
        code = self._child.returncode
        if self._stop_asked is not None:
            return "stopped before a plan could be handed over"
        if time.monotonic() - self._began > self.settings.time_limit + GRACE:
            return "the solver did not end within its time and was stopped"
        said = next((line for line in reversed(self._last_words) if line.strip()), "")
        return _DEATHS.get(code, f"the solver ended unexpectedly (exit code {code}{': ' + said if said else ''})")

    def _say(self, line: str) -> None:
        try:
            if self._child.stdin:
                self._child.stdin.write(line + "\n")
                self._child.stdin.flush()
        except (BrokenPipeError, OSError, ValueError):
            pass  # it is gone already; `running` will tell

    def _listen(self) -> None:
        for line in self._child.stdout or ():
            kind, _, body = line.partition(" ")
            try:
                if kind == "progress":
                    self._progress = Progress.model_validate_json(body)
                elif kind == "alternative":
                    self._alternatives += (Alternative.model_validate_json(body),)
                elif kind == "advice":
                    self._advice = Advice.model_validate_json(body)
            except ValidationError as trouble:
                self._last_words.append(f"its {kind} could not be read: {trouble.errors()[0]['msg']}")

    def _overhear(self) -> None:
        for line in self._child.stderr or ():
            self._last_words.append(line.rstrip())
