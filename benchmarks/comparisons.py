"""Ours over each peer, what the greedy player gives away, and how time grows with size."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from math import log
from statistics import median

from benchmarks.again import CHANGES, FIRST
from benchmarks.families import SIZES
from benchmarks.records import OUTSIDE, PENALTY_TIERS, TIERS, Groups, Record, markdown, proof_time

SHORTEST = 0.001  # seconds; what takes less is not worth a logarithm


def ratios(groups: Groups) -> str:
    """Our time to proof over each peer's."""
    rows = []
    for (family, mood), peers in groups.items():
        for peer, records in peers.items():
            if peer not in ("ours", "again", "greedy") and "ours" in peers:
                parts = (PENALTY_TIERS, ("strength",), ("moves",), TIERS)
                rows.append([f"{family} {mood}", peer, *(ratio(peers["ours"], records, part)[0] for part in parts)])
    told = (
        "Our time to proof over the peer's, median over seeds, solver time only. <: the peer did not prove it in its "
        "time; >: ours did not; ?: neither did."
    )
    head = ["theatre", "ours over", "penalty tiers", "strength", "moves", "all tiers"]
    return f"## Ratios\n\n{told}\n\n" + markdown(head, rows) if rows else ""


def ratio(ours: list[Record], theirs: list[Record], tiers: Iterable[str]) -> tuple[str, float | None]:
    """The median ratio in words and as a number; no number where ours is not proven on every seed."""
    wanted, by_seed = tuple(tiers), {record["seed"]: record for record in ours}
    found, signs = [], set()
    for record in theirs:
        if record["seed"] in by_seed:
            mine, mine_proven = proof_time(by_seed[record["seed"]], wanted)
            yours, yours_proven = proof_time(record, wanted)
            if mine and yours:
                found.append(mine / yours)
                signs.add("" if mine_proven and yours_proven else "<" if mine_proven else ">" if yours_proven else "?")
    if not found:
        return "–", None
    value = median(found)
    return f"{''.join(sorted(signs))} {value:.2f}".strip(), value if signs <= {"", "<"} else None


def second_solves(groups: Groups) -> str:
    """How long it takes after one change, and what part of the first solve that is."""
    rows = []
    for (family, mood), peers in groups.items():
        records = [record for record in peers.get("again", []) if all(words in record["phases"] for words in CHANGES)]
        if records:
            seconds = {words: median(r["phases"][words] for r in records) for words in (FIRST, *CHANGES)}
            cells = [f"{seconds[words]:.1f} ({seconds[words] / seconds[FIRST]:.2f})" for words in CHANGES]
            notes = ", ".join(sorted({record["note"] for record in records if record["note"]}))
            rows.append([f"{family} {mood}", f"{seconds[FIRST]:.1f}", *cells, notes])
    told = "Seconds from asking to plan, medians over seeds; in brackets the part of the first solve."
    return f"## After one change\n\n{told}\n\n" + markdown(["theatre", FIRST, *CHANGES, "note"], rows) if rows else ""


def greedy_losses(groups: Groups) -> str:
    """What the greedy player gives away against the best plan that anybody found."""
    rows = []
    for (family, mood), peers in groups.items():
        for greedy in peers.get("greedy", []):
            others = [
                record for peer, records in peers.items() if peer != "greedy"
                for record in records if record["seed"] == greedy["seed"] and record["audited"]
            ]  # fmt: skip
            if others and greedy["audited"]:
                best = min(others, key=_in_order)
                lost = [
                    f"{float(Fraction(greedy['audited'][t]) - Fraction(best['audited'][t])):+g}"
                    for t in ("vp", "partisan_attacks", "strength", "moves")
                ]
                rows.append([f"{family} {mood} {greedy['seed']}", *lost])
    told = "Greedy player less best plan found, by the audit. Less strength or moves at a higher penalty is no gain."
    table = markdown(["theatre", "VP", "attacks", "strength", "moves"], rows)
    return f"## What the greedy player gives away\n\n{told}\n\n{table}" if rows else ""


def _in_order(record: Record) -> list[Fraction]:
    return [Fraction(record["audited"][tier]) for tier in TIERS if tier in record["audited"]]


def growth(groups: Groups) -> str:
    """The exponent with which our time grows from S to XL."""
    rows = []
    for mood in dict.fromkeys(mood for _, mood in groups):
        points: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for size in SIZES:
            for record in groups[size, mood].get("ours", []) if (size, mood) in groups else ():
                options = record["size"].get("options", 0)
                outside = sum(record["phases"].get(phase, 0.0) for phase in OUTSIDE)
                if options:
                    points["outside the solver"].append((options, outside))
                    for what, tiers in (("penalty tiers", PENALTY_TIERS), ("all tiers", TIERS)):
                        seconds, proven = proof_time(record, tiers)
                        if proven:
                            points[what].append((options, seconds))
        rows += [
            [mood, what, f"{min(found)[0]:.0f} to {max(found)[0]:.0f}", f"{exponent(found):.2f}"]
            for what, found in points.items() if len({options for options, _ in found}) > 1
        ]  # fmt: skip
    told = (
        "Ours: time as a power of the number of options, least squares over sizes and seeds; solves that were proven."
    )
    return f"## Growth\n\n{told}\n\n" + markdown(["mood", "what", "options", "exponent"], rows) if rows else ""


def exponent(points: list[tuple[float, float]]) -> float:
    """The slope of log time over log size; 0 where all sizes are the same."""
    xs, ys = [log(x) for x, _ in points], [log(max(y, SHORTEST)) for _, y in points]
    middle_x, middle_y = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((x - middle_x) ** 2 for x in xs)
    return sum((x - middle_x) * (y - middle_y) for x, y in zip(xs, ys, strict=True)) / spread if spread else 0.0
