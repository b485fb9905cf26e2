"""51.B.7 Early activation of forming units: what the die would bring, told as a risk; the roll is the player's."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor

from models.orders_of_battle import Line
from models.units import Unit
from models.words import Side
from planner.rules.europa.position import Position
from planner.rules.europa.r51_lines import due_lines, fits
from planner.rules.europa.r52_a_costs import full_strength, price, strength_as
from planner.rules.europa.r52_f_special import rate
from planner.rules.interface import Rule

DIE = range(1, 7)
TURNS_PER_PIP = 4  # 51.B.7, table 1
UNRELIABLE = 1


def modifier(position: Position, unit: Unit, turns_early: int) -> int:
    """1 off for an unreliable unit and for each four turns before it is full (ruling early_mod_rounding)."""
    rounded = floor if position.rulings.early_mod_rounding == "floor" else ceil
    fours = rounded(Fraction(turns_early, TURNS_PER_PIP))
    return -fours - (UNRELIABLE if unit.unreliable else 0)


def chances(position: Position, modified_by: int) -> dict[str, Fraction]:
    """How likely each result of the player's table is; a roll beyond its ends is read at the nearest end."""
    table = position.scenario.success_table
    found = dict.fromkeys(("S", "F", "F*"), Fraction(0))
    for roll in DIE:
        read = min(max(roll + modified_by, min(table)), max(table))
        found[table[max(number for number in table if number <= read)]] += Fraction(1, len(DIE))
    return found


def expected_gain(position: Position, unit: Unit, turns_early: int, odds: dict[str, Fraction]) -> Fraction:
    """Strength-points times turns that rolling brings over waiting, on average."""
    full = full_strength(unit)
    cadre = strength_as(unit, "cadre") if unit.counter and unit.counter.cadre else Fraction(0)
    after = len(position.turns) + position.scenario.priorities.outlook - turns_early  # turns it would serve anyway
    back = Fraction(0)
    if position.rulings.early_fail_specials == "true":
        back = rate(position, unit.nationality, position.scenario.turn) * position.scenario.priorities.kept
    lost = full * max(after, 0) - price(position.rulings, unit) * back
    failed = cadre * turns_early - (full - cadre) * max(after, 0) if cadre else -lost
    return odds["S"] * full * turns_early + odds["F"] * failed - odds["F*"] * lost


def _early(position: Position) -> Iterator[tuple[Unit, Line, int]]:
    """Forming units whose line `full` is still to come."""
    for unit in position.scenario.units:
        for line in position.scenario.order_of_battle:
            if line.does == "full" and line.unit and unit.at.startswith("forming:") and fits(position, line.unit, unit):
                early = position.line_due[line.id]
                if 0 < early < 1000 and line not in due_lines(position, 0, "full"):
                    yield unit, line, early
                    break


def warnings(position: Position) -> Iterator[str]:
    """For each unit that might be rolled for: the odds, and what they are worth (ruling early_activation: ev)."""
    if position.side is not Side.AXIS or not position.scenario.success_table:
        return
    for unit, line, early in _early(position):
        die = modifier(position, unit, early)
        odds = chances(position, die)
        told = (
            f"51.B.7: {unit.name or unit.id} ({line.label}, full in {early} turns) could be activated early: "
            f"die {die:+d}, success {odds['S']}, failure {odds['F']} ({_failure(unit)}), complete failure {odds['F*']} "
            "(eliminated, isolated)"
        )
        if position.rulings.early_activation == "ev":
            gain = expected_gain(position, unit, early, odds)
            verdict = f"{'rolling' if gain > 0 else 'waiting'} is worth {abs(gain)} strength-turns more"
            told += f"; on average {verdict if gain else 'it makes no difference'}"
        yield told


def _failure(unit: Unit) -> str:
    return "a cadre" if unit.counter and unit.counter.cadre else "eliminated, isolated"


RULE = Rule(id="51.B.7", title="Early activation", warnings=warnings)
