"""52.J.2.a and b: NKVD units and militia are disbanded, and a militia unit's men fill another unit sooner."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.calendar import GameTurn
from models.pools import Pool
from models.problem import Act, State
from models.quantities import pretty
from models.units import UnitType
from models.words import Side
from planner.rules.europa.position import Position
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.europa.r52_a_costs import Cost
from planner.rules.europa.r52_a_pools import worth_of
from planner.rules.interface import BudgetSpec, Draws, Piece, Rule, Step

MILITIA_FROM = GameTurn(1941, 8, 1)  # 52.J.2.b
MILITIA_AFTER = 5  # or so many turns after the invasion
MEN_TURNS = 2  # that a unit filled with a militia unit's men is there sooner: two turns, not four
ONE = Fraction(1)
_DISBANDED = (UnitType.MILITIA, UnitType.NKVD, UnitType.BORDER)


def steps(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """Attack strength plus one in infantry points; one militia unit a turn, from August 1941."""
    if state.startswith("disbanded:"):
        yield Step(Act.WAIT, turn, state, state, rule="52.J.2", why="is out of the game")
        return
    unit = piece.unit
    if unit.nationality != "soviet" or unit.type not in _DISBANDED or state not in position.places:
        return
    pool, militia = md_pool(position, state), unit.type is UnitType.MILITIA
    if pool is None or not may_act(position, turn) or (militia and not _militia_may_go(position, turn)):
        return
    gained = unit.strengths.attack + 1
    if not militia and position.rulings.nkvd_disband_re_bonus == "true":
        gained += piece.res
    given = gained if position.rulings.militia_spend_share == "whole" else ONE
    men: Draws = (
        (("militia", turn, ONE, True), (f"militia_men:{pool.district}", turn, -given, False)) if militia else ()
    )
    served = len(position.turns) + position.scenario.priorities.outlook - turn
    yield Step(
        Act.DISBAND, turn, state, f"disbanded:{state}", rule="52.J.2.b" if militia else "52.J.2.a",
        how=f"{pretty(gained)} inf RPs for {pool.id}", why="its men replace losses elsewhere",
        draws=((f"pool:{pool.id}", turn, -gained, False), *men),
        tied=unit.front_value * served - worth_of(position, {"inf": gained}),
    )  # fmt: skip


def _militia_may_go(position: Position, turn: int) -> bool:
    invaded = position.scenario.invaded
    if invaded is not None:
        return turn >= position.scenario.offset(invaded) + MILITIA_AFTER
    return position.scenario.turn_at(turn) >= MILITIA_FROM


def md_pool(position: Position, place: State) -> Pool | None:
    """The infantry pool of the place's MD."""
    district = position.places[place].district
    mine = [p for p in position.scenario.pools if p.points == "inf" and p.level == "md" and p.district == district]
    return mine[0] if mine and district else None


def disbands_here(position: Position, district: str | None, turn: int) -> bool:
    """Whether a militia unit of the file may be disbanded for an MD in a turn."""
    return (
        position.side is Side.SOVIET
        and district is not None
        and _militia_may_go(position, turn)
        and any(unit.type is UnitType.MILITIA and unit.nationality == "soviet" for unit in position.scenario.units)
    )


def men_of(position: Position, district: str, paid: Cost, turn: int) -> Draws:
    """What a unit takes that is filled with a militia unit's men in the turn in which that is disbanded.

    Some of them, beside other points; or all that it costs (ruling militia_spend_share).
    """
    taken = sum(paid.values(), Fraction(0)) if position.rulings.militia_spend_share == "whole" else ONE
    return ((f"militia_men:{district}", turn, taken, True),)


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """One militia unit is disbanded in a turn, and its men go to one unit of the MD, or to its pool."""
    if position.side is not Side.SOVIET:
        return
    once = (ONE,) * len(position.turns)
    yield BudgetSpec("militia", "52.J.2.b", "Militia that may be disbanded", once, carries=False, points="units",
                     limit=True)  # fmt: skip
    nothing = (Fraction(0),) * len(position.turns)
    for district in position.districts:
        yield BudgetSpec(f"militia_men:{district}", "52.J.2.b", f"Militia disbanded for units of {district}", nothing,
                         carries=False, limit=True)  # fmt: skip


RULE = Rule(id="52.J.2.b", title="Militia and NKVD disbanded", steps=steps, budgets=budgets)
