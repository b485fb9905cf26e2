"""The pages in this process, with jobs that need no solver."""

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
    """The planner behind the pages."""
    found = Desk()
    monkeypatch.setattr(worker.Job, "start", found.start)
    return found


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the sample as the default scenario."""
    found = tmp_path / "scenarios"
    found.mkdir()
    monkeypatch.setenv("GARRISON_SCENARIOS", str(found))
    monkeypatch.setenv("GARRISON_CAMPAIGNS", str(tmp_path / "campaigns"))
    (found / "belgium_43_thin.yaml").write_text(page_samples.BELGIUM, encoding="utf-8")
    return found


@pytest.fixture
def page(desk: Desk, folder: Path) -> AppTest:
    """The first page, not opened yet."""
    return AppTest.from_file(str(APP), default_timeout=60)


@pytest.fixture
def opened(desk: Desk, folder: Path) -> Callable[..., AppTest]:
    """Open one of the other pages as the frame does."""

    def open_it(module: str, render: str, purpose: str = "plan") -> AppTest:
        script = (
            f"from app_pages.{module} import {render}\nfrom app_pages.sidebar import render_sidebar\n"
            f"render_sidebar({purpose!r})\n{render}()\n"
        )
        return AppTest.from_string(script, default_timeout=60).run()

    return open_it
