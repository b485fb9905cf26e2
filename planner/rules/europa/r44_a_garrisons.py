"""44.A Garrisons: who counts, for how much, and what a garrison is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from models.garrisons import BoxGarrison, Composition, Garrison
from models.problem import Act, Check, Rounding, State
from models.scenario import theatres_of
from models.units import AIR_UNITS, GARRISON_CATEGORY, NOT_GROUND, UnitType
from planner.rules.europa.position import Position, districts_of
from planner.rules.interface import Grant, Penalty, Piece, Rule, Step, Want

HALF_SIZE = Fraction(1, 2)  # 52.A.12
ELIMINATED_COUNT = Fraction(1, 3)  # 44.A, note on the eliminated pools
FORMING_COUNT = Fraction(1)  # 44.A, note on forming boxes
VP_IF_UNSTATED = {"vp_0.5": Fraction(1, 2), "vp_1.0": Fraction(1)}
ROUNDING = {"proportional": Rounding.PROPORTIONAL, "ceil": Rounding.STARTED, "floor": Rounding.FULL}

Eligible = Callable[[Piece], bool]
CreditOf = Callable[[Piece, State], Fraction | None]


def fit(piece: Piece) -> bool:
    """An undisrupted combat unit: only these make up the REs of a garrison."""
    return piece.unit.is_combat and not piece.unit.disrupted


def garrison_category(piece: Piece) -> bool:
    """One of the sixteen types of 44.A.7.a.1, undisrupted."""
    return fit(piece) and piece.unit.type in GARRISON_CATEGORY


def any_ground(position: Position, piece: Piece) -> bool:
    """Any undisrupted ground unit, or any combat unit if the table reads it so (ruling any_ground)."""
    if position.rulings.any_ground == "combat_only":
        return fit(piece)
    return not piece.unit.disrupted and piece.unit.type not in NOT_GROUND


def eligible_for(position: Position, wanted: object, nationality: str | None = None) -> Eligible:
    """The units that a table row accepts."""
    types = frozenset(wanted) if isinstance(wanted, tuple) else frozenset()

    def accepts(piece: Piece) -> bool:
        if nationality and piece.unit.nationality != nationality:
            return False
        if wanted == "garrison_category":
            return garrison_category(piece)
        if wanted == "any_combat":
            return fit(piece)
        if wanted == "any_ground":
            return any_ground(position, piece)
        return piece.unit.type in types and not piece.unit.disrupted

    return accepts


def re_credit(position: Position, eligible: Eligible) -> CreditOf:
    """REs in full on the map, in a holding box or forming; a third in the eliminated pools.

    Of half their size if 52.A.12 halves eliminated units everywhere (ruling elim_re_factor_scope).
    """
    third = ELIMINATED_COUNT * (HALF_SIZE if position.rulings.elim_re_factor_scope == "all" else 1)

    def credit(piece: Piece, state: State) -> Fraction | None:
        if not piece.res or not eligible(piece):
            return None
        if state.startswith(("eliminated:", "isolated:")):
            return piece.res * third
        return piece.res * (FORMING_COUNT if state.startswith("forming:") else 1)

    return credit


def indivisible(position: Position, state: State) -> bool:
    """A unit in a pool or forming box is credited once; on the map its REs may be split (ruling split_unit_re)."""
    if state.startswith(("eliminated:", "isolated:", "forming:")):
        return True
    return position.rulings.split_unit_re == "false" and not state.startswith("box:")


def purse(position: Position, family: str) -> str:
    """One RE does one duty, or one of each family if the table allows it (ruling double_count)."""
    return "duty" if position.rulings.double_count == "explicit_only" else family


def one_each(*types: UnitType, nationality: str | None = None) -> CreditOf:
    """One for each undisrupted counter of these types, of one nationality if the row names it."""

    def credit(piece: Piece, _state: State) -> Fraction | None:
        unit = piece.unit
        fits = unit.type in types and not unit.disrupted and nationality in (None, unit.nationality)
        return Fraction(1) if fits else None

    return credit


def pools_counting(position: Position, theatre: str, districts: tuple[str, ...], box: bool) -> frozenset[State]:
    """The eliminated pools whose units may count for a garrison (rulings eliminated_...)."""
    rulings = position.rulings
    if rulings.eliminated_scope == "off" or (rulings.eliminated_scope == "md_boxes_only" and not box):
        return frozenset()
    kinds = ("eliminated", "isolated") if rulings.eliminated_pools == "both" else ("eliminated",)
    names = {*theatres_of(position.scenario), *position.districts}
    if rulings.eliminated_link == "theatre":
        names = {name for name in names if position.theatre_of(f"eliminated:{name}") == theatre}
    elif rulings.eliminated_link == "md":
        names &= set(districts)
    return frozenset(f"{kind}:{name}" for kind in kinds for name in names)


def on_map_states(position: Position, row: Garrison, places: tuple[str, ...]) -> frozenset[State]:
    """Where units count for a garrison on the map: its places, its MDs' forming boxes, the eliminated pools."""
    districts = tuple({position.places[key].district or "" for key in places})
    whole_mds: tuple[str, ...] = () if getattr(row, "at", ()) else getattr(row, "districts", ())
    pools = pools_counting(position, position.theatre_of_row(row, places), districts, box=False)
    return frozenset(places) | {f"forming:{district}" for district in whole_mds} | pools


def unstated(position: Position, group: str, where: str, rounding: str = "proportional") -> Penalty:
    """The price where a clause speaks of a penalty and names none (ruling unspecified_penalty)."""
    mode = position.rulings.unspecified_penalty
    if mode == "hard":
        return breach(group, f"{where} may not be short")
    return Penalty(
        group, "vp", VP_IF_UNSTATED[mode], rounding=ROUNDING[rounding], sentence=f"{where}: VP per missing RE"
    )


def breach(group: str, sentence: str) -> Penalty:
    """A duty that must be done and has no price: gaps come before everything else."""
    return Penalty(group, "breaches", Fraction(1), sentence=sentence)


def nonre_penalty(position: Position, group: str, sentence: str) -> Penalty:
    """The price of missing HQs, SPs, air units and the like (ruling nonre_shortfall)."""
    mode = position.rulings.nonre_shortfall
    if mode.startswith("weight:"):
        return Penalty(group, "vp", Fraction(mode.removeprefix("weight:")), sentence=sentence)
    return Penalty(group, "breaches", Fraction(1), sentence=sentence, counted=mode == "hard")


COMPONENTS: tuple[tuple[str, str, tuple[UnitType, ...]], ...] = (
    ("hq", "HQs", (UnitType.HQ, UnitType.ARMY_HQ)),
    ("air", "air units", tuple(AIR_UNITS)),
    ("river_flotilla", "river flotillas", (UnitType.FLOTILLA,)),
    ("sp", "SPs", ()),
    ("srp", "SRPs", ()),
)


def composition_wants(
    position: Position, row: Garrison, requires: Composition, states: frozenset[State], turn: int, waived_by: str = ""
) -> Iterator[Want]:
    """HQs, air units, flotillas, SPs and SRPs that a garrison calls for beside its REs."""
    nationality: str | None = getattr(row, "nationality", None)
    for field, words, types in COMPONENTS:
        required = Fraction(getattr(requires, field))
        if required:
            name = f"garrison:{row.id}:{field}:{turn}"
            where = row.name or row.id
            yield Want(
                name, "44.A", turn, Check.OWN_INITIAL, where, states, required,
                (nonre_penalty(position, name, f"{where} lacks {words}"),),
                f"{where} calls for {required} {words}", one_each(*types, nationality=nationality), words, purse=field,
                waived_by=waived_by,
            )  # fmt: skip


def unique(position: Position) -> Iterator[BoxGarrison]:
    """The box garrisons, each once."""
    yield from {row.id: row for row in position.box_rows.values()}.values()


def box_wants(position: Position) -> Iterator[Want]:
    """What the order of battle wants in the holding boxes, until the garrison is activated or its MDs are lost."""
    for row in unique(position):
        for turn in position.turns:
            lost = all(all_cities_lost(position, district, turn) for district in districts_of(row))
            if position.in_force(row, turn) and not lost and not _activated_already(position, row, turn):
                yield from _box_wants(position, row, turn)


def all_cities_lost(position: Position, district: str, turn: int) -> bool:
    """Whether the enemy owns every city of a district: its unactivated forces are gone at once (44.A.4)."""
    cities = position.cities_in(district)
    return bool(cities) and all(position.enemy_owns(city, turn) for city in cities)


def _activated_already(position: Position, row: BoxGarrison, turn: int) -> bool:
    """An activated garrison owes nothing (44.A.4), unless refilling it is a duty once no enemy is near."""
    districts = districts_of(row)
    if not row.activated and not set(districts) <= set(row.activated_districts):
        return False
    if position.rulings.refill_on_deactivate == "voluntary":
        return True
    return any(
        position.enemy_in(near, turn) for district in districts for near in (district, *position.adjacent(district))
    )


def box_credit(position: Position, row: BoxGarrison) -> CreditOf:
    """What a unit counts for in a box garrison: combat units, of its nationality if the row names one."""
    return re_credit(position, eligible_for(position, "any_combat", row.nationality))


def _box_wants(position: Position, row: BoxGarrison, turn: int) -> Iterator[Want]:
    districts = districts_of(row)
    boxes = frozenset(f"{kind}:{district}" for district in districts for kind in ("box", "forming"))
    pools = pools_counting(position, position.theatre_of_row(row), districts, box=True)
    where = f"{row.name or row.id} garrison"
    fired = f"activated:{row.id}"
    if row.res:
        yield Want(
            f"garrison:{row.id}:{turn}", "44.A", turn, Check.OWN_INITIAL, where, boxes | pools, row.res,
            (unstated(position, f"garrison:{row.id}:{turn}", where),),
            f"the {where} is to hold {row.res} REs", box_credit(position, row), purse=purse(position, "garrison"),
            box_purse="garrison box", box_states=("box:",), waived_by=fired,
        )  # fmt: skip
    yield from composition_wants(position, row, row.requires, boxes, turn, fired)


def box_grants(position: Position) -> Iterator[Grant]:
    """SPs, SRPs and whatever else lies in the boxes without a counter of its own in the file."""
    for row in unique(position):
        for field, words, _ in COMPONENTS:
            held = Fraction(getattr(row.holds, field))
            for turn in position.turns if held else ():
                yield Grant((f"garrison:{row.id}:{field}:{turn}",), held, "44.A", f"{held} {words} in the box")


def specified_want(position: Position, row: Garrison, places: tuple[str, ...], turn: int) -> Iterator[Want]:
    """While a garrison on the map is to be maintained, the units that the order of battle puts in it must be there."""
    named = [
        unit for unit in position.scenario.units
        if unit.garrison == row.id and not unit.at.startswith(("eliminated:", "isolated:"))
        and position.arrival(unit) < turn
    ]  # fmt: skip
    if not named:
        return
    count = sum(unit.count for unit in named)
    name, where = f"specified:{row.id}:{turn}", row.name or row.id
    yield Want(
        name, "44.A.7.b.3" if row.kind == "allied" else "44.A", turn, Check.OWN_INITIAL, where, frozenset(places),
        Fraction(count), (breach(name, f"units of the order of battle are missing from {where}"),),
        f"the order of battle puts {count} unit(s) in {where}",
        lambda piece, _state: Fraction(1) if piece.unit.garrison == row.id else None,
        "units", purse="specified", presence=True,
    )  # fmt: skip


def steps(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """Units in the eliminated pools and forming boxes wait there; they may be credited to a garrison."""
    kind = state.partition(":")[0]
    if kind in ("eliminated", "isolated"):
        yield Step(Act.LIE, turn, state, state, rule="44.A", why="counts a third of its REs", tied=Fraction(0))
    elif kind == "forming":
        district = state.partition(":")[2]
        if all_cities_lost(position, district, turn):  # 51.B.7
            end, left = f"eliminated:{position.theatre_of(state)}", len(position.turns) - turn
            yield Step(Act.PERISH, turn, state, end, rule="51.B.7", why="the enemy owns every city of its MD",
                       tied=piece.unit.front_value * left, into="")  # fmt: skip
            return
        row = position.box_rows.get(district)
        counted = row and row.france and position.rulings.cap_counts == "all_credits"
        draws = ((f"cap:{district}", turn, piece.res, False),) if counted else ()
        yield Step(Act.FORM, turn, state, state, rule="44.A", why="counts in full", tied=Fraction(0), draws=draws)


def wants(position: Position) -> Iterator[Want]:
    """The duties of 44.A itself; units specified for garrisons on the map are asked for by each garrison's own rule."""
    yield from box_wants(position)


RULE = Rule(id="44.A", title="Garrisons", wants=wants, steps=steps, grants=box_grants)
