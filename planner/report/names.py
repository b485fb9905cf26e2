"""What to call the units, places, currencies and tiers of a scenario on pages and in reports."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction

from models.findings import BudgetLine, DemandFinding
from models.position import Position
from models.problem import ZERO
from models.quantities import pretty
from planner.report.words import CURRENCY_LABELS, lowered, tier_label
from planner.report.words import measured as measured
from planner.rules.books import rulebook_of
from planner.rules.showing import titled as titled


def currency(name: str) -> str:
    """A currency in words."""
    return CURRENCY_LABELS.get(name, titled(name))


def tier(name: str) -> str:
    """A tier in words, as a heading."""
    words = tier_label(name)
    return words[:1].upper() + words[1:]


def res(amount: Fraction) -> str:
    """So many REs, in a player's words."""
    return measured(amount, "REs")


class Names:
    """What the units and places of one scenario are called, as its rulebook says."""

    def __init__(self, scenario: Position) -> None:
        book = rulebook_of(scenario)
        self.scenario = scenario
        self.shown = book.showing
        self.place_of = book.place_of
        self.units = self.shown.units(scenario)

    def place(self, state: str) -> str:
        """A place, or a box: 'Brussels', 'Belgium garrison box'."""
        return self.shown.place(self.scenario, self.place_of(state))

    def unsaid(self, state: str) -> bool:
        """Whether a state is no place that a sentence would name."""
        return state.partition(":")[0] in self.shown.unsaid

    def unit(self, name: str) -> str:
        """A unit as the player calls it; without the number that tells identical counters apart."""
        known = self.units.get(name)
        return known.name if known else name

    def size(self, name: str) -> Fraction:
        """A unit's REs; none for what is not measured in REs."""
        known = self.units.get(name)
        return known.res if known else ZERO

    def counter(self, name: str) -> str:
        """The counter as printed, if the file gives it."""
        known = self.units.get(name)
        return known.counter if known else ""

    def group(self, demand: DemandFinding) -> str:
        """The garrison, zone or territory that a demand belongs to."""
        return self.shown.group(self.scenario, demand.id)

    def section(self, demand: DemandFinding) -> str:
        """The heading under which a demand is listed."""
        return self.shown.section(self.scenario, demand.id)

    def row(self, table: str, name: str) -> str:
        """What a row of one of the scenario's tables is called."""
        return self.shown.row(self.scenario, table, name)

    def budget(self, line: BudgetLine) -> str:
        """A budget as the player calls it: 'East Inf, infantry RPs'; limits have their own words."""
        kind, _, pool = line.id.partition(":")
        points = CURRENCY_LABELS.get(f"{line.points}_rp") or CURRENCY_LABELS.get(line.points)
        if kind == "pool" and points:
            return f"{titled(pool)}, {lowered(points)}"
        return line.label[:1].upper() + line.label[1:]

    def listed(self, names: Iterable[str]) -> str:
        """Several units on one line, identical ones counted: '65 Infantry Division, 3 × Security regiment'."""
        counted = Counter(self.unit(name) for name in names)
        return ", ".join(f"{_times(many)}{label}" for label, many in counted.items())

    def counting(self, demand: DemandFinding) -> str:
        """Who and what counts toward a demand, and for how much: '65 Infantry Division 2, 3 × Security regiment 3'."""
        amounts: dict[str, Fraction] = defaultdict(Fraction)
        many: Counter[str] = Counter()
        for row in (*demand.units, *demand.others):
            amounts[self.unit(row.unit)] += row.amount
            many[self.unit(row.unit)] += 1
        return ", ".join(f"{_times(many[name])}{name} {pretty(amount)}" for name, amount in amounts.items())

    def idle(self, demand: DemandFinding) -> str:
        """Who is there and does not count, by the reason: 'is of a kind that does not count here: 8 Construction'."""
        by_reason: dict[str, list[str]] = defaultdict(list)
        for row in demand.present:
            by_reason[row.why or "does not count"].append(row.unit)
        return "; ".join(f"{why}: {self.listed(units)}" for why, units in by_reason.items())

    def bystanders(self, demand: DemandFinding) -> str:
        """Who is there and does not count, and why: '719 Static Division (moves this turn)'."""
        many = Counter((self.unit(row.unit), row.why) for row in demand.present)
        return ", ".join(f"{_times(n)}{name}{f' ({why})' if why else ''}" for (name, why), n in many.items())


def _times(many: int) -> str:
    return f"{many} × " if many > 1 else ""
