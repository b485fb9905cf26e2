"""A scenario file, and its plan, made once for all tests of the command."""

from pathlib import Path

import pytest
from command import COAST, Ran, apart


@pytest.fixture(scope="session")
def coast(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small scenario file."""
    path = tmp_path_factory.mktemp("coast") / "coast.yaml"
    path.write_text(COAST, encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def planned(coast: Path) -> tuple[Ran, Path]:
    """What `garrison plan --json --out` says and writes."""
    out = coast.with_name("plan.json")
    return apart("plan", coast, "--json", "--out", out), out
