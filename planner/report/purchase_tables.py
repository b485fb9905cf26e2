"""What replacement points buy, as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from rich.console import RenderableType
from rich.markup import escape

from models.quantities import pretty
from planner.report.names import Names, res
from planner.report.purchases import Purchase, Purchases, Saving, Sending
from planner.report.tables import titled_table
from planner.report.words import amount_of


def purchase_tables(found: Purchases) -> Iterator[RenderableType]:
    """Bought now and next turn, points sent, and what is left in the pools."""
    bought, names = found.bought(), Names(found.scenario)
    now, after = found.turns[0], found.turns[1:2]
    for heading, rows in (
        (f"Replacements now, in {now}", [row for row in bought if row.turn == now]),
        ("To be started next turn", [row for row in bought if row.turn in after]),
        ("Later", [row for row in bought if row.turn not in (now, *after)]),
    ):
        if rows:
            table = titled_table(heading, "turn", "units", "what", "pools", "ready", "at", "buys", "rule")
            for row in rows:
                table.add_row(*(escape(cell) for cell in purchase_cells(row, names)))
            yield table
    if sent := found.sent():
        table = titled_table("Points sent", "turn", "what", "RPs", "from", "to", "", "rule", numbers=("RPs",))
        for each in sent:
            table.add_row(*(escape(cell) for cell in sending_cells(each)))
        yield table
    if saved := found.saved():
        table = titled_table(f"Left at the end of {found.turns[-1]}", "pool", "left", "", numbers=("left",))
        for pool in saved:
            table.add_row(escape(pool.pool), pretty(pool.left), escape(why_kept(pool)))
        yield table


def purchase_cells(row: Purchase, names: Names) -> tuple[str, ...]:
    """One purchase, cell by cell."""
    each = ", each" if len(row.units) > 1 else ""
    what = f"{row.act}{f' to {row.becomes}' if row.becomes else ''}{f' ({row.how}{each})' if row.how else ''}"
    where = names.place(row.where)
    return row.turn, names.listed(row.units), what, pool_words(row), row.ready, where, bought_words(row), row.rule


def pool_words(row: Purchase) -> str:
    """Which pools pay or gain for all of them: '6 from east inf', '2 2/5 to hungarian inf'."""
    return ", ".join(
        f"{pretty(abs(amount))} {'from' if amount > 0 else 'to'} {put_together(pool)}" for pool, amount in row.paid
    )


def put_together(pool: str) -> str:
    """Pools of several nations that pay together, in words (52.D.3)."""
    return pool.removeprefix("either:").replace("+", " and ")


def bought_words(row: Purchase) -> str:
    """What a purchase buys: '+4 strength, +2 REs, avoids 2 VPs'."""
    parts = [f"{_signed(row.strength)} strength"] if row.strength else []
    parts += [f"{'+' if row.res > 0 else ''}{res(row.res)}"] if row.res else []
    parts += [f"avoids {amount_of(currency, amount)}" for currency, amount in row.avoided]
    return ", ".join(parts)


def _signed(amount: Fraction) -> str:
    return f"+{pretty(amount)}" if amount > 0 else pretty(amount)


def sending_cells(row: Sending) -> tuple[str, ...]:
    """Points on their way, cell by cell."""
    target = put_together(row.target)
    return row.turn, row.act.removesuffix(" RPs"), pretty(row.amount), row.source, target, row.why, row.rule


def why_kept(pool: Saving) -> str:
    """Why a pool has points left: '4½ left: not yet enough for the next one (home panzer, 5)'."""
    beside = f" ({pool.next_unit}, {pretty(pool.next_price)})" if pool.next_price is not None else ""
    return f"{pool.why}{beside}"


def lines_of(found: Purchases) -> Iterable[tuple[str, list[str]]]:
    """The same as short lines under headings, for reports."""
    names = Names(found.scenario)
    bought: dict[str, list[str]] = {}
    for row in found.bought():
        turn, units, what, _, ready, where, buys, _ = purchase_cells(row, names)
        there = f"there in {ready}" if ready != turn else "at once"
        bought.setdefault(turn, []).append(f"{units}: {what}, {there} at {where}{f': {buys}' if buys else ''}")
    for turn, lines in bought.items():
        yield f"Replacements in {turn}", lines
    yield (
        "Points sent",
        [
            f"{row.turn}: {row.act} {pretty(row.amount)} from {row.source} to {put_together(row.target)}, {row.why}"
            for row in found.sent()
        ],
    )
    yield f"Left at the end of {found.turns[-1]}", [f"{s.pool}: {pretty(s.left)}, {why_kept(s)}" for s in found.saved()]
