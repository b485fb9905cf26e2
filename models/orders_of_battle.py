"""The order of battle: dated lines that bring, take, change and release units (51)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator

from models.calendar import Turn
from models.counters import Printed
from models.frozen import Frozen
from models.garrisons import EventName
from models.pools import Points
from models.quantities import Amount
from models.units import Size, Type, Unit, _size
from models.words import Id, Ids, Word, Words

Verb = Literal[
    "arrive", "mobilize", "add_to_garrison", "forming", "add_to_pool", "full", "release", "replace", "return",
    "release_reserve", "convert", "upgrade", "reorganize", "form", "assembly", "withdraw", "transfer",
    "remove_from_pool", "remove_from_breakdown", "disband", "disarm", "points", "note",
]  # fmt: skip
BRINGS = frozenset({"arrive", "mobilize", "add_to_garrison", "forming", "add_to_pool"})  # new counters, out of nothing
CHANGES = frozenset({"convert", "upgrade", "reorganize", "form", "assembly"})  # new counters in place of old ones
SENDS = frozenset({"withdraw", "transfer", "remove_from_pool", "remove_from_breakdown"})  # counters that must go
LETS_GO = frozenset({"full", "release", "replace", "return"})  # counters that come onto the map out of a box
_NEEDS = {
    "full": ("unit",), "release": ("unit", "districts"), "replace": ("unit",), "convert": ("unit", "units"),
    "upgrade": ("unit", "units"), "reorganize": ("unit", "units"), "form": ("units",), "withdraw": ("unit",),
    "transfer": ("unit", "to_theatre"), "remove_from_pool": ("unit",), "disband": ("unit",), "disarm": ("unit",),
    "arrive": ("units",), "add_to_garrison": ("units", "districts"), "forming": ("units", "districts"),
    "add_to_pool": ("units", "theatre"), "note": ("name",), "return": ("of",), "assembly": ("unit", "units"),
    "remove_from_breakdown": ("unit", "of"), "points": ("nationality", "theatre"),
}  # fmt: skip
_NEEDS_ONE = {"mobilize": ("units", "unit"), "release_reserve": ("res", "unit"), "points": ("gives", "costs")}
Command = Literal["gibraltar", "malta", "middle_east", "near_east", "north_africa"]
Entry = Literal["eto", "mto", "from_eto", "from_mto", "eto_general", "mto_general", "britain"]


class Template(Frozen):
    """The units that a line is about: every word that is given must fit; designations only if the table uses them."""

    nationality: Word | None = None
    type: Type | None = None
    size: Annotated[Size | None, BeforeValidator(_size)] = None
    counter: Printed | None = None  # the side that shows
    cadre: bool = False  # a unit standing as its cadre
    ids: Ids = ()  # designations (ruling use_unit_ids)

    @property
    def words(self) -> str:
        """The template as the order of battle would print it."""
        parts = [self.nationality, str(self.counter) if self.counter else None, self.type, self.size]
        return " ".join(str(part) for part in (*parts, "cadre" if self.cadre else None) if part) or "any unit"


class Recruit(Unit):
    """A counter that a line brings into play."""

    at: str = ""  # the line says where it goes
    unsupported: Printed | None = None  # its other side, at which it may be formed too (51.B.6)


class Line(Frozen):
    """One line of the order of battle."""

    id: Id
    turn: Turn
    does: Verb
    name: str = ""
    unit: Template | None = None
    beside: tuple[Template, ...] = ()  # others that must stand in the same hex (convert, upgrade, assembly)
    count: int = Field(default=1, ge=1, le=99)
    units: tuple[Recruit, ...] = ()
    to: Ids = ()  # places
    districts: Ids = ()
    theatre: Id | None = None
    command: Command | None = None  # by sea, embarked in that command's entry zone (51.B.1.b)
    entry: Entry | None = None  # the places of 51.E
    edge: bool = False  # over a map edge, so it may come in reserve (51.A.8)
    any_city: bool = False  # at most one unit in each city hex (51.A.5, 51.A.6)
    gives: dict[Points, Amount] = {}
    costs: dict[Points, Amount] = {}
    res: Amount = Fraction(0)
    nationality: Word | None = None
    affiliates: Words = ()  # others whose small units the division may be formed from (51.B.6)
    full_on: Turn | None = None  # the new counter forms until then, later if it is late (51.B.7)
    condition: EventName | None = None  # due when this has happened, not before its turn (51.B.2)
    unless: EventName | None = None  # does not count if this has happened by its turn (51.E.3.h)
    from_theatre: Id | None = None
    to_theatre: Id | None = None
    only_without: Id | None = None  # counts only if that theatre is not in play (51.E.3)
    of: Id | None = None  # the line whose units return, or whose assembly it waits for
    at_full: bool = False  # cadres return at full strength (51.B.16)
    done: int = Field(default=0, ge=0)  # how many have been carried out
    used: Ids = ()  # places that have taken a unit of an any_city line (ruling any_city_scope: line)

    @property
    def label(self) -> str:
        """How to call it."""
        return self.name or self.id

    @property
    def left(self) -> int:
        """How many are still to be carried out."""
        return max(0, self.count - self.done)

    @model_validator(mode="after")
    def _complete(self) -> Line:
        for field in _NEEDS.get(self.does, ()):
            if not getattr(self, field):
                raise ValueError(f"a line that says {self.does!r} needs {field!r}")
        either = _NEEDS_ONE.get(self.does, ())
        if either and not any(getattr(self, field) for field in either):
            raise ValueError(f"a line that says {self.does!r} needs {' or '.join(map(repr, either))}")
        if self.does == "release_reserve" and self.res and not self.nationality:
            raise ValueError("a line that releases REs of a reserve needs 'nationality'")
        if self.does == "mobilize" and self.units and self.unit:
            raise ValueError("a line mobilizes new 'units' or a 'unit' that stands as its cadre; write two lines")
        if self.does == "form" and any(unit.size is not Size.DIVISION for unit in self.units):
            raise ValueError("only divisions are formed (51.B.6); write size: XX")
        return self
