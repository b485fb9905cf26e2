"""52.A.6 and 52.A.11: scrapped units that the order of battle calls for, and units that never were (if allowed)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from models.problem import Act, Check, State
from models.quantities import pretty
from models.scenario import theatres_of
from planner.rules.europa.position import Position
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.europa.r52_a_boxes import NOT_SCRAPPED, national_pool
from planner.rules.europa.r52_a_costs import RECALL, full_strength
from planner.rules.europa.r52_a_pools import worth_of
from planner.rules.interface import Penalty, Piece, Rule, Step, Want

ONE = Fraction(1)
RP_PER_RE = Fraction(1)  # 52.A.11, of a new unit, beside its strength


def steps(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """Back from the scrap heap when called, or out of nothing."""
    kind, colon, where = state.partition(":")
    if not colon:
        return
    if kind == "scrapped":
        yield Step(Act.WAIT, turn, state, state, rule="52.A.6", why="is out of the game", tied=Fraction(0))
        called = piece.unit.called
        if called and position.scenario.offset(called) <= turn and may_act(position, turn):
            yield from _recalled(position, piece, state, where, turn)
    elif kind == "unformed":
        yield Step(Act.WAIT, turn, state, state, rule="52.A.11", why="has not been formed", tied=Fraction(0))
        if position.rulings.allow_new_units == "true" and may_act(position, turn):
            yield from _formed(position, piece, state, where, turn)


def _recalled(position: Position, piece: Piece, state: State, where: str, turn: int) -> Iterator[Step]:
    """A fifth of its full strength in infantry points, into the isolated box; the player may (52.A.6)."""
    pool, strength = national_pool(position, piece.unit, where), full_strength(piece.unit)
    if pool and strength:
        paid = strength * RECALL
        yield Step(
            Act.RECALL, turn, state, f"isolated:{where}", rule="52.A.6", how=f"{pretty(paid)} inf RPs from {pool.id}",
            why="the order of battle calls for it", draws=((f"pool:{pool.id}", turn, paid, True),),
            tied=worth_of(position, {"inf": paid - strength * NOT_SCRAPPED}),
        )  # fmt: skip


def _formed(position: Position, piece: Piece, state: State, where: str, turn: int) -> Iterator[Step]:
    """One infantry point for each RE and each strength point, as many turns as strength (52.A.11)."""
    unit = piece.unit
    pool, strength = national_pool(position, unit, where), full_strength(unit)
    if pool and strength:
        paid = unit.res_as("full") * RP_PER_RE + strength
        yield Step(
            Act.FORM_UP, turn, state, f"isolated:{where}", max(1, ceil(strength)), rule="52.A.11",
            how=f"{pretty(paid)} inf RPs from {pool.id}", why="a new unit, in the isolated box",
            draws=((f"pool:{pool.id}", turn, paid, True),),
            tied=worth_of(position, {"inf": paid - strength * NOT_SCRAPPED}),
        )  # fmt: skip


def wants(position: Position) -> Iterator[Want]:
    """Scrapped units that the order of battle calls for must come back (ruling ob_recall_mandatory)."""
    if position.rulings.ob_recall_mandatory == "false" or not any(unit.called for unit in position.scenario.units):
        return
    boxes = frozenset(f"scrapped:{where}" for where in theatres_of(position.scenario) | set(position.districts))
    for turn in position.turns:

        def called(piece: Piece, _state: State, turn: int = turn) -> Fraction | None:
            due = piece.unit.called is not None and position.scenario.offset(piece.unit.called) <= turn
            return ONE if due else None

        name = f"recall:{turn}"
        yield Want(
            name, "52.A.6", turn, Check.ENEMY_INITIAL, "the scrapped units", boxes, Fraction(0),
            (Penalty(name, "overdue", ONE, sentence="a scrapped unit that is called for does not come back"),),
            "scrapped units that the order of battle calls for come back", lambda _piece, _state: None, "units",
            purse=name, raised_by=called,
        )  # fmt: skip


RULE = Rule(id="52.A.6", title="Recalled and new units", wants=wants, steps=steps)
