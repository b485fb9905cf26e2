"""A position of a Panzer General II campaign: everything a file says."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator

from models.pg2_forces import FixedUnit, Formation, GarrisonUnit
from models.pg2_map import Border, Front, Moscow, Nation, Territory, distances
from models.pg2_reserves import AirTransport, PoolEntry, Reserve
from models.pg2_rulings import Pg2Rulings
from models.position import Position, TablePriorities
from models.words import Id, Word

TierName = Literal[
    "territories", "sabotage", "expected", "cover", "readiness", "defence", "growth", "costs", "changes"
]  # fmt: skip
TIERS: tuple[TierName, ...] = (
    "territories", "sabotage", "expected", "cover", "readiness", "defence", "growth", "costs", "changes",
)  # fmt: skip


def _tier_list(value: object) -> object:
    return [word.strip() for word in value.split(",")] if isinstance(value, str) else value


class Pg2Priorities(TablePriorities):
    """What the player wants first."""

    order: Annotated[tuple[TierName, ...], BeforeValidator(_tier_list)] = TIERS

    @model_validator(mode="after")
    def _each_once(self) -> Pg2Priorities:
        if len(set(self.order)) != len(self.order):
            raise ValueError("a tier stands twice in the order")
        return self


class Campaign(Position):
    """One position of the Panzer General II campaign, ready to be planned."""

    format: Literal[1] = 1
    ruleset: Literal["pg2"] = "pg2"
    turns_per_month: Literal[1, 2, 4] = 1
    horizon: int = Field(default=2, ge=1, le=12)
    fronts: dict[Id, Front] = {}
    nations: dict[Word, Nation] = {}
    territories: dict[Id, Territory] = {}
    borders: tuple[Border, ...] = ()
    moscow: Moscow = Moscow()
    formations: tuple[Formation, ...] = ()
    garrisons: tuple[GarrisonUnit, ...] = ()
    fixed: tuple[FixedUnit, ...] = ()
    reserves: dict[Id, Reserve] = {}
    force_pool: tuple[PoolEntry, ...] = ()
    air_transports: tuple[AirTransport, ...] = ()
    rulings: Pg2Rulings = Pg2Rulings()
    priorities: Pg2Priorities = Pg2Priorities()

    def occupied(self, territory: Territory) -> bool:
        """Whether a territory is ours and the home of another side's nation (4.6.3)."""
        if territory.controller != self.side:
            return False
        nation = self.nations.get(territory.nation)
        return nation is not None and nation.side != self.side if territory.occupied is None else territory.occupied

    def carriers(self, formation: Formation, target: str) -> tuple[str, ...]:
        """The air transports that can drop a formation of paratroops on a territory (4.1.4)."""
        here = self.territories.get(formation.at)
        if set(formation.units) != {"paratroop"} or here is None or not here.air_base:
            return ()
        far = distances(self.borders, formation.at)
        return tuple(
            row.id for row in self.air_transports
            if row.count >= formation.pieces and max(far.get(row.at, 999), far.get(target, 999)) <= row.range
        )  # fmt: skip

    @property
    def unit_names(self) -> frozenset[str]:
        """What orders and wishes may call the formations and units."""
        alone = {row.id for row in self.formations} | {entry.id for entry in self.force_pool}
        return frozenset(alone.union(*map(names_of, self.garrisons), *map(names_of, self.fixed)))

    @property
    def place_names(self) -> frozenset[str]:
        """Where a wish may put a unit: the territories and the reserves."""
        return frozenset(self.territories) | {f"reserve:{region}" for region in self.reserves}

    @property
    def contents(self) -> dict[str, int]:
        """How much of what the file holds."""
        units = sum(row.count for row in self.garrisons) + sum(row.count for row in self.fixed)
        return {
            "territories": len(self.territories), "formations": len(self.formations),
            "garrison and fixed units": units, "nations": len(self.nations),
        }  # fmt: skip


def names_of(row: GarrisonUnit | FixedUnit) -> tuple[str, ...]:
    """What orders call units that stand together: the id, or the id and a number."""
    return (row.id,) if row.count == 1 else tuple(f"{row.id} #{n}" for n in range(1, row.count + 1))
