"""What to call the units, places, currencies and tiers of a scenario on the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from models.quantities import pretty
from models.scenario import Scenario
from models.units import Unit

CURRENCIES = {
    "breaches": "Broken requirements",
    "vp": "Victory points",
    "partisan_attacks": "Extra partisan attacks",
    "inf_rp": "Infantry RPs",
    "arm_rp": "Armour RPs",
    "air_rp": "Air RPs",
    "srp": "Sea RPs",
    "sp": "Supply points",
}
TIERS = {
    "breaches": "Broken requirements",
    "vp": "Victory points lost",
    "partisan_attacks": "Extra partisan attacks",
    "replacement_points": "Replacement points lost",
    "strength": "Strength tied down",
    "moves": "Moves made",
    "changes": "Changes from the last plan",
    "reserves": "Reserves kept",
}
BOXES = {
    "box": "{} garrison box",
    "forming": "{} forming box",
    "eliminated": "Eliminated box ({})",
    "isolated": "Isolated box ({})",
    "arriving": "Off the map, bound for {}",
    "sea": "At sea, {}",
}


def titled(name: str) -> str:
    """An id as a name: 'east_africa' -> 'East Africa'."""
    return name.replace("_", " ").title()


def currency(name: str) -> str:
    """A currency in words."""
    return CURRENCIES.get(name, titled(name))


def tier(name: str) -> str:
    """A tier in words; merged tiers are joined by a plus."""
    return " + ".join(TIERS.get(part, titled(part)) for part in name.split(" + "))


def res(amount: Fraction) -> str:
    """So many REs, in a player's words."""
    return f"{pretty(amount)} RE" if amount <= 1 else f"{pretty(amount)} REs"


class Names:
    """What the units and places of one scenario are called."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.units: dict[str, Unit] = {}
        for unit in scenario.units:
            for number in range(1, unit.count + 1):
                self.units[unit.id if unit.count == 1 else f"{unit.id} #{number}"] = unit

    def place(self, state: str) -> str:
        """A place, or a box: 'Brussels', 'Belgium garrison box'."""
        kind, colon, where = state.partition(":")
        if not colon:
            place = self.scenario.places.get(state)
            return (place.name if place and place.name else "") or titled(state)
        district = self.scenario.districts.get(where)
        row = next((row for row in self.scenario.garrisons if row.id == where), None)
        name = (district.name if district else "") or (row.name if row else "") or titled(where)
        if kind == "arriving":
            name = self.place(where)
        elif kind == "sea" and len(where) == 3:
            name = where.upper()
        return BOXES.get(kind, "{}").format(name)

    def unit(self, name: str) -> str:
        """A unit as the player calls it; without the number that tells identical counters apart."""
        known = self.units.get(name)
        return (known.name or known.id) if known else name

    def size(self, name: str) -> Fraction:
        """A unit's REs; none for what is not measured in REs."""
        known = self.units.get(name)
        return known.regimental_equivalents if known else Fraction(0)

    def counter(self, name: str) -> str:
        """The counter as printed, if the file gives it."""
        known = self.units.get(name)
        return str(known.counter) if known and known.counter else ""

    def listed(self, names: Iterable[str]) -> str:
        """Several units on one line, identical ones counted: '65 Infantry Division, 3 × Security regiment'."""
        counted = Counter(self.unit(name) for name in names)
        return ", ".join(label if many == 1 else f"{many} × {label}" for label, many in counted.items())
