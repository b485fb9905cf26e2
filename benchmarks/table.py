"""Records of runs -> Markdown: time to proof, gaps over time, what was found, and the comparisons."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from statistics import median
from typing import Any

from benchmarks.agreement import disagreements
from benchmarks.comparisons import greedy_losses, growth, ratios, second_solves
from benchmarks.records import (
    OUTSIDE,
    SHORT,
    TIERS,
    Groups,
    Record,
    course_of,
    grouped,
    markdown,
    outside_share,
    tiers_in,
)
from benchmarks.targets import targets
from benchmarks.tiers import gap_at

MARKS = (1, 5, 10, 20, 30, 40, 60)


def report(records: list[Record], heading: str) -> str:
    """Everything in Markdown."""
    groups = grouped(records)
    limit = max((record["limit"] for record in records), default=60)
    marks = [mark for mark in MARKS if mark <= limit]
    found = list(disagreements(records))
    agreed = "## Agreement\n\n" + ("\n".join(f"- {each}" for each in found) or "No disagreement.")
    parts = [
        heading, _times(groups), ratios(groups), targets(groups), second_solves(groups), _standings(groups, marks),
        _gaps(groups, marks), _values(groups), greedy_losses(groups), growth(groups), agreed,
    ]  # fmt: skip
    return "\n\n".join(part for part in parts if part) + "\n"


def _solvers(groups: Groups) -> Iterator[tuple[str, str, list[Record], dict[str, list[Record]]]]:
    for (family, mood), peers in groups.items():
        for peer, records in peers.items():
            if peer not in ("greedy", "again"):
                yield f"{family} {mood}", peer, records, peers


def _times(groups: Groups) -> str:
    columns = [tier for tier in TIERS if any(tier in tiers_in(peers) for peers in groups.values())]
    rows = []
    for name, peer, records, peers in _solvers(groups):
        here = tiers_in(peers)
        cells = [_median_time(records, tier) if tier in here else "–" for tier in columns]
        note = next((f" ({record['note']})" for record in records if record["note"]), "")
        phases = ", ".join(f"{p} {median(r['phases'].get(p, 0.0) for r in records):.1f}" for p in OUTSIDE)
        rows.append(
            [
                name, peer + note, *cells, f"{median(r['seconds'] for r in records):.1f}",
                f"{median(outside_share(r) for r in records):.0%}", phases,
                f"{max(r['megabytes'] for r in records):.0f}",
            ]
        )  # fmt: skip
    head = ["theatre", "peer", *(SHORT.get(t, t) for t in columns), "all s", "outside", "of which s", "MB"]
    told = (
        "Seconds to the proven optimum of each tier, medians; where not proven, the gap left when its time was up. "
        "'With it': solved together with the tier before."
    )
    return f"## Time to proof\n\n{told}\n\n" + markdown(head, rows)


def _median_time(records: list[Record], tier: str) -> str:
    courses = [course_of(record) for record in records]
    ends = [end for course in courses for end in course.ends if end.name == tier]
    unproven = len(records) - sum(end.proven for end in ends)
    if not unproven:
        seconds = median(end.seconds for end in ends)
        return f"{seconds:.2f}" if seconds else "with it"
    if not ends:
        return "not reached"
    gaps = [gap for gap in (gap_at(course, tier, 1e9) for course in courses) if gap]
    which = "" if unproven == len(records) else f" in {unproven} of {len(records)}"
    return f"open{which}" + (f": {float(max(gaps)):.1%}" if gaps else "")


def _standings(groups: Groups, marks: list[int]) -> str:
    rows = []
    for name, peer, records, _ in _solvers(groups):
        cells = [" / ".join(dict.fromkeys(_standing(record, mark) for record in records)) for mark in marks]
        rows.append([name, peer, *cells])
    told = "The first tier not proven yet and its gap, by seconds since the solver began; seeds apart if they differ."
    return f"## How far each has come\n\n{told}\n\n" + markdown(["theatre", "peer", *(f"{m} s" for m in marks)], rows)


def _standing(record: Record, mark: float) -> str:
    course = course_of(record)
    for end in course.ends:
        if not (end.proven and end.began + end.seconds <= mark):
            return f"{SHORT.get(end.name, end.name)} {_per_cent(gap_at(course, end.name, mark))}"
    return "proven" if course.ends else "nothing"


def _per_cent(gap: Fraction | None) -> str:
    return "no plan" if gap is None else f"{float(gap):.1%}"


def _gaps(groups: Groups, marks: list[int]) -> str:
    """Tier by tier, for tiers that somebody needed more than five seconds for."""
    rows = []
    for (family, mood), peers in groups.items():
        for tier in tiers_in(peers):
            hard = any(
                end.name == tier and (not end.proven or end.seconds > 5)
                for peer, records in peers.items() if peer not in ("greedy", "again", "naive")
                for record in records for end in course_of(record).ends
            )  # fmt: skip
            for peer, records in peers.items() if hard else ():
                if peer not in ("greedy", "again"):
                    cells = [_median_gap(records, tier, mark) for mark in marks]
                    rows.append([f"{family} {mood}", SHORT.get(tier, tier), peer, *cells])
    told = "Median gap of a tier by seconds since that tier began; each under the values its peer had found before."
    table = markdown(["theatre", "tier", "peer", *(f"{m} s" for m in marks)], rows)
    return f"## Gap by tier\n\n{told}\n\n{table}" if rows else ""


def _median_gap(records: list[Record], tier: str, mark: float) -> str:
    gaps = []
    for record in records:
        course = course_of(record)
        if not any(end.name == tier for end in course.ends):
            return "not reached"
        gap = gap_at(course, tier, mark, from_its_start=True)
        if gap is None:
            return "no plan"
        gaps.append(gap)
    return f"{float(median(gaps)):.1%}" if any(gaps) else "0"


def _values(groups: Groups) -> str:
    """What each found; a star where it is proven."""
    columns, rows = [tier for tier in TIERS if any(tier in tiers_in(p) for p in groups.values())], []
    for (family, mood), peers in groups.items():
        for peer, records in peers.items():
            for record in records:
                ends = {tier["name"]: tier for tier in record["tiers"]}
                cells = [_told(ends[tier]) if tier in ends else record["audited"].get(tier, "") for tier in columns]
                rows.append([f"{family} {mood} {record['seed']}", peer, *cells])
    told = "A star where it is proven, else the bound."
    return f"## What was found\n\n{told}\n\n" + markdown(["theatre", "peer", *(SHORT.get(t, t) for t in columns)], rows)


def _told(tier: dict[str, Any]) -> str:
    return f"{tier['value']}*" if tier["proven"] else f"{tier['value']} ≥ {tier['bound'] or '?'}"
