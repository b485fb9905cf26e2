"""The page in this process, with jobs that need no solver."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import page_samples
import pytest
from page_samples import FakeJob
from streamlit.testing.v1 import AppTest

from models.position import Position
from planner import worker

APP = Path(__file__).resolve().parents[2] / "app.py"
Answering = Callable[[Position, worker.Settings], FakeJob]


class Desk:
    """What was asked of the planner, and what it answers."""

    def __init__(self) -> None:
        self.asked: list[tuple[Position, worker.Settings]] = []
        self.answer: Answering = lambda _scenario, _settings: FakeJob(page_samples.advice())

    def start(self, scenario: Position, settings: worker.Settings) -> FakeJob:
        """Take a question as Job.start does."""
        self.asked.append((scenario, settings))
        return self.answer(scenario, settings)


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    """The planner behind the page."""
    found = Desk()
    monkeypatch.setattr(worker.Job, "start", found.start)
    return found


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the sample as the default scenario."""
    monkeypatch.setenv("GARRISON_SCENARIOS", str(tmp_path))
    (tmp_path / "belgium_43_thin.yaml").write_text(page_samples.BELGIUM, encoding="utf-8")
    return tmp_path


@pytest.fixture
def page(desk: Desk, folder: Path) -> AppTest:
    """The page, not opened yet."""
    return AppTest.from_file(str(APP), default_timeout=60)
