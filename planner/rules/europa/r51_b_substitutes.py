"""51.B.17 and 51.B.19: how many of the units that must go nobody on the map can be, so that eliminated ones go instead.

Lines that mean the same units compete for them. So they are counted together, and turn by turn: a unit on the map
that a later line will want may have to go now.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from models.orders_of_battle import Line
from models.units import Unit
from planner.rules.europa.position import Position
from planner.rules.europa.r51_lines import fits, full_for_cadre, meant

TAKES_FROM_THE_MAP = ("withdraw", "transfer")


@dataclass(frozen=True)
class Shortage:
    """Lines that share units: the budget of substitutes that they draw on, and how many there are by each turn."""

    budget: str
    label: str
    by_turn: tuple[int, ...]

    @property
    def income(self) -> tuple[Fraction, ...]:
        """Substitutes that each turn adds."""
        before = (0, *self.by_turn)
        return tuple(Fraction(now - before[turn]) for turn, now in enumerate(self.by_turn))


def shortages(position: Position) -> dict[str, Shortage]:
    """For every withdrawal and transfer of the horizon what it is short of, with those it shares units with."""
    if position.shortages is None:
        position.shortages = _counted(position)
    found: dict[str, Shortage] = position.shortages
    return found


def _counted(position: Position) -> dict[str, Shortage]:
    lines = [
        line for line in position.scenario.order_of_battle
        if line.does in TAKES_FROM_THE_MAP and position.line_due[line.id] < len(position.turns) and line.left
    ]  # fmt: skip
    mine = {
        line.id: {n for n, unit in enumerate(position.scenario.units) if _may_go(position, line, unit)}
        for line in lines
    }
    found: dict[str, Shortage] = {}
    for group in _sharing(lines, mine):
        by_turn = tuple(
            _short([line for line in group if position.line_due[line.id] <= turn], mine, position.scenario.units)
            for turn in position.turns
        )
        label = f"Substitutes for {', '.join(line.label for line in group)}"
        found |= {line.id: Shortage(f"instead:{group[0].id}", label, by_turn) for line in group}
    return found


def _may_go(position: Position, line: Line, unit: Unit) -> bool:
    """On the map at the start and of the kind; an isolated unit only for a transfer that may come to that."""
    template = meant(position, line)
    if template is None or unit.at not in position.places:
        return False
    last_resort = line.does == "transfer" and position.rulings.transfer_isolated == "last_resort"
    there = position.supplied(unit.at, 0) or last_resort
    full = line.does == "withdraw" and full_for_cadre(position, template, unit)
    return there and (fits(position, template, unit) or full)


def _sharing(lines: list[Line], mine: dict[str, set[int]]) -> list[list[Line]]:
    """Lines in groups that have units, or whom they mean, in common."""
    groups: list[tuple[list[Line], set[int]]] = []
    for line in lines:
        alike = [group for group in groups if group[1] & mine[line.id] or any(o.unit == line.unit for o in group[0])]
        members = [other for group in alike for other in group[0]] + [line]
        units = set().union(mine[line.id], *(group[1] for group in alike))
        groups = [group for group in groups if group not in alike] + [(members, units)]
    return [members for members, _ in groups]


def _short(lines: list[Line], mine: dict[str, set[int]], units: tuple[Unit, ...]) -> int:
    """How many of the lines' units nobody can be, if everybody goes where that leaves the fewest."""
    wanted = [line.id for line in lines for _ in range(line.left)]
    taken: dict[tuple[int, int], int] = {}  # counter of a row -> what it goes for

    def place(n: int, tried: set[tuple[int, int]]) -> bool:
        for row in sorted(mine[wanted[n]]):
            for counter in range(min(units[row].count, len(wanted))):
                spot = (row, counter)
                if spot not in tried:
                    tried.add(spot)
                    if spot not in taken or place(taken[spot], tried):
                        taken[spot] = n
                        return True
        return False

    return len(wanted) - sum(place(n, set()) for n in range(len(wanted)))
