"""40.B and 40.C: an ungarrisoned fort loses a level in each enemy initial phase; an entrenchment left is gone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from models.forts import CARDS, ENTRENCHMENTS, Capture, Fort, FortKind
from models.problem import Check, Raid, State
from models.words import Side
from planner.rules.europa.position import Position
from planner.rules.europa.r52_f_special import rate
from planner.rules.interface import AnyPiece, Penalty, Rule, Want

ONE = Fraction(1)
SMALLEST_GARRISON = {"any": Fraction(0), "1/2": Fraction(1, 2), "1": Fraction(1)}  # ruling fort_garrison_min_re
BELOW_DAMAGED = {  # for tables where damaged fortresses fall on (ruling damaged_fortress_floor)
    FortKind.DAMAGED_FORTRESS: FortKind.DAMAGED_UNIMPROVED_FORTRESS,
    FortKind.DAMAGED_UNIMPROVED_FORTRESS: FortKind.DAMAGED_FORT,
}
ENTRENCHED = {FortKind.ENTRENCHMENT: Fraction(1), FortKind.IMPROVED_ENTRENCHMENT: Fraction(2)}  # 40.C, by the die


def falls_to(position: Position, kind: FortKind) -> FortKind | None:
    """The next level down (40.B.1 to 40.B.8); None where a kind is not reduced (ruling ifa_reduction)."""
    if kind is FortKind.IMPROVED_FORTIFIED_AREA and position.rulings.ifa_reduction == "immune":
        return None
    if position.rulings.damaged_fortress_floor == "false" and kind in BELOW_DAMAGED:
        return BELOW_DAMAGED[kind]
    return CARDS[kind].falls_to


def captured(position: Position, fort: Fort) -> Capture | None:
    """What a capture leaves of a fort (rulings unimproved_fort_is); None = nothing changes."""
    capture = fort.card.capture
    if fort.on_map and fort.kind is FortKind.UNIMPROVED_FORTIFIED_HEXSIDE:
        return None  # 40.D.9
    if fort.kind is FortKind.UNIMPROVED_FORTRESS and capture is not None:
        return capture._replace(becomes=FortKind(position.rulings.unimproved_fort_is))
    return capture


def enemy_initial_phases(position: Position) -> int:
    """Enemy initial phases in a game turn: one, or for the Axis two (ruling abandonment_checks_per_turn)."""
    both = position.side is Side.AXIS and position.rulings.abandonment_checks_per_turn == "per_enemy_player_turn"
    return 2 if both else 1


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
    phases = Fraction(enemy_initial_phases(position))
    loss = Penalty(
        f"fort:{fort.id}", "fort_levels", ONE, weight=fort.value, raid=Raid(parties=1, total=levels),
        sentence=f"{where}: the {fort.kind.words} loses a level in each enemy initial phase without a garrison",
    )  # fmt: skip
    return Want(
        f"fort:{fort.id}:{turn}", "40.B", turn, Check.ENEMY_INITIAL, where, frozenset({fort.at}), phases, (loss,),
        f"the {fort.kind.words} at {where} is to be garrisoned by a combat unit",
        _present(SMALLEST_GARRISON[position.rulings.fort_garrison_min_re], phases), "garrison", purse=f"fort:{fort.id}",
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


def _present(smallest: Fraction, phases: Fraction = ONE) -> Callable[[AnyPiece, State], Fraction | None]:
    """Any combat unit of that size will do, whatever else it is there for."""
    return lambda piece, _state: phases if piece.unit.is_combat and piece.res >= smallest else None


def strength_lost(position: Position, fort: Fort) -> int:
    """The strength that a fort loses with its next level: what is above the lower kind's most (40.B)."""
    below = falls_to(position, fort.kind)
    most = CARDS[below].most if below is not None else None
    return 0 if most is None else max(0, fort.strength - most)


def specials(position: Position, fort: Fort) -> Fraction:
    """Infantry RPs for lost strength: 1 point as 1 RP was paid, or averaged like a counter (ruling fort_sr_basis)."""
    whose = fort.nationality or {Side.AXIS: "german", Side.SOVIET: "soviet", Side.ALLIED: "british"}[position.side]
    per_point = ONE if position.rulings.fort_sr_basis == "points" else Fraction(1, 2)
    return strength_lost(position, fort) * per_point * rate(position, whose, position.scenario.turn)


def warnings(position: Position) -> Iterator[str]:
    """Captured works that decay, and those that no garrison can keep from it."""
    for fort in position.scenario.forts:
        may_fall = fort.captured_by is not None or position.rulings.fort_garrison_test == "unit_required"
        if may_fall and strength_lost(position, fort):
            yield (
                f"40.B: if {fort.id} falls a level it loses {strength_lost(position, fort)} strength, which gives "
                f"{specials(position, fort)} inf RPs of special replacements"
            )
        capture, taken_by = captured(position, fort), fort.captured_by
        below = falls_to(position, fort.kind)
        if taken_by is None:
            continue
        where = f"the {fort.kind.words} at {position.name(fort.at)}"
        if capture is not None and taken_by >= capture.res:
            left = f"becomes {capture.becomes.one}" if capture.becomes else "is destroyed"
            when = "at once" if capture.at_once else "when the next enemy player-turn begins"
            yield f"{fort.card.rule}: {where}, captured by {taken_by} RE(s), {left} {when}"
        elif capture is None:
            yield f"{fort.card.rule}: {where} is never destroyed; either side may use it"
        elif below is not None and capture is not None:
            yield (
                f"40.B: {where} falls to {below.one} in the enemy initial phase; it takes {capture.res} RE(s) to "
                f"destroy it, {taken_by} took it"
            )


RULE = Rule(id="40.B", title="Ungarrisoned forts", wants=wants, warnings=warnings)
