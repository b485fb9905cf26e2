"""Lines of the order of battle that do not fit the rest of the file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from models.misfits import Misfit, dangling

if TYPE_CHECKING:
    from models.scenario import Scenario


def ob_misfits(scenario: Scenario, theatres: frozenset[str]) -> Iterator[Misfit]:
    """Yield every name in the order of battle that the file does not define, and every id given twice."""
    taken = {unit.id for unit in scenario.units}
    seen: set[str] = set()
    for n, line in enumerate(scenario.order_of_battle):
        path = ("order_of_battle", n)
        if line.id in seen:
            yield Misfit((*path, "id"), f"is {line.id!r}: another line has this id already")
        seen.add(line.id)
        for name in line.to:
            yield from dangling((*path, "to"), "place", name, scenario.places)
        for name in line.districts:
            yield from dangling((*path, "districts"), "district", name, scenario.districts)
        yield from dangling((*path, "theatre"), "theatre", line.theatre, theatres)
        for k, unit in enumerate(line.units):
            if unit.id in taken:
                yield Misfit((*path, "units", k, "id"), f"is {unit.id!r}: another unit has this id already")
            taken.add(unit.id)
            if unit.at:
                yield Misfit((*path, "units", k, "at"), f"is {unit.at!r}: the line says where its units go")
    for name in scenario.entry_capacity:
        yield from dangling(("entry_capacity", name), "place", name, scenario.places)
