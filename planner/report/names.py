"""What to call the units, places, currencies and tiers of a scenario on pages and in reports."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction

from models.findings import BudgetLine, DemandFinding
from models.pg2 import Campaign, names_of
from models.pg2_forces import FixedUnit, Formation, GarrisonUnit
from models.pg2_reserves import PoolEntry
from models.position import Position
from models.quantities import pretty
from models.scenario import Scenario
from models.units import Unit
from planner.report.words import CURRENCY_LABELS, singular, tier_label
from planner.rules.books import rulebook_of

BOXES = {
    "box": "{} garrison box",
    "forming": "{} forming box",
    "eliminated": "Eliminated box ({})",
    "isolated": "Isolated box ({})",
    "arriving": "Off the map, bound for {}",
    "sea": "{}",
    "pending": "Not in play yet ({})",
    "gone": "Out of play ({})",
    "reserve": "{} national reserve",
    "away": "off the map until it returns ({})",
    "breakdown": "breakdown box ({})",
    "track": "{} replacement track",
    "scrapped": "Scrapped",
}
OFF_THE_MAP = ("pending", "gone", "scrapped")  # no place that a sentence would name


def titled(name: str) -> str:
    """An id as a name: 'east_africa' -> 'East Africa'."""
    return name.replace("_", " ").title()


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


def measured(amount: Fraction, measure: str) -> str:
    """So many of what is measured: '½ RE', '2 British REs', '1 air unit'."""
    return f"{pretty(amount)} {singular(measure) if abs(amount) <= 1 else measure}"


class Names:
    """What the units and places of one scenario are called."""

    def __init__(self, scenario: Position) -> None:
        self.europa = scenario if isinstance(scenario, Scenario) else None
        self.campaign = scenario if isinstance(scenario, Campaign) else None
        self.units: dict[str, Unit] = {}
        self.recruits: dict[str, Unit] = {}  # of the order of battle, not in play yet
        if self.europa:
            self.units = {name: unit for unit in self.europa.units for name in unit.names}
            lines = self.europa.order_of_battle
            self.recruits = {name: unit for line in lines for unit in line.units for name in unit.names}
        self.others = _campaign_units(self.campaign) if self.campaign else {}
        self.place_of = rulebook_of(scenario).place_of

    def place(self, state: str) -> str:
        """A place, or a box: 'Brussels', 'Belgium garrison box'."""
        state = self.place_of(state)
        kind, colon, where = state.partition(":")
        if self.europa is None:
            return self._territory(kind, where)
        if not colon:
            place = self.europa.places.get(state)
            return (place.name if place else "") or titled(state)
        district = self.europa.districts.get(where)
        row = next((row for row in self.europa.garrisons if row.id == where), None)
        name = (district.name if district else "") or (row.name if row else "") or titled(where)
        if kind == "arriving":
            name = self.place(where)
        elif kind in OFF_THE_MAP:
            name = where  # a line of the order of battle, in its own words
        elif kind == "sea" and len(where) == 3:
            name = where.upper()
        return BOXES.get(kind, "{}").format(name)

    def _territory(self, kind: str, where: str) -> str:
        """A territory of a campaign, or a region's reserve."""
        if self.campaign and where:
            reserve = self.campaign.reserves.get(where)
            return f"{kind.capitalize()} of {(reserve.name if reserve else '') or titled(where)}"
        territory = self.campaign.territories.get(kind) if self.campaign else None
        return (territory.name if territory else "") or titled(kind)

    def unit(self, name: str) -> str:
        """A unit as the player calls it; without the number that tells identical counters apart."""
        known = self._known(name)
        return (known.name or known.id) if known else self.others.get(name, name)

    def _known(self, name: str) -> Unit | None:
        return self.units.get(name) or self.recruits.get(name)

    def size(self, name: str) -> Fraction:
        """A unit's REs; none for what is not measured in REs."""
        known = self._known(name)
        return known.regimental_equivalents if known else Fraction(0)

    def counter(self, name: str) -> str:
        """The counter as printed, if the file gives it."""
        known = self._known(name)
        return str(known.counter) if known and known.counter else ""

    def budget(self, line: BudgetLine) -> str:
        """A budget as the player calls it: 'East Inf, infantry RPs'; limits have their own words."""
        kind, _, pool = line.id.partition(":")
        points = CURRENCY_LABELS.get(f"{line.points}_rp") or CURRENCY_LABELS.get(line.points)
        if kind == "pool" and points:
            return f"{titled(pool)}, {points if points[:2].isupper() else points[:1].lower() + points[1:]}"
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


def _campaign_units(campaign: Campaign) -> dict[str, str]:
    """What a campaign's formations and units are called."""
    single: tuple[Formation | PoolEntry, ...] = (*campaign.formations, *campaign.force_pool)
    alike: tuple[GarrisonUnit | FixedUnit, ...] = (*campaign.garrisons, *campaign.fixed)
    found = {row.id: row.name or row.id for row in single}
    return found | {name: row.name or row.id for row in alike for name in names_of(row)}


def _times(many: int) -> str:
    return f"{many} × " if many > 1 else ""
