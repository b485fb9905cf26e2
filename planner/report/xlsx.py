"""The report as a workbook: every figure as exact text, with a decimal beside it to sort by.

No cell is ever a formula or a link, whatever a unit is called.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from io import BytesIO
from typing import Any

from xlsxwriter import Workbook  # type: ignore[import-untyped]

from models.advice import Advice
from models.findings import DemandFinding, PenaltyLine
from models.plan import Order
from models.position import Position
from models.quantities import pretty
from planner.report.board import result_of
from planner.report.contents import Contents
from planner.report.names import currency, tier
from planner.report.purchase_tables import purchase_cells
from planner.report.purchases import Purchases
from planner.report.sentences import line_of
from planner.report.words import stands

Cell = str | Fraction | int | None
Row = tuple[Cell, ...]
WIDEST = 60  # characters of a column
LONGEST = 32_000  # characters of a cell; a workbook takes 32,767
SAFE = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}


def xlsx_report(scenario: Position, advice: Advice) -> bytes:
    """The whole workbook."""
    contents = Contents(scenario, advice)
    held = BytesIO()
    book = Workbook(held, SAFE)
    book.set_properties({"title": contents.title, "subject": f"{contents.side} player, {advice.turn}"})
    writer = _Writer(book)
    writer.sheet(
        "Summary",
        ("What", "In words", "If nobody moves", "Under the plan", "Saved"),
        _summary(contents),
        filtered=False,
    )
    writer.sheet(
        "Orders",
        ("Turn", "Part", "Place", "Order", "Units", "From", "To", "How", "Times", "Why", "Rule", "Unit id"),
        _orders(contents),
    )
    writer.sheet(
        "Checks",
        ("Turn", "Check", "Place", "Result", "Required", "Covered", "Missing", "Of what", "Counting",
         "There, not counting", "A gap costs", "What the rule asks", "Rule"),
        (_check(contents, demand) for demand in contents.demands),
    )  # fmt: skip
    writer.sheet(
        "Penalties",
        ("When", "Turn", "Where", "Why", "Missing", "Arithmetic", "Lost", "Of what", "Counted", "Rule"),
        (*_penalties(contents, "under the plan"), *_penalties(contents, "if nobody moves")),
    )
    writer.sheet(
        "Budgets", ("Budget", "Turn", "Opening", "Comes in", "Spent", "Left", "Spent on", "Rule"), _budgets(contents)
    )
    if contents.purchases:
        writer.sheet(
            "Replacements",
            ("Turn", "Units", "What", "Pools", "Ready", "At", "Buys", "Strength", "REs", "Rule"),
            _replacements(contents, contents.purchases),
        )
    book.close()
    return held.getvalue()


def _replacements(contents: Contents, found: Purchases) -> Iterator[Row]:
    for row in found.bought():
        turn, units, what, pools, ready, where, buys, rule = purchase_cells(row, contents.names)
        yield turn, units, what, pools, ready, where, buys, row.strength, row.res, rule


class _Writer:
    """Puts rows on sheets: a header that stays, filters, columns as wide as their words."""

    def __init__(self, book: Workbook) -> None:
        self.book = book
        self.head = book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"})
        self.words = book.add_format({"text_wrap": True, "valign": "top"})
        self.exact = book.add_format({"align": "right", "valign": "top"})
        self.decimal = book.add_format({"num_format": "0.00##", "font_color": "#5d6257", "valign": "top"})

    def sheet(self, name: str, columns: tuple[str, ...], rows: Iterable[Row], filtered: bool = True) -> None:
        """One sheet. A column of exact amounts is followed by one with the same amounts as decimals."""
        page = self.book.add_worksheet(name)
        table = list(rows)
        amounts = {n for n in range(len(columns)) if any(isinstance(row[n], Fraction) for row in table)}
        at = 0
        for n, title in enumerate(columns):
            page.write_string(0, at, title, self.head)
            cells = [row[n] for row in table]
            for line, cell in enumerate(cells, start=1):
                self._write(page, line, at, cell)
            page.set_column(at, at, _width(title, cells))
            at += 1
            if n in amounts:
                page.write_string(0, at, f"{title} (decimal)", self.head)
                page.set_column(at, at, 11)
                at += 1
        page.freeze_panes(1, 0)
        if filtered and table:
            page.autofilter(0, 0, len(table), at - 1)
        page.set_landscape()
        page.set_paper(9)  # A4
        page.fit_to_pages(1, 0)
        page.repeat_rows(0)

    def _write(self, page: Any, line: int, at: int, cell: Cell) -> None:
        if isinstance(cell, Fraction):
            page.write_string(line, at, pretty(cell), self.exact)
            page.write_number(line, at + 1, float(cell), self.decimal)
        elif isinstance(cell, int):
            page.write_number(line, at, cell, self.words)
        elif cell:
            page.write_string(line, at, cell if len(cell) <= LONGEST else f"{cell[:LONGEST]} ...", self.words)


def _width(title: str, cells: Iterable[Cell]) -> float:
    shown = (pretty(cell) if isinstance(cell, Fraction) else str(cell or "") for cell in cells)
    return min(max(len(title), *(len(words) for words in shown), 5) + 2, WIDEST)


def _summary(contents: Contents) -> Iterator[Row]:
    advice = contents.advice
    words = [
        ("Scenario", contents.title), ("Player", contents.side), ("Turn", advice.turn), ("Planned for", contents.ahead),
        ("Result", advice.message),
    ]  # fmt: skip
    for found in contents.objections:
        words += [(found.heading or "Conflict", found.text), *(("", line) for line in found.lines)]
    words += [("Look at this yourself", line) for line in advice.warnings]
    yield from ((label, text, None, None, None) for label, text in words)
    for cost in contents.costs:
        yield f"Lost: {cost.label}", "", cost.now, cost.planned, None if cost.planned is None else cost.saved
    for row in contents.tiers:
        proof = "proven" if row.result.proven else "not proven"
        sums = ", ".join(filter(None, (proof, row.arithmetic)))
        yield f"Minimised: {tier(row.result.name)}", sums, None, row.result.value, None
    for name, value, changed in contents.rulings:
        yield f"{'Own ruling' if changed else 'Ruling'}: {name}", value, None, None, None
    yield from ((name, text, None, None, None) for name, text in contents.provenance)


def _orders(contents: Contents) -> Iterator[Row]:
    for order in contents.advice.orders:
        yield _order(contents, order)


def _order(contents: Contents, order: Order) -> Row:
    names, board = contents.names, contents.board
    part = "orders" if order.turn == contents.advice.turn else "forecast"
    if stands(order):
        part = f"{part}, no move"
    why = order.why or board.purpose(order)
    told = line_of([order], names, why).text if not stands(order) else order.option
    return (
        order.turn, part, names.place(order.start or order.to), told, names.unit(order.unit) if order.unit else "",
        names.place(order.start) if order.start else "", names.place(order.to) if order.to else "", order.how,
        order.times, why, order.rule, order.unit,
    )  # fmt: skip


def _check(contents: Contents, demand: DemandFinding) -> Row:
    names = contents.names
    return (
        demand.turn, demand.check, demand.place, result_of(demand), demand.required, demand.covered, demand.missing,
        demand.measure, names.counting(demand), names.bystanders(demand), demand.penalty, demand.sentence, demand.rule,
    )  # fmt: skip


def _penalties(contents: Contents, when: str) -> Iterator[Row]:
    planned = when == "under the plan"
    where = contents.places_short(planned)
    for line in contents.advice.penalties if planned else contents.advice.penalties_now:
        yield _penalty(line, when, where.get(line.id, ""))


def _penalty(line: PenaltyLine, when: str, where: str) -> Row:
    return (
        when, line.turn, where, line.sentence, line.missing, line.arithmetic, line.amount, currency(line.currency),
        "yes" if line.counted else "no", line.rule,
    )  # fmt: skip


def _budgets(contents: Contents) -> Iterator[Row]:
    for account in contents.accounts:
        for line in account.lines:
            sums = line.opening, line.income, line.spent, line.closing
            yield account.label, line.turn, *sums, line.purposes, account.rule
