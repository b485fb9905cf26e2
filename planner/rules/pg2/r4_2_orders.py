"""4.2 Orders: one main order for each formation, and the condition in which it goes into the Operations Phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

from models.pg2_forces import Condition, Formation
from models.problem import Act, Check, State
from planner.rules.interface import Penalty, Rule, Step, Want
from planner.rules.pg2.board import ENTRENCHED, GONE, POOL, Board, place_of
from planner.rules.pg2.conditions import ABLE, after_move, after_order, condition_in, next_turn, usual
from planner.rules.pg2.r4_1_4_airborne import ways_to_attack
from planner.rules.pg2.r4_1_formations import reached, room
from planner.rules.pg2.r4_2_4_strategic import destinations, uses_of_cities
from planner.rules.pg2.r4_2_6_attach import hosting, ways_to_join
from planner.rules.pg2.r4_2_6_detach import detaching
from planner.rules.pg2.spots import MOBILE_RESERVE, condition_after
from planner.rules.pg2.tokens import XP_GAINED, Token, TokenPiece, start_of

MOST_WAYS = 24  # of filling up a formation in one order
STAYING = (  # order, clause, what it does
    (Act.HOLD, "4.1.6", "keeps its condition; {hunting}"),
    (Act.ENTRENCH, "4.2.1", "starts a battle with +8 entrenchment and can still act"),
    (Act.TRAIN, "4.2.2", "its units gain 25 XP; it can do nothing else this turn"),
    (Act.HUNT, "4.2.8", "{hunting}; it can do nothing else this turn"),
    (Act.REORGANIZE, "4.2.6.1", "is ready again for this turn's operations"),
)


def steps(board: Board, piece: TokenPiece, state: State, turn: int) -> Iterator[Step]:
    """The main orders of a formation on the map, each also with units detached."""
    if piece.unit.kind == "formation" and state not in (POOL, GONE):
        for main in _main_orders(board, piece.unit, state, turn):
            yield from accompanied(board, piece.unit, main)


def accompanied(board: Board, token: Token, main: Step) -> Iterator[Step]:
    """A main order by itself, and with what may go with it: divisions that join, units that leave (4.2.6)."""
    for step in hosting(board, token, main, condition_after(board, token, main)):
        yield step
        yield from detaching(board, token, step)


def _main_orders(board: Board, token: Token, state: State, turn: int) -> Iterator[Step]:
    formation, place = token.formation, place_of(state)
    if formation is not None and not free_to_be_ordered(token, turn):
        yield from _bound(board, token, formation, state)
        return
    condition = condition_in(state, token.mobility)
    for act, rule, why in STAYING:
        if _sensible(token, act, condition) and after_order(act, condition) is not None:
            told = why.format(hunting=_hunting(board, token, place, turn))
            given = order(board, token, act, turn, state, _stays(board, act, state, place), rule, told)
            yield replace(given, in_vain=_in_vain(board, token, act, place, turn))
    if condition in ABLE:
        yield from _moves(board, token, state, turn)
        yield from _supplied(board, token, state, turn)
    for end, how, draws, why in ways_to_join(board, token, state, turn):
        joined = order(board, token, Act.ATTACH, turn, state, end, "4.2.6.2", why, how, draws)
        yield replace(joined, spends_mp=end != place)


def free_to_be_ordered(token: Token, turn: int) -> bool:
    """Whether the player has not decided already that it attacks or invades this turn."""
    bound = token.formation is not None and (token.formation.attacks or token.formation.invades)
    return turn > 0 or not bound


def order(
    board: Board, token: Token, act: Act, turn: int, start: State, end: State, rule: str, why: str,
    how: str = "", draws: tuple[tuple[str, int, Fraction, bool], ...] = (),
) -> Step:  # fmt: skip
    """A main order of a formation: with the room it takes and what it means for its army."""
    needed = (*room(board, token, place_of(end), turn), *reached(board, token, place_of(end), turn), *draws)
    army = token.formation.army if token.formation else None
    if army and act is not Act.HOLD:
        why += f"; detached from {army}, unless the army does the same"
    digs = act is Act.ENTRENCH  # counted like a move, so that nobody digs in for nothing
    return Step(act, turn, start, end, spends_mp=digs, rule=rule, why=why, how=how, draws=needed)


def _bound(board: Board, token: Token, formation: Formation, state: State) -> Iterator[Step]:
    """The player has decided: it attacks or invades this turn and is not there for anything else (4.3.1, 4.2.5)."""
    place = place_of(state)
    if formation.invades:
        why = f"goes to invade {board.name(formation.invades)}"
        yield order(board, token, Act.INVADE, 0, state, place, "4.2.5", why, f"of {formation.invades}")
    elif formation.attacks:
        why = f"attacks {board.name(formation.attacks)}"
        for how, draws in ways_to_attack(board, formation, formation.attacks):
            yield order(board, token, Act.HOLD, 0, state, place, "4.3.1", why, how, draws)


def _sensible(token: Token, act: Act, condition: Condition) -> bool:
    """Entrenching twice does nothing, nor does training at the limit (4.2.2.2)."""
    if act is Act.TRAIN:
        return token.formation is not None and token.formation.xp < token.formation.training
    return not (act is Act.ENTRENCH and condition is Condition.ENTRENCHED)


def _in_vain(board: Board, token: Token, act: Act, place: str, turn: int) -> bool:
    """Whether holding is as good: digging in where nobody attacks, hunting where both halves cover no more."""
    if act is Act.ENTRENCH:
        return not board.threatened(place)
    once, twice, _ = covered_by_hunting(board, token, place, turn)
    return act is Act.HUNT and once == twice


def covered_by_hunting(board: Board, token: Token, place: str, turn: int) -> tuple[int, int, int]:
    """Objectives that its units cover as they are, that both halves of them cover, and that there are (4.7.3.2).

    None where no partisans can strike.
    """
    territory = board.territories[place]
    struck = place in board.occupied and board.threat(territory.nation, turn).units
    objectives = (territory.objectives or 0) if struck else 0
    return min(token.units, objectives), min(2 * token.units, objectives), objectives


def _hunting(board: Board, token: Token, place: str, turn: int) -> str:
    """What the anti-partisan order would change: both halves of every unit fight, at objectives or beside (4.7.3.2)."""
    once, twice, objectives = covered_by_hunting(board, token, place, turn)
    if not objectives:
        return "no partisans can strike here"
    if once == objectives:
        return f"its {token.units} units cover all {objectives} objectives without hunting partisans"
    return f"hunting partisans, its {token.units} units cover {twice} of {objectives} objectives instead of {once}"


def _stays(board: Board, act: Act, state: State, place: str) -> State:
    """Where it stands at the next Orders Phase: only moving and fighting end an entrenchment (4.1.6.1)."""
    if act is Act.ENTRENCH:
        return place + ENTRENCHED
    if state.endswith(ENTRENCHED) and (act is Act.HOLD or board.rulings.entrenchment_survives == "true"):
        return state
    return place


def _moves(board: Board, token: Token, state: State, turn: int) -> Iterator[Step]:
    place = place_of(state)
    for end, terrain in board.sides[place].items():
        condition = after_move(token.mobility, terrain, board.short_of_oil(place))
        if end in board.ours and condition is not None:
            why = f"is {condition} after {terrain} ground"
            yield order(board, token, Act.TACTICAL, turn, state, end, "4.2.3", why)
    for end in destinations(board, place, turn):
        used = uses_of_cities(board, token, place, end, turn)
        why = "is organizing after a strategic move, but there to defend"
        yield order(board, token, Act.STRATEGIC, turn, state, end, "4.2.4", why, draws=used)


def _supplied(board: Board, token: Token, state: State, turn: int) -> Iterator[Step]:
    """Re-supply: any of the missing units that the reserve has, at the price of this turn's operations (4.2.7)."""
    place = place_of(state)
    region = board.region(place)
    if region is None or token.formation is None:
        return
    for units, how in resupplies(token.formation):
        draws = tuple(
            (budget, turn, Fraction(number), True)
            for kind, number in units.items()
            for budget in (f"reserve:{region}:{kind}", f"gap:{token.id}:{kind}")
        )
        why = f"takes {how} out of the reserve; it can do nothing else this turn"
        yield order(
            board, token, Act.RESUPPLY, turn, state, _stays(board, Act.RESUPPLY, state, place), "4.2.7", why, how, draws
        )


def resupplies(formation: Formation) -> Iterator[tuple[dict[str, int], str]]:
    """The ways of filling up a formation, and how each is told; all at once where there would be too many."""
    missing = formation.missing
    ways = list(product(*(range(short + 1) for short in missing.values())))
    for taken in ways[1:] if len(ways) <= MOST_WAYS else ways[-1:]:
        units = {kind: number for kind, number in zip(missing, taken, strict=True) if number}
        yield units, "; ".join(f"{kind} {number}" for kind, number in units.items())


def readiness(board: Board, token: Token, place: str, able: str) -> Fraction:
    """What it is worth that a formation can act: 1 a division, 2 mobile, 3 as a mobile reserve; in Europe (4.1.5.3)."""
    if able == Condition.ORGANIZING:
        return Fraction(0)
    if token.formation is not None and token.formation.readiness is not None:
        return token.formation.readiness
    levels = {MOBILE_RESERVE: 3, Condition.MOBILE: 2} if board.europe(place) else {}
    if able == Condition.ENTRENCHED:
        able = usual(token.mobility)  # it counts as mobile or ready if it acts (4.1.6.1)
    return Fraction(levels.get(able, 1) * token.divisions)


def wants(board: Board) -> Iterator[Want]:
    """Every formation is able to do in Ops what it could without orders; training up to the limit (4.1.6, 4.2.2)."""
    for formation in board.campaign.formations:
        token = Token(formation.id, formation.name or formation.id, "formation", formation=formation)
        for turn in board.turns:
            yield _able(board, token, formation, turn)
        if formation.xp < formation.training:
            yield _trained(board, token, formation)


def _able(board: Board, token: Token, formation: Formation, turn: int) -> Want:
    place, fid = formation.at, formation.id
    now = _without_orders(formation, turn)
    best = Condition.READY if now is Condition.ORGANIZING else now
    worth = {str(able): readiness(board, token, place, able) for able in (*ABLE, MOBILE_RESERVE)}
    reserve = best is Condition.MOBILE and "mobile" in formation.mobility and board.enemies_next_to(place)
    if reserve and board.rulings.mobile_reserve_requires_move == "false" and free_to_be_ordered(token, turn):
        best_worth = worth[MOBILE_RESERVE]
    else:
        best_worth = worth[best]
    penalty = Penalty(
        f"readiness:{fid}:{turn}", "readiness", Fraction(1), sentence=f"{token.name} cannot act as it could have",
    )  # fmt: skip
    return Want(
        id=f"readiness:{fid}:{turn}", rule="4.1.6", turn=turn, check=Check.OPERATIONS, where=token.name,
        states=frozenset(f"{fid} {able}" for able in worth), required=best_worth, penalties=(penalty,),
        sentence=f"{token.name} is able to act in the Operations Phase", measure="readiness", purse="readiness",
        credit=lambda _piece, state: worth[state.removeprefix(f"{fid} ")],
    )  # fmt: skip


def _without_orders(formation: Formation, turn: int) -> Condition:
    """The condition that nobody's orders have changed: all recover, and who does not fight stays dug in (4.1.6)."""
    now = condition_in(start_of(formation), formation.mobility)
    if turn == 0:
        return now
    fights = formation.attacks or formation.invades
    return usual(formation.mobility) if fights else next_turn(now, formation.mobility)


def _trained(board: Board, token: Token, formation: Formation) -> Want:
    useful = -((formation.xp - formation.training) // XP_GAINED)
    lessons = Fraction(min(useful, len(board.turns)))
    penalty = Penalty(
        f"training:{formation.id}",
        "growth",
        Fraction(formation.pieces),
        sentence=f"{token.name} could still be trained",
    )
    return Want(
        id=f"training:{formation.id}", rule="4.2.2", turn=board.last, check=Check.LOGISTICS, where=token.name,
        states=frozenset({f"{formation.id} trained"}), required=lessons, penalties=(penalty,), measure="lessons",
        sentence=f"{token.name} has {formation.xp} XP of {formation.training}", purse="training",
        credit=lambda _piece, _state: Fraction(1),
    )  # fmt: skip


RULE = Rule(id="4.2", title="Orders", steps=steps, wants=wants)
