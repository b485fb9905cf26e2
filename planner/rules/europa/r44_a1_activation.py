"""44.A.1 to 44.A.4: holding boxes are opened, left, re-entered and lost."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor

from models.garrisons import BoxGarrison
from models.places import CITIES, PlaceKind
from models.problem import Act, State
from models.units import AIR_UNITS, UnitType
from planner.rules.europa.position import Position, districts_of, place_kind
from planner.rules.europa.r44_no_mp import in_reaction, journeys
from planner.rules.interface import BudgetSpec, Piece, Rule, Step

FRENCH_MD_MOST = Fraction(6)  # 44.A.2


def by_district(position: Position, row: BoxGarrison) -> bool:
    """Whether a garrison is activated MD by MD, as the France garrison is (ruling multi_md_activation)."""
    mode = position.rulings.multi_md_activation
    return mode == "per_md_all" or (mode == "france_only" and row.france)


def enemy_opens(position: Position, row: BoxGarrison, district: str, turn: int) -> bool:
    """Whether the enemy is where he must be for this district's forces to be activated (44.A.1, 44.A.2)."""
    watched = (district,) if by_district(position, row) else districts_of(row)
    if in_reaction(position, turn):
        return any(position.districts[here].enemy_entered for here in watched)
    near = set(watched)
    if not (row.france and position.rulings.france_adjacent_counts == "never"):
        near = near.union(*(position.adjacent(here) for here in watched))
    return any(position.enemy_in(here, turn) for here in near)


def landing_places(position: Position, piece: Piece, district: str, turn: int, forced: bool = False) -> list[str]:
    """Where an activated unit may be placed (44.A.3): fortress or city, else port or town; airbases for air units."""
    here = [key for key, place in position.places.items() if place.district == district and position.owns(key, turn)]
    here = [key for key in here if not position.places[key].assaulted]
    if not forced:
        here = [key for key in here if position.supplied(key, turn)]
    if piece.unit.placed_at:
        return [piece.unit.placed_at] if piece.unit.placed_at in here else []
    if piece.unit.type in AIR_UNITS:
        return [key for key in here if place_kind(position.places[key], PlaceKind.AIRBASE)]
    quiet = [key for key in here if not position.places[key].enemy_zoc]
    strong = [key for key in quiet if place_kind(position.places[key], PlaceKind.FORTRESS, *CITIES)]
    exist = any(
        place_kind(place, PlaceKind.FORTRESS, *CITIES)
        for place in position.places.values()
        if place.district == district
    )
    if strong or (exist and position.rulings.placement_fallback == "none_exist"):
        return strong
    return [key for key in quiet if place_kind(position.places[key], PlaceKind.PORT, PlaceKind.TOWN)]


def lost_hex(position: Position, piece: Piece, turn: int) -> bool:
    """Whether the hex that the order of battle names for it is the enemy's (44.A.3)."""
    return bool(piece.unit.placed_at) and not position.owns(piece.unit.placed_at or "", turn)


def all_cities_lost(position: Position, district: str, turn: int) -> bool:
    """Whether the enemy owns every city of a district: its unactivated forces are gone at once (44.A.4)."""
    cities = position.cities_in(district)
    return bool(cities) and not any(position.owns(city, turn) for city in cities)


def steps(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """What a unit in a holding box may do, and how a unit on the map gets back into one."""
    kind, _, district = state.partition(":")
    if kind == "box" and district in position.rigid_rows:
        yield from _rigid(position, piece, state, turn)
    elif kind == "box":
        yield from _boxed(position, piece, state, district, turn)
    elif state in position.places and not in_reaction(position, turn):
        yield from _returns(position, piece, state, turn)


def _boxed(position: Position, piece: Piece, state: State, district: str, turn: int) -> Iterator[Step]:
    row = position.box_rows.get(district) or BoxGarrison(kind="box", id=district)
    left = piece.unit.front_value * (len(position.turns) - turn)
    if all_cities_lost(position, district, turn):
        end = f"eliminated:{position.theatre_of(state)}"
        yield Step(Act.PERISH, turn, state, end, rule="44.A.4", why="the enemy owns every city of its MD", tied=left)
        return
    if not position.district_supplied(district, turn):
        yield from _forced(position, piece, state, district, turn, left)
        return
    opens = enemy_opens(position, row, district, turn)
    booked = _booked(position, row, piece, district, turn)
    yield Step(
        Act.REMAIN, turn, state, state, rule="44.A", why="is not under the player's control", draws=booked,
        tied=piece.unit.front_value if opens else Fraction(0),
    )  # fmt: skip
    if opens:
        yield from _activations(position, row, piece, state, district, turn)
    shift_now = not in_reaction(position, turn) or position.rulings.france_shift_phase == "any"
    started = row.activated or row.activated_districts or position.rulings.france_shift_precondition == "none"
    if row.france and started and shift_now:
        for other in districts_of(row):
            if other != district:
                draws = _booked(position, row, piece, other, turn, guarded=True)
                yield Step(Act.SHIFT, turn, state, f"box:{other}", rule="44.A.2", why="the France garrison may shift",
                           draws=draws, tied=Fraction(0))  # fmt: skip


def _booked(
    position: Position, row: BoxGarrison, piece: Piece, district: str, turn: int, guarded: bool = False
) -> tuple[tuple[str, int, Fraction, bool], ...]:
    """The room that a unit takes in a box: six REs in a French MD, the OB's level for the whole garrison."""
    if not piece.res:
        return ()
    level = ((f"level:{row.id}", turn, piece.res, False),) if row.id in _levelled(position) else ()
    return (*level, (f"cap:{district}", turn, piece.res, guarded)) if row.france else level


def _activations(
    position: Position, row: BoxGarrison, piece: Piece, state: State, district: str, turn: int
) -> Iterator[Step]:
    reacting = in_reaction(position, turn)
    fires = f"activated:{row.id}:{district}" if by_district(position, row) else f"activated:{row.id}"
    halved = f"half:{row.id}:{district}" if by_district(position, row) else f"half:{row.id}"
    draws = ((halved, turn, piece.res, True),) if reacting and piece.res else ()
    rule = "44.A.1.a" if reacting else "44.A.1.b"
    still_counted = later_wants(position, row, turn) if by_district(position, row) else ()
    for place in landing_places(position, piece, district, turn):
        yield Step(
            Act.ACTIVATE, turn, state, place, rule=rule, draws=draws, fires=fires, tied=Fraction(0),
            stands_in=still_counted, why=f"the enemy's presence opens the garrison; placed in {position.name(place)}",
        )  # fmt: skip
        if not reacting:
            for journey in journeys(position, piece, state, place, turn):
                yield Step(
                    Act.ACTIVATE, turn, state, journey.end, journey.lasts, True, rule, fires=fires, draws=journey.draws,
                    stands_in=still_counted,
                    why=f"placed in {position.name(place)}, then goes on to {position.name(journey.end)}",
                    how=f"through {place}, {journey.how}",
                )  # fmt: skip


def later_wants(position: Position, row: BoxGarrison, turn: int) -> tuple[str, ...]:
    """The garrison's RE duties in the turns to come, which a unit that left with leave no longer owes."""
    return tuple(f"garrison:{row.id}:{later}" for later in position.turns if later > turn) if row.res else ()


def _forced(position: Position, piece: Piece, state: State, district: str, turn: int, left: Fraction) -> Iterator[Step]:
    """Out of regular supply, all garrison units come onto the map (44.A.1)."""
    if lost_hex(position, piece, turn):
        end = f"eliminated:{position.theatre_of(state)}"
        yield Step(Act.PERISH, turn, state, end, rule="44.A.3", why="the enemy owns its hex", tied=left)
        return
    places = landing_places(position, piece, district, turn, forced=True)
    for place in places:
        yield Step(
            Act.FORCED, turn, state, place, rule="44.A.1", why="its MD is out of regular supply", tied=Fraction(0)
        )
    if not places:
        yield Step(
            Act.REMAIN, turn, state, state, rule="44.A.1", why="there is no hex to place it in", tied=Fraction(0)
        )


def _rigid(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """A rigid garrison waits in its box until released, then stands at its OB hex (44.A.7.a.2)."""
    row = position.rigid_rows[state.partition(":")[2]]
    if position.in_force(row, turn) or not piece.unit.placed_at:
        yield Step(Act.REMAIN, turn, state, state, rule="44.A.7.a.2", why="a rigid garrison is kept off the map",
                   tied=Fraction(0))  # fmt: skip
    elif lost_hex(position, piece, turn):
        end = f"eliminated:{row.theatre}"
        yield Step(Act.PERISH, turn, state, end, rule="44.A.3", why="the enemy owns its hex", tied=Fraction(0))
    else:
        yield Step(Act.RELEASE, turn, state, piece.unit.placed_at, rule="44.A.7.a.2", why="the garrison is released",
                   tied=Fraction(0))  # fmt: skip


def _returns(position: Position, piece: Piece, place: State, turn: int) -> Iterator[Step]:
    """Forces may go back into an inactive garrison up to the OB's level (44.A.4)."""
    here = position.places[place]
    district = here.district or ""
    row = position.box_rows.get(district)
    if (
        row is None
        or position.rulings.return_to_garrison == "forbidden"
        or not position.district_supplied(district, turn)
    ):
        return
    airborne = piece.unit.type in AIR_UNITS
    at_home = place_kind(here, PlaceKind.AIRBASE) if airborne else here.city_kind is not None
    if at_home and may_return(position, row, piece) and not enemy_opens(position, row, district, turn):
        draws: tuple[tuple[str, int, Fraction, bool], ...] = ()
        if piece.res:
            draws = ((f"level:{row.id}", turn, piece.res, True),)
            draws += ((f"cap:{district}", turn, piece.res, True),) if row.france else ()
        yield Step(
            Act.RETURN, turn, place, f"box:{district}", rule="44.A.4", draws=draws,
            why="returns to the inactive garrison",
            tied=piece.unit.front_value * (len(position.turns) - turn),
        )  # fmt: skip


def may_return(position: Position, row: BoxGarrison, piece: Piece) -> bool:
    """Whether a unit is one of the forces that a garrison may take back (ruling return_units)."""
    unit = piece.unit
    if unit.type is UnitType.TASK_FORCE or unit.garrison not in (None, row.id):
        return False
    if unit.from_garrison == row.id or position.rulings.return_units == "any":
        return True
    return bool(row.listed) and unit.type in row.listed and row.nationality in (None, unit.nationality)


def _levelled(position: Position) -> frozenset[str]:
    """The garrisons that might take units back in this scenario, whose level has to be watched."""
    return frozenset(
        row.id for row in position.box_rows.values()
        if position.rulings.return_to_garrison != "forbidden"
        and (row.listed or position.rulings.return_units == "any"
             or any(unit.from_garrison == row.id for unit in position.scenario.units))
    )  # fmt: skip


def level(position: Position, row: BoxGarrison, turn: int) -> Fraction:
    """The garrison level that the order of battle shows for a turn."""
    if isinstance(row.level, dict):
        dated = sorted((position.scenario.offset(start), amount) for start, amount in row.level.items())
        return next((amount for start, amount in reversed(dated) if start <= turn), row.res)
    return row.res if row.level is None else row.level


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """Six REs in each French MD, the OB's level for returns, and half the REs in the enemy's player-turn."""
    turns = position.turns
    for row in {row.id: row for row in position.box_rows.values()}.values():
        label = row.name or row.id
        if row.id in _levelled(position):
            levels = tuple(level(position, row, turn) for turn in turns)
            yield BudgetSpec(f"level:{row.id}", "44.A.4", f"OB level of {label}", levels, carries=False, points="REs")
        for district in districts_of(row) if row.france else ():
            room = (FRENCH_MD_MOST,) * len(turns)
            name = position.districts[district].name or district
            yield BudgetSpec(f"cap:{district}", "44.A.2", f"Room in {name}", room, carries=False, points="REs")
        if position.scenario.moment == "reaction":
            groups = [(d,) for d in districts_of(row)] if by_district(position, row) else [districts_of(row)]
            for group in groups:
                name = f"half:{row.id}:{group[0]}" if by_district(position, row) else f"half:{row.id}"
                half = (half_of(position, group), *(Fraction(0),) * (len(turns) - 1))
                yield BudgetSpec(name, "44.A.1.a", f"Half of {label}", half, carries=False, points="REs")


def half_of(position: Position, districts: tuple[str, ...]) -> Fraction:
    """Half of the ground REs on hand in these boxes, rounded down (ruling half_rounding)."""
    boxes = {f"box:{district}" for district in districts}
    total = sum(
        (unit.regimental_equivalents * unit.count for unit in position.scenario.units if unit.at in boxes), Fraction(0)
    )
    return total / 2 if position.rulings.half_rounding == "exact_half" else Fraction(floor(total / 2))


def bars(position: Position, piece: Piece, step: Step) -> str | None:
    """Units of a garrison that is cut off may move only within its area (44.A.1)."""
    for tag in piece.named_in:
        kind, colon, garrison = tag.partition(":")
        if colon and kind == "cut_off" and step.end in position.places and step.start != step.end:
            area = {d for d, row in position.box_rows.items() if row.id == garrison}
            cut = any(not position.district_supplied(d, step.turn) for d in area)
            if cut and position.places[step.end].district not in area:
                return f"44.A.1: {garrison} is out of regular supply, its units may not leave the area"
    return None


def warnings(position: Position) -> Iterator[str]:
    """Units that would be lost, and boxes that are in danger."""
    for unit in position.scenario.units:
        if unit.at.startswith("box:") and unit.placed_at and not position.owns(unit.placed_at, 0):
            yield (
                f"44.A.3: {unit.id} would be eliminated if activated: the enemy owns {position.name(unit.placed_at)}; "
                "leave it in the box"
            )
    for district in position.districts:
        boxed = sum(
            (u.regimental_equivalents * u.count for u in position.scenario.units if u.at == f"box:{district}"),
            Fraction(0),
        )
        cities = [city for city in position.cities_in(district) if position.owns(city, 0)]
        if boxed and len(cities) == 1 and position.enemy_in(district, 0):
            yield f"44.A.4: {boxed} REs in the box of {district} are lost if {position.name(cities[0])} falls"


RULE = Rule(
    id="44.A.1", title="Activation, placement, return", steps=steps, bars=bars, budgets=budgets, warnings=warnings
)
