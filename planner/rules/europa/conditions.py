"""Units that change: a cadre made full, a division come back as its cadre, another counter in its place.

A state names the place and, in brackets, what the unit has become since the plan began: "kharkov[full]",
"forming:wk_vi[cadre@8]" while it is being made into a cadre that is ready in turn 8, "kharkov[5-7-6]" where another
counter has taken its place. No brackets: as the file has it.
"""

from __future__ import annotations

from dataclasses import replace

from models.counters import counter
from models.units import Unit
from planner.rules.europa.position import Position
from planner.rules.interface import AnyPiece, Piece

CONDITIONS = ("full", "cadre", "remnant")


def as_in(position: Position, piece: AnyPiece, condition: str) -> AnyPiece:
    """A piece in a condition."""
    key = (id(piece), condition)
    if key not in position.changed:
        become, _, due = condition.partition("@")
        unit = unit_as(piece.unit, become)
        changed = replace(
            piece, unit=unit, res=unit.regimental_equivalents, condition=become, due=int(due) if due else None
        )
        position.changed[key] = (changed, piece)  # the piece is kept so that its id stays its own
    found: Piece = position.changed[key][0]
    return found


def unit_as(unit: Unit, condition: str) -> Unit:
    """A unit at full strength, as its cadre, as its remnant, or as another counter."""
    changes: dict[str, object] = {"cadre": condition == "cadre", "as_remnant": condition == "remnant", "value": None}
    if condition in CONDITIONS:
        changes["res"] = unit.res_as(condition)
    else:
        changes |= {"counter": counter(condition), "res": unit.res_as("full"), "substitute": None}
    return unit.model_copy(update=changes)


def condition_of(unit: Unit) -> str:
    """What a unit on the map is just now."""
    return "remnant" if unit.as_remnant else "cadre" if unit.cadre else "full"
