"""40.C and 40.D.17: works that engineers build, where the player's table says what they cost (ruling fort_building).

A work that has been built stands there from the next file on; within the plan the hex keeps what it has.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.forts import ENTRENCHMENTS, Fort, FortKind, Work
from models.problem import Act, State
from models.units import WORKS, UnitType
from models.words import Side
from planner.rules.europa.position import Position
from planner.rules.europa.r40_b_garrisons import ENTRENCHED, levels_above_the_floor
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.europa.r51_lines import WORTH, paid
from planner.rules.interface import AnyPiece, BudgetSpec, Rule, Step

CLOSED = frozenset({FortKind.PERMANENT_FORTIFIED_AREA, FortKind.PERMANENT_FORTIFIED_ZONE})  # 40.D.6, 40.D.8
CLOSED_BY = WORKS - {UnitType.PORT_FORT}
IMPROVED = {FortKind.WESTWALL: FortKind.UNIMPROVED_WESTWALL}  # 40.D.17


def steps(position: Position, piece: AnyPiece, state: State, turn: int) -> Iterator[Step]:
    """An engineer in the hex builds what the table lets him, once in a plan, and stands there meanwhile."""
    if position.rulings.fort_building == "off" or state not in position.places or not may_act(position, turn):
        return
    for work in position.scenario.fort_works:
        here = fort_there(position, work, state)
        if piece.unit.type not in work.by or here is None or not may_be_built(position, work, state):
            continue
        draws = paid(position, piece.unit, state, turn, work.costs)
        if draws is None:
            continue
        spends = tuple((WORTH.get(points, points), amount) for points, amount in work.costs.items())
        gained = levels_gained(position, work) * (here.value if isinstance(here, Fort) else Fraction(1))
        yield Step(
            Act.BUILD, turn, state, state, work.turns, rule=work.builds.rule, how=work.builds.value,
            why=f"builds {work.builds.one} at {position.name(state)}", tied=Fraction(0),
            draws=((f"built:{state}", turn, Fraction(1), True), *draws), spends=(*spends, ("fort_levels", -gained)),
        )  # fmt: skip


def fort_there(position: Position, work: Work, place: str) -> Fort | bool | None:
    """The fort that a work is built on; True where it needs none and there is none."""
    mine = [fort for fort in position.scenario.forts if fort.at == place]
    if work.on is None:
        return None if mine else True
    return next((fort for fort in mine if fort.kind is work.on and fort.captured_by is None), None)


def may_be_built(position: Position, work: Work, place: str) -> bool:
    """Not beside a permanent area or zone (40.D.6, 40.D.8); Westwalls by the Axis alone (40.D.17)."""
    if work.builds is FortKind.WESTWALL and position.side is not Side.AXIS:
        return False
    closed = any(fort.at == place and fort.kind in CLOSED for fort in position.scenario.forts)
    return not closed and not any(unit.at == place and unit.type in CLOSED_BY for unit in position.scenario.units)


def levels_gained(position: Position, work: Work) -> Fraction:
    """Levels that the new work has above the old one; a Westwall is one above an unimproved one."""
    if IMPROVED.get(work.builds) is work.on and work.on is not None:
        return Fraction(1)
    return _levels(position, work.builds) - (_levels(position, work.on) if work.on else 0)


def _levels(position: Position, kind: FortKind) -> Fraction:
    if kind in ENTRENCHMENTS:
        return ENTRENCHED[kind]
    return Fraction(1 + levels_above_the_floor(position, kind))


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """One work in a hex and plan."""
    if position.scenario.fort_works and position.rulings.fort_building == "table":
        for key in position.places:
            nothing = (Fraction(0),) * len(position.turns)
            yield BudgetSpec(f"built:{key}", "40", f"Works built at {position.name(key)}", nothing, Fraction(1),
                             points="works", limit=True)  # fmt: skip


def warnings(position: Position) -> Iterator[str]:
    """A table of works that nobody reads."""
    if position.scenario.fort_works and position.rulings.fort_building == "off":
        yield "40: the file has a table of works, but nothing is built; write rulings: {fort_building: table}"


RULE = Rule(id="40.C", title="Works that are built", steps=steps, budgets=budgets, warnings=warnings)
