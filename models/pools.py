"""Pools of replacement, sea and supply points: whose, where, what they hold and receive (52.A.1, 52.C, 52.D)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator

from models.calendar import Turn
from models.frozen import Frozen
from models.quantities import Amount, Exact
from models.words import Id, Word

Points = Literal["inf", "arm", "art", "volunteer", "air", "srp", "sp", "nrp", "coast"]
ONLY_KEPT: frozenset[Points] = frozenset({"air", "srp", "sp", "nrp", "coast"})  # they replace no unit
PoolKind = Literal["national", "theatre", "md", "city", "general", "factory", "auxiliary"]


def _numbers(value: object) -> object:
    """Accept '1, 3' or [1, 3]."""
    parts = value.split(",") if isinstance(value, str) else value
    return tuple(int(part) for part in parts) if isinstance(parts, list) else parts


def _words(value: object) -> object:
    return tuple(part.strip() for part in value.split(",")) if isinstance(value, str) else value


Lift = Literal["rail", "sea", "air"]
Lifts = Annotated[tuple[Lift, ...], BeforeValidator(_words)]
TurnNumbers = Annotated[tuple[Annotated[int, Field(ge=1, le=4)], ...], BeforeValidator(_numbers)]


class Pool(Frozen):
    """A pool of replacement, sea or supply points."""

    id: Id
    points: Points
    kind: PoolKind | None = None  # None = an MD's if it names a district, else a theatre's
    nationality: Word = ""  # "" = anybody's
    theatre: Id = "main"
    district: Id | None = None
    place: Id | None = None  # where a city's, factory's or pocket's units are
    central: bool = False  # the theatre's central pool (44.A.6.d)
    holds: Exact = Fraction(0)  # below zero: a deficit
    keep: Amount = Fraction(0)  # kept back to take losses on the spot (52.F.4.a); no purchase touches it
    monthly: Amount = Fraction(0)  # received on the first turn of each month, or on each turn of paid_on
    paid_on: TurnNumbers = (1,)
    cities: dict[Id, Amount] = {}  # what each replacement city adds to it on those turns (52.D.2.d)
    income: dict[Turn, Exact] = {}
    trained: bool = False  # an MD's infantry points that hang on the training units in its garrison (52.I.2.a)
    parent: Id | None = None  # the pool above, to and from which points are sent (52.A.1)
    sent_by: Lifts = ("rail",)  # how they get there: without a link over land by sea or air only
    aided_by: Id | None = None  # another nation's armour pool that may give it points (52.C)
    backed_by: Id | None = None  # the major power's pool that a contingent may borrow from (52.E)
    owes: Annotated[Amount, Field(le=5)] = Fraction(0)  # borrowed earlier and not yet repaid
    borrowed: Amount | None = None  # in the whole game, repaid or not (ruling contingent_debt_cap: lifetime)

    @model_validator(mode="after")
    def _placed(self) -> Pool:
        if self.kind in ("city", "factory", "auxiliary") and self.place is None:
            raise ValueError(f"the pool {self.id!r} is a {self.kind} pool and needs 'place'")
        if self.kind == "md" and self.district is None:
            raise ValueError(f"the pool {self.id!r} is an md pool and needs 'district'")
        return self

    @property
    def level(self) -> PoolKind:
        """What kind of pool it is."""
        return self.kind or ("md" if self.district else "theatre")
