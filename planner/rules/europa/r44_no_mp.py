"""44 Garrisons and occupation: a unit that counts spends no MPs. Standing guard, staying free, and going elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.problem import Act, Check, State
from models.units import AIR_UNITS
from models.words import Side
from planner.rules.europa.position import Leg, Position
from planner.rules.interface import BudgetSpec, Piece, Rule, Step

MOVES = {"march": Act.MARCH, "rail": Act.RAIL, "sea": Act.SEA, "air": Act.FLY}
STAYS = frozenset({Act.GUARD, Act.REMAIN, Act.LIE, Act.FORM})


def in_reaction(position: Position, turn: int) -> bool:
    """Whether this turn is the enemy's player-turn, in which only garrisons are activated (44.A.1.a)."""
    return turn == 0 and position.scenario.moment == "reaction"


def steps(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """A unit on the map stands guard, stays free, or goes to a friendly place."""
    kind, colon, where = state.partition(":")
    if kind == "arriving":
        yield Step(Act.ARRIVE, turn, state, where, rule="51", why=f"arrives at {position.name(where)}")
    elif not colon and state in position.places:
        yield Step(Act.GUARD, turn, state, state, rule="44", why="spends no MPs and counts where it stands")
        yield Step(Act.STAY, turn, state, state, rule="44", why="is not needed for any duty this turn")
        if not in_reaction(position, turn):
            yield from journeys(position, piece, state, state, turn)


def journeys(position: Position, piece: Piece, start: State, via: State, turn: int) -> Iterator[Step]:
    """The moves a unit may make from a place; `start` is where it began the turn."""
    for leg in position.legs.get(via, ()):
        if may_use(position, piece, leg, turn):
            by_rail = leg.by == "rail"
            budget, capacity = _carrier(position, leg)
            yield Step(
                MOVES[leg.by] if start == via else Act.ACTIVATE,
                turn,
                start,
                leg.end,
                leg.turns,
                spends_mp=not by_rail or position.rulings.rail_move_spends_mp == "true",
                rule="44",
                how="" if start == via else f"by {leg.by}",
                draws=((budget, turn, piece.res, True),) if capacity is not None and piece.res else (),
            )


def _carrier(position: Position, leg: Leg) -> tuple[str, Fraction | None]:
    if leg.by == "rail":
        return "rail", position.scenario.rail_capacity
    return "sea_transport", position.scenario.sea_capacity if leg.by == "sea" else None


def may_use(position: Position, piece: Piece, leg: Leg, turn: int) -> bool:
    """Ground units march, rail and sail to friendly places; air units transfer by air."""
    unit = piece.unit
    if unit.immobile or (unit.counter is not None and unit.strengths.movement == 0 and leg.by == "march"):
        return False
    if (leg.by == "air") != (unit.type in AIR_UNITS):
        return False
    return position.owns(leg.end, turn)


def standings(position: Position, piece: Piece, step: Step) -> Iterator[tuple[Check, int, State]]:
    """Where and at which checks a unit counts that takes this step (ruling stationary_rule)."""
    rule, turn, last = position.rulings.stationary_rule, step.turn, step.turn + step.lasts - 1
    on_map_at_start = not step.start.startswith("arriving:")
    moves = step.spends_mp or step.act is Act.STAY
    if rule == "snapshot":
        moves = False
    if rule == "since_last_check":
        if turn == 0 and on_map_at_start and not piece.unit.moved:
            yield Check.OWN_INITIAL, 0, step.start
        if not moves:
            yield Check.OWN_INITIAL, turn + 1, step.end
            yield Check.ENEMY_INITIAL, turn, step.end
    elif not moves:
        placed = step.start != step.end and not step.spends_mp
        at_once = placed and position.rulings.placed_units_count == "at_once"
        if on_map_at_start or at_once:
            yield Check.OWN_INITIAL, turn, step.end if at_once else step.start
        yield Check.ENEMY_INITIAL, last, step.end


def presences(position: Position, step: Step) -> Iterator[tuple[Check, int, State]]:
    """Where a unit simply is at the checks, whether or not it moves."""
    if not step.start.startswith("arriving:"):
        yield Check.OWN_INITIAL, step.turn, step.start
    yield Check.ENEMY_INITIAL, step.turn + step.lasts - 1, step.end


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """Rail and sea transport: so many REs each turn, none saved."""
    for name, label, capacity in (
        ("rail", "Rail capacity", position.scenario.rail_capacity),
        ("sea_transport", "Naval transport", position.scenario.sea_capacity),
    ):
        if capacity is not None:
            yield BudgetSpec(name, "44", label, (capacity,) * len(position.turns), carries=False, points="REs")


def checks_past(position: Position, turn: int) -> bool:
    """Whether the checks of a turn are over: in the Allied player-turn the Axis has been looked at already."""
    return in_reaction(position, turn) and position.side is Side.AXIS


RULE = Rule(id="44", title="No MPs spent", steps=steps, budgets=budgets)
