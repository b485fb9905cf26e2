"""The report as Markdown for play by mail: short lines, plain words, nothing in a name can format the text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from models.advice import Advice
from models.position import Position
from models.quantities import pretty
from planner.report.contents import CheckRow, Contents, Loss
from planner.report.names import currency, measured, tier
from planner.report.sentences import Line, Sheet
from planner.report.sums import by_currency
from planner.report.words import lowered, opening

_SPECIAL = re.compile(r"[\\`*_\[\]<>#|~&!$^]")
_LINKS = re.compile(r"(?i)(?<=www)\.|:(?=//)|(?<=mailto):|@")


def plain(words: str) -> str:
    """Words from a file on one line, as text and nothing else: no format, link, picture, markup or table."""
    line = " ".join(words.split())
    return _LINKS.sub(lambda found: f"\\{found[0]}", _SPECIAL.sub(lambda found: f"\\{found[0]}", line))


def markdown_report(scenario: Position, advice: Advice) -> str:
    """The whole report."""
    contents = Contents(scenario, advice)
    lines = [
        f"# {plain(contents.title)}",
        "",
        f"{contents.side} player, {advice.turn}, planned for {contents.ahead}. **{plain(contents.badge.words)}.**",
        *_objections(contents),
        *_costs(contents),
        *_orders(contents),
        *_remarks(contents),
        *_replacements(contents),
        *_losses("Losses under the plan", contents.losses, contents, planned=True),
        *_losses("Losses if nobody moves", contents.losses_now, contents, planned=False),
        *_checks(contents),
        *_budgets(contents),
        *_forts(contents),
        *_proof(contents),
    ]
    return "\n".join(lines).rstrip() + "\n"


def _part(heading: str, lines: Iterable[str]) -> Iterator[str]:
    """A heading with its lines; nothing where there are none."""
    found = list(lines)
    if found:
        yield from ("", f"## {heading}", "", *found)


def _remarks(contents: Contents) -> Iterator[str]:
    yield from _part("Why", (f"- {plain(line)}" for line in contents.advice.remarks))


def _objections(contents: Contents) -> Iterator[str]:
    for found in contents.objections:
        yield from ("", plain(f"{found.heading} {found.text}"), *(f"- {plain(line)}" for line in found.lines))
    yield from _part("Look at this yourself", (f"- {plain(line)}" for line in contents.advice.warnings))


def _costs(contents: Contents) -> Iterator[str]:
    lines = [f"Nothing is lost. {contents.calm}"] if contents.calm else []
    for cost in contents.costs:
        planned = f", under the plan **{pretty(cost.planned)}**" if cost.planned is not None else ""
        lines.append(f"- {cost.label}: {pretty(cost.now)} if nobody moves{planned}")
    yield from _part("What it costs", lines)


def _order(line: Line) -> str:
    why = f" ({plain(line.why)})" if line.why else ""
    return f"- {plain(line.text)}{why}"


def _orders(contents: Contents) -> Iterator[str]:
    if contents.advice.plan is None:
        return
    (turn, now), *later = contents.sheets
    yield from _part(f"Orders for {turn}", _by_place(now) or ["Nobody needs to move."])
    for heading, rows in (("Standing guard", now.guards), ("Free", now.free), ("In boxes", now.boxed)):
        yield from _part(heading, (f"- {plain(place)}: {plain(units)}" for place, units in rows))
    forecast = []
    for when, sheet in later:
        forecast += [f"- {when}: {'no moves' if not sheet.busy else ''}".rstrip()]
        forecast += [f"  {_order(line)}" for _, lines in sheet.busy for line in lines]
    yield from _part("Forecast (no orders)", forecast)


def _replacements(contents: Contents) -> Iterator[str]:
    for heading, lines in contents.replacements:
        yield from _part(heading, (f"- {plain(line)}" for line in lines))


def _by_place(sheet: Sheet) -> list[str]:
    return [_order(line) for _, lines in sheet.busy for line in lines]


def _losses(heading: str, losses: tuple[Loss, ...], contents: Contents, planned: bool) -> Iterator[str]:
    lines = []
    for loss in losses:
        where = f"{plain(loss.where)}: " if loss.where and not loss.line.sentence.startswith(loss.where) else ""
        noted = "" if loss.line.counted else ", reported only"
        why = plain(opening(loss.line.sentence))
        lines.append(f"- {loss.turns}, {where}{why}. {plain(loss.arithmetic)}{noted} ({loss.line.rule})")
    sums = by_currency(contents.advice.penalties if planned else contents.advice.penalties_now)
    told = ", ".join(f"{lowered(currency(name))} {pretty(amount)}" for name, amount in sums.items())
    yield from _part(heading, [*lines, "", f"Together: {told}."] if sums else lines)


def _check(row: CheckRow) -> str:
    demand = row.demand
    line = f"- {row.result}: {plain(demand.place)}, {row.turns}, {pretty(demand.covered)} of "
    line += f"{plain(measured(demand.required, demand.measure))}"
    line += f", {pretty(demand.missing)} missing" if demand.missing else ""
    line += f" ({demand.rule}, {demand.check})"
    line += f". Counting: {plain(row.counting)}" if row.counting else ""
    return line + (f". There, but {plain(row.idle)}" if row.idle and demand.missing else "")


def _checks(contents: Contents) -> Iterator[str]:
    now = [row for row in contents.checks(0, 1) if row.mark]
    yield from _part(f"Checks of {contents.advice.turn}", map(_check, now))
    later = [row for row in contents.checks(1, contents.advice.horizon) if row.demand.missing]
    yield from _part("Later checks that are short", map(_check, later))


def _budgets(contents: Contents) -> Iterator[str]:
    lines = []
    for account in contents.accounts:
        if account.drawn:
            turns = (
                f"{row.turn} {pretty(row.opening)} + {pretty(row.income)} - {pretty(row.spent)} = {pretty(row.closing)}"
                f"{f' ({plain(row.purposes)})' if row.spent_on else ''}"
                for row in account.lines
                if row.income or row.spent
            )
            lines.append(f"- {plain(account.label)}: {'; '.join(turns)}")
    yield from _part("Budgets drawn on", lines)


def _forts(contents: Contents) -> Iterator[str]:
    lines = (
        f"- {plain(card.place)}: {plain(card.name)}, {card.kind}, {card.standing}. {plain('; '.join(card.lines))} "
        f"({card.rule})"
        for card in contents.forts
    )
    yield from _part("Forts", lines)


def _proof(contents: Contents) -> Iterator[str]:
    lines = []
    for row in contents.tiers:
        sums = f", {plain(row.arithmetic)}" if row.arithmetic else ""
        proof = "proven" if row.result.proven else "not proven"
        lines.append(f"- {tier(row.result.name)}: {pretty(row.result.value)}, {proof}{sums}")
    yield from _part("Minimised in this order", lines)
    changed = [f"`{name}: {value}`" for name, value in contents.advice.rulings_changed.items()]
    told = f"Rulings other than our defaults: {', '.join(changed)}." if changed else "All rulings are our defaults."
    made = "; ".join(f"{name.lower()} {plain(value)}" for name, value in contents.provenance)
    yield from _part("Rulings and provenance", [told, "", opening(made) + "."])
