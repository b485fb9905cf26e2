"""A plan from its file: what `garrison plan --out` wrote, or what a player wrote by hand."""

from __future__ import annotations

from pathlib import Path

from models.plan import Plan
from models.position import Position
from planner.load.checking import checked
from planner.load.documents import read_document
from planner.load.plain_text import read_bytes, refuse


def load_plan(path: Path, scenario: Position, any_turn: bool = False) -> Plan:
    """The plan in a file (JSON, or YAML), which must be one for this scenario's turn unless any will do."""
    name = str(path)
    plan = checked(Plan, read_document(read_bytes(path, name), name), lambda _: ())
    if plan.turn != str(scenario.turn) and not any_turn:
        raise refuse(name, f"is a plan for {plan.turn}, but the scenario stands at {scenario.turn}", where="turn")
    return plan
