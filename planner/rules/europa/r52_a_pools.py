"""52.A.1, 52.C, 52.D and 52.F.4: who pays for whom, what comes in, and how points are sent from pool to pool."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from models.pools import Points, Pool
from models.problem import Act
from models.units import Unit
from planner.rules.europa.position import Position
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.europa.r52_a_costs import Cost
from planner.rules.europa.r52_d_income import all_incomes, lost
from planner.rules.europa.r52_d_nationality import sources
from planner.rules.interface import Activity, BudgetSpec, Rule

MD_TRANSFER = Fraction(10)  # 52.F.5.b: RPs that one Soviet MD takes from the national pool in a turn
GRAIN = Fraction(1, 2)  # points are sent by halves
MOST_SENT = 80  # halves, in one turn and on one way
DEBT = Fraction(5)  # 52.E

Draws = tuple[tuple[str, int, Fraction, bool], ...]


@dataclass(frozen=True)
class Node:
    """The pools of one place in the tree, of all nations: those of a theatre, an MD, an isolated city ..."""

    kind: str
    theatre: str
    district: str | None
    place: str | None
    pools: dict[tuple[str, Points], Pool] = field(default_factory=dict, compare=False)  # by nationality and points

    @property
    def name(self) -> str:
        """What its track is called."""
        return f"city:{self.place}" if self.place else self.district or self.theatre

    def pool(self, nationality: str, points: Points) -> Pool | None:
        """The pool of a nation and kind of points here, or anybody's."""
        return self.pools.get((nationality, points)) or self.pools.get(("", points))


def nodes(position: Position) -> tuple[Node, ...]:
    """Every place in the tree of pools."""
    if not position.nodes:
        found: dict[Node, Node] = {}
        for pool in position.scenario.pools:
            if pool.points not in ("srp", "sp", "air"):
                key = Node(pool.level, pool.theatre, pool.district, pool.place)
                found.setdefault(key, key).pools[pool.nationality, pool.points] = pool
        position.nodes = tuple(found)
    return position.nodes


def has_national(position: Position, nationality: str) -> bool:
    """Whether the file has a national pool of a nation."""
    return any(
        node.kind == "national" and any(nation in ("", nationality) for nation, _ in node.pools)
        for node in nodes(position)
    )


def payment(position: Position, node: Node, unit: Unit, cost: Cost, turn: int) -> Draws | None:
    """What each pool pays for a unit from a node; None if the node cannot. General pools stand behind all of them.

    Where several nations' points will do (52.D.3.b, 52.D.3.c) the part is drawn on what they contribute.
    """
    draws: list[tuple[str, int, Fraction, bool]] = []
    for points, amount in cost.items():
        for share, nations in sources(position, unit, points):
            payers = [pool for nation in nations if (pool := _pool(position, node, nation, points))]
            if not payers:
                return None
            name = f"pool:{payers[0].id}" if len(payers) == 1 else _either(payers)
            draws.append((name, turn, amount * share, True))
    return tuple(draws)


def _pool(position: Position, node: Node, nationality: str, points: Points) -> Pool | None:
    found = node.pool(nationality, points)
    if found or node.kind not in ("md", "theatre"):
        return found
    general = [each.pool(nationality, points) for each in nodes(position) if each.kind == "general"]
    return next((pool for pool in general if pool), None)


def _either(pools: list[Pool]) -> str:
    return "either:" + "+".join(pool.id for pool in pools)


def shared(position: Position) -> dict[str, list[Pool]]:
    """The purses that pools of several nations contribute to, for the units of this file."""
    found: dict[str, list[Pool]] = {}
    points: Points
    for unit in position.scenario.units:
        for points in ("inf", "arm", "art"):
            for _, nations in sources(position, unit, points) if len(nodes(position)) else ():
                for node in nodes(position) if len(nations) > 1 else ():
                    payers = [pool for nation in nations if (pool := _pool(position, node, nation, points))]
                    if len(payers) > 1:
                        found[_either(payers)] = payers
    return found


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """Every pool, what may still be borrowed, what may be sent to an MD, and what nations put together."""
    received = all_incomes(position)
    for pool in position.scenario.pools:
        losses = [lost(position, pool, turn) for turn in position.turns]
        yield BudgetSpec(
            f"pool:{pool.id}", "52", f"{pool.points} {'pool' if pool.points in ('srp', 'sp') else 'RPs'} {pool.id}",
            tuple(received[pool.id]), pool.holds, points=pool.points,
            waivable=pool.points in ("srp", "sp") and position.rulings.naval_unpayable == "waived",
            carried=tuple(Fraction(0) if gone else None for gone in losses) if any(losses) else (),
        )  # fmt: skip
        if pool.backed_by:
            nothing = (Fraction(0),) * len(position.turns)
            yield BudgetSpec(
                f"debt:{pool.id}", "52.E", f"What {pool.id} may still borrow", nothing, DEBT - pool.owes,
                points=pool.points,
            )  # fmt: skip
            room = tuple(max(Fraction(0), amount) for amount in received[pool.id])
            yield BudgetSpec(f"repay:{pool.id}", "52.E", f"Income of {pool.id} that can repay", room, carries=False)
        if _takes_ten(position, pool):
            ten = (MD_TRANSFER,) * len(position.turns)
            yield BudgetSpec(f"md_transfer:{pool.id}", "52.F.5.b", f"Sent to {pool.id}", ten, carries=False)
    for name, pools in shared(position).items():
        nothing = (Fraction(0),) * len(position.turns)
        label = " and ".join(pool.id for pool in pools)
        yield BudgetSpec(name, "52.D.3", f"Put together from {label}", nothing, carries=False, points=pools[0].points)


def _takes_ten(position: Position, pool: Pool) -> bool:
    parent = _by_id(position).get(pool.parent or "")
    return pool.level == "md" and pool.nationality == "soviet" and parent is not None and parent.level == "national"


def _by_id(position: Position) -> dict[str, Pool]:
    return {pool.id: pool for pool in position.scenario.pools}


def activities(position: Position) -> Iterator[Activity]:
    """Points are sent up and down the tree and can be used a turn later (52.A.1, 52.F.4.a); nations contribute."""
    by_id, received = _by_id(position), all_incomes(position)
    for pool in position.scenario.pools:
        parent = by_id.get(pool.parent or "")
        for turn in position.turns:
            if parent and may_act(position, turn):
                yield from _between(position, pool, parent, turn)
            if pool.aided_by in by_id and may_act(position, turn):
                yield _sent(position, by_id[pool.aided_by or ""], pool, turn, "52.C")
            if pool.backed_by and pool.backed_by in by_id and may_act(position, turn):
                later = (at for at in position.turns if at > turn and received[pool.id][at] > 0)
                yield _borrowed(pool, by_id[pool.backed_by], turn, next(later, None))
    for name, pools in shared(position).items():
        grain = _grain(position)
        for pool in pools:
            for turn in position.turns:
                yield Activity(
                    Act.CONTRIBUTE, turn, pool.id, name, int(40 / grain),
                    ((f"pool:{pool.id}", turn, grain, True), (name, turn, -grain, False)),
                    "52.D.3", f"{pool.nationality} RPs help to pay",
                )  # fmt: skip


def _between(position: Position, pool: Pool, parent: Pool, turn: int) -> Iterator[Activity]:
    """Up and down the tree; what was cut off joins the pool above at once when it is relieved, and not before."""
    if pool.place is not None:
        if position.owns(pool.place, turn) and position.supplied(pool.place, turn):
            yield _sent(position, pool, parent, turn, "52.D.2.c.1", delay=0)
        return
    yield _sent(position, parent, pool, turn)
    if not _takes_ten(position, pool):
        yield _sent(position, pool, parent, turn)


def _sent(
    position: Position, source: Pool, target: Pool, turn: int, rule: str = "52.A.1", delay: int = 1
) -> Activity:  # fmt: skip
    draws: list[tuple[str, int, Fraction, bool]] = [
        (f"pool:{source.id}", turn, GRAIN, True), (f"pool:{target.id}", turn + delay, -GRAIN, False),
    ]  # fmt: skip
    if _takes_ten(position, target):
        draws.append((f"md_transfer:{target.id}", turn, GRAIN, True))
    why = f"can be used in {position.scenario.turn_at(turn + delay)}"
    return Activity(Act.SEND, turn, source.id, target.id, MOST_SENT, tuple(draws), rule, why)


def _borrowed(minor: Pool, major: Pool, turn: int, next_income: int | None) -> Activity:
    """A contingent uses its major power's points, five at most; its next income repays them (52.E)."""
    draws: Draws = (
        (f"pool:{major.id}", turn, GRAIN, True), (f"debt:{minor.id}", turn, GRAIN, True),
        (f"pool:{minor.id}", turn, -GRAIN, False),
    )  # fmt: skip
    if next_income is not None:
        draws += (
            (f"repay:{minor.id}", next_income, GRAIN, True), (f"debt:{minor.id}", next_income, -GRAIN, False),
            (f"pool:{minor.id}", next_income, GRAIN, False), (f"pool:{major.id}", next_income, -GRAIN, False),
        )  # fmt: skip
    return Activity(Act.BORROW, turn, major.id, minor.id, int(DEBT / GRAIN), draws, "52.E", "to be repaid from income")


def _grain(position: Position) -> Fraction:
    """The smallest part in which shared costs can come: tenths of a third of a quarter strength-point."""
    averages = [unit.strengths.average for unit in position.scenario.units]
    return Fraction(1, lcm(3, *(average.denominator for average in averages)) * 2)


def worth_of(position: Position, cost: Cost) -> Fraction:
    """What points would be worth if they were kept, in strength-points times turns (the player's rates)."""
    priorities = position.scenario.priorities
    rates = {str(name): rate for name, rate in priorities.worth.items()}
    paid = sum((amount * rates.get(f"{points}_rp", Fraction(1)) for points, amount in cost.items()), Fraction(0))
    return paid * priorities.kept


RULE = Rule(id="52.A.1", title="Pools", budgets=budgets, activities=activities)
