"""52.F.2 and 52.F.4.b: the auxiliary pool of a pocket, fortress or island, as long as it lasts."""

from __future__ import annotations

from collections.abc import Iterator

from models.places import PlaceKind
from models.pools import Pool
from models.units import UnitType
from planner.rules.europa.position import Position
from planner.rules.interface import Rule


def dissolved_in(position: Position, pool: Pool, turn: int) -> bool:
    """Whether a pocket's pool is given up in just this turn: its HQ was lost, or the player dissolves it (52.F.4.b)."""
    return pool.level == "auxiliary" and any(
        at == turn and event.place == pool.place for at, event in position.events("pocket_dissolved")
    )


def open_in(position: Position, pool: Pool, turn: int) -> bool:
    """Whether a pool can be used: a pocket's until it is dissolved or its last unit is lost (52.F.2, 52.F.4.b)."""
    if pool.level != "auxiliary":
        return True
    closing = (*position.events("pocket_dissolved"), *position.events("pocket_lost"))
    return not any(at <= turn and event.place == pool.place for at, event in closing)


def emptied(position: Position, pool: Pool, turn: int) -> bool:
    """Whether nothing of a pocket's points is carried into a turn: it is lost, or was dissolved before."""
    if pool.level != "auxiliary":
        return False
    lost = any(at <= turn and event.place == pool.place for at, event in position.events("pocket_lost"))
    return lost or any(at < turn and event.place == pool.place for at, event in position.events("pocket_dissolved"))


def warnings(position: Position) -> Iterator[str]:
    """Pockets without an HQ: only islands and fortifications keep a pool without one (52.F.4.b)."""
    for pool in position.scenario.pools:
        place = position.places.get(pool.place or "") if pool.level == "auxiliary" else None
        if place is None or PlaceKind.FORTRESS in place.kind:
            continue
        here = [unit for unit in position.scenario.units if unit.at == pool.place]
        if not any(unit.type is UnitType.ARMY_HQ for unit in here):
            name = position.name(pool.place or "")
            yield f"52.F.4.b: {pool.id} at {name} needs an army or front HQ inside, unless it is an island"


RULE = Rule(id="52.F.4.b", title="Pockets", warnings=warnings)
