"""The fourteen kinds of counters that hold a rear area, in the proportions in which they are found there."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of counter and how many of a hundred are of it."""

    label: str
    type: str
    size: str
    counter: str
    res: Fraction
    per_cent: int


KINDS: tuple[Kind, ...] = (
    Kind("Inf", "Inf", "XX", "5-7-6 (2-3-6)", Fraction(3), 6),
    Kind("Static", "Static", "XX", "3-5-4 (1-2-4)", Fraction(3), 4),
    Kind("Res", "Trng", "XX", "2-3-5 (1-5)", Fraction(3), 3),
    Kind("Sich", "Security", "XXgrp", "1-2-5", Fraction(2), 4),
    Kind("Pz", "Arm", "XX", "12-10-10 (3-2-10)", Fraction(3), 1),
    Kind("PzGr", "MotInf", "XX", "8-10 (3-10)", Fraction(3), 1),
    Kind("Geb", "Mtn", "XX", "7-6 (3-6)", Fraction(3), 1),
    Kind("Gren", "Inf", "III", "2-6", Fraction(1), 12),
    Kind("Pol", "Police", "III", "1-6", Fraction(1), 10),
    Kind("Lsch", "Security", "III", "0-1-4", Fraction(1), 14),
    Kind("Sec", "Security", "II", "0-1-5", Fraction(1, 2), 22),
    Kind("MG", "MG", "II", "0-1-4", Fraction(1, 2), 14),
    Kind("Cav", "Cav", "X", "2-6", Fraction(1), 4),
    Kind("PzAbt", "LtArm", "II", "1-8", Fraction(1, 2), 4),
)
BOX_KINDS = tuple(kind for kind in KINDS if kind.label in ("Res", "Lsch", "Pol", "MG"))
