"""51.A.8 and 51.A.9: arrivals over a map edge may come in reserve, for 1 SP a stack or with a depot in reserve."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from models.orders_of_battle import Line
from models.problem import Act
from planner.rules.europa.position import Position
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.europa.r51_e_entries import entries
from planner.rules.europa.r51_lines import ONE, due_lines, pool_of
from planner.rules.interface import Activity, AnyPiece, BudgetSpec, Rule, Step

SP_PER_STACK = Fraction(1)  # 51.A.8
A_STACK = Fraction(999)  # units that 1 SP lets in together: as many as come in one hex


def in_reserve(position: Position, line: Line, piece: AnyPiece, entry: Step) -> Iterator[Step]:
    """The plain way in, and the one in reserve; a unit in reserve counts nowhere in the turn of its arrival."""
    place = position.places.get(entry.end)
    district = position.districts.get(place.district or "") if place else None
    free = district is not None and district.depot_in_reserve  # 51.A.9
    forced = free and position.rulings.or_depot_arrival == "forced"
    stack = (f"stack:{entry.end}", entry.turn, ONE, True)
    paid_for = replace(entry, act=Act.PLACE, draws=(*entry.draws, stack))
    if not forced:
        yield paid_for if line.edge and position.rulings.edge_reserve_sp == "all" and not free else entry
    if free or (line.edge and place is not None):
        way = entry if free else paid_for
        told = f"{entry.why}, in operational reserve with its depot" if free else f"{entry.why}, in reserve"
        yield replace(
            way, act=Act.ARRIVE if forced and entry.act is Act.ARRIVE else Act.PLACE, spends_mp=True, why=told,
            rule="51.A.9" if free else "51.A.8", how=", ".join(filter(None, (entry.how, "in reserve"))),
        )  # fmt: skip


def _stacks(position: Position) -> Iterator[tuple[int, str, str]]:
    """Where and when stacks may come over an edge, and who pays."""
    for turn in position.turns:
        for line in due_lines(position, turn, "arrive") if may_act(position, turn) else ():
            for unit in line.units if line.edge else ():
                for place in entries(position, line, unit, turn):
                    pool = pool_of(position, unit.nationality, place, "sp")
                    if pool is not None:
                        yield turn, place, pool.id


def activities(position: Position) -> Iterator[Activity]:
    """1 SP for each stack: whoever comes in together in one hex and turn."""
    for turn, place, pool in dict.fromkeys(_stacks(position)):
        yield Activity(
            Act.PAY_STACK, turn, pool, place, 1,
            ((f"pool:{pool}", turn, SP_PER_STACK, True), (f"stack:{place}", turn, -A_STACK, False)),
            "51.A.8", f"1 SP for the stack that comes in reserve at {position.name(place)}",
            spends=(("sp", SP_PER_STACK),),
        )  # fmt: skip


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """Stacks that have been paid for."""
    if any(line.edge for line in position.scenario.order_of_battle):
        for key in position.places:
            nothing = (Fraction(0),) * len(position.turns)
            yield BudgetSpec(f"stack:{key}", "51.A.8", f"Stacks in reserve at {position.name(key)}", nothing,
                             carries=False, points="units", limit=True)  # fmt: skip


RULE = Rule(id="51.A.8", title="Arrival in reserve", activities=activities, budgets=budgets)
