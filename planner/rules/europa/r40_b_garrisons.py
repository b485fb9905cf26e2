"""40.B and 40.C: an ungarrisoned fort loses a level in each enemy initial phase; an entrenchment left is gone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from models.forts import CARDS, ENTRENCHMENTS, Fort, FortKind
from models.problem import Check, Raid, State
from planner.rules.europa.position import Position
from planner.rules.interface import AnyPiece, Penalty, Rule, Want

ONE = Fraction(1)
SMALLEST_GARRISON = {"any": Fraction(0), "1/2": Fraction(1, 2), "1": Fraction(1)}  # ruling fort_garrison_min_re
ENTRENCHED = {FortKind.ENTRENCHMENT: Fraction(1), FortKind.IMPROVED_ENTRENCHMENT: Fraction(2)}  # 40.C, by the die


def falls_to(position: Position, kind: FortKind) -> FortKind | None:
    """The next level down (40.B.1 to 40.B.8); None where a kind is not reduced (ruling ifa_reduction)."""
    if kind is FortKind.IMPROVED_FORTIFIED_AREA and position.rulings.ifa_reduction == "immune":
        return None
    return CARDS[kind].falls_to


def levels_above_the_floor(position: Position, kind: FortKind) -> int:
    """How often a fort can fall before it is as low as it gets."""
    below = falls_to(position, kind)
    return 0 if below is None else 1 + levels_above_the_floor(position, below)


def needs_a_garrison(position: Position, fort: Fort, turn: int) -> bool:
    """Whether only a combat unit keeps a fort of ours from falling: it has no strength (ruling fort_garrison_test)."""
    held_by_strength = fort.strength and position.rulings.fort_garrison_test == "unit_or_strength"
    return position.owns(fort.at, turn) and fort.captured_by is None and not held_by_strength


def wants(position: Position) -> Iterator[Want]:
    """One want for each fort and turn that could cost a level, and one for each entrenchment."""
    for fort in position.scenario.forts:
        for turn in position.turns:
            if fort.kind in ENTRENCHMENTS:
                if position.owns(fort.at, turn):
                    yield _entrenchment_want(position, fort, turn)
            elif levels_above_the_floor(position, fort.kind) and needs_a_garrison(position, fort, turn):
                yield _fort_want(position, fort, turn)


def _fort_want(position: Position, fort: Fort, turn: int) -> Want:
    where, levels = position.name(fort.at), levels_above_the_floor(position, fort.kind)
    loss = Penalty(
        f"fort:{fort.id}", "fort_levels", ONE, weight=fort.value, raid=Raid(parties=1, total=levels),
        sentence=f"{where}: the {fort.kind.words} loses a level in each enemy initial phase without a garrison",
    )  # fmt: skip
    return Want(
        f"fort:{fort.id}:{turn}", "40.B", turn, Check.ENEMY_INITIAL, where, frozenset({fort.at}), ONE, (loss,),
        f"the {fort.kind.words} at {where} is to be garrisoned by a combat unit",
        _present(SMALLEST_GARRISON[position.rulings.fort_garrison_min_re]), "garrison", purse=f"fort:{fort.id}",
        whole=True, presence=True,
    )  # fmt: skip


def _entrenchment_want(position: Position, fort: Fort, turn: int) -> Want:
    where = position.name(fort.at)
    loss = Penalty(
        f"fort:{fort.id}", "fort_levels", ENTRENCHED[fort.kind], weight=fort.value, raid=Raid(parties=1, total=1),
        sentence=f"{where}: the {fort.kind.words} is gone once nobody holds it",
    )  # fmt: skip
    smallest = ONE if position.rulings.ent_holder == "one_re" else Fraction(0)
    return Want(
        f"fort:{fort.id}:{turn}", "40.C", turn, Check.OWN_INITIAL, where, frozenset({fort.at}), ONE, (loss,),
        f"the {fort.kind.words} at {where} wants a holder who is there and spends no MPs", _present(smallest),
        "holder", purse=f"fort:{fort.id}", whole=True,
    )  # fmt: skip


def _present(smallest: Fraction) -> Callable[[AnyPiece, State], Fraction | None]:
    """Any combat unit of that size will do, whatever else it is there for."""
    return lambda piece, _state: ONE if piece.unit.is_combat and piece.res >= smallest else None


def warnings(position: Position) -> Iterator[str]:
    """Captured works that decay, and those that no garrison can keep from it."""
    for fort in position.scenario.forts:
        capture, taken_by = fort.card.capture, fort.captured_by
        below = falls_to(position, fort.kind)
        if taken_by is None:
            continue
        where = f"the {fort.kind.words} at {position.name(fort.at)}"
        if capture is not None and taken_by >= capture.res:
            left = f"becomes {capture.becomes.one}" if capture.becomes else "is destroyed"
            when = "at once" if capture.at_once else "when the next enemy player-turn begins"
            yield f"{fort.card.rule}: {where}, captured by {taken_by} RE(s), {left} {when}"
        elif below is not None and capture is not None:
            yield (
                f"40.B: {where} falls to {below.one} in the enemy initial phase; it takes {capture.res} RE(s) to "
                f"destroy it, {taken_by} took it"
            )


RULE = Rule(id="40.B", title="Ungarrisoned forts", wants=wants, warnings=warnings)
