"""What moves and pays: events, pools, routes, task forces, and the player's priorities."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from pydantic import AliasChoices, BeforeValidator, Field, model_validator

from models.calendar import Turn
from models.frozen import Frozen
from models.garrisons import EventName
from models.pools import Points as Points
from models.pools import Pool as Pool
from models.position import TablePriorities
from models.quantities import Amount
from models.words import Id, Ids, Side, Word

_NEEDS = {
    "captured": ("place", "by"), "surrendered": ("country",), "occupied": ("country",), "enemy_enters": ("district",),
    "enemy_leaves": ("district",), "enemy_near": ("place",), "enemy_gone": ("place",), "allied_enters": ("region",),
    "allied_within_six": ("place",), "losses": ("res",), "pocket_lost": ("place",), "pocket_dissolved": ("place",),
}  # fmt: skip


class Event(Frozen):
    """Something that has happened, or is expected to, at the start of a turn."""

    turn: Turn
    event: EventName
    place: Id | None = None
    district: Id | None = None
    country: Word | None = None
    region: Word | None = None
    by: Side | None = None
    res: Amount | None = None

    @model_validator(mode="after")
    def _complete(self) -> Event:
        for field in _NEEDS.get(self.event, ()):
            if getattr(self, field) is None:
                raise ValueError(f"the event {self.event!r} needs {field!r}")
        if self.event in ("supply_cut", "supply_restored") and not (self.place or self.district):
            raise ValueError(f"the event {self.event!r} needs 'place' or 'district'")
        return self


Means = Literal["march", "rail", "sea", "air"]


class Route(Frozen):
    """A way from place to place, both ways unless one_way; or between all pairs of a list."""

    start: Annotated[Id | None, Field(validation_alias=AliasChoices("from", "start"), serialization_alias="from")] = (
        None
    )
    to: Id | None = None
    between: Ids = ()
    by: Means = "march"
    turns: int = Field(default=1, ge=1, le=12)
    one_way: bool = False

    @model_validator(mode="after")
    def _ends(self) -> Route:
        if bool(self.between) == bool(self.start or self.to):
            raise ValueError("a route has either 'from' and 'to', or 'between' a list of places")
        if self.between and len(self.between) < 2:
            raise ValueError("a route is between at least two places")
        if not self.between and not (self.start and self.to):
            raise ValueError("a route needs both 'from' and 'to'")
        return self


class TaskForce(Frozen):
    """A naval task force of the planning side (44.A.6)."""

    id: Id
    strength: Amount
    at: Literal["eto", "mto", "gibraltar", "elsewhere"]
    operational: bool = True
    arrives: Turn | None = None  # on its way there until then


class EnemyTaskForce(Frozen):
    """A task force of the other side, which sets the naval garrisons."""

    id: Id
    strength: Amount
    theatre: Literal["west", "german", "north", "mediterranean", "gibraltar", "elsewhere"]
    operational: bool = True


class Naval(Frozen):
    """Both navies, as far as 44.A.6 asks."""

    allied: tuple[TaskForce, ...] = ()
    axis: tuple[EnemyTaskForce, ...] = ()
    gibraltar_capacity: int | None = Field(default=None, ge=0)
    transfer_turns: int = Field(default=1, ge=1, le=12)


TierName = Literal[
    "breaches", "vp", "partisan_attacks", "replacement_points", "strength", "moves", "changes", "reserves"
]
TIERS: tuple[TierName, ...] = (
    "breaches", "vp", "partisan_attacks", "replacement_points", "strength", "moves", "changes",
)  # fmt: skip
Currency = Literal[
    "breaches", "overdue", "vp", "partisan_attacks", "inf_rp", "arm_rp", "air_rp", "srp", "sp", "fort_levels"
]
CURRENCIES: tuple[Currency, ...] = (
    "breaches", "overdue", "vp", "partisan_attacks", "inf_rp", "arm_rp", "air_rp", "srp", "sp", "fort_levels",
)  # fmt: skip


def _tier_list(value: object) -> object:
    return [word.strip() for word in value.split(",")] if isinstance(value, str) else value


class Priorities(TablePriorities):
    """What the player wants first, and what he would give one thing for another."""

    order: Annotated[tuple[TierName, ...], BeforeValidator(_tier_list)] = TIERS
    worth: dict[Currency, Amount] = {
        "inf_rp": Fraction(1), "arm_rp": Fraction(2), "air_rp": Fraction(2), "srp": Fraction(1), "sp": Fraction(1),
    }  # fmt: skip
    outlook: int = Field(default=12, ge=0, le=60)  # turns beyond the horizon that rebuilt strength will serve
    kept: Amount = Fraction(8)  # what a point worth 1 and kept is worth: strength-points times turns
    merge: Annotated[
        tuple[Literal["vp", "partisan_attacks", "replacement_points"], ...], BeforeValidator(_tier_list)
    ] = ()

    @property
    def rates(self) -> dict[str, Fraction]:
        """What one point is worth against another."""
        return {str(name): worth for name, worth in self.worth.items()}

    @model_validator(mode="after")
    def _each_once(self) -> Priorities:
        if len(set(self.order)) != len(self.order):
            raise ValueError("a tier stands twice in the order")
        return self
