"""In what the planner and a golden case differ."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from golden import Case, Expected, ExpectedOptions, Fields, Tree

from models.findings import AuditReport, DemandFinding
from models.plan import Plan, Solved
from models.problem import Option, Problem
from models.quantities import exact
from models.scenario import Scenario
from planner.audit import audit
from planner.derive import derive
from planner.load import scenario_from_tree

PART_IS_ENOUGH = ("sentence", "penalty")


def differences(case: Case) -> Iterator[str]:
    """Everything in which the planner and a case differ; nothing if they agree."""
    scenario = scenario_from_tree(case.scenario, case.name)
    want = case.expect
    if want == Expected():
        yield "the case expects nothing: name at least one thing under expect"
    if want.options:
        yield from _differing_options(derive(scenario), want.options)
    if want.whys:
        said = [option.why for option in derive(scenario).options]
        yield from _differing_texts("option", said, want.whys, every=False)
    if want.best is not None:
        yield from _differing_best(scenario, want.best, want.strength)
    if want.model_fields_set - {"options", "best", "strength", "whys"} or case.orders is not None:
        yield from _differing_audit(scenario, case)


def _differing_audit(scenario: Scenario, case: Case) -> Iterator[str]:
    want, plan = case.expect, None
    if case.orders is not None:
        plan = Plan(turn=str(scenario.turn), turns=scenario.horizon, orders=case.orders)
    report = audit(scenario, plan)
    if want.totals is not None:
        yield from _differing_totals("totals", report.totals, want.totals)
    yield from _differing_demands(report, want.demands)
    yield from _differing_penalties(report, want.penalties)
    yield from _differing_budgets(report, want.budgets)
    violations = [f"{seen.unit}: {seen.message}" for seen in report.violations]
    if want.violations is not None or case.orders is not None:
        yield from _differing_texts("violation", violations, want.violations or (), every=True)
    if want.warnings is not None:
        yield from _differing_texts("warning", list(report.warnings), want.warnings, every=not want.warnings)


def _differing_totals(what: str, seen: dict[str, Fraction], want: dict[str, Fraction]) -> Iterator[str]:
    if unknown := want.keys() - seen.keys():
        yield f"{what}: no such currency: {', '.join(sorted(unknown))}"
    for currency, amount in seen.items():
        if amount != want.get(currency, 0):
            yield f"{what}: {currency} is {amount}, expected {want.get(currency, 0)}"


def _differing_demands(report: AuditReport, want: dict[str, Fields]) -> Iterator[str]:
    found = {finding.id: finding for finding in report.demands}
    for name, fields in want.items():
        if fields is None:
            if name in found:
                yield f"demand {name} should not be, but {found[name].required} is required"
        elif name not in found:
            yield f"no demand {name}; there are {', '.join(found) or 'none'}"
        else:
            for field, value in fields.items():
                yield from _differing_field(f"demand {name}", _fields_of(found[name]), field, value)


def _fields_of(finding: DemandFinding) -> Tree:
    fields: Tree = {field: getattr(finding, field) for field in DemandFinding.model_fields}
    for field in ("units", "others"):
        counted: dict[str, Fraction] = {}
        for part in fields[field]:
            counted[part.unit] = counted.get(part.unit, Fraction(0)) + part.amount
        fields[field] = counted
    return fields | {"present": tuple(bystander.unit for bystander in finding.present)}


def _differing_penalties(report: AuditReport, want: dict[str, Fields]) -> Iterator[str]:
    found = {line.id: line for line in report.penalties}
    for name, fields in want.items():
        if fields is None:
            if name in found and found[name].amount:
                yield f"penalty {name} should not be, but costs {found[name].amount} {found[name].currency}"
        elif name not in found:
            yield f"no penalty {name}; there are {', '.join(found) or 'none'}"
        else:
            for field, value in fields.items():
                yield from _differing_field(f"penalty {name}", found[name].__dict__, field, value)


def _differing_field(where: str, found: Tree, field: str, value: Any) -> Iterator[str]:
    if field not in found:
        yield f"{where} has no field {field!r}"
        return
    seen: Any = found[field]
    if isinstance(seen, bool):
        same = str(seen).lower() == value
    elif isinstance(seen, Fraction):
        same = seen == exact(value)
    elif isinstance(seen, dict):
        same = seen == {name: exact(amount) for name, amount in value.items()}
    elif isinstance(seen, tuple):
        same = sorted(seen) == sorted(value)
    else:
        same = value in seen if field in PART_IS_ENOUGH else seen == value
    if not same:
        shown = {name: str(amount) for name, amount in seen.items()} if isinstance(seen, dict) else seen
        yield f"{where}: {field} is {shown}, expected {value}"


def _differing_budgets(report: AuditReport, want: dict[str, dict[str, dict[str, Fraction]] | None]) -> Iterator[str]:
    found = {(line.id, line.turn): line for line in report.budgets}
    known = {name for name, _ in found}
    for name, turns in want.items():
        if turns is None and name in known:
            yield f"budget {name} should not be"
        for turn, fields in (turns or {}).items():
            line = found.get((name, turn))
            if line is None:
                yield f"no budget {name} in {turn}; there are {', '.join(sorted(known)) or 'none'}"
                continue
            for field, amount in fields.items():
                if getattr(line, field, None) != amount:
                    yield f"budget {name} in {turn}: {field} is {getattr(line, field, 'unknown')}, expected {amount}"


def _differing_texts(what: str, seen: list[str], want: tuple[str, ...], every: bool) -> Iterator[str]:
    for part in want:
        if not any(part in text for text in seen):
            yield f"no {what} says {part!r}; said is {seen}"
    if every:
        yield from (f"unexpected {what}: {text}" for text in seen if not any(part in text for part in want))


def _differing_best(scenario: Scenario, want: dict[str, Fraction], strength: Fraction | None) -> Iterator[str]:
    from planner.solving import solve_here
    from planner.worker import Settings

    outcome = solve_here(scenario, Settings(time_limit=30))
    if not isinstance(outcome, Solved):
        yield f"best: not solved: {outcome}"
        return
    if not outcome.proven:
        yield f"best: not proven: {outcome.tiers}"
    report = audit(scenario, outcome.plan)
    yield from (f"best: the plan breaks a rule: {seen.message}" for seen in report.violations)
    yield from _differing_totals("best", report.totals, want)
    if strength is not None and report.tiers["strength"] != strength:
        yield f"best: the strength tier is {report.tiers['strength']}, expected {strength}"


def _differing_options(problem: Problem, want: dict[str, tuple[ExpectedOptions, ...]]) -> Iterator[str]:
    for unit, expectations in want.items():
        reachable = list(_reachable(problem, unit))
        if unit and not reachable:
            yield f"options: {unit} has none at all"
        for expected in expectations:
            seen = {f"{option.act} -> {option.end}" for option in reachable if option.turn == expected.turn}
            for text in sorted(set(expected.has) - seen):
                yield f"options: {unit} in turn {expected.turn} lacks {text!r}; it has {sorted(seen)}"
            for text in sorted(set(expected.lacks) & seen):
                yield f"options: {unit} in turn {expected.turn} should not have {text!r}"
            told = [f"{option.why}; {option.how}" for option in reachable if option.turn == expected.turn]
            for text in expected.says:
                if not any(text in each for each in told):
                    yield f"options: {unit} in turn {expected.turn} does not say {text!r}; it says {sorted(set(told))}"


def _reachable(problem: Problem, unit: str) -> Iterator[Option]:
    """The options that a unit can come to, from where it starts ("" for what no unit does)."""
    if not unit:
        yield from (option for option in problem.options if option.kind is None)
        return
    starts = {
        (n, state, turn)
        for n, kind in enumerate(problem.kinds)
        for name, state, turn in kind.members
        if name == unit
    }  # fmt: skip
    for option in sorted(problem.options, key=lambda option: option.turn):
        if (option.kind, option.start, option.turn) in starts:
            starts.add((option.kind or 0, option.end, option.turn + option.lasts))
            yield option
