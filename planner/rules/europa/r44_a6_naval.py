"""44.A.6 Naval garrisons: Allied task forces in the ETO and the MTO, Gibraltar counting in both."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.problem import Act, Check, State
from models.theatre import EnemyTaskForce
from models.units import UnitType
from models.words import Side
from planner.rules.europa.position import Position
from planner.rules.europa.r44_a_garrisons import ROUNDING
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.interface import BudgetSpec, Penalty, Piece, Rule, Step, Want

STATIONS = ("eto", "mto", "gibraltar", "elsewhere")
AXIS_WATERS = {"eto": ("west", "german", "north", "gibraltar"), "mto": ("mediterranean", "gibraltar")}  # 44.A.6.a-c
STRENGTH_FACTOR = {"eto": Fraction(2), "mto": Fraction(1)}  # 44.A.6.a, 44.A.6.b
SRP_PER_TASK_FORCE = Fraction(1)  # 44.A.6.d
SP_PER_NAVAL_RE = Fraction(1)
POINTS_PER_NAVAL_RE = Fraction(2)


def counts(position: Position, operational: bool) -> bool:
    """Whether a task force counts at all (ruling tf_counts)."""
    return operational or position.rulings.tf_counts == "all"


def axis_forces(position: Position, theatre: str) -> list[EnemyTaskForce]:
    """The Axis task forces that set the garrison of a theatre."""
    return [
        force for force in position.scenario.naval.axis
        if force.theatre in AXIS_WATERS[theatre] and counts(position, force.operational)
    ]  # fmt: skip


def wants(position: Position) -> Iterator[Want]:
    """As many task forces as the Axis, and twice (ETO) or once (MTO) their strength."""
    if position.side is not Side.ALLIED or not position.scenario.naval.axis:
        return
    checks = [Check.OWN_INITIAL]
    if position.rulings.naval_check_phase == "each_player_turn":
        checks.append(Check.ENEMY_INITIAL)
    for turn in position.turns:
        for check in checks:
            for theatre in ("eto", "mto"):
                yield from _theatre_wants(position, theatre, turn, check)


def _theatre_wants(position: Position, theatre: str, turn: int, check: Check) -> Iterator[Want]:
    axis = axis_forces(position, theatre)
    if not axis:
        return
    states = frozenset({f"sea:{theatre}", "sea:gibraltar"})
    strength = sum((force.strength for force in axis), Fraction(0)) * STRENGTH_FACTOR[theatre]
    name = f"naval:{theatre}:{'count' if check is Check.OWN_INITIAL else 'count_axis_phase'}:{turn}"
    upper = theatre.upper()
    yield Want(
        name, f"44.A.6.{'a' if theatre == 'eto' else 'b'}", turn, check, upper, states, Fraction(len(axis)),
        (Penalty(name, "srp", SRP_PER_TASK_FORCE, paid_from=paying_pools(position, theatre, "srp"),
                 sentence=f"{upper}: 1 SRP for each missing TF"),),
        f"the Axis has {len(axis)} TF(s) against the {upper}",
        lambda piece, _state: Fraction(1) if _sails(position, piece) else None,
        "TFs", purse=f"count {theatre} {check}", presence=True,
    )  # fmt: skip
    name = name.replace("count", "strength")
    yield Want(
        name, f"44.A.6.{'a' if theatre == 'eto' else 'b'}", turn, check, upper, states, strength,
        (Penalty(name, "sp", SP_PER_NAVAL_RE, POINTS_PER_NAVAL_RE, ROUNDING[position.rulings.naval_sp_rounding],
                 paid_from=paying_pools(position, theatre, "sp"),
                 sentence=f"{upper}: 1 SP for each missing naval RE (2 strength points)"),),
        f"{upper} wants {STRENGTH_FACTOR[theatre]} x the Axis strength of {strength / STRENGTH_FACTOR[theatre]}",
        lambda piece, _state: piece.naval_strength if _sails(position, piece) else None,
        "strength points", purse=f"strength {theatre} {check}", presence=True,
    )  # fmt: skip


def _sails(position: Position, piece: Piece) -> bool:
    return piece.unit.type is UnitType.TASK_FORCE and counts(position, piece.unit.operational)


def paying_pools(position: Position, theatre: str, points: str) -> tuple[str, ...]:
    """The theatre's central pool pays first, then any other (44.A.6.d)."""
    pools = [pool for pool in position.scenario.pools if pool.points == points]
    order = sorted(pools, key=lambda pool: (not (pool.central and pool.theatre == theatre), pool.theatre != theatre))
    return tuple(f"pool:{pool.id}" for pool in order)


def steps(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """A task force keeps its station or sails to another."""
    if piece.unit.type is not UnitType.TASK_FORCE:
        return
    here = state.removeprefix("sea:")
    yield Step(Act.STAY, turn, state, state, rule="44.A.6", why="keeps its station", draws=_berth(position, here, turn))
    for there in STATIONS if may_act(position, turn) else ():
        if there not in (here, "elsewhere"):
            lasts = position.scenario.naval.transfer_turns
            berths = _berth(position, there, turn + lasts - 1, guarded=True)
            yield Step(Act.SEA, turn, state, f"sea:{there}", lasts, True, "44.A.6", f"sails to {there}", draws=berths)


def _berth(
    position: Position, station: str, turn: int, guarded: bool = False
) -> tuple[tuple[str, int, Fraction, bool], ...]:
    limited = position.scenario.naval.gibraltar_capacity is not None and station == "gibraltar"
    return (("gibraltar", turn, Fraction(1), guarded),) if limited and turn < len(position.turns) else ()


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """Berths at Gibraltar, where the file limits them."""
    most = position.scenario.naval.gibraltar_capacity
    if most is not None:
        berths = (Fraction(most),) * len(position.turns)
        yield BudgetSpec("gibraltar", "44.A.6.c", "Berths at Gibraltar", berths, carries=False, points="TFs")


RULE = Rule(id="44.A.6", title="Naval garrisons", wants=wants, steps=steps, budgets=budgets)
