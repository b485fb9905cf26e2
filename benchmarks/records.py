"""What a run leaves behind, and what can be read out of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from benchmarks.tiers import Course, TierEnd

Record = dict[str, Any]  # one peer on one theatre, as benchmarks.child writes it
Groups = dict[tuple[str, str], dict[str, list[Record]]]  # family and mood -> peer -> one record for each seed

OUTSIDE = ("load", "derive", "compile", "orders", "audit")
PENALTY_TIERS = ("breaches", "vp", "partisan_attacks", "replacement_points")
TIERS = (*PENALTY_TIERS, "strength", "moves", "changes")
SHORT = {"partisan_attacks": "attacks", "replacement_points": "RPs"}


def grouped(records: Iterable[Record]) -> Groups:
    """By theatre, then by peer."""
    groups: Groups = defaultdict(lambda: defaultdict(list))
    for record in records:
        groups[record["family"], record["mood"]][record["peer"]].append(record)
    return groups


def course_of(record: Record) -> Course:
    """The run as it was lived through."""
    course = Course(note=record["note"])
    for at, tier, value, bound in record["seen"]:
        course.see(at, tier, _exact(value), _exact(bound))
    course.ends = [
        TierEnd(t["name"], _exact(t["value"]), _exact(t["bound"]), t["proven"], t["began"], t["seconds"])
        for t in record["tiers"]
    ]
    return course


def _exact(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)


def tiers_in(peers: dict[str, list[Record]]) -> list[str]:
    """The tiers in which there was something to decide for anybody."""
    seen = {tier["name"] for records in peers.values() for record in records for tier in record["tiers"]}
    return [name for name in TIERS if name in seen] + sorted(seen - set(TIERS))


def proof_time(record: Record, tiers: Iterable[str]) -> tuple[float, bool]:
    """Seconds spent on these tiers, and whether all of them were proven; the naive model solves all at once."""
    wanted = set(tiers)
    mine = [tier for tier in record["tiers"] if tier["name"] in wanted]
    seconds: list[float] = [tier["seconds"] for tier in mine]
    proven = bool(mine) and all(tier["proven"] for tier in mine)
    return (max(seconds, default=0.0) if record["peer"] == "naive" else sum(seconds)), proven


def outside_share(record: Record) -> float:
    """The part of the whole time that was spent outside the solver."""
    outside: float = sum(record["phases"].get(phase, 0.0) for phase in OUTSIDE)
    return outside / max(float(record["seconds"]), 1e-9)


def markdown(head: list[str], rows: Iterable[list[str]]) -> str:
    """A table."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])
