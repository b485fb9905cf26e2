"""What the audit finds: every demand's arithmetic, every penalty with its rule, exact totals."""

from __future__ import annotations

from models.frozen import Frozen
from models.quantities import Exact


class Counted(Frozen):
    """A unit that counts toward a demand, and for how much."""

    unit: str
    amount: Exact


class DemandFinding(Frozen):
    """One demand at one check: required, covered, missing, and who counts."""

    id: str
    rule: str
    turn: str
    check: str
    place: str
    places: tuple[str, ...] = ()  # where a unit can stand to count, by id: for the map
    measure: str
    required: Exact
    covered: Exact
    missing: Exact
    penalty: str  # what the gap costs, in words; the group's line has the sum
    group: str
    units: tuple[Counted, ...]
    present: tuple[str, ...] = ()  # who stands there but does not count here
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
    counted: bool = True


class BudgetLine(Frozen):
    """One budget in one turn."""

    id: str
    rule: str
    label: str
    turn: str
    opening: Exact
    income: Exact
    spent: Exact
    closing: Exact


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
    budgets: tuple[BudgetLine, ...]
    violations: tuple[Violation, ...]
    warnings: tuple[str, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether every order is allowed."""
        return not self.violations
