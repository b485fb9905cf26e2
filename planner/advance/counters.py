"""Units and lines of the order of battle one turn on."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from models.counters import counter
from models.orders_of_battle import BRINGS, CHANGES, Line, Recruit
from models.problem import Act, State
from models.scenario import Scenario
from models.units import Unit
from planner.audit.replay import Replay, Taken
from planner.rules.interface import without_condition

if TYPE_CHECKING:
    from planner.advance.carrying import Turned

OUT_OF_PLAY = ("gone:", "disbanded:", "broken:")
_CONDITIONS: dict[str, dict[str, Any]] = {
    "full": {"cadre": False, "as_remnant": False}, "cadre": {"cadre": True, "as_remnant": False},
    "remnant": {"cadre": False, "as_remnant": True},
}  # fmt: skip


@dataclass(frozen=True)
class Move:
    """What a counter did in the turn: where it will be, in how many turns, having spent MPs or not."""

    end: State
    lasts: int
    moved: bool
    taken: Taken


def where_everybody_goes(done: Replay) -> dict[str, Move]:
    """Every counter that took a step in the turn, by name."""
    found = {}
    for taken in done.taken:
        if taken.unit and taken.step is not None and taken.option.turn == 0:
            found[taken.unit] = Move(taken.option.end, taken.option.lasts, taken.step.spends_mp, taken)
    return found


def carry_units(
    scenario: Scenario, moves: dict[str, Move], turned: Turned, told: list[str]
) -> tuple[tuple[Unit, ...], tuple[Line, ...]]:
    """The units of the next position, and the lines that are left."""
    units: list[Unit] = []
    for unit in scenario.units:
        units += _carried(scenario, unit, moves, told)
    units = [_by_itself(unit, moves) for unit in units]
    lines = []
    for line in scenario.order_of_battle:
        kept: list[Recruit] = []
        for recruit in line.units:
            for after in _carried(scenario, recruit, moves, told):
                if after.at in ("", f"pending:{line.id}"):
                    kept.append(Recruit.model_validate(after.model_dump() | {"at": ""}))
                else:
                    units.append(Unit.model_validate(after.model_dump()))
        left = _ticked_off(scenario, line, tuple(kept), turned)
        if left is not None:
            lines.append(left)
    return tuple(units), tuple(lines)


def _carried(scenario: Scenario, unit: Unit, moves: dict[str, Move], told: list[str]) -> list[Unit]:
    """The rows that a row of the file becomes: one as long as its counters do the same, else one for each."""
    by_fate: dict[tuple[Any, ...], list[str]] = defaultdict(list)
    for name in unit.names:
        move = moves.get(name)
        by_fate[(move.end, move.lasts, move.moved, _once(move)) if move else ()].append(name)
    rows = []
    for names in by_fate.values():
        after = _after(scenario, unit, moves.get(names[0]))
        if after is None:
            told += [f"{name} is out of play" for name in names]
        elif len(by_fate) == 1:
            rows.append(after)
        else:
            rows += [after.model_copy(update={"id": name, "count": 1}) for name in names]
    return rows


def _by_itself(unit: Unit, moves: dict[str, Move]) -> Unit:
    """A part of a division that was broken down is a unit in the eliminated box (52.A.11)."""
    parent = moves.get(unit.at.removeprefix("inside:")) if unit.at.startswith("inside:") else None
    if parent is None or not parent.end.startswith("broken:"):
        return unit
    return unit.model_copy(update={"at": parent.end.replace("broken:", "eliminated:")})


def _once(move: Move) -> bool:
    return move.taken.option.how.startswith("free, once a game")


def _after(scenario: Scenario, unit: Unit, move: Move | None) -> Unit | None:
    """A unit as the next turn finds it; None if it is out of play."""
    if move is None:
        return unit  # not in play yet
    where, condition = without_condition(move.end)
    if where.startswith(OUT_OF_PLAY) or (where.startswith("scrapped:") and unit.called is None):
        return None
    become, _, due = condition.partition("@")
    update: dict[str, Any] = {"at": where, "moved": move.moved, "fought": False, "arrives": None, "under_way": False}
    if become:
        update |= _CONDITIONS.get(become) or {"counter": counter(become), "substitute": None, "cadre": False}
        if become in _CONDITIONS and unit.res is not None:
            update["res"] = unit.res_as(become)
    if due:
        update["ready"] = scenario.turn_at(int(due))
    elif not where.startswith("forming:"):
        update["ready"] = None
    if move.lasts > 1:
        on_track = where.startswith("track:")
        update |= {"arrives": scenario.turn_at(move.lasts), "under_way": not on_track}
    start = move.taken.option.start
    if start.startswith("box:") and where in scenario.places and move.taken.option.act in (Act.ACTIVATE, Act.FORCED):
        update["from_garrison"] = _garrison_of(scenario, start.removeprefix("box:"))
    if _once(move):
        update["contingent"] = False
    return unit.model_copy(update=update)


def _garrison_of(scenario: Scenario, district: str) -> str | None:
    for row in scenario.garrisons:
        if row.kind == "box" and district in (row.districts or (row.id,)):
            return row.id
    return None


def _ticked_off(scenario: Scenario, line: Line, kept: tuple[Recruit, ...], turned: Turned) -> Line | None:
    """A line with what is left of it; None if nothing is."""
    due = turned.now.position.line_due[line.id] <= 0
    if line.does in BRINGS | CHANGES:
        return line.model_copy(update={"units": kept}) if kept else None
    if due and line.does in ("note", "disarm", "release_reserve"):
        return None
    number = turned.now.budget_number.get(f"ob:{line.id}")
    served = sum(
        int(draw.amount) * taken.times
        for taken in turned.done.taken
        for draw in taken.option.draws
        if draw.budget == number and draw.turn == 0
    )
    done = line.done + served
    return line.model_copy(update={"done": done}) if done < line.count else None
