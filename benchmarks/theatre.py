"""Realistic theatres out of a seed: zones of cities, ways between them, and the counters of a rear area.

Pure: the same family, mood and seed give the same theatre on every machine. What comes out is the tree of a scenario
file, so that peers and ours alike read it as they would read a player's.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import nsmallest
from random import Random
from typing import Any

from benchmarks.events import with_events
from benchmarks.families import DEMAND_OF_SUPPLY, NOW, Family, Mood
from benchmarks.kinds import BOX_KINDS, KINDS, Kind
from benchmarks.replacements import with_replacements
from models.calendar import game_turn

CITIES_A_ZONE = 12
TOWNS_A_CITY = Fraction(2, 5)
BOXES_A_ZONE = Fraction(1, 3)
GREEK_ZONES = Fraction(1, 6)
SOVIET_ZONES = Fraction(1, 6)
TABLE_ROWS = Fraction(1, 5)  # of all demands are rows of the flexible garrison table
TABLE_SHARE = {"tight": Fraction(1, 2), "short": Fraction(3, 4)}  # of what is wanted beyond the cities' own rates
RAIL_SHARE = Fraction(1, 6)  # of the REs on the map can go by rail in a turn


def theatre(family: Family, mood: Mood, seed: int) -> dict[str, Any]:
    """The scenario tree of one theatre."""
    return _Theatre(family, mood, Random(f"{family.name} {mood} {seed}"), seed).tree()


@dataclass
class _Theatre:
    family: Family
    mood: Mood
    random: Random
    seed: int
    districts: dict[str, dict[str, Any]] = field(default_factory=dict)
    zones: dict[str, dict[str, Any]] = field(default_factory=dict)
    places: dict[str, dict[str, Any]] = field(default_factory=dict)
    boxes: list[str] = field(default_factory=list)  # zones with a holding box
    wanted: dict[str, Fraction] = field(default_factory=dict)  # zone -> REs of occupation and Greek garrisons
    rates: dict[str, Fraction] = field(default_factory=dict)  # zone -> REs of occupation by its cities' rates
    rows: list[dict[str, Any]] = field(default_factory=list)
    units: list[dict[str, Any]] = field(default_factory=list)
    on_map: Fraction = Fraction(0)

    def tree(self) -> dict[str, Any]:
        """Map first, then units, then the table rows that bring demand to where the mood wants it."""
        self._map()
        self._boxed_units()
        self._units_on_the_map()
        self._table()
        tree = {
            "title": f"{self.family.name} {self.mood} {self.seed}",
            "turn": NOW,
            "horizon": self.family.horizon,
            "rail_capacity": str(max(Fraction(3), Fraction(int(self.on_map * RAIL_SHARE)))),
            "districts": self.districts,
            "zones": self.zones,
            "places": self.places,
            "garrisons": self.rows,
            "units": self.units,
            "routes": self._routes(),
        }
        if self.family.turns > 1:
            tree = with_events(tree, self.family.turns, self.boxes, self.random)
        return with_replacements(tree, self.random) if self.family.worn else tree

    # -- the map --------------------------------------------------------------------------------------------------

    def _map(self) -> None:
        """As many zones and cities as the demands of a turn ask for: one each, two in Greece and Yugoslavia."""
        demands = self.family.demands if self.family.turns == 1 else self.family.demands * 12 // 11  # some come and go
        self.table_rows = max(2, int(demands * TABLE_ROWS))
        number = max(2, round(demands / CITIES_A_ZONE))
        kinds = ["greek"] * round(number * GREEK_ZONES) + ["soviet"] * round(number * SOVIET_ZONES)
        kinds += ["west"] * (number - len(kinds))
        self.random.shuffle(kinds)
        names = [f"{kind}{n:02d}" for n, kind in enumerate(kinds, start=1)]
        self.boxes = [name for name in names if not name.startswith("soviet")][: max(1, int(number * BOXES_A_ZONE))]
        left = demands - self.table_rows - len(self.boxes) - (number if DEMAND_OF_SUPPLY[self.mood] else 0)
        columns = max(2, round((number * 1.5) ** 0.5))
        for n, name in enumerate(names):
            share = left // (len(names) - n)
            left -= self._zone(name, share, n % columns, n // columns)
        self.table_rows += left  # Greek cities count twice, and an odd one may be left over

    def _zone(self, name: str, demands: int, column: int, row: int) -> int:
        greek = name.startswith("greek")
        country = {"greek": "greece", "soviet": "soviet_union"}.get(name.rstrip("0123456789"), f"country_of_{name}")
        self.zones[name] = {"country": country, "partisan_attack_value": self.random.choice(("1/4", "1/2", "1/2", "1"))}
        self.districts[name] = {"country": country, "theatre": "west"}
        cities = demands // 2 if greek else demands
        self.wanted[name] = self.rates[name] = Fraction(0)
        for n in range(cities):
            kind = self.random.choices(("major", "dot", "reference"), (15, 40, 45))[0]
            self._place(f"{name}_{kind[0]}{n:02d}", kind, name, country, column, row)
            self.rates[name] += _occupation(kind, country)
            self.wanted[name] += _occupation(kind, country) + (_greek(kind) if greek else 0)
        for n in range(max(1, int(cities * TOWNS_A_CITY))):
            kind = self.random.choice(("town", "port"))
            self._place(f"{name}_{kind[0]}{n:02d}", kind, name, country, column, row)
        return cities * (2 if greek else 1)

    def _place(self, key: str, kind: str, zone: str, country: str, column: int, row: int) -> None:
        place = {"kind": kind, "country": country, "district": zone, "zone": zone}
        if self.family.turns == 1:
            place["since"] = NOW  # overrun this turn: duties begin with the next
        place["latitude"] = f"{38 + 3 * row + self.random.uniform(0, 3):.3f}"
        place["longitude"] = f"{-4 + 4 * column + self.random.uniform(0, 4):.3f}"
        self.places[key] = place

    def _routes(self) -> list[dict[str, Any]]:
        """On foot to the nearest places, by rail between cities a little farther off."""
        spots = {key: (float(p["latitude"]), float(p["longitude"]) * 0.68) for key, p in self.places.items()}
        known: dict[tuple[str, str], str] = {}
        ways = self.family.ways  # both directions count: four make about twelve ends
        for key, (y, x) in spots.items():
            near = nsmallest(ways + 25, spots, key=lambda k: (spots[k][0] - y) ** 2 + (spots[k][1] - x) ** 2)[1:]
            city = self.places[key]["kind"] not in ("town", "port")
            farther = [k for k in near[ways:] if self.places[k]["kind"] not in ("town", "port")]
            ends = [(end, "march") for end in near[:ways]]
            ends += [
                (end, "rail") for end in self.random.sample(farther, min(ways - 1 + (city and ways > 1), len(farther)))
            ]
            for end, by in ends:
                known.setdefault((min(key, end), max(key, end)), by)
        return [{"from": start, "to": end, "by": by} for (start, end), by in known.items()]

    # -- units ----------------------------------------------------------------------------------------------------

    def _boxed_units(self) -> None:
        """Holding boxes hold about half of what their zones want, and the order of battle wants just that."""
        since = {"since": str(game_turn(NOW).later(1, 4))} if self.family.turns == 1 else {}
        for zone in self.boxes:
            held, most = Fraction(0), max(Fraction(1), self.wanted[zone] / 2)
            found: Counter[Kind] = Counter()
            while held < most:
                kind = self.random.choice([kind for kind in BOX_KINDS if kind.res <= max(most - held, Fraction(1, 2))])
                found[kind] += 1
                held += kind.res
            for kind, count in found.items():
                self._unit(kind, f"box:{zone}", count)
            self.rows.append({"id": zone, "kind": "box", "res": str(held), **since})
            self.wanted[zone] -= held

    def _units_on_the_map(self) -> None:
        """The rest in real proportions, more of them in cities than in towns; counters alike may stand together."""
        boxed = sum(int(unit["count"]) for unit in self.units)
        keys = list(self.places)
        weights = [1 if self.places[key]["kind"] in ("town", "port") else 2 for key in keys]
        left = max(1, self.family.units - boxed)
        shares = [kind.per_cent * left // 100 for kind in KINDS]
        while sum(shares) < left:
            shares[self.random.choices(range(len(KINDS)), [kind.per_cent for kind in KINDS])[0]] += 1
        for kind, share in zip(KINDS, shares, strict=True):
            for place, count in Counter(self.random.choices(keys, weights, k=share)).items():
                self._unit(kind, place, count)
            self.on_map += kind.res * share

    def _unit(self, kind: Kind, at: str, count: int) -> None:
        self.units.append(
            {
                "id": f"{kind.label} {len(self.units) + 1}", "type": kind.type, "size": kind.size,
                "counter": kind.counter, "nationality": "german", "at": at, "count": str(count),
            }
        )  # fmt: skip

    # -- demand ---------------------------------------------------------------------------------------------------

    def _table(self) -> None:
        """Rows of the flexible garrison table and figures for whole zones: what the mood wants beyond the cities."""
        share, total = DEMAND_OF_SUPPLY[self.mood], self.table_rows * 2
        if share is not None:
            beyond = int(self.on_map * Fraction(*share) - sum(self.wanted.values(), Fraction(0)))
            total = int(beyond * TABLE_SHARE[self.mood])
            for zone, extra in zip(self.zones, _parts(self.random, beyond - total, len(self.zones)), strict=True):
                self.zones[zone]["requirement"] = str(self.rates[zone] + extra)
        parts = _parts(self.random, max(self.table_rows, total), self.table_rows)
        by_zone = {zone: [key for key, place in self.places.items() if place["zone"] == zone] for zone in self.zones}
        for n, res in enumerate(parts, start=1):
            here = by_zone[self.random.choice(list(by_zone))]
            at = self.random.sample(here, min(len(here), max(1, min(6, res // 3 + self.random.randint(0, 1)))))
            self.rows.append({"id": f"sector {n}", "kind": "flexible", "at": at, "res": str(res)})


def _occupation(kind: str, country: str) -> Fraction:
    """44.B.2.a."""
    if kind == "major":
        return Fraction(3 if country == "soviet_union" else 2)
    return Fraction(2 if kind == "dot" else 1)


def _greek(kind: str) -> Fraction:
    """44.A.7.a.4."""
    return Fraction(1 if kind == "reference" else 3)


def _parts(random: Random, total: int, number: int) -> list[int]:
    """A whole number in so many parts of at least one."""
    parts = [1] * number
    for _ in range(total - number):
        parts[random.randrange(number)] += 1
    return parts
