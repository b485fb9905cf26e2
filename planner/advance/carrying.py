"""Carries a position to the next turn: orders carried out, pools booked, forts decayed, lines ticked off."""

from __future__ import annotations

from dataclasses import dataclass

from models.places import District, Place
from models.plan import Plan
from models.replacements import Loss
from models.scenario import Scenario
from models.theatre import Event, Naval, TaskForce
from planner.advance.accounts import (
    carry_factories,
    carry_garrisons,
    carry_limits,
    carry_pools,
    carry_reserves,
    carry_scrapping,
)
from planner.advance.counters import Move, carry_units, where_everybody_goes
from planner.advance.works import carry_forts, fort_losses
from planner.audit.billing import Bills
from planner.audit.duties import Duties, count_duties
from planner.audit.ledger import Ledger
from planner.audit.replay import Replay, replay
from planner.derive import Reading
from planner.load.problems import BadInput, InputProblem
from planner.rules.europa.r51_lines import VERB_RULES

AHEAD = 12  # turns to look ahead for what this turn's orders have set in motion


@dataclass(frozen=True)
class Advanced:
    """The next position, and what the player should know about it."""

    scenario: Scenario
    told: tuple[str, ...]


@dataclass(frozen=True)
class Turned:
    """One turn as it was played: this turn alone, and the same orders with what they lead to."""

    scenario: Scenario
    now: Reading
    done: Replay
    duties: Duties
    ledger: Ledger
    ahead: Reading
    taken: Replay


def advance(scenario: Scenario, plan: Plan | None = None) -> Advanced:
    """The position after this turn's orders, at the beginning of the next turn."""
    turned = _play(scenario, plan)
    told: list[str] = []
    moves = where_everybody_goes(turned.taken)
    units, lines = carry_units(scenario, moves, turned, told)
    forts = carry_forts(scenario, turned, told)
    after = scenario.model_copy(
        update={
            "turn": scenario.turn_at(1), "moment": "own_turn", "units": units, "order_of_battle": lines,
            "forts": forts, "losses": _recent(scenario), "garrisons": carry_garrisons(scenario, turned),
            "limits": carry_scrapping(scenario, turned, carry_limits(scenario, turned)),
            "to_reserve": carry_reserves(turned), "factories": carry_factories(turned),
            "events": (*scenario.events, *_brought_about(scenario, turned.duties)), "naval": _naval(scenario, moves),
            "districts": {key: _entered_before(district) for key, district in scenario.districts.items()},
            "places": {key: _a_turn_later(turned, key) for key in scenario.places},
        }
    )  # fmt: skip
    after = Scenario.model_validate(after.model_dump(by_alias=True))
    lost = fort_losses(scenario, turned, forts)  # on top of what the pools were to receive
    after = after.model_copy(update={"pools": carry_pools(after, turned), "losses": (*after.losses, *lost)})
    return Advanced(after, (*told, *_due(after)))


def orders_of_this_turn(scenario: Scenario, plan: Plan, turns: int) -> Plan:
    """A plan's first orders alone, over so many turns; duties of turns beyond that are left out."""
    longest = Reading(scenario.model_copy(update={"horizon": AHEAD}))
    beyond = {want.id for want in longest.wants if want.turn >= turns}
    orders = [
        order if order.duties is None else order.model_copy(
            update={"duties": {name: amount for name, amount in order.duties.items() if name not in beyond}}
        )
        for order in plan.orders if order.turn == str(scenario.turn)
    ]  # fmt: skip
    return Plan(turn=str(scenario.turn), turns=turns, orders=tuple(orders))


def _play(scenario: Scenario, plan: Plan | None) -> Turned:
    now = Reading(scenario.model_copy(update={"horizon": 1}))
    done = replay(now, orders_of_this_turn(scenario, plan, 1) if plan else None)
    duties = count_duties(now, done)
    ledger = Ledger(now, done)
    ledger.close(Bills(now, duties).fines())
    broken = (*done.violations, *duties.violations, *ledger.violations)
    if broken:
        problems = [InputProblem("the plan", None, each.unit or each.turn, each.message) for each in broken]
        raise BadInput("the plan", problems)
    ahead = Reading(scenario.model_copy(update={"horizon": AHEAD}))
    taken = replay(ahead, orders_of_this_turn(scenario, plan, AHEAD) if plan else None)
    return Turned(scenario, now, done, duties, ledger, ahead, taken)


def _brought_about(scenario: Scenario, duties: Duties) -> list[Event]:
    """Events that the plan itself has brought about: they are in force from the next turn on."""
    fired = "greece_garrisoned" in duties.fired
    return [Event(turn=scenario.turn_at(1), event="greece_garrisoned")] if fired else []


def _recent(scenario: Scenario) -> tuple[Loss, ...]:
    """Losses whose special replacements are still to come; those of earlier turns are in the pools (52.F)."""
    return tuple(loss for loss in scenario.losses if scenario.offset(loss.turn) >= 0)


def _a_turn_later(turned: Turned, key: str) -> Place:
    """A place whose assault is over, whose damage is nearer its end, and whose supply may be out for a turn more."""
    place, unsupplied = turned.scenario.places[key], turned.ahead.position.out_of_supply(key, 1)
    return place.model_copy(update={"assaulted": False, "damage": max(0, place.damage - 1), "unsupplied": unsupplied})


def _naval(scenario: Scenario, moves: dict[str, Move]) -> Naval:
    def after(force: TaskForce) -> TaskForce:
        move = moves.get(force.id)
        if move is None:
            return force
        arrives = scenario.turn_at(move.lasts) if move.lasts > 1 else None
        return force.model_copy(update={"at": move.end.removeprefix("sea:"), "arrives": arrives})

    forces = tuple(after(force) for force in scenario.naval.allied)
    return scenario.naval.model_copy(update={"allied": forces})


def _entered_before(district: District) -> District:
    """Who has entered an MD in the player-turn that is over is simply in it."""
    inside = district.enemy_inside or district.enemy_entered
    return district.model_copy(update={"enemy_inside": inside, "enemy_entered": False})


def _due(scenario: Scenario) -> list[str]:
    """What the order of battle and the file's events say about the turn that begins."""
    told = [
        f"{VERB_RULES[line.does]}: due: {line.label}: {line.does.replace('_', ' ')}"
        for line in scenario.order_of_battle
        if scenario.offset(line.turn) <= 0
    ]
    told += [f"due: {event.event.replace('_', ' ')}" for event in scenario.events if scenario.offset(event.turn) == 0]
    return told
