"""What in the pools, losses and factories of a file does not fit together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from models.misfits import Misfit, dangling
from models.pools import Pool
from models.replacements import Factory, Loss


def pool_misfits(
    pools: Sequence[Pool], losses: Sequence[Loss], factories: Sequence[Factory], places: Mapping[str, object]
) -> Iterator[Misfit]:
    """Yield pools above, behind or for something that are not there, or of the wrong points or nation."""
    by_id = {pool.id: pool for pool in pools}
    for n, pool in enumerate(pools):
        for field, other in (("parent", pool.parent), ("backed_by", pool.backed_by), ("aided_by", pool.aided_by)):
            yield from dangling(("pools", n, field), "pool", other, by_id)
            above = by_id.get(other or "")
            if above and above.points != pool.points:
                message = f"is {above.id!r}, a pool of {above.points} points; {pool.id!r} holds {pool.points}"
                yield Misfit(("pools", n, field), message)
        for city in pool.cities:
            yield from dangling(("pools", n, "cities"), "place", city, places)
        parent = by_id.get(pool.parent or "")
        if parent and parent.nationality != pool.nationality:
            message = (
                f"is {parent.id!r}, whose points are {parent.nationality or 'anybody'}'s, not {pool.nationality}'s"
            )
            yield Misfit(("pools", n, "parent"), message)
        if pool.id == pool.parent:
            yield Misfit(("pools", n, "parent"), f"is {pool.id!r}: a pool cannot be above itself")
    listed = [("losses", n, str(points), name) for n, loss in enumerate(losses) for points, name in loss.pools.items()]
    listed += [("factories", n, str(p), name) for n, made in enumerate(factories) for p, name in made.pools.items()]
    for table, n, points, name in listed:
        yield from dangling((table, n, "pools"), "pool", name, by_id)
        if name in by_id and by_id[name].points != points:
            yield Misfit((table, n, "pools"), f"puts {points} points into {name!r}, a pool of {by_id[name].points}")
    for n, factory in enumerate(factories):
        for field in ("place", "coal", "oil"):
            yield from dangling(("factories", n, field), "place", getattr(factory, field), places)
