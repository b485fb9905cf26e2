"""Two solvers on the same task, one on each core: whoever proves it first ends it, the best of both counts.

Small programs are CP-SAT's, with HiGHS beside it. In large ones HiGHS proves, and the descent from the relaxed program
beside it finds plans; each is told what the other finds.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace

from planner.compile.cp_sat import CpSat
from planner.compile.descent import Descent
from planner.compile.highs import Highs
from planner.compile.highs_process import HighsProcess
from planner.compile.tasks import Answer, Engine, Report, Solution, Task

HEAD_START = 0.3  # seconds that CP-SAT has to itself: most small positions need no second solver
LARGE = 3_000  # variables from which on CP-SAT finds poor plans and weak bounds
WORTH_WAITING = 2.0  # seconds, or as long again as it took so far, for a first plan that is good in all tiers
DECIDED = ("optimal", "infeasible")


class Race:
    """Two solvers, chosen by the size of the program."""

    def __init__(self) -> None:
        self._highs = Highs()
        self._descent = Descent()
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
        self._descent.close()

    def proven(self, task: Task) -> int | None:
        """What the relaxed program proved when the first tier was solved."""
        return self._descent.proven(task)

    def solve(self, task: Task, report: Report) -> Answer:
        """Minimise the task's objective by both routes at once."""
        began = time.monotonic()
        if len(task.program.low) > LARGE and task.rung is not None:
            answer = self._run(task, report, [self._descent, self._highs], 0.0)
            if answer.solution is not None:
                return answer
            task = replace(task, seconds=task.seconds - (time.monotonic() - began))  # CP-SAT may prove that none exists
        return self._run(task, report, [CpSat(workers=4), self._highs], HEAD_START)

    def _run(self, task: Task, report: Report, engines: list[Engine], head_start: float) -> Answer:
        """All engines on one task; the second begins a little later."""
        if self._stopped:
            return Answer("unknown")
        began = time.monotonic()
        answers: list[Answer] = []
        troubles: list[Exception] = []
        done = threading.Event()
        watch = _Watch(report, done.set, engines)
        self._running = engines
        threads: list[threading.Thread] = []

        def run(engine: Engine) -> None:
            left = task.seconds - (time.monotonic() - began)
            told = watch.of(engine, sure=engine is not self._highs)
            answer = Answer("unknown")
            try:
                answer = engine.solve(replace(task, seconds=max(left, 0.05)), told)
            except Exception as trouble:  # one solver's trouble must not take the other with it
                troubles.append(trouble)
            answers.append(answer)
            if answer.status in DECIDED or len(answers) == len(engines):
                done.set()

        for engine in engines:
            threads.append(threading.Thread(target=run, args=(engine,), daemon=True))
            threads[-1].start()
            if done.wait(min(head_start, task.seconds)):
                break
        while not done.wait(0.1):
            if self._stopped:  # it may have come just before a solver began
                self.stop()
        until = time.monotonic() + max(WORTH_WAITING, time.monotonic() - began)
        while self._descent.opening and not self._stopped and time.monotonic() < until:
            time.sleep(0.02)  # its first plan is good in the tiers to come as well
        for engine, thread in zip(engines, threads, strict=False):
            if thread.is_alive():
                engine.rest() if isinstance(engine, Descent) and not self._stopped else engine.stop()
        for thread in threads:
            thread.join()
        best = _best(task, answers, time.monotonic() - began)
        if best.status == "unknown" and troubles:
            raise troubles[0]
        return best


def _best(task: Task, answers: list[Answer], seconds: float) -> Answer:
    """The better plan of the two with the better bound."""
    if any(answer.status == "infeasible" for answer in answers):
        return Answer("infeasible", seconds=seconds)
    bounds = [answer.bound for answer in answers if answer.bound is not None]
    bound = max(bounds, default=None)
    planned = [answer for answer in answers if answer.solution is not None]
    if not planned:
        return Answer("unknown", bound=bound, seconds=seconds)
    best = min(planned, key=lambda answer: task.rank(answer.solution or ()))
    names = " + ".join(sorted({answer.solver for answer in answers if answer.bound is not None}))
    closed = bound is not None and best.value is not None and bound >= best.value
    return replace(best, status="optimal" if closed else "feasible", bound=bound, seconds=seconds, solver=names)


class _Watch:
    """Passes on the best of both, to whoever watches and to the other; a sure bound that meets it ends the race."""

    def __init__(self, report: Report, over: Callable[[], None], engines: list[Engine]) -> None:
        self._report = report
        self._over = over
        self._engines = engines
        self._value: int | None = None
        self._bound: int | None = None
        self._sure: int | None = None
        self._lock = threading.Lock()

    def of(self, engine: Engine, sure: bool) -> Report:
        """For one of the engines; `sure` if its bounds on the way are bounds of the whole."""

        def told(value: int | None, bound: int | None, solution: Solution | None) -> None:
            with self._lock:
                if bound is not None and (self._bound is None or bound > self._bound):
                    self._bound = bound
                if sure and bound is not None and (self._sure is None or bound > self._sure):
                    self._sure = bound
                better = value is not None and (self._value is None or value < self._value)
                if better:
                    self._value = value
                self._report(self._value, self._bound, solution if better else None)
                over = self._value is not None and self._sure is not None and self._sure >= self._value
            if over:
                self._over()
            elif better and solution is not None:
                for other in self._engines:
                    if other is not engine and isinstance(other, HighsProcess):
                        other.offer(list(solution))

        return told
