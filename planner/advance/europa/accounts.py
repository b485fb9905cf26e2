"""Pools, limited REs and garrison rows one turn on: what the ledger says is left."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

from models.garrisons import Garrison
from models.pools import Pool
from models.problem import Act
from models.replacements import Factory, Limit
from models.scenario import Scenario
from planner.advance.playing import Turned
from planner.derive import Reading
from planner.rules.europa.r52_a_boxes import SCRAP_RES, SCRAPPING
from planner.rules.europa.r52_a_limited import limits
from planner.rules.europa.r52_d_income import received_before_debts, repayments
from planner.rules.europa.r52_d_reserve import NATIONS
from planner.rules.europa.r52_d_soviet import unsupplied_turns


def closing(turned: Turned[Scenario]) -> dict[str, Fraction]:
    """What every budget holds at the end of the turn."""
    return {line.id: line.closing for line in turned.ledger.lines}


def carry_pools(after: Scenario, turned: Turned[Scenario]) -> tuple[Pool, ...]:
    """Pools with what they hold: what the turn left and what the new turn brings; points on their way by date."""
    scenario, left = turned.scenario, closing(turned)
    coming = _on_their_way(turned)
    income = received_before_debts(turned.ahead.position)
    opened = Reading(after.model_copy(update={"horizon": 1}))
    itself = received_before_debts(opened.position)  # what the next file counts by itself
    booked = {pool.id: income[pool.id][1] - itself[pool.id][0] for pool in scenario.pools}
    owed = {pool.id: _owed(turned, pool) for pool in scenario.pools}
    repaid = {pool.id: min(owed[pool.id], max(Fraction(0), booked[pool.id])) for pool in scenario.pools}
    diverts = scenario.rulings.contingent_repay == "divert"
    found = []
    for pool in scenario.pools:
        name = f"pool:{pool.id}"
        dated = dict(pool.income)
        for turn, amount in coming[name].items():
            key = scenario.turn_at(turn)
            dated[key] = dated.get(key, Fraction(0)) + amount
        back = sum((repaid[minor.id] for minor in scenario.pools if minor.backed_by == pool.id), Fraction(0))
        holds = left[name] + pool.keep + booked[pool.id] + back - (repaid[pool.id] if diverts else 0)
        update: dict[str, Any] = {"holds": holds, "income": dated}
        if pool.backed_by:
            update["owes"] = owed[pool.id] - repaid[pool.id]
        if pool.backed_by and scenario.rulings.contingent_debt_cap == "lifetime":
            update["borrowed"] = (pool.owes if pool.borrowed is None else pool.borrowed) + _lent(turned, pool)
        found.append(pool.model_copy(update=update))
    return tuple(found)


def _owed(turned: Turned[Scenario], pool: Pool) -> Fraction:
    """What a contingent owes when the turn ends, before the new turn's income repays any of it (52.E)."""
    if not pool.backed_by:
        return Fraction(0)
    return pool.owes - repayments(turned.now.position)[pool.id][0] + _lent(turned, pool)


def _lent(turned: Turned[Scenario], pool: Pool) -> Fraction:
    """What a contingent's pool has borrowed this turn (52.E)."""
    name = f"pool:{pool.id}"
    return -sum(
        (draw.amount * taken.times for taken in turned.taken.taken for draw in taken.option.draws
         if taken.option.act is Act.BORROW and taken.option.turn == draw.turn == 0
         and turned.ahead.budgets[draw.budget].id == name and draw.amount < 0), Fraction(0),
    )  # fmt: skip


def _on_their_way(turned: Turned[Scenario]) -> dict[str, dict[int, Fraction]]:
    """Points that this turn's steps bring in or cost in later turns; a loan is repaid by what is owed, not by dates."""
    coming: dict[str, dict[int, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for taken in turned.taken.taken:
        if taken.option.turn == 0:
            for draw in taken.option.draws:
                name = turned.ahead.budgets[draw.budget].id
                if draw.turn > 0 and name.startswith("pool:") and taken.option.act is not Act.BORROW:
                    coming[name][draw.turn] -= draw.amount * taken.times
    return coming


def carry_limits(scenario: Scenario, turned: Turned[Scenario]) -> tuple[Limit, ...]:
    """Limited REs: what is used this month, and on a new month what is saved from the last."""
    left = closing(turned)
    new_month = scenario.turn_at(1).number == 1
    found = {(line.nationality, line.category): line for line in scenario.limits}
    for name, amount in left.items():
        kind, _, rest = name.partition(":")
        if kind != "limited":
            continue
        nationality, _, category = rest.partition(":")
        line = limits(turned.now.position, nationality)[category]
        saved = min(line.saved, line.monthly)
        if new_month:
            update = {"saved": min(amount, line.monthly), "used": Fraction(0)}
        else:
            update = {"saved": saved, "used": saved + line.monthly - amount}
        if new_month or update["used"] or (nationality, category) in found:
            found[nationality, category] = line.model_copy(update=update)
    return tuple(found.values())


def carry_scrapping(scenario: Scenario, turned: Turned[Scenario], limits: tuple[Limit, ...]) -> tuple[Limit, ...]:
    """The REs that a nation has scrapped this month (52.A.6)."""
    found = [line for line in limits if line.category != SCRAPPING]
    for name, amount in closing(turned).items():
        used = SCRAP_RES - amount
        if name.startswith("scrap:") and used and scenario.turn_at(1).number != 1:
            nation = name.removeprefix("scrap:")
            found.append(Limit(nationality=nation, category=SCRAPPING, monthly=SCRAP_RES, used=used))
    return tuple(found)


def carry_reserves(turned: Turned[Scenario]) -> tuple[str, ...]:
    """The nations whose next replaced unit goes to the reserve (52.D.1)."""
    return tuple(nation for nation in NATIONS if closing(turned).get(f"to_map:{nation}", Fraction(1)) < 1)


def carry_factories(turned: Turned[Scenario]) -> tuple[Factory, ...]:
    """Factories with the turns that they have been without coal or oil (52.D.2.c.3)."""
    position = turned.now.position
    return tuple(
        factory.model_copy(update={"unsupplied": unsupplied_turns(position, factory, 0)})
        for factory in turned.scenario.factories
    )


def carry_garrisons(scenario: Scenario, turned: Turned[Scenario]) -> tuple[Garrison, ...]:
    """Garrison rows: activated, with RPs locked in, and without what has left them for good."""
    left, fired = closing(turned), turned.duties.fired
    relieved = _relieved(turned)
    found: list[Garrison] = []
    for row in scenario.garrisons:
        update: dict[str, Any] = {}
        if relieved.get(row.id):
            update["res"] = max(Fraction(0), getattr(row, "res", Fraction(0)) - relieved[row.id])
        if row.kind == "box":
            opened = [d for d in row.districts or (row.id,) if f"activated:{row.id}:{d}" in fired]
            if f"activated:{row.id}" in fired:
                update["activated"] = True
            if opened:
                update["activated_districts"] = tuple(dict.fromkeys((*row.activated_districts, *opened)))
            locked = {
                kind: left[f"locked:{row.id}:{kind}"] for kind in ("inf", "arm") if left.get(f"locked:{row.id}:{kind}")
            }
            if locked or row.locked:
                update["locked"] = locked
        found.append(row.model_copy(update=update) if update else row)
    return tuple(found)


def _relieved(turned: Turned[Scenario]) -> dict[str, Fraction]:
    """REs that a garrison does not owe any more, because they have left it with leave (44.A.1, 44.A.5)."""
    found: dict[str, Fraction] = defaultdict(Fraction)
    for taken in turned.taken.taken:
        if taken.option.turn == 0 and taken.step is not None and taken.piece is not None:
            for name in taken.step.stands_in:
                kind, _, rest = name.partition(":")
                garrison, _, turn = rest.rpartition(":")
                if kind == "garrison" and turn == "1":
                    found[garrison] += taken.piece.res
    return found
