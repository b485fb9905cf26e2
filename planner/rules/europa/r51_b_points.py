"""51.A.11, 51.B.9 and 51.G: points that lines of the order of battle give and take by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from models.orders_of_battle import Line
from models.pools import Points, Pool
from models.words import Word
from planner.rules.europa.position import Position
from planner.rules.interface import Rule

SPS_PER_SRP = Fraction(5)  # 51.A.11


def income(position: Position) -> Iterator[tuple[str, int, Fraction]]:
    """What each line puts into a pool, or takes out of it, in its turn."""
    for line in position.scenario.order_of_battle:
        at = position.line_due[line.id]
        if line.does in ("points", "note") and 0 <= at < len(position.turns):
            for points, amount in changes(position, line).items():
                pool = pool_for(position, line.nationality or "", line.theatre or "main", points)
                if pool is not None:
                    yield pool.id, at, amount


def changes(position: Position, line: Line) -> Mapping[Points, Fraction]:
    """A line's points: SPs for the SRPs of a nation without a replacement chart (ruling srp_conversion)."""
    found: dict[Points, Fraction] = dict(line.gives)
    srps = found.get("srp", Fraction(0))
    if srps and line.nationality in position.scenario.chartless:
        found["sp"] = found.get("sp", Fraction(0)) + SPS_PER_SRP * srps
        if position.rulings.srp_conversion == "replace":
            del found["srp"]
    for points, amount in line.costs.items():
        found[points] = found.get(points, Fraction(0)) - amount
    return found


def pool_for(position: Position, nationality: Word, theatre: str, points: Points) -> Pool | None:
    """The theatre's pool for points that no unit brings, of the nationality or anybody's."""
    pools = [
        pool for pool in position.scenario.pools
        if pool.points == points and pool.district is None and pool.theatre == theatre
        and pool.nationality in ("", nationality)
    ]  # fmt: skip
    return min(pools, key=lambda pool: not pool.nationality, default=None)


def warnings(position: Position) -> Iterator[str]:
    """Points that no pool of the file takes."""
    for line in position.scenario.order_of_battle:
        if line.does in ("points", "note") and 0 <= position.line_due[line.id] < len(position.turns):
            for points in changes(position, line):
                if pool_for(position, line.nationality or "", line.theatre or "main", points) is None:
                    yield f"51: {line.label}: the file has no pool for its {points} points; they are lost"


RULE = Rule(id="51.B.9", title="Points of the order of battle", warnings=warnings)
