"""Tiny scenarios: up to six units, four places and three turns, small enough for every plan to be tried."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from oracle import MOST_WAYS, Best, TooMany, best_by_enumeration
from tiny_garrisons import africa, allied, locales, naval, table
from tiny_orders import forts, order_of_battle
from tiny_parts import Sheet
from tiny_themes import activation, journeys, occupation, removals

from models.plan import Plan, Wishes
from models.scenario import Scenario, misfits

Theme = Callable[[Sheet], None]
THEMES: dict[str, Theme] = {
    theme.__name__: theme
    for theme in (
        occupation,
        activation,
        removals,
        table,
        allied,
        naval,
        locales,
        africa,
        journeys,
        forts,
        order_of_battle,
    )
}


@dataclass(frozen=True)
class Tiny:
    """A scenario, and what the player has already decided about it."""

    scenario: Scenario
    wishes: Wishes

    def __repr__(self) -> str:
        told = self.scenario.model_dump_json(exclude_defaults=True, by_alias=True)
        return f"Tiny.told({told!r}, {self.wishes!r})"

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        printer.text(repr(self))

    @classmethod
    def told(cls, scenario: str, wishes: Wishes) -> Tiny:
        """The same again, as a failing example prints it."""
        return cls(Scenario.model_validate_json(scenario), wishes)


@st.composite
def tiny(draw: st.DrawFn, *themes: Theme, wishing: bool = True) -> Tiny:
    """A tiny scenario on one of these themes."""
    sheet = Sheet(draw)
    draw(st.sampled_from(themes))(sheet)
    wishes = sheet.wishes() if wishing else Wishes()
    scenario = sheet.scenario()
    assert not list(misfits(scenario)), list(misfits(scenario))
    return Tiny(scenario, wishes)


def tiny_scenarios(*themes: Theme) -> st.SearchStrategy[Tiny]:
    """Tiny scenarios without wishes, on any theme if none is named."""
    return tiny(*(themes or tuple(THEMES.values())), wishing=False)


def trimmed(case: Tiny, most: int = MOST_WAYS, previous: Plan | None = None) -> tuple[Tiny, Best]:
    """The case with as many of its units as can be enumerated, and the best that enumeration finds."""
    while True:
        try:
            return case, best_by_enumeration(case.scenario, case.wishes, previous, most)
        except TooMany:
            case = without_the_last_unit(case)


def without_the_last_unit(case: Tiny) -> Tiny:
    """The case with one unit less; where there are none, with one task force, one fort or one turn less."""
    scenario = case.scenario
    if scenario.units:
        left = scenario.model_copy(update={"units": scenario.units[:-1]})
    elif scenario.naval.allied:
        fewer = scenario.naval.model_copy(update={"allied": scenario.naval.allied[:-1]})
        left = scenario.model_copy(update={"naval": fewer})
    elif scenario.forts:
        left = scenario.model_copy(update={"forts": scenario.forts[:-1]})
    else:
        assert scenario.horizon > 1
        left = scenario.model_copy(update={"horizon": scenario.horizon - 1})
    known = left.unit_names
    pins = tuple(pin for pin in case.wishes.pins if pin[0] in known)
    forbids = tuple(ban for ban in case.wishes.forbids if ban[0] in known)
    return Tiny(left, Wishes(pins=pins, forbids=forbids))
