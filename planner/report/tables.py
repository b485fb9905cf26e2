"""Tables for the terminal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from rich import box
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from models.advice import Advice
from models.findings import AuditReport, BudgetLine, DemandFinding, PenaltyLine, Violation
from models.plan import Order, TierResult
from models.problem import Act
from models.quantities import pretty
from planner.report.words import CURRENCY_LABELS, measured, opening, stands, tier_label


class _Titled(Table):
    """A table below its title, which may be wider than the table."""

    heading = ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(f"\n{self.heading}", style="bold")
        yield from super().__rich_console__(console, options)


def titled_table(title: str, *columns: str, numbers: Iterable[str] = ()) -> Table:
    """A table under its title; columns of numbers stand to the right."""
    table = _Titled(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
    table.heading = title
    for column in columns:
        table.add_column(column, justify="right" if column in numbers else "left", overflow="fold")
    return table


def advice_tables(advice: Advice, beside: Iterable[RenderableType] = ()) -> Iterator[RenderableType]:
    """Everything worth reading about a plan, the orders of this turn first; `beside` comes after them."""
    colour = {"optimal": "green", "impossible": "red"}.get(advice.status, "yellow")
    yield Text.assemble(
        (advice.title, "bold"), f"  {advice.side} player, {advice.turn}, {advice.horizon} turn(s) ahead"
    )
    yield Text(advice.message, style="red bold" if advice.proof == "disputed" else colour)
    yield from violation_tables(advice.violations)
    if advice.plan is None:
        yield totals_table({}, advice.now)
        return
    yield totals_table(advice.totals, advice.now)
    yield from order_tables(advice.orders, advice.turn)
    yield from beside
    yield demand_table(advice.demands, advice.turn)
    if advice.penalties:
        yield penalty_table(advice.penalties)
    if lines := drawn_on(advice.budgets):
        yield budget_table(lines)
    yield tier_table(advice.tiers)
    yield from sum_lines(advice.tiers)
    yield from (Text(f"Why: {remark}") for remark in advice.remarks)
    yield from note_lines(advice.warnings, advice.rulings_changed)


def audit_tables(report: AuditReport, turn: str) -> Iterator[RenderableType]:
    """The findings about a plan or a position."""
    yield from violation_tables(report.violations)
    yield totals_table(report.totals)
    yield demand_table(report.demands, turn)
    if report.penalties:
        yield penalty_table(report.penalties)
    if lines := drawn_on(report.budgets):
        yield budget_table(lines)
    yield from note_lines(report.warnings, {})


def totals_table(planned: Mapping[str, Fraction], now: Mapping[str, Fraction] | None = None) -> RenderableType:
    """What is lost, by currency; currencies in which nothing is lost either way are left out."""
    shown = [name for name in CURRENCY_LABELS if planned.get(name) or (now or {}).get(name)]
    if not shown:
        return Text("Nothing is lost, neither as things stand nor under the plan." if now is not None else "No losses.")
    table = titled_table(
        "Losses over the whole horizon",
        "",
        "as things stand",
        "under the plan",
        numbers=("as things stand", "under the plan"),
    )
    if now is None:
        table = titled_table("Losses over the whole horizon", "", "lost", numbers=("lost",))
    for name in shown:
        row = [CURRENCY_LABELS[name]]
        if now is not None:
            row.append(pretty(now.get(name, Fraction(0))))
        row.append(pretty(planned[name]) if name in planned else "-")
        table.add_row(*row)
    return table


def order_tables(orders: tuple[Order, ...], turn: str) -> Iterator[RenderableType]:
    """Orders of this turn, then the forecast; who merely stands is listed by place."""
    now = [order for order in orders if order.turn == turn]
    todo = [order for order in now if not stands(order)]
    if todo:
        yield _orders(f"Orders for {turn}", todo)
    else:
        yield Text(f"No unit has to move in {turn}.", style="bold")
    guards: dict[str, list[str]] = defaultdict(list)
    for order in now:
        if order.option == Act.GUARD:
            guards[order.to].append(order.unit)
        elif order.option == Act.STAY and order.duties:  # a fort wants somebody in its hex, standing still or not
            guards[order.to].append(f"{order.unit} (may spend MPs)")
    if guards:
        table = titled_table(f"Stand guard in {turn} (spend no MPs)", "at", "units")
        for place in sorted(guards):
            table.add_row(escape(place), escape(", ".join(guards[place])))
        yield table
    later = [order for order in orders if order.turn != turn and not stands(order)]
    if later:
        yield _orders("Forecast for the turns after", later)


def _orders(title: str, orders: list[Order]) -> Table:
    table = titled_table(title, "turn", "unit", "order", "from", "to", "rule")
    for order in orders:
        times = f" x {order.times}" if order.times > 1 else ""
        how = f" ({order.how})" if order.how else ""
        table.add_row(
            order.turn, escape(order.unit or "-"), escape(f"{order.option}{how}{times}"), escape(order.start),
            escape(order.to), order.rule,
        )  # fmt: skip
    return table


def demand_table(demands: tuple[DemandFinding, ...], turn: str) -> RenderableType:
    """The checks of this turn, and those of later turns that are short."""
    shown = [d for d in demands if not d.waived and (d.turn == turn or d.missing) and (d.required or d.missing)]
    table = titled_table(
        f"Checks of {turn}, and later ones that are short", "turn", "check", "where", "required", "covered", "missing",
        "counted", "rule", numbers=("required", "covered", "missing"),
    )  # fmt: skip
    for demand in shown:
        counted = ", ".join(f"{c.unit} {pretty(c.amount)}" for c in (*demand.units, *demand.others))
        missing = Text(pretty(demand.missing) if demand.missing else "-", style="red" if demand.missing else "")
        table.add_row(
            demand.turn, demand.check.replace(" phase", ""), escape(demand.place),
            measured(demand.required, demand.measure), pretty(demand.covered), missing, escape(counted),
            demand.rule,
        )  # fmt: skip
    return table if shown else Text("No garrison or occupation is due.")


def penalty_table(penalties: tuple[PenaltyLine, ...]) -> Table:
    """Every penalty with its arithmetic."""
    table = titled_table("Penalties", "turn", "rule", "for", "arithmetic")
    for line in penalties:
        note = "" if line.counted else " (reported, not counted)"
        table.add_row(line.turn, line.rule, escape(line.sentence), escape(line.arithmetic + note))
    return table


def drawn_on(lines: Iterable[BudgetLine]) -> list[BudgetLine]:
    """The budgets on which something was drawn, or that are in deficit, in all their turns."""
    kept = list(lines)
    used = {line.id for line in kept if line.spent or line.spent_on or line.closing < 0}
    return [line for line in kept if line.id in used]


def budget_table(lines: Iterable[BudgetLine]) -> Table:
    """Every pool and capacity, turn by turn."""
    table = titled_table(
        "Budgets", "turn", "budget", "opening", "in", "spent", "closing", "spent on", "rule",
        numbers=("opening", "in", "spent", "closing"),
    )  # fmt: skip
    for line in lines:
        table.add_row(
            line.turn, escape(line.label), pretty(line.opening), pretty(line.income), pretty(line.spent),
            pretty(line.closing), escape(line.purposes), line.rule,
        )  # fmt: skip
    return table


def tier_table(tiers: tuple[TierResult, ...]) -> Table:
    """What was minimised, in order, and what was proven."""
    table = titled_table(
        "Minimised in this order", "tier", "value", "bound", "proven", "by", numbers=("value", "bound")
    )
    for tier in tiers:
        proven = "yes" if tier.proven else "no"
        table.add_row(tier_label(tier.name), pretty(tier.value), pretty(tier.bound), proven, tier.solver or "-")
    return table


def sum_lines(tiers: tuple[TierResult, ...]) -> Iterator[RenderableType]:
    """How the tiers add up, where more than one thing is added or anything is weighed."""
    for tier in tiers:
        if "+" in tier.arithmetic or "×" in tier.arithmetic:
            yield Text(f"{opening(tier_label(tier.name))}: {tier.arithmetic}")


def violation_tables(violations: tuple[Violation, ...]) -> Iterator[RenderableType]:
    """What the rules do not allow."""
    if violations:
        table = titled_table("Not allowed", "turn", "unit", "why")
        for violation in violations:
            table.add_row(violation.turn, escape(violation.unit or "-"), escape(violation.message))
        yield table


def note_lines(warnings: tuple[str, ...], rulings: Mapping[str, str]) -> Iterator[RenderableType]:
    """Warnings, and where the table reads the rules otherwise than we do."""
    for warning in warnings:
        yield Text(f"Note: {warning}", style="yellow")
    if rulings:
        yield Text("Rulings other than ours: " + ", ".join(f"{name} = {value}" for name, value in rulings.items()))
