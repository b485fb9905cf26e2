"""How scenarios of the Europa rules are shown."""

from __future__ import annotations

from collections.abc import Iterator

from models.problem import State
from models.scenario import Scenario
from models.units import Size, Unit, UnitType
from planner.rules.europa.r52_a_rebuilding import as_told
from planner.rules.showing import YES_NO, Column, Showing, ShownPlace, ShownUnit, Subject, Table, number_of, titled

BOXES = {
    "box": "{} garrison box", "forming": "{} forming box", "eliminated": "Eliminated box ({})",
    "isolated": "Isolated box ({})", "arriving": "Off the map, bound for {}", "sea": "{}",
    "pending": "Not in play yet ({})", "gone": "Out of play ({})", "reserve": "{} national reserve",
    "away": "off the map until it returns ({})", "breakdown": "breakdown box ({})", "track": "{} replacement track",
    "scrapped": "Scrapped",
}  # fmt: skip
OFF_THE_MAP = frozenset({"pending", "gone", "scrapped"})  # no place that a sentence would name
KINDS = {"garrison": "Garrison of {}", "occupation": "Occupation of {}", "naval": "Naval garrison, {}"}  # of demands
ON_FOOT = frozenset({
    UnitType.PARA, UnitType.MARINE, UnitType.MTN, UnitType.INF, UnitType.LT_INF, UnitType.MOT_INF, UnitType.FORT,
    UnitType.TRNG, UnitType.STATIC, UnitType.MG, UnitType.MOT_MG, UnitType.SECURITY, UnitType.POLICE, UnitType.BORDER,
    UnitType.MILITIA, UnitType.NKVD, UnitType.COMMANDO,
})  # fmt: skip
TRACKED = frozenset({UnitType.ARM, UnitType.LT_ARM, UnitType.MXD, UnitType.ASLT_GUN})


def units(scenario: Scenario) -> dict[str, ShownUnit]:
    """The counters in play, and those of the order of battle that are not in play yet."""
    recruits = (unit for line in scenario.order_of_battle for unit in line.units)
    found = {name: shown for unit in recruits for name, shown in _shown(unit, in_play=False)}
    return found | {name: shown for unit in scenario.units for name, shown in _shown(unit, in_play=True)}


def _shown(unit: Unit, in_play: bool) -> Iterator[tuple[str, ShownUnit]]:
    for name in unit.names:
        yield name, ShownUnit(
            name=unit.name or unit.id, at=unit.at if in_play else "", res=unit.regimental_equivalents,
            number=number_of(name) if unit.count > 1 else "", counter=str(unit.counter) if unit.counter else "",
            sign="foot" if unit.type in ON_FOOT else "armour" if unit.type in TRACKED else "",
            free=in_play and ":" not in unit.at and unit.garrison is None,  # what lies in a box is not his to take
        )  # fmt: skip


def places(scenario: Scenario) -> dict[str, ShownPlace]:
    """The places of the map."""
    return {key: ShownPlace(row.name, row.latitude, row.longitude) for key, row in scenario.places.items()}


def place(scenario: Scenario, state: State) -> str:
    """A place, or a box: 'Brussels', 'Belgium garrison box'."""
    kind, colon, where = state.partition(":")
    if not colon:
        known = scenario.places.get(state)
        return (known.name if known else "") or titled(state)
    district = scenario.districts.get(where)
    name = (district.name if district else "") or _garrison(scenario, where)
    if kind == "arriving":
        name = place(scenario, where)
    elif kind in OFF_THE_MAP:
        name = where  # a line of the order of battle, in its own words
    elif kind == "sea" and len(where) == 3:
        name = where.upper()
    return BOXES.get(kind, "{}").format(name)


def _garrison(scenario: Scenario, name: str) -> str:
    return next((row.name for row in scenario.garrisons if row.id == name and row.name), titled(name))


def _zone(scenario: Scenario, name: str) -> str:
    return (scenario.zones[name].name if name in scenario.zones else "") or titled(name)


def group(scenario: Scenario, demand: str) -> str:
    """The garrison, zone or navy that a demand belongs to."""
    kind, _, rest = demand.partition(":")
    where = rest.partition(":")[0]
    if kind == "naval":
        name = where.upper()
    elif kind == "occupation" and where in scenario.zones:
        name = _zone(scenario, where)
    else:
        name = _garrison(scenario, where)
    return KINDS.get(kind, f"{titled(kind)}: {{}}").format(name)


def section(scenario: Scenario, demand: str) -> str:
    """Garrisons together, occupation zone by zone."""
    return "Garrisons" if demand.startswith("garrison:") else group(scenario, demand)


def row(scenario: Scenario, table: str, name: str) -> str:
    """What a row of a table is called."""
    if table == "units":
        return units(scenario)[name].name if name in units(scenario) else name
    if table == "places":
        return place(scenario, name)
    if table == "garrisons":
        return _garrison(scenario, name)
    return _zone(scenario, name) if table == "zones" and name in scenario.zones else name


def tables(scenario: Scenario) -> tuple[Table, ...]:
    """Units, places and the garrison table."""
    known = ", ".join(sorted(scenario.place_names)[:12])
    return (
        Table("units", "Units", {
            "id": Column("Id"), "name": Column("Name"), "type": Column("Type", tuple(kind.value for kind in UnitType)),
            "nationality": Column("Nationality"), "at": Column("At", help=f"A place or a box: {known}"),
            "counter": Column("Counter", help="5-7-6, or 8-6 (3-6) with its cadre"),
            "size": Column("Size", ("", *(size.value for size in Size))), "res": Column("REs"),
            "count": Column("How many"), "disrupted": Column("Disrupted", YES_NO), "cadre": Column("As cadre", YES_NO),
            "immobile": Column("Immobile", YES_NO), "arrives": Column("Arrives"),
        }),
        Table("places", "Places", {
            "id": Column("Id"), "name": Column("Name"),
            "kind": Column("Kind", help="major, dot, reference, town, port, fortress, airbase or off_map"),
            "country": Column("Country"), "district": Column("District"), "zone": Column("Zone"),
            "owner": Column("Owner", ("", "axis", "allied", "soviet")), "since": Column("Since"),
            "supply_line": Column("Supply line", YES_NO), "enemy_within_5": Column("Enemy within 5 hexes", YES_NO),
            "partisans_within_5": Column("Partisans within 5", YES_NO), "enemy_zoc": Column("Enemy ZOC", YES_NO),
        }),
        Table("garrisons", "Garrisons", {
            "id": Column("Id", fixed=True), "name": Column("Name"), "kind": Column("Kind", fixed=True),
            "res": Column("REs required"), "at": Column("At"), "nationality": Column("Nationality"),
            "since": Column("Since"), "until": Column("Until"),
        }, grows=False),
    )  # fmt: skip


def wished_tables(scenario: Scenario) -> tuple[Table, ...]:
    """The REs that garrisons require, and the players' own figures for whole zones."""
    required = Column("REs required", help="An exact number: 2, 1/2 or 1½")
    own = Column("REs of occupation", help="Your own figure for the whole zone; empty: by the rates of 44.B.2.a")
    found = []
    if any(hasattr(garrison, "res") for garrison in scenario.garrisons):
        heading = "Garrisons and the REs they require"
        columns = {"id": Column("Id"), "name": Column("Garrison", fixed=True), "kind": Column("Kind", fixed=True)}
        found.append(Table("garrisons", heading, {**columns, "res": required}, grows=False, shows_id=False))
    if scenario.zones:
        heading = "Occupation zones and the players' own figures for them"
        found.append(Table("zones", heading, {"id": Column("Zone", fixed=True), "requirement": own}, grows=False))
    return tuple(found)


SHOWING = Showing(
    units=units, places=places, place=place, group=group, section=section, row=row, tables=tables,
    wished_tables=wished_tables, become=as_told, unsaid=OFF_THE_MAP, forts=lambda scenario: scenario.forts,
    replacements=Subject(
        "This scenario has no replacement points and nothing to replace (chapter 52).", chapters=("52",)
    ),
    reinforcements=Subject(
        "This scenario has no reinforcements, withdrawals or forts (chapters 51 and 40).", chapters=("51", "40")
    ),
)  # fmt: skip
