"""Which of the player's wishes cannot be granted together: a smallest set, confirmed by solving."""

from __future__ import annotations

from collections.abc import Callable

from models.plan import Wishes

Wish = tuple[str, str, str]  # pin or forbid, unit, place


def smallest_conflict(wishes: Wishes, can_be: Callable[[Wishes], bool]) -> tuple[str, ...]:
    """Leave wishes out one by one; those without which a plan exists are the conflict."""
    all_wishes: list[Wish] = [("pin", *pin) for pin in wishes.pins] + [("forbid", *ban) for ban in wishes.forbids]
    if not all_wishes or not can_be(Wishes()):
        return ("no plan exists, whatever the player wishes: the position itself leaves a unit without any legal step",)
    kept = list(all_wishes)
    for wish in all_wishes:
        fewer = [other for other in kept if other != wish]
        if not can_be(_wishes(fewer)):
            kept = fewer
    return tuple(f"{kind} {unit}={place}" for kind, unit, place in kept)


def _wishes(parts: list[Wish]) -> Wishes:
    return Wishes(
        pins=tuple((unit, place) for kind, unit, place in parts if kind == "pin"),
        forbids=tuple((unit, place) for kind, unit, place in parts if kind == "forbid"),
    )
