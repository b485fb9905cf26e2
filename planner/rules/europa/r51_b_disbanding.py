"""51.B.4 and 51.B.5: units that are disarmed because they must be, or disbanded because their RPs are worth more."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor

from models.orders_of_battle import Line
from models.places import CITIES
from models.pools import Points
from models.problem import Act, State
from models.units import Unit, UnitType
from planner.rules.europa.position import Position
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.europa.r51_b_changing import INFANTRY_SOURCES
from planner.rules.europa.r51_lines import (
    Draws,
    amounts_in_words,
    due_lines,
    fits,
    gone,
    lost_for_good,
    received,
)
from planner.rules.europa.r52_a_costs import price, split
from planner.rules.europa.r52_f_special import TENTH, rate
from planner.rules.interface import AnyPiece, BudgetSpec, Rule, Step

DISBANDED_MOST = Fraction(3)  # REs per theatre and turn, 51.B.5.c
DISBAND_BONUS = Fraction(1)  # infantry RP for each RE, 51.B.5
NO_BONUS = {  # 51.B.5, 52.J.2.a; ruling disband_bonus_excludes
    "militia_and_nkvd": frozenset({UnitType.MILITIA, UnitType.NKVD}),
    "militia": frozenset({UnitType.MILITIA}),
}
INFANTRY = {  # 51.B.5.d; ruling infantry_types
    "garrison_list": INFANTRY_SOURCES | {
        UnitType.STATIC, UnitType.FORT, UnitType.MG, UnitType.TRNG, UnitType.MILITIA, UnitType.POLICE, UnitType.PARA,
        UnitType.MARINE,
    },
    "form_list": INFANTRY_SOURCES,
}  # fmt: skip
DISARMED_PART = 4  # special replacements are divided by this, 51.B.4


def steps(position: Position, piece: AnyPiece, state: State, turn: int) -> Iterator[Step]:
    """The lines that a unit may or must serve from where it is."""
    if not may_act(position, turn):
        return
    if state in position.places:
        yield from _disbanded(position, piece, state, turn)
    if not state.startswith("gone:"):
        yield from _disarmed(position, piece, state, turn)


def may_be_disbanded(position: Position, unit: Unit, place: State, turn: int) -> bool:
    """In supply, in a city or with an army HQ that did not move, out of enemy ZOCs, of a kind that may be (51.B.5)."""
    here = position.places[place]
    hq = any(
        other.type is UnitType.ARMY_HQ and other.at == place and not other.moved for other in position.scenario.units
    )
    if not position.supplied(place, turn) or here.enemy_zoc or not (here.kind & CITIES or hq):
        return False
    return unit.nationality == "soviet" or unit.type in INFANTRY[position.rulings.infantry_types]  # 51.B.5.d


def _disbanded(position: Position, piece: AnyPiece, place: State, turn: int) -> Iterator[Step]:
    """The listed RPs and 1 for each RE, usable next turn (51.B.5)."""
    unit = piece.unit
    for line in due_lines(position, turn, "disband"):
        if (
            line.unit is None
            or not fits(position, line.unit, unit)
            or not may_be_disbanded(position, unit, place, turn)
        ):
            continue
        gain: dict[Points, Fraction] = dict(line.gives)
        if unit.type not in NO_BONUS[position.rulings.disband_bonus_excludes]:
            gain["inf"] = gain.get("inf", Fraction(0)) + DISBAND_BONUS * piece.res
        draws, value = received(position, unit, place, turn + 1, gain)
        capped = unit.type is not UnitType.MILITIA or position.rulings.disband_cap_includes_militia == "true"
        room: Draws = ((f"disband:{position.theatre_of(place)}", turn, piece.res, True),) if capped else ()
        yield gone(
            position, line, place, turn, draws + room, lost_for_good(position, unit, turn) - value,
            f"{amounts_in_words(gain)} next turn", Act.DISBAND,
        )  # fmt: skip


def _disarmed(position: Position, piece: AnyPiece, state: State, turn: int) -> Iterator[Step]:
    """Disarmed: everybody the line means, at once; what it brings is divided among those on the map (51.B.4)."""
    for line in due_lines(position, turn, "disarm"):
        if line.unit is None or not fits(position, line.unit, piece.unit):
            continue
        draws: Draws = ()
        whole, all_worth = disarm_income(position, line)
        if state in position.places and all_worth and turn == max(0, position.line_due[line.id]):
            share = whole * price(position.rulings, piece.unit) / all_worth
            draws = received(position, piece.unit, state, turn, {"inf": share})[0]
        yield Step(Act.DISARM, turn, state, f"gone:{line.id}", rule="51.B.4", why=f"{line.label}: disarmed",
                   draws=draws, tied=Fraction(0))  # fmt: skip


def disarm_income(position: Position, line: Line) -> tuple[Fraction, Fraction]:
    """The infantry RPs of a disarming, a quarter of the specials rounded down, and the strength behind them."""
    if line.unit is None or not (line.unit.type or position.rulings.disarm_force_income == "true"):
        return Fraction(0), Fraction(0)  # a line without a type is about a whole force
    strength, specials = Fraction(0), dict[Points, Fraction]()
    for unit in position.scenario.units:
        if unit.at in position.places and fits(position, line.unit, unit):
            worth_of = price(position.rulings, unit) * unit.count
            strength += worth_of
            part = rate(position, unit.nationality, line.turn) if position.supplied(unit.at, 0) else TENTH
            for points, share in split(unit).items():
                specials[points] = specials.get(points, Fraction(0)) + worth_of * part * share
    if position.rulings.disarm_rounding == "per_type_floor":
        return Fraction(sum(floor(amount / DISARMED_PART) for amount in specials.values())), strength
    return Fraction(floor(sum(specials.values(), Fraction(0)) / DISARMED_PART)), strength


def bars(position: Position, piece: AnyPiece, step: Step) -> str | None:
    """Who is to be disarmed does nothing else."""
    if step.act in (Act.DISARM, Act.GONE) or not may_act(position, step.turn):
        return None
    for line in due_lines(position, step.turn, "disarm"):
        if line.unit and fits(position, line.unit, piece.unit):
            return f"51.B.4: {line.label}: it is disarmed"
    return None


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """Three REs disbanded per theatre and turn."""
    if any(line.does == "disband" for line in position.scenario.order_of_battle):
        theatres = {district.theatre for district in position.districts.values()} | {"main"}
        for theatre in sorted(theatres):
            label = f"REs that may be disbanded ({theatre})"
            yield BudgetSpec(f"disband:{theatre}", "51.B.5", label, (DISBANDED_MOST,) * len(position.turns),
                             carries=False, points="REs", limit=True)  # fmt: skip


RULE = Rule(id="51.B.5", title="Disbanding and disarming", steps=steps, bars=bars, budgets=budgets)
