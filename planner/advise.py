"""Outcome + audits -> Advice: what the player reads, and whether solver and audit agree."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from hashlib import sha256
from importlib.metadata import version

from models.advice import Advice, Proof, Provenance, Status
from models.findings import AuditReport
from models.plan import Impossible, Outcome, OutOfTime, Plan, Solved, TierResult
from models.position import Position
from models.quantities import pretty
from models.settings import Progress, Settings
from planner.audit import audit
from planner.report.sums import summed
from planner.rules.books import rulebook_of
from planner.worker import Job

LIBRARIES = ("garrison-planner", "ortools", "pydantic")


def advise(
    scenario: Position, settings: Settings | None = None, watch: Callable[[Progress], None] | None = None
) -> Advice:
    """Plan in a child process and wait for its advice, passing on how far it has come."""
    return Job.start(scenario, settings or Settings()).wait(watch)


def after(earlier: Advice, scenario: Position, settings: Settings) -> Settings:
    """The settings with all that earlier advice is good for: its plan to begin with, and its bounds.

    What was proven holds as a bound for the same scenario under the same wishes and more.
    """
    settings = settings.model_copy(update={"begin": earlier.plan})
    before = earlier.plan.wishes if earlier.plan else None
    asked = scenario.looking_ahead(settings.turns)
    same = earlier.provenance.scenario == provenance(asked, settings, 0).scenario
    if before is None or earlier.status != "optimal" or not same or earlier.horizon != asked.horizon:
        return settings
    more = set(before.pins) <= set(settings.wishes.pins) and set(before.forbids) <= set(settings.wishes.forbids)
    known = {tier.name: tier.value for tier in earlier.tiers}
    return settings.model_copy(update={"known": known}) if more else settings


def advice_of(scenario: Position, settings: Settings, outcome: Outcome, seconds: float, stopped: str = "") -> Advice:
    """Make advice of an outcome: audit the plan, audit the position as it stands, compare."""
    now = audit_of_position(scenario)
    planned = audit(scenario, outcome.plan, settings.previous) if isinstance(outcome, Solved) else None
    status, proof = _verdict(outcome, planned)
    advice = Advice(
        title=scenario.title or "untitled",
        side=scenario.side,
        turn=str(scenario.turn),
        horizon=scenario.horizon,
        status=status,
        proof=proof,
        message=_message(outcome, status, proof, seconds, stopped),
        totals=planned.totals if planned else {},
        now=now.totals,
        tiers=outcome.tiers if isinstance(outcome, Solved) else (),
        second_opinion=outcome.second_opinion if isinstance(outcome, Solved) else (),
        orders=outcome.plan.orders if isinstance(outcome, Solved) else (),
        demands=planned.demands if planned else (),
        demands_now=now.demands,
        penalties=planned.penalties if planned else (),
        penalties_now=now.penalties,
        outlays=planned.outlays if planned else (),
        budgets=planned.budgets if planned else (),
        violations=planned.violations if planned else (),
        conflict=outcome.conflict if isinstance(outcome, Impossible) else (),
        warnings=(planned or now).warnings,
        remarks=_remarks(scenario, outcome.plan, planned) if isinstance(outcome, Solved) and planned else (),
        rulings=scenario.rulings.model_dump(),
        rulings_changed=scenario.rulings.changed(),
        plan=outcome.plan if isinstance(outcome, Solved) else None,
        provenance=provenance(scenario, settings, seconds, stopped),
    )
    return summed(scenario, advice)


def _remarks(scenario: Position, plan: Plan, planned: AuditReport) -> tuple[str, ...]:
    """What the rulebook has to say about this turn's orders."""
    book = rulebook_of(scenario)
    missing = {finding.id: finding.missing for finding in planned.demands}
    orders = [order for order in plan.orders if order.turn == str(scenario.turn)]
    return tuple(book.remarks(book.position(scenario), orders, missing))


def advice_on(scenario: Position, plan: Plan) -> Advice:
    """A plan from a file, priced; nobody has looked for a better one."""
    ahead = scenario.model_copy(update={"horizon": plan.turns})
    began = time.monotonic()
    planned, now = audit(ahead, plan), audit_of_position(ahead)
    made = provenance(ahead, Settings(turns=plan.turns, wishes=plan.wishes), time.monotonic() - began)
    advice = Advice(
        title=scenario.title or "untitled", side=scenario.side, turn=str(scenario.turn), horizon=plan.turns,
        status="feasible", proof="none", message="A plan as given, priced; whether a better one exists was not asked",
        totals=planned.totals, now=now.totals,
        tiers=tuple(TierResult(name=name, value=value, bound=0, proven=False) for name, value in planned.tiers.items()),
        orders=plan.orders, demands=planned.demands, demands_now=now.demands, penalties=planned.penalties,
        penalties_now=now.penalties, outlays=planned.outlays, budgets=planned.budgets,
        violations=planned.violations, warnings=planned.warnings,
        rulings=scenario.rulings.model_dump(), rulings_changed=scenario.rulings.changed(), plan=plan,
        provenance=made.model_copy(update={"parameters": {"turns": str(plan.turns)}}),
    )  # fmt: skip
    return summed(ahead, advice)


def as_it_stands(scenario: Position) -> Advice:
    """The position before anybody has looked for a plan: priced by the audit alone, without its sums if not exact."""
    began = time.monotonic()
    now = audit(scenario)
    return Advice(
        title=scenario.title or "untitled", side=scenario.side, turn=str(scenario.turn), horizon=scenario.horizon,
        status="unknown", proof="none", message="The position as it stands; no orders have been given",
        now=now.totals if now.exact else {}, demands=now.demands, demands_now=now.demands,
        penalties_now=now.penalties if now.exact else (), budgets=now.budgets, warnings=now.warnings,
        rulings=scenario.rulings.model_dump(), rulings_changed=scenario.rulings.changed(),
        provenance=provenance(scenario, Settings(), time.monotonic() - began),
    )  # fmt: skip


def audit_of_position(scenario: Position) -> AuditReport:
    """The audit if nobody is given an order; where it cannot try every way of counting, the solver says who counts."""
    report = audit(scenario)
    if not report.exact:
        from planner.solving import standing_plan  # only here is a solver needed

        plan = standing_plan(scenario)
        report = audit(scenario, plan) if plan is not None else report
    return report


def provenance(scenario: Position, settings: Settings, seconds: float, stopped: str = "") -> Provenance:
    """What it takes to get the same advice again."""
    versions = {name: version(name) for name in LIBRARIES} | {"python": platform.python_version()}
    parameters = {
        "turns": str(scenario.horizon), "time_limit": f"{settings.time_limit:g}", "prove": settings.prove,
        "reproducible": str(settings.reproducible).lower(),
        "pins": ", ".join(f"{unit}={place}" for unit, place in settings.wishes.pins),
        "forbids": ", ".join(f"{unit}={place}" for unit, place in settings.wishes.forbids),
    }  # fmt: skip
    return Provenance(
        scenario=sha256(scenario.model_dump_json().encode()).hexdigest(), versions=versions,
        parameters={name: value for name, value in parameters.items() if value}, seed=settings.seed,
        seconds=round(seconds, 3), stopped=stopped,
    )  # fmt: skip


def _verdict(outcome: Outcome, planned: AuditReport | None) -> tuple[Status, Proof]:
    """Optimal only where every tier was proven and the audit says the same to the last fraction."""
    if isinstance(outcome, Impossible):
        return "impossible", "once"
    if isinstance(outcome, OutOfTime) or planned is None:
        return "unknown", "none"
    if not agrees(outcome, planned):
        return "feasible", "disputed"
    if not outcome.proven:
        return "feasible", "bound" if any(tier.bound > 0 or tier.proven for tier in outcome.tiers) else "none"
    return "optimal", "twice" if confirmed(outcome) else "once"


def confirmed(solved: Solved) -> bool:
    """Whether a second route proved every tier at the same value."""
    first = {tier.name: tier.value for tier in solved.tiers}
    second = {tier.name: tier.value for tier in solved.second_opinion if tier.proven}
    return bool(second) and first == second


def agrees(solved: Solved, planned: AuditReport) -> bool:
    """Whether the audit finds the plan legal and every tier as the solver said; unproven tiers may be better."""
    if planned.violations or not _consistent(solved.tiers, solved.second_opinion):
        return False
    return all(
        planned.tiers[tier.name] == tier.value if tier.proven else planned.tiers[tier.name] <= tier.value
        for tier in solved.tiers
    )


def _consistent(tiers: tuple[TierResult, ...], second: tuple[TierResult, ...]) -> bool:
    """Whether no bound of one route lies above a value of the other."""
    other = {tier.name: tier for tier in second}
    return all(
        tier.name not in other or (other[tier.name].bound <= tier.value and tier.bound <= other[tier.name].value)
        for tier in tiers
    )


def _message(outcome: Outcome, status: Status, proof: Proof, seconds: float, stopped: str) -> str:
    took = f"{seconds:.1f} s"
    if isinstance(outcome, Impossible):
        return "Impossible: " + "; ".join(outcome.conflict)
    if isinstance(outcome, OutOfTime):
        return f"No plan: {outcome.reason}"
    if proof == "disputed":
        return "Solver and audit disagree: do not rely on this plan"
    if status == "optimal":
        return f"Proven optimal{', twice' if proof == 'twice' else ''} in {took}"
    open_tiers = [tier for tier in outcome.tiers if not tier.proven]
    told = "; ".join(f"{tier.name} {pretty(tier.value)}, at least {pretty(tier.bound)}" for tier in open_tiers)
    why = f", {stopped}" if stopped else ""
    return f"Best found in {took}{why}, not proven: {told}"
