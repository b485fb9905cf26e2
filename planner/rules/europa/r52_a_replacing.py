"""52.A.2 and 52.A.9: out of the eliminated box, from remnant to cadre, from cadre to full strength."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.calendar import GameTurn
from models.problem import Act, State
from models.replacements import Trait
from models.units import NOT_GROUND, Unit, UnitType
from planner.rules.europa.conditions import condition_of
from planner.rules.europa.position import Position
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.europa.r52_a_costs import (
    REDUCED_TURNS,
    Cost,
    Discounts,
    cost,
    extra_turns,
    price,
    split,
    strength_as,
    turns_to_cadre,
    turns_to_full,
)
from planner.rules.europa.r52_a_limited import draws as limited_draws
from planner.rules.europa.r52_a_limited import limited, never_replaced
from planner.rules.europa.r52_a_paying import (
    at_home,
    inactive,
    is_training,
    may_be_rebuilt,
    paying_for_the_box,
    paying_on_the_map,
    tracks,
    value_of,
    words,
)
from planner.rules.europa.r52_a_pools import payment
from planner.rules.interface import Piece, Rule, Step

FREE_TURNS = 4  # 52.D.1.b, a contingent replaced free
REORGANIZED_FROM = GameTurn(1942, 1, 1)  # 52.J.1.a
REORGANIZED, REORGANIZED_STRENGTH, REORGANIZED_CADRE = "5-7-6", Fraction(6), Fraction(3)
SEVERAL_TURNS = 4
GUNS_AFTER = GameTurn(1943, 9, 1)  # 52.J.2.c


def steps(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """What replacement points can do for a unit in a state."""
    kind, _, where = state.partition(":")
    unit = piece.unit
    if not may_act(position, turn) or unit.type in NOT_GROUND or never_replaced(unit):
        return
    if kind == "eliminated" and not _gone_for_good(piece):
        yield from _out_of_the_box(position, piece, state, where, turn)
    elif state in position.places and condition_of(unit) != "full" and may_be_rebuilt(position, unit, state, turn):
        yield from _on_the_map(position, piece, state, turn)


def _gone_for_good(piece: Piece) -> bool:
    """Soviet NKVD border and rifle units are not replaced (52.J.2.a)."""
    return piece.unit.nationality == "soviet" and piece.unit.type in (UnitType.NKVD, UnitType.BORDER)


# -- out of the eliminated box ------------------------------------------------------------------------------------


def _out_of_the_box(position: Position, piece: Piece, state: State, where: str, turn: int) -> Iterator[Step]:
    """To the cadre, or to full strength where there is no cadre (52.A.3, 52.A.9.a)."""
    unit, rulings = piece.unit, position.rulings
    scarce = limited(position, unit)
    has_cadre = unit.counter is not None and unit.counter.cadre is not None
    target = "cadre" if has_cadre else str(unit.substitute.full) if unit.substitute else "full"
    if has_cadre:
        strength, turns = strength_as(unit, "cadre"), turns_to_cadre(rulings, unit, scarce)
    else:
        strength, turns = price(rulings, unit), turns_to_full(unit, scarce)
        if unit.substitute:
            strength = unit.substitute.full.average
    if unit.type is UnitType.MILITIA and unit.nationality == "soviet":
        turns = 1  # 52.D.2, volunteers
    res = unit.res_as("cadre" if has_cadre else "full")
    if unit.contingent:
        yield _free(piece, state, f"track:{where}", turn, target)
    parts = split(unit) if unit.type is not UnitType.MILITIA or unit.nationality != "soviet" else _VOLUNTEERS
    delivered = strength_as(unit, "cadre") if has_cadre else strength if unit.strengths.average else Fraction(0)
    for node in paying_for_the_box(position, unit, where, cost(rulings, parts, strength)):
        for track in tracks(position, node):
            for reduced in (False, True) if node.kind == "national" and track.district else (False,):
                found = Discounts(reduced, has_cadre and at_home(position, unit, track.district), has_cadre and scarce)
                paid = cost(rulings, parts, strength, found)
                payers = payment(position, node, unit, paid, turn)
                if payers is None:
                    continue
                ready = turn + turns + (REDUCED_TURNS if reduced else 0)
                yield Step(
                    Act.RAISE, turn, state, f"forming:{track.district}" if reduced else f"track:{track.name}",
                    1 if reduced else turns, rule="52.A.2" if reduced else "52.A.9.a" if has_cadre else "52.A.3",
                    why=f"back as {_told(target)} in {position.scenario.turn_at(ready)}",
                    how=f"{'reduced rate, ' if reduced else ''}{words(paid, node)}",
                    draws=payers + limited_draws(position, unit, turn, res),
                    tied=value_of(position, piece, delivered, ready, paid),
                    into=f"{target}@{ready}" if reduced else target,
                )  # fmt: skip


_VOLUNTEERS: Cost = {"volunteer": Fraction(1)}


def _told(target: str) -> str:
    return {"full": "a full unit", "cadre": "its cadre"}.get(target, target)


def _free(piece: Piece, state: State, end: State, turn: int, target: str) -> Step:
    """A foreign contingent of one RE or less, or a division's step, is free once a game (52.D.1.b)."""
    return Step(
        Act.RAISE, turn, state, end, FREE_TURNS, rule="52.D.1.b", how="free, once a game", into=target,
        why="a foreign contingent is replaced free once", tied=-piece.unit.priority * strength_as(piece.unit, target),
    )  # fmt: skip


# -- on the map ---------------------------------------------------------------------------------------------------


def _on_the_map(position: Position, piece: Piece, place: State, turn: int) -> Iterator[Step]:
    """A remnant is made a cadre and a cadre full, where it stands, if it does not move (52.A.9.c, d)."""
    unit = piece.unit
    now = condition_of(unit)
    if now == "remnant":
        yield from _step_up(position, piece, place, turn, now, "cadre", strength_as(unit, "cadre"), "52.A.9.c")
        return
    target, strength = _full_of(piece)
    if not _must_reorganize(position, piece, place, turn):
        yield from _step_up(position, piece, place, turn, now, target, strength, "52.A.9.d")
        return
    yield from _step_up(position, piece, place, turn, now, REORGANIZED, REORGANIZED_STRENGTH, "52.J.1.a")
    for step in _step_up(position, piece, place, turn, now, target, strength, "52.J.1.a", SEVERAL_TURNS):
        if not step.end.startswith("forming:"):
            yield step


def _full_of(piece: Piece) -> tuple[str, Fraction]:
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


def _step_up(
    position: Position, piece: Piece, place: State, turn: int, now: str, target: str, strength: Fraction, rule: str,
    away: int = 0,
) -> Iterator[Step]:  # fmt: skip
    """Pay for the difference: at once where it stands, away for some turns, or at the reduced rate while forming."""
    unit, rulings = piece.unit, position.rulings
    step, district = strength - strength_as(unit, now), position.places[place].district
    if step <= 0:
        return
    grown = unit.res_as("cadre" if target == "cadre" else "full") - unit.res_as(now)
    parts = split(unit)
    draws = limited_draws(position, unit, turn, grown, growing=now == "cadre")
    if unit.contingent and now == "cadre" and not piece.condition:
        yield Step(
            Act.REBUILD, turn, place, place, rule="52.D.1.b", how="free, once a game", into=target,
            why="a foreign contingent is replaced free once", tied=value_of(position, piece, step, turn, {}),
        )  # fmt: skip
    prices = [cost(rulings, parts, step), *_guns_for_men(position, unit, step, turn, now)]
    for paid, node in [(p, n) for p in prices for n in paying_on_the_map(position, unit, place, p)]:
        payers = payment(position, node, unit, paid, turn)
        if payers is not None:
            ready = turn + away
            yield Step(
                Act.REBUILD, turn, place, f"track:{district or position.theatre_of(place)}" if away else place,
                away or 1, rule=rule, how=words(paid, node), draws=payers + draws, into=target,
                why=f"from {_told(now)} to {_told(target)}", tied=value_of(position, piece, step, ready, paid),
            )  # fmt: skip
            if draws and now == "cadre" and _trained_here(position, piece, place):
                yield from _drill(position, piece, place, turn, target, step, paid, payers, words(paid, node))
        if node.kind == "national" and district and inactive(position, district) and not away:
            cheap = cost(rulings, parts, step, Discounts(reduced=True))
            payers = payment(position, node, unit, cheap, turn)
            ready = turn + REDUCED_TURNS
            if payers is not None:
                yield Step(
                    Act.REBUILD, turn, place, f"forming:{district}", 1, rule="52.A.2.b", into=f"{target}@{ready}",
                    how=f"reduced rate, {words(cheap, node)}", draws=payers + draws,
                    why=f"taken off the map, back as {_told(target)} in {position.scenario.turn_at(ready)}",
                    tied=value_of(position, piece, step, ready, cheap) + piece.unit.front_value * REDUCED_TURNS,
                )  # fmt: skip


def _guns_for_men(position: Position, unit: Unit, step: Fraction, turn: int, now: str) -> Iterator[Cost]:
    """After Sep 1 43 an armour or artillery RP may stand for one of a Guards cadre's infantry RPs (52.J.2.c)."""
    guards = unit.nationality == "soviet" and Trait.GUARDS in unit.traits and unit.type is UnitType.INF
    if guards and now == "cadre" and position.scenario.turn_at(turn) > GUNS_AFTER and step >= 1:
        rest: Cost = {"inf": step - 1} if step > 1 else {}
        yield {**rest, "arm": Fraction(1)}
        yield {**rest, "art": Fraction(1)}


def _trained_here(position: Position, piece: Piece, place: State) -> bool:
    unit = piece.unit
    return any(
        other.at == place and is_training(other) and other.nationality == unit.nationality
        and (other.type is unit.type or set(unit.traits) & set(other.traits) or other.type is UnitType.TRNG)
        for other in position.scenario.units
    )  # fmt: skip


def _drill(
    position: Position, piece: Piece, place: State, turn: int, target: str, step: Fraction, paid: Cost,
    payers: tuple[tuple[str, int, Fraction, bool], ...], how: str,
) -> Iterator[Step]:  # fmt: skip
    """Without limited REs: a turn beside a training unit of its kind, then the extra turns off the map (52.A.10.b)."""
    away = extra_turns(piece.unit, limited=True)
    district = position.places[place].district
    ready = turn + away
    yield Step(
        Act.DRILL, turn, place, f"track:{district or position.theatre_of(place)}", away, rule="52.A.10.b", how=how,
        draws=payers, into=target, why=f"trained up, back in {position.scenario.turn_at(ready)}",
        tied=value_of(position, piece, step, ready, paid) + piece.unit.front_value * away,
    )  # fmt: skip


RULE = Rule(id="52.A.9", title="Replacing and rebuilding units", steps=steps)
