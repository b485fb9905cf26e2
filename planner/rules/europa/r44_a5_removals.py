"""44.A.5 Permanent removals: a unit is bought out of a garrison with RPs, which stay locked until activation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import lcm

from models.garrisons import BoxGarrison, FlexibleGarrison
from models.problem import Act, State
from models.theatre import Currency, Points, Pool
from models.units import Unit
from models.words import Side
from planner.rules.europa.position import Position, districts_of
from planner.rules.europa.r44_a1_activation import enemy_opens, later_wants
from planner.rules.europa.r44_a2_districts import by_district
from planner.rules.europa.r44_a3_placement import landing_places
from planner.rules.europa.r44_a_garrisons import all_cities_lost, eligible_for, unique
from planner.rules.europa.r44_no_mp import journeys, may_act
from planner.rules.interface import Activity, BudgetSpec, Piece, Rule, Step

INF_RPS_PER_POINT = Fraction(2)  # 44.A.5.a
ARM_RPS_PER_POINT = Fraction(1)  # 44.A.5.b
INFANTRY_POINTS = {"infantry": Fraction(1), "cm": Fraction(3, 2), "armour": Fraction(2)}  # 44.A.5
RES_OF_NO_STRENGTH = Fraction(1, 2)  # 52.A.11: a unit without strength is priced at half its REs
KINDS: tuple[tuple[Points, Fraction, Currency], ...] = (
    ("inf", INF_RPS_PER_POINT, "inf_rp"), ("arm", ARM_RPS_PER_POINT, "arm_rp"),
)  # fmt: skip
Row = BoxGarrison | FlexibleGarrison
Draws = tuple[tuple[str, int, Fraction, bool], ...]


def infantry_points(position: Position, unit: Unit) -> Fraction:
    """A unit's strength in infantry strength-points (ruling removal_strength_basis)."""
    shown = unit.strengths
    basis = {"average": shown.average, "attack": shown.attack, "defence": shown.defence}
    strength = basis[position.rulings.removal_strength_basis] or unit.regimental_equivalents * RES_OF_NO_STRENGTH
    return strength * INFANTRY_POINTS[unit.pays_as]


def rows(position: Position) -> Iterator[Row]:
    """The garrisons that units may be bought out of: those in boxes, or flexible ones too (ruling removal_scope)."""
    yield from unique(position)
    if position.rulings.removal_scope == "all" and position.side is Side.AXIS:
        yield from (row for row in position.scenario.garrisons if isinstance(row, FlexibleGarrison))


def forces(position: Position, row: Row) -> list[Unit]:
    """The combat units that are in a garrison's boxes, or might come to stand in a flexible garrison."""
    fighting = [unit for unit in position.scenario.units if unit.is_combat]
    if isinstance(row, BoxGarrison):
        boxes = {f"box:{district}" for district in districts_of(row)}
        return [unit for unit in fighting if unit.at in boxes]
    accepts = eligible_for(position, row.eligible, row.nationality)
    return [unit for unit in fighting if accepts(Piece(unit, unit.regimental_equivalents))]


def pool_for(position: Position, row: Row, points: str) -> Pool | None:
    """The pool that pays for a garrison's removals: its MD's, else its theatre's, of its nationality or anybody's."""
    if (row.id, points) not in position.paying_pools:
        position.paying_pools[row.id, points] = _pool_for(position, row, points)
    return position.paying_pools[row.id, points]


def _pool_for(position: Position, row: Row, points: str) -> Pool | None:
    if isinstance(row, BoxGarrison):
        districts, theatre = districts_of(row), position.theatre_of_row(row)
    else:
        places = position.places_of(row)
        districts = tuple({position.places[key].district or "" for key in places})
        theatre = position.theatre_of_row(row, places)
    nations = {row.nationality} if row.nationality else {unit.nationality for unit in forces(position, row)}
    pools = [
        pool for pool in position.scenario.pools
        if pool.points == points and (not pool.nationality or {pool.nationality} == nations)
        and (pool.district in districts or (pool.district is None and pool.theatre == theatre))
    ]  # fmt: skip
    return min(pools, key=lambda pool: (pool.district is None, not pool.nationality), default=None)


def locked_in(row: Row, points: str) -> Fraction:
    """RPs of a kind that stand in for units already removed from a garrison."""
    locked = row.locked.items() if isinstance(row, BoxGarrison) else ()
    return {str(kind): amount for kind, amount in locked}.get(points, Fraction(0))


def steps(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """In the replacement phase a unit may be bought out; it then stands on the map in its MD and may go on."""
    if not may_act(position, turn) or not piece.unit.is_combat:
        return
    kind, _, district = state.partition(":")
    row = position.box_rows.get(district)
    if kind == "box" and row is not None:
        if not all_cities_lost(position, district, turn) and position.district_supplied(district, turn):
            yield from _out_of_the_box(position, row, piece, state, district, turn)
    elif state in position.places and position.rulings.removal_scope == "all":
        yield from _out_of_flexible(position, piece, state, turn)


def _out_of_the_box(
    position: Position, row: BoxGarrison, piece: Piece, state: State, district: str, turn: int
) -> Iterator[Step]:
    places = landing_places(position, piece, district, turn)
    later = range(turn + 1, len(position.turns))
    level: Draws = tuple((f"level:{row.id}", when, piece.res, False) for when in later if piece.res)
    relieved = position.rulings.removal_reduces_requirement == "true"
    for step in _removals(position, row, piece, state, turn):
        bought = replace(
            step, draws=step.draws + level, stands_in=later_wants(position, row, piece, later) if relieved else ()
        )
        yield from (replace(bought, end=place) for place in places)
        for place in places:
            for journey in journeys(position, piece, state, place, turn, Act.BUY_OUT):
                yield replace(
                    bought, end=journey.end, lasts=journey.lasts, spends_mp=journey.spends_mp,
                    how=f"{bought.how}, {journey.how}", draws=bought.draws + journey.draws,
                )  # fmt: skip


def _out_of_flexible(position: Position, piece: Piece, place: State, turn: int) -> Iterator[Step]:
    """RPs take a unit's place in a flexible garrison for good; there is no activation that could free them."""
    for row in rows(position):
        if isinstance(row, FlexibleGarrison) and place in position.places_of(row) and position.in_force(row, turn):
            accepts = eligible_for(position, row.eligible, row.nationality)
            wants = tuple(f"garrison:{row.id}:{later}" for later in position.turns if later > turn)
            relieved = position.rulings.removal_reduces_requirement == "true"
            for step in _removals(position, row, piece, place, turn) if accepts(piece) else ():
                yield replace(step, end=place, how=f"{row.id}, {step.how}", stands_in=wants if relieved else ())


def _removals(position: Position, row: Row, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """Point by point in any mixture of RPs, or the whole unit in one kind (ruling removal_mix)."""
    points = infantry_points(position, piece.unit)

    def step(price: str, draws: Draws, spends: tuple[tuple[Currency, Fraction], ...]) -> Step:
        why = f"{points} infantry strength-points are replaced by {price}"
        return Step(Act.BUY_OUT, turn, state, "", rule="44.A.5", how=price, why=why, draws=draws, spends=spends,
                    tied=Fraction(0))  # fmt: skip

    if position.rulings.removal_mix == "per_point":
        if any(pool_for(position, row, kind) for kind, _, _ in KINDS):
            yield step("RPs set aside", ((f"stand_in:{row.id}", turn, points, True),), ())
        return
    for kind, rate, currency in KINDS:
        pool = pool_for(position, row, kind)
        if pool:
            paid = points * rate
            draws = ((f"pool:{pool.id}", turn, paid, True), (f"locked:{row.id}:{kind}", turn, -paid, False))
            yield step(f"{paid} {kind} RPs", draws, ((currency, paid),))


def grain(position: Position, row: Row) -> Fraction:
    """The smallest part of a strength-point that any unit of the garrison is priced in."""
    prices = [infantry_points(position, unit) for unit in forces(position, row)]
    locked = [locked_in(row, kind) for kind, _, _ in KINDS]
    return Fraction(1, lcm(*(price.denominator for price in [*prices, *locked, Fraction(1)])))


def activities(position: Position) -> Iterator[Activity]:
    """RPs are set aside for a garrison, and freed again when it is activated."""
    for row in rows(position):
        units, step = forces(position, row), grain(position, row)
        wanted = sum((infantry_points(position, unit) * unit.count for unit in units), Fraction(0))
        for kind, rate, currency in KINDS:
            pool = pool_for(position, row, kind)
            for turn in position.turns if pool else ():
                if pool is None or not may_act(position, turn):
                    continue
                if units and position.rulings.removal_mix == "per_point":
                    yield Activity(
                        Act.SET_ASIDE, turn, pool.id, row.id, int(wanted / step),
                        ((f"pool:{pool.id}", turn, step * rate, True), (f"stand_in:{row.id}", turn, -step, False),
                         (f"locked:{row.id}:{kind}", turn, -step * rate, False)),
                        "44.A.5", f"{kind} RPs stand in for units of {row.name or row.id}",
                        spends=((currency, step * rate),),
                    )  # fmt: skip
                if isinstance(row, BoxGarrison):
                    most = int((locked_in(row, kind) + wanted * rate) / (step * rate))
                    yield from _freed(position, row, kind, pool, turn, step * rate, currency, most)


def _freed(
    position: Position, row: BoxGarrison, kind: str, pool: Pool, turn: int, step: Fraction, currency: Currency,
    most: int,
) -> Iterator[Activity]:  # fmt: skip
    """On activation the locked RPs go to the area's pool, after a reaction in our next player-turn (44.A.1.a)."""
    if by_district(position, row):
        return  # an MD of the France garrison is activated, not the garrison
    opened = any(enemy_opens(position, row, d, t) for d in districts_of(row) for t in range(turn + 1))
    if opened and most:
        yield Activity(
            Act.FREE_RPS, turn, row.id, pool.id, most,
            ((f"locked:{row.id}:{kind}", turn, step, True), (f"pool:{pool.id}", turn, -step, False)),
            "44.A.5", f"the garrison of {row.name or row.id} is activated", needs=f"activated:{row.id}",
            spends=((currency, -step),),
        )  # fmt: skip


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """Points set aside, and RPs locked in garrisons."""
    nothing = (Fraction(0),) * len(position.turns)
    for row in rows(position):
        if any(pool_for(position, row, kind) for kind, _, _ in KINDS):
            label = row.name or row.id
            yield BudgetSpec(f"stand_in:{row.id}", "44.A.5", f"Points set aside for {label}", nothing, carries=False)
            for kind, _, _ in KINDS:
                held = locked_in(row, kind)
                yield BudgetSpec(f"locked:{row.id}:{kind}", "44.A.5", f"{kind} RPs locked in {label}", nothing, held)


RULE = Rule(id="44.A.5", title="Permanent garrison removals", steps=steps, activities=activities, budgets=budgets)
