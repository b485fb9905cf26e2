"""52.A.12: what becomes of an eliminated box when its theatre has no city in supply any more."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.problem import Act, State
from models.scenario import theatres_of
from planner.rules.europa.position import Position
from planner.rules.europa.r52_a_sending import linked, means_between
from planner.rules.interface import Piece, Rule, Step

TURNS = 4  # 52.A.12


def _fallen(position: Position, state: State, turn: int) -> str | None:
    """The theatre of an eliminated box that cannot stay where it is."""
    if not state.startswith("eliminated:") or not any(pool.points == "inf" for pool in position.scenario.pools):
        return None
    theatre = position.theatre_of(state)
    return None if linked(position, theatre, turn) and not _cut_off(position, theatre, turn) else theatre


def _cut_off(position: Position, theatre: str, turn: int) -> bool:
    """Whether no rail line leads to any other theatre (ruling elim_box_fallback: line_broken)."""
    others = theatres_of(position.scenario) - {theatre, "main"}
    if position.rulings.elim_box_fallback == "no_city_left" or not others:
        return False
    return not any("rail" in means_between(position, theatre, other, turn) for other in others)


def _neighbours(position: Position, theatre: str, turn: int) -> list[str]:
    """The theatres of districts next to this one's that still have a city in supply."""
    mine = [key for key, district in position.districts.items() if district.theatre == theatre]
    near = {position.districts[other].theatre for key in mine for other in position.adjacent(key)}
    return sorted(other for other in near - {theatre} if linked(position, other, turn))


def steps(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """To the box of a neighbouring MD in four turns; without one to the isolated box, and no RPs for it."""
    theatre = _fallen(position, state, turn)
    if theatre is None:
        return
    near = _neighbours(position, theatre, turn)
    for other in near:
        yield Step(
            Act.FALL_BACK, turn, state, f"eliminated:{other}", TURNS, rule="52.A.12", tied=Fraction(0),
            why=f"{theatre} has no city in supply; to the box of {other}",
        )  # fmt: skip
    if not near:
        yield Step(
            Act.FALL_BACK, turn, state, f"isolated:{theatre}", rule="52.A.12", tied=Fraction(0),
            why=f"{theatre} has no city in supply and no neighbour",
        )  # fmt: skip


def bars(position: Position, _piece: Piece, step: Step) -> str | None:
    """Nothing else is done with such a unit."""
    if step.act in (Act.FALL_BACK, Act.DISARM) or _fallen(position, step.start, step.turn) is None:
        return None
    return "52.A.12: its theatre has no city in supply any more"


def warnings(position: Position) -> Iterator[str]:
    """Boxes that will be lost within the horizon: recover what is worth it before."""
    boxes = {unit.at for unit in position.scenario.units if unit.at.startswith("eliminated:")}
    for box in sorted(boxes):
        for turn in position.turns:
            if turn and _fallen(position, box, turn) and not _fallen(position, box, turn - 1):
                when = position.scenario.turn_at(turn)
                yield f"52.A.12: in {when} the {position.name(box)} is lost; recover RPs from it before (52.A.5)"


RULE = Rule(id="52.A.12", title="Boxes that are lost", steps=steps, bars=bars, warnings=warnings)
