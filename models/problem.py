"""The one idea: a unit's game is a path through states. Options are its steps, demands what wants covering while units
stand still, budgets what steps draw on. Rules derive these; the compiler and the audit know nothing else.

These are plain frozen dataclasses and not pydantic models: a theatre has hundreds of thousands of options, none of
which comes from a file. Turns are counted from now (0 is this turn).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction

from models.acts import BY_ITSELF as BY_ITSELF
from models.acts import Act as Act
from models.acts import rank_by_itself as rank_by_itself

State = str  # a place, "box:belgium", "forming:wk_vi", "eliminated:west"; "kharkov[full]" if the unit has changed
ZERO = Fraction(0)


class Check(StrEnum):
    """When in a game turn a demand is looked at."""

    OWN_INITIAL = "own initial phase"
    ENEMY_INITIAL = "enemy initial phase"
    OPERATIONS = "operations phase"
    BATTLE = "battle phase"
    LOGISTICS = "logistics phase"


@dataclass(frozen=True, slots=True)
class Duty:
    """One demand that a credit may serve, and how much it then counts."""

    demand: int
    amount: Fraction
    paired: bool = (
        False  # counts only in whole ones, added over everybody who counts so (two foreign air units for one)
    )


@dataclass(frozen=True, slots=True)
class Credit:
    """What one unit taking an option offers: to one demand of several, or divided among them by REs."""

    duties: tuple[Duty, ...]
    divisible: bool = False
    part: Fraction = ZERO  # divided in parts of this size only; 0 = as finely as anything is counted


@dataclass(frozen=True, slots=True)
class Draw:
    """What one unit taking an option takes out of a budget (or pays in, if negative)."""

    budget: int
    turn: int
    amount: Fraction
    guarded: bool = True  # may only be taken if the budget is not below zero afterwards


@dataclass(frozen=True, slots=True)
class Option:
    """One step of a path: from a state, to a state, so many turns later, at a price."""

    act: Act
    kind: int | None  # the unit kind; None where no unit takes it (RPs set aside)
    turn: int
    start: State
    end: State
    lasts: int = 1
    rule: str = ""
    why: str = ""
    how: str = ""  # tells apart the ways of doing one act
    credits: tuple[Credit, ...] = ()
    raises: tuple[Duty, ...] = ()  # demands that grow by it
    draws: tuple[Draw, ...] = ()
    tied: Fraction = ZERO  # strength kept from the front
    moves: int = 0
    most: int = 0  # how often at most, where no unit takes it
    needs: int | None = None  # a trigger that must be on
    spends: tuple[tuple[str, Fraction], ...] = ()  # priced in the replacement-point tier, not a penalty
    fires: str = ""  # the trigger it turns on

    def needing(self, trigger: int | None) -> Option:
        """The same option, locked until a trigger is on."""
        return self if trigger is None else replace(self, needs=trigger)


@dataclass(frozen=True, slots=True)
class UnitKind:
    """Counters that are alike in everything but their name and where they start."""

    name: str
    members: tuple[tuple[str, State, int], ...]  # unit, state, turn in which it comes into play
    strength: Fraction


@dataclass(frozen=True, slots=True)
class Demand:
    """What a rule wants covered at one check."""

    id: str
    rule: str
    turn: int
    check: Check
    where: str  # the place, zone or garrison, for people
    places: tuple[State, ...]
    required: Fraction
    measure: str  # REs, air units, TFs, ...
    groups: tuple[int, ...]  # the penalty groups in which its gap is counted
    sentence: str
    waived_by: int | None = None  # a trigger: once on, nothing is due
    due_after: int | None = None  # a trigger: nothing is due before it is on


class Rounding(StrEnum):
    """How a gap is priced."""

    PROPORTIONAL = "in proportion"
    STARTED = "per started step"
    FULL = "per full step"


@dataclass(frozen=True, slots=True)
class Raid:
    """The other side sees the gaps of a group and strikes where it hurts most; only what it hits is paid for.

    Gaps are added up by place (`Demand.where`) and are whole numbers.
    """

    parties: int  # at most so many places
    reach: int | None = None  # units that can strike at one place; None = as many as find a gap
    total: int | None = None  # units in all; None = as many as there are gaps
    opens: int = 1  # units that each 1 missing lets through
    helpers: tuple[tuple[str, tuple[str, ...]], ...] = ()  # demand, and the places to which each of its cover may go

    @property
    def wears_down(self) -> bool:
        """Whether it takes something bit by bit, turn by turn, until nothing is left of it: a fort's levels."""
        return self.parties == 1 and self.reach is None and self.total is not None


@dataclass(frozen=True, slots=True)
class PenaltyGroup:
    """Gaps that are added before they are priced, and the price."""

    id: str
    rule: str
    turn: int
    currency: str
    price: Fraction  # for each `per` missing
    per: Fraction
    rounding: Rounding
    weight: Fraction = Fraction(1)  # in its tier
    paid_from: tuple[int, ...] = ()  # budgets, in the order in which they pay
    sentence: str = ""
    counted: bool = True  # False: reported, never minimised or totalled (ruling nonre_shortfall: warn)
    raid: Raid | None = None

    @property
    def drawn(self) -> bool:
        """Whether pools pay for it: what is only reported costs nothing, but what a raid may take must be there."""
        return self.counted or self.raid is not None


@dataclass(frozen=True, slots=True)
class Budget:
    """What options draw on: how it opens, what comes in, whether it carries over."""

    id: str
    rule: str
    label: str
    opening: Fraction
    income: tuple[Fraction, ...]  # by turn
    carries: bool = True
    points: str = ""
    waivable: bool = False  # what it cannot pay is waived, not owed
    carried: tuple[Fraction | None, ...] = ()  # the most that is carried into each turn; None or () = all of it
    limit: bool = False  # told of only where it is broken

    def carried_into(self, turn: int) -> Fraction | None:
        """The most that the turn before can leave to a turn; None = everything."""
        if not self.carries:
            return ZERO
        return self.carried[turn] if self.carried and turn else None


@dataclass(frozen=True, slots=True)
class Trigger:
    """Something the plan itself may bring about: an option taken, or a demand fully met, no later than its turn."""

    id: str
    turn: int
    options: tuple[int, ...] = ()
    met: tuple[tuple[int, ...], ...] = ()  # any of these sets of demands, all of it fully covered


@dataclass(frozen=True, slots=True)
class Allowance:
    """Cover that comes from no unit: releases by losses, RPs standing in for units."""

    credit: Credit
    rule: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Expected:
    """How many of a kind the player's earlier plan had come to a state in a turn."""

    kind: int
    turn: int
    end: State
    count: int


@dataclass(frozen=True, slots=True)
class Tier:
    """One thing to minimise, after everything before it."""

    name: str
    currencies: tuple[tuple[str, Fraction], ...] = ()
    strength: bool = False
    moves: bool = False
    changes: bool = False


@dataclass(frozen=True, slots=True)
class Problem:
    """All that the rules derive from a scenario."""

    turns: int
    kinds: tuple[UnitKind, ...]
    options: tuple[Option, ...]
    demands: tuple[Demand, ...]
    groups: tuple[PenaltyGroup, ...]
    budgets: tuple[Budget, ...]
    triggers: tuple[Trigger, ...]
    allowances: tuple[Allowance, ...]
    tiers: tuple[Tier, ...]
    expected: tuple[Expected, ...] = ()
    warnings: tuple[str, ...] = ()
    refused: tuple[tuple[str, str], ...] = field(default=())  # wishes no option can grant, with the reason
