"""Units that change: a cadre made full, a division come back as its cadre, another counter in its place.

A state names the place and, in brackets, what the unit has become since the plan began: "kharkov[full]",
"forming:wk_vi[cadre@8]" while it is being made into a cadre that is ready in turn 8, "kharkov[5-7-6]" where another
counter has taken its place. No brackets: as the file has it. Where a table looks back to the last check (ruling
stationary_rule: since_last_check), a unit is also marked with whether it has spent MPs in its last player-turn:
"gent[+moved]", "kharkov[full+rested]".
"""

from __future__ import annotations

from dataclasses import replace

from models.counters import counter
from models.units import Unit
from planner.rules.europa.position import Position
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.interface import AnyPiece, Marker, Piece, Step

CONDITIONS = ("full", "cadre", "remnant")
MOVED, RESTED = "+moved", "+rested"
REORGANIZED = "5-7-6"  # 52.J.1.a


def as_in(position: Position, piece: AnyPiece, condition: str) -> AnyPiece:
    """A piece in a condition."""
    key = (id(piece), condition)
    if key not in position.changed:
        become, due, moved = parse(condition)
        unit = unit_as(piece.unit, become) if become else piece.unit
        if moved is not None:
            unit = unit.model_copy(update={"moved": moved})
        res = unit.regimental_equivalents
        if due is not None and become == "full" and position.rulings.forming_garrison_re == "source":
            res = unit.res_as("cadre")  # 52.A.10.a: what it was when it was taken off the map
        changed = replace(piece, unit=unit, res=res, condition=become, due=due)
        position.changed[key] = (changed, piece)  # the piece is kept so that its id stays its own
    found: Piece = position.changed[key][0]
    return found


def parse(condition: str) -> tuple[str, int | None, bool | None]:
    """What a unit has become ("" = as it was), when it is ready, and whether it has moved (None = as the file says)."""
    rest, plus, mark = condition.partition("+")
    become, _, due = rest.partition("@")
    return become, int(due) if due else None, f"+{mark}" == MOVED if plus else None


def marker(position: Position) -> Marker | None:
    """Where a table looks back to the last check, what a player-turn leaves on a unit; nobody asks elsewhere."""
    if position.rulings.stationary_rule != "since_last_check":
        return None

    def marked(piece: AnyPiece, step: Step, condition: str) -> str:
        moved = step.spends_mp
        if not may_act(position, step.turn):
            moved = piece.unit.moved  # its player-turn is over
        become = condition.partition("+")[0]
        return become + (MOVED if moved else RESTED) if moved or "+" in condition or piece.unit.moved else become

    return marked


def unit_as(unit: Unit, condition: str) -> Unit:
    """A unit at full strength, as its cadre, as its remnant, or as another counter."""
    changes: dict[str, object] = {"cadre": condition == "cadre", "as_remnant": condition == "remnant", "value": None}
    if condition in CONDITIONS:
        changes["res"] = unit.res_as(condition)
    else:
        was = unit.counter if condition == REORGANIZED else None
        changes |= {"counter": counter(condition), "res": unit.res_as("full"), "substitute": None, "grows_to": was}
    return unit.model_copy(update=changes)


def condition_of(unit: Unit) -> str:
    """What a unit on the map is just now."""
    return "remnant" if unit.as_remnant else "cadre" if unit.cadre else "full"
