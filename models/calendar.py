"""The game's calendar: turns as printed, "Jul 1 43", four or two to the month."""

from __future__ import annotations

import difflib
import re
from typing import Annotated, NamedTuple

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4}
_PRINTED = re.compile(r"([A-Za-z]{3,9})\.?\s+(\d|I{1,3}|IV)\s+(?:19)?(\d\d)")


class GameTurn(NamedTuple):
    """One turn of the game, e.g. the first of July 1943."""

    year: int
    month: int
    number: int

    def __str__(self) -> str:
        return f"{MONTHS[self.month - 1]} {self.number} {self.year % 100:02d}"

    def ordinal(self, turns_per_month: int) -> int:
        """How many turns this one lies after the beginning of time."""
        return (self.year * 12 + self.month - 1) * turns_per_month + self.number - 1

    def later(self, turns: int, turns_per_month: int) -> GameTurn:
        """The turn so many turns later (or earlier, if negative)."""
        months, number = divmod(self.ordinal(turns_per_month) + turns, turns_per_month)
        year, month = divmod(months, 12)
        return GameTurn(year, month + 1, number + 1)


def game_turn(value: object) -> GameTurn:
    """Read a turn as printed: 'Jul 1 43', 'Sept 2 43', 'Jul II 41'."""
    if isinstance(value, GameTurn):
        return value
    printed = _PRINTED.fullmatch(str(value).strip())
    if not printed:
        raise ValueError(f"{value!r} is not a turn; write month, turn and year, e.g. 'Jul 1 43'")
    word, number, year = printed.groups()
    month = word[:3].capitalize()
    if month not in MONTHS:
        near = difflib.get_close_matches(month, MONTHS, n=1, cutoff=0.5)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"{value!r}: no month is called {word!r}{hint}")
    turn = _ROMAN.get(number) or int(number)
    if not 1 <= turn <= 4:
        raise ValueError(f"{value!r}: a month has turns 1 to 4 (or 1 and 2), not {number}")
    return GameTurn(1900 + int(year), MONTHS.index(month) + 1, turn)


Turn = Annotated[
    GameTurn, BeforeValidator(game_turn), PlainSerializer(str, return_type=str), WithJsonSchema({"type": "string"})
]
