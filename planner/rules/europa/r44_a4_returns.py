"""44.A.4 Limitations and options: forces may go back into a garrison that is inactive, up to the OB's level."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.garrisons import BoxGarrison
from models.places import PlaceKind
from models.problem import Act, State
from models.units import AIR_UNITS, UnitType
from planner.rules.europa.position import Position, districts_of, place_kind
from planner.rules.europa.r44_a1_activation import enemy_opens
from planner.rules.europa.r44_a_garrisons import unique
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.interface import BudgetSpec, Piece, Rule, Step


def steps(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """A unit in a city of the MD, or an air unit at an airbase of it, may enter the box."""
    here = position.places.get(state)
    row = position.box_rows.get(here.district or "") if here else None
    if here is None or row is None or not may_act(position, turn):
        return
    district = here.district or ""
    airborne = piece.unit.type in AIR_UNITS
    at_home = place_kind(here, PlaceKind.AIRBASE) if airborne else here.city_kind is not None
    if not at_home or not position.district_supplied(district, turn):
        return
    ordered = ordered_in(row, piece)
    inactive = not enemy_opens(position, row, district, turn)
    if ordered or (inactive and may_return(position, row, piece)):
        level = ((f"level:{row.id}", turn, piece.res, not ordered),) if piece.res else ()
        cap = ((f"cap:{district}", turn, piece.res, True),) if piece.res and row.france else ()
        yield Step(
            Act.RETURN, turn, state, f"box:{district}", rule="44.A" if ordered else "44.A.4", draws=level + cap,
            why="the order of battle puts it there" if ordered else "returns to the inactive garrison",
            tied=piece.unit.front_value * (len(position.turns) - turn),
        )  # fmt: skip


def ordered_in(row: BoxGarrison, piece: Piece) -> bool:
    """Whether the order of battle puts a unit in a garrison that has not been activated (44.A)."""
    return piece.unit.garrison == row.id and not row.activated and not left_the_box(row, piece)


def may_return(position: Position, row: BoxGarrison, piece: Piece) -> bool:
    """Whether a unit is one of the forces that a garrison may take back (rulings return_units, return_to_garrison)."""
    unit = piece.unit
    if position.rulings.return_to_garrison == "forbidden" or left_the_box(row, piece):
        return False
    if unit.type is UnitType.TASK_FORCE or unit.garrison not in (None, row.id):
        return False
    if row.id in (unit.from_garrison, unit.garrison) or position.rulings.return_units == "any":
        return True
    return unit.type in row.listed and row.nationality in (None, unit.nationality)


def left_the_box(row: BoxGarrison, piece: Piece) -> bool:
    """Whether a unit began the plan in the box: what leaves it in a plan does not go back in the same plan."""
    return f"boxed:{row.id}" in piece.named_in


def takes_back(position: Position, row: BoxGarrison) -> bool:
    """Whether a garrison might take units back in this scenario, so that its level has to be watched."""
    return position.rulings.return_to_garrison != "forbidden" and bool(
        row.listed
        or position.rulings.return_units == "any"
        or any(row.id in (unit.from_garrison, unit.garrison) for unit in position.scenario.units)
    )


def level(position: Position, row: BoxGarrison, turn: int) -> Fraction:
    """The garrison level that the order of battle shows for a turn."""
    if isinstance(row.level, dict):
        dated = sorted((position.scenario.offset(start), amount) for start, amount in row.level.items())
        return next((amount for start, amount in reversed(dated) if start <= turn), row.res)
    return row.res if row.level is None else row.level


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """The order of battle's level, for returns."""
    for row in unique(position):
        if takes_back(position, row):
            levels = tuple(level(position, row, turn) for turn in position.turns)
            label = f"OB level of {row.name or row.id}"
            yield BudgetSpec(f"level:{row.id}", "44.A.4", label, levels, carries=False, points="REs")


def warnings(position: Position) -> Iterator[str]:
    """Units that the order of battle puts in a box and that stand elsewhere."""
    rows = {row.id: row for row in unique(position)}
    for unit in position.scenario.units:
        row = rows.get(unit.garrison or "")
        if row and unit.at in position.places and not row.activated:
            box = districts_of(row)[0]
            yield (
                f"44.A: the order of battle puts {unit.name or unit.id} in the garrison {row.name or row.id}; "
                f"it enters from a city of the MD, or write at: box:{box} if it is there"
            )


RULE = Rule(id="44.A.4", title="Return to garrison", steps=steps, budgets=budgets, warnings=warnings)
