"""51.A, 51.B.1, 51.B.7 and 51.B.10: how arrivals of the order of battle come into play, or are delayed or lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from models.orders_of_battle import BRINGS, Line
from models.problem import Act, State
from models.units import Unit
from planner.rules.europa.position import Position
from planner.rules.europa.r44_a_garrisons import all_cities_lost
from planner.rules.europa.r44_no_mp import journeys, may_act
from planner.rules.europa.r51_a_reserve import in_reserve
from planner.rules.europa.r51_a_stacking import first_way, ways_in, without_limit
from planner.rules.europa.r51_e_entries import area_is_lost, embarked, entries, ports_in_reach
from planner.rules.europa.r51_lines import (
    VERB_RULES,
    due_lines,
    overdue_want,
    serving,
    worth,
)
from planner.rules.europa.r52_a_costs import price, split
from planner.rules.interface import AnyPiece, Rule, Step, Want

ORDINALS = {1: "first", 2: "second", 3: "third"}


def ends(position: Position, line: Line, unit: Unit, turn: int) -> list[State]:
    """Where a new counter goes: onto the map, into a garrison box, a forming box or the eliminated box."""
    if line.does in ("arrive", "mobilize"):
        return list(entries(position, line, unit, turn))
    if line.does == "add_to_pool":
        return [f"eliminated:{line.theatre}"]
    found: list[State] = []
    for district in line.districts:
        if all_cities_lost(position, district, turn):
            found.append(f"eliminated:{position.districts[district].theatre}")
        elif line.does == "forming":
            found.append(f"forming:{district}")
        else:
            row = position.box_rows.get(district)
            opened = row is not None and (row.activated or district in row.activated_districts)
            onto_map = opened and position.rulings.add_garrison_when_active == "map"
            found += entries(position, line, unit, turn) if onto_map else [f"box:{district}"]
    return list(dict.fromkeys(found))


def steps(position: Position, piece: AnyPiece, state: State, turn: int) -> Iterator[Step]:
    """In the reinforcement phase a new counter comes in; it may go on from a place in the same turn."""
    kind, _, name = state.partition(":")
    if kind != "pending" or not may_act(position, turn):
        return
    for line in due_lines(position, turn, *BRINGS):
        if line.id == name:
            found = ends(position, line, piece.unit, turn)
            for end in found:
                yield from arrivals(position, line, piece, state, turn, end, choice=len(found) > 1)
            if lost_while_delayed(position, line, piece.unit, turn):
                yield _lost(position, line, piece, state, turn)


def lost_while_delayed(position: Position, line: Line, unit: Unit, turn: int) -> bool:
    """Delayed units are eliminated once the enemy has every place of theirs (51.A.2, ruling lost_area)."""
    mode, due = position.rulings.lost_area, position.line_due[line.id]
    if mode == "delay_all" or line.does not in ("arrive", "mobilize") or due > turn:
        return False
    return (due < turn or mode == "eliminate_all") and area_is_lost(position, line, unit, turn)


def _lost(position: Position, line: Line, piece: AnyPiece, state: State, turn: int) -> Step:
    theatre = line.theatre or (position.districts[line.districts[0]].theatre if line.districts else None)
    theatre = theatre or (position.theatre_of(line.to[0]) if line.to else "main")
    strength = price(position.rulings, piece.unit)
    return Step(
        Act.PERISH, turn, state, f"eliminated:{theatre}", rule="51.A.2", why=f"{line.label}: its area is lost",
        tied=worth(position, {points: share * strength for points, share in split(piece.unit).items()}),
        serves=serving(position, line, turn),
    )  # fmt: skip


def bars(position: Position, piece: AnyPiece, step: Step) -> str | None:
    """Who is lost with his area does not wait."""
    kind, _, name = step.start.partition(":")
    if kind == "pending" and step.act is Act.WAIT and may_act(position, step.turn):
        for line in due_lines(position, step.turn, "arrive", "mobilize"):
            if line.id == name and lost_while_delayed(position, line, piece.unit, step.turn):
                return f"51.A.2: {line.label}: the enemy has every place where it could come in"
    return None


def arrivals(
    position: Position, line: Line, piece: AnyPiece, state: State, turn: int, end: State, choice: bool = True
) -> Iterator[Step]:
    """One way in, and every way on from there."""
    at_sea = end in position.places and embarked(position, line, end)
    ports = {leg.end for leg in ports_in_reach(position, end, turn)} if at_sea else set()
    for limits, how, burden in ways_in(position, line, piece, end, turn):
        act = Act.PLACE if choice or limits or how or ports else Act.ARRIVE
        entry = Step(
            act, turn, state, end, rule=VERB_RULES[line.does], why=_why(position, line, end, turn), how=how,
            draws=limits, serves=serving(position, line, turn), tied=burden,
        )  # fmt: skip
        for way in in_reserve(position, line, piece, entry):
            yield replace(way, serves=(), tied=burden + piece.unit.front_value) if ports else way
        if end in position.places:
            for on in journeys(position, piece, state, end, turn, act):
                landing = at_sea and on.end in ports
                draws = first_way(position, line, piece, on.end, turn) if landing else on.draws
                told = ", ".join(part for part in (how, on.how) if part)
                yield replace(
                    entry, end=on.end, lasts=on.lasts, spends_mp=on.spends_mp, why=on.why, how=told,
                    draws=limits + draws,
                )  # fmt: skip


def _why(position: Position, line: Line, end: State, turn: int) -> str:
    told = f"{line.label}: comes in at {position.name(end)}"
    cut_off = position.out_of_supply(end, turn) if end in position.places else 0
    return f"{told} and is in its {ORDINALS.get(cut_off, f'{cut_off}th')} turn out of supply" if cut_off else told


def can_come_in(position: Position, line: Line, turn: int) -> int:
    """How many counters of a line have a way in that nothing but the player's will can close (51.A.2, 51.A.10)."""
    found = 0
    for unit in line.units:
        if any(_open(position, line, unit, end, turn) for end in ends(position, line, unit, turn)):
            found += unit.count
    return found


def _open(position: Position, line: Line, unit: Unit, end: State, turn: int) -> bool:
    if end in position.places and embarked(position, line, end):
        ports = ports_in_reach(position, end, turn)
        return not ports or any(without_limit(position, line, unit, leg.end) for leg in ports)
    return without_limit(position, line, unit, end)


def wants(position: Position) -> Iterator[Want]:
    """Arrivals come in when they can; those that find every place full or lost are delayed and owe nothing."""
    for turn in position.turns:
        for line in due_lines(position, turn, *BRINGS):
            voluntary = line.does in ("arrive", "mobilize") and position.rulings.delay_requires_full == "false"
            required = 0 if voluntary else can_come_in(position, line, turn)
            if required:
                yield overdue_want(position, line, turn, required)


def warnings(position: Position) -> Iterator[str]:
    """Arrivals that find no place on the turn they are due: told, for nothing else in a plan would."""
    for line in position.scenario.order_of_battle:
        turn = max(0, position.line_due[line.id])
        if line.does not in BRINGS or turn >= len(position.turns):
            continue
        for unit in line.units:
            if ends(position, line, unit, turn):
                continue
            lost = line.does in ("arrive", "mobilize") and area_is_lost(position, line, unit, turn)
            why = "the enemy owns every place where it could come in" if lost else "no place of the file takes it"
            fate = "it is eliminated" if lost_while_delayed(position, line, unit, turn) else "it is delayed"
            yield f"51.A.10: {line.label}: {unit.name or unit.id}: {why} on {position.scenario.turn_at(turn)}; {fate}"


RULE = Rule(id="51.A", title="Arrivals", steps=steps, bars=bars, wants=wants, warnings=warnings)
