"""What a rule may say: which steps a unit can take, which are barred, what wants covering, what is drawn on.

A rulebook is a tuple of rules. `planner.derive` asks every rule about every unit kind and weaves the answers into a
Problem; nothing after that knows which rule said what, except by the rule number each answer carries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, Protocol

from typing_extensions import TypeVar

from models.plan import Order
from models.position import TableRulings
from models.problem import ZERO, Act, Check, Option, Raid, Rounding, State, Tier
from models.units import Unit
from planner.rules.cards import ReferenceCard
from planner.rules.showing import Showing


class Counter(Protocol):
    """What every rulebook's counters have."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def front_value(self) -> Fraction: ...


C = TypeVar("C", bound=Counter, default=Unit)
Draws = tuple[tuple[str, int, Fraction, bool], ...]  # budget, turn, amount, guarded


@dataclass(frozen=True, slots=True)
class Piece(Generic[C]):
    """What the rules look at when they look at a counter: identical counters are one piece."""

    unit: C
    res: Fraction
    named_in: frozenset[str] = frozenset()  # garrisons whose OB names it
    naval_strength: Fraction = ZERO
    condition: str = ""  # what it has become since the plan began ("cadre"); "" = as the file has it
    due: int | None = None  # the turn in which it is ready, while it is being made into that

    @property
    def name(self) -> str:
        """How to call it in a sentence."""
        return self.unit.name or self.unit.id


AnyPiece = Piece[Any]  # of whatever rulebook


def with_condition(where: State, condition: str) -> State:
    """The state of a piece that has changed: "kharkov[full]"; a piece that has not is just where it is."""
    return f"{where}[{condition}]" if condition else where


def without_condition(state: State) -> tuple[State, str]:
    """Where a piece is, and what it has become."""
    where, bracket, condition = state.partition("[")
    return where, condition.removesuffix("]") if bracket else ""


def without_marks(state: State) -> State:
    """A state without what rules have marked on the piece, as people write it: "gent[+moved]" is gent."""
    where, condition = without_condition(state)
    return with_condition(where, condition.partition("+")[0]) if condition else state


@dataclass(frozen=True, slots=True)
class Step:
    """A step that a rule offers to a piece in a state; what it counts for is worked out later."""

    act: Act
    turn: int
    start: State
    end: State
    lasts: int = 1
    spends_mp: bool = False
    rule: str = ""
    why: str = ""
    how: str = ""  # where one act leads to one place in several ways
    draws: Draws = ()
    fires: str = ""  # a trigger's name
    tied: Fraction | None = None  # None = its strength if it stands guard
    stands_in: tuple[str, ...] = ()  # wants (all later turns) that it covers as if it still stood there
    spends: tuple[tuple[str, Fraction], ...] = ()  # currency, amount
    serves: tuple[tuple[str, Fraction], ...] = ()  # wants that it covers by being taken, and how much of each
    into: str | None = None  # the condition in which the step leaves the piece; None = as it was
    in_vain: bool = False  # legal, but another step is as good in everything: plans are judged with it, not made of it


Marker = Callable[[AnyPiece, Step, str], str]  # a piece, the step it takes, its condition -> its condition afterwards


@dataclass(frozen=True, slots=True)
class Penalty:
    """What gaps cost: gaps of one group are added before they are rounded and priced."""

    group: str
    currency: str
    price: Fraction
    per: Fraction = Fraction(1)
    rounding: Rounding = Rounding.PROPORTIONAL
    weight: Fraction = Fraction(1)
    paid_from: tuple[str, ...] = ()
    sentence: str = ""
    counted: bool = True
    raid: Raid | None = None  # the other side chooses which of the gaps cost


@dataclass(frozen=True, slots=True)
class Want:
    """What a rule wants covered at one check of one turn, by whom, and what a gap costs."""

    id: str
    rule: str
    turn: int
    check: Check
    where: str
    states: frozenset[State]
    required: Fraction
    penalties: tuple[Penalty, ...]
    sentence: str
    credit: Callable[[AnyPiece, State], Fraction | None]  # None = does not count
    measure: str = "REs"
    purse: str = "duty"  # within one purse and turn an RE does one duty
    box_purse: str = ""  # the purse of REs off the map, if another
    box_states: tuple[str, ...] = ("box:", "forming:")  # ... which are those in these states
    whole: bool = False  # a unit does one duty, not parts of several
    presence: bool = False  # being there is enough, moving does not matter
    paired: Callable[[AnyPiece], bool] = field(default=lambda _piece: False)
    raised_by: Callable[[AnyPiece, State], Fraction | None] = field(default=lambda _piece, _state: None)
    waived_by: str = ""  # a trigger's name
    due_after: str = ""


@dataclass(frozen=True, slots=True)
class BudgetSpec:
    """A budget by name."""

    id: str
    rule: str
    label: str
    income: tuple[Fraction, ...]  # by turn
    opening: Fraction = ZERO
    carries: bool = True
    points: str = ""
    waivable: bool = False
    carried: tuple[Fraction | None, ...] = ()  # the most that is carried into each turn; None = all of it
    limit: bool = False  # how much there may be of something, rather than a pool: told of only where it is broken


@dataclass(frozen=True, slots=True)
class Activity:
    """A step that no unit takes: points moved from one budget to another, a little at a time."""

    act: Act
    turn: int
    start: str
    end: str
    most: int
    draws: Draws
    rule: str
    why: str
    how: str = ""
    needs: str = ""  # a trigger's name
    covers: tuple[tuple[str, Fraction], ...] = ()  # want, how much each time
    spends: tuple[tuple[str, Fraction], ...] = ()  # currency, amount
    moves: int = 1  # what it counts where points are on their way


@dataclass(frozen=True, slots=True)
class Grant:
    """Cover that comes from no unit."""

    wants: tuple[str, ...]
    amount: Fraction
    rule: str
    sentence: str


P = TypeVar("P")


def _nothing(*_: Any) -> Iterator[Any]:
    return iter(())


@dataclass(frozen=True, slots=True)
class Rule(Generic[P]):
    """One section of a rulebook: what it offers, bars, wants and grants, given a position P."""

    id: str
    title: str
    wants: Callable[[P], Iterable[Want]] = _nothing
    steps: Callable[[P, AnyPiece, State, int], Iterable[Step]] = _nothing
    bars: Callable[[P, AnyPiece, Step], str | None] | None = None
    amends: Callable[[P, AnyPiece, Step], Step] | None = None  # what it adds to the steps that others offer
    budgets: Callable[[P], Iterable[BudgetSpec]] = _nothing
    activities: Callable[[P], Iterable[Activity]] = _nothing
    grants: Callable[[P], Iterable[Grant]] = _nothing
    meets: Callable[[P], Iterable[tuple[str, tuple[str, ...]]]] = _nothing  # trigger fired by wants that are all met
    warnings: Callable[[P], Iterable[str]] = _nothing


@dataclass(frozen=True, slots=True)
class Rulebook(Generic[P]):
    """A tuple of rules and how to read a position for them."""

    name: str
    rules: tuple[Rule[P], ...]
    position: Callable[[Any], P]
    pieces: Callable[[P, frozenset[str]], Iterable[tuple[AnyPiece, tuple[tuple[str, State, int], ...]]]]
    standings: Callable[[P, AnyPiece, Step], Iterable[tuple[Check, int, State]]]
    presences: Callable[[P, Step], Iterable[tuple[Check, int, State]]]
    indivisible: Callable[[P, State], bool]  # whether a unit in a state does one duty only, not parts of several
    name_of: Callable[[P, State], str]
    checks_past: Callable[[P, int], bool]  # whether a turn's checks are over before the plan begins
    currencies: Mapping[str, str]  # everything that can be lost, and the word for it in a sum
    tiers: Callable[[P], tuple[Tier, ...]]  # what to minimise, one after the other
    why_idle: Callable[[Want, AnyPiece, Option, State], str]  # why somebody who is there might not count
    showing: Showing  # how pages and reports show its scenarios
    why_stuck: Callable[[AnyPiece], str] = lambda _piece: ""  # why a piece goes nowhere by itself, if it does not
    place_of: Callable[[State], State] = lambda state: state  # the place of a state, where wishes name only places
    cards: tuple[ReferenceCard, ...] = ()  # what needs no planning, to be looked up
    rulings: type[TableRulings] = TableRulings  # the named choices that a table can make
    remarks: Callable[[P, list[Order], Mapping[str, Fraction]], Iterable[str]] = _nothing  # on orders, given the gaps
    as_in: Callable[[P, AnyPiece, str], AnyPiece] | None = None  # a piece in a condition; None = pieces never change
    marker: Callable[[P], Marker | None] = lambda _position: None  # what a step leaves a piece marked with, if anything
