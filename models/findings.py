"""What the audit finds: every demand's arithmetic, every penalty with its rule, exact totals."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from pydantic import Field

from models.frozen import Frozen
from models.quantities import Exact, pretty


class Counted(Frozen):
    """A unit that counts toward a demand, and for how much."""

    unit: str
    amount: Exact


class Bystander(Frozen):
    """A unit that is there and does not count, and why not."""

    unit: str
    why: str


class DemandFinding(Frozen):
    """One demand at one check: required, covered, missing, and who counts."""

    id: str
    rule: str
    turn: str
    check: str
    place: str
    measure: str
    required: Exact
    covered: Exact
    missing: Exact
    penalty: str  # what a gap costs, in words; the line of its group has the sum
    groups: tuple[str, ...]  # the penalty lines in which its gap is counted
    units: tuple[Counted, ...]
    others: tuple[Counted, ...] = ()  # cover that comes from no unit
    present: tuple[Bystander, ...] = ()
    states: tuple[str, ...] = ()  # where units count: places, boxes, pools
    sentence: str
    waived: bool = False


class PenaltyLine(Frozen):
    """One penalty: the gap, the arithmetic, the rule."""

    id: str
    rule: str
    turn: str
    currency: str
    missing: Exact
    amount: Exact
    arithmetic: str
    sentence: str
    weight: Exact = Fraction(1)  # in its tier
    counted: bool = True  # False: reported only


class Spending(Frozen):
    """What a budget was drawn on for in a turn; below zero where something was paid in."""

    what: str
    amount: Exact


class Outlay(Frozen):
    """What an order spends that is weighed in a tier and is no penalty, and what it goes into: RPs into a fort."""

    turn: str
    rule: str
    currency: str
    amount: Exact
    into: str  # a unit, or what an order without a unit is for
    why: str


class BudgetLine(Frozen):
    """One budget in one turn."""

    id: str
    rule: str
    label: str
    turn: str
    points: str = ""
    opening: Exact
    income: Annotated[Exact, Field(alias="in")]
    spent: Exact
    closing: Exact
    spent_on: tuple[Spending, ...] = ()

    @property
    def purposes(self) -> str:
        """What it went into: 'rebuild 19 Rifle 2, penalty: training units lie in a pool 1'."""
        return ", ".join(f"{part.what} {pretty(part.amount)}" for part in self.spent_on)


class Violation(Frozen):
    """An order that the rules do not allow."""

    unit: str
    turn: str
    message: str


class AuditReport(Frozen):
    """The truth about a plan's penalties."""

    totals: dict[str, Exact]
    tiers: dict[str, Exact]
    demands: tuple[DemandFinding, ...]
    penalties: tuple[PenaltyLine, ...]
    outlays: tuple[Outlay, ...] = ()
    budgets: tuple[BudgetLine, ...]
    violations: tuple[Violation, ...]
    warnings: tuple[str, ...] = ()
    exact: bool = True  # False: units compete in so many ways that not all were tried; a plan says who counts where

    @property
    def legal(self) -> bool:
        """Whether every order is allowed."""
        return not self.violations
