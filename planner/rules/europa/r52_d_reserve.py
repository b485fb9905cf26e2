"""52.D.1: every second Hungarian or Rumanian unit that is replaced starts in the national reserve."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from models.problem import Act, State
from planner.rules.europa.position import Position
from planner.rules.interface import BudgetSpec, Piece, Rule, Step

NATIONS = ("hungarian", "rumanian")
ONE = Fraction(1)


def _bound_for(position: Position, piece: Piece, state: State) -> str | None:
    """The nation whose reserve a unit on a track may have to go to."""
    nation = piece.unit.nationality
    return nation if state.startswith("track:") and nation in NATIONS and piece.res else None


def _counted(position: Position, piece: Piece) -> Fraction:
    """Every second unit, or half of their REs (ruling reserve_half_by)."""
    return piece.res if position.rulings.reserve_half_by == "REs" else ONE


def steps(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """Into the reserve, which lets the next one onto the map."""
    nation = _bound_for(position, piece, state)
    if nation:
        served = len(position.turns) - turn
        yield Step(
            Act.PLACE, turn, state, f"reserve:{nation}", rule="52.D.1", why="every second one starts in reserve",
            draws=((f"to_map:{nation}", turn, -_counted(position, piece), False),),
            tied=piece.unit.front_value * served,
        )  # fmt: skip


def amends(position: Position, piece: Piece, step: Step) -> Step:
    """Onto the map only in turn with the reserve; where nobody says otherwise it waits."""
    nation = _bound_for(position, piece, step.start)
    if nation and step.act is Act.ARRIVE and step.end in position.places:
        return replace(
            step, act=Act.PLACE, draws=(*step.draws, (f"to_map:{nation}", step.turn, _counted(position, piece), True))
        )
    return step


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """One onto the map for one into the reserve, the first onto the map."""
    nothing = (Fraction(0),) * len(position.turns)
    for nation in NATIONS:
        mine = [unit for unit in position.scenario.units if unit.nationality == nation]
        if mine:
            by_res = position.rulings.reserve_half_by == "REs"
            odd = max((unit.res_as("full") for unit in mine), default=ONE) if by_res else ONE
            opening = Fraction(0) if nation in position.scenario.to_reserve else odd
            yield BudgetSpec(
                f"to_map:{nation}", "52.D.1", f"Replaced {nation.title()} units that may come onto the map", nothing,
                opening, points="REs" if by_res else "units",
            )  # fmt: skip


RULE = Rule(id="52.D.1", title="Half to the national reserve", steps=steps, amends=amends, budgets=budgets)
