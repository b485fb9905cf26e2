"""4.2.6.4 Detach unit: single units leave a formation for a reserve, whatever else the formation is ordered to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product

from models.problem import Act, State
from planner.rules.interface import Activity, BudgetSpec, Rule, Step
from planner.rules.pg2.board import Board, place_of
from planner.rules.pg2.tokens import Token, TokenPiece

LESS = "less "  # "paris[less infantry 1]": a formation that has given up a unit
MOST_WAYS = 12  # of giving up units with one order
MOST_MOVED = 9  # units of a kind that go from one reserve to another in a turn
Draws = tuple[tuple[str, int, Fraction, bool], ...]


def listed(units: Mapping[str, int]) -> str:
    """Units as files write them: 'infantry 1; artillery 1'."""
    return "; ".join(f"{kind} {number}" for kind, number in units.items())


def as_in(_board: Board, piece: TokenPiece, condition: State) -> TokenPiece:
    """A formation without the units that it has given up; it keeps its type."""
    formation = piece.unit.formation
    if formation is None:
        return piece
    gone = {kind: int(number) for kind, _, number in (part.rpartition(" ") for part in _parts(condition))}
    units = {kind: left for kind, number in formation.units.items() if (left := number - gone.get(kind, 0))}
    reduced = formation.model_copy(update={"units": units, "type": formation.mobility})
    return replace(piece, unit=replace(piece.unit, formation=reduced, detached=tuple(gone.items())))


def _parts(condition: State) -> list[str]:
    return condition.removeprefix(LESS).split("; ")


def detaching(board: Board, token: Token, step: Step) -> Iterator[Step]:
    """The same order with some of the units that it may give up sent to a reserve."""
    gone, may = dict(token.detached), token.formation.may_detach if token.formation else {}
    left: dict[str, int] = {kind: most - gone.get(kind, 0) for kind, most in may.items()}
    ways = list(product(*(range(number + 1) for number in left.values())))
    for taken in ways[1:MOST_WAYS]:
        units = {kind: number for kind, number in zip(left, taken, strict=True) if number}
        all_gone = {kind: gone.get(kind, 0) + units.get(kind, 0) for kind in left}
        into = LESS + listed({kind: number for kind, number in all_gone.items() if number})
        for where, told, draws in freed(board, place_of(step.start), step.turn, units):
            how = f"{step.how}; " if step.how else ""
            yield replace(
                step, how=f"{how}detaching {listed(units)}{where and ' '}{where}", into=into,
                why=f"{step.why}; {listed(units)} {told}", draws=(*step.draws, *draws),
                in_vain=step.in_vain or too_late(board, where, step.turn),
            )  # fmt: skip


def freed(board: Board, place: str, turn: int, units: Mapping[str, int]) -> Iterator[tuple[str, str, Draws]]:
    """Where freed units may go: to the region's reserve at once, to another until the next turn (4.1.1.2)."""
    region = board.region(place)
    if region is None:
        return
    here = [(f"freed:{place}:{kind}", turn, Fraction(-number), False) for kind, number in units.items()]
    yield "", f"to the reserve of {_called(board, region)}", (*_into(region, turn, units), *here)
    for other in board.regions_in_reach(region):
        told = f"to the reserve of {_called(board, other)}, there next turn"
        yield f"to {other}", told, tuple(_into(other, turn + 1, units))


def too_late(board: Board, where: str, turn: int) -> bool:
    """Whether units sent to another reserve get there only when the plan is over: their own is as good for it."""
    return bool(where) and turn == board.last


def _into(region: str, turn: int, units: Mapping[str, int]) -> list[tuple[str, int, Fraction, bool]]:
    return [(f"reserve:{region}:{kind}", turn, Fraction(-number), False) for kind, number in units.items()]


def _called(board: Board, region: str) -> str:
    return board.campaign.reserves[region].name or region


def offered(board: Board) -> dict[str, set[str]]:
    """The kinds of units that could be freed on the map, by the formation that would give them up."""
    return {
        row.id: set(row.units if row.may_disband else row.may_detach)
        for row in board.campaign.formations if row.may_disband or row.may_detach
    }  # fmt: skip


def wanted(board: Board) -> frozenset[str]:
    """The kinds of units that somebody lacks or something is built of."""
    found = {kind for row in board.campaign.formations for kind in row.missing}
    found |= {kind for entry in board.campaign.force_pool for kind in entry.built_of}
    return frozenset(found | ({"infantry"} if board.rulings.garrison_split == "true" else set()))


def budgets(board: Board) -> Iterator[BudgetSpec]:
    """Units that are freed in a territory, for the formations that stand there."""
    none = (Fraction(0),) * len(board.turns)
    for kind in sorted(set().union(*offered(board).values())):
        for place in board.ours:
            label = f"Freed {kind.replace('_', ' ')} units in {board.name(place)}"
            yield BudgetSpec(f"freed:{place}:{kind}", "4.1.1.2.a", label, none, carries=False, limit=True)


def activities(board: Board) -> Iterator[Activity]:
    """Units move strategically from one reserve to another and are there the next turn."""
    for region in board.campaign.reserves:
        for other in board.regions_in_reach(region):
            for kind in sorted(wanted(board)):
                for turn in board.turns:
                    yield Activity(
                        Act.STRATEGIC, turn, f"reserve:{region}", f"reserve:{other}", MOST_MOVED,
                        (
                            (f"reserve:{region}:{kind}", turn, Fraction(1), True),
                            (f"reserve:{other}:{kind}", turn + 1, Fraction(-1), False),
                        ),
                        rule="4.2.6.4", how=kind,
                        why=f"one {kind.replace('_', ' ')} unit for the reserve of {_called(board, other)}, next turn",
                    )  # fmt: skip


RULE = Rule(id="4.2.6.4", title="Single units", budgets=budgets, activities=activities)
