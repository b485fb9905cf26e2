"""Counters as the rules look at them: identical ones are one piece."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction

from models.problem import State
from models.units import Unit, UnitType
from models.words import Side
from planner.rules.europa.position import LONG_AGO, Position, districts_of
from planner.rules.interface import Piece

BACK_FROM_DISRUPTION = "back_from_disruption"  # a mark of units that return in good order (51.A.6, 52.G)


def pieces(position: Position, set_apart: frozenset[str]) -> Iterator[tuple[Piece, tuple[tuple[str, State, int], ...]]]:
    """Group identical counters; units set apart (the player has wishes about them) stay by themselves."""
    named: dict[str, set[str]] = defaultdict(set)
    for row in position.scenario.garrisons:
        for name in getattr(row, "units", ()):
            named[name].add(row.id)
    groups: dict[tuple[object, ...], tuple[Piece, list[tuple[str, State, int]]]] = {}
    designated = _designated(position)
    shaken = {unit.id for unit in position.scenario.units if unit.disrupted and unit.at.startswith("track:")}
    for unit in (*map(_in_good_order, position.scenario.units), *recruits(position)):
        bound = frozenset(named[unit.id]) | _of_boxes(position, unit)
        if unit.id in shaken:
            bound |= {BACK_FROM_DISRUPTION}
        for number in range(1, unit.count + 1):
            name = unit.id if unit.count == 1 else f"{unit.id} #{number}"
            apart = name if name in set_apart or unit.id in designated else ""
            key = (*_alike(unit), bound, apart)
            piece = Piece(unit, unit.regimental_equivalents, bound)
            groups.setdefault(key, (piece, []))[1].append((name, *_start(position, unit)))
    yield from ((piece, tuple(members)) for piece, members in groups.values())
    yield from _task_forces(position, set_apart)


def _in_good_order(unit: Unit) -> Unit:
    """A disrupted unit on a track is in good order when it is back (52.G)."""
    return unit.model_copy(update={"disrupted": False}) if unit.at.startswith("track:") else unit


def _alike(unit: Unit) -> tuple[object, ...]:
    fields = [
        field
        for field in Unit.model_fields
        if field not in ("id", "name", "at", "arrives", "under_way", "ready", "count")
    ]
    values = [getattr(unit, field) for field in fields]
    return tuple(tuple(sorted(value.items())) if isinstance(value, dict) else value for value in values)


def _designated(position: Position) -> frozenset[str]:
    """Units that are not like others: divisions that can be broken down, and those that lines of the order of battle
    name where the table plays by designations (ruling use_unit_ids)."""
    broken_down = {unit.at.removeprefix("inside:") for unit in position.scenario.units if unit.at.startswith("inside:")}
    if position.rulings.use_unit_ids == "false":
        return frozenset(broken_down)
    templates = [template for line in position.scenario.order_of_battle for template in (line.unit, *line.beside)]
    return frozenset(name for template in templates if template for name in template.ids) | broken_down


def recruits(position: Position) -> Iterator[Unit]:
    """The counters that the order of battle brings, waiting for their lines (51)."""
    for line in position.scenario.order_of_battle:
        for unit in line.units:
            yield unit.model_copy(update={"at": f"pending:{line.id}"})


def _start(position: Position, unit: Unit) -> tuple[State, int]:
    if unit.at.startswith("pending:"):
        return unit.at, max(0, position.line_due[unit.at.removeprefix("pending:")])
    arrives = position.arrival(unit)
    if unit.at.startswith(("track:", "eliminated:")):
        return unit.at, max(arrives, 0)
    if unit.under_way:
        return _bound(unit.at, arrives)
    if unit.ready is not None and unit.at.startswith("forming:"):
        become = "remnant" if unit.as_remnant else "cadre" if unit.cadre else "full"
        return f"{unit.at}[{become}@{position.scenario.offset(unit.ready)}]", 0
    return (unit.at, 0) if arrives == LONG_AGO else (f"arriving:{unit.at}", arrives)


def _bound(where: State, arrives: int) -> tuple[State, int]:
    """On the last turn of its journey a unit is on its way still, and there when the enemy begins his."""
    return (f"bound:{where}", arrives - 1) if arrives > 0 else (where, 0)


def _of_boxes(position: Position, unit: Unit) -> frozenset[str]:
    """Marks of units that come out of a holding box: which garrison's, and whether its MD is cut off (44.A.1)."""
    state, _, district = unit.at.partition(":")
    row = position.box_rows.get(district) if state == "box" else None
    marks = {f"boxed:{row.id}"} if row else set()
    if row is None and unit.from_garrison:
        rows = [row for row in position.box_rows.values() if row.id == unit.from_garrison and not row.activated]
        row = rows[0] if rows else None
    if row is None or position.rulings.oos_units_status == "active":
        return frozenset(marks)
    mine = (district,) if state == "box" and not row.france else districts_of(row)
    cut = [here for here in mine for turn in position.turns if not position.district_supplied(here, turn)]
    return frozenset(marks | {f"cut_off:{here}" for here in cut})


def _task_forces(
    position: Position, set_apart: frozenset[str]
) -> Iterable[tuple[Piece, tuple[tuple[str, State, int], ...]]]:
    groups: dict[tuple[object, ...], list[tuple[str, State, int]]] = defaultdict(list)
    for force in position.scenario.naval.allied if position.side is Side.ALLIED else ():
        apart = force.id if force.id in set_apart else ""
        start = _bound(f"sea:{force.at}", position.scenario.offset(force.arrives))
        groups[force.strength, force.operational, apart].append((force.id, *start))
    for (strength, operational, _), members in groups.items():
        unit = Unit(
            id=members[0][0], name=f"TF of {strength}", type=UnitType.TASK_FORCE, nationality="", at=members[0][1],
            operational=bool(operational),
        )  # fmt: skip
        yield Piece(unit, Fraction(0), naval_strength=Fraction(str(strength))), tuple(members)
