"""Runs every peer on every theatre, one process at a time, and keeps what came of it after each."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.families import FAMILIES, Mood
from benchmarks.planted import PLANTED, planted
from benchmarks.theatre import theatre

ROOT = Path(__file__).resolve().parent.parent
GRACE = 180.0  # seconds beyond the limit for reading, deriving and auditing, before a peer is ended
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Instance:
    """One theatre."""

    family: str
    mood: Mood
    seed: int

    @property
    def name(self) -> str:
        """What the table calls it."""
        return f"{self.family} {self.mood}"

    def build(self) -> tuple[dict[str, Any], dict[str, str]]:
        """Its scenario tree, and its optimum by tiers where that is known."""
        if self.family in PLANTED:
            return planted(PLANTED[self.family], self.mood, self.seed)
        return theatre(FAMILIES[self.family], self.mood, self.seed), {}


def run_all(
    instances: list[Instance], peers: list[str], limit: float, budget: float, say: Say
) -> Iterator[dict[str, Any]]:  # fmt: skip
    """All peers on each instance in turn, until the budget (seconds) is used up."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        for n, instance in enumerate(instances, start=1):
            tree, known = instance.build()
            path = Path(folder) / "theatre.json"
            path.write_text(json.dumps(tree), encoding="utf-8")
            for peer in peers:
                left = budget - (time.monotonic() - began)
                if left <= 0:
                    say(f"the budget is used up; {len(instances) - n + 1} of {len(instances)} theatres are left out")
                    return
                record = run_one(peer, path, min(limit, left))
                record |= {
                    "family": instance.family, "mood": instance.mood, "seed": instance.seed, "limit": limit,
                    "known": known,
                }  # fmt: skip
                say(f"[{n}/{len(instances)}] {instance.name} seed {instance.seed}: {peer:<7} {summary(record)}")
                yield record


def run_one(peer: str, scenario: Path, limit: float) -> dict[str, Any]:
    """One peer in a process of its own; ended if it does not end by itself."""
    result = scenario.with_name("result.json")
    result.unlink(missing_ok=True)
    command = [sys.executable, "-m", "benchmarks.child", peer, str(scenario), str(limit), str(result)]
    began = time.monotonic()
    child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        _, errors = child.communicate(timeout=limit + GRACE)
    except subprocess.TimeoutExpired:
        child.kill()
        _, errors = child.communicate()
        errors = "ended: it did not stop in time"
    if result.exists():
        found: dict[str, Any] = json.loads(result.read_text(encoding="utf-8"))
        return found if child.returncode == 0 else found | {"note": "ended before its plan was audited"}
    why = errors.strip().splitlines()[-1] if errors.strip() else f"exit code {child.returncode}"
    return {
        "peer": peer, "seconds": time.monotonic() - began, "phases": {}, "megabytes": 0.0, "size": {}, "note": why,
        "audited": {}, "violations": [], "tiers": [], "seen": [],
    }  # fmt: skip


def summary(record: dict[str, Any]) -> str:
    """One line on how a peer did."""
    if record["note"]:
        return str(record["note"])
    told = [f"{t['name']} {t['value']}" + ("" if t["proven"] else f" (bound {t['bound']})") for t in record["tiers"]]
    told = told or [f"{name} {value}" for name, value in record["audited"].items() if value != "0"]
    return f"{record['seconds']:6.1f} s  {', '.join(told)}"


def load_average() -> str:
    """How busy the machine is with other things."""
    return " ".join(f"{each:.1f}" for each in os.getloadavg()) if hasattr(os, "getloadavg") else "unknown"
