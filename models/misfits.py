"""Parts of a file that do not fit one another, in the players' words."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import NamedTuple


class Misfit(NamedTuple):
    """A part of the file that does not fit another part."""

    path: tuple[str | int, ...]
    message: str


def no_such(what: str, seen: str, known: object) -> str:
    """What to say about a name that the file does not define."""
    names = sorted(map(str, known))  # type: ignore[call-overload]
    near = difflib.get_close_matches(seen, names, n=1, cutoff=0.5)
    if near:
        return f"is {seen!r}: no such {what}; did you mean {near[0]!r}?"
    listed = ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")
    return (
        f"is {seen!r}: no such {what}; known are {listed}" if names else f"is {seen!r}: the file lists no {what} at all"
    )


def dangling(path: tuple[str | int, ...], what: str, seen: str | None, known: object) -> Iterator[Misfit]:
    """Yield a misfit if a name is given and not known."""
    if seen is not None and seen not in known:  # type: ignore[operator]
        yield Misfit(path, no_such(what, seen, known))
