"""Small random programs of which every point can be tried."""

import random
from fractions import Fraction
from itertools import product

from planner.compile.program import Program


def knapsacks(seed: int) -> Program:
    """A small random program with two objectives."""
    dice = random.Random(seed)
    program = Program()
    columns = [program.variable(0, 2, f"x{n}") for n in range(6)]
    for _ in range(3):
        program.row([(column, dice.randint(1, 5)) for column in columns], low=dice.randint(3, 12))
    program.objective("first", [(column, Fraction(dice.randint(0, 3), 2)) for column in columns])
    program.objective("second", [(column, Fraction(dice.randint(0, 4))) for column in columns])
    return program


def garrisons(seed: int) -> Program:
    """Units that go to one of some places, places that want so much, and three objectives: gaps, strength, moves."""
    dice = random.Random(seed)
    program = Program()
    units, places = range(3), range(2)
    going = {
        (unit, place): program.variable(0, 1, f"goes[{unit}:{place}]") for unit in units for place in (None, *places)
    }
    program.decisions = len(going)
    sizes = [dice.randint(1, 3) for _ in units]
    for unit in units:
        program.row([(going[unit, place], 1) for place in (None, *places)], 1, 1)
    gaps = []
    for place in places:
        wanted = dice.randint(1, 4)
        gap = program.variable(0, wanted, f"missing[{place}]")
        gaps.append(gap)
        program.row([(gap, 1), *((going[unit, place], sizes[unit]) for unit in units)], low=wanted)
    guards = [(going[unit, place], unit) for unit in units for place in places]
    program.objective("gaps", [(gap, Fraction(dice.randint(1, 3))) for gap in gaps])
    program.objective("strength", [(column, Fraction(sizes[unit], 2)) for column, unit in guards])
    program.objective("moves", [(column, Fraction(dice.randint(0, 1))) for column, _ in guards])
    return program


def points(program: Program) -> list[tuple[int, ...]]:
    """Every point that keeps all bounds and rows."""
    ends = [range(low, high + 1) for low, high in zip(program.low, program.high, strict=True)]
    return [point for point in product(*ends) if program.admits(point)]


def best_by_enumeration(program: Program) -> tuple[Fraction, ...]:
    """The lexicographically least values."""
    return min(
        tuple(each.exact(program.value(each.terms, point)) for each in program.objectives) for point in points(program)
    )
