"""The clause list as text."""

from __future__ import annotations

from pathlib import Path

from models.forts import CARDS, FortKind
from planner.report.fort_cards import card_lines
from planner.rules.books import BOOKS
from planner.rules.cards import card_as_text
from planner.rules.clauses import Clause, clauses, clauses_of, clauses_on

_STATUS = {"implemented": "implemented in", "shown": "shown by", "not": "not implemented:"}


def rules_text(wanted: str | None) -> str | None:
    """One clause or section in full, the clauses of a ruling, or one line for each clause; None if unknown."""
    if wanted is None:
        return "\n".join(f"{clause.id:32} {clause.status:12} {clause.title}" for clause in clauses())
    found = clauses_of(wanted) or clauses_on(wanted)
    cards = ["\n".join((f"{kind.words}:", *(f"  {line}" for line in card_lines(kind))))
             for kind in FortKind if _covers(wanted, CARDS[kind].rule)]  # fmt: skip
    cards += [card_as_text(card) for book in BOOKS.values() for card in book.cards if _covers(wanted, card.rule)]
    return "\n\n".join([*(_in_full(clause) for clause in found), *cards]) if found else None


def _covers(section: str, rule: str) -> bool:
    return rule == section or rule.startswith(f"{section}.")


def _in_full(clause: Clause) -> str:
    defaults = BOOKS[clause.book].rulings().model_dump()
    lines = [f"{clause.id}  {clause.title}", f"  {clause.reading}"]
    for ruling in clause.ruling:
        default = f" (our default: {defaults[ruling]})" if ruling in defaults else ""
        lines.append(f"  ruling {ruling}{default}")
    lines += [f"  fixed reading {name}: {why}" for name, why in clause.fixed.items()]
    lines.append(
        f"  {_STATUS[clause.status]} {' - '.join(part for part in (', '.join(clause.where), clause.why) if part)}"
    )
    return "\n".join(lines)


def chapter_page(chapter: str) -> str:
    """The coverage list of one chapter as a page: every clause by its id, where it is, or why it is not."""
    found = [clause for clause in clauses() if clause.section.partition(".")[0] == chapter]
    count = {status: sum(clause.status == status for clause in found) for status in _STATUS}
    lines = [
        f"# Chapter {chapter}: every clause",
        "",
        "Made from `planner/rules/clauses` by `make docs`; do not edit.",
        "",
        f"{len(found)} clauses: {count['implemented']} implemented, {count['shown']} shown, {count['not']} not.",
        "",
        "| clause | what it is | reading | rulings | status | where, or why not |",
        "|---|---|---|---|---|---|",
    ]
    for clause in found:
        where = " - ".join(part for part in (", ".join(clause.where), clause.why) if part)
        fixed = " ".join(f"Fixed ({name}): {why}" for name, why in clause.fixed.items())
        reading = f"{clause.reading} {fixed}" if fixed else clause.reading
        cells = (clause.id, clause.title, reading, ", ".join(clause.ruling), clause.status, where)
        lines.append("| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def chapters() -> list[str]:
    """The chapters of which there are clauses, in order."""
    return sorted({clause.section.partition(".")[0] for clause in clauses()}, key=int)


def write_pages(folder: Path) -> None:
    """Write the page of every chapter into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for chapter in chapters():
        (folder / f"chapter_{chapter}.md").write_text(chapter_page(chapter), encoding="utf-8")
