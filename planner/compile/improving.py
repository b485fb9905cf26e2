"""A good plan soon, in all tiers at once: rounded from the relaxed program, then bettered one neighbourhood at a time.

Nothing is proven here but what the relaxed program says of each tier. Runs in a process of HiGHS of its own, beside
the one that proves.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Any

import highspy
import numpy as np

from planner.compile.matrix import Mask, Matrix, Numbers
from planner.compile.neighbourhoods import Neighbourhoods
from planner.compile.relaxing import EXACTLY, Floats, Relaxation, as_highs_takes_it, highs_with
from planner.compile.weights import HEAVIEST, weighted, weights_of

SLOW = 2.0  # seconds after which a search in a neighbourhood is cut short
KERNEL_EVERY, KERNEL_SECONDS = 12, 4.0  # tries from one kernel to the next; seconds for each
DIVING = 0.2  # share of the time that goes into rounding anew
PATIENCE = 0.5  # how often the tiers below are left alone where the tier itself was not bettered


@dataclass
class Quest:
    """What to better: some tiers, none of those before getting worse."""

    first: int
    last: int  # the tiers from first to last are bettered together, those after it as far as that allows
    caps: list[int]  # tier before the first -> the value it must keep
    start: Numbers | None
    likely: Numbers  # values of the decisions that make a plan, if not a good one; empty if nobody knows any
    near: Numbers  # of these, the ones that may have to be decided anew; empty if that plan is no better than any
    seconds: float


@dataclass
class Improver:
    """Looks for better solutions of one matrix until told to stop."""

    matrix: Matrix
    tiers: list[Numbers]
    seed: int
    tell: Callable[[Numbers], None]
    price: Callable[[int, Numbers], None]  # tier, multipliers of the rows: what bounds the tiers up to it
    stopped: bool = False
    offered: list[Numbers] = field(default_factory=list)  # by another solver
    _at_work: Any = None
    _here: Numbers | None = None  # the plan at hand
    _best: Numbers | None = None  # the best that is known
    _relaxed: Floats | None = None
    _relaxation: Relaxation | None = None
    _dive_takes: float = 1.0
    _rounded: bool = False  # whether the relaxed program has been rounded to the end
    _deadline: float = 0.0

    def __post_init__(self) -> None:
        self._weights = weights_of(len(self.tiers))
        self._dice = random.Random(self.seed)
        self._near = Neighbourhoods(self.matrix, self._dice)
        self._priced = np.any([tier != 0 for tier in self.tiers], axis=0)
        self._priced[: self.matrix.decisions] = False

    def stop(self) -> None:
        """End soon."""
        self.stopped = True
        if self._at_work is not None:
            self._at_work.cancelSolve()

    def open(self, quest: Quest) -> Numbers | None:
        """A first plan, near the best in every tier if all goes well."""
        everything = weighted(self.tiers, self._weights)
        self._deadline = time.monotonic() + quest.seconds
        self._relax(everything, quest.seconds)
        plans: list[Numbers | None] = []
        if len(quest.likely) == self.matrix.decisions:
            plans += [self._settled(self._likely(quest), everything), self._decided_anew(quest, everything)]
        if not len(quest.near) or all(plan is None for plan in plans):
            dived = self._dived(everything, quest.caps) if quest.caps else None
            plans.append(self._dived(everything) if dived is None else dived)
        plans.append(quest.start)
        self._here = min((plan for plan in plans if plan is not None), key=self._score, default=None)
        return self._here

    def _likely(self, quest: Quest) -> Numbers:
        return np.append(quest.likely, self.matrix.low[self.matrix.decisions :])

    def _decided_anew(self, quest: Quest, everything: Numbers) -> Numbers | None:
        """An earlier plan, changed only near what a new wish touches."""
        if not len(quest.near):
            return None
        free = np.ones(len(self.matrix.low), bool)
        free[: self.matrix.decisions] = False
        free[quest.near] = True
        return self._solved(everything, free, self._likely(quest), SLOW, starts=False)

    def run(self, quest: Quest) -> None:
        """Better ones than the start are told, until time is up.

        The plan at hand need not keep the tiers before the first: one that is good in all others and misses them by a
        little is a better place to begin than one that keeps them and is good in nothing else.
        """
        began = time.monotonic()
        self._deadline = began + quest.seconds
        self._best = quest.start
        if quest.start is not None:
            self.offered.append(quest.start)
        tries, dives, diving = 0, 0, 0.0
        while self._wanted():
            if not self._rounded or diving + self._dive_takes < (time.monotonic() - began) * DIVING:
                diving += self._dive_takes
                dives += 1
                caps = quest.caps if dives % 2 else self._lowest(quest)
                found = self._dived(weighted(self.tiers, self._weights), caps)
                self.offered += [found] if found is not None else []
            while self.offered:
                self._take(quest, self.offered.pop())
            if self._here is not None:
                self._take(quest, self._tried(quest, self._here, tries))
                tries += 1

    def _tried(self, quest: Quest, here: Numbers, tries: int) -> Numbers:
        """One more try at something better."""
        tier = self._tier(quest, here)
        if tries % KERNEL_EVERY == 0:
            return self._bettered(quest, tier, self._near.kernel(here), here, KERNEL_SECONDS)
        if tries % KERNEL_EVERY == 1:
            return self._bettered(quest, tier, self._near.where_it_differs(here), here, KERNEL_SECONDS)
        began = time.monotonic()
        found = self._bettered(quest, tier, self._near.around_one(self.tiers[tier], here), here, SLOW)
        self._near.resize(time.monotonic() - began, SLOW)
        return found

    def _take(self, quest: Quest, found: Numbers) -> None:
        """Go on from a plan if it weighs less; tell it if it ranks before the best."""
        if not self.matrix.admits(found):
            return
        if self._here is None or self._score(found) <= self._score(self._here):
            self._here = found
        kept = all(value <= cap for value, cap in zip(self.rank(found), quest.caps, strict=False))
        if kept and (self._best is None or self.rank(found) < self.rank(self._best)):
            self._best = found
            self.tell(found)
        if self._best is not None and self.rank(self._here) > self.rank(self._best):
            self._weigh_more(self.rank(self._here), self.rank(self._best))

    def _weigh_more(self, here: tuple[int, ...], best: tuple[int, ...]) -> None:
        """The first tier in which the plan at hand falls short of the best counts for more from now on."""
        tier = next(n for n, (mine, other) in enumerate(zip(here, best, strict=True)) if mine > other)
        if self._weights[tier] < HEAVIEST * HEAVIEST:
            self._weights[tier] *= 2

    def _wanted(self) -> bool:
        return not self.stopped and time.monotonic() < self._deadline

    def rank(self, solution: Numbers) -> tuple[int, ...]:
        """Its value in each tier; the lesser the better, the first tier first."""
        return tuple(int(tier @ solution) for tier in self.tiers)

    def _score(self, solution: Numbers) -> int:
        return sum(weight * value for weight, value in zip(self._weights, self.rank(solution), strict=True))

    def _tier(self, quest: Quest, best: Numbers) -> int:
        """The tier to better: one that must be kept, or mostly the first that the relaxed program does better."""
        above = [n for n, cap in enumerate(quest.caps) if int(self.tiers[n] @ best) > cap]
        lagging = [n for n in range(quest.first, len(self.tiers)) if self._lags(self.tiers[n], best)]
        return self._dice.choice(above or [*lagging[:1], *lagging[:1], *lagging] or [quest.first])

    def _lowest(self, quest: Quest) -> list[int]:
        """The caps, and for the first tier to better the least that the relaxed program leaves."""
        relaxed = self.tiers[quest.first] @ self._relaxed if self._relaxed is not None else 0.0
        return [*quest.caps, ceil(float(relaxed) - EXACTLY)]

    def _lags(self, tier: Numbers, best: Numbers) -> bool:
        return self._relaxed is not None and float(tier @ best) >= ceil(float(tier @ self._relaxed) - EXACTLY) + 1

    def _bettered(self, quest: Quest, tier: int, free: Mask, best: Numbers, seconds: float) -> Numbers:
        """The best that the free columns can do in one tier, then in those below it; no tier above gets worse."""
        everything = weighted(self.tiers, self._weights)
        upto = max(tier, quest.last) + 1
        cost = weighted(self.tiers[:upto], self._weights[:upto])
        found = self._solved(cost, free, best, seconds)
        if found is not None and int(cost @ found) < int(cost @ best):
            settled = self._settled(found, everything)  # the tiers below were left to chance
            found = found if settled is None else settled
        else:
            found = best
        if upto < len(self.tiers) and (found is not best or self._dice.random() > PATIENCE):
            after = self._solved(everything, free, found, seconds / 4)
            found = found if after is None or self._score(after) > self._score(found) else after
        return found

    def _dived(self, everything: Numbers, caps: Sequence[int] = ()) -> Numbers | None:
        """A plan rounded from the relaxed program, tiers with a cap never above it; another one each time."""
        if self._relaxed is None or self._relaxation is None or self.stopped:
            return None
        self._at_work = self._relaxation.highs
        began = time.monotonic()
        dice = np.random.default_rng(self._dice.randrange(2**32))
        held = list(zip(self.tiers, caps, strict=False))
        found = self._relaxation.dive(self._relaxed, self._priced, dice, self._wanted, held)
        self._dive_takes = time.monotonic() - began
        self._rounded = found is not None or self._wanted()  # else it was cut short
        return None if found is None else self._settled(found, everything)

    def _relax(self, everything: Numbers, seconds: float) -> None:
        """Solve the relaxed program for all tiers, then tell what bounds each tier, those before it kept down."""
        self._relaxation = relaxation = Relaxation(self.matrix, seconds)
        self._at_work = relaxation.highs
        self._relaxed = relaxation.minimise(everything)
        if self._relaxed is None:
            return
        for last in reversed(range(len(self.tiers))):
            cost = weighted(self.tiers[: last + 1], self._weights[: last + 1])
            if relaxation.minimise(cost) is not None:
                self.price(last, relaxation.multipliers())
        relaxation.minimise(everything)
        self._near.know(self._relaxed, np.abs(relaxation.highs.getSolution().col_dual))

    def _settled(self, decided: Numbers, cost: Numbers) -> Numbers | None:
        """What follows from decisions, to the best advantage."""
        free = np.ones(len(decided), bool)
        free[: self.matrix.decisions] = False
        return self._solved(cost, free, decided, SLOW, starts=False)

    def _solved(
        self, cost: Numbers, free: Mask, around: Numbers, seconds: float, starts: bool = True
    ) -> Numbers | None:
        """The best that the free columns can do."""
        if not self._wanted():
            return None
        self._at_work = highs = highs_with(time_limit=min(seconds, self._deadline - time.monotonic()))
        highs.passModel(as_highs_takes_it(self.matrix.part(free, around), cost[free], whole=True))
        if starts:
            known = highspy.HighsSolution()
            known.col_value = around[free].astype(float)
            highs.setSolution(known)
        highs.HandleUserInterrupt = True
        highs.solve()
        if highs.getInfo().primal_solution_status != 2:  # feasible
            return None
        found = around.copy()
        found[free] = np.round(highs.getSolution().col_value).astype(np.int64)
        return found if self.matrix.admits(found) else None


def quest_heard(said: dict[str, Any]) -> Quest:
    """From a message."""
    start: Sequence[int] | None = said["start"]
    known = None if start is None else np.array(start, np.int64)
    return Quest(
        said["first"],
        said["last"],
        said["caps"],
        known,
        np.array(said["likely"], np.int64),
        np.array(said["near"], np.int64),
        said["seconds"],
    )
