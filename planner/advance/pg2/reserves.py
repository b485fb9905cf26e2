"""Reserves and the partisans of the nations one turn on."""

from __future__ import annotations

from models.pg2 import Campaign
from models.pg2_forces import UnitType
from models.pg2_map import STRENGTH, UNITS_IN_A_RAID, Nation, Partisans
from models.pg2_reserves import Reserve
from planner.advance.playing import Turned
from planner.rules.showing import titled


def carry_reserves(turned: Turned[Campaign], told: list[str]) -> dict[str, Reserve]:
    """PPs less what was spent and with the new turn's income; units that were taken out, freed or brought.

    PPs that were only held for partisan battles are still there: what is left of them goes back (4.7.3.3).
    """
    found = {}
    for region, row in turned.scenario.reserves.items():
        if row.commandos:
            told.append(f"4.7.4: the commandos of {row.name or region} have fought: take off the PPs that they drew")
        update = {
            "pp": row.pp - turned.drawn(f"pp:{region}") + row.income, "units": _units(turned, region, row),
            "commandos": 0,
        }  # fmt: skip
        found[region] = row.model_copy(update=update)
    return found


def _units(turned: Turned[Campaign], region: str, row: Reserve) -> dict[UnitType, int]:
    left = dict(row.units)
    for name in turned.ahead.budget_number:
        if name.startswith(f"reserve:{region}:"):
            kind: UnitType = name.rpartition(":")[2]  # type: ignore[assignment]
            left[kind] = left.get(kind, 0) - int(turned.drawn(name))
    return {kind: number for kind, number in left.items() if number}


def carry_nations(turned: Turned[Campaign], told: list[str]) -> dict[str, Nation]:
    """Sponsors have built a unit for each division that is not formed; divisions carry three each (4.7.1.2)."""
    found = {}
    for key, nation in turned.scenario.nations.items():
        row = nation.partisans
        if row is not None and row.builds:
            row = _built(row)
            nation = nation.model_copy(update={"partisans": row})
            whose = nation.name or titled(key)
            told.append(f"4.7.1.2: the partisans of {whose} have {row.units} units, if they have lost none")
        found[key] = nation
    return found


def _built(row: Partisans) -> Partisans:
    free = row.divisions - row.formed
    points = row.pool + STRENGTH * free
    more = min(UNITS_IN_A_RAID * free - row.units, points // STRENGTH)
    return row.model_copy(update={"units": row.units + more, "pool": points - STRENGTH * more})
