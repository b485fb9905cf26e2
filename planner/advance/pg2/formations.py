"""Formations and the force pool one turn on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from models.pg2 import Campaign
from models.pg2_forces import GUNS, Formation
from models.pg2_reserves import PoolEntry
from models.problem import Act, State
from planner.advance.playing import Move, Turned
from planner.rules.interface import without_condition
from planner.rules.pg2.board import GONE, POOL, place_of
from planner.rules.pg2.conditions import condition_in, usual
from planner.rules.pg2.tokens import XP_GAINED, Token


def carry_formations(turned: Turned[Campaign], told: list[str]) -> tuple[Formation, ...]:
    """The formations of the next turn: those that are left, and those that were formed in Logistics."""
    moves, kept = turned.moves, []
    for row in turned.scenario.formations:
        if moves[row.id].end == GONE:
            told.append(f"4.1.1.2: {row.id} is disbanded; put it into the force pool if it may be built again")
        else:
            told += [*_left_to_the_player(turned, row), *_guns_behind(turned, row, moves[row.id])]
            kept.append(_after(turned, row, moves[row.id]))
    formed = [entry for entry in turned.scenario.force_pool if moves[entry.id].end != POOL]
    told += [f"{_rule(entry)}: {entry.id} is formed in {turned.now.name(moves[entry.id].end)}" for entry in formed]
    kept += [_formed(entry, moves[entry.id].end) for entry in formed]
    return tuple(_in_armies(turned.scenario, kept, formed, told))


def carry_pool(turned: Turned[Campaign], formations: Iterable[Formation]) -> tuple[PoolEntry, ...]:
    """What is still to be formed, armies of those divisions that are left."""
    left = {row.id for row in formations}
    return tuple(
        entry.model_copy(update={"divisions": tuple(name for name in entry.divisions if name in left)})
        for entry in turned.scenario.force_pool if entry.id not in left
    )  # fmt: skip


def _rule(entry: PoolEntry) -> str:
    return "4.1.1.1" if entry.kind == "division" else "4.1.2.1"


def _formed(entry: PoolEntry, place: State) -> Formation:
    return Formation(
        id=entry.id, name=entry.name, nation=entry.nation, kind=entry.kind, at=place, type=entry.type,
        units=entry.built_of, training=entry.training,
    )  # fmt: skip


def _left_to_the_player(turned: Turned[Campaign], row: Formation) -> list[str]:
    """What battles decide: where it stands after them and in what condition is the player's to write."""
    name = turned.now.name
    if row.attacks:
        return [f"4.3.1: {row.id} has attacked {name(row.attacks)}: write where it stands and in what condition"]
    if row.invades:
        return [f"4.2.5: {row.id} has sailed to invade {name(row.invades)}: write where it stands"]
    return []


def _guns_behind(turned: Turned[Campaign], row: Formation, move: Move) -> list[str]:
    """Towed guns without transport have stayed where they were (4.1.1.4, ruling untransported_gun)."""
    left = row.untransported
    if not left or place_of(move.end) == row.at:
        return []
    guns = "1 towed gun" if left == 1 else f"{left} towed guns"
    where = turned.now.name(row.at)
    return [f"4.1.1.4: {guns} of {row.id} stayed in {where} for want of transport: take it off its units"]


def _after(turned: Turned[Campaign], row: Formation, move: Move) -> Formation:
    """A formation as the next Orders Phase finds it (4.1.6): recovered, or still entrenched."""
    token: Token = turned.as_left_by(move).unit
    reduced, detached = token.formation or row, dict(token.detached)
    state = without_condition(move.end)[0]
    condition = condition_in(state, row.mobility)
    units: dict[str, int] = {str(kind): number for kind, number in reduced.units.items()}
    for kind in row.missing:
        if received := int(turned.drawn(f"gap:{row.id}:{kind}")):
            units[kind] = units.get(kind, 0) + received
    update: dict[str, Any] = {
        "at": place_of(state), "condition": None if condition is usual(row.mobility) else condition, "units": units,
        "attacks": None, "invades": None, "towed": min(row.towed, sum(units.get(gun, 0) for gun in GUNS)),
    }  # fmt: skip
    if units != row.units:
        update["type"] = row.mobility  # whatever the new units ride on
    if detached:
        update["full"] = {kind: row.units.get(kind, 0) for kind in row.may_detach if kind in detached} | row.full
        may = {kind: most - detached.get(kind, 0) for kind, most in row.may_detach.items()}
        update["may_detach"] = {kind: most for kind, most in may.items() if most}
    act = move.taken.option.act
    if act is Act.TRAIN:
        update["xp"] = min(row.training, row.xp + XP_GAINED)
    if act is Act.ATTACH:
        update |= {"army": row.joins, "joins": None}
    return row.model_copy(update=update)


def _in_armies(
    campaign: Campaign, rows: list[Formation], formed: list[PoolEntry], told: list[str]
) -> Iterable[Formation]:
    """Divisions that have left their army, or whose army is gone, are independent; those of a new army are in it."""
    at = {row.id: row.at for row in rows}
    before = {row.id: row.army for row in campaign.formations}
    new = {name: entry.id for entry in formed for name in entry.divisions if at.get(name) == at[entry.id]}
    for row in rows:
        army = new.get(row.id, row.army)
        if army and at.get(army) != row.at:
            told.append(f"4.2.6.3: {row.id} is detached from {army}")
            army = None
        elif army and army != before.get(row.id):
            told.append(f"4.2.6.2: {row.id} belongs to {army}")
        joins = row.joins if not army and (row.joins in at or row.joins in _armies_to_come(campaign)) else None
        yield row.model_copy(update={"army": army, "joins": joins})


def _armies_to_come(campaign: Campaign) -> set[str]:
    return {entry.id for entry in campaign.force_pool if entry.kind == "army"}
