"""40.D Infantry RPs raise a fort's own strength, and a fort with strength needs no garrison."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.forts import Fort, FortKind
from models.problem import Act
from planner.rules.europa.position import Position
from planner.rules.europa.r40_b_garrisons import enemy_initial_phases
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.interface import Activity, BudgetSpec, Rule

RPS_PER_POINT = Fraction(1)  # 40.D
FORT_RE = Fraction(1)  # 40.D
HEADING_OF_PERMANENT_AREAS = 3  # 0-3-0, if the table goes by it (ruling perm_fort_max)


Draws = tuple[tuple[str, int, Fraction, bool], ...]


def room(position: Position, fort: Fort) -> int:
    """How many points of strength RPs can still add; none to a kind that is a unit or shows no strength."""
    most = fort.card.most or 0
    if fort.kind is FortKind.PERMANENT_FORTIFIED_AREA and position.rulings.perm_fort_max == "3":
        most = HEADING_OF_PERMANENT_AREAS
    return max(0, most - fort.strength)


def activities(position: Position) -> Iterator[Activity]:
    """In each replacement phase RPs of the depot that reaches a fort may be put into it, point by point."""
    for fort in position.scenario.forts:
        if fort.pool is None or not room(position, fort):
            continue
        for turn in position.turns:
            if not may_act(position, turn) or not position.owns(fort.at, turn):
                continue
            kept = position.rulings.fort_garrison_test == "unit_or_strength"
            phases = Fraction(enemy_initial_phases(position))
            later = range(turn, len(position.turns)) if kept else range(0)
            covers = [(f"fort:{fort.id}:{when}", phases) for when in later]
            first = () if fort.strength or position.places[fort.at].fort_res else _one_re(position, fort, turn)
            once = ((f"first_point:{fort.id}", turn, Fraction(1), True),) if first else ()
            yield _strengthened(
                position, fort, turn, (*covers, *first), 1 if first else room(position, fort), draws=once
            )
            if first and room(position, fort) > 1:  # further points make it no bigger
                yield _strengthened(position, fort, turn, tuple(covers), room(position, fort) - 1, "further points")


def _strengthened(
    position: Position, fort: Fort, turn: int, covers: tuple[tuple[str, Fraction], ...], most: int, how: str = "",
    draws: Draws = (),
) -> Activity:  # fmt: skip
    return Activity(
        Act.STRENGTHEN, turn, fort.pool or "", fort.id, most,
        ((f"pool:{fort.pool}", turn, RPS_PER_POINT, True), (f"fort_room:{fort.id}", turn, Fraction(1), True),
         *draws),
        "40.D", f"1 infantry RP adds 1 strength to the {fort.kind.words} at {position.name(fort.at)}", how,
        covers=covers, spends=(("inf_rp", RPS_PER_POINT),),
    )  # fmt: skip


def _one_re(position: Position, fort: Fort, turn: int) -> tuple[tuple[str, Fraction], ...]:
    """With its first point a fort is 1 RE in size, which may garrison or occupy (rulings fort_marker_...)."""
    place, found = position.places[fort.at], []
    if position.rulings.fort_marker_occupies == "true" and place.zone:
        found += [(f"occupation:{place.zone}:{fort.at}:{when}", FORT_RE) for when in position.turns if when >= turn]
    if position.rulings.fort_marker_counts_as_garrison == "true":
        rows = [
            row.id
            for row in position.scenario.garrisons
            if row.kind == "flexible" and fort.at in position.places_of(row)
        ]
        found += [(f"garrison:{row}:{when}", FORT_RE) for row in rows[:1] for when in position.turns if when > turn]
    return tuple(found)


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """What a fort's kind leaves to be added."""
    nothing = (Fraction(0),) * len(position.turns)
    for fort in position.scenario.forts:
        if fort.pool is not None and room(position, fort):
            once = Fraction(1)
            yield BudgetSpec(f"first_point:{fort.id}", "40.D", f"First point of {fort.id}", nothing, once, limit=True)
            label = f"Strength that can be added to {fort.id}"
            yield BudgetSpec(
                f"fort_room:{fort.id}", "40.D", label, nothing, Fraction(room(position, fort)), points="strength"
            )


RULE = Rule(id="40.D", title="Fort strength", activities=activities, budgets=budgets)
