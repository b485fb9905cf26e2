"""44 Garrisons and occupation: a unit that counts spends no MPs. Standing guard, staying free, and going elsewhere.

When a unit counts (ruling stationary_rule, declare_then_pin): it spends no MPs in its owner's player-turn of turn T.
Then it is seen at the own initial phase of T where the turn finds it, and at the enemy's initial phase that follows
where the turn leaves it. A unit that moves in T counts from T+1. A unit placed without MPs (activation, reinforcement)
counts at the checks after its placement; the own initial phase of the same turn is over by then (ruling
placed_units_count: at_once lets it count there too). A unit in a holding box at its owner's initial phase counts in the
box even if it is activated and moves later in that turn: until then it was not its owner's to move.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.problem import Act, Check, Option, State
from models.units import AIR_UNITS, WORKS, Unit
from models.words import Side
from planner.rules.europa.position import Leg, Position
from planner.rules.interface import BudgetSpec, Piece, Rule, Step, Want

MOVES = {"march": Act.MARCH, "rail": Act.RAIL, "sea": Act.SEA, "air": Act.FLY}
PLACED = frozenset({Act.ACTIVATE, Act.FORCED, Act.RELEASE, Act.BUY_OUT, Act.ARRIVE})
CARRIERS: dict[str, str] = {"rail": "rail", "sea": "sea_transport", "air": "air_transport"}
IN_REACTION = "44.A.1.a"  # the rule of steps taken in the enemy's player-turn, before our own of that turn


def in_reaction(position: Position, turn: int) -> bool:
    """Whether the enemy's player-turn is under way, in which garrisons may be activated (44.A.1.a)."""
    return turn == 0 and position.scenario.moment == "reaction"


def may_act(position: Position, turn: int) -> bool:
    """Whether our own player-turn is still to come: in the Allied player-turn that of the Axis is over."""
    return not (in_reaction(position, turn) and position.side is Side.AXIS)


def steps(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """A unit on the map stands guard, stays free, or goes to a friendly place."""
    kind, colon, where = state.partition(":")
    if kind == "arriving":
        if not where.startswith("box:"):
            why = f"arrives at {position.name(where)}"
            yield Step(Act.ARRIVE, turn, state, where, rule="51", why=why)
            yield from journeys(position, piece, state, where, turn, Act.ARRIVE)
    elif not colon and state in position.places:
        yield Step(Act.GUARD, turn, state, state, rule="44", why="spends no MPs and counts where it stands")
        yield Step(Act.STAY, turn, state, state, rule="44", why="may spend MPs this turn")
        if may_act(position, turn):
            yield from journeys(position, piece, state, state, turn)


def journeys(
    position: Position, piece: Piece, start: State, via: State, turn: int, act: Act | None = None
) -> Iterator[Step]:
    """The moves a unit may make from a place; `start` is where it began the turn, `act` what brought it there."""
    for leg in position.legs.get(via, ()):
        if may_use(position, piece, leg, turn):
            by_rail = leg.by == "rail"
            budget, capacity = _carrier(position, leg)
            yield Step(
                act or MOVES[leg.by],
                turn,
                start,
                leg.end,
                leg.turns,
                spends_mp=not by_rail or position.rulings.rail_move_spends_mp == "true",
                rule="44",
                why=f"placed in {position.name(via)}, then goes on to {position.name(leg.end)}" if act else "",
                how=f"through {via}, by {leg.by}" if act else "",
                draws=((budget, turn, piece.res, True),) if capacity is not None and piece.res else (),
            )


def _carrier(position: Position, leg: Leg) -> tuple[str, Fraction | None]:
    if leg.by == "rail":
        return "rail", position.scenario.rail_capacity
    return "sea_transport", position.scenario.sea_capacity if leg.by == "sea" else None


def may_use(position: Position, piece: Piece, leg: Leg, turn: int) -> bool:
    """Ground units march, rail and sail to friendly places; air units transfer by air."""
    unit = piece.unit
    if unit.immobile or unit.type in WORKS or (leg.by == "march" and _cannot_march(unit)):
        return False
    if (leg.by == "air") != (unit.type in AIR_UNITS):
        return False
    return position.owns(leg.end, turn)


def _cannot_march(unit: Unit) -> bool:
    return unit.counter is not None and unit.strengths.movement == 0


def why_stuck(piece: Piece) -> str:
    """Why a unit does not leave its hex on its own feet."""
    if piece.unit.immobile:
        return "it is immobile"
    if piece.unit.type in WORKS:
        return "it is a work, and works do not move"
    return "its counter shows no movement" if _cannot_march(piece.unit) else ""


def standings(position: Position, piece: Piece, step: Step) -> Iterator[tuple[Check, int, State]]:
    """Where and at which checks a unit counts that takes this step (ruling stationary_rule)."""
    rule, turn, last = position.rulings.stationary_rule, step.turn, step.turn + step.lasts - 1
    still = rule == "snapshot" or not (step.spends_mp or step.act is Act.STAY)
    if rule == "since_last_check":
        if not piece.unit.moved:
            yield from ((Check.OWN_INITIAL, turn, state) for state in _found_in(position, step, still))
    elif still or step.start.startswith("box:"):
        yield from ((Check.OWN_INITIAL, turn, state) for state in _found_in(position, step, still))
    if still:
        yield Check.ENEMY_INITIAL, last, step.end


def _found_in(position: Position, step: Step, still: bool) -> Iterator[State]:
    """The states in which the own initial phase of the step's turn finds the unit."""
    if step.act is Act.PERISH:
        yield step.end  # it was lost before the turn began
    elif step.rule == IN_REACTION:
        if still:
            yield step.end  # placed in the enemy's player-turn, before ours
    else:
        if not step.start.startswith("arriving:"):
            yield step.start
        if still and step.act in PLACED and position.rulings.placed_units_count == "at_once":
            yield step.end


def presences(position: Position, step: Step) -> Iterator[tuple[Check, int, State]]:
    """Where a unit simply is at the checks, whether or not it moves."""
    if step.rule == IN_REACTION or step.act is Act.PERISH:
        yield Check.OWN_INITIAL, step.turn, step.end
    elif not step.start.startswith("arriving:"):
        yield Check.OWN_INITIAL, step.turn, step.start
    yield Check.ENEMY_INITIAL, step.turn + step.lasts - 1, step.end


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """Rail, sea and air transport: so many REs each turn, none saved."""
    for name, label, capacity in (
        ("rail", "Rail capacity", position.scenario.rail_capacity),
        ("sea_transport", "Naval transport", position.scenario.sea_capacity),
        ("air_transport", "Air transport", position.scenario.air_capacity),
    ):
        if capacity is not None:
            yield BudgetSpec(name, "44", label, (capacity,) * len(position.turns), carries=False, points="REs")


def why_idle(want: Want, piece: Piece, option: Option, state: State) -> str:
    """Why a unit that is where a demand looks might not count there."""
    if piece.unit.disrupted:
        return "is disrupted"
    if not want.credit(piece, state):
        return "is of a kind that does not count here"
    if option.act is Act.STAY:
        return "is kept free"
    if option.moves:
        return "spends movement points this turn"
    return "counts for another duty, or is not needed"


def checks_past(position: Position, turn: int) -> bool:
    """Whether the checks of a turn are over: in the Allied player-turn the Axis has been looked at already."""
    return not may_act(position, turn)


RULE = Rule(id="44", title="No MPs spent", steps=steps, budgets=budgets)
