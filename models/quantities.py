"""Exact numbers: REs, RPs and VPs are fractions from the file to the page; a float never enters."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema

VULGAR = {
    "½": "1/2",
    "¼": "1/4",
    "¾": "3/4",
    "⅓": "1/3",
    "⅔": "2/3",
    "⅛": "1/8",
    "⅜": "3/8",
    "⅝": "5/8",
    "⅞": "7/8",
    "⅙": "1/6",
    "⅚": "5/6",
}
_PRETTY = {Fraction(text): glyph for glyph, text in VULGAR.items()}
_WHOLE = re.compile(r"-?\d{1,12}")
_DECIMAL = re.compile(r"-?\d{0,9}\.\d{1,9}")
_RATIO = re.compile(r"(-?\d{1,9})\s*/\s*(\d{1,9})")
_MIXED = re.compile(r"(-?)(\d{1,9})\s+(\d{1,9})\s*/\s*(\d{1,9})")

ADVICE = "write an exact number, e.g. 2, 1/2, '1 1/2' or 0.5"


def exact(value: object) -> Fraction:
    """Read an exact number as players write it: 2, 1/2, 1½, '1 1/2', 0.5."""
    if isinstance(value, bool | float):
        raise ValueError(f"{value!r} is not exact; {ADVICE}")
    if isinstance(value, int | Fraction):
        return Fraction(value)
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is not a number; {ADVICE}")
    text = value.strip()
    for glyph, ratio in VULGAR.items():
        text = text.replace(glyph, f" {ratio}")
    text = text.strip()
    if _WHOLE.fullmatch(text) or _DECIMAL.fullmatch(text):
        return Fraction(text)
    if ratio_found := _RATIO.fullmatch(text):
        return _ratio(ratio_found[1], ratio_found[2])
    if mixed := _MIXED.fullmatch(text):
        size = int(mixed[2]) + _ratio(mixed[3], mixed[4])
        return -size if mixed[1] else size
    raise ValueError(f"{value!r} is not an exact number; {ADVICE}")


def _ratio(numerator: str, denominator: str) -> Fraction:
    if int(denominator) == 0:
        raise ValueError("a fraction cannot have 0 below the line")
    return Fraction(int(numerator), int(denominator))


def text(amount: Fraction) -> str:
    """The exact amount as other tools read it: '2', '3/2'."""
    return str(amount)


def pretty(amount: Fraction) -> str:
    """The exact amount as players write it: '2', '1½', '2 2/5'."""
    if amount < 0:
        return f"-{pretty(-amount)}"
    whole, rest = divmod(amount, 1)
    if rest == 0:
        return str(whole)
    part = _PRETTY.get(rest, f" {rest}" if whole else str(rest))
    return f"{whole}{part}" if whole else part


Exact = Annotated[
    Fraction, BeforeValidator(exact), PlainSerializer(text, return_type=str), WithJsonSchema({"type": "string"})
]


def _not_negative(amount: Fraction) -> Fraction:
    if amount < 0:
        raise ValueError(f"{amount} is below zero; write 0 or more")
    return amount


Amount = Annotated[
    Fraction,
    BeforeValidator(lambda value: _not_negative(exact(value))),
    PlainSerializer(text, return_type=str),
    WithJsonSchema({"type": "string"}),
]
