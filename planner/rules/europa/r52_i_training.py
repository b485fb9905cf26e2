"""52.I.2 Training units: a German MD's production hangs on those in its garrison; others must not lie in a pool."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import lcm

from models.pools import Pool
from models.problem import Act, Check, Rounding, State
from models.units import Unit
from planner.rules.europa.position import Position
from planner.rules.europa.r52_a_boxes import national_pool
from planner.rules.europa.r52_i_centres import is_training
from planner.rules.interface import BudgetSpec, Penalty, Piece, Rule, Step, Want

FULL_AT = Fraction(4)  # 52.I.2.a.1, REs in garrison
HALF_AT = Fraction(1)  # 52.I.2.a.2
ONE = Fraction(1)
SLOT_TURNS = 2  # 52.I.2.a.4
_REINFORCEMENTS = ("arriving:", "pending:")
FORFEIT = Fraction(1, 2)  # 52.I.2.b.3, inf RP for each unit


def _credit(piece: Piece, _state: State) -> Fraction | None:
    return piece.res if is_training(piece.unit) else None


def wants(position: Position) -> Iterator[Want]:
    """Training REs in the boxes of producing MDs, and no training units of other nations in the pools."""
    for pool in position.scenario.pools:
        if pool.trained and pool.district:
            for turn in position.turns:
                due = position.scenario.turn_at(turn).number in pool.paid_on and turn > 0
                if due and pool.monthly:
                    yield from _production(position, pool, pool.district, turn)
    yield from _forfeits(position)
    yield from _fought(position)


def _production(position: Position, pool: Pool, district: str, turn: int) -> Iterator[Want]:
    """Half of the infantry points is lost below four REs, the other half below one (52.I.2.a.1 to 3)."""
    where = position.districts[district].name or district
    states = {f"box:{district}"}
    if position.rulings.training_re_counts_forming == "true":
        states |= {f"forming:{district}"}
    for least in (FULL_AT, HALF_AT):
        name = f"training:{district}:{least}:{turn}"
        yield Want(
            name, "52.I.2.a", turn, Check.OWN_INITIAL, where, frozenset(states), least,
            (
                Penalty(
                    name, "inf_rp", pool.monthly / 2, per=least, rounding=Rounding.STARTED,
                    paid_from=(f"pool:{pool.id}",), sentence=f"{where} produces half as much",
                ),
            ),
            f"{least} training REs in garrison keep up the production of {where}", _credit, purse=name,
        )  # fmt: skip


def _forfeits(position: Position) -> Iterator[Want]:
    """Half an infantry point a turn for each training unit of a nation that is not German in its pool (52.I.2.b.3)."""
    boxes = {
        (unit.nationality, unit.at): unit for unit in position.scenario.units
        if is_training(unit) and unit.nationality != "german" and unit.at.startswith(("eliminated:", "isolated:"))
    }  # fmt: skip
    for (nation, box), unit in boxes.items():
        pool = national_pool(position, unit, box.partition(":")[2])

        def lies_there(piece: Piece, _state: State, nation: str = nation) -> Fraction | None:
            return Fraction(1) if is_training(piece.unit) and piece.unit.nationality == nation else None

        per_turn = position.rulings.training_pool_penalty == "per_turn"
        for turn in position.turns if pool else ():
            if not per_turn and (turn == 0 or position.scenario.turn_at(turn).number != 1):
                continue
            name = f"training_pool:{nation}:{box}:{turn}"
            paid_from = (f"pool:{pool.id}",) if pool else ()
            yield Want(
                name, "52.I.2.b.3", turn, Check.OWN_INITIAL, position.name(box), frozenset({box}), Fraction(0),
                (Penalty(name, "inf_rp", FORFEIT, paid_from=paid_from, sentence="training units lie in a pool"),),
                f"no {nation} training unit should lie in {position.name(box)}", lambda _piece, _state: None, "units",
                purse=name, raised_by=lies_there,
            )  # fmt: skip


# -- reinforcements of an MD, and training units that meet the enemy ----------------------------------------------


def slots_of(position: Position, unit: Unit, end: State) -> str | None:
    """The MD of Greater Germany in which a German reinforcement takes one of the slots of its training units."""
    place = position.places.get(end)
    district = place.district if place else None
    trained = any(pool.trained and pool.district == district for pool in position.scenario.pools)
    capped = trained and position.rulings.de_md_arrival_cap == "true"
    return district if capped and unit.nationality == "german" and place else None


def steps(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """A reinforcement for which the training units of its MD have no slot waits two turns (52.I.2.a.4)."""
    if state.startswith("arriving:") and slots_of(position, piece.unit, state.removeprefix("arriving:")):
        yield Step(
            Act.WAIT, turn, state, state, SLOT_TURNS, rule="52.I.2.a", tied=piece.unit.front_value * SLOT_TURNS,
            why="more reinforcements than training REs in its MD; it waits two turns",
        )  # fmt: skip


def bars(_position: Position, piece: Piece, step: Step) -> str | None:
    """Training units of other nations are not disbanded (52.I.2.b.4)."""
    if step.act is Act.DISBAND and is_training(piece.unit) and piece.unit.nationality != "german":
        return "52.I.2.b.4: a training unit may not be disbanded"
    return None


def amends(position: Position, piece: Piece, step: Step) -> Step:
    """Reinforcements take slots, training units in garrison give them; those that meet the enemy cost RPs."""
    if step.act is Act.REMAIN and step.start == step.end and is_training(piece.unit):
        given = (f"slots:{step.start.removeprefix('box:')}", step.turn, -piece.res, False)
        return replace(step, draws=(*step.draws, given))
    bound = ("arriving:", "pending:", "track:") if position.rulings.training_cap_scope == "both" else _REINFORCEMENTS
    if step.act in (Act.ARRIVE, Act.PLACE) and step.start.startswith(bound):
        entry = step.start.removeprefix("arriving:") if step.start.startswith("arriving:") else step.end
        district = slots_of(position, piece.unit, entry)
        if district:
            return replace(step, act=Act.PLACE, draws=(*step.draws, (f"slots:{district}", step.turn, ONE, True)))
    return _exposed(position, piece, step)


def _exposed(position: Position, piece: Piece, step: Step) -> Step:
    """Half an infantry point next month for a training unit of other nations that enters an enemy ZOC (52.I.2.b.1)."""
    here = position.places.get(step.end)
    if here is None or not here.enemy_zoc or not step.spends_mp or piece.unit.nationality == "german":
        return step
    pool = national_pool(position, piece.unit, position.theatre_of(step.end)) if is_training(piece.unit) else None
    if pool is None:
        return step
    paid = (f"pool:{pool.id}", _next_month(position, step.turn), FORFEIT, False)
    return replace(step, draws=(*step.draws, paid), spends=(*step.spends, ("inf_rp", FORFEIT)))


def _next_month(position: Position, turn: int) -> int:
    later = (at for at in range(turn + 1, turn + 5) if position.scenario.turn_at(at).number == 1)
    return next(later)


def _fought(position: Position) -> Iterator[Want]:
    """Training units of other nations that took part in ground combat cost half a point each (52.I.2.b.1)."""
    turn = _next_month(position, 0)
    for unit in position.scenario.units if turn < len(position.turns) else ():
        if is_training(unit) and unit.fought and unit.nationality != "german":
            pool = national_pool(position, unit, position.theatre_of(unit.at))
            name = f"training_fought:{unit.id}"
            yield Want(
                name, "52.I.2.b.1", turn, Check.OWN_INITIAL, position.name(unit.at), frozenset(), Fraction(unit.count),
                (Penalty(name, "inf_rp", FORFEIT, paid_from=(f"pool:{pool.id}",) if pool else (),
                         sentence="training units fought"),),
                f"{unit.name or unit.id}, a training unit, took part in combat", lambda _piece, _state: None, "units",
                purse=name,
            )  # fmt: skip


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """As many German reinforcements in an MD as it has training REs in garrison (52.I.2.a.4)."""
    sizes = [unit.regimental_equivalents.denominator for unit in position.scenario.units if is_training(unit)]
    rounding = 1 - Fraction(1, lcm(*sizes)) if position.rulings.training_cap_rounding == "ceil" else Fraction(0)
    started = (rounding,) * len(position.turns)  # what a started RE lacks to a whole one
    for pool in position.scenario.pools:
        if pool.trained and pool.district:
            where = position.districts[pool.district].name or pool.district
            yield BudgetSpec(
                f"slots:{pool.district}", "52.I.2.a", f"Reinforcements that {where} can take in", started,
                carries=False, points="units", limit=True,
            )  # fmt: skip


RULE = Rule(id="52.I.2", title="Training units", wants=wants, steps=steps, bars=bars, amends=amends, budgets=budgets)
