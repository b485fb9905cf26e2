"""The families of theatres: how many units, demands and turns, and how far supply falls short of demand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

NOW = "Jul 1 43"
Mood = Literal["loose", "tight", "short"]
MOODS: tuple[Mood, ...] = ("loose", "tight", "short")
# Required REs for each RE that units on the map could bring; None: as the cities fall, with supply well above demand.
DEMAND_OF_SUPPLY: dict[str, tuple[int, int] | None] = {"loose": None, "tight": (95, 100), "short": (115, 100)}


@dataclass(frozen=True, slots=True)
class Family:
    """Theatres of one size.

    One turn means one turn of movement: everything was overrun this turn, duties begin with the next (44.B, captured
    cities), so that each unit goes somewhere or stays, then stands guard or is free. More turns means that duties are
    due in every one of them, the first included.
    """

    name: str
    units: int
    demands: int  # in each turn
    turns: int = 1
    moods: tuple[Mood, ...] = MOODS
    ways: int = 4  # begun at each place, on foot and by rail; 1 = on foot only
    worn: bool = False  # cadres, units in boxes and RPs for some of them (benchmarks/replacements.py)

    @property
    def horizon(self) -> int:
        """The turns that the scenario has to look ahead."""
        return 2 if self.turns == 1 else self.turns


FAMILIES: dict[str, Family] = {
    family.name: family
    for family in (
        Family("S", 100, 30),
        Family("M", 500, 150),
        Family("L", 2000, 400),
        Family("XL", 5000, 800),
        Family("Mx4", 500, 150, turns=4),
        Family("Mx8", 500, 150, turns=8),
        Family("Lx4", 2000, 400, turns=4),
        Family("short300", 300, 200, moods=("short",)),
        Family("short1000", 1000, 600, moods=("short",)),
        Family("Rx12", 250, 40, turns=12, moods=("loose", "short"), ways=1, worn=True),
        Family("XS", 24, 10),
        Family("XRx5", 24, 10, turns=5, worn=True),
        Family("XSx3", 24, 10, turns=3),
    )
}
SIZES = ("S", "M", "L", "XL")  # over which growth is measured
