"""The clause list as text."""

from __future__ import annotations

from models.rulings import DEFAULTS
from planner.rules.clauses import Clause, clauses, clauses_of, clauses_on

_STATUS = {"implemented": "implemented in", "shown": "shown by", "not": "not implemented:"}


def rules_text(wanted: str | None) -> str | None:
    """One clause or section in full, the clauses of a ruling, or one line for each clause; None if unknown."""
    if wanted is None:
        return "\n".join(f"{clause.id:32} {clause.status:12} {clause.title}" for clause in clauses())
    found = clauses_of(wanted) or clauses_on(wanted)
    return "\n\n".join(_in_full(clause) for clause in found) if found else None


def _in_full(clause: Clause) -> str:
    lines = [f"{clause.id}  {clause.title}", f"  {clause.reading}"]
    for ruling in clause.ruling:
        default = f" (our default: {DEFAULTS[ruling]})" if ruling in DEFAULTS else ""
        lines.append(f"  ruling {ruling}{default}")
    lines.append(
        f"  {_STATUS[clause.status]} {' - '.join(part for part in (', '.join(clause.where), clause.why) if part)}"
    )
    return "\n".join(lines)
