"""52.A.4, 52.A.5, 52.A.6 and 52.A.12: between the eliminated boxes, and out of the game."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from models.pools import Lift, Pool
from models.problem import Act, State
from models.quantities import pretty
from models.replacements import Trait
from models.scenario import theatres_of
from models.units import NOT_GROUND, Unit
from planner.rules.europa.conditions import condition_of
from planner.rules.europa.position import Position
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.europa.r52_a_breakdown import breaks_down
from planner.rules.europa.r52_a_costs import BASE_TURNS, BRING_BACK, RECOVER, SCRAP, full_strength, strength_as
from planner.rules.europa.r52_a_pools import nodes, worth_of
from planner.rules.europa.r52_a_sending import lifted, means_between
from planner.rules.interface import BudgetSpec, Draws, Piece, Rule, Step

MAJOR_POWERS = frozenset({"german", "italian", "soviet", "british", "american", "us", "french"})
SCRAP_RES, SCRAPPING = Fraction(4), "scrapping"  # 52.A.6, a month, none saved; the category of its line
TRANSPORT = Fraction(1, 2)  # 52.A.12: an eliminated unit travels at half its size
# What the eliminated box is worth over the isolated one, and that over the scrap heap: between what giving a unit up
# brings and what having it back costs, so that neither is done for its own sake.
IN_THE_BOX = (BRING_BACK + RECOVER) / 2
NOT_SCRAPPED = Fraction(3, 20)


def steps(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """What can be done with a unit in a box beside replacing it."""
    kind, _, where = state.partition(":")
    if kind in ("eliminated", "isolated") and may_act(position, turn) and piece.unit.type not in NOT_GROUND:
        strength = full_strength(piece.unit)
        if kind == "isolated":
            yield from _brought_back(position, piece, state, where, turn, strength)
            yield from _scrapped(position, piece, state, where, turn, strength)
        else:
            yield from _recovered(position, piece, state, where, turn, strength)
            yield from _transferred(position, piece, state, turn)


def national_pool(position: Position, unit: Unit, where: str) -> Pool | None:
    """The nation's own infantry pool, else its pool where the box is."""
    mine = [
        (node, pool) for node in nodes(position)
        if node.kind in ("national", "theatre", "md") and (pool := node.pool(unit.nationality, "inf"))
    ]  # fmt: skip
    theatre = position.theatre_of(f"eliminated:{where}")
    ranked = sorted(mine, key=lambda pair: (pair[0].kind != "national", pair[0].theatre != theatre))
    return ranked[0][1] if ranked else None


def local_pool(position: Position, unit: Unit, where: str) -> Pool | None:
    """The infantry pool of the front or command whose box it is (52.A.5)."""
    theatre = position.theatre_of(f"eliminated:{where}")
    for node in nodes(position):
        here = node.theatre == theatre and (node.district in (None, where))
        pool = node.pool(unit.nationality, "inf") if here and node.kind in ("national", "theatre", "md") else None
        if pool:
            return pool
    return None


def _brought_back(
    position: Position, piece: Piece, state: State, where: str, turn: int, strength: Fraction
) -> Iterator[Step]:
    """Half the full strength in infantry points, four turns, into the nation's eliminated box (52.A.4)."""
    payers = _any_pools(position, piece.unit) if position.rulings.iso_release_pool == "any" else []
    own = national_pool(position, piece.unit, where)
    boxes = [own.theatre] if own else []
    if own and position.rulings.iso_release_destination == "chosen_theatre":
        boxes = sorted(theatres_of(position.scenario))
    for pool, box in product(payers or ([own] if own else []), boxes if strength else []):
        paid = strength * BRING_BACK
        yield Step(
            Act.BRING_BACK, turn, state, f"eliminated:{box}", BASE_TURNS, rule="52.A.4",
            how=f"{pretty(paid)} inf RPs from {pool.id}", why="to the eliminated box, where it can be replaced",
            draws=((f"pool:{pool.id}", turn, paid, True),),
            tied=worth_of(position, {"inf": paid - strength * IN_THE_BOX}),
        )  # fmt: skip


def _any_pools(position: Position, unit: Unit) -> list[Pool]:
    kinds = ("national", "theatre", "md")
    found = [node.pool(unit.nationality, "inf") for node in nodes(position) if node.kind in kinds]
    return [pool for pool in found if pool]


def _recovered(
    position: Position, piece: Piece, state: State, where: str, turn: int, strength: Fraction
) -> Iterator[Step]:
    """Given up for 30 % of its full strength, usable at once (52.A.5, ruling recovery_rp_delay)."""
    pool = local_pool(position, piece.unit, where)
    if pool and pool.level == "national" and position.rulings.recover_from_national_box == "false":
        return
    if pool and strength:
        as_lost = strength
        if position.rulings.recovery_strength == "last_state":
            as_lost = strength_as(piece.unit, condition_of(piece.unit))
        gained = as_lost * RECOVER
        when = turn + int(position.rulings.recovery_rp_delay)
        yield Step(
            Act.RECOVER, turn, state, f"isolated:{pool.theatre}", rule="52.A.5",
            how=f"{pretty(gained)} inf RPs for {pool.id}",
            why="its points are worth more than its return", draws=((f"pool:{pool.id}", when, -gained, False),),
            tied=worth_of(position, {"inf": strength * IN_THE_BOX - gained}),
        )  # fmt: skip


def _scrapped(
    position: Position, piece: Piece, state: State, where: str, turn: int, strength: Fraction
) -> Iterator[Step]:
    """Taken out of the game for 10 %: major powers only, no parts of divisions, four REs a month (52.A.6)."""
    unit = piece.unit
    pool = national_pool(position, unit, where)
    whole = position.rulings.scrap_excludes == "components" or not breaks_down(position, unit.id)
    if unit.nationality not in MAJOR_POWERS or Trait.COMPONENT in unit.traits or not (pool and strength and whole):
        return
    gained, size = strength * SCRAP, unit.res_as("full") * Fraction(position.rulings.scrap_re_factor)
    when = turn + int(position.rulings.scrap_rp_delay)
    yield Step(
        Act.SCRAP, turn, state, f"scrapped:{where}", rule="52.A.6", how=f"{pretty(gained)} inf RPs for {pool.id}",
        why=_for_good(position, unit), tied=worth_of(position, {"inf": strength * NOT_SCRAPPED - gained}),
        draws=((f"scrap:{unit.nationality}", turn, size, True),
               (f"pool:{pool.id}", when, -gained, False)),
    )  # fmt: skip


def _for_good(position: Position, unit: Unit) -> str:
    """What the player should know before he scraps a unit that the order of battle will ask for (52.A.6)."""
    return f"removed, though the order of battle calls for it in {unit.called}" if unit.called else "removed for good"


def transfers(position: Position, piece: Piece, state: State, turn: int) -> Iterator[tuple[str, Lift, Draws]]:
    """The other theatres to which an eliminated unit can go, how, and what it takes, at half its size (52.A.12)."""
    theatre = position.theatre_of(state)
    size = piece.unit.res_as("full") * TRANSPORT
    for target in sorted(theatres_of(position.scenario) - {theatre}):
        useful = any(node.theatre == target and node.pool(piece.unit.nationality, "inf") for node in nodes(position))
        for by in means_between(position, theatre, target, turn) if useful else ():
            yield target, by, lifted(position, by, turn, size)


def _transferred(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """To another theatre's box, to lie there."""
    for target, by, draws in transfers(position, piece, state, turn):
        yield Step(
            Act.TRANSFER, turn, state, f"eliminated:{target}", rule="52.A.12", how=f"by {by}",
            why=f"to the eliminated box of {target}", tied=Fraction(0), draws=draws,
        )  # fmt: skip


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """Four REs a month may be scrapped; what is not used is gone (52.A.6)."""
    for nation in sorted({unit.nationality for unit in position.scenario.units} & MAJOR_POWERS):
        if any(unit.nationality == nation and unit.at.startswith(("isolated:", "eliminated:", "lost"))
               for unit in position.scenario.units):  # fmt: skip
            first = [position.scenario.turn_at(turn).number == 1 and turn > 0 for turn in position.turns]
            income = tuple(SCRAP_RES if begins else Fraction(0) for begins in first)
            carried = tuple(Fraction(0) if begins else None for begins in first)
            lines = [
                line for line in position.scenario.limits if (line.nationality, line.category) == (nation, SCRAPPING)
            ]
            left = SCRAP_RES - sum((line.used for line in lines), Fraction(0))
            yield BudgetSpec(
                f"scrap:{nation}", "52.A.6", f"REs that may be scrapped, {nation}", income, left, points="REs",
                carried=carried,
            )  # fmt: skip


RULE = Rule(id="52.A.4", title="Isolated units, recovery, scrapping", steps=steps, budgets=budgets)
