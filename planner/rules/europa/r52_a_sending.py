"""52.A.1, 52.C and 52.F.4: points on their way from pool to pool, by rail, sea or air, and what they need of each."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import lcm

from models.pools import Lift, Pool
from models.problem import Act
from models.quantities import pretty
from planner.rules.europa.position import Position
from planner.rules.europa.r44_no_mp import CARRIERS, may_act
from planner.rules.europa.r52_d_income import all_incomes
from planner.rules.europa.r52_f_pockets import dissolved_in, open_in
from planner.rules.interface import Activity, BudgetSpec, Draws, Rule

MOST_SENT = Fraction(40)  # RPs, in one turn and on one way
DEBT = Fraction(5)  # 52.E
Arc = tuple[Pool, Pool, Pool]  # from, to, and the lower of the two, which says how points travel


def grain(position: Position) -> Fraction:
    """Points are sent by halves, or by what the pools of the file are counted in where that is finer."""
    amounts = [
        amount for pool in position.scenario.pools
        for amount in (pool.holds, pool.monthly, *pool.cities.values(), *pool.income.values())
    ]  # fmt: skip
    return Fraction(1, lcm(2, *(amount.denominator for amount in amounts)))


def takes_ten(position: Position, pool: Pool) -> bool:
    """Whether a pool is a Soviet MD's below the national one: it takes ten RPs a turn and gives none back."""
    parent = by_id(position).get(pool.parent or "")
    return pool.level == "md" and pool.nationality == "soviet" and parent is not None and parent.level == "national"


def by_id(position: Position) -> dict[str, Pool]:
    """The pools of the file by name."""
    return {pool.id: pool for pool in position.scenario.pools}


def linked(position: Position, theatre: str, turn: int) -> bool:
    """Whether a theatre has a friendly city in supply; one without cities in the file is the home country's."""
    cities = [key for key, place in position.places.items() if place.city_kind and position.theatre_of(key) == theatre]
    return not cities or any(position.owns(city, turn) and position.supplied(city, turn) for city in cities)


def activities(position: Position) -> Iterator[Activity]:
    """Points are sent up and down the tree and can be used a turn later (52.A.1, 52.F.4.a); nations lend and help."""
    known, received = by_id(position), all_incomes(position)
    for turn in position.turns:
        if not may_act(position, turn):
            continue
        for way in _ways(position, turn):
            yield from _sent(position, way, turn)
        for pool in position.scenario.pools:
            if pool.aided_by in known:
                yield from _sent(position, ((known[pool.aided_by or ""], pool, pool),), turn, "52.C")
            if pool.backed_by in known:
                later = (at for at in position.turns if at > turn and received[pool.id][at] > 0)
                yield _borrowed(position, pool, known[pool.backed_by or ""], turn, next(later, None))
            if pool.place is not None and pool.parent in known:
                yield from _out_of_a_pocket(position, pool, known[pool.parent or ""], turn)


def _arcs(position: Position) -> Iterator[Arc]:
    """Every pool and the one above it, both ways; Soviet MDs take from the nation and send nothing back."""
    known = by_id(position)
    for pool in position.scenario.pools:
        parent = known.get(pool.parent or "")
        if parent and pool.place is None:
            links = position.rulings.md_pool_links if takes_ten(position, pool) else "both"
            if links != "none":
                yield parent, pool, pool
            if links == "both":
                yield pool, parent, pool


def _ways(position: Position, turn: int) -> Iterator[tuple[Arc, ...]]:
    """Ways through the tree: any number of links in one turn, or one (ruling transfer_hops_per_turn)."""
    arcs = list(_arcs(position))
    most = 1 if position.rulings.transfer_hops_per_turn == "1" else len(arcs)
    frontier: list[tuple[Arc, ...]] = [(arc,) for arc in arcs]
    while frontier:
        way = frontier.pop()
        yield way
        seen = {way[0][0].id, *(arc[1].id for arc in way)}
        if len(way) < most:
            frontier += [(*way, arc) for arc in arcs if arc[0].id == way[-1][1].id and arc[1].id not in seen]


def _sent(
    position: Position, way: tuple[Arc, ...], turn: int, rule: str = "52.A.1", delay: int = 1
) -> Iterator[Activity]:
    """Along a way, by each means that its links allow; with the lift that the player gives an RP (52.A.1)."""
    source, target, size = way[0][0], way[-1][1], grain(position)
    for means in dict.fromkeys(product(*(lower.sent_by for _, _, lower in way))):
        links = list(zip(way, means, strict=True))
        if not all(_open(position, arc, by, turn) for arc, by in links):
            continue
        draws: Draws = (
            (f"pool:{source.id}", turn, size, True), (f"pool:{target.id}", turn + delay, -size, False),
            *(draw for _, by in links for draw in _lift(position, by, turn, size)),
        )  # fmt: skip
        if takes_ten(position, target):
            draws += ((f"md_transfer:{target.id}", turn, size, True),)
        when = f"can be used in {position.scenario.turn_at(turn + delay)}"
        how = "" if set(means) <= {"rail"} else f"by {' and '.join(dict.fromkeys(means))}"
        yield Activity(Act.SEND, turn, source.id, target.id, int(MOST_SENT / size), draws, rule, when, how)


def _open(position: Position, arc: Arc, by: Lift, turn: int) -> bool:
    """Rail needs a line over land between the two pools."""
    ends = {arc[0].theatre, arc[1].theatre}
    return by != "rail" or len(ends) == 1 or all(linked(position, theatre, turn) for theatre in ends)


def _lift(position: Position, by: Lift, turn: int, amount: Fraction) -> Draws:
    taken = position.scenario.lift_per_rp.get(by, Fraction(0)) * amount
    return ((CARRIERS[by], turn, taken, True),) if taken else ()


def _out_of_a_pocket(position: Position, pool: Pool, parent: Pool, turn: int) -> Iterator[Activity]:
    """What was cut off joins the pool above at once when it is relieved; given up, a part of it (52.F.4.b)."""
    place = pool.place or ""
    if dissolved_in(position, pool, turn):
        part = Fraction(position.rulings.aux_dissolve_rate)
        size, nation = grain(position), _infantry_of(position, pool)
        if nation and part:
            draws: Draws = (
                (f"pool:{pool.id}", turn, size, True), (f"pool:{nation.id}", turn + 1, -size * part, False),
            )  # fmt: skip
            why = f"the pocket is given up: {pretty(part)} of each RP as infantry RPs"
            yield Activity(Act.SEND, turn, pool.id, nation.id, int(MOST_SENT / size), draws, "52.F.4.b", why)
    elif pool.level == "city" and position.rulings.city_relief_merges == "false":
        return
    elif open_in(position, pool, turn) and position.owns(place, turn) and position.supplied(place, turn):
        yield from _sent(position, ((pool, parent, pool),), turn, "52.D.2.c.1", delay=0)


def _infantry_of(position: Position, pool: Pool) -> Pool | None:
    """The nation's own infantry pool, else one of its theatres'."""
    mine = [
        other for other in position.scenario.pools
        if other.points == "inf" and other.nationality == pool.nationality and other.level in ("national", "theatre")
    ]  # fmt: skip
    return min(mine, key=lambda other: other.level != "national", default=None)


def _borrowed(position: Position, minor: Pool, major: Pool, turn: int, next_income: int | None) -> Activity:
    """A contingent uses its major power's points, five at most; its next income repays them (52.E)."""
    size = grain(position)
    draws: Draws = (
        (f"pool:{major.id}", turn, size, True), (f"debt:{minor.id}", turn, size, True),
        (f"pool:{minor.id}", turn, -size, False),
    )  # fmt: skip
    if next_income is not None:
        draws += (
            (f"repay:{minor.id}", next_income, size, True), (f"debt:{minor.id}", next_income, -size, False),
            (f"pool:{major.id}", next_income, -size, False),
        )  # fmt: skip
        if position.rulings.contingent_repay == "divert":
            draws += ((f"pool:{minor.id}", next_income, size, False),)
    return Activity(Act.BORROW, turn, major.id, minor.id, int(DEBT / size), draws, "52.E", "to be repaid from income")


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """What may still be borrowed and repaid, and what may be sent to an MD."""
    received = all_incomes(position)
    for pool in position.scenario.pools:
        if pool.backed_by:
            nothing = (Fraction(0),) * len(position.turns)
            yield BudgetSpec(
                f"debt:{pool.id}", "52.E", f"What {pool.id} may still borrow", nothing, DEBT - pool.owes,
                points=pool.points,
            )  # fmt: skip
            room = tuple(max(Fraction(0), amount) for amount in received[pool.id])
            yield BudgetSpec(f"repay:{pool.id}", "52.E", f"Income of {pool.id} that can repay", room, carries=False)
        if takes_ten(position, pool):
            ten = (position.rulings.md_transfer_cap,) * len(position.turns)
            yield BudgetSpec(f"md_transfer:{pool.id}", "52.F.5.b", f"Sent to {pool.id}", ten, carries=False)


RULE = Rule(id="52.F.4", title="Sending points", budgets=budgets, activities=activities)
