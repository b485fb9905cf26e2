"""Records of runs -> what agrees, medians, ratios, growth, in Markdown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import exp, log
from statistics import median
from typing import Any

from benchmarks.families import SIZES
from benchmarks.tiers import Course, TierEnd, gap_at

Record = dict[str, Any]
MARKS = (1, 5, 10, 20, 30, 40, 60)
OUTSIDE = ("load", "derive", "compile", "orders", "audit")
PENALTY_TIERS = ("breaches", "vp", "partisan_attacks", "replacement_points")
TIERS = (*PENALTY_TIERS, "strength", "moves", "changes")
SHORT = {"partisan_attacks": "attacks", "replacement_points": "RPs"}


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


# -- agreement ------------------------------------------------------------------------------------------------------


def disagreements(records: Iterable[Record]) -> Iterator[str]:
    """Every sentence is a bug in somebody: a plan that the audit rejects, a value below another's bound."""
    by_instance: dict[tuple[str, str, int], list[Record]] = defaultdict(list)
    for record in records:
        by_instance[record["family"], record["mood"], record["seed"]].append(record)
        yield from _against_the_audit(record)
        yield from _against_what_is_known(record)
    for instance, peers in by_instance.items():
        for n, one in enumerate(peers):
            for other in peers[n + 1 :]:
                yield from _against_each_other(instance, one, other)


def _who(record: Record) -> str:
    return f"{record['peer']} on {record['family']} {record['mood']} seed {record['seed']}"


def _against_the_audit(record: Record) -> Iterator[str]:
    for violation in record["violations"]:
        yield f"{_who(record)}: the audit rejects its plan: {violation}"
    for tier in record["tiers"] if record["audited"] else ():
        if tier["value"] is not None and Fraction(record["audited"][tier["name"]]) != Fraction(tier["value"]):
            yield f"{_who(record)}: {tier['name']} is {tier['value']}, the audit says {record['audited'][tier['name']]}"


def _against_what_is_known(record: Record) -> Iterator[str]:
    for tier in record["tiers"]:
        known = record["known"].get(tier["name"])
        if known is not None and tier["proven"] and Fraction(known) != Fraction(tier["value"]):
            yield f"{_who(record)}: {tier['name']} is proven to be {tier['value']}, but it is {known} by construction"


def _against_each_other(instance: tuple[str, str, int], one: Record, other: Record) -> Iterator[str]:
    """Tiers are comparable as long as all tiers before them came out alike."""
    theirs = {tier["name"]: tier for tier in other["tiers"]}
    for mine in one["tiers"]:
        yours = theirs.get(mine["name"])
        if yours is None or mine["value"] is None or yours["value"] is None:
            return
        for a, b in ((mine, yours), (yours, mine)):
            if a["bound"] is not None and Fraction(a["bound"]) > Fraction(b["value"]):
                told = f"{one['peer']} and {other['peer']} on {' '.join(map(str, instance))}"
                yield f"{told}: {mine['name']} has a bound of {a['bound']} and a plan of {b['value']}"
        if Fraction(mine["value"]) != Fraction(yours["value"]):
            return


# -- tables ---------------------------------------------------------------------------------------------------------


def report(records: list[Record], heading: str) -> str:
    """Everything in Markdown."""
    groups: dict[tuple[str, str], dict[str, list[Record]]] = defaultdict(lambda: defaultdict(list))
    for record in records:
        groups[record["family"], record["mood"]][record["peer"]].append(record)
    limit = max((record["limit"] for record in records), default=60)
    parts = [heading, _times(groups), _gaps(groups, [mark for mark in MARKS if mark <= limit]), _values(groups),
             _ratios(groups), _greedy(groups), _growth(groups)]  # fmt: skip
    found = list(disagreements(records))
    parts.append("## Agreement\n\n" + ("\n".join(f"- {each}" for each in found) or "No disagreement."))
    return "\n\n".join(part for part in parts if part) + "\n"


Groups = dict[tuple[str, str], dict[str, list[Record]]]


def _rows(head: list[str], rows: Iterable[list[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def _tiers_in(groups: Groups) -> list[str]:
    seen = {tier["name"] for peers in groups.values() for rs in peers.values() for r in rs for tier in r["tiers"]}
    return [name for name in TIERS if name in seen] + sorted(seen - set(TIERS))


def _times(groups: Groups) -> str:
    tiers = _tiers_in(groups)
    rows = []
    for (family, mood), peers in groups.items():
        for peer, records in peers.items():
            if peer == "greedy":
                continue
            cells = [_median_time(records, tier) for tier in tiers]
            outside = [sum(r["phases"].get(p, 0.0) for p in OUTSIDE) / r["seconds"] for r in records]
            total, memory = median(r["seconds"] for r in records), max(r["megabytes"] for r in records)
            note = next((f" ({r['note']})" for r in records if r["note"]), "")
            phases = ", ".join(f"{p} {median(r['phases'].get(p, 0.0) for r in records):.1f}" for p in OUTSIDE)
            rows.append([f"{family} {mood}", peer + note, *cells, f"{total:.1f}", f"{median(outside):.0%}", phases,
                         f"{memory:.0f}"])  # fmt: skip
    head = ["theatre", "peer", *(SHORT.get(t, t) for t in tiers), "all s", "outside", "of which s", "MB"]
    told = "Seconds to the proven optimum of each tier, medians; where not proven, the gap left when its time was up."
    return f"## Time to proof\n\n{told}\n\n" + _rows(head, rows)


def _median_time(records: list[Record], tier: str) -> str:
    ends = [end for r in records for end in course_of(r).ends if end.name == tier]
    if len(ends) < len(records):
        return "not reached" if not ends else f"not reached in {len(records) - len(ends)} of {len(records)}"
    open_ends = [end for end in ends if not end.proven]
    if not open_ends:
        return f"{median(end.seconds for end in ends):.2f}"
    gaps = [gap_at(course_of(r), tier, 1e9) for r in records]
    worst = max((gap for gap in gaps if gap is not None), default=None)
    which = "" if len(open_ends) == len(ends) else f" in {len(open_ends)} of {len(ends)}"
    return "no plan" if worst is None else f"open{which}: {float(worst):.1%}"


def _gaps(groups: Groups, marks: list[float]) -> str:
    """Where each peer stands so many seconds after it began: its first open tier and the gap there."""
    rows = []
    for (family, mood), peers in groups.items():
        for peer, records in peers.items():
            if peer != "greedy":
                cells = [" / ".join(dict.fromkeys(_standing(r, mark) for r in records)) for mark in marks]
                rows.append([f"{family} {mood}", peer, *cells])
    told = (
        "The first tier that is not proven yet and its gap, by seconds since the solver began; one entry for each seed."
    )
    return f"## Gap over time\n\n{told}\n\n" + _rows(["theatre", "peer", *(f"{m} s" for m in marks)], rows)


def _standing(record: Record, mark: float) -> str:
    course = course_of(record)
    for end in course.ends:
        done = end.proven and end.began + end.seconds <= mark
        if not done:
            gap = gap_at(course, end.name, mark)
            return f"{SHORT.get(end.name, end.name)} {'no plan' if gap is None else f'{float(gap):.1%}'}"
    return "proven" if course.ends else "nothing"


def _values(groups: Groups) -> str:
    """What each found; a star where it is proven."""
    tiers, rows = _tiers_in(groups), []
    for (family, mood), peers in groups.items():
        for peer, records in peers.items():
            for r in records:
                ends = {t["name"]: t for t in r["tiers"]}
                cells = [_told(ends[tier]) if tier in ends else r["audited"].get(tier, "") for tier in tiers]
                rows.append([f"{family} {mood} {r['seed']}", peer, *cells])
    return "## What was found\n\n" + _rows(["theatre", "peer", *(SHORT.get(t, t) for t in tiers)], rows)


def _told(tier: dict[str, Any]) -> str:
    return f"{tier['value']}*" if tier["proven"] else f"{tier['value']} ≥ {tier['bound']}"


def proof_time(record: Record, tiers: Iterable[str]) -> tuple[float, bool]:
    """Seconds spent on these tiers, and whether all of them were proven."""
    wanted, ends = set(tiers), record["tiers"]
    mine = [t for t in ends if t["name"] in wanted]
    if record["peer"] == "naive" and mine:
        return mine[0]["seconds"], all(t["proven"] for t in mine)
    return sum(t["seconds"] for t in mine), bool(mine) and all(t["proven"] for t in mine)


def _ratios(groups: Groups) -> str:
    rows = []
    for (family, mood), peers in groups.items():
        ours = {r["seed"]: r for r in peers.get("ours", [])}
        for peer, records in peers.items():
            if peer in ("ours", "greedy") or not ours:
                continue
            cells = [_ratio(ours, records, tiers) for tiers in (PENALTY_TIERS, ("strength",), ("moves",), TIERS)]
            rows.append([f"{family} {mood}", peer, *cells])
    told = (
        "Our time to proof over the peer's, median over seeds, solver time only. < or >: one of the two was not proven "
        "and its time is what it had; ?: neither."
    )
    head = ["theatre", "ours over", "penalty tiers", "strength", "moves", "all tiers"]
    return f"## Ratios\n\n{told}\n\n" + _rows(head, rows) if rows else ""


def _ratio(ours: dict[int, Record], records: list[Record], tiers: Iterable[str]) -> str:
    found, signs = [], set()
    for record in records:
        if record["seed"] not in ours:
            continue
        (mine, mine_proven), (theirs, theirs_proven) = (proof_time(r, tiers) for r in (ours[record["seed"]], record))
        if not mine or not theirs:
            continue
        found.append(mine / theirs)
        signs.add("" if mine_proven and theirs_proven else "<" if mine_proven else ">" if theirs_proven else "?")
    return f"{''.join(sorted(signs))} {median(found):.2f}".strip() if found else "–"


def _greedy(groups: Groups) -> str:
    """What the greedy player gives away against the best plan that anybody found."""
    rows = []
    for (family, mood), peers in groups.items():
        for greedy in peers.get("greedy", []):
            others = [
                r
                for p, rs in peers.items()
                if p != "greedy"
                for r in rs
                if r["seed"] == greedy["seed"] and r["audited"]
            ]
            if others and greedy["audited"]:
                best = min(others, key=lambda r: [Fraction(r["audited"][t]) for t in TIERS if t in r["audited"]])
                lost = [
                    f"{float(Fraction(greedy['audited'][t]) - Fraction(best['audited'][t])):+g}"
                    for t in ("vp", "partisan_attacks", "strength", "moves")
                ]
                rows.append([f"{family} {mood} {greedy['seed']}", *lost])
    told = (
        "Greedy player less best plan found, by the audit. Less strength or fewer moves at a higher penalty is no gain."
    )
    return (
        f"## What the greedy player gives away\n\n{told}\n\n"
        + _rows(["theatre", "VP", "attacks", "strength", "moves"], rows)
        if rows
        else ""
    )


def _growth(groups: Groups) -> str:
    """The exponent with which time grows from S to XL, by options."""
    rows = []
    for mood in dict.fromkeys(mood for _, mood in groups):
        points: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for size in SIZES:
            for r in groups.get((size, mood), {}).get("ours", []):
                options = r["size"].get("options")
                if options:
                    points["everything"].append((options, r["seconds"]))
                    points["outside the solver"].append((options, sum(r["phases"].get(p, 0.0) for p in OUTSIDE)))
                    points["penalty tiers"].append((options, proof_time(r, PENALTY_TIERS)[0]))
        rows += [
            [mood, what, f"{_slope(found):.2f}"] for what, found in points.items() if len({x for x, _ in found}) > 1
        ]
    told = "Ours: time as a power of the number of options, least squares over all sizes and seeds."
    return f"## Growth\n\n{told}\n\n" + _rows(["mood", "what", "exponent"], rows) if rows else ""


def _slope(points: list[tuple[float, float]]) -> float:
    xs, ys = [log(x) for x, _ in points], [log(max(y, exp(-7))) for _, y in points]
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - mx) * (y - my) for x, y in zip(xs, ys, strict=True)) / sum((x - mx) ** 2 for x in xs)
