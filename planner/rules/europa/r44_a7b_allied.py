"""44.A.7.b Allied garrisons: by nationality, with event lines, substitution at half, and RPs as penalties."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from models.garrisons import AlliedGarrison, Contingent
from models.places import PlaceKind
from models.problem import Check, Rounding, State
from models.units import AIR_UNITS
from models.words import Side
from planner.rules.europa.position import Position, place_kind
from planner.rules.europa.r44_a_garrisons import fit, on_map_states, re_credit
from planner.rules.interface import Penalty, Piece, Rule, Want

SUBSTITUTE = Fraction(1, 2)  # 44.A.7.b.1
INF_RP = Fraction(1, 2)  # 44.A.7.b.2.i, for every started three REs
RES_PER_STEP = Fraction(3)
AIR_RP = Fraction(1, 4)  # 44.A.7.b.2.ii, for every air unit
WEST = frozenset({"france", "belgium", "netherlands", "luxembourg", "germany", "greater_germany", "austria"})
WEST_RES = Fraction(3)  # 44.A.7.b.1.iv
COMMONWEALTH = frozenset({"canadian", "australian", "new_zealand", "south_african", "indian"})
LINES = ("italy_surrendered", "corsica_controlled", "west_invaded", "greece_garrisoned")
GREEK_TRIGGER = "greece_garrisoned"


def nation(position: Position, nationality: str) -> str:
    """The chart row a nationality belongs to (ruling commonwealth_counts_as_british)."""
    joined = position.rulings.commonwealth_counts_as_british == "true" and nationality in COMMONWEALTH
    return "british" if joined else nationality


def line_in_force(position: Position, line: str, turn: int) -> bool:
    """Whether an event line applies: dated in the file, or seen in the position."""
    if position.happened(turn, line):
        return True
    if line == "corsica_controlled":
        return corsica_controlled(position, turn)
    return line == "west_invaded" and west_invaded(position, turn)


def corsica_controlled(position: Position, turn: int) -> bool:
    """Every city and port of Corsica is Allied and no Axis unit is in supply there."""
    corsica = [
        key for key, place in position.places.items()
        if "corsica" in (place.region, place.country, place.district, *place.areas)
        and (place.city_kind or place_kind(place, PlaceKind.PORT))
    ]  # fmt: skip
    districts = {position.places[key].district or "" for key in corsica} & position.districts.keys()
    return (
        bool(corsica)
        and all(position.owns(key, turn) for key in corsica)
        and not any(position.enemy_in(district, turn) for district in districts)
    )


def west_invaded(position: Position, turn: int) -> bool:
    """Three REs in regular supply in France, Benelux or Greater Germany, and a city owned there."""
    west = {key: place.country for key, place in position.places.items() if place.country in WEST}
    groups = [WEST] if position.rulings.west_invaded_scope == "combined" else [frozenset({c}) for c in WEST]
    for group in groups:
        res = sum(
            (unit.regimental_equivalents * unit.count for unit in position.scenario.units
             if west.get(unit.at) in group and position.supplied(unit.at, turn)), Fraction(0),
        )  # fmt: skip
        city = any(
            country in group and position.places[key].city_kind and position.owns(key, turn)
            for key, country in west.items()
        )
        if res >= WEST_RES and city:
            return True
    return False


def due(position: Position, row: AlliedGarrison, turn: int) -> bool:
    """The area must hold a city or town of ours, and no Axis city or unit in the MD or next to it."""
    places = position.places_of(row)
    kinds = [PlaceKind.REFERENCE, PlaceKind.DOT, PlaceKind.MAJOR, PlaceKind.OFF_MAP]
    if position.rulings.allied_trigger == "city_or_town":
        kinds.append(PlaceKind.TOWN)
    if not any(place_kind(position.places[key], *kinds) and position.owns(key, turn) for key in places):
        return False
    districts = {*row.districts, *(position.places[key].district for key in places)} - {None}
    for district in districts:
        if not district or any(not position.owns(city, turn) for city in position.cities_in(district)):
            return False
        if any(position.enemy_in(near, turn) for near in (district, *position.adjacent(district))):
            return False
    return True


def required(position: Position, row: AlliedGarrison, turn: int, greek: bool) -> dict[str, Contingent]:
    """What each nationality owes in a turn: the initial line and the lines of events (ruling allied_chart_lines)."""
    owed = dict(row.initial)
    for line in LINES:
        applies = greek if line == "greece_garrisoned" else line_in_force(position, line, turn)
        changes: dict[str, Contingent] = getattr(row, line) if applies else {}
        for nationality, change in changes.items():
            before = owed.get(nationality, Contingent())
            if position.rulings.allied_chart_lines == "absolute":
                owed[nationality] = change
            else:
                owed[nationality] = Contingent(res=before.res + change.res, air=before.air + change.air)
    return owed


def wants(position: Position) -> Iterator[Want]:
    """Every Allied garrison, nationality by nationality."""
    if position.side is not Side.ALLIED:
        return
    for row in position.scenario.garrisons:
        for turn in position.turns:
            if not isinstance(row, AlliedGarrison) or not position.in_force(row, turn) or not due(position, row, turn):
                continue
            if greek_line_open(position, row, turn):
                yield from _row_wants(position, row, turn, greek=False, suffix="", waived_by=GREEK_TRIGGER)
                yield from _row_wants(position, row, turn, greek=True, suffix=":greece", due_after=GREEK_TRIGGER)
            else:
                greek = position.happened(turn, GREEK_TRIGGER)
                yield from _row_wants(position, row, turn, greek=greek)


def greek_line_open(position: Position, row: AlliedGarrison, turn: int) -> bool:
    """Whether the plan itself may bring the Greece Garrisoned line about (ruling greece_garrisoned_trigger)."""
    by_condition = position.rulings.greece_garrisoned_trigger == "condition"
    return bool(row.greece_garrisoned) and by_condition and not position.happened(turn, GREEK_TRIGGER)


def meets(position: Position) -> Iterator[tuple[str, tuple[str, ...]]]:
    """A Greek garrison fully met in one turn brings the Greece Garrisoned line from the next (44.A.7.b.1.v)."""
    for row in position.scenario.garrisons:
        if isinstance(row, AlliedGarrison) and position.side is Side.ALLIED:
            places = position.places_of(row)
            if places and all(position.places[key].country == "greece" for key in places):
                for turn in position.turns:
                    if position.in_force(row, turn) and due(position, row, turn):
                        names = tuple(want.id for want in _row_wants(position, row, turn, greek=False))
                        if names:
                            yield GREEK_TRIGGER, names


def _row_wants(
    position: Position, row: AlliedGarrison, turn: int, greek: bool, suffix: str = "", waived_by: str = "",
    due_after: str = "",
) -> Iterator[Want]:  # fmt: skip
    places = position.places_of(row)
    states = on_map_states(position, row, places)
    where = row.name or row.id
    for nationality, owed in required(position, row, turn, greek).items():
        by = nationality.replace("_", " ").title()
        if owed.res > 0:
            name = f"garrison:{row.id}:{nationality}:{turn}{suffix}"
            yield Want(
                name, "44.A.7.b", turn, Check.OWN_INITIAL, where, states, owed.res,
                (_rp_penalty(position, row, nationality, turn, "inf", suffix),), f"{where} wants {owed.res} {by} REs",
                _substituted(position, nationality), f"{by} REs", whole=True, waived_by=waived_by, due_after=due_after,
            )  # fmt: skip
        if owed.air > 0:
            name = f"garrison:{row.id}:{nationality}:air:{turn}{suffix}"
            yield Want(
                name, "44.A.7.b", turn, Check.OWN_INITIAL, where, frozenset(places), Fraction(owed.air),
                (_rp_penalty(position, row, nationality, turn, "air", suffix),),
                f"{where} wants {owed.air} {by} air unit(s)", _air(position, nationality), f"{by} air units",
                purse="air", whole=True, paired=_paired(position, nationality), waived_by=waived_by,
                due_after=due_after,
            )  # fmt: skip


def _substituted(position: Position, nationality: str) -> Callable[[Piece, State], Fraction | None]:
    """REs in full for the chart's nationality, half for any other."""
    counted = re_credit(fit)

    def credit(piece: Piece, state: State) -> Fraction | None:
        amount = counted(piece, state)
        if amount is None or nation(position, piece.unit.nationality) == nationality:
            return amount
        return amount * SUBSTITUTE

    return credit


def _air(position: Position, nationality: str) -> Callable[[Piece, State], Fraction | None]:
    def credit(piece: Piece, _state: State) -> Fraction | None:
        if piece.unit.type not in AIR_UNITS or piece.unit.disrupted:
            return None
        return Fraction(1) if nation(position, piece.unit.nationality) == nationality else SUBSTITUTE

    return credit


def _paired(position: Position, nationality: str) -> Callable[[Piece], bool]:
    """Foreign air units count two for one; a single one left over counts nothing (ruling air_sub_rounding)."""
    floor_them = position.rulings.air_sub_rounding == "floor"
    return lambda piece: floor_them and nation(position, piece.unit.nationality) != nationality


def _rp_penalty(
    position: Position, row: AlliedGarrison, nationality: str, turn: int, points: str, suffix: str
) -> Penalty:
    """½ infantry RP for every started three REs, ¼ air RP for every air unit, of that nationality."""
    together = position.rulings.allied_penalty_group == "nationality"
    group = f"{points}:{nationality}:{turn}{suffix}" if together else f"{points}:{row.id}:{nationality}:{turn}{suffix}"
    pools = tuple(
        f"pool:{pool.id}"
        for pool in position.scenario.pools
        if pool.points == points and pool.nationality == nationality
    )
    by = nationality.replace("_", " ").title()
    if points == "air":
        return Penalty(group, "air_rp", AIR_RP, paid_from=pools, sentence=f"{by}: ¼ air RP for each missing air unit")
    return Penalty(
        group, "inf_rp", INF_RP, RES_PER_STEP, Rounding.STARTED, paid_from=pools,
        sentence=f"{by}: ½ inf RP for every three missing REs or part of three",
    )  # fmt: skip


RULE = Rule(id="44.A.7.b", title="Allied garrisons", wants=wants, meets=meets)
