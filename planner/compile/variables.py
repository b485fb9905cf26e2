"""The variables of a plan, by what they say."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from models.problem import Credit
from planner.compile.program import Term
from planner.compile.waivers import Priced


@dataclass(slots=True)
class PlanVars:
    """The variables of a plan, by what they say."""

    scale: int  # ticks in one RE, or whatever a demand is measured in
    taken: list[int] = field(default_factory=list)  # option -> how many units take it
    missing: list[int] = field(default_factory=list)  # demand -> ticks missing
    stepped: list[int | None] = field(default_factory=list)  # penalty group -> steps paid for
    struck: dict[int, int] = field(default_factory=dict)  # penalty group with a raid -> ticks that it hits
    settled: dict[int, Priced] = field(default_factory=dict)  # penalty group that may be waived -> what is paid
    offers: dict[Credit, list[int]] = field(default_factory=dict)  # credit for several duties -> options that make it
    allotted: dict[tuple[Credit, int], int] = field(default_factory=dict)  # credit, demand -> ticks, or units
    turned_on: list[int] = field(default_factory=list)  # trigger -> 0 or 1
    covered: list[list[Term]] = field(default_factory=list)  # demand -> what covers it
    kept: list[int] = field(default_factory=list)  # expectation of the earlier plan -> how many units keep to it


def ticks(amount: Fraction, x: PlanVars) -> int:
    """An amount of what demands are measured in, in ticks."""
    return int(amount * x.scale)


def ticks_of_a_part(credit: Credit, x: PlanVars) -> int:
    """The ticks in which a credit is divided."""
    return ticks(credit.part, x) if credit.part else 1
