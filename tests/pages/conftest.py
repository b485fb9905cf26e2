"""The pages in this process, with jobs that need no solver."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import page_samples
import pytest
from page_samples import FakeJob
from streamlit.testing.v1 import AppTest

from app_pages import jobs
from models.position import Position
from planner import worker

APP = Path(__file__).resolve().parents[2] / "app.py"
Answering = Callable[[Position, worker.Settings], FakeJob]


class Desk:
    """What was asked of the planner, and what it answers."""

    def __init__(self) -> None:
        self.asked: list[tuple[Position, worker.Settings]] = []  # for plans
        self.priced: list[tuple[Position, worker.Settings]] = []  # for prices of other orders
        self.answer: Answering = lambda _scenario, _settings: FakeJob(page_samples.advice())

    def start(self, scenario: Position, settings: worker.Settings) -> FakeJob:
        """Take a question as Job.start does."""
        (self.priced if settings.options_of or settings.instead else self.asked).append((scenario, settings))
        return self.answer(scenario, settings)


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """The planner behind the pages; what one test leaves running is no matter of the next."""
    found = Desk()
    monkeypatch.setattr(worker.Job, "start", found.start)
    yield found
    jobs.desk().drop_all()


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
