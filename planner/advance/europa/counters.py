"""Units and lines of the order of battle one turn on."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from models.counters import Counter, counter
from models.orders_of_battle import BRINGS, CHANGES, Line, Recruit
from models.problem import Act
from models.scenario import Scenario
from models.units import Unit
from planner.advance.playing import Move, Turned
from planner.rules.europa.conditions import REORGANIZED, parse
from planner.rules.europa.position import Position
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.europa.r51_a_stacking import one_unit
from planner.rules.europa.r51_b_returning import may_leave
from planner.rules.interface import without_condition

OUT_OF_PLAY = ("gone:", "disbanded:", "broken:")
_CONDITIONS: dict[str, dict[str, Any]] = {
    "full": {"cadre": False, "as_remnant": False}, "cadre": {"cadre": True, "as_remnant": False},
    "remnant": {"cadre": False, "as_remnant": True},
}  # fmt: skip


def carry_units(
    scenario: Scenario, moves: dict[str, Move], turned: Turned[Scenario], told: list[str]
) -> tuple[tuple[Unit, ...], tuple[Line, ...]]:
    """The units of the next position, and the lines that are left."""
    units: list[Unit] = []
    position = turned.now.position
    for unit in scenario.units:
        units += _carried(position, unit, moves, told)
    units = [_by_itself(unit, moves) for unit in units]
    lines = []
    for line in scenario.order_of_battle:
        kept: list[Recruit] = []
        for recruit in line.units:
            for after in _carried(position, recruit, moves, told):
                if after.at in ("", f"pending:{line.id}"):
                    kept.append(Recruit.model_validate(after.model_dump() | {"at": ""}))
                else:
                    joined = line.does == "add_to_pool" and after.at.startswith("eliminated:")
                    new = Unit.model_validate(after.model_dump(exclude={"unsupported"}))
                    units.append(new.model_copy(update={"added": joined}))
        left = _ticked_off(line, tuple(kept), turned)
        if left is not None:
            lines.append(left)
    return tuple(units), tuple(lines)


def _carried(position: Position, unit: Unit, moves: dict[str, Move], told: list[str]) -> list[Unit]:
    """The rows that a row of the file becomes: one as long as its counters do the same, else one for each."""
    by_fate: dict[tuple[Any, ...], list[str]] = defaultdict(list)
    for name in unit.names:
        move = moves.get(name)
        by_fate[(move.end, move.lasts, move.moved, _once(move)) if move else ()].append(name)
    rows = []
    for names in by_fate.values():
        after = _after(position, unit, moves.get(names[0]))
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


def _after(position: Position, unit: Unit, move: Move | None) -> Unit | None:
    """A unit as the next turn finds it; None if it is out of play."""
    if move is None:
        return unit  # not in play yet
    scenario = position.scenario
    where, condition = without_condition(move.end)
    if where.startswith(OUT_OF_PLAY) or (where.startswith("scrapped:") and unit.called is None):
        return None
    become, due, _ = parse(condition)
    moved = move.moved if may_act(position, 0) else unit.moved  # in the enemy's player-turn ours is over
    update: dict[str, Any] = {"at": where, "moved": moved, "fought": False, "arrives": None, "under_way": False}
    if become:
        update |= _CONDITIONS.get(become) or {
            "counter": counter(become), "substitute": None, "cadre": False, "grows_to": _was(position, unit, become),
        }  # fmt: skip
        if become in _CONDITIONS and unit.res is not None:
            update["res"] = unit.res_as(become)
    if due is not None:
        update["ready"] = scenario.turn_at(due)
    elif not where.startswith("forming:"):
        update["ready"] = None
    if move.lasts > 1:
        on_track = where.startswith("track:")
        update |= {"arrives": scenario.turn_at(move.lasts), "under_way": not on_track}
    start = move.taken.option.start
    if start.startswith("track:") and not where.startswith("track:"):
        update["disrupted"] = False  # 52.G: it is back
    if start.startswith("box:") and where in scenario.places and move.taken.option.act in (Act.ACTIVATE, Act.FORCED):
        update["from_garrison"] = _garrison_of(scenario, start.removeprefix("box:"))
    if _once(move):
        update["contingent"] = False
    return unit.model_copy(update=update)


def _was(position: Position, unit: Unit, become: str) -> Counter | None:
    """The division that a 5-7-6 was, where it may grow to that again (52.J.1.a, ruling german_576)."""
    return unit.counter if become == REORGANIZED and position.rulings.german_576 == "step" else None


def _garrison_of(scenario: Scenario, district: str) -> str | None:
    for row in scenario.garrisons:
        if row.kind == "box" and district in (row.districts or (row.id,)):
            return row.id
    return None


def _lapses(position: Position, line: Line) -> bool:
    """Lines that are void after their turn: REs of a reserve (51.C.1), units that are in no box any more (51.B.11)."""
    if line.does == "release_reserve":
        return line.unit is None and position.rulings.release_carryover == "false"
    if line.does != "release" or position.rulings.release_missing == "delay":
        return False
    return not any(may_leave(position, line, unit, unit.at) for unit in position.scenario.units)


def _ticked_off(line: Line, kept: tuple[Recruit, ...], turned: Turned[Scenario]) -> Line | None:
    """A line with what is left of it; None if nothing is."""
    position = turned.now.position
    due = position.line_due[line.id] <= 0
    if line.any_city and position.rulings.any_city_scope == "line":
        now = (key for key in position.places if turned.drawn(one_unit(position, line, key)))
        line = line.model_copy(update={"used": (*line.used, *now)})
    if line.does in BRINGS | CHANGES and line.units:
        return line.model_copy(update={"units": kept}) if kept else None
    if due and (line.does in ("note", "points", "disarm") or _lapses(position, line)):
        return None
    if line.does == "release_reserve" and line.unit is None:
        left = line.res - turned.drawn(f"reserve:{line.id}")
        return line.model_copy(update={"res": left}) if left > 0 else None
    budget = "reserve" if line.does == "release_reserve" else "ob"
    done = line.done + int(turned.drawn(f"{budget}:{line.id}"))
    return line.model_copy(update={"done": done}) if done < line.count else None
