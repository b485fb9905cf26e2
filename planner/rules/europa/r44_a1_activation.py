"""44.A.1 and 44.A.2: holding boxes are opened when the enemy comes near, or emptied when supply is cut."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import floor

from models.garrisons import BoxGarrison
from models.problem import Act, State
from models.units import AIR_UNITS, NOT_GROUND
from models.words import Side
from planner.rules.europa.position import Position, districts_of
from planner.rules.europa.r44_a2_districts import by_district, serves_as_opened
from planner.rules.europa.r44_a3_placement import landing_places, lost_hex
from planner.rules.europa.r44_a_garrisons import all_cities_lost, box_credit, unique
from planner.rules.europa.r44_no_mp import IN_REACTION, in_reaction, journeys, may_act
from planner.rules.interface import BudgetSpec, Piece, Rule, Step

FRENCH_MD_MOST = Fraction(6)  # 44.A.2
NOTHING = Fraction(0)


def _watched(position: Position, row: BoxGarrison, district: str) -> tuple[str, ...]:
    return (district,) if by_district(position, row) else districts_of(row)


def entered(position: Position, row: BoxGarrison, district: str) -> bool:
    """Whether the enemy entered a district in the player-turn under way, for an activation out of turn (44.A.1.a)."""
    return any(position.districts[here].enemy_entered for here in _watched(position, row, district))


def enemy_opens(position: Position, row: BoxGarrison, district: str, turn: int) -> bool:
    """Whether a district's forces may be activated in our reinforcement phase (44.A.1.b, 44.A.2).

    In the first one after an activation out of turn the rest may be had wherever the enemy has gone (44.A.1.a).
    """
    first = 1 if position.side is Side.AXIS else 0
    if position.scenario.moment == "reaction" and turn == first and entered(position, row, district):
        return True
    near = set(_watched(position, row, district))
    if not (row.france and position.rulings.france_adjacent_counts == "never"):
        near = near.union(*(position.adjacent(here) for here in near))
    return any(position.enemy_in(here, turn) for here in near)


def steps(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """What a unit in a holding box may do, and how the order of battle brings it there."""
    kind, _, district = state.partition(":")
    if kind == "arriving" and district.startswith("box:"):
        why = f"the order of battle puts it in the {position.name(district)}"
        draws = _booked(position, piece, district.removeprefix("box:"), turn)
        yield Step(Act.ARRIVE, turn, state, district, rule="44.A", why=why, draws=draws)
    elif kind == "box" and district in position.rigid_rows:
        yield from _rigid(position, piece, state, turn)
    elif kind == "box":
        yield from _boxed(position, piece, state, district, turn)


def _boxed(position: Position, piece: Piece, state: State, district: str, turn: int) -> Iterator[Step]:
    row = position.box_rows.get(district) or BoxGarrison(kind="box", id=district)
    left = piece.unit.front_value * (len(position.turns) - turn)
    if all_cities_lost(position, district, turn):
        end = f"eliminated:{position.theatre_of_row(row)}"
        yield Step(Act.PERISH, turn, state, end, rule="44.A.4", why="the enemy owns every city of its MD", tied=left)
    elif not position.district_supplied(district, turn):
        yield from _forced(position, row, piece, state, district, turn, left)
    else:
        out_of_turn = in_reaction(position, turn) and entered(position, row, district)
        in_turn = may_act(position, turn) and enemy_opens(position, row, district, turn)
        tied = piece.unit.front_value if out_of_turn or in_turn else NOTHING
        yield Step(
            Act.REMAIN, turn, state, state, rule="44.A", why="is not under the player's control",
            draws=_booked(position, piece, district, turn), tied=tied,
        )  # fmt: skip
        if out_of_turn:
            yield from _activations(position, row, piece, state, district, turn, reacting=True)
        if in_turn:
            yield from _activations(position, row, piece, state, district, turn, reacting=False)
        yield from (replace(shift, tied=tied) for shift in _shifts(position, row, piece, state, district, turn))


def _booked(
    position: Position, piece: Piece, district: str, turn: int, guarded: bool = False
) -> tuple[tuple[str, int, Fraction, bool], ...]:
    """The room that a unit takes in a box: six REs in a French MD, the OB's level for the whole garrison."""
    row = position.box_rows.get(district)
    if not piece.res or row is None:
        return ()
    draws = [(f"level:{row.id}", turn, piece.res, False)]
    if row.france:
        draws.append((f"cap:{district}", turn, piece.res, guarded))
    return tuple(draws)


def _shifts(
    position: Position, row: BoxGarrison, piece: Piece, state: State, district: str, turn: int
) -> Iterator[Step]:
    """The France garrison moves between French MDs in a reinforcement phase (44.A.2)."""
    now = may_act(position, turn) or position.rulings.france_shift_phase == "any"
    started = row.activated or row.activated_districts or position.rulings.france_shift_precondition == "none"
    for other in districts_of(row) if row.france and started and now else ():
        if other != district and not all_cities_lost(position, other, turn):
            draws = _booked(position, piece, other, turn, guarded=True)
            why = "the France garrison may shift"
            yield Step(Act.SHIFT, turn, state, f"box:{other}", rule="44.A.2", why=why, draws=draws)


def _activations(
    position: Position, row: BoxGarrison, piece: Piece, state: State, district: str, turn: int, reacting: bool
) -> Iterator[Step]:
    """Placed on the map at once, up to half in the enemy's player-turn; in our own it may then go on (44.A.1)."""
    single = by_district(position, row)
    name = f"{row.id}:{district}" if single else row.id
    ground = piece.res and piece.unit.type not in AIR_UNITS
    first = turn if reacting and may_act(position, turn) else turn + 1
    last = len(position.turns) if single else turn + 1  # a garrison activated as a whole owes nothing from then on
    placed = Step(
        Act.ACTIVATE, turn, state, "", rule=IN_REACTION if reacting else "44.A.1.b",
        how="in the enemy's player-turn" if reacting else "", fires=f"activated:{name}", tied=NOTHING,
        draws=((f"half:{name}", turn, piece.res, True),) if reacting and ground else (),
        stands_in=later_wants(position, row, piece, range(first, last)),
        serves=serves_as_opened(position, row, district, turn),
    )  # fmt: skip
    places = landing_places(position, piece, district, turn)
    for place in places:
        why = f"the enemy's presence opens the garrison; placed in {position.name(place)}"
        yield replace(placed, end=place, why=why)
    for place in places if may_act(position, turn) else ():
        for journey in journeys(position, piece, state, place, turn, Act.ACTIVATE):
            yield replace(
                placed, end=journey.end, lasts=journey.lasts, spends_mp=journey.spends_mp, why=journey.why,
                how=", ".join(word for word in (placed.how, journey.how) if word), draws=placed.draws + journey.draws,
            )  # fmt: skip


def later_wants(position: Position, row: BoxGarrison, piece: Piece, turns: range) -> tuple[str, ...]:
    """The garrison's RE duties of these turns, for a unit that counted and has left with leave."""
    counted = bool(row.res) and box_credit(position, row)(piece, "box:") is not None
    return tuple(f"garrison:{row.id}:{turn}" for turn in turns if turn < len(position.turns)) if counted else ()


def _forced(
    position: Position, row: BoxGarrison, piece: Piece, state: State, district: str, turn: int, left: Fraction
) -> Iterator[Step]:
    """Out of regular supply, all garrison units come onto the map; the garrison does not owe them any more (44.A.1)."""
    active = position.rulings.oos_units_status == "active"
    if active and lost_hex(position, piece, turn):
        end = f"eliminated:{position.theatre_of_row(row)}"
        yield Step(Act.PERISH, turn, state, end, rule="44.A.3", why="the enemy owns its hex", tied=left)
        return
    name = f"{row.id}:{district}" if by_district(position, row) else row.id
    owed = later_wants(position, row, piece, range(turn + 1, len(position.turns)))
    places = landing_places(position, piece, district, turn, forced=True)
    for place in places:
        yield Step(
            Act.FORCED, turn, state, place, rule="44.A.1", why="its MD is out of regular supply", tied=NOTHING,
            stands_in=owed, fires=f"activated:{name}" if active else "",
            serves=serves_as_opened(position, row, district, turn) if active else (),
        )  # fmt: skip
    if not places:
        yield Step(Act.REMAIN, turn, state, state, rule="44.A.1", why="there is no hex to place it in", tied=NOTHING)


def _rigid(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """A rigid garrison waits in its box until released, then stands at its OB hex (44.A.7.a.2)."""
    row = position.rigid_rows[state.partition(":")[2]]
    if position.in_force(row, turn) or not piece.unit.placed_at:
        why = "a rigid garrison is kept off the map"
        yield Step(Act.REMAIN, turn, state, state, rule="44.A.7.a.2", why=why, tied=NOTHING)
    elif lost_hex(position, piece, turn):
        end = f"eliminated:{row.theatre}"
        yield Step(Act.PERISH, turn, state, end, rule="44.A.3", why="the enemy owns its hex", tied=NOTHING)
    else:
        end = piece.unit.placed_at
        yield Step(Act.RELEASE, turn, state, end, rule="44.A.7.a.2", why="the garrison is released", tied=NOTHING)


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """Six REs in each French MD, and half the REs of a garrison in the enemy's player-turn."""
    turns = position.turns
    for row in unique(position):
        for district in districts_of(row) if row.france else ():
            name = position.districts[district].name or district
            room = (FRENCH_MD_MOST,) * len(turns)
            yield BudgetSpec(f"cap:{district}", "44.A.2", f"Room in {name}", room, carries=False, points="REs")
        if position.scenario.moment == "reaction":
            single = by_district(position, row)
            for group in [(d,) for d in districts_of(row)] if single else [districts_of(row)]:
                name = f"{row.id}:{group[0]}" if single else row.id
                half = (half_of(position, group), *(NOTHING,) * (len(turns) - 1))
                label = f"Half of {row.name or row.id}"
                yield BudgetSpec(f"half:{name}", IN_REACTION, label, half, carries=False, points="REs")


def half_of(position: Position, districts: tuple[str, ...]) -> Fraction:
    """Half of the ground REs on hand in these boxes, rounded down (ruling half_rounding)."""
    ground = [unit for unit in position.boxed(districts) if unit.type not in NOT_GROUND]
    half = sum((unit.regimental_equivalents * unit.count for unit in ground), NOTHING) / 2
    return half if position.rulings.half_rounding == "exact_half" else Fraction(floor(half))


def bars(position: Position, piece: Piece, step: Step) -> str | None:
    """Units of a garrison that is cut off may move only within its area (44.A.1)."""
    if step.end not in position.places or step.start == step.end or step.act is Act.FORCED:
        return None
    for mark in piece.named_in:
        kind, _, district = mark.partition(":")
        if kind == "cut_off" and not position.district_supplied(district, step.turn):
            row = position.box_rows[district]
            if position.places[step.end].district not in districts_of(row):
                return f"44.A.1: {row.name or row.id} is out of regular supply, its units may not leave the area"
    return None


def warnings(position: Position) -> Iterator[str]:
    """Units that would be lost, boxes that are in danger or too full."""
    for unit in position.scenario.units:
        boxed = unit.at.startswith("box:")
        if boxed and unit.placed_at and position.enemy_owns(unit.placed_at, 0):
            yield (
                f"44.A.3: {unit.name or unit.id} would be eliminated if activated: the enemy owns "
                f"{position.name(unit.placed_at)}; leave it in the box"
            )
        rigid = position.rigid_rows.get(unit.at.removeprefix("box:")) if boxed else None
        if rigid and not unit.placed_at and not all(position.in_force(rigid, turn) for turn in position.turns):
            yield f"44.A.7.a.2: {unit.name or unit.id} is released but has no hex; give it placed_at"
    for district, md in position.districts.items():
        res = sum((unit.regimental_equivalents * unit.count for unit in position.boxed((district,))), NOTHING)
        cities = [city for city in position.cities_in(district) if not position.enemy_owns(city, 0)]
        if res and len(cities) == 1 and position.enemy_in(district, 0):
            yield f"44.A.4: {res} REs in the box of {md.name or district} are lost if {position.name(cities[0])} falls"
        row = position.box_rows.get(district)
        if row and row.france and res > FRENCH_MD_MOST:
            yield f"44.A.2: {res} REs lie in the box of {md.name or district}, at most {FRENCH_MD_MOST} may"


RULE = Rule(id="44.A.1", title="Activation", steps=steps, bars=bars, budgets=budgets, warnings=warnings)
