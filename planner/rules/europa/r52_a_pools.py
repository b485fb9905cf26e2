"""52.A.1, 52.C, 52.D and 52.F.4: who pays for whom, what comes in, and how points are sent from pool to pool."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from models.pools import ONLY_KEPT, Points, Pool
from models.problem import Act
from models.quantities import pretty
from models.units import Unit
from planner.rules.europa.position import Position
from planner.rules.europa.r52_a_costs import Cost
from planner.rules.europa.r52_d_income import all_incomes, lost
from planner.rules.europa.r52_d_nationality import INDIAN_LEAST, INDIAN_MIX, indian_army, mixed_by_turn, sources
from planner.rules.europa.r52_f_pockets import emptied
from planner.rules.interface import Activity, BudgetSpec, Draws, Rule

LEDGER_RPS = frozenset({"inf", "arm", "art", "volunteer", "air", "coast"})


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
            if pool.points not in ONLY_KEPT:
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
            if points == "inf" and indian_army(unit) and mixed_by_turn(position):
                draws.append((INDIAN_MIX, turn, (INDIAN_LEAST - 1) * amount, False))
                if len(payers) == 1 and payers[0].nationality == "british":
                    draws.append((INDIAN_MIX, turn, amount, True))
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


def _label(pool: Pool) -> str:
    kept = f", beside {pretty(pool.keep)} kept back" if pool.keep else ""
    return f"{pool.points} {'RPs' if pool.points in LEDGER_RPS else 'pool'} {pool.id}{kept}"


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """Every pool, and what nations put together."""
    received = all_incomes(position)
    for pool in position.scenario.pools:
        losses = [lost(position, pool, turn) or emptied(position, pool, turn) for turn in position.turns]
        yield BudgetSpec(
            f"pool:{pool.id}", "52", _label(pool), tuple(received[pool.id]), pool.holds - pool.keep, points=pool.points,
            waivable=pool.points in ("srp", "sp") and position.rulings.naval_unpayable == "waived",
            carried=tuple(Fraction(0) if gone else None for gone in losses) if any(losses) else (),
        )  # fmt: skip
    for name, pools in shared(position).items():
        nothing = (Fraction(0),) * len(position.turns)
        label = " and ".join(pool.id for pool in pools)
        yield BudgetSpec(name, "52.D.3", f"Put together from {label}", nothing, carries=False, points=pools[0].points)
    if mixed_by_turn(position) and any(indian_army(unit) for unit in position.scenario.units):
        nothing = (Fraction(0),) * len(position.turns)
        label = "British RPs for Indian units, half of the Indian ones"
        yield BudgetSpec(INDIAN_MIX, "52.D.3.b.v", label, nothing, carries=False, points="inf")


def activities(position: Position) -> Iterator[Activity]:
    """Nations put points together where several of them may pay (52.D.3)."""
    for name, pools in shared(position).items():
        grain = _grain(position)
        indian = mixed_by_turn(position) and any(pool.nationality == "indian" for pool in pools)
        for pool in pools:
            for turn in position.turns:
                draws: Draws = ((f"pool:{pool.id}", turn, grain, True), (name, turn, -grain, False))
                if indian and pool.nationality == "british":
                    draws += ((INDIAN_MIX, turn, grain, True),)
                yield Activity(
                    Act.CONTRIBUTE, turn, pool.id, name, int(40 / grain), draws, "52.D.3",
                    f"{pool.nationality.replace('_', ' ')} RPs help to pay",
                )  # fmt: skip


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
