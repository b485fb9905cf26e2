"""What does not fit in a campaign file: dangling names, formations in two places, garrisons above their limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches

from models.misfits import Misfit, dangling
from models.pg2 import Campaign
from models.pg2_forces import Condition, FixedUnit, Formation, GarrisonUnit
from models.pg2_map import OBJECTIVES, Front, Size, Terrain, Territory

ISLAND_INFANTRY = 3  # 4.6.2
SPELT_ALIKE = 0.9


def campaign_misfits(campaign: Campaign) -> Iterator[Misfit]:
    """Yield everything that cannot be."""
    if campaign.turn.number > campaign.turns_per_month:
        per = campaign.turns_per_month
        yield Misfit(("turn",), f"is {str(campaign.turn)!r}: with turns_per_month {per} there is no such turn")
    yield from _map_misfits(campaign)
    yield from _border_misfits(campaign)
    yield from _twice(campaign)
    for n, formation in enumerate(campaign.formations):
        yield from _formation_misfits(campaign, n, formation)
    yield from _armies_without_divisions(campaign)
    yield from _attacks_without_oil(campaign)
    yield from _garrison_misfits(campaign)
    yield from _alone(campaign)
    yield from _fixed_misfits(campaign)
    yield from _reserve_misfits(campaign)
    yield from _air_misfits(campaign)


def _map_misfits(campaign: Campaign) -> Iterator[Misfit]:
    strict = campaign.rulings.objectives_strict == "true"
    rows = ", ".join(map(str, OBJECTIVES))
    for key, territory in campaign.territories.items():
        yield from dangling(("territories", key, "front"), "front", territory.front, campaign.fronts)
        yield from dangling(("territories", key, "nation"), "nation", territory.nation, campaign.nations)
        if not territory.objectives and territory.controller == campaign.side:
            yield Misfit(("territories", key), f"{key!r} has no objectives; write one of {rows}, as on the map sheet")
        elif strict and territory.objectives and territory.objectives not in OBJECTIVES:
            message = f"is {territory.objectives}: the table of 4.4.1.1 knows {rows} (ruling objectives_strict)"
            yield Misfit(("territories", key, "objectives"), message)
    for key, front in campaign.fronts.items():
        for name in front.adjacent:
            yield from dangling(("fronts", key, "adjacent"), "front", name, campaign.fronts)


def _border_misfits(campaign: Campaign) -> Iterator[Misfit]:
    seen: set[frozenset[str]] = set()
    for n, border in enumerate(campaign.borders):
        for field, name in (("from", border.start), ("to", border.to)):
            yield from dangling(("borders", n, field), "territory", name, campaign.territories)
        if border.start == border.to:
            yield Misfit(("borders", n), f"{border.start!r} cannot border on itself")
        ends = frozenset((border.start, border.to))
        if ends in seen:
            yield Misfit(("borders", n), f"the side between {border.start!r} and {border.to!r} is given twice")
        seen.add(ends)


def _twice(campaign: Campaign) -> Iterator[Misfit]:
    first: dict[str, str] = {}
    tables: tuple[tuple[str, tuple[Formation | GarrisonUnit | FixedUnit, ...]], ...] = (
        ("formations", campaign.formations), ("garrisons", campaign.garrisons), ("fixed", campaign.fixed),
    )  # fmt: skip
    for table, rows in tables:
        for n, row in enumerate(rows):
            if row.id not in first:
                first[row.id] = row.at
            elif table == "formations" and first[row.id] != row.at:
                message = f"{row.id!r} stands in {first[row.id]!r} and in {row.at!r}: a formation is in one place"
                yield Misfit((table, n, "id"), message)
            else:
                yield Misfit((table, n, "id"), f"is {row.id!r}: something else has this id already")
    for n, entry in enumerate(campaign.force_pool):
        if entry.id in first:
            yield Misfit(("force_pool", n, "id"), f"is {entry.id!r}: something else has this id already")
        first[entry.id] = "the force pool"


def _formation_misfits(campaign: Campaign, n: int, formation: Formation) -> Iterator[Misfit]:
    where = ("formations", n)
    yield from _not_ours(campaign, (*where, "nation"), formation.nation)
    yield from dangling((*where, "at"), "territory", formation.at, campaign.territories)
    here = campaign.territories.get(formation.at)
    if here is not None and here.controller != campaign.side:
        yield Misfit((*where, "at"), f"is {formation.at!r}, which is not ours (controller: {here.controller})")
    armies = {row.id: row for row in campaign.formations if row.kind == "army"}
    yield from dangling((*where, "army"), "army", formation.army, armies)
    pool = {entry.id for entry in campaign.force_pool if entry.kind == "army"}
    yield from dangling((*where, "joins"), "army", formation.joins, armies.keys() | pool)
    army = armies.get(formation.army or "")
    if army is not None and army.at != formation.at:
        message = f"{formation.id!r} stands in {formation.at!r}, its army {army.id!r} in {army.at!r}: detach it first"
        yield Misfit((*where, "army"), message)
    for field, target in (("attacks", formation.attacks), ("invades", formation.invades)):
        yield from dangling((*where, field), "territory", target, campaign.territories)
        held = campaign.territories[target].controller if target in campaign.territories else None
        if held == campaign.side or held == "neutral":
            told = "is ours" if held == campaign.side else "is neutral"
            yield Misfit((*where, field), f"is {target!r}, which {told}")
    target = formation.attacks
    reached = target not in campaign.territories or _can_be_crossed(campaign, formation.at, target)
    if not reached and not campaign.carriers(formation, target or ""):
        told = "and only paratroops at an air base, with enough transports within range, drop on it"
        yield Misfit((*where, "attacks"), f"is {target!r}: no side to attack across from {formation.at!r}, {told}")
    if (formation.attacks or formation.invades) and formation.condition in (Condition.ROUTED, Condition.ORGANIZING):
        message = f"{formation.id!r} cannot attack or invade while it is {formation.condition}"
        yield Misfit((*where, "condition"), message)
    if formation.invades and here is not None and here.port is Size.NONE:
        yield Misfit((*where, "invades"), f"{formation.id!r} is not in a port; {formation.at!r} has none")


def _not_ours(campaign: Campaign, path: tuple[str | int, ...], nation: str) -> Iterator[Misfit]:
    """Only our own forces take our orders; their nation need not be listed, but is not to be spelt in two ways."""
    row = campaign.nations.get(nation)
    if row is None:
        if get_close_matches(nation, campaign.nations, cutoff=SPELT_ALIKE):
            yield from dangling(path, "nation", nation, campaign.nations)
    elif row.side != campaign.side:
        told = f"a nation of the {row.side} side, and only forces of the {campaign.side} side stand in this file"
        remedy = f"leave it out, or name who fields it (ex-patriots: a nation of their own with side: {campaign.side})"
        yield Misfit(path, f"is {nation!r}, {told}; {remedy}")


def _can_be_crossed(campaign: Campaign, start: str, end: str | None) -> bool:
    ends = {start, end}
    return any({side.start, side.to} == ends and side.terrain is not Terrain.PROHIBITED for side in campaign.borders)


def _armies_without_divisions(campaign: Campaign) -> Iterator[Misfit]:
    led = Counter(formation.army for formation in campaign.formations)
    for n, formation in enumerate(campaign.formations):
        if formation.kind == "army" and not formation.divisions and not led[formation.id]:
            message = f"the army {formation.id!r} has no divisions; list them with 'army', or give their number"
            yield Misfit(("formations", n), message)


def _attacks_without_oil(campaign: Campaign) -> Iterator[Misfit]:
    """Without oil only one territory of a front may be attacked in a turn (4.3.1)."""
    first: dict[str, str] = {}
    for n, formation in enumerate(campaign.formations):
        target = campaign.territories.get(formation.attacks or "")
        if target is None or campaign.fronts.get(target.front, Front()).oil != "none" or not formation.attacks:
            continue
        if first.setdefault(target.front, formation.attacks) != formation.attacks:
            told = f"the front {target.front!r} has no oil, and {first[target.front]!r} is attacked there already"
            yield Misfit(("formations", n, "attacks"), told)


def _spot(campaign: Campaign, path: tuple[str | int, ...], at: str) -> Iterator[Misfit]:
    state, colon, region = at.partition(":")
    if not colon:
        yield from dangling(path, "territory", at, campaign.territories)
    elif state != "reserve":
        yield Misfit(path, f"is {at!r}: write a territory, or reserve:<region>")
    else:
        yield from dangling(path, "reserve", region, campaign.reserves)


def _garrison_misfits(campaign: Campaign) -> Iterator[Misfit]:
    held: Counter[tuple[str, str, str]] = Counter()
    for n, row in enumerate(campaign.garrisons):
        where = ("garrisons", n)
        yield from _not_ours(campaign, (*where, "nation"), row.nation)
        yield from _spot(campaign, (*where, "at"), row.at)
        territory = campaign.territories.get(row.at)
        if territory is None:
            continue
        if row.kind == "occupation" and not campaign.occupied(territory):
            yield Misfit((*where, "at"), f"is {row.at!r}, which is not occupied and takes no occupation garrison")
        if row.kind == "island" and (territory.controller != campaign.side or not territory.takes_island_garrison):
            yield Misfit((*where, "at"), f"is {row.at!r}, which takes no island garrison of ours")
        group = "scout" if row.type in ("recon", "tank") else row.type
        held[row.at, row.kind, group] += row.count
        here, most = held[row.at, row.kind, group], _most(territory, row.kind, group)
        if here > most:
            told = f"{here} {group} units stand in the {row.kind} garrison of {row.at!r}, which may have {most}"
            yield Misfit(where, told)


def _alone(campaign: Campaign) -> Iterator[Misfit]:
    """A recon or tank unit goes with the infantry of a garrison (4.6.3)."""
    if campaign.rulings.attach_needs_infantry == "false":
        return
    infantry = {row.at for row in campaign.garrisons if row.kind == "occupation" and row.type == "infantry"}
    for n, row in enumerate(campaign.garrisons):
        scout = row.kind == "occupation" and row.type != "infantry" and row.at in campaign.territories
        if scout and row.at not in infantry:
            told = f"is {row.at!r}: a {row.type} unit stands there without infantry (ruling attach_needs_infantry)"
            yield Misfit(("garrisons", n, "at"), told)


def _most(territory: Territory, kind: str, group: str) -> int:
    if group == "scout":
        return 1
    if kind == "occupation":
        return territory.objectives or 0
    return ISLAND_INFANTRY if group == "infantry" else 1


def _fixed_misfits(campaign: Campaign) -> Iterator[Misfit]:
    strength: Counter[tuple[str, bool]] = Counter()
    heavy: Counter[str] = Counter()
    for n, row in enumerate(campaign.fixed):
        where = ("fixed", n)
        yield from _spot(campaign, (*where, "at"), row.at)
        territory = campaign.territories.get(row.at)
        if territory is None:
            continue
        guns = row.kind != "aa"
        if territory.controller != campaign.side or (guns and not territory.takes_coastal_guns):
            yield Misfit((*where, "at"), f"is {row.at!r}, where no {row.kind} unit of ours may stand")
        strength[row.at, guns] += row.strength * row.count
        if strength[row.at, guns] > (most := territory.fixed_strength):
            told = f"{strength[row.at, guns]} strength points of such units stand in {row.at!r}, which may have {most}"
            yield Misfit(where, told)
        if row.kind == "heavy_coastal":
            heavy[row.at] += row.count
            if territory.port is not Size.MAJOR or heavy[row.at] > 1:
                yield Misfit(where, "a heavy gun stands in a major port only, and one in each")


def _reserve_misfits(campaign: Campaign) -> Iterator[Misfit]:
    served: dict[str, str] = {}
    for key, reserve in campaign.reserves.items():
        if reserve.kept_back > reserve.pp:
            told = f"keeps back {reserve.kept_back} PPs ('held', and 100 for each commando) but has {reserve.pp}"
            yield Misfit(("reserves", key), told)
        for front in reserve.fronts:
            yield from dangling(("reserves", key, "fronts"), "front", front, campaign.fronts)
            if served.setdefault(front, key) != key:
                yield Misfit(("reserves", key, "fronts"), f"the front {front!r} is served by {served[front]!r} already")
    divisions = {row.id for row in campaign.formations if row.kind == "division"}
    for n, entry in enumerate(campaign.force_pool):
        yield from _not_ours(campaign, ("force_pool", n, "nation"), entry.nation)
        for home in entry.home:
            yield from dangling(("force_pool", n, "home"), "territory", home, campaign.territories)
        for name in entry.divisions:
            yield from dangling(("force_pool", n, "divisions"), "division", name, divisions)


def _air_misfits(campaign: Campaign) -> Iterator[Misfit]:
    seen: set[str] = set()
    for n, row in enumerate(campaign.air_transports):
        if row.id in seen:
            yield Misfit(("air_transports", n, "id"), f"is {row.id!r}: other transports have this id already")
        seen.add(row.id)
        yield from dangling(("air_transports", n, "at"), "territory", row.at, campaign.territories)
        base = campaign.territories.get(row.at)
        if base is not None and (base.controller != campaign.side or not base.air_base):
            told = f"is {row.at!r}, which is no air base of ours; write air_base: yes there, or name another"
            yield Misfit(("air_transports", n, "at"), told)
