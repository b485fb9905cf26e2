"""What in the pools, losses, factories and boxes of a file does not fit together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from models.misfits import Misfit, dangling
from models.pools import ONLY_KEPT, Points, Pool
from models.replacements import Trait
from models.units import NOT_GROUND, Unit, UnitType

if TYPE_CHECKING:
    from models.scenario import Scenario

BOXES = ("eliminated:", "isolated:", "scrapped:", "lost:", "lost_isolated:", "unformed:", "inside:")
NO_STRENGTH_NEEDED = NOT_GROUND | {
    UnitType.HQ, UnitType.ARMY_HQ, UnitType.WAGON, UnitType.TRUCK, UnitType.DEPOT, UnitType.POSITION_AA,
    UnitType.TRANSPORT,
}  # fmt: skip
PRICED_ALIKE = frozenset({Trait.DIVISIONAL_HQ, Trait.MAJOR_DEPOT})


def replacement_misfits(scenario: Scenario) -> Iterator[Misfit]:
    """Yield what chapter 52 cannot make sense of: pools, losses, factories, units in boxes, pockets, sources."""
    by_id = {pool.id: pool for pool in scenario.pools}
    yield from _pool_misfits(scenario.pools, by_id, scenario.places)
    yield from _source_misfits(scenario, by_id)
    yield from _box_misfits(scenario)
    pockets = {pool.place for pool in scenario.pools if pool.level == "auxiliary"}
    for n, event in enumerate(scenario.events):
        if event.event.startswith("pocket_") and event.place in scenario.places and event.place not in pockets:
            yield Misfit(("events", n, "place"), f"is {event.place!r}, where no auxiliary pool is")


def _pool_misfits(
    pools: Sequence[Pool], by_id: Mapping[str, Pool], places: Mapping[str, object]
) -> Iterator[Misfit]:  # fmt: skip
    """Pools above, behind or for something that are not there, or of the wrong points or nation."""
    for n, pool in enumerate(pools):
        for field, other in (("parent", pool.parent), ("backed_by", pool.backed_by), ("aided_by", pool.aided_by)):
            yield from dangling(("pools", n, field), "pool", other, by_id)
            above = by_id.get(other or "")
            if above and above.points != pool.points and not (field == "parent" and pool.level == "auxiliary"):
                message = f"is {above.id!r}, a pool of {above.points} points; {pool.id!r} holds {pool.points}"
                yield Misfit(("pools", n, field), message)
            if above and field != "parent" and above.nationality == pool.nationality:
                yield Misfit(("pools", n, field), f"is {above.id!r}, of the same nation; write another nation's pool")
        for city in pool.cities:
            yield from dangling(("pools", n, "cities"), "place", city, places)
        parent = by_id.get(pool.parent or "")
        if parent and parent.nationality != pool.nationality:
            whose = parent.nationality or "anybody"
            message = f"is {parent.id!r}, whose points are {whose}'s, not {pool.nationality}'s"
            yield Misfit(("pools", n, "parent"), message)
        if pool.id == pool.parent:
            yield Misfit(("pools", n, "parent"), f"is {pool.id!r}: a pool cannot be above itself")
        if pool.aided_by and pool.points != "arm":
            yield Misfit(("pools", n, "aided_by"), f"gives {pool.points} points; only armour points are foreign aid")
        yield from _second_pocket(pools, n)


def _second_pocket(pools: Sequence[Pool], n: int) -> Iterator[Misfit]:
    """A front has one auxiliary pool (52.F.4.b)."""
    pool = pools[n]
    for other in pools[:n] if pool.level == "auxiliary" and pool.parent else ():
        if other.level == "auxiliary" and other.parent == pool.parent and other.place != pool.place:
            message = f"is {pool.parent!r}, which has the auxiliary pool {other.id!r} already; a front has one"
            yield Misfit(("pools", n, "parent"), message)


def _source_misfits(scenario: Scenario, by_id: Mapping[str, Pool]) -> Iterator[Misfit]:
    """Losses and factories that pay into pools of other points or nations; sources that are no places."""
    listed = [
        ("losses", n, points, name) for n, loss in enumerate(scenario.losses) for points, name in loss.pools.items()
    ]
    listed += [("factories", n, p, name) for n, made in enumerate(scenario.factories) for p, name in made.pools.items()]
    for table, n, points, name in listed:
        yield from dangling((table, n, "pools"), "pool", name, by_id)
        if name in by_id and by_id[name].points != points:
            yield Misfit((table, n, "pools"), f"puts {points} points into {name!r}, a pool of {by_id[name].points}")
        elif name in by_id and table == "losses":
            nation = scenario.losses[n].nationality
            if not _serves(by_id[name], nation, points):
                message = f"puts {nation} losses into {name!r}, whose points are {by_id[name].nationality}'s"
                yield Misfit((table, n, "pools"), message)
    for n, factory in enumerate(scenario.factories):
        for field in ("place", "coal", "oil"):
            yield from dangling(("factories", n, field), "place", getattr(factory, field), scenario.places)
    for nation, places in scenario.sources.items():
        for place in places:
            yield from dangling(("sources", nation), "place", place, scenario.places)


def _serves(pool: Pool, nation: str, points: Points) -> bool:
    """Whether a pool may be one of a nation's: its own, a part of its forces', or Soviet guns and tanks."""
    own = pool.nationality in ("", nation) or pool.nationality.startswith(f"{nation}_")
    return own or (points != "inf" and pool.nationality == "soviet")


def _box_misfits(scenario: Scenario) -> Iterator[Misfit]:
    """Units in boxes without what their price depends on."""
    paid_for = {pool.nationality for pool in scenario.pools if pool.points not in ONLY_KEPT}
    coast = any(pool.points == "coast" for pool in scenario.pools)
    at = {unit.id: unit.at for unit in scenario.units}
    for n, unit in enumerate(scenario.units):
        if unit.at.startswith("coast:"):
            if not unit.coast_rp:
                yield Misfit(("units", n, "coast_rp"), f"{unit.id!r} waits to be activated; write e.g. coast_rp: 2")
            if not coast:
                yield Misfit(("units", n, "at"), f"is {unit.at!r}, but the file has no pool of coast points")
        parent = unit.at.removeprefix("inside:")
        if parent != unit.at and not at.get(parent, "eliminated:").startswith("eliminated:"):
            yield Misfit(("units", n, "at"), f"is {unit.at!r}, but {parent!r} is in no eliminated box")
        if unit.at.startswith(BOXES) and (unit.nationality in paid_for or "" in paid_for):
            yield from _unpriced(unit, n)


def _unpriced(unit: Unit, n: int) -> Iterator[Misfit]:
    if unit.type is UnitType.POSITION_AA and not unit.aa_points and unit.counter is None:
        yield Misfit(("units", n, "aa_points"), f"{unit.id!r} has no price without them; write e.g. aa_points: 4")
    elif unit.type is UnitType.TRANSPORT and not unit.capacity:
        yield Misfit(("units", n, "capacity"), f"{unit.id!r} has no price without it; write the REs it carries")
    elif unit.counter is None and unit.type not in NO_STRENGTH_NEEDED and PRICED_ALIKE.isdisjoint(unit.traits):
        message = f"{unit.id!r} is in a box and has no price without it; write e.g. counter: 8-6 (3-6) or 0-0-6"
        yield Misfit(("units", n, "counter"), message)
