"""Advice: what the player gets and `--json` prints, made from an outcome and the audits of plan and position."""

from __future__ import annotations

from typing import Literal

from models.findings import BudgetLine, DemandFinding, Outlay, PenaltyLine, Violation
from models.frozen import Frozen
from models.plan import Order, Plan, TierResult
from models.quantities import Exact

Status = Literal["optimal", "feasible", "impossible", "unknown"]
Proof = Literal["twice", "once", "bound", "disputed", "none"]


class Provenance(Frozen):
    """What it takes to get the same advice again."""

    scenario: str  # sha256 of the scenario as read
    versions: dict[str, str]
    parameters: dict[str, str]
    seed: int
    seconds: float
    stopped: str = ""  # "", "time limit", "stopped by the player", ...


class Advice(Frozen):
    """One turn's advice with its proof and its arithmetic."""

    title: str
    side: str
    turn: str
    horizon: int
    status: Status
    proof: Proof
    message: str  # one line for people: "Proven optimal ..."
    totals: dict[str, Exact] = {}
    now: dict[str, Exact] = {}  # if nobody is given an order
    tiers: tuple[TierResult, ...] = ()
    second_opinion: tuple[TierResult, ...] = ()
    orders: tuple[Order, ...] = ()
    demands: tuple[DemandFinding, ...] = ()
    demands_now: tuple[DemandFinding, ...] = ()
    penalties: tuple[PenaltyLine, ...] = ()
    penalties_now: tuple[PenaltyLine, ...] = ()
    outlays: tuple[Outlay, ...] = ()
    budgets: tuple[BudgetLine, ...] = ()
    violations: tuple[Violation, ...] = ()
    conflict: tuple[str, ...] = ()  # why it is impossible
    warnings: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()  # why the plan does, or does not, what a player would ask about
    rulings: dict[str, str] = {}  # all in force
    rulings_changed: dict[str, str] = {}  # those in which the table differs from our defaults
    plan: Plan | None = None
    provenance: Provenance

    @property
    def exit_code(self) -> int:
        """0 proven, 3 impossible, 4 not proven, 5 solver and audit disagree."""
        if self.proof == "disputed":
            return 5
        return {"optimal": 0, "impossible": 3}.get(self.status, 4)
