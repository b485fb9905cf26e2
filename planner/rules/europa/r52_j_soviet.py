"""52.D.2 and 52.J.2.c: volunteers fill up the infantry, guns stand for men."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.pools import Points
from models.problem import Act, State
from models.units import UnitType
from planner.rules.europa.position import Position
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.europa.r52_a_costs import Cost
from planner.rules.europa.r52_a_paying import paying_on_the_map, value_of
from planner.rules.europa.r52_a_pools import payment
from planner.rules.europa.r52_a_rebuilding import guns_from
from planner.rules.europa.r52_a_sending import grain
from planner.rules.interface import Activity, Piece, Rule, Step

MOST_VOLUNTEERS = Fraction(40)  # RPs in one turn
RIFLE, BETTER_RIFLE = Fraction(3), "4-6"


def steps(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """Upgrades with guns."""
    after = position.scenario.turn_at(turn) >= guns_from(position)
    if piece.unit.nationality == "soviet" and state in position.places and after and may_act(position, turn):
        yield from _upgraded(position, piece, state, turn)


def _upgraded(position: Position, piece: Piece, place: State, turn: int) -> Iterator[Step]:
    """A 3-6 rifle division becomes a 4-6 for one armour or artillery point (52.J.2.c)."""
    unit = piece.unit
    rifle = unit.type is UnitType.INF and unit.counter is not None and not unit.cadre and not unit.as_remnant
    if not rifle or unit.strengths.average != RIFLE or unit.strengths.movement != 6:
        return
    kinds: tuple[Points, ...] = ("art", "arm")
    for kind in kinds:
        paid: Cost = {kind: Fraction(1)}
        for node, helped in paying_on_the_map(position, unit, place, paid, turn):
            if (node.kind == "md") != (position.rulings.upgrade_pool == "md"):
                continue  # 51.B.18 wants the MD's pool, but armour and guns lie in the general ones
            payers = payment(position, node, unit, paid, turn)
            if payers:
                yield Step(
                    Act.UPGRADE, turn, place, place, rule="52.J.2.c", how=f"1 {kind} RP from {node.name}",
                    why="from 3-6 to 4-6", draws=payers + helped, into=BETTER_RIFLE,
                    tied=value_of(position, piece, Fraction(1), turn, paid),
                )  # fmt: skip


def activities(position: Position) -> Iterator[Activity]:
    """Volunteers may fill up the infantry of their MD (52.D.2)."""
    pools = position.scenario.pools if position.rulings.volunteer_mixing == "infantry_only" else ()
    for source in (pool for pool in pools if pool.points == "volunteer"):
        targets = [p for p in pools if p.points == "inf" and p.district == source.district and p.level == source.level]
        for turn in position.turns if targets else ():
            if may_act(position, turn):
                size = grain(position)
                yield Activity(
                    Act.CONTRIBUTE, turn, source.id, targets[0].id, int(MOST_VOLUNTEERS / size),
                    ((f"pool:{source.id}", turn, size, True), (f"pool:{targets[0].id}", turn, -size, False)),
                    "52.D.2", "volunteers join the infantry",
                )  # fmt: skip


RULE = Rule(id="52.J.2", title="Soviet options", steps=steps, activities=activities)
