"""4.6.4 Fixed anti-aircraft guns, which move strategically, and 4.6.5 coastal guns, which never move."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.pg2_map import STRENGTH, Size
from models.problem import Act, Check, State
from planner.rules.interface import AnyPiece, BudgetSpec, Penalty, Rule, Step, Want
from planner.rules.pg2.board import Board
from planner.rules.pg2.r4_2_4_strategic import destinations, uses_of_cities
from planner.rules.pg2.tokens import Token, TokenPiece

FULL_UNIT = 2 * STRENGTH
Draws = tuple[tuple[str, int, Fraction, bool], ...]


def _room(board: Board, token: Token, place: str, turn: int) -> Draws:
    shared = board.rulings.coastal_limit == "shared"
    kind = "aa" if token.kind == "aa" or shared else "coast"
    draws = ((f"{kind}:{place}", turn, Fraction(token.strength), True),)
    return (*draws, (f"heavy:{place}", turn, Fraction(1), True)) if token.kind == "heavy_coastal" else draws


def posts(board: Board, token: Token) -> Iterator[str]:
    """Where a fixed unit may stand: AA anywhere, coastal guns by the sea, heavy ones in major ports (4.6.5)."""
    for key in board.ours:
        territory = board.territories[key]
        by_the_sea = territory.takes_coastal_guns and (token.kind == "coastal" or territory.port is Size.MAJOR)
        if token.kind == "aa" or by_the_sea:
            yield key


def steps(board: Board, piece: TokenPiece, state: State, turn: int) -> Iterator[Step]:
    """A fixed unit stays for ever, is placed once, or, if it is AA, moves strategically."""
    token = piece.unit
    if token.kind not in ("aa", "coastal", "heavy_coastal"):
        return
    rule = "4.6.4" if token.kind == "aa" else "4.6.5"
    kind, colon, region = state.partition(":")
    if colon and kind == "reserve":
        yield Step(Act.WAIT, turn, state, state, rule=rule, why="stays in the reserve")
        for end in posts(board, token):
            if board.region(end) == region:
                why = "is deployed in Logistics" + (" and can never be moved" if token.kind != "aa" else "")
                draws = _room(board, token, end, turn)
                yield Step(Act.PLACE, turn, state, end, spends_mp=True, rule=rule, why=why, draws=draws)
        return
    yield Step(Act.HOLD, turn, state, state, rule=rule, why="stays", draws=_room(board, token, state, turn))
    for end in destinations(board, state, turn) if token.kind == "aa" else ():
        draws = (*_room(board, token, end, turn), *uses_of_cities(board, token, state, end, turn))
        why = f"moves to {board.name(end)} and protects it this turn already"
        yield Step(Act.STRATEGIC, turn, state, end, rule="4.6.4", why=why, draws=draws)


def budgets(board: Board) -> Iterator[BudgetSpec]:
    """Strength points of AA and of coastal guns in each territory, and one heavy gun in a major port."""
    for key in board.ours:
        territory, name = board.territories[key], board.name(key)
        limits = [("aa", "4.6.4", f"Fixed AA in {name}", territory.fixed_strength)]
        limits.append(("coast", "4.6.5", f"Coastal guns in {name}", territory.fixed_strength))
        limits.append(("heavy", "4.6.5", f"Heavy coastal gun in {name}", int(territory.port is Size.MAJOR)))
        for kind, rule, label, most in limits:
            income = (Fraction(most),) * len(board.turns)
            yield BudgetSpec(f"{kind}:{key}", rule, label, income, carries=False, limit=True)


def wants(board: Board) -> Iterator[Want]:
    """Where bombers or invaders cost PPs, guns are wanted up to the limit (4.6.4, 4.6.5)."""
    for turn in board.turns:
        for key in board.ours:
            territory = board.territories[key]
            if territory.bombing:
                yield _guns(board, key, turn, "aa", ("aa",), territory.bombing)
            if territory.coast and territory.takes_coastal_guns:
                yield _guns(board, key, turn, "coast", ("coastal", "heavy_coastal"), territory.coast)


def _guns(board: Board, key: str, turn: int, what: str, kinds: tuple[str, ...], price: Fraction) -> Want:
    id, name = f"{what}:{key}:{turn}", board.name(key)
    told = "fixed AA against bombers" if what == "aa" else "coastal guns against invaders"

    def credit(piece: AnyPiece, _state: State) -> Fraction | None:
        token: Token = piece.unit
        return Fraction(token.strength, FULL_UNIT) if token.kind in kinds else None

    return Want(
        id=id, rule="4.6.4" if what == "aa" else "4.6.5", turn=turn, check=Check.BATTLE, where=name,
        states=frozenset({key}), required=Fraction(board.territories[key].fixed_strength, FULL_UNIT),
        penalties=(Penalty(id, "pp", price, sentence=f"{name} lacks {told}"),), measure="units", purse=what,
        sentence=f"{name} has room for {told}", credit=credit,
    )  # fmt: skip


RULE = Rule(id="4.6.4", title="Fixed AA and coastal guns", steps=steps, budgets=budgets, wants=wants)
