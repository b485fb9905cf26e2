"""Counters as printed: attack-defence-movement or strength-movement, the cadre behind in parentheses."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, NamedTuple

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema

_SIDE = r"(\d{1,2}(?:½|\.5)?)-(\d{1,2}(?:½|\.5)?)(?:-(\d{1,2}))?(\*{0,2})"
_PRINTED = re.compile(rf"{_SIDE}(?:\s*\(\s*{_SIDE}\s*\))?")


class Strengths(NamedTuple):
    """One side of a counter."""

    attack: Fraction
    defence: Fraction
    movement: int
    stars: str = ""

    @property
    def average(self) -> Fraction:
        """Half of attack plus defence, the strength that replacements are priced by (52.A.3.b)."""
        return (self.attack + self.defence) / 2

    def __str__(self) -> str:
        numbers = [self.attack] if self.attack == self.defence else [self.attack, self.defence]
        return "-".join(_short(number) for number in [*numbers, Fraction(self.movement)]) + self.stars


class Counter(NamedTuple):
    """A counter's full strength and, where it has one, its cadre."""

    full: Strengths
    cadre: Strengths | None = None

    def __str__(self) -> str:
        return f"{self.full} ({self.cadre})" if self.cadre else str(self.full)


def _short(number: Fraction) -> str:
    return str(number) if number.denominator == 1 else f"{int(number) or ''}½"


def _number(printed: str) -> Fraction:
    return Fraction(printed.replace("½", ".5"))


def _strengths(first: str, second: str, third: str | None, stars: str | None) -> Strengths:
    if third is None:
        if not second.isdigit():
            raise ValueError(f"movement {second!r} is not a whole number")
        return Strengths(_number(first), _number(first), int(second), stars or "")
    return Strengths(_number(first), _number(second), int(third), stars or "")


def counter(value: object) -> Counter:
    """Read a counter as printed: '8-6 (3-6)', '5-7-6', '0-1-6*'."""
    if isinstance(value, Counter):
        return value
    printed = _PRINTED.fullmatch(str(value).strip())
    if not printed:
        raise ValueError(
            f"{value!r}: a counter reads attack-defence-movement or strength-movement, e.g. 5-7-6 or 8-6, "
            "with the cadre in parentheses, e.g. 8-6 (3-6)"
        )
    full = _strengths(printed[1], printed[2], printed[3], printed[4])
    cadre = _strengths(printed[5], printed[6], printed[7], printed[8]) if printed[5] else None
    return Counter(full, cadre)


Printed = Annotated[
    Counter, BeforeValidator(counter), PlainSerializer(str, return_type=str), WithJsonSchema({"type": "string"})
]
