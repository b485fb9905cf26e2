"""52.F Special replacements: part of what was lost comes back as points, by nation, date and isolation."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import cycle

from models.calendar import GameTurn
from models.pools import Points
from models.replacements import Branch, Loss
from models.words import Side
from planner.rules.europa.position import Position

HALF, TWO_FIFTHS, TENTH = Fraction(1, 2), Fraction(2, 5), Fraction(1, 10)
AXIS_HALF = frozenset({"german", "finnish"})  # 52.F.5.a
ALLIED_HALF = frozenset({
    "british", "canadian", "new_zealand", "australian", "south_african", "indian", "american", "us", "free_french",
})  # fmt: skip
ALLIED_FORTY = frozenset({"french", "polish"})  # 52.F.5.c
NEUTRAL_HALF = frozenset({"spanish", "swiss", "swedish"})  # 52.F.5.d
AXIS_FORTY = frozenset({"italian", "hungarian", "rumanian", "slovakian", "eastern_troops", "eastern"})  # 52.F.5.a
JANUARY_43 = {"jan_1_43": GameTurn(1943, 1, 1), "jan_2_43": GameTurn(1943, 1, 2)}  # 52.D.3.d, 52.F.5.c
BY_BRANCH: dict[Branch, tuple[Points, ...]] = {  # the kinds of points lost, one after the other
    "armour": ("arm", "arm", "inf"), "mechanized": ("arm", "inf"), "motorized": ("arm", "inf", "inf"),
}  # fmt: skip


def rate(position: Position, nationality: str, turn: GameTurn) -> Fraction:
    """The part of a nation's losses that comes back."""
    side, rulings = position.side, position.rulings
    if nationality in NEUTRAL_HALF:
        return HALF
    if side is Side.AXIS:
        others = TWO_FIFTHS if nationality in AXIS_FORTY else rulings.axis_unlisted_rate
        return HALF if nationality in AXIS_HALF else others
    if side is Side.SOVIET or nationality in ALLIED_FORTY:
        return TWO_FIFTHS
    return HALF if nationality in ALLIED_HALF or turn >= JANUARY_43[rulings.minor_rate_change_turn] else TWO_FIFTHS


def points_of(position: Position, loss: Loss) -> dict[Points, Fraction]:
    """What a loss brings: by the kinds of points it was worth, or a tenth in infantry points if it was cut off."""
    if loss.by_isolation_roll or loss.fragile:
        return {}
    part = _part(position, loss)
    by_attack = loss.after == "cadre" and position.rulings.cadre_loss_base == "attack"
    lost = loss.strength(loss.before, by_attack) - loss.strength(loss.after, by_attack)
    if part is None:
        cut = TENTH if loss.isolation == "combat" else Fraction(position.rulings.supply_isolated_special_rate)
        return {"inf": lost * cut * loss.count} if cut else {}
    if loss.disrupted and position.rulings.disrupted_points_kind == "inf":
        return {"inf": lost * part * loss.count}
    return {points: amount * part * loss.count for points, amount in _kinds(position, loss, lost).items() if amount}


def _part(position: Position, loss: Loss) -> Fraction | None:
    """The part of a loss that comes back; None if it was cut off and no pool or line was at hand.

    Disrupted points come back in full (52.G). A pocket with a pool of its own gets the normal rate (52.F.4.b), and so
    do isolated Soviet units with a line of communications to a replacement city (52.J.2.d).
    """
    if loss.disrupted:
        return Fraction(1)
    level = {pool.id: pool.level for pool in position.scenario.pools}
    in_a_pocket = any(level.get(name) == "auxiliary" for name in loss.pools.values())
    in_touch = loss.line_to_city and position.side is Side.SOVIET and position.rulings.soviet_isolated_loc_rate != "off"
    if loss.isolation != "none" and not (in_a_pocket or in_touch):
        return None
    return rate(position, loss.nationality, loss.turn)


def _kinds(position: Position, loss: Loss, lost: Fraction) -> dict[Points, Fraction]:
    """The strength lost, by kinds of points: as the counter divides, or for the Allies from 1943 on by branch."""
    begins = JANUARY_43[position.rulings.allied_casualty_ratio_from]
    if loss.branch is None or loss.turn < begins:
        shares: dict[Points, Fraction] = loss.rp or {"inf": Fraction(1)}
        return {points: lost * share for points, share in shares.items()}
    found: dict[Points, Fraction] = {}
    for points in cycle(BY_BRANCH[loss.branch]):
        if lost <= 0:
            break
        found[points] = found.get(points, Fraction(0)) + min(lost, Fraction(1))
        lost -= 1
    return found


def income(position: Position) -> Iterator[tuple[str, int, Fraction]]:
    """Points are added at the end of the player-turn, so they can be used in the next (ruling special_rp_available)."""
    delay = 0 if position.rulings.special_rp_available == "same_turn" else 1
    for loss in position.scenario.losses:
        for points, amount in points_of(position, loss).items():
            if points in loss.pools:
                yield loss.pools[points], position.scenario.offset(loss.turn) + delay, amount
