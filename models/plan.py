"""Plans and what became of solving: orders by name, and an outcome that cannot be mistaken for a plan."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from models.frozen import Frozen
from models.quantities import Exact


class Wishes(Frozen):
    """What the player has already decided: units kept at a place, or kept away from it."""

    pins: tuple[tuple[str, str], ...] = ()
    forbids: tuple[tuple[str, str], ...] = ()

    @property
    def units(self) -> frozenset[str]:
        """The units that the player has wishes about."""
        return frozenset(unit for unit, _ in (*self.pins, *self.forbids))


class Order(Frozen):
    """One unit's step in one turn, or something the player does with no unit (unit "")."""

    unit: str = ""
    turn: str
    option: str  # the act in the order sheet's words: "march", "stand guard"
    start: Annotated[str, Field(alias="from")] = ""
    to: str = ""
    how: str = ""  # where one act can be done in several ways: "by rail via Lille", "16 inf RPs"
    times: int = 1
    until: str = ""  # the turn in which it is done, where that is not the next
    duties: dict[str, Exact] | None = None  # demand -> what is counted there; None = count to the best advantage
    rule: str = ""
    why: str = ""


class Plan(Frozen):
    """Orders for the whole horizon; those of the first turn are the advice, the rest a forecast.

    A unit without an order in a turn does what it does by itself: it stands where it is and counts there.
    """

    turn: str
    turns: int = Field(ge=1, le=12)
    orders: tuple[Order, ...] = ()
    wishes: Wishes = Wishes()


class TierResult(Frozen):
    """How one tier ended."""

    name: str
    value: Exact
    bound: Exact
    proven: bool
    seconds: float = 0.0
    solver: str = ""
    arithmetic: str = ""  # the sum that the audit makes of it, where there is one


class Solved(Frozen):
    """A plan, with what the solver proved about it."""

    kind: Literal["solved"] = "solved"
    plan: Plan
    tiers: tuple[TierResult, ...]
    second_opinion: tuple[TierResult, ...] = ()  # of another route, where asked for

    @property
    def proven(self) -> bool:
        """Whether every tier was proven."""
        return all(tier.proven for tier in self.tiers)


class Impossible(Frozen):
    """No plan grants all the player's wishes; these together cannot be."""

    kind: Literal["impossible"] = "impossible"
    conflict: tuple[str, ...]


class OutOfTime(Frozen):
    """No plan was found in the time allowed, or the solver died."""

    kind: Literal["out_of_time"] = "out_of_time"
    reason: str


Outcome = Annotated[Solved | Impossible | OutOfTime, Field(discriminator="kind")]
