"""How campaigns of chapter 4 are shown."""

from __future__ import annotations

from models.pg2 import Campaign, names_of
from models.pg2_forces import Formation
from models.problem import Act, State
from planner.rules.pg2.tokens import start_of
from planner.rules.showing import Column, Showing, ShownPlace, ShownUnit, Sign, Subject, Table, number_of, titled

SECTIONS = {  # demands by the first word of their ids
    "held": "Territories held", "objectives": "Objectives guarded", "supply": "Supply", "aa": "Fixed AA",
    "readiness": "Readiness of formations", "liberation": "Open to liberation", "frontier": "Frontiers",
    "dug_in": "Divisions dug in", "island": "Island garrisons", "strength": "Formations up to strength",
    "line": "Fortified lines", "coast": "Coastal guns", "formed": "Formations to form",
    "joined": "Divisions to attach", "training": "Training", "guarded": "Territories guarded whatever happens",
    "undefended": "Undefended territories",
}  # fmt: skip
SIGNS: dict[str, Sign] = {
    "infantry": "foot", "mountain": "foot", "marine": "foot", "paratroop": "foot", "engineer": "foot", "tank": "armour",
}  # fmt: skip
BOUGHT = frozenset({
    Act.REPLACE, Act.FORM_UP, Act.TRAIN, Act.PLACE, Act.RESUPPLY, Act.FORTIFY, Act.DISBAND, Act.ATTACH, Act.TRANSFER,
})  # fmt: skip


def units(campaign: Campaign) -> dict[str, ShownUnit]:
    """Formations, those of the force pool, garrison units and fixed guns."""
    found = {entry.id: ShownUnit(entry.name or entry.id) for entry in campaign.force_pool}
    for row in campaign.formations:
        found[row.id] = ShownUnit(row.name or row.id, start_of(row), sign=_sign(row))
    for unit in campaign.garrisons:
        sign = SIGNS.get(unit.type, "")
        found |= {name: ShownUnit(unit.name or unit.id, unit.at, number_of(name), sign=sign) for name in names_of(unit)}
    for gun in campaign.fixed:
        found |= {name: ShownUnit(gun.name or gun.id, gun.at, number_of(name)) for name in names_of(gun)}
    return found


def _sign(formation: Formation) -> Sign:
    """Of what most of its units are."""
    return SIGNS.get(max(formation.units, key=formation.units.__getitem__, default="infantry"), "")


def places(campaign: Campaign) -> dict[str, ShownPlace]:
    """The territories."""
    return {
        key: ShownPlace(row.name, row.latitude, row.longitude, row.controller == campaign.side)
        for key, row in campaign.territories.items()
    }


def place(campaign: Campaign, state: State) -> str:
    """A territory, or a region's reserve."""
    kind, colon, region = state.partition(":")
    if colon:
        reserve = campaign.reserves.get(region)
        return f"{kind.capitalize()} of {(reserve.name if reserve else '') or titled(region)}"
    territory = campaign.territories.get(state)
    return (territory.name if territory else "") or titled(state)


def group(campaign: Campaign, demand: str) -> str:
    """What a demand is about: 'Objectives: Paris'."""
    kind, _, rest = demand.partition(":")
    return f"{titled(kind)}: {place(campaign, rest.partition(':')[0])}"


def section(_campaign: Campaign, demand: str) -> str:
    """Demands by their kind."""
    kind = demand.partition(":")[0]
    return SECTIONS.get(kind, titled(kind))


def row(campaign: Campaign, table: str, name: str) -> str:
    """What a row of a table is called."""
    if table == "territories":
        return place(campaign, name)
    return units(campaign)[name].name if name in units(campaign) else name


def tables(_campaign: Campaign) -> tuple[Table, ...]:
    """Formations, territories and garrison units."""
    return (
        Table("formations", "Formations", {
            "id": Column("Id"), "name": Column("Name"), "nation": Column("Nation"), "kind": Column("Kind"),
            "at": Column("At"), "condition": Column("Condition"), "army": Column("Army"), "xp": Column("XP"),
            "training": Column("Training"), "readiness": Column("Readiness"),
        }),
        Table("territories", "Territories", {
            "id": Column("Id"), "name": Column("Name"), "front": Column("Front"), "nation": Column("Nation"),
            "controller": Column("Held by"), "objectives": Column("Objectives"), "terrain": Column("Terrain"),
            "city": Column("City"), "port": Column("Port"), "stack": Column("Stacking"), "value": Column("Value"),
            "weight": Column("Weight"), "bombing": Column("Bombing"), "coast": Column("Coast"),
        }),
        Table("garrisons", "Garrison units", {
            "id": Column("Id"), "name": Column("Name"), "nation": Column("Nation"), "at": Column("At"),
            "type": Column("Type"), "count": Column("How many"),
        }),
    )  # fmt: skip


SHOWING = Showing(
    units=units, places=places, place=place, group=group, section=section, row=row, tables=tables,
    wished_tables=lambda _campaign: (), areas=True,
    replacements=Subject(
        "This campaign has no reserves and nothing to form, train or build.", acts=BOUGHT, all_budgets=True
    ),
    reinforcements=Subject(
        "This campaign's rulebook knows neither orders of battle nor forts of their own. What it forms, trains and "
        "builds is under Replacements, what must be guarded under Garrisons and occupation."
    ),
)  # fmt: skip
