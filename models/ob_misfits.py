"""Lines of the order of battle that do not fit the rest of the file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from models.misfits import Misfit, dangling
from models.orders_of_battle import CHANGES

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
        for field in ("to", "used"):
            for name in getattr(line, field):
                yield from dangling((*path, field), "place", name, scenario.places)
        for name in line.districts:
            yield from dangling((*path, "districts"), "district", name, scenario.districts)
        yield from dangling((*path, "theatre"), "theatre", line.theatre, theatres)
        if line.full_on is not None and not (line.does in CHANGES - {"form"} and line.districts):
            message = "is for units that change into forming ones; the line needs 'districts' (51.B.7)"
            yield Misfit((*path, "full_on"), message)
        away = {unit.at.partition(":")[2] for unit in scenario.units if unit.at.startswith(("away:", "breakdown:"))}
        if line.does == "return":
            yield from dangling((*path, "of"), "line", line.of, {other.id for other in scenario.order_of_battle} | away)
        for k, unit in enumerate(line.units):
            if unit.id in taken:
                yield Misfit((*path, "units", k, "id"), f"is {unit.id!r}: another unit has this id already")
            taken.add(unit.id)
            if unit.at:
                yield Misfit((*path, "units", k, "at"), f"is {unit.at!r}: the line says where its units go")
    for name in scenario.entry_capacity:
        yield from dangling(("entry_capacity", name), "place", name, scenario.places)
