"""How a plan is asked for: horizon, time, proof, and what the player has decided already."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.frozen import Frozen
from models.plan import Order, Plan, Wishes
from models.quantities import Exact


class Settings(Frozen):
    """One request for advice."""

    turns: int | None = Field(default=None, ge=1, le=12)  # None = the scenario's horizon
    time_limit: float = Field(default=60.0, gt=0, le=86_400)  # seconds, all tiers together
    prove: Literal["once", "twice"] = "once"
    wishes: Wishes = Wishes()
    previous: Plan | None = None  # the plan that changes are counted against
    begin: Plan | None = None  # a plan from which the search begins; see `planner.advise.after`
    known: dict[str, Exact] = {}  # tier -> what was proven under fewer wishes
    options_of: str = ""  # a unit: not a plan is asked for, but what else the unit could do
    instead: tuple[Order, ...] = ()  # the same for these orders alone: what the best plan with each of them loses
    seed: int = Field(default=1, ge=0, lt=2**31)
    reproducible: bool = False  # same seed, same plan: one solver, one thread
    memory: int = Field(default=8_192, ge=512)  # MB that the solver's process may take


class Progress(Frozen):
    """How far a search has come."""

    tier: str
    value: str | None = None  # best so far, exact
    bound: str | None = None  # nothing can be below
    seconds: float = 0.0
    done: tuple[str, ...] = ()  # tiers that are settled
