"""52.I.2 Training units: a German MD's production hangs on those in its garrison; others must not lie in a pool."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.pools import Pool
from models.problem import Check, Rounding, State
from planner.rules.europa.position import Position
from planner.rules.europa.r52_a_boxes import national_pool
from planner.rules.europa.r52_a_paying import is_training
from planner.rules.interface import Penalty, Piece, Rule, Want

FULL_AT = Fraction(4)  # 52.I.2.a.1, REs in garrison
HALF_AT = Fraction(1)  # 52.I.2.a.2
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


def _production(position: Position, pool: Pool, district: str, turn: int) -> Iterator[Want]:
    """Half of the infantry points is lost below four REs, the other half below one (52.I.2.a.1 to 3)."""
    where = position.districts[district].name or district
    for least in (FULL_AT, HALF_AT):
        name = f"training:{district}:{least}:{turn}"
        yield Want(
            name, "52.I.2.a", turn, Check.OWN_INITIAL, where, frozenset({f"box:{district}"}), least,
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

        for turn in position.turns if pool else ():
            name = f"training_pool:{nation}:{box}:{turn}"
            paid_from = (f"pool:{pool.id}",) if pool else ()
            yield Want(
                name, "52.I.2.b.3", turn, Check.OWN_INITIAL, position.name(box), frozenset({box}), Fraction(0),
                (Penalty(name, "inf_rp", FORFEIT, paid_from=paid_from, sentence="training units lie in a pool"),),
                f"no {nation} training unit should lie in {position.name(box)}", lambda _piece, _state: None, "units",
                purse=name, raised_by=lies_there,
            )  # fmt: skip


RULE = Rule(id="52.I.2", title="Training units", wants=wants)
