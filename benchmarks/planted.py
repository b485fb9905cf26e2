"""Theatres whose optimum is known by the way they are built.

Zones are islands: no way leads from one to another. Every unit that can be of use is worth exactly one RE, and the
cheapest of them cost half a strength point for each RE; nothing costs less.

- loose: each zone has enough of the cheapest units, all within reach of every city. So nothing is missing; the strength
  tied down is half a point for each RE wanted; and as many units move as cities lack of them where they stand.
- short: each zone has fewer REs than it wants, in units of all prices, with no more in any city than it wants. So every
  unit must guard: those in cities stay, those in towns move, and what is missing is what the zone wants less its units.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from benchmarks.families import NOW, Mood

HALF = Fraction(1, 2)
RATES = {"major": 2, "dot": 2, "reference": 1}  # 44.B.2.a
CHEAP = {"type": "Security", "size": "III", "counter": "0-1-4", "nationality": "german"}
PRICED = (("Police", "1-6", Fraction(1)), ("Inf", "2-6", Fraction(2)), ("Cav", "3-6", Fraction(3)))


@dataclass(frozen=True, slots=True)
class Islands:
    """How many zones, and how many cities in each."""

    zones: int
    cities: int


PLANTED = {"planted": Islands(12, 8), "planted_tiny": Islands(2, 3)}


def planted(islands: Islands, mood: Mood, seed: int) -> tuple[dict[str, Any], dict[str, str]]:
    """A scenario tree and the exact value of every tier at its optimum."""
    random = Random(f"planted {islands.zones} {islands.cities} {mood} {seed}")
    build = _Builder(random)
    totals = {"partisan_attacks": Fraction(0), "strength": Fraction(0), "moves": Fraction(0)}
    for n in range(islands.zones):
        cities = build.zone(f"island{n:02d}", islands.cities)
        add = build.fewer_than_wanted if mood == "short" else build.enough
        for tier, value in add(f"island{n:02d}", cities).items():
            totals[tier] += value
    tree = {
        "title": f"planted {mood} {seed}", "turn": NOW, "horizon": 2, "zones": build.zones, "places": build.places,
        "units": build.units, "routes": build.routes, "rulings": {"partisan_attack_value": "1/2"},
    }  # fmt: skip
    return tree, {"vp": "0"} | {tier: str(value) for tier, value in totals.items()}


class _Builder:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.zones: dict[str, Any] = {}
        self.places: dict[str, Any] = {}
        self.units: list[dict[str, Any]] = []
        self.routes: list[dict[str, Any]] = []

    def zone(self, name: str, number: int) -> dict[str, int]:
        """An island of cities and one town; every place can be reached from every other."""
        self.zones[name] = {"country": f"country_of_{name}"}
        cities = {}
        for n in range(number):
            kind = self.random.choice(list(RATES))
            self.places[f"{name}_{n}"] = {"kind": kind, "zone": name, "since": NOW}
            cities[f"{name}_{n}"] = RATES[kind]
        self.places[f"{name}_town"] = {"kind": "town", "zone": name, "since": NOW}
        self.routes.append({"between": [*cities, f"{name}_town"], "by": "march"})
        return cities

    def enough(self, name: str, cities: dict[str, int]) -> dict[str, Fraction]:
        """As many of the cheapest as are wanted, some of them in the town, and dearer ones everywhere."""
        lacking = 0
        for city, wanted in cities.items():
            here = self.random.randint(0, wanted)
            lacking += wanted - here
            self._add(CHEAP, city, here)
            kind, counter, _ = self.random.choice(PRICED)
            self._add(CHEAP | {"type": kind, "counter": counter}, city, self.random.randint(0, 2))
        self._add(CHEAP, f"{name}_town", lacking)
        return {"strength": HALF * sum(cities.values()), "moves": Fraction(lacking)}

    def fewer_than_wanted(self, name: str, cities: dict[str, int]) -> dict[str, Fraction]:
        """Units of one RE each, none of which can be spared."""
        strength, standing, moving = Fraction(0), 0, 0
        missing = self.random.randint(1, max(1, sum(cities.values()) // 5))
        places = [city for city, wanted in cities.items() for _ in range(wanted)]
        self.random.shuffle(places)
        for place in places[missing:]:
            kind, counter, price = self.random.choice(PRICED)
            in_town = self.random.random() < 0.3
            standing, moving = standing + (not in_town), moving + in_town
            self._add(CHEAP | {"type": kind, "counter": counter}, f"{name}_town" if in_town else place, 1)
            strength += price
        return {"partisan_attacks": HALF * missing, "strength": strength, "moves": Fraction(moving)}

    def _add(self, unit: dict[str, str], at: str, count: int) -> None:
        if count:
            self.units.append({"id": f"unit {len(self.units) + 1}", "at": at, "count": str(count), **unit})
