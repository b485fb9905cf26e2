"""The command as a user runs it: in a process of its own, or in this one where that is enough."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from planner.cli import app

GARRISON = Path(sys.executable).with_name("garrison")
SCENARIOS = Path(__file__).parents[2] / "scenarios"
COAST = """\
title: A coast to guard
turn: Jul 1 43
horizon: 2
rail_capacity: 1
places:
  coast: {kind: town}
  inland: {kind: town}
  island: {kind: town}
garrisons:
- {id: coast, kind: flexible, at: [coast], res: 5/2}
units:
- {id: 1 Inf, type: Inf, nationality: german, size: III, counter: 2-6, at: inland}
- {id: 2 Inf, type: Inf, nationality: german, size: III, counter: 3-6, at: inland}
routes:
- {from: inland, to: coast, by: rail}
"""
# Nobody is at the coast in turn 1: 2½ REs missing, 1¼ VP. One regiment goes by rail and counts in turn 2: 1½ missing,
# ¾ VP; that is 2 VP, and 2½ if nobody moves. The weaker regiment goes and ties down 2.


@dataclass(frozen=True)
class Ran:
    """What came of a command."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """Standard output as the one object it is."""
        body: dict[str, Any] = json.loads(self.out)
        return body


def here(*words: str | Path) -> Ran:
    """Run the command in this process."""
    result = CliRunner().invoke(app, [str(word) for word in words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return Ran(result.exit_code, result.stdout, result.stderr)


def apart(*words: str | Path, cwd: Path | None = None) -> Ran:
    """Run the installed command in a process of its own."""
    done = subprocess.run(
        [GARRISON, *map(str, words)], capture_output=True, text=True, encoding="utf-8", cwd=cwd, timeout=240
    )  # fmt: skip
    return Ran(done.returncode, done.stdout, done.stderr)
