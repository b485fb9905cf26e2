"""What tiny scenarios are made of: a sheet on which each theme writes its places, garrisons and units."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, TypeVar, get_args, get_origin

from hypothesis import strategies as st

from models.plan import Wishes
from models.rulings import Rulings
from models.scenario import Scenario
from models.theatre import TIERS

T = TypeVar("T")
TURNS = ("Jul 1 43", "Jul 2 43", "Jul 3 43")
EARLIER = ("May 2 43", "Jun 4 43")
SIZES: dict[str, dict[str, Any]] = {  # type, REs, counter; the pieces that tiny theatres are fought with
    "division": {"type": "Inf", "res": 3, "counter": "5-7-6 (2-3-6)"},
    "static": {"type": "Static", "res": 2, "counter": "2-4-4"},
    "regiment": {"type": "Inf", "res": 1, "counter": "2-6"},
    "security": {"type": "Security", "res": 1, "counter": "0-1-5"},
    "battalion": {"type": "MG", "res": "1/2", "counter": "0-1-4"},
    "tanks": {"type": "Arm", "res": "1/2", "counter": "1-8"},
    "assault guns": {"type": "AsltGun", "res": "1/2", "counter": "1-8"},
    "artillery": {"type": "Art", "res": 1, "counter": "2-1-6"},
    "stacked": {"type": "Inf", "res": 1, "counter": "0-1-6*"},
    "flak": {"type": "PosAA", "res": 1, "counter": "0-1-0"},
    "port": {"type": "PortFort", "res": 1, "counter": "0-2-0", "immobile": True},
    "builders": {"type": "ConEng", "res": 1, "counter": "0-1-5"},
    "hq": {"type": "HQ"},
    "army": {"type": "ArmyHQ"},
    "fighter": {"type": "Fighter"},
    "bomber": {"type": "Bomber"},
    "flotilla": {"type": "Flotilla"},
}
GROUND = ("division", "static", "regiment", "regiment", "security", "battalion", "tanks")


def _readings() -> list[tuple[str, str]]:
    """Every ruling with every value that is not our default."""
    found = []
    for name, setting in Rulings.model_fields.items():
        values = get_args(setting.annotation) if get_origin(setting.annotation) is Literal else ()
        found += [(name, value) for value in values if value != setting.default]
    found += [("nonre_shortfall", "warn"), ("nonre_shortfall", "weight:1/2"), ("partisan_attack_value", "1/3")]
    yes_no = [name for name, setting in Rulings.model_fields.items() if setting.default in ("true", "false")]
    found += [(name, "false" if Rulings.model_fields[name].default == "true" else "true") for name in yes_no]
    return sorted(set(found))


READINGS = _readings()


@dataclass
class Sheet:
    """A scenario being written, and the means to draw what goes into it."""

    draw: st.DrawFn
    side: str = "axis"
    horizon: int = 2
    tree: dict[str, Any] = field(default_factory=dict)
    districts: dict[str, dict[str, Any]] = field(default_factory=dict)
    zones: dict[str, dict[str, Any]] = field(default_factory=dict)
    places: dict[str, dict[str, Any]] = field(default_factory=dict)
    units: list[dict[str, Any]] = field(default_factory=list)
    garrisons: list[dict[str, Any]] = field(default_factory=list)
    pools: list[dict[str, Any]] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)
    routes: list[dict[str, Any]] = field(default_factory=list)
    readings: tuple[str, ...] = ()  # rulings that the theme is about

    def pick(self, *choices: T) -> T:
        """One of these."""
        return self.draw(st.sampled_from(choices))

    def chance(self, one_in: int = 2) -> bool:
        """Sometimes."""
        return self.draw(st.integers(1, one_in)) == one_in

    def number(self, least: int, most: int) -> int:
        """A whole number."""
        return self.draw(st.integers(least, most))

    def some(self, choices: list[T], least: int = 0, most: int | None = None) -> list[T]:
        """Some of these, each at most once."""
        top = len(choices) if most is None else min(most, len(choices))
        indices = st.lists(st.integers(0, len(choices) - 1), min_size=least, max_size=top, unique=True)
        return [choices[n] for n in sorted(self.draw(indices))] if choices else []

    def unit(self, at: str, size: str, nationality: str, **more: Any) -> None:
        """Put a counter somewhere."""
        self.units.append({"id": f"u{len(self.units)}", "nationality": nationality, "at": at, **SIZES[size], **more})

    def crowd(self, states: list[str], sizes: tuple[str, ...], nations: tuple[str, ...], least: int, most: int) -> None:
        """Put a few counters in some of these states; now and then one is disrupted, immobile, new or doubled."""
        for _ in range(self.number(least, most)):
            more: dict[str, Any] = {}
            if self.chance(4):
                more = self.pick(
                    {"disrupted": True}, {"immobile": True}, {"arrives": self.pick(*TURNS[: self.horizon])},
                    {"count": 2}, {"moved": True}, {"value": "1/2"},
                )  # fmt: skip
            self.unit(self.pick(*states), self.pick(*sizes), self.pick(*nations), **more)

    def happen(self, *events: dict[str, Any], most: int = 2) -> None:
        """Let some of these happen, each on a day of the horizon or before."""
        for event in self.some(list(events), most=most):
            self.events.append({"turn": self.pick(*TURNS[: self.horizon], EARLIER[1]), **event})

    def road(self, means: tuple[str, ...] = ("march", "rail", "march"), most: int = 2) -> None:
        """A few ways between places."""
        names = list(self.places)
        for number in range(self.number(1, most) if len(names) > 1 else 0):
            ends = names[:3] if number == 0 else self.some(names, least=2, most=3)
            route: dict[str, Any] = {"between": ends, "by": self.pick(*means), "turns": self.pick(1, 1, 1, 2, 3)}
            if len(ends) == 2 and self.chance(3):
                route = {"from": ends[1], "to": ends[0], "by": route["by"], "turns": route["turns"], "one_way": True}
            self.routes.append(route)

    def scenario(self) -> Scenario:
        """The scenario, with some rulings and priorities drawn last."""
        mine = [reading for reading in READINGS if reading[0] in self.readings]
        rulings = dict(self.some(mine, most=3)) if mine else {}
        if self.chance(3):
            rulings |= dict([self.pick(*READINGS)])
        if self.chance(4):
            self.tree["rail_capacity"] = self.pick("0", "1", "3/2", "3")
        if self.chance(8):
            self.tree["sea_capacity"] = self.pick("0", "1", "3")
        if self.chance(6):
            self.tree["priorities"] = self._priorities()
        known = {unit["id"] for unit in self.units}
        for row in self.garrisons:
            if "units" in row:
                row["units"] = [name for name in row["units"] if name in known]
        return Scenario.model_validate({
            "side": self.side, "turn": TURNS[0], "horizon": self.horizon, "districts": self.districts,
            "zones": self.zones, "places": self.places, "units": self.units, "garrisons": self.garrisons,
            "pools": self.pools, "events": self.events, "routes": self.routes, "rulings": rulings, **self.tree,
        })  # fmt: skip

    def _priorities(self) -> dict[str, Any]:
        order = self.draw(st.permutations(TIERS))
        merge = self.some(["vp", "partisan_attacks", "replacement_points"])
        worth = {"inf_rp": self.pick("1", "1/2"), "arm_rp": self.pick("2", "3"), "sp": self.pick("0", "1")}
        return {"order": order, "merge": merge if len(merge) > 1 else (), "worth": worth}

    def wishes(self) -> Wishes:
        """A pin or a ban or two, not always sensible ones."""
        units = [
            unit["id"] if unit.get("count", 1) == 1 else f"{unit['id']} #1" for unit in self.units
        ] + [force["id"] for force in self.tree.get("naval", {}).get("allied", ())]  # fmt: skip
        places = [*self.places, *(f"box:{district}" for district in self.districts)]
        if not units or not places or not self.chance(3):
            return Wishes()
        said = st.tuples(st.sampled_from(units), st.sampled_from(places))
        pins = self.draw(st.lists(said, max_size=2, unique=True))
        return Wishes(pins=tuple(pins), forbids=tuple(self.draw(st.lists(said, max_size=2, unique=True))))


HALF = Fraction(1, 2)
