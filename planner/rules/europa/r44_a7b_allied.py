"""44.A.7.b Allied garrisons: by nationality, with event lines, substitution at half, and RPs as penalties."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from models.garrisons import AlliedGarrison
from models.places import PlaceKind
from models.problem import Check, Rounding, State
from models.units import AIR_UNITS
from models.words import Side
from planner.rules.europa.position import Position, place_kind
from planner.rules.europa.r44_a7b1_lines import GREEK_TRIGGER, line_since, required
from planner.rules.europa.r44_a_garrisons import fit, on_map_states, re_credit, specified_want
from planner.rules.interface import Penalty, Piece, Rule, Want

SUBSTITUTE = Fraction(1, 2)  # 44.A.7.b.1
INF_RP = Fraction(1, 2)  # 44.A.7.b.2.i, for every started three REs
RES_PER_STEP = Fraction(3)
AIR_RP = Fraction(1, 4)  # 44.A.7.b.2.ii, for every air unit
COMMONWEALTH = frozenset(
    {"canadian", "australian", "new_zealand", "new_zealander", "south_african", "indian"}
)  # 52.D.3.b


def nation(position: Position, nationality: str) -> str:
    """The chart row a nationality belongs to (ruling commonwealth_counts_as_british)."""
    joined = position.rulings.commonwealth_counts_as_british == "true" and nationality in COMMONWEALTH
    return "british" if joined else nationality


def due(position: Position, row: AlliedGarrison, turn: int) -> bool:
    """A city or town there was ours before this turn began; no Axis city or unit is in the MD or next to it."""
    places = position.places_of(row)
    kinds = [PlaceKind.REFERENCE, PlaceKind.DOT, PlaceKind.MAJOR, PlaceKind.OFF_MAP]
    if position.rulings.allied_trigger == "city_or_town":
        kinds.append(PlaceKind.TOWN)
    ours = (key for key in places if place_kind(position.places[key], *kinds))
    if not any(position.due_since_capture(key, turn) for key in ours):
        return False
    districts = {*row.districts, *(position.places[key].district for key in places)} - {None}
    for district in districts:
        if not district or any(position.owner(city, turn) is Side.AXIS for city in position.cities_in(district)):
            return False
        if any(position.enemy_in(near, turn) for near in (district, *position.adjacent(district))):
            return False
    return True


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
                greek = line_since(position, GREEK_TRIGGER, turn) <= turn
                yield from _row_wants(position, row, turn, greek=greek)
            yield from specified_want(position, row, position.places_of(row), turn)


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
    counted = re_credit(position, fit)

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


def warnings(position: Position) -> Iterator[str]:
    """Landings of the plan itself are not seen as an invasion of the West."""
    rows = [row for row in position.scenario.garrisons if isinstance(row, AlliedGarrison) and row.west_invaded]
    last = position.turns[-1]
    if rows and position.side is Side.ALLIED and line_since(position, "west_invaded", last) > last:
        yield (
            "44.A.7.b.1.iv: garrisons change once 3 supplied REs and a city are yours in France, Benelux or Greater "
            "Germany; if you mean to land there, date it with the event 'west_invaded'"
        )


RULE = Rule(id="44.A.7.b", title="Allied garrisons", wants=wants, meets=meets, warnings=warnings)
