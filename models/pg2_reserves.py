"""What stands behind the forces of a campaign: reserves and PPs by region, the force pool, air transports."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from pydantic import Field, field_validator

from models.frozen import Frozen
from models.pg2_forces import Counts, Kind, Mobilities, Mobility, UnitType
from models.quantities import Amount
from models.words import Id, Ids, Word

COMMANDO_SUPPLY = 100  # PPs, 4.7.4


class Reserve(Frozen):
    """A region's reserve: PPs and units of 10 strength."""

    name: str = ""
    fronts: Ids  # the fronts it serves
    pp: Amount = Fraction(0)
    income: Amount = Fraction(0)  # PPs a turn
    held: Amount = Fraction(0)  # PPs kept back for whatever is not planned
    commandos: int = Field(default=0, ge=0, le=99)  # specialist units that go into a battle this turn
    units: Counts = {}

    @property
    def kept_back(self) -> Fraction:
        """PPs that nothing else may be spent on: up to 100 for each commando (4.7.4)."""
        return self.held + COMMANDO_SUPPLY * self.commandos


class PoolEntry(Frozen):
    """A division or army of the force pool that has not been built (4.1.1.1, 4.1.2.1)."""

    id: Id
    name: str = ""
    nation: Word
    kind: Kind = "division"
    type: Mobilities = frozenset({Mobility.INFANTRY})
    home: Ids  # the territories in which it may be built
    core: Counts | None = None  # left out: three infantry, or nothing for an army (4.7.1.3, 4.1.2.3)
    training: Literal[100, 200, 300] = 100
    divisions: Ids = ()  # an army: the divisions that it is to be formed of

    @field_validator("training", mode="before")
    @classmethod
    def _number(cls, value: object) -> object:
        return int(value) if isinstance(value, str) and value.isdigit() else value

    @property
    def built_of(self) -> dict[UnitType, int]:
        """The units that the reserve must give."""
        if self.core is not None:
            return self.core
        return {"infantry": 3} if self.kind == "division" else {}


class AirTransport(Frozen):
    """Air transports of one base (4.2.4.5)."""

    id: Id
    name: str = ""
    at: Id  # a territory of ours with an air base
    count: int = Field(default=1, ge=1, le=99)  # each carries a unit a turn
    range: int = Field(ge=1, le=99)  # territories from one base to the next
