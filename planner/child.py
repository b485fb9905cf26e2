"""The child process: reads one request, reports progress, hands over advice. Ends when its parent does."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from contextlib import suppress

from models.plan import OutOfTime, Solved
from models.position import Position
from models.settings import Progress, Settings
from planner.advise import advice_of
from planner.explain.alternatives import alternatives
from planner.load.rulesets import scenario_from_json
from planner.solving import Solving

REPORT_EVERY = 0.1  # seconds


def main() -> None:
    """Serve one request from standard input; all that it takes is read in before the request comes."""
    line = sys.stdin.readline()
    if not line:
        return  # nobody asks any more
    request = json.loads(line)
    scenario = scenario_from_json(request["scenario"])
    settings = Settings.model_validate_json(request["settings"])
    _limit_memory(settings.memory)
    if settings.options_of or settings.instead:
        _tell_alternatives(scenario, settings)
        os._exit(0)
    began = time.monotonic()
    solving = Solving(scenario, settings, _Reporter())
    asked: list[str] = []
    threading.Thread(target=_obey, args=(solving, asked), daemon=True).start()
    try:
        outcome = solving.run()
    except MemoryError:
        outcome = OutOfTime(reason="there is not enough memory for this scenario")
    seconds = time.monotonic() - began
    stopped = asked[0] if asked else ""
    if not stopped and isinstance(outcome, Solved) and not outcome.proven:
        stopped = "time limit"
    advice = advice_of(scenario.looking_ahead(settings.turns), settings, outcome, seconds, stopped)
    _tell("advice", advice.model_dump_json(by_alias=True))
    sys.stdout.flush()
    os._exit(0)  # the solver's threads need no farewell


def _tell_alternatives(scenario: Position, settings: Settings) -> None:
    """Each step that a unit could take, as soon as its price is known; whoever stops listening ends it."""
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    for found in alternatives(scenario, settings):
        _tell("alternative", found.model_dump_json(by_alias=True))


class _Reporter:
    """Tells progress, but not more often than anybody can read."""

    def __init__(self) -> None:
        self._told = 0.0
        self._tier = ""

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if now - self._told >= REPORT_EVERY or progress.tier != self._tier:
            self._told, self._tier = now, progress.tier
            _tell("progress", progress.model_dump_json())


_VOICE = threading.Lock()


def _tell(kind: str, body: str) -> None:
    with _VOICE, suppress(BrokenPipeError):
        sys.stdout.write(f"{kind} {body}\n")
        sys.stdout.flush()


def _obey(solving: Solving, asked: list[str]) -> None:
    """Stop when told to; end at once when the parent is gone."""
    for line in sys.stdin:
        if line.strip() == "stop":
            asked.append("stopped by the player")
            solving.stop()
    os._exit(1)


def _leave_with_parent() -> None:
    """What is already told is all that a price list needs: stopping and a lost parent are the same."""
    sys.stdin.readline()
    os._exit(1)


def _limit_memory(megabytes: int) -> None:
    with suppress(ImportError, ValueError, OSError):  # not on every system
        import resource

        most = megabytes * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


if __name__ == "__main__":
    main()
