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


class Order(Frozen):
    """One unit's step in one turn."""

    unit: str  # "" where no unit takes it
    turn: str
    option: str
    start: Annotated[str, Field(alias="from")] = ""
    to: str = ""
    times: int = 1
    lasts: int = 1
    duties: dict[str, Exact] = {}  # demand -> what is counted there
    rule: str = ""
    why: str = ""


class Plan(Frozen):
    """Orders for the whole horizon; those of the first turn are the advice, the rest a forecast."""

    turn: str
    turns: int
    orders: tuple[Order, ...]
    wishes: Wishes = Wishes()


class TierResult(Frozen):
    """How one tier ended."""

    name: str
    value: Exact
    bound: Exact
    proven: bool
    seconds: float = 0.0
    solver: str = ""


class Solved(Frozen):
    """A plan, proven or not."""

    kind: Literal["solved"] = "solved"
    plan: Plan
    tiers: tuple[TierResult, ...]
    totals: dict[str, Exact]
    proof: Literal["twice", "once", "bound", "disputed", "none"]
    stop_reason: str = ""
    second_opinion: tuple[TierResult, ...] = ()

    @property
    def optimal(self) -> bool:
        """Whether every tier was proven and nobody disputes it."""
        return all(tier.proven for tier in self.tiers) and self.proof in ("once", "twice")


class Impossible(Frozen):
    """No plan grants all the player's wishes; these together cannot be."""

    kind: Literal["impossible"] = "impossible"
    conflict: tuple[str, ...]


class OutOfTime(Frozen):
    """No plan was found in the time allowed, or the solver died."""

    kind: Literal["out_of_time"] = "out_of_time"
    reason: str


Outcome = Annotated[Solved | Impossible | OutOfTime, Field(discriminator="kind")]
