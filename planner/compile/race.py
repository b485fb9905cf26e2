"""CP-SAT and HiGHS on the same task, one on each core: whoever proves it first ends it, the best of both counts."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace

from planner.compile.cp_sat import CpSat
from planner.compile.highs import Highs
from planner.compile.tasks import Answer, Engine, Report, Task

HEAD_START = 0.3  # seconds that CP-SAT has to itself: most small positions need no second solver
LARGE = 3_000  # variables from which on HiGHS is the stronger one and CP-SAT must leave it a core


class Race:
    """Two solvers that know nothing of each other."""

    def __init__(self) -> None:
        self._highs = Highs()
        self._running: list[Engine] = []
        self._stopped = False

    def stop(self) -> None:
        """End both; the best so far is kept."""
        self._stopped = True
        for engine in self._running:
            engine.stop()

    def close(self) -> None:
        """End what outlives a solve."""
        self._highs.close()

    def solve(self, task: Task, report: Report) -> Answer:
        """Minimise the task's objective by both routes at once."""
        if self._stopped:
            return Answer("unknown")
        began = time.monotonic()
        answers: list[Answer] = []
        done = threading.Event()
        watch = _Watch(report, done.set)
        large = len(task.program.low) > LARGE
        engines: list[Engine] = [CpSat(workers=1 if large else 4), self._highs]
        self._running = engines

        def run(engine: Engine) -> None:
            left = task.seconds - (time.monotonic() - began)
            told = watch if engine is self._highs else watch.sure
            answer = engine.solve(replace(task, seconds=max(left, 0.05)), told)
            answers.append(answer)
            if answer.status in ("optimal", "infeasible") or len(answers) == len(threads):
                done.set()

        threads = [threading.Thread(target=run, args=(engines[0],), daemon=True)]
        threads[0].start()
        if not done.wait(min(HEAD_START, task.seconds)) and not self._stopped:
            threads.append(threading.Thread(target=run, args=(engines[1],), daemon=True))
            threads[1].start()
            if answers and answers[0].status not in ("optimal", "infeasible"):
                done.clear()
        while not done.wait(0.1):
            if self._stopped:  # it may have come just before a solver began
                self.stop()
        for engine, thread in zip(engines, threads, strict=False):
            if thread.is_alive():
                engine.stop()
            thread.join()
        return _best(answers, time.monotonic() - began)


def _best(answers: list[Answer], seconds: float) -> Answer:
    """The better plan of the two with the better bound."""
    decided = [answer for answer in answers if answer.status in ("optimal", "infeasible")]
    if decided:
        return replace(decided[0], seconds=seconds)
    bounds = [answer.bound for answer in answers if answer.bound is not None]
    bound = max(bounds, default=None)
    planned = [answer for answer in answers if answer.solution is not None]
    if not planned:
        return Answer("unknown", bound=bound, seconds=seconds)
    best = min(planned, key=lambda answer: answer.value if answer.value is not None else 0)
    names = " + ".join(sorted({answer.solver for answer in answers}))
    closed = bound is not None and best.value is not None and bound >= best.value
    return replace(best, status="optimal" if closed else "feasible", bound=bound, seconds=seconds, solver=names)


class _Watch:
    """Passes on the best value and bound of both; where CP-SAT's bound meets the other's value, the race is over."""

    def __init__(self, report: Report, over: Callable[[], None]) -> None:
        self._report = report
        self._over = over
        self._value: int | None = None
        self._bound: int | None = None
        self._sure: int | None = None
        self._lock = threading.Lock()

    def __call__(self, value: int | None, bound: int | None) -> None:
        """Take note of a solver's progress."""
        with self._lock:
            if value is not None and (self._value is None or value < self._value):
                self._value = value
            if bound is not None and (self._bound is None or bound > self._bound):
                self._bound = bound
            self._report(self._value, self._bound)

    def sure(self, value: int | None, bound: int | None) -> None:
        """The same, of a solver whose bounds on the way are bounds of the whole."""
        if bound is not None and (self._sure is None or bound > self._sure):
            self._sure = bound
        self(value, bound)
        if self._value is not None and self._sure is not None and self._sure >= self._value:
            self._over()
