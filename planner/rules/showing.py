"""How the scenarios of a rulebook are shown: what things are called, where they lie, what can be edited.

Pages and reports ask the rulebook for it, so that none of them has to know which rulebook it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from models.forts import Fort
from models.problem import ZERO, Act, State

YES_NO = ("", "true", "false")
Sign = Literal["foot", "armour", ""]


def titled(name: str) -> str:
    """An id as a name: 'east_africa' -> 'East Africa'."""
    return name.replace("_", " ").title()


def number_of(name: str) -> str:
    """What tells a counter from others that are alike: '2' of 'guard #2'; nothing if it is the only one."""
    return name.rpartition("#")[2] if "#" in name else ""


@dataclass(frozen=True, slots=True)
class ShownUnit:
    """A counter as it is called and drawn."""

    name: str
    at: State = ""  # when the plan begins; "" = not in play yet
    number: str = ""  # what tells it from others that are alike
    res: Fraction = ZERO
    counter: str = ""  # as printed
    sign: Sign = ""
    free: bool = False  # the player may hold it back from everything that is planned


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """A place or territory that can be drawn on a map."""

    name: str  # "" = as its id says
    latitude: float | None
    longitude: float | None
    ours: bool = True


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table that can be edited."""

    label: str
    choices: tuple[str, ...] = ()  # () = any text
    help: str = ""
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the scenario's file that a player may edit."""

    key: str
    heading: str
    columns: Mapping[str, Column]  # "id" among them, shown or not
    grows: bool = True  # rows can be added and deleted
    shows_id: bool = True


@dataclass(frozen=True, slots=True)
class Subject:
    """What a page is about: the rules of some chapters, some acts, perhaps all that is spent."""

    absent: str  # what to say where a scenario has nothing of it
    chapters: tuple[str, ...] = ()
    acts: frozenset[Act] = frozenset()
    all_budgets: bool = False

    def has(self, rule: str) -> bool:
        """Whether a rule belongs to it."""
        return rule.partition(".")[0].partition("#")[0] in self.chapters


Tables = Callable[[Any], tuple[Table, ...]]


@dataclass(frozen=True, slots=True)
class Showing:
    """What pages and reports ask a rulebook about a scenario."""

    units: Callable[[Any], Mapping[str, ShownUnit]]  # by the names that orders use
    places: Callable[[Any], Mapping[str, ShownPlace]]
    place: Callable[[Any, State], str]  # what a place or a box is called, standing alone
    group: Callable[[Any, str], str]  # the garrison, zone or territory that a demand (its id) belongs to
    section: Callable[[Any, str], str]  # the heading under which a demand is listed
    row: Callable[[Any, str, str], str]  # what a row of a table is called
    tables: Tables  # the position itself: units, places, garrisons
    wished_tables: Tables  # what a player may want otherwise for once: demands
    replacements: Subject
    reinforcements: Subject
    become: Callable[[str], str] = lambda condition: condition  # a condition that a unit is bought into, in words
    forts: Callable[[Any], tuple[Fort, ...]] = lambda _scenario: ()  # works that have a reference card
    unsaid: frozenset[str] = frozenset()  # states (their first word) that a sentence would not name
    areas: bool = False  # places are territories with land of their own, not points
