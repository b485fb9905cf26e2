"""A process in which HiGHS runs, and talking to it.

(The libraries of HiGHS and of ortools cannot live in one process, and a process can be killed.) Its solutions are held
against every row in whole numbers before anybody believes them.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from queue import Empty, Queue
from typing import Any

from planner.compile.matrix import Matrix
from planner.compile.program import Program
from planner.compile.tasks import Solution, Task

SOON = 0.3  # seconds in which it must stop when told so; a new one is soon started
GRACE = 5.0  # seconds in which it must obey its own time limit


class HighsProcess:
    """Started when first needed, and kept for later tiers."""

    def __init__(self) -> None:
        self._child: subprocess.Popen[str] | None = None
        self._heard: Queue[dict[str, Any]] = Queue()
        self._program: Program | None = None
        self._stopped = False
        self._patience = SOON
        self.matrix: Matrix | None = None

    def stop(self, patience: float = SOON) -> None:
        """End the search; the best so far is kept. If it does not obey in so many seconds, it is killed."""
        self._stopped, self._patience = True, patience
        self.say({"do": "cancel"})

    def offer(self, solution: list[int]) -> None:
        """Tell it what another solver has found."""
        self.say({"do": "offer", "solution": solution})

    def close(self) -> None:
        """End the process."""
        if self._child is not None:
            self._child.kill()
            self._child.wait()
            for pipe in (self._child.stdin, self._child.stdout):
                with suppress(OSError):  # what was not yet said goes nowhere
                    if pipe:
                        pipe.close()
            self._child = None

    def ready(self, program: Program) -> Matrix:
        """Have it running and knowing the program."""
        if self._child is None or self._child.poll() is not None:
            self._child = subprocess.Popen(
                [sys.executable, "-m", "planner.compile.highs_child"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            )  # fmt: skip
            self._heard = Queue()
            threading.Thread(target=_listen, args=(self._child, self._heard), daemon=True).start()
            self._program = None
        if self._program is not program or self.matrix is None:
            self.matrix = Matrix.of(program)
            tiers = [list(objective.terms) for objective in program.objectives if objective.terms]
            self.say({"do": "model", "tiers": tiers, **self.matrix.message()})
            self._program = program
        self._stopped = False
        return self.matrix

    def say(self, message: dict[str, Any]) -> None:
        """Send it a message; if it is gone, whoever waits for it will notice."""
        if self._child is not None and self._child.stdin is not None:
            with suppress(OSError, ValueError):
                self._child.stdin.write(json.dumps(message) + "\n")
                self._child.stdin.flush()

    def messages(self, seconds: float) -> Iterator[dict[str, Any]]:
        """What it says until it is done; ends without a last word if it is late, does not obey or is gone."""
        deadline = time.monotonic() + seconds + GRACE
        while True:
            if self._stopped:
                deadline = min(deadline, time.monotonic() + self._patience)
            try:
                said = self._heard.get(timeout=0.05)
            except Empty:
                if time.monotonic() > deadline or self._child is None or self._child.poll() is not None:
                    self.close()
                    return
                continue
            yield said
            if said["kind"] == "done":
                return


def holds(task: Task, solution: Solution, matrix: Matrix | None = None) -> bool:
    """Whether a solution keeps every bound, row and cap, in whole numbers."""
    admitted = matrix.admits(solution) if matrix is not None else task.program.admits(solution)
    return admitted and all(task.program.value(objective.terms, solution) <= most for objective, most in task.caps)


def _listen(child: subprocess.Popen[str], heard: Queue[dict[str, Any]]) -> None:
    for line in child.stdout or ():
        heard.put(json.loads(line))
