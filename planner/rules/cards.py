"""Reference cards: parts of the rules that need no planning, as tables to look things up in."""

from __future__ import annotations

from models.frozen import Frozen


class ReferenceCard(Frozen):
    """One table with its notes, under the rule it belongs to."""

    rule: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


def card_as_text(card: ReferenceCard) -> str:
    """The card in columns, for a terminal."""
    table = (card.columns, *card.rows)
    widths = [max(len(row[n]) for row in table) for n in range(len(card.columns))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]
    return "\n".join([f"{card.rule}  {card.title}", *(f"  {line}" for line in (*lines, *card.notes))])
