"""Tiers as one cost, the first weighing most: not enough to settle their order, enough to guide and to bound."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from planner.compile.matrix import Numbers

HEAVIEST = 1_000_000  # weight of the first tier against the last: more would be hard to compute with
STEEPEST = 100  # weight of a tier against the next
FINE = 2**24  # what a row is worth is told in parts of this size


def weights_of(tiers: int) -> list[int]:
    """How much a step of each tier weighs."""
    step = STEEPEST if tiers < 2 else min(STEEPEST, int(HEAVIEST ** (1 / (tiers - 1))))
    return [step**n for n in reversed(range(tiers))]


def weighted(tiers: Sequence[Numbers], weights: Iterable[int]) -> Numbers:
    """Several tiers as one cost."""
    total: Numbers = np.sum(
        [tier * weight for tier, weight in zip(tiers, weights, strict=True)], axis=0, dtype=np.int64
    )
    return total
