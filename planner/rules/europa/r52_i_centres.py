"""52.A and 52.I.2: HQs and training units that stand still are centres where others come back and are rebuilt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from models.places import CITIES, PlaceKind
from models.problem import Act, State
from models.replacements import Trait
from models.units import Unit, UnitType
from planner.rules.europa.position import Position, place_kind
from planner.rules.interface import BudgetSpec, Draws, Piece, Rule, Step

ONE = Fraction(1)
ANY_NUMBER = Fraction(99)  # units that one centre helps in a turn
_HQS = frozenset({UnitType.HQ, UnitType.ARMY_HQ})
_STILL = frozenset({Act.GUARD, Act.STAY})


def is_training(unit: Unit) -> bool:
    """A training, reserve or replacement unit (52.I.2)."""
    return unit.type is UnitType.TRNG or Trait.TRAINING in unit.traits


def serves(unit: Unit) -> bool:
    """Whether a unit can be a replacement centre."""
    return is_training(unit) or unit.type in _HQS


def may_serve(position: Position, nationality: str) -> bool:
    """Whether a nation has an HQ or training unit at all."""
    return any(unit.nationality == nationality and serves(unit) for unit in position.scenario.units)


def stands_at(position: Position, nationality: str, place: State) -> bool:
    """Whether an HQ or training unit of a nation stands in a place now."""
    return any(
        unit.at == place and unit.nationality == nationality and serves(unit) for unit in position.scenario.units
    )


def centre_at(place: State, nationality: str, turn: int) -> Draws:
    """What a unit takes that needs a centre beside it."""
    return ((f"centre:{place}:{nationality}", turn, ONE, True),)


def school_at(place: State, nationality: str, turn: int) -> Draws:
    """What a cadre takes that needs a training unit beside it (52.A.10.b)."""
    return ((f"school:{place}:{nationality}", turn, ONE, True),)


def amends(position: Position, piece: Piece, step: Step) -> Step:
    """A centre that spends no MPs is there for the others of its nation (52.I.2)."""
    if step.act not in _STILL or step.start != step.end or not serves(piece.unit):
        return step
    name, turn = f"{step.start}:{piece.unit.nationality}", step.turn
    given: Draws = ((f"centre:{name}", turn, -ANY_NUMBER, False),)
    if is_training(piece.unit):
        given += ((f"school:{name}", turn, -ANY_NUMBER, False),)
    return replace(step, draws=step.draws + given)


def _helps(position: Position, nation: str, place: State) -> bool:
    """Whether a centre can matter in a place: an enemy ZOC, no town, or remnants, for whom a town is no supply."""
    here = position.places[place]
    remnants = any(unit.nationality == nation and unit.remnant for unit in position.scenario.units)
    in_town = position.rulings.city_waives_supply == "true" and place_kind(here, PlaceKind.TOWN, *CITIES)
    return here.enemy_zoc or remnants or not in_town


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """Units that find a centre: none where no HQ or training unit stands still."""
    nothing = (Fraction(0),) * len(position.turns)
    helpers = [unit for unit in position.scenario.units if serves(unit)] if position.scenario.pools else []
    for nation in sorted({unit.nationality for unit in helpers}):
        schools = {unit.at for unit in helpers if unit.nationality == nation and is_training(unit)}
        for place in position.places:
            here = position.name(place)
            named = (
                ("centre", f"Units that an HQ or training unit helps at {here}", _helps(position, nation, place)),
                ("school", f"Cadres that a training unit takes in at {here}", place in schools),
            )
            for name, label, wanted in named:
                if wanted:
                    yield BudgetSpec(
                        f"{name}:{place}:{nation}", "52.I.2", label, nothing, carries=False, points="units", limit=True,
                    )  # fmt: skip


RULE = Rule(id="52.I.2", title="Replacement centres", amends=amends, budgets=budgets)
