"""What is wrong with a player's file: each problem with its file, its line and what to write instead."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

Where = tuple[str | int, ...]  # the way from the top of a file down to one of its parts: ("units", 12, "counter")

MOST_LISTED = 500  # nobody reads more, and a hostile file could hold a million
LONGEST_VALUE = 60
LONGEST_MESSAGE = 600
_PLAIN_KEY = re.compile(r"[\w-]{1,60}")
_NUMBER = re.compile(r"-?[\d./]+")
_VERBS = ("is ", "has ", "holds ", "needs ", "begins ")


def dotted(where: Where) -> str:
    """The part's name as players read it: units[12].counter."""
    text = ""
    for step in where:
        if isinstance(step, int):
            text += f"[{step}]"
        elif _PLAIN_KEY.fullmatch(step):
            text += f".{step}" if text else step
        else:
            text += f"[{shown(step)}]"
    return text


def shown(value: object) -> str:
    """A value as the player wrote it, short enough for one line and with nothing invisible in it."""
    if isinstance(value, dict):
        return "a set of names with values"
    if isinstance(value, list | tuple):
        return "a list"
    text = str(value)
    if len(text) > LONGEST_VALUE:
        return f"{text[: LONGEST_VALUE - 20]!r}... ({len(text)} characters)"
    return text if _NUMBER.fullmatch(text) else repr(text)


def printable(text: str) -> str:
    """The text with every control character spelled out, so that a file cannot steer a terminal."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


@dataclass(frozen=True)
class InputProblem:
    """One thing to mend: in which file, on which line, which part of it, and how."""

    file: str
    line: int | None
    where: str
    message: str

    def __str__(self) -> str:
        """The problem as one line, without its file."""
        line = f"line {self.line}  " if self.line is not None else ""
        joint = "" if not self.where else " " if self.message.startswith(_VERBS) else ": "
        text = printable(f"{self.where}{joint}{self.message}")
        return line + (text if len(text) <= LONGEST_MESSAGE else text[:LONGEST_MESSAGE] + "...")


class BadInput(Exception):  # noqa: N818 - the players' word for it
    """A file that cannot be played as it stands, with everything that is wrong with it."""

    def __init__(self, file: str, problems: Iterable[InputProblem], more: bool = False) -> None:
        ordered = sorted(problems, key=lambda problem: (problem.file != file, problem.file, problem.line or 0))
        self.file = file
        self.problems: tuple[InputProblem, ...] = tuple(ordered[:MOST_LISTED])
        self.more = more or len(ordered) > MOST_LISTED
        super().__init__(file, self.problems, self.more)

    def __str__(self) -> str:
        count = len(self.problems)
        many = "problem" if count == 1 and not self.more else "problems"
        lines = [f"{printable(self.file)} has {'more than ' if self.more else ''}{count} {many}:"]
        for problem in self.problems:
            beside = "" if problem.file == self.file else f"{printable(problem.file)} "
            lines.append(f"  {beside}{problem}")
        return "\n".join(lines)
