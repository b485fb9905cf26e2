"""44.A.5 Permanent removals: a unit is bought out of a garrison with RPs, which stay locked until activation."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import lcm

from models.garrisons import BoxGarrison
from models.problem import Act, State
from models.theatre import Currency, Points, Pool
from models.units import Unit
from planner.rules.europa.position import Position, districts_of
from planner.rules.europa.r44_a1_activation import (
    all_cities_lost,
    by_district,
    enemy_opens,
    landing_places,
    later_wants,
)
from planner.rules.europa.r44_no_mp import in_reaction
from planner.rules.interface import Activity, BudgetSpec, Piece, Rule, Step

INF_RPS_PER_POINT = Fraction(2)  # 44.A.5.a
ARM_RPS_PER_POINT = Fraction(1)  # 44.A.5.b
INFANTRY_POINTS = {"infantry": Fraction(1), "cm": Fraction(3, 2), "armour": Fraction(2)}  # 44.A.5
RES_OF_NO_STRENGTH = Fraction(1, 2)  # 52.A.11: a unit without strength is priced at half its REs
KINDS: tuple[tuple[Points, Fraction, Currency], ...] = (
    ("inf", INF_RPS_PER_POINT, "inf_rp"), ("arm", ARM_RPS_PER_POINT, "arm_rp"),
)  # fmt: skip


def infantry_points(position: Position, unit: Unit) -> Fraction:
    """A unit's strength in infantry strength-points (ruling removal_strength_basis)."""
    shown = unit.strengths
    basis = {"average": shown.average, "attack": shown.attack, "defence": shown.defence}
    strength = basis[position.rulings.removal_strength_basis] or unit.regimental_equivalents * RES_OF_NO_STRENGTH
    return strength * INFANTRY_POINTS[unit.pays_as]


def pool_for(position: Position, row: BoxGarrison, points: str) -> Pool | None:
    """The pool that pays for a garrison's removals: its MD's, else its theatre's, of its nationality."""
    districts = districts_of(row)
    theatre = position.districts[districts[0]].theatre
    pools = [
        pool for pool in position.scenario.pools
        if pool.points == points and (not pool.nationality or row.nationality in (None, pool.nationality))
        and (pool.district in districts or (pool.district is None and pool.theatre == theatre))
    ]  # fmt: skip
    return min(pools, key=lambda pool: (pool.district is None, not pool.nationality), default=None)


def _rows(position: Position) -> Iterator[BoxGarrison]:
    yield from {row.id: row for row in position.box_rows.values()}.values()


def locked_in(row: BoxGarrison, points: str) -> Fraction:
    """RPs of a kind that stand in for units already removed from a garrison."""
    return {str(kind): amount for kind, amount in row.locked.items()}.get(points, Fraction(0))


def _boxed(position: Position, row: BoxGarrison) -> list[Unit]:
    boxes = {f"box:{district}" for district in districts_of(row)}
    return [unit for unit in position.scenario.units if unit.at in boxes and unit.is_combat]


def steps(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """A unit may be bought out of its box in the replacement phase and stands on the map in its MD."""
    kind, _, district = state.partition(":")
    row = position.box_rows.get(district)
    if kind != "box" or row is None or in_reaction(position, turn) or not piece.unit.is_combat:
        return
    if all_cities_lost(position, district, turn) or not position.district_supplied(district, turn):
        return
    points = infantry_points(position, piece.unit)
    freed = later_wants(position, row, turn) if position.rulings.removal_reduces_requirement == "true" else ()
    for place in landing_places(position, piece, district, turn):
        for draws, price, spends in _payments(position, row, points, turn):
            yield Step(
                Act.BUY_OUT, turn, state, place, rule="44.A.5", draws=draws, stands_in=freed, tied=Fraction(0),
                spends=spends, how=price, why=f"{points} infantry strength-points are replaced by {price}",
            )  # fmt: skip


def _payments(
    position: Position, row: BoxGarrison, points: Fraction, turn: int
) -> Iterator[tuple[tuple[tuple[str, int, Fraction, bool], ...], str, tuple[tuple[Currency, Fraction], ...]]]:
    """Point by point in any mixture, or the whole unit in one kind of RP (ruling removal_mix)."""
    if position.rulings.removal_mix == "per_point":
        if any(pool_for(position, row, kind) for kind, _, _ in KINDS):
            yield ((f"stand_in:{row.id}", turn, points, True),), "RPs set aside", ()
        return
    for kind, rate, currency in KINDS:
        pool = pool_for(position, row, kind)
        if pool:
            paid = points * rate
            locked = (f"locked:{row.id}:{kind}", turn, -paid, False)
            yield ((f"pool:{pool.id}", turn, paid, True), locked), f"{paid} {kind} RPs", ((currency, paid),)


def grain(position: Position, row: BoxGarrison) -> Fraction:
    """The smallest part of a strength-point that any unit of the garrison is priced in."""
    prices = [infantry_points(position, unit) for unit in _boxed(position, row)]
    locked = [amount for amount in row.locked.values() if amount]
    return Fraction(1, lcm(*(price.denominator for price in [*prices, *locked, Fraction(1)])))


def activities(position: Position) -> Iterator[Activity]:
    """RPs are set aside for a garrison, and freed again when it is activated."""
    for row in _rows(position):
        units, step = _boxed(position, row), grain(position, row)
        wanted = sum((infantry_points(position, unit) * unit.count for unit in units), Fraction(0))
        for kind, rate, currency in KINDS:
            pool = pool_for(position, row, kind)
            if pool is None:
                continue
            for turn in position.turns:
                if units and position.rulings.removal_mix == "per_point" and not in_reaction(position, turn):
                    yield Activity(
                        Act.SET_ASIDE, turn, pool.id, row.id, int(wanted / step),
                        ((f"pool:{pool.id}", turn, step * rate, True), (f"stand_in:{row.id}", turn, -step, False),
                         (f"locked:{row.id}:{kind}", turn, -step * rate, False)),
                        "44.A.5", f"{kind} RPs stand in for units of {row.name or row.id}",
                        spends=((currency, step * rate),),
                    )  # fmt: skip
                yield from _freed(position, row, kind, pool, turn, step * rate, currency, wanted)


def _freed(
    position: Position, row: BoxGarrison, kind: str, pool: Pool, turn: int, step: Fraction, currency: Currency,
    wanted: Fraction,
) -> Iterator[Activity]:  # fmt: skip
    """On activation the locked RPs go to the area's pool; in a reaction, one turn later (44.A.1.a)."""
    if by_district(position, row):
        return  # an MD of the France garrison is activated, not the garrison
    districts = [d for d in districts_of(row) if any(enemy_opens(position, row, d, t) for t in range(turn + 1))]
    most = int((locked_in(row, kind) + wanted * 2) / step) if step else 0
    if districts and most:
        yield Activity(
            Act.FREE_RPS, turn, row.id, pool.id, most,
            ((f"locked:{row.id}:{kind}", turn, step, True), (f"pool:{pool.id}", turn, -step, False)),
            "44.A.5", f"the garrison of {row.name or row.id} is activated", needs=f"activated:{row.id}",
            spends=((currency, -step),),
        )  # fmt: skip


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """Points set aside, and RPs locked in garrisons."""
    nothing = (Fraction(0),) * len(position.turns)
    for row in _rows(position):
        if any(pool_for(position, row, kind) for kind, _, _ in KINDS):
            label = row.name or row.id
            yield BudgetSpec(f"stand_in:{row.id}", "44.A.5", f"Points set aside for {label}", nothing, carries=False)
            for kind, _, _ in KINDS:
                held = locked_in(row, kind)
                yield BudgetSpec(f"locked:{row.id}:{kind}", "44.A.5", f"{kind} RPs locked in {label}", nothing, held)


def pool_budgets(position: Position) -> Iterator[BudgetSpec]:
    """Every pool: what it holds, what comes in on the first turn of a month and by the file's dates."""
    for pool in position.scenario.pools:
        income = []
        for turn in position.turns:
            dated = sum((sum_ for at, sum_ in pool.income.items() if position.scenario.offset(at) == turn), Fraction(0))
            first = position.scenario.turn_at(turn).number == 1 and turn > 0
            income.append(dated + (pool.monthly if first else 0))
        yield BudgetSpec(
            f"pool:{pool.id}", "52", f"{pool.points} {'pool' if pool.points in ('srp', 'sp') else 'RPs'} {pool.id}",
            tuple(income), pool.holds, points=pool.points,
            waivable=pool.points in ("srp", "sp") and position.rulings.naval_unpayable == "waived",
        )  # fmt: skip


RULE = Rule(id="44.A.5", title="Permanent garrison removals", steps=steps, activities=activities, budgets=budgets)
POOLS = Rule(id="52", title="Pools", budgets=pool_budgets)
