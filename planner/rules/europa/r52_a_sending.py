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
from planner.rules.europa.r52_f_pockets import dissolved_in, open_in
from planner.rules.interface import Activity, BudgetSpec, Draws, Rule

MOST_SENT = Fraction(40)  # RPs, in one turn and on one way
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


def means_between(position: Position, start: str, end: str, turn: int) -> tuple[Lift, ...]:
    """How units that are not on the map go from theatre to theatre: as their pools say that points travel there.

    Rail needs a line over land; sea and air need a city in supply at both ends (52.A.12, ruling
    pool_transfer_needs_rail_line).
    """
    if not (linked(position, start, turn) and linked(position, end, turn)):
        return ()
    ways = [
        {lift for pool in position.scenario.pools if pool.theatre == theatre and pool.parent for lift in pool.sent_by}
        or {"rail"} for theatre in (start, end)
    ]  # fmt: skip
    over_land = "rail" in ways[0] & ways[1] or start == end
    if not over_land and position.rulings.pool_transfer_needs_rail_line == "always":
        return ()
    found: tuple[Lift, ...] = ("rail",) if over_land else ()
    others: tuple[Lift, ...] = ("sea", "air")
    return found + tuple(lift for lift in others if lift in ways[0] | ways[1])


def lifted(position: Position, by: Lift, turn: int, size: Fraction) -> Draws:
    """What a unit of so many REs takes of the capacity that the file gives."""
    scenario = position.scenario
    capacity = {"rail": scenario.rail_capacity, "sea": scenario.sea_capacity, "air": scenario.air_capacity}[by]
    return ((CARRIERS[by], turn, size, True),) if capacity is not None and size else ()


def activities(position: Position) -> Iterator[Activity]:
    """Points are sent up and down the tree and can be used a turn later (52.A.1, 52.F.4.a); nations help each other."""
    known = by_id(position)
    for turn in position.turns:
        if not may_act(position, turn):
            continue
        for way in _ways(position, turn):
            yield from _sent(position, way, turn)
        for pool in position.scenario.pools:
            if pool.aided_by in known:
                yield from _sent(position, ((known[pool.aided_by or ""], pool, pool),), turn, "52.C")
            if pool.place is not None and pool.parent in known:
                yield from _out_of_a_pocket(position, pool, known[pool.parent or ""], turn)
                yield from _into_a_pocket(position, pool, known[pool.parent or ""], turn)


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


def _into_a_pocket(position: Position, pool: Pool, parent: Pool, turn: int) -> Iterator[Activity]:
    """By sea or air points reach a pocket that is cut off (52.F.4.b, ruling aux_inbound_transfer)."""
    over: tuple[Lift, ...] = tuple(lift for lift in pool.sent_by if lift != "rail")
    cut_off = not position.supplied(pool.place or "", turn) and position.owns(pool.place or "", turn)
    allowed = pool.level == "auxiliary" and position.rulings.aux_inbound_transfer == "true"
    if allowed and over and cut_off and open_in(position, pool, turn):
        reached = pool.model_copy(update={"sent_by": over})
        yield from _sent(position, ((parent, reached, reached),), turn, "52.F.4.b")


def _infantry_of(position: Position, pool: Pool) -> Pool | None:
    """The nation's own infantry pool, else one of its theatres'."""
    mine = [
        other for other in position.scenario.pools
        if other.points == "inf" and other.nationality == pool.nationality and other.level in ("national", "theatre")
    ]  # fmt: skip
    return min(mine, key=lambda other: other.level != "national", default=None)


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """What may be sent to an MD."""
    for pool in position.scenario.pools:
        if takes_ten(position, pool):
            ten = (position.rulings.md_transfer_cap,) * len(position.turns)
            yield BudgetSpec(f"md_transfer:{pool.id}", "52.F.5.b", f"Sent to {pool.id}", ten, carries=False)


RULE = Rule(id="52.F.4", title="Sending points", budgets=budgets, activities=activities)
