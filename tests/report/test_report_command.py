"""`garrison report` from the command line."""

from __future__ import annotations

from pathlib import Path
from zipfile import is_zipfile

import pytest
import report_samples
from typer.testing import CliRunner, Result

from models.plan import Plan
from planner.cli import app


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the sample, its plan, and a plan that is not allowed."""
    (tmp_path / "small.yaml").write_text(report_samples.SMALL.format(**report_samples.CALM), encoding="utf-8")
    bad = Plan(turn="Jul 1 43", turns=2, orders=(report_samples.march(to="gent"),))
    for name, plan in (("plan.json", report_samples.PLAN), ("bad.json", bad)):
        (tmp_path / name).write_text(plan.model_dump_json(by_alias=True), encoding="utf-8")
    return tmp_path


def report(folder: Path, out: str, *more: str) -> Result:
    """Run the command in the sample's folder."""
    return CliRunner().invoke(app, ["report", str(folder / "small.yaml"), "--out", str(folder / out), *more])


@pytest.mark.parametrize("name", ["r.html", "r.xlsx", "r.md", "R.HTML"])
def test_a_plan_from_a_file_is_reported_without_planning(folder: Path, name: str) -> None:
    done = report(folder, name, "--plan", str(folder / "plan.json"))
    assert done.exit_code == 0
    assert "lost: 2 extra partisan attacks" in done.output
    body = (folder / name).read_bytes()
    assert is_zipfile(folder / name) if name == "r.xlsx" else "719 Infantry Division" in body.decode()
    assert not list(folder.glob("*.part"))


def test_without_a_plan_it_plans_first_and_says_how_sure_it_is(folder: Path) -> None:
    """Two attacks this turn cannot be helped: who marches counts from the next turn on."""
    done = report(folder, "r.md", "--time-limit", "60")
    assert done.exit_code == 0
    assert "Proven optimal" in done.output
    assert "lost: 2 extra partisan attacks" in done.output
    assert "719 Infantry Division from Mechelen to" in (folder / "r.md").read_text(encoding="utf-8")


def test_a_plan_that_is_not_allowed_is_reported_and_said_so(folder: Path) -> None:
    done = report(folder, "r.html", "--plan", str(folder / "bad.json"))
    assert done.exit_code == 3
    assert "Not a legal plan" in (folder / "r.html").read_text(encoding="utf-8")


def test_a_report_of_an_unknown_kind_is_refused_before_anything_is_done(folder: Path) -> None:
    done = report(folder, "r.pdf")
    assert done.exit_code == 2
    assert "a report ends in .html, .xlsx, .md" in done.stderr
    assert not (folder / "r.pdf").exists()


def test_a_plan_and_wishes_together_are_refused(folder: Path) -> None:
    done = report(folder, "r.md", "--plan", str(folder / "plan.json"), "--pin", "guard=gent")
    assert done.exit_code == 2
    assert "leave out" in done.stderr


def test_a_folder_that_is_not_there_is_told_plainly(folder: Path) -> None:
    done = report(folder, "nowhere/r.md", "--plan", str(folder / "plan.json"))
    assert done.exit_code == 2
    assert "cannot be written" in done.stderr


def test_wishes_that_cannot_be_had_are_reported(folder: Path) -> None:
    """No route leads from Gent to Mechelen."""
    done = report(folder, "r.html", "--pin", "guard=mechelen")
    assert done.exit_code == 3
    assert "Impossible as asked" in (folder / "r.html").read_text(encoding="utf-8")
