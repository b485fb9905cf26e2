"""4.6 Occupation and island garrisons: units of 5 strength, what they may be made of, and how they move."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.pg2_forces import GarrisonUnit
from models.problem import Act, Check, State
from planner.rules.interface import AnyPiece, BudgetSpec, Penalty, Rule, Step, Want
from planner.rules.pg2.board import ENTRENCHED, Board, place_of
from planner.rules.pg2.r4_2_4_strategic import destinations, uses_of_cities
from planner.rules.pg2.tokens import TRAINED, Token, TokenPiece, garrison_token

ISLAND_SLOTS = {"infantry": 3, "scout": 1, "artillery": 1, "anti_tank": 1, "anti_air": 1}  # 4.6.2
GUNS = ("artillery", "anti_tank", "anti_air")
ONE = Fraction(1)
Draws = tuple[tuple[str, int, Fraction, bool], ...]


def slot(token: Token) -> str:
    """Which place in a garrison a unit takes."""
    return "scout" if token.scout else token.type


def posts(board: Board, token: Token) -> tuple[str, ...]:
    """The territories in which a garrison unit may stand (4.6.2, 4.6.3)."""
    if token.kind == "occupation":
        return board.occupied
    return tuple(key for key in board.ours if board.territories[key].takes_island_garrison)


def room_in_garrison(board: Board, token: Token, place: str, turn: int, arrives: bool = False) -> Draws:
    """What a garrison unit takes of its garrison's limits; a scout needs infantry with it (4.6.3).

    Infantry that arrives in Logistics is nobody's company yet.
    """
    if token.kind == "island":
        one_in_all = token.type in GUNS and board.rulings.island_artillery == "one_in_all"
        return ((f"island:{place}:{'guns' if one_in_all else slot(token)}", turn, ONE, True),)
    if token.scout:
        escort = ((f"escort:{place}", turn, ONE, True),) if board.rulings.attach_needs_infantry == "true" else ()
        return ((f"scout:{place}", turn, ONE, True), *escort)
    room = (f"garrison:{place}", turn, Fraction(token.fives), True)
    late = arrives and board.rulings.garrison_creation == "logistics"
    return (room,) if late else (room, (f"escort:{place}", turn, -ONE, False))


def steps(board: Board, piece: TokenPiece, state: State, turn: int) -> Iterator[Step]:
    """A garrison unit stays, moves strategically, or is placed out of a reserve."""
    token = piece.unit
    if token.kind not in ("occupation", "island"):
        return
    rule = "4.6.3" if token.kind == "occupation" else "4.6.2"
    kind, colon, region = state.partition(":")
    if colon and kind == "reserve":
        yield Step(Act.WAIT, turn, state, state, rule=rule, why="stays in the reserve")
        for end in posts(board, token):
            if board.region(end) == region:
                draws = (*room_in_garrison(board, token, end, turn, arrives=True), *_drawn(token, region, turn))
                why = _when(board, token)
                yield Step(Act.PLACE, turn, state, end, spends_mp=True, rule=rule, why=why, draws=draws)
        return
    place = place_of(state)
    here = room_in_garrison(board, token, place, turn)
    yield Step(Act.HOLD, turn, state, state, rule=rule, why="guards where it stands", draws=here)
    if token.kind == "island":
        if state == place:
            end = place + ENTRENCHED
            vain = not board.threatened(place)
            yield Step(
                Act.ENTRENCH, turn, state, end, spends_mp=True, rule="4.4.3.3", why="digs in", draws=here, in_vain=vain,
            )  # fmt: skip
        vain = not token.lessons
        yield Step(Act.TRAIN, turn, state, state, rule="4.6.2", why="gains 25 XP, to 100", draws=here, in_vain=vain)
    reach = set(destinations(board, place, turn))
    for end in posts(board, token):
        if end in reach:
            draws = (*room_in_garrison(board, token, end, turn), *uses_of_cities(board, token, place, end, turn))
            why = f"moves to {board.name(end)} and guards it this turn already"
            yield Step(Act.STRATEGIC, turn, state, end, rule="4.2.4", why=why, draws=draws)


def _drawn(token: Token, region: str, turn: int) -> Draws:
    return ((f"reserve:{region}:infantry", turn, ONE, True),) if token.drawn else ()


def _when(board: Board, token: Token) -> str:
    if token.kind == "occupation" and board.rulings.garrison_creation == "orders":
        return "is placed by orders and guards at once"
    return "is placed in Logistics and guards from the next turn on"


def budgets(board: Board) -> Iterator[BudgetSpec]:
    """Infantry up to the objectives and one scout in an occupied territory; seven places on an island."""
    turns = len(board.turns)

    def limit(name: str, rule: str, label: str, most: int) -> BudgetSpec:
        return BudgetSpec(name, rule, label, (Fraction(most),) * turns, carries=False, limit=True)

    for key in board.occupied:
        name, objectives = board.name(key), board.territories[key].objectives or 0
        yield limit(f"garrison:{key}", "4.6.3", f"Occupation infantry in {name}, one for each objective", objectives)
        yield limit(f"scout:{key}", "4.6.3", f"Recon or tank unit in {name}", 1)
        yield limit(f"escort:{key}", "4.6.3", f"Infantry with the recon or tank unit in {name}", 0)
    for key in board.ours:
        if board.territories[key].takes_island_garrison:
            for group, most in ISLAND_SLOTS.items():
                told = group.replace("_", " ")
                yield limit(f"island:{key}:{group}", "4.6.2", f"Garrison {told} on {board.name(key)}", most)
            yield limit(f"island:{key}:guns", "4.6.2", f"Garrison guns on {board.name(key)}", 1)


def wants(board: Board) -> Iterator[Want]:
    """Island garrisons that can be invaded are to be full by the end of the horizon (4.6.2)."""
    one_in_all = board.rulings.island_artillery == "one_in_all"
    for key in board.ours:
        territory = board.territories[key]
        if territory.takes_island_garrison and territory.invasion:
            slots = {"infantry": 3, "scout": 1, "guns": 1} if one_in_all else ISLAND_SLOTS
            for group, most in slots.items():
                yield _slot_filled(board, key, group, most)
    for row in board.campaign.garrisons:
        if lessons := garrison_token(row).lessons:
            yield _trained(board, row, min(lessons, len(board.turns)) * row.count)


def _trained(board: Board, row: GarrisonUnit, lessons: int) -> Want:
    """4.6.2, 4.2.2: an island unit gains 25 XP by a lesson, up to 100."""
    id, name = f"training:{row.id}", row.name or row.id
    penalty = Penalty(id, "growth", ONE, sentence=f"{name} could still be trained")
    return Want(
        id=id, rule="4.6.2", turn=board.last, check=Check.LOGISTICS, where=name,
        states=frozenset({f"{row.id} trained"}), required=Fraction(lessons), penalties=(penalty,), measure="lessons",
        purse="training",
        sentence=f"{name} has {row.xp} XP of {TRAINED}", credit=lambda _piece, _state: ONE,
    )  # fmt: skip


def _slot_filled(board: Board, key: str, group: str, most: int) -> Want:
    id, name = f"island:{key}:{group}", board.name(key)
    penalty = Penalty(id, "growth", Fraction(5), sentence=f"the garrison of {name} lacks {group.replace('_', ' ')}")

    def credit(piece: AnyPiece, _state: State) -> Fraction | None:
        token: Token = piece.unit
        mine = token.kind == "island" and (slot(token) == group or (group == "guns" and token.type in GUNS))
        return ONE if mine else None

    return Want(
        id=id, rule="4.6.2", turn=board.last, check=Check.LOGISTICS, where=name, states=frozenset({key}),
        required=Fraction(most), penalties=(penalty,), measure="units", purse="island", credit=credit,
        sentence=f"{name} may have {most} {group.replace('_', ' ')} in its garrison",
    )  # fmt: skip


RULE = Rule(id="4.6", title="Occupation and island garrisons", steps=steps, budgets=budgets, wants=wants)
