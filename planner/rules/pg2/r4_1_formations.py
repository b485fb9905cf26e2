"""4.1 Organization: stacking, armies that keep together, divisions and armies that are formed or disbanded."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.pg2_forces import fighting
from models.pg2_reserves import PoolEntry
from models.problem import Act, Check, State
from planner.rules.interface import BudgetSpec, Penalty, Rule, Step, Want
from planner.rules.pg2.board import GONE, POOL, Board, place_of
from planner.rules.pg2.r4_2_6_detach import freed, too_late
from planner.rules.pg2.tokens import Token, TokenPiece

UNIT_WORTH = Fraction(10)  # growth points of a unit: its full strength
ONE = Fraction(1)
Draws = tuple[tuple[str, int, Fraction, bool], ...]


def room(board: Board, token: Token, place: str, turn: int) -> Draws:
    """What a formation takes of the stacking in a territory, and how its army keeps together (4.1.2, 4.1.2.3)."""
    draws = [(f"stack:{place}", turn, Fraction(token.stacking), True)]
    if token.headquarters:
        draws.append((f"with:{token.id}:{place}", turn, ONE, True))
    for army in _armies_of(board, token):
        draws.append((f"with:{army}:{place}", turn, -ONE, False))
    return tuple(draws)


def reached(board: Board, token: Token, place: str, turn: int) -> Draws:
    """Who lacks units can be given those of the reserve that serves the territory, and those freed there."""
    short = Fraction(sum(token.formation.missing.values())) if token.formation else Fraction(0)
    ends = (place, board.region(place)) if short else ()
    return tuple((f"way:{token.id}:{end}", turn, -short, False) for end in ends if end)


def _armies_of(board: Board, token: Token) -> tuple[str, ...]:
    """The armies that a division can be in: its own, or those that are to be formed of it."""
    if token.formation is None or token.formation.kind == "army":
        return ()
    mine = (token.formation.army,) if token.formation.army else ()
    return mine + tuple(entry.id for entry in board.campaign.force_pool if token.id in entry.divisions)


def budgets(board: Board) -> Iterator[BudgetSpec]:
    """Stacking in every territory that has a limit, and who stands with an army's headquarters."""
    turns = len(board.turns)
    for place in board.ours:
        limit = board.territories[place].stack
        if limit is not None:
            here = sum(row.stacking for row in board.campaign.formations if row.at == place)
            most = Fraction(max(limit, here))  # what is overstacked already may stay
            label = f"Stacking in {board.name(place)}"
            yield BudgetSpec(f"stack:{place}", "4.1.2", label, (most,) * turns, carries=False, limit=True)
    armies = [row.id for row in board.campaign.formations if row.kind == "army" and not row.divisions]
    armies += [entry.id for entry in board.campaign.force_pool if entry.kind == "army"]
    for army in armies:
        for place in board.ours:
            label = f"Divisions of {army} in {board.name(place)}"
            none = (Fraction(0),) * turns
            yield BudgetSpec(f"with:{army}:{place}", "4.1.2.3", label, none, carries=False, limit=True)


def steps(board: Board, piece: TokenPiece, state: State, turn: int) -> Iterator[Step]:
    """Waiting in the force pool, being formed in Logistics, being disbanded by order."""
    token = piece.unit
    if state == GONE:
        yield Step(Act.WAIT, turn, state, state, rule="4.1.1.2", why="is disbanded")
    elif state == POOL and token.entry is not None:
        yield Step(Act.WAIT, turn, state, state, rule="4.1.1.1", why="stays in the force pool")
        for place in _sites(board, token.entry):
            yield _formed(board, token, token.entry, place, turn)
    elif token.formation is not None and token.formation.may_disband:
        for where, told, draws in freed(board, place_of(state), turn, dict(token.formation.units.items())):
            why = f"its {token.units} units go {told}"
            vain = too_late(board, where, turn)
            yield Step(
                Act.DISBAND, turn, state, GONE, rule="4.1.1.2", why=why, how=where, draws=draws, into="", in_vain=vain
            )


def _sites(board: Board, entry: PoolEntry) -> Iterator[str]:
    """Home territories that we hold and a reserve serves; an army by ruling anywhere (4.1.1.1, 4.1.2.1)."""
    anywhere = entry.kind == "army" and board.rulings.army_site == "any_common"
    for place in board.ours if anywhere else entry.home:
        if place in board.ours and (board.region(place) or not entry.built_of):
            yield place


def _formed(board: Board, token: Token, entry: PoolEntry, place: str, turn: int) -> Step:
    region = board.region(place)
    draws = [(f"reserve:{region}:{kind}", turn, Fraction(number), True) for kind, number in entry.built_of.items()]
    draws.append((f"stack:{place}", turn, Fraction(token.stacking), True))
    if entry.kind == "army":
        draws.append((f"with:{entry.id}:{place}", turn, Fraction(board.rulings.army_min_divisions), True))
        return Step(
            Act.FORM_UP, turn, POOL, place, rule="4.1.2.1", why=f"is formed in {board.name(place)}", draws=tuple(draws)
        )
    built = ", ".join(f"{number} {kind}" for kind, number in entry.built_of.items())
    why = f"is formed of {built} in {board.name(place)}, in Logistics"
    return Step(Act.FORM_UP, turn, POOL, place, rule="4.1.1.1", why=why, draws=tuple(draws))


def wants(board: Board) -> Iterator[Want]:
    """What stands in the force pool is to be formed, and divisions are to join their armies."""
    for entry in board.campaign.force_pool:
        name = entry.name or entry.id
        worth = UNIT_WORTH * max(1, fighting(entry.built_of))
        rule = "4.1.1.1" if entry.kind == "division" else "4.1.2.1"
        yield _to_do(board, f"formed:{entry.id}", rule, name, f"{entry.id} formed", worth, f"{name} is not formed")
    for row in board.campaign.formations:
        if row.joins:
            name, told = row.name or row.id, f"is not attached to {row.joins}"
            yield _to_do(board, f"joined:{row.id}", "4.2.6.2", name, f"{row.id} joined", ONE, f"{name} {told}")


def _to_do(board: Board, name: str, rule: str, where: str, state: State, worth: Fraction, sentence: str) -> Want:
    return Want(
        id=name, rule=rule, turn=board.last, check=Check.LOGISTICS, where=where, states=frozenset({state}),
        required=ONE, penalties=(Penalty(name, "growth", worth, sentence=sentence),), measure="done",
        sentence=f"{where} by the end of the horizon", purse=name, credit=lambda _piece, _state: ONE,
    )  # fmt: skip


RULE = Rule(id="4.1", title="Organization", steps=steps, budgets=budgets, wants=wants)
