"""4.1.6 Formation condition: what orders, terrain, oil, battles and the end of a turn make of it."""

from __future__ import annotations

from collections.abc import Collection

from models.pg2_forces import Condition, Mobility
from models.pg2_map import Terrain
from models.problem import Act, State
from planner.rules.pg2.board import ENTRENCHED, ORGANIZING, READY

RANK = {  # 4.1.6.7; the lowest applies to an army and a division that joins it
    Condition.ROUTED: 0, Condition.RETREATING: 1, Condition.ORGANIZING: 2, Condition.READY: 3,
    Condition.ENTRENCHED: 3, Condition.MOBILE: 4,
}  # fmt: skip
ABLE = frozenset({Condition.MOBILE, Condition.READY, Condition.ENTRENCHED})  # to attack, react and move in Ops
LOWER = {Condition.MOBILE: Condition.READY, Condition.READY: Condition.ORGANIZING}
ORGANIZING_ORDERS = frozenset({Act.TRAIN, Act.RESUPPLY, Act.HUNT, Act.STRATEGIC, Act.FLY})
LAST_EARLY_TURN = {False: 11, True: 16}  # a battle won or lost by then is a breakthrough or a rout; True: Axis Blitz
ENDINGS = {Condition.ENTRENCHED: ENTRENCHED, Condition.ORGANIZING: ORGANIZING, Condition.READY: READY}
_FAST = frozenset({Mobility.MOBILE, Mobility.SEMI_MOBILE})


def usual(mobility: Collection[Mobility]) -> Condition:
    """Mobile for mobile and semi-mobile formations, ready for infantry and light ones (4.1.6.2, 4.1.6.3)."""
    return Condition.MOBILE if _FAST & set(mobility) else Condition.READY


def at_start(condition: Condition | None, mobility: Collection[Mobility]) -> Condition:
    """The condition in which a formation begins the Orders Phase.

    Routed ones are organizing (4.1.6.6), those that have retreated are ready (4.1.6.5).
    """
    if condition is None:
        return usual(mobility)
    return {Condition.ROUTED: Condition.ORGANIZING, Condition.RETREATING: Condition.READY}.get(condition, condition)


def condition_in(state: State, mobility: Collection[Mobility]) -> Condition:
    """The condition that a state at the beginning of a turn tells of."""
    told = (condition for condition, ending in ENDINGS.items() if state.endswith(ending))
    return next(told, usual(mobility))


def lowest(*conditions: Condition) -> Condition:
    """The condition that an army and the divisions that join it share (4.1.6.7)."""
    return min(conditions, key=lambda condition: RANK[condition])


def after_order(act: Act, condition: Condition) -> Condition | None:
    """The condition for Ops after an order that is no tactical move; None if it may not be given (4.2)."""
    if condition is Condition.ORGANIZING:
        return {Act.REORGANIZE: Condition.READY, Act.HOLD: condition}.get(act)
    if condition not in ABLE or act is Act.REORGANIZE:
        return None
    if act in ORGANIZING_ORDERS:
        return Condition.ORGANIZING
    if act is Act.ENTRENCH:
        return Condition.ENTRENCHED
    return condition


def after_move(mobility: Collection[Mobility], terrain: Terrain, oil_restricted: bool) -> Condition | None:
    """The condition after a tactical move across a side; None if the move is forbidden (4.2.3)."""
    if terrain is Terrain.PROHIBITED:
        return None
    ways = [_crossed(kind, terrain) for kind in mobility]  # a formation of two types takes what suits it best, 4.1.5.4
    best = max(ways, key=lambda condition: RANK[condition])
    return LOWER.get(best) if oil_restricted else best


def _crossed(kind: Mobility, terrain: Terrain) -> Condition:
    """Open ground changes nothing, rough costs one step, harsh all; light formations do not mind (4.1.5.4)."""
    if terrain is Terrain.OPEN:
        return usual((kind,))
    if kind is Mobility.LIGHT:
        return Condition.READY
    return LOWER[usual((kind,))] if terrain is Terrain.ROUGH else Condition.ORGANIZING


def after_battle(won: bool, turn: int, blitz: bool = False) -> Condition:
    """The condition after a battle that ended in a turn of its own (4.4.4.4, 4.4.5); entrenchment is lost."""
    early = turn <= LAST_EARLY_TURN[blitz]
    if won:
        return Condition.READY if early else Condition.ORGANIZING
    return Condition.ROUTED if early else Condition.RETREATING


def next_turn(condition: Condition, mobility: Collection[Mobility]) -> Condition:
    """The condition at the next Orders Phase: all recover but the routed, entrenchment lasts (4.1.6)."""
    lasting = (Condition.ROUTED, Condition.RETREATING, Condition.ENTRENCHED)
    return at_start(condition if condition in lasting else None, mobility)
