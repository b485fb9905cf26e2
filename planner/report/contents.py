"""What a report says, whatever it is written in: costs, losses, orders, checks, budgets, rulings, proof."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from models.advice import Advice
from models.findings import BudgetLine, DemandFinding, PenaltyLine
from models.position import Position
from models.problem import ZERO
from planner.report.board import Board, Mark, asks, mark_of, result_of
from planner.report.fort_cards import FortCard, fort_cards
from planner.report.names import currency, titled
from planner.report.purchase_tables import lines_of
from planner.report.purchases import Purchases, purchases
from planner.report.sentences import Sheet, sheet
from planner.report.sums import TierSum, by_currency, tier_sums
from planner.report.verdicts import Badge, Objection, badge_of, calm, objections
from planner.report.words import provenance_rows


@dataclass(frozen=True)
class Cost:
    """One currency: what is lost if nobody moves, what under the plan."""

    label: str
    now: Fraction
    planned: Fraction | None  # None: there is no plan

    @property
    def saved(self) -> Fraction:
        """What the plan saves."""
        return ZERO if self.planned is None else self.now - self.planned


@dataclass(frozen=True)
class Loss:
    """One penalty, or several turns of it that cost the same, and the places whose gaps it is for."""

    line: PenaltyLine
    turns: str
    times: int
    where: str
    of_what: str

    @property
    def amount(self) -> Fraction:
        """What it costs in all its turns."""
        return self.times * self.line.amount

    @property
    def arithmetic(self) -> str:
        """The sum as a player would write it down."""
        return self.line.arithmetic + (f", {self.times} times" if self.times > 1 else "")


@dataclass(frozen=True)
class CheckRow:
    """One check, or several turns of it that come out alike."""

    turns: str
    demand: DemandFinding
    result: str
    mark: Mark | None  # None: nothing is asked
    counting: str
    idle: str


@dataclass(frozen=True)
class Account:
    """One budget over all turns."""

    label: str
    rule: str
    lines: tuple[BudgetLine, ...]

    @property
    def drawn(self) -> bool:
        """Whether anything is spent in any turn, or owed."""
        return any(line.spent or line.closing < 0 for line in self.lines)


class Contents:
    """A scenario and the advice for it, ready to be written down."""

    def __init__(self, scenario: Position, advice: Advice) -> None:
        self.scenario = scenario
        self.advice = advice
        self.board = Board(scenario, advice)
        self.names = self.board.names
        self.title = advice.title or "Untitled scenario"
        self.side = titled(advice.side)
        self.badge: Badge = badge_of(advice)
        self.calm = calm(advice)

    @property
    def ahead(self) -> str:
        """How far the plan looks."""
        turns = self.advice.horizon
        return "this turn only" if turns == 1 else f"{turns} turns, to {self.board.turns[-1]}"

    @cached_property
    def objections(self) -> tuple[Objection, ...]:
        """What stands against the plan, sums that do not add up among it."""
        found = objections(self.advice)
        pairs = ((self.advice.penalties, self.advice.totals), (self.advice.penalties_now, self.advice.now))
        if all(by_currency(lines) == _lost(totals) for lines, totals in pairs):
            return found
        text = "The penalties listed below do not add up to the totals. Do not rely on these figures."
        return (Objection("bad", "The sums are wrong.", text), *found)

    @property
    def costs(self) -> tuple[Cost, ...]:
        """Every currency in which something is lost, now or under the plan."""
        now, planned = self.advice.now, self.advice.totals
        return tuple(
            Cost(currency(name), now.get(name, ZERO), planned.get(name, ZERO) if self.advice.plan else None)
            for name in dict.fromkeys((*planned, *now))
            if planned.get(name) or now.get(name)
        )

    @property
    def losses(self) -> tuple[Loss, ...]:
        """Every penalty of the plan."""
        return self._losses(self.advice.penalties, self.advice.demands)

    @property
    def losses_now(self) -> tuple[Loss, ...]:
        """Every penalty if nobody is given an order."""
        return self._losses(self.advice.penalties_now, self.advice.demands_now)

    def places_short(self, planned: bool) -> dict[str, str]:
        """The places whose gaps are added up in each penalty."""
        return _places_short(self.advice.demands if planned else self.advice.demands_now)

    def _losses(self, lines: tuple[PenaltyLine, ...], demands: tuple[DemandFinding, ...]) -> tuple[Loss, ...]:
        where = _places_short(demands)
        alike: dict[tuple[object, ...], list[PenaltyLine]] = defaultdict(list)
        for line in lines:
            if line.amount:
                key = (line.rule, line.currency, line.amount, line.arithmetic, line.sentence, line.counted)
                alike[(where.get(line.id, ""), *key)].append(line)
        return tuple(
            Loss(
                same[0], self._span(line.turn for line in same), len(same), where.get(same[0].id, ""),
                currency(same[0].currency),
            )
            for same in alike.values()
        )  # fmt: skip

    @cached_property
    def sheets(self) -> tuple[tuple[str, Sheet], ...]:
        """The order sheet of each turn; the first is the advice, the others are a forecast."""
        return tuple((turn, sheet(self.board, number)) for number, turn in enumerate(self.board.turns))

    @cached_property
    def demands(self) -> tuple[DemandFinding, ...]:
        """The checks under the plan; without a plan, of the position as it stands."""
        return self.advice.demands if self.advice.plan else self.advice.demands_now

    def checks(self, first: int, last: int) -> tuple[CheckRow, ...]:
        """The checks of some turns, those that come out alike in one row, what is short first."""
        turns = self.board.turns[first:last]
        alike: dict[tuple[object, ...], list[str]] = defaultdict(list)
        rows: dict[tuple[object, ...], DemandFinding] = {}
        for demand in self.demands:
            if demand.turn in turns:
                asked = (demand.place, demand.measure, demand.rule, demand.check, demand.required, demand.waived)
                given = (demand.covered, demand.missing, self.names.counting(demand), self.names.idle(demand))
                key = (*asked, *given)
                alike[key].append(demand.turn)
                rows.setdefault(key, demand)
        found = [self._check(rows[key], self._span(spell)) for key, spell in alike.items()]
        order: list[Mark | None] = [*Mark, None]
        return tuple(sorted(found, key=lambda row: (order.index(row.mark), row.demand.waived)))

    def _check(self, demand: DemandFinding, turns: str) -> CheckRow:
        mark = mark_of(demand) if asks(demand) else None
        return CheckRow(turns, demand, result_of(demand), mark, self.names.counting(demand), self.names.idle(demand))

    def _span(self, spell: Iterable[str]) -> str:
        """Turns on one line: 'Jul 2 43 to Jul 4 43' where none between them is left out."""
        numbers = sorted({self.board.turns.index(turn) for turn in spell if turn in self.board.turns})
        if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
            return f"{self.board.turns[numbers[0]]} to {self.board.turns[numbers[-1]]}"
        return ", ".join(self.board.turns[number] for number in numbers)

    @property
    def accounts(self) -> tuple[Account, ...]:
        """Every budget that holds anything, those drawn on first."""
        found: dict[str, list[BudgetLine]] = defaultdict(list)
        for line in self.advice.budgets:
            found[line.id].append(line)
        accounts = [Account(lines[0].label, lines[0].rule, tuple(lines)) for lines in found.values()]
        held = [
            account for account in accounts if any(line.opening or line.income or line.spent for line in account.lines)
        ]
        return tuple(sorted(held, key=lambda account: not account.drawn))

    @cached_property
    def replacements(self) -> tuple[tuple[str, list[str]], ...]:
        """What replacement points buy, what is sent and what is kept: headings with their lines."""
        found = self.purchases
        return tuple((heading, lines) for heading, lines in lines_of(found) if lines) if found else ()

    @cached_property
    def purchases(self) -> Purchases | None:
        """The same as figures; None where there is no plan or no pool."""
        return purchases(self.scenario, self.advice)

    @property
    def forts(self) -> tuple[FortCard, ...]:
        """Every fort with its reference card."""
        return fort_cards(self.scenario, self.names)

    @cached_property
    def tiers(self) -> tuple[TierSum, ...]:
        """What was minimised, in order, each as a sum."""
        return tier_sums(self.scenario, self.advice)

    @property
    def rulings(self) -> tuple[tuple[str, str, bool], ...]:
        """The rulings in force and whether this table differs from our default there; those that do come first."""
        changed = self.advice.rulings_changed
        rows = [(name, str(value), name in changed) for name, value in self.advice.rulings.items()]
        return tuple(sorted(rows, key=lambda row: not row[2]))

    @property
    def provenance(self) -> tuple[tuple[str, str], ...]:
        """What it takes to get the same advice again."""
        return provenance_rows(self.advice.provenance)


def _lost(totals: dict[str, Fraction]) -> dict[str, Fraction]:
    return {name: amount for name, amount in totals.items() if amount}


def _places_short(demands: tuple[DemandFinding, ...]) -> dict[str, str]:
    """The places whose gaps are added up in each penalty."""
    places: dict[str, dict[str, None]] = defaultdict(dict)
    for demand in demands:
        for group in demand.groups if demand.missing else ():
            places[group][demand.place] = None
    return {group: ", ".join(names) for group, names in places.items()}
