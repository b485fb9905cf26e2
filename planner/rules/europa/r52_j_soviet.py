"""52.D.2 and 52.J.2 Soviet options: volunteers, militia and NKVD units disbanded, guns for men."""

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
from planner.rules.europa.r52_a_paying import paying_on_the_map, value_of
from planner.rules.europa.r52_a_pools import GRAIN, payment, worth_of
from planner.rules.interface import Activity, BudgetSpec, Piece, Rule, Step

MILITIA_FROM = GameTurn(1941, 8, 1)  # 52.J.2.b
MILITIA_AFTER = 5  # or so many turns after the invasion
GUNS_AFTER = GameTurn(1943, 9, 1)  # 52.J.2.c: from the turn after this one
RIFLE, BETTER_RIFLE = Fraction(3), "4-6"


def steps(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """Disbanding for points, and upgrades with guns."""
    if state.startswith("disbanded:"):
        yield Step(Act.WAIT, turn, state, state, rule="52.J.2", why="is out of the game")
        return
    if piece.unit.nationality != "soviet" or state not in position.places or not may_act(position, turn):
        return
    if piece.unit.type in (UnitType.MILITIA, UnitType.NKVD, UnitType.BORDER):
        yield from _disbanded(position, piece, state, turn)
    if position.scenario.turn_at(turn) > GUNS_AFTER:
        yield from _upgraded(position, piece, state, turn)


def _disbanded(position: Position, piece: Piece, place: State, turn: int) -> Iterator[Step]:
    """Attack strength plus one in infantry points; one militia unit a turn, from August 1941 (52.J.2.a, b)."""
    unit, pool = piece.unit, md_pool(position, place)
    militia = unit.type is UnitType.MILITIA
    if pool is None or (militia and not _militia_may_go(position, turn)):
        return
    gained = unit.strengths.attack + 1
    one: tuple[tuple[str, int, Fraction, bool], ...] = (("militia", turn, Fraction(1), True),) if militia else ()
    served = len(position.turns) + position.scenario.priorities.outlook - turn
    yield Step(
        Act.DISBAND, turn, place, f"disbanded:{place}", rule="52.J.2.b" if militia else "52.J.2.a",
        how=f"{pretty(gained)} inf RPs for {pool.id}", why="its men replace losses elsewhere",
        draws=((f"pool:{pool.id}", turn, -gained, False), *one),
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


def _upgraded(position: Position, piece: Piece, place: State, turn: int) -> Iterator[Step]:
    """A 3-6 rifle division becomes a 4-6 for one armour or artillery point (52.J.2.c)."""
    unit = piece.unit
    rifle = unit.type is UnitType.INF and unit.counter is not None and not unit.cadre and not unit.as_remnant
    if not rifle or unit.strengths.average != RIFLE or unit.strengths.movement != 6:
        return
    for kind in ("art", "arm"):
        paid = {kind: Fraction(1)}
        for node in paying_on_the_map(position, unit, place, paid):  # type: ignore[arg-type]
            payers = payment(position, node, unit, paid, turn)  # type: ignore[arg-type]
            if payers:
                yield Step(
                    Act.UPGRADE, turn, place, place, rule="52.J.2.c", how=f"1 {kind} RP from {node.name}",
                    why="from 3-6 to 4-6", draws=payers, into=BETTER_RIFLE,
                    tied=value_of(position, piece, Fraction(1), turn, paid),  # type: ignore[arg-type]
                )  # fmt: skip


def activities(position: Position) -> Iterator[Activity]:
    """Volunteers may fill up the infantry of their MD (52.D.2)."""
    pools = position.scenario.pools
    for source in (pool for pool in pools if pool.points == "volunteer"):
        targets = [p for p in pools if p.points == "inf" and p.district == source.district and p.level == source.level]
        for turn in position.turns if targets else ():
            if may_act(position, turn):
                yield Activity(
                    Act.CONTRIBUTE, turn, source.id, targets[0].id, 80,
                    ((f"pool:{source.id}", turn, GRAIN, True), (f"pool:{targets[0].id}", turn, -GRAIN, False)),
                    "52.D.2", "volunteers join the infantry",
                )  # fmt: skip


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """One militia unit is disbanded in a turn (52.J.2.b)."""
    if position.side is Side.SOVIET:
        once = (Fraction(1),) * len(position.turns)
        yield BudgetSpec("militia", "52.J.2.b", "Militia that may be disbanded", once, carries=False, points="units",
                         limit=True)  # fmt: skip


RULE = Rule(id="52.J.2", title="Soviet options", steps=steps, activities=activities, budgets=budgets)
