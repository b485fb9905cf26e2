"""The command `garrison advance` writes a new file and touches no other."""

from pathlib import Path

from typer.testing import CliRunner

from planner.cli import app
from planner.load import load_scenario

SCENARIO = Path(__file__).parents[2] / "scenarios" / "belgium_43.yaml"


def run(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["advance", *words])
    return done.exit_code, done.stdout, done.stderr


def test_the_next_position_is_written_beside_the_old_one(tmp_path: Path) -> None:
    before = SCENARIO.read_bytes()
    code, said, _ = run(str(SCENARIO), "--out", str(tmp_path / "next.yaml"))
    assert code == 0
    assert "Jul 2 43" in said
    assert str(load_scenario(tmp_path / "next.yaml").turn) == "Jul 2 43"
    assert SCENARIO.read_bytes() == before


def test_no_file_is_overwritten(tmp_path: Path) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text("turn: Jul 1 43\n", encoding="utf-8")
    code, _, trouble = run(str(mine), "--out", str(mine))
    assert code == 2
    assert "not overwritten" in trouble
    assert mine.read_text("utf-8") == "turn: Jul 1 43\n"


def test_a_plan_of_another_turn_is_refused(tmp_path: Path) -> None:
    plan = tmp_path / "plan.json"
    plan.write_text('{"turn": "Jul 3 43", "turns": 1}', encoding="utf-8")
    code, _, trouble = run(str(SCENARIO), "--plan", str(plan), "--out", str(tmp_path / "next.yaml"))
    assert code == 2
    assert "Jul 3 43" in trouble
    assert not (tmp_path / "next.yaml").exists()
