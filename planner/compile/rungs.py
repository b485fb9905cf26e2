"""Neighbouring tiers of small range share a rung of the ladder: they are minimised together, as one weighted sum in
which no gain below can outweigh a step above.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import gcd

from planner.compile.program import Objective

WIDEST_RUNG = 1_000_000  # values that the objectives of one rung can take together


@dataclass(frozen=True)
class Rung:
    """Objectives that are minimised together, with the weight of each in their sum."""

    parts: tuple[Objective, ...]
    weights: tuple[int, ...]
    whole: Objective

    def floor(self, known: dict[str, Fraction]) -> int | None:
        """The least that the sum can come to, given what its parts came to under fewer wishes."""
        if any(part.name not in known for part in self.parts):
            return None
        return sum(weight * part.ticks(known[part.name]) for part, weight in zip(self.parts, self.weights, strict=True))


def rungs_of(objectives: list[Objective], widest: int = WIDEST_RUNG) -> list[Rung]:
    """Put neighbouring objectives on one rung while their values together are not too many."""
    groups: list[list[Objective]] = []
    width = 0
    for objective in objectives:
        steps = _reach(objective) // _step(objective) + 1
        if groups and width * steps <= widest:
            groups[-1].append(objective)
            width *= steps
        else:
            groups.append([objective])
            width = steps
    return [_rung(group) for group in groups]


def _rung(parts: list[Objective]) -> Rung:
    weights = [1]
    for lower, part in zip(reversed(parts), reversed(parts[:-1]), strict=False):
        outweighing = weights[0] * (_reach(lower) + _step(lower))  # more than all lower parts can come to
        weights.insert(0, -(-outweighing // _step(part)))
    terms: dict[int, int] = {}
    for part, weight in zip(parts, weights, strict=True):
        for variable, coefficient in part.terms:
            terms[variable] = terms.get(variable, 0) + coefficient * weight
    least = sum(part.least * weight for part, weight in zip(parts, weights, strict=True))
    most = sum(part.most * weight for part, weight in zip(parts, weights, strict=True))
    kept = tuple((variable, coefficient) for variable, coefficient in terms.items() if coefficient)
    whole = Objective(parts[0].name, kept, 0, 1, least, most)
    return Rung(tuple(parts), tuple(weights), whole)


def _reach(objective: Objective) -> int:
    return objective.most - objective.least


def _step(objective: Objective) -> int:
    return gcd(*(coefficient for _, coefficient in objective.terms)) or 1
