"""python -m benchmarks: theatres, peers, one table."""

from __future__ import annotations

import argparse
import json
import platform
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from benchmarks.agreement import disagreements
from benchmarks.families import FAMILIES, MOODS
from benchmarks.planted import PLANTED
from benchmarks.runner import Instance, load_average, run_all
from benchmarks.table import report

RESULTS = Path(__file__).resolve().parent / "results"
PEERS = ("ours", "highs", "highs+", "scip", "naive", "greedy")
EXTRA = ("again",)  # not a peer: ours after one change
DEFAULT_FAMILIES = ("planted", "S", "M", "short300", "L", "short1000", "Mx4")


def main() -> int:
    """Run, print, write; 1 if anybody disagrees with anybody."""
    asked = _arguments()
    instances = _instances(asked)
    peers = asked.peers.split(",")
    if unknown := set(peers) - set(PEERS) - set(EXTRA):
        sys.exit(f"no such peer: {', '.join(sorted(unknown))}; there are {', '.join((*PEERS, *EXTRA))}")
    longest = min(len(instances) * len(peers) * asked.limit / 60, asked.budget)
    print(f"{len(instances)} theatres, {len(peers)} peers, at most about {longest:.0f} minutes", flush=True)
    RESULTS.mkdir(exist_ok=True)
    name = asked.name or f"{datetime.now(UTC):%Y%m%d-%H%M%S}"
    records = []
    for record in run_all(instances, peers, asked.limit, asked.budget * 60, lambda line: print(line, flush=True)):
        records.append(record)
        (RESULTS / f"{name}.json").write_text(json.dumps(records), encoding="utf-8")
    heading = (
        f"# Benchmark\n\n{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {platform.machine()}, Python "
        f"{platform.python_version()}, ortools {version('ortools')}, limit {asked.limit:g} s for each peer, load "
        f"average {load_average()}. Read ratios, not seconds."
    )
    text = report(records, heading)
    (RESULTS / f"{name}.md").write_text(text, encoding="utf-8")
    print(f"\n{text}\nwritten to benchmarks/results/{name}.json and .md")
    return 1 if any(disagreements(records)) else 0


def _instances(asked: argparse.Namespace) -> list[Instance]:
    names = list(asked.family or (("planted", "S", "short300") if asked.quick else DEFAULT_FAMILIES))
    moods = asked.mood or (["short"] if asked.quick else ["loose", "short"])
    if unknown := set(names) - set(FAMILIES) - set(PLANTED):
        sys.exit(f"no such family: {', '.join(sorted(unknown))}; there are {', '.join([*FAMILIES, *PLANTED])}")
    found = []
    for seed in range(1, asked.seeds + 1):
        for name in names:
            allowed = ("loose", "short") if name in PLANTED else FAMILIES[name].moods
            found += [Instance(name, mood, seed) for mood in allowed if mood in moods]
    return found


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--family", action="append", help=f"one of {', '.join([*FAMILIES, *PLANTED])}; may be repeated")
    parser.add_argument("--mood", action="append", choices=MOODS, help="may be repeated")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for each peer on each theatre, all tiers")
    parser.add_argument("--budget", type=float, default=60.0, help="minutes for everything")
    parser.add_argument("--peers", default=",".join(PEERS), help=f"of {', '.join((*PEERS, *EXTRA))}")
    parser.add_argument("--name", default="", help="of the result files")
    parser.add_argument("--quick", action="store_true", help="small theatres, one seed, 20 seconds")
    asked = parser.parse_args()
    if asked.quick:
        asked.seeds, asked.limit, asked.budget = 1, min(asked.limit, 20.0), min(asked.budget, 10.0)
    return asked


if __name__ == "__main__":
    sys.exit(main())
