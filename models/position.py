"""What the scenarios of all rulebooks have in common: who plays, when, and how far ahead."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Self

from pydantic import Field, field_validator

from models.calendar import GameTurn, Turn
from models.frozen import Frozen
from models.words import Side


class TableRulings(Frozen):
    """How a table reads its rulebook: one named choice for each open question."""

    def changed(self) -> dict[str, str]:
        """The rulings in which this table differs from our defaults."""
        defaults = type(self)().model_dump()
        return {name: value for name, value in self.model_dump().items() if value != defaults[name]}


class TablePriorities(Frozen):
    """What a player wants first: the tiers in his order; all of them, in ours, by default."""

    order: tuple[str, ...] = ()

    @property
    def rates(self) -> dict[str, Fraction]:
        """What one point of something is worth against another, where points are weighed."""
        return {}


class Position(Frozen):
    """A position of any rulebook, ready to be planned."""

    format: int = 1
    ruleset: str
    title: str = ""
    notes: str = ""
    side: Side = Side.AXIS
    turn: Turn
    turns_per_month: int = 4
    horizon: int = Field(default=4, ge=1, le=12)
    rulings: TableRulings = TableRulings()
    priorities: TablePriorities = TablePriorities()

    @field_validator("turns_per_month", "format", mode="before")
    @classmethod
    def _number(cls, value: object) -> object:
        return int(value) if isinstance(value, str) and value.isdigit() else value

    @cached_property
    def _now(self) -> int:
        return self.turn.ordinal(self.turns_per_month)

    def offset(self, turn: GameTurn | None) -> int:
        """How many turns from now: 0 is this turn, negative the past; None is long ago."""
        return -10_000 if turn is None else turn.ordinal(self.turns_per_month) - self._now

    def turn_at(self, offset: int) -> GameTurn:
        """The turn so many turns from now."""
        return self.turn.later(offset, self.turns_per_month)

    def looking_ahead(self, turns: int | None) -> Self:
        """The same position with so many turns to plan; None leaves them as they are."""
        return self if turns in (None, self.horizon) else self.model_copy(update={"horizon": turns})

    @property
    def turns(self) -> range:
        """The turns of the horizon, counted from now."""
        return range(self.horizon)

    @property
    def unit_names(self) -> frozenset[str]:
        """What orders and wishes may call the units."""
        raise NotImplementedError

    @property
    def place_names(self) -> frozenset[str]:
        """Where a wish may put a unit."""
        raise NotImplementedError

    @property
    def contents(self) -> dict[str, int]:
        """How much of what the file holds, for a one-line summary."""
        raise NotImplementedError
