"""4.4 Battles as far as orders prepare them: held frontiers, entrenchment, fortified lines."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.problem import Act, Check, Raid, State
from planner.rules.interface import Activity, AnyPiece, Penalty, Rule, Want
from planner.rules.pg2.board import ENTRENCHED, Board
from planner.rules.pg2.tokens import Token

LINE_COST = Fraction(300)  # PPs a side, 4.4.3.2
ONE = Fraction(1)


def wants(board: Board) -> Iterator[Want]:
    """Threatened territories are not empty, whoever stands there is dug in, and lines leave no way round."""
    for turn in board.turns:
        for key in board.ours:
            if board.threatened(key):
                if not (board.at_home(key) and board.rulings.home_garrison_holds == "true"):
                    yield _held(board, key, turn)
                yield _dug_in(board, key, turn)
    for key in board.ours:
        if board.territories[key].fortify:
            yield from _closed(board, key)


def _held(board: Board, key: str, turn: int) -> Want:
    """4.4.4.2: an attack on nobody wins on turn 1 and may break through."""
    name, anybody = board.name(key), board.rulings.frontier_held_by == "any_force"
    value = Fraction(max(1, board.territories[key].value))
    penalty = Penalty(f"frontier:{key}:{turn}", "frontier", value, sentence=f"{name} falls to any attack")

    def credit(piece: AnyPiece, _state: State) -> Fraction | None:
        token: Token = piece.unit
        opposes = token.kind in ("formation", "island") or (anybody and token.kind == "occupation")
        return ONE if opposes else None

    return Want(
        id=f"frontier:{key}:{turn}", rule="4.4.4.2", turn=turn, check=Check.OPERATIONS, where=name,
        states=frozenset({key, key + ENTRENCHED}), required=ONE, penalties=(penalty,), measure="formations",
        sentence=f"{name} can be attacked and must not be empty", purse="frontier", credit=credit,
    )  # fmt: skip


def _dug_in(board: Board, key: str, turn: int) -> Want:
    """4.4.3.1, 4.4.3.3: +8 for formations and island garrisons that have entrenched."""
    name = board.name(key)
    penalty = Penalty(f"dug_in:{key}:{turn}", "exposed", ONE, sentence=f"not everybody in {name} is entrenched")

    def raised_by(piece: AnyPiece, state: State) -> Fraction | None:
        token: Token = piece.unit
        if state != key or token.kind not in ("formation", "island"):
            return None
        return Fraction(token.divisions if token.kind == "formation" else 1)

    return Want(
        id=f"dug_in:{key}:{turn}", rule="4.4.3.1", turn=turn, check=Check.OPERATIONS, where=name,
        states=frozenset({key}), required=Fraction(0), penalties=(penalty,), measure="divisions",
        sentence=f"whoever stands in {name} should be entrenched", purse="dug_in",
        credit=lambda _piece, _state: None, raised_by=raised_by,
    )  # fmt: skip


def _closed(board: Board, key: str) -> Iterator[Want]:
    """4.4.3.2: a line helps only if no attack can go round it, so one open side costs all of the worth."""
    name, worth = board.name(key), board.territories[key].fortify
    for other in board.enemies_next_to(key):
        if frozenset((key, other)) in board.lines:
            continue
        penalty = Penalty(
            f"lines:{key}", "pp", worth, sentence=f"{name} has no fortified line that cannot be bypassed",
            raid=Raid(parties=1, reach=1),
        )  # fmt: skip
        where = f"{name} towards {board.name(other)}"
        yield Want(
            id=f"line:{key}:{other}", rule="4.4.3.2", turn=board.last, check=Check.LOGISTICS, where=where,
            states=frozenset(), required=ONE, penalties=(penalty,), measure="lines", purse="lines",
            sentence=f"a fortified line of {name} towards {board.name(other)}", credit=lambda _piece, _state: None,
        )  # fmt: skip


def activities(board: Board) -> Iterator[Activity]:
    """In Logistics 300 PPs close one side of a territory for good."""
    for key in board.ours:
        region = board.region(key)
        for other in board.enemies_next_to(key) if board.territories[key].fortify and region else ():
            if frozenset((key, other)) in board.lines:
                continue
            for turn in board.turns:
                yield Activity(
                    Act.FORTIFY, turn, key, other, 1, ((f"pp:{region}", turn, LINE_COST, True),), rule="4.4.3.2",
                    why=f"closes {board.name(key)} towards {board.name(other)}",
                    covers=((f"line:{key}:{other}", ONE),), spends=(("pp", LINE_COST),),
                )  # fmt: skip


RULE = Rule(id="4.4", title="Frontiers, entrenchment and fortified lines", wants=wants, activities=activities)
