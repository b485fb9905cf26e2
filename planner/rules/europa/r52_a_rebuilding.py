"""52.A.9.c and d, 52.A.10.b, 52.H.1, 52.J.1.a: from remnant to cadre and from cadre to full strength, on the map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from models.calendar import GameTurn
from models.counters import Counter
from models.problem import Act, State
from models.replacements import Trait
from models.units import NOT_GROUND, UnitType
from planner.rules.europa.conditions import REORGANIZED, condition_of
from planner.rules.europa.position import Position
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.europa.r52_a_costs import REDUCED_TURNS, Cost, Discounts, cost, extra_turns, split, strength_as
from planner.rules.europa.r52_a_declaring import traits_now
from planner.rules.europa.r52_a_limited import draws as limited_draws
from planner.rules.europa.r52_a_limited import never_replaced
from planner.rules.europa.r52_a_paying import may_be_rebuilt, paying_on_the_map, taking_off, value_of, words
from planner.rules.europa.r52_a_pools import payment
from planner.rules.europa.r52_i_centres import is_training, school_at
from planner.rules.interface import Draws, Piece, Rule, Step

REORGANIZED_FROM = GameTurn(1942, 1, 1)  # 52.J.1.a
REORGANIZED_STRENGTH, REORGANIZED_CADRE = Fraction(6), Fraction(3)
SEVERAL_TURNS = 4
GUNS_FROM = {"sep_2_43": GameTurn(1943, 9, 2), "sep_1_43": GameTurn(1943, 9, 1)}  # 52.J.2.c


@dataclass(frozen=True)
class Growth:
    """A unit on the map that is to become more than it is."""

    piece: Piece
    place: State
    turn: int
    target: str
    strength: Fraction  # of the target
    rule: str
    away: int = 0  # turns off the map

    @property
    def now(self) -> str:
        """What it is."""
        return condition_of(self.piece.unit)

    @property
    def step(self) -> Fraction:
        """The strength that it gains, which is what it costs."""
        return self.strength - strength_as(self.piece.unit, self.now)

    def why(self, position: Position) -> str:
        """What an order says about it; a "+# MP" marker is doubled (52.A.9.c, d)."""
        told = f"from {as_told(self.now)} to {as_told(self.target)}"
        marker = self.piece.unit.mp_marker
        return f"{told}; its +{marker} MP marker becomes +{2 * marker}" if marker else told


def steps(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """What replacement points can do for a unit where it stands, if it does not move."""
    unit = piece.unit
    if state not in position.places or unit.type in NOT_GROUND or never_replaced(unit) or not may_act(position, turn):
        return
    if may_be_rebuilt(position, unit, state, turn):
        for growth in growths(position, piece, state, turn):
            yield from grown(position, growth)


def as_told(condition: str) -> str:
    """A condition as a sentence names it."""
    return {"full": "a full unit", "cadre": "its cadre", "remnant": "its remnant"}.get(condition, condition)


def growths(position: Position, piece: Piece, place: State, turn: int) -> Iterator[Growth]:
    """A remnant is made a cadre, a cadre full; German infantry at the front a 5-7-6, or full in four turns."""
    if condition_of(piece.unit) == "full":
        if piece.unit.grows_to and position.rulings.german_576 == "step":
            yield _grown_on(piece, place, turn, piece.unit.grows_to)
        return
    if condition_of(piece.unit) == "remnant":
        yield Growth(piece, place, turn, "cadre", strength_as(piece.unit, "cadre"), "52.A.9.c")
        return
    target, strength = full_of(piece)
    if not _must_reorganize(position, piece, place, turn):
        yield Growth(piece, place, turn, target, strength, "52.A.9.d")
        return
    yield Growth(piece, place, turn, REORGANIZED, REORGANIZED_STRENGTH, "52.J.1.a")
    yield Growth(piece, place, turn, target, strength, "52.J.1.a", SEVERAL_TURNS)


def _grown_on(piece: Piece, place: State, turn: int, printed: Counter) -> Growth:
    """From a 5-7-6 to the division that it was (52.J.1.a, ruling german_576)."""
    target = "full" if piece.condition == REORGANIZED else str(printed)
    return Growth(piece, place, turn, target, printed.full.average, "52.J.1.a")


def full_of(piece: Piece) -> tuple[str, Fraction]:
    """What a cadre is rebuilt to: its full strength, or its substitute's if it is fragile (52.H.1).

    A Finnish cadre comes back in full unless the division had been eliminated (52.H.1.b).
    """
    unit = piece.unit
    if unit.substitute and not (unit.nationality == "finnish" and not piece.condition):
        return str(unit.substitute.full), unit.substitute.full.average
    return "full", strength_as(unit, "full")


def _must_reorganize(position: Position, piece: Piece, place: State, turn: int) -> bool:
    """German infantry cadres of 3 or more, from Jan 1 42, anywhere but in an inactive MD (52.J.1.a)."""
    unit, district = piece.unit, position.places[place].district
    return (
        unit.nationality == "german"
        and unit.type is UnitType.INF
        and position.scenario.turn_at(turn) >= REORGANIZED_FROM
        and strength_as(unit, "cadre") >= REORGANIZED_CADRE
        and strength_as(unit, "full") > REORGANIZED_STRENGTH
        and not (district is not None and position.districts[district].inactive)
    )


def grown(position: Position, growth: Growth) -> Iterator[Step]:
    """Pay for the difference: at once where it stands, away for some turns, or at the reduced rate while forming."""
    unit = growth.piece.unit
    if growth.step <= 0:
        return
    scarce = _limited(position, growth)
    if unit.contingent and growth.now == "cadre" and not growth.piece.condition and not growth.away:
        yield Step(
            Act.REBUILD, growth.turn, growth.place, growth.place, rule="52.D.1.b", how="free, once a game",
            why="a foreign contingent is replaced free once", into=growth.target,
            tied=value_of(position, growth.piece, growth.step, growth.turn, {}),
        )  # fmt: skip
    prices = [cost(position.rulings, split(unit), growth.step), *_guns_for_men(position, growth)]
    for paid in prices:
        for node, helped in paying_on_the_map(position, unit, growth.place, paid, growth.turn):
            payers = payment(position, node, unit, paid, growth.turn)
            if payers is not None:
                yield _paid(position, growth, paid, payers + helped + scarce, words(paid, node))
                if scarce and growth.now == "cadre" and _trained_here(position, growth):
                    charged = scarce if position.rulings.training_route_re == "1" else ()
                    yield _drilled(position, growth, paid, payers + helped + charged, words(paid, node))
    if not growth.away:
        yield from _reduced(position, growth, scarce)


def _limited(position: Position, growth: Growth) -> Draws:
    """The limited REs by which it grows."""
    unit = growth.piece.unit
    more = unit.res_as("cadre" if growth.target == "cadre" else "full") - unit.res_as(growth.now)
    if more and position.rulings.limited_re_charge == "full_re":
        more = unit.res_as("full")
    return limited_draws(position, unit, growth.turn, more, growing=growth.now == "cadre")


def _track(position: Position, growth: Growth) -> State:
    return f"track:{position.places[growth.place].district or position.theatre_of(growth.place)}"


def _paid(position: Position, growth: Growth, paid: Cost, draws: Draws, how: str) -> Step:
    """At the full price, at once or after some turns on the front's track."""
    ready = growth.turn + growth.away
    return Step(
        Act.REBUILD, growth.turn, growth.place, _track(position, growth) if growth.away else growth.place,
        growth.away or 1, rule=growth.rule, how=how, draws=draws, into=growth.target, why=growth.why(position),
        tied=value_of(position, growth.piece, growth.step, ready, paid),
    )  # fmt: skip


def _reduced(position: Position, growth: Growth, scarce: Draws) -> Iterator[Step]:
    """At the reduced rate the national pool takes it off the map, onto an inactive MD's forming track (52.A.2.b)."""
    unit, ready = growth.piece.unit, growth.turn + REDUCED_TURNS
    paid = cost(position.rulings, split(unit), growth.step, Discounts(reduced=True))
    value = value_of(position, growth.piece, growth.step, ready, paid) + unit.front_value * REDUCED_TURNS
    for node, helped, district in taking_off(position, unit, growth.place, paid, growth.turn):
        payers = payment(position, node, unit, paid, growth.turn)
        if payers is not None:
            yield Step(
                Act.REBUILD, growth.turn, growth.place, f"forming:{district}", 1, rule="52.A.2.b",
                draws=payers + helped + scarce, how=f"reduced rate, {words(paid, node)}",
                into=f"{growth.target}@{ready}", tied=value,
                why=f"taken off the map, back as {as_told(growth.target)} in {position.scenario.turn_at(ready)}",
            )  # fmt: skip


def guns_from(position: Position) -> GameTurn:
    """From when on Soviet guns stand for men (ruling guards_swap_from)."""
    return GUNS_FROM[position.rulings.guards_swap_from]


def _guns_for_men(position: Position, growth: Growth) -> Iterator[Cost]:
    """After Sep 1 43 an armour or artillery RP may stand for one of a Guards cadre's infantry RPs (52.J.2.c)."""
    unit, step = growth.piece.unit, growth.step
    guards = unit.nationality == "soviet" and Trait.GUARDS in unit.traits and unit.type is UnitType.INF
    if guards and growth.now == "cadre" and position.scenario.turn_at(growth.turn) >= guns_from(position) and step >= 1:
        rest: Cost = {"inf": step - 1} if step > 1 else {}
        yield {**rest, "arm": Fraction(1)}
        yield {**rest, "art": Fraction(1)}


def _trained_here(position: Position, growth: Growth) -> bool:
    unit = growth.piece.unit
    if position.rulings.limited_training_route == "false":
        return False
    return any(
        other.at == growth.place and is_training(other) and other.nationality == unit.nationality
        and (other.type is unit.type or set(unit.traits) & set(other.traits) or other.type is UnitType.TRNG)
        for other in position.scenario.units
    )  # fmt: skip


def _drilled(position: Position, growth: Growth, paid: Cost, draws: Draws, how: str) -> Step:
    """Without limited REs: a turn beside a training unit of its kind, then the extra turns off the map (52.A.10.b)."""
    unit = growth.piece.unit
    away = extra_turns(traits_now(position, unit, growth.turn), limited=True)
    ready = growth.turn + away
    return Step(
        Act.DRILL, growth.turn, growth.place, _track(position, growth), away, rule="52.A.10.b", how=how,
        draws=draws + school_at(growth.place, unit.nationality, growth.turn), into=growth.target,
        why=f"trained up, back in {position.scenario.turn_at(ready)}",
        tied=value_of(position, growth.piece, growth.step, ready, paid) + unit.front_value * away,
    )  # fmt: skip


RULE = Rule(id="52.A.9", title="Rebuilding units on the map", steps=steps)
