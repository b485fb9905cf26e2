"""What we set out to reach, each held against the runs that can tell; HiGHS is its model unit by unit, and ours (+)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from statistics import median

from benchmarks.comparisons import ratio
from benchmarks.records import PENALTY_TIERS, TIERS, Groups, Record, course_of, markdown, outside_share
from benchmarks.tiers import gap_at, time_to_gap

HIGHS = ("highs", "highs+")
HALF_PER_CENT, ONE_PER_CENT = Fraction(1, 200), Fraction(1, 100)
Line = tuple[str, str, str]  # theatre, what, verdict


def targets(groups: Groups) -> str:
    """One line for each target and theatre, met or not."""
    rows = [list(line) for check in CHECKS for line in check(groups)]
    told = "Medians over seeds; a target that no theatre of the run can tell is left out."
    return f"## Targets\n\n{told}\n\n" + markdown(["theatre", "target", "verdict"], rows) if rows else ""


def _of(groups: Groups, family: str) -> Iterator[tuple[str, dict[str, list[Record]]]]:
    for (name, mood), peers in groups.items():
        if name == family and "ours" in peers:
            yield f"{name} {mood}", peers


def _verdict(met: bool, told: str) -> str:
    return f"{'met' if met else 'missed'}: {told}"


def _ratios(groups: Groups) -> Iterator[Line]:
    wanted = (
        ("L", "penalty tiers", PENALTY_TIERS, 0.5),
        ("XL", "penalty tiers", PENALTY_TIERS, 1.0),
        ("M", "all tiers", TIERS, 1.0),
        ("short300", "all tiers", TIERS, 1.0),
    )
    for family, words, tiers, most in wanted:
        for name, peers in _of(groups, family):
            for peer in HIGHS:
                if peer in peers:
                    told, value = ratio(peers["ours"], peers[peer], tiers)
                    line = f"{words} proven in at most {most:g} of the time of {peer}"
                    yield name, line, _verdict(value is not None and value <= most, told)


def _naive(groups: Groups) -> Iterator[Line]:
    for (family, mood), peers in groups.items():
        if "ours" in peers and any(tier["proven"] for record in peers.get("naive", []) for tier in record["tiers"]):
            told, value = ratio(peers["ours"], peers["naive"], TIERS)
            yield f"{family} {mood}", "20 times faster than naive", _verdict(value is not None and value <= 0.05, told)


def _strength_at_l(groups: Groups) -> Iterator[Line]:
    for name, peers in _of(groups, "L"):
        for peer in HIGHS:
            if peer in peers:
                mine, yours = (_median_time_to(peers[p], "strength", HALF_PER_CENT) for p in ("ours", peer))
                met = mine is not None and (yours is None or mine <= yours)
                line = f"strength within 0.5 % no later than {peer}"
                yield name, line, _verdict(met, f"{_seconds(mine)} against {_seconds(yours)}")


def _median_time_to(records: list[Record], tier: str, gap: Fraction) -> float | None:
    times = [time_to_gap(course_of(record), tier, gap) for record in records]
    return None if None in times else median(time for time in times if time is not None)


def _seconds(time: float | None) -> str:
    return "not reached" if time is None else f"{time:.1f} s"


def _horizons(groups: Groups) -> Iterator[Line]:
    for family, limit, also in (("Mx4", 30.0, True), ("Mx8", 60.0, False)):
        for name, peers in _of(groups, family):
            late = [_penalties_proven_at(record) for record in peers["ours"]]
            worst = None if None in late else max(time for time in late if time is not None)
            met = worst is not None and worst <= limit
            yield name, f"penalty tiers proven in {limit:g} s", _verdict(met, _seconds(worst))
            if also:
                gaps = [gap_at(course_of(record), "strength", limit) for record in peers["ours"]]
                near = all(gap is not None and gap <= ONE_PER_CENT for gap in gaps)
                told = ", ".join("no plan" if gap is None else f"{float(gap):.1%}" for gap in gaps)
                yield name, f"strength within 1 % in {limit:g} s", _verdict(near, told)


def _penalties_proven_at(record: Record) -> float | None:
    """Seconds from the start of the run, reading and deriving included."""
    mine = [tier for tier in record["tiers"] if tier["name"] in PENALTY_TIERS]
    if not mine or not all(tier["proven"] for tier in mine):
        return None
    return float(max(tier["began"] + tier["seconds"] for tier in mine) + record["phases"].get("load", 0.0))


def _short_gaps(groups: Groups) -> Iterator[Line]:
    """At 10, 20 and 40 s into each tier."""
    for name, peers in _of(groups, "short1000"):
        for peer in HIGHS:
            for tier in TIERS if peer in peers else ():
                if any(end["name"] == tier for record in peers["ours"] for end in record["tiers"]):
                    yield (
                        name,
                        f"{tier}: smaller gap than {peer} 10, 20, 40 s into it",
                        _smaller(peers["ours"], peers[peer], tier),
                    )


def _smaller(ours: list[Record], theirs: list[Record], tier: str) -> str:
    """By the tier's own clock, each peer under the values it had found in the tiers before."""
    told, met = [], True
    for mark in (10, 20, 40):
        mine, yours = (_median_gap(records, tier, mark) for records in (ours, theirs))
        met &= mine < yours or mine == 0
        told.append(f"{_gap(mine)} / {_gap(yours)}")
    return _verdict(met, ", ".join(told))


def _median_gap(records: list[Record], tier: str, mark: float) -> float:
    gaps = [gap_at(course_of(record), tier, mark, from_its_start=True) for record in records]
    return median(float("inf") if gap is None else float(gap) for gap in gaps)


def _gap(gap: float) -> str:
    return "no plan" if gap == float("inf") else f"{gap:.1%}"


def _lean(groups: Groups) -> Iterator[Line]:
    for name, peers in _of(groups, "L"):
        share = median(outside_share(record) for record in peers["ours"])
        yield name, "at most 15 % of the time outside the solver", _verdict(share <= 0.15, f"{share:.0%}")
    for name, peers in _of(groups, "XL"):
        most = max(record["megabytes"] for record in peers["ours"])
        yield name, "less than 2 GB", _verdict(most < 2048, f"{most:.0f} MB")


CHECKS: tuple[Callable[[Groups], Iterator[Line]], ...] = (
    _ratios, _strength_at_l, _horizons, _short_gaps, _naive, _lean,
)  # fmt: skip
