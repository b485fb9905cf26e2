"""52.A.8.a and b: a nation does without an ability of its limited units, or trains them for it again."""

from __future__ import annotations

from collections.abc import Iterator

from models.problem import Act, State
from models.replacements import Ability, Declaration, Trait
from models.units import Unit
from planner.rules.europa.position import Position
from planner.rules.europa.r52_a_costs import traits
from planner.rules.interface import Piece, Rule, Step

TRAIT_OF: dict[Ability, Trait] = {
    "air_droppable": Trait.AIR_DROPPABLE, "mountain": Trait.MOUNTAIN, "amphibious": Trait.AMPHIBIOUS,
}  # fmt: skip
BECOMES: dict[Ability, frozenset[Trait]] = {  # 52.A.8.a.i to iii, as far as it matters for their time
    "air_droppable": frozenset(), "mountain": frozenset({Trait.LIGHT}), "amphibious": frozenset(),
}  # fmt: skip
RETRAINING: dict[Ability, int] = {"air_droppable": 16, "mountain": 8, "amphibious": 16}  # 52.A.8.b
SCARCE = frozenset({
    Trait.COMMANDO, Trait.LIMITED, Trait.AMPHIBIOUS, Trait.AIR_DROPPABLE, Trait.GLIDER, Trait.AIR_LANDING,
    Trait.MOUNTAIN, Trait.LIGHT, Trait.FANATICAL, Trait.POLITICAL_POLICE, Trait.ASSAULT_ENGINEER,
    Trait.SPECIALIZED_ARMOUR, Trait.WINTERIZED, Trait.NKVD_POLITICAL,
})  # fmt: skip


def _said(position: Position, nationality: str, turn: int) -> list[Declaration]:
    mine = [said for said in position.scenario.declarations if said.nationality == nationality]
    return sorted(
        (said for said in mine if position.scenario.offset(said.turn) <= turn),
        key=lambda said: position.scenario.offset(said.turn),
    )


def dropped(position: Position, nationality: str, turn: int) -> frozenset[Ability]:
    """The abilities that a nation does without; restoring gives all of them back (52.A.8.b)."""
    found: set[Ability] = set()
    for said in _said(position, nationality, turn):
        one_by_one = position.rulings.restore_granularity == "per_type"
        found = found | {said.category} if said.does == "drop" else found - {said.category} if one_by_one else set()
    return frozenset(found)


def freed(position: Position, unit: Unit, turn: int) -> Ability | None:
    """The ability that a unit has lost with its limited status; those who combine abilities keep them (52.A.8.a)."""
    if not position.scenario.declarations:
        return None
    own = traits(unit) & SCARCE
    for ability in dropped(position, unit.nationality, turn) if len(own) == 1 else ():
        if own == {TRAIT_OF[ability]}:
            return ability
    return None


def traits_now(position: Position, unit: Unit, turn: int) -> frozenset[Trait]:
    """A unit's traits as the turn has them: paratroops may be plain infantry, mountain troops light infantry."""
    lost = freed(position, unit, turn)
    return traits(unit) if lost is None else (traits(unit) - {TRAIT_OF[lost]}) | BECOMES[lost]


def _restored(position: Position, unit: Unit, turn: int) -> Ability | None:
    """The ability for which a unit must be trained again from this turn on."""
    for said in _said(position, unit.nationality, turn):
        at = position.scenario.offset(said.turn)
        back = freed(position, unit, at - 1) if said.does == "restore" else None
        back = back if back and back not in dropped(position, unit.nationality, at) else None
        if back and turn < at + RETRAINING[back]:  # nobody is back from retraining before that
            return back
    return None


def _must_go(position: Position, piece: Piece, state: State, turn: int) -> Ability | None:
    if not position.scenario.declarations or state not in position.places or not position.supplied(state, turn):
        return None
    return None if piece.unit.immobile else _restored(position, piece.unit, turn)


def steps(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """Unisolated units of the type leave the map to be retrained (52.A.8.b)."""
    ability = _must_go(position, piece, state, turn)
    if ability:
        turns = RETRAINING[ability]
        kind, back = ability.replace("_", "-"), position.scenario.turn_at(turn + turns)
        track = position.places[state].district or position.theatre_of(state)
        yield Step(
            Act.RETRAIN, turn, state, f"track:{track}", turns, rule="52.A.8.b", tied=piece.unit.front_value * turns,
            why=f"trained again as {kind} troops, back in {back}",
        )  # fmt: skip


def bars(position: Position, piece: Piece, step: Step) -> str | None:
    """They do nothing else."""
    if step.act not in (Act.RETRAIN, Act.DISARM) and _must_go(position, piece, step.start, step.turn):
        return "52.A.8.b: it leaves the map to be retrained"
    return None


def saved_is_lost(position: Position, nationality: str, category: str, turn: int) -> bool:
    """Whether what was saved of a category's limited REs disappears in this turn (52.A.8.b)."""
    for said in position.scenario.declarations:
        mine = said.nationality == nationality and said.does == "restore"
        if mine and position.scenario.offset(said.turn) == turn:
            before, after = (dropped(position, nationality, at) for at in (turn - 1, turn))
            return category in before and category not in after
    return False


RULE = Rule(id="52.A.8", title="Dropping and restoring limited types", steps=steps, bars=bars)
