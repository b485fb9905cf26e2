"""52.C, 52.D.1, 52.D.3.b and 52.D.3.c: whose points replace whose units."""

from __future__ import annotations

from fractions import Fraction

from models.pools import Points
from models.units import Unit
from models.words import Side
from planner.rules.europa.position import Position

Sources = tuple[tuple[Fraction, tuple[str, ...]], ...]  # shares of a cost, each with the nations that may pay it

ALL = Fraction(1)
INDIAN_LEAST = Fraction(2, 3)  # 52.D.3.b.v: half a British RP for each Indian one
INDIAN_MIX = "mix:indian"  # the British RPs that a turn's Indian ones allow (ruling indian_mix_scope: turn)
HALF = Fraction(1, 2)  # 52.D.3.c
MET, AFRICAN, COLONIAL = "french_metropolitan", "french_african", "french_colonial"
FRENCH = (MET, AFRICAN, COLONIAL)


def sources(position: Position, unit: Unit, points: Points) -> Sources:
    """The nations that may pay a unit's points; infantry points alone are tied to nations and forces."""
    own: Sources = ((ALL, (unit.nationality,)),)
    if points in ("arm", "art") and position.side is Side.SOVIET:
        return ((ALL, ("soviet",)),)  # 52.D.2: for all Soviet forces, contingents too
    if points != "inf":
        return own
    if indian_army(unit):
        if mixed_by_turn(position):
            return ((ALL, ("indian", "british")),)
        return ((INDIAN_LEAST, ("indian",)), (1 - INDIAN_LEAST, ("indian", "british")))
    if unit.nationality == "french" and any(pool.nationality in FRENCH for pool in position.scenario.pools):
        return _french(position, unit.force)
    return own


def indian_army(unit: Unit) -> bool:
    """The Indian Army, whom British points help; the State Forces have Indian ones alone (52.D.3.b.v, vi)."""
    return unit.nationality == "indian" and unit.force != "state_forces"


def mixed_by_turn(position: Position) -> bool:
    """Whether Indian and British points are held against each other turn by turn, not unit by unit."""
    return position.rulings.indian_mix_scope == "turn"


def _french(position: Position, force: str) -> Sources:
    """Metropolitan, African and colonial points, and how they may be mixed."""
    exile = position.scenario.french_exile
    if force == "free" and exile and position.rulings.exile_free_french == "none":
        return ((ALL, ("free_french",)),)
    if force in ("colonial", "foreign_legion"):
        return ((HALF, (COLONIAL,)), (HALF, (COLONIAL, MET)))
    if force == "african":
        return ((ALL, (AFRICAN,)),) if exile else ((HALF, (AFRICAN,)), (HALF, (AFRICAN, MET)))
    if force == "free":
        return ((ALL, FRENCH),)
    if exile:
        return ((ALL, (MET, COLONIAL)),)
    generated = any(pool.nationality == MET and pool.monthly for pool in position.scenario.pools)
    return ((ALL, (MET,)),) if generated or position.rulings.met_fallback == "never" else ((ALL, FRENCH),)
