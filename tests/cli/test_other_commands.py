"""`garrison audit`, `validate`, `rules`, `scenarios`, and files that are anything but scenarios."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command import COAST, SCENARIOS, Ran, apart, here


def test_the_audit_of_a_plan_says_what_the_plan_said(planned: tuple[Ran, Path], coast: Path) -> None:
    ran, out = planned
    audited = here("audit", coast, "--plan", out, "--json")
    assert audited.code == 0
    assert audited.json["status"] == "legal"
    assert audited.json["totals"] == ran.json["totals"]
    assert audited.json["demands"] == ran.json["demands"]
    assert audited.json["budgets"] == ran.json["budgets"]
    assert audited.json["tiers"] == {tier["name"]: tier["value"] for tier in ran.json["tiers"]}


def test_the_audit_of_a_position_says_what_it_costs_to_do_nothing(planned: tuple[Ran, Path], coast: Path) -> None:
    audited = here("audit", coast, "--json")
    assert audited.code == 0
    assert audited.json["totals"] == planned[0].json["now"]


def test_the_audit_needs_no_solver(coast: Path) -> None:
    """Not even installed: whoever imports it gets an error."""
    barred = "import sys; sys.modules['ortools'] = None; from planner.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", barred, "audit", str(coast), "--json"], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["totals"]["vp"] == "5/2"


def test_the_tables_of_an_audit_name_the_gap(coast: Path) -> None:
    ran = here("audit", coast)
    assert ran.code == 0
    assert "2½ missing x ½ VP = 1¼" in ran.out


def test_a_plan_against_the_rules_exits_with_3(planned: tuple[Ran, Path], coast: Path, tmp_path: Path) -> None:
    _, out = planned
    plan = json.loads(out.read_text(encoding="utf-8"))
    for order in plan["orders"]:
        if order["option"] == "rail":
            order["to"] = "island"
    spoilt = tmp_path / "spoilt.json"
    spoilt.write_text(json.dumps(plan), encoding="utf-8")
    ran = here("audit", coast, "--plan", spoilt, "--json")
    assert ran.code == 3
    assert ran.json["status"] == "illegal"
    assert ran.json["violations"][0]["unit"] == "1 Inf"
    assert "cannot rail to Island" in ran.json["violations"][0]["message"]


def test_a_plan_for_another_turn_exits_with_2(planned: tuple[Ran, Path], coast: Path, tmp_path: Path) -> None:
    later = tmp_path / "later.yaml"
    later.write_text(COAST.replace("Jul 1 43", "Jul 3 43"), encoding="utf-8")
    ran = here("audit", later, "--plan", planned[1])
    assert ran.code == 2
    assert "is a plan for Jul 1 43, but the scenario stands at Jul 3 43" in ran.err


def test_a_plan_that_is_none_exits_with_2(coast: Path) -> None:
    ran = here("audit", coast, "--plan", coast)
    assert ran.code == 2
    assert "coast.yaml" in ran.err


def test_a_valid_file_is_told_to_be(coast: Path) -> None:
    ran = here("validate", coast)
    assert ran.code == 0
    assert "is valid: 2 units, 3 places" in ran.out
    assert ran.err == ""


def test_all_problems_of_a_file_are_told_at_once_each_with_its_line(tmp_path: Path) -> None:
    spoilt = tmp_path / "spoilt.yaml"
    text = COAST.replace("res: 5/2", "res: 1.25.0").replace("counter: 3-6, at: inland", "counter: 3-6-, at: inlnd")
    spoilt.write_text(text.replace("horizon: 2", "horizon: 2\nweather: mud"), encoding="utf-8")
    ran = here("validate", spoilt)
    assert ran.code == 2
    assert ran.out == ""
    lines = ran.err.splitlines()
    assert lines[0].endswith("spoilt.yaml has 4 problems:")
    for told in ("line 4 ", "weather", "line 11", "1.25.0", "line 14", "'3-6-'", "'inlnd'", "did you mean 'inland'?"):
        assert told in ran.err


@pytest.mark.parametrize("command", ["plan", "audit", "validate"])
def test_a_file_that_is_not_there_exits_with_2(command: str, tmp_path: Path) -> None:
    ran = here(command, tmp_path / "nothing.yaml")
    assert ran.code == 2
    assert "nothing.yaml" in ran.err
    assert ran.out == ""


def _unreadable(tmp_path: Path) -> dict[str, Path]:
    """Files that no scenario can be made of."""
    contents: dict[str, bytes] = {
        "empty.yaml": b"",
        "noise.yaml": os.urandom(5_000),
        "deep.yaml": b"[" * 100_000,
        "laughs.yaml": b"a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n",
        "twice.yaml": b"turn: Jul 1 43\nturn: Jul 2 43\n",
        "list.yaml": b"- 1\n- 2\n",
        "null.yaml": b"turn: \0\n",
        "page.yaml": b"<html><body>404</body></html>",
        "huge.yaml": b"turn: " + b"9" * 6_000_000,
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "folder.yaml").mkdir()
    return {name: tmp_path / name for name in (*contents, "folder.yaml")}


def test_whatever_the_file_holds_the_answer_is_2_and_a_sentence(tmp_path: Path) -> None:
    for name, path in _unreadable(tmp_path).items():
        for command in ("validate", "audit", "plan"):
            ran = here(command, path)
            assert ran.code == 2, (command, name)
            assert name in ran.err
            assert ran.out == ""
            assert "Traceback" not in ran.err


def test_the_installed_command_never_shows_a_traceback(tmp_path: Path) -> None:
    files = _unreadable(tmp_path)
    for name in ("noise.yaml", "deep.yaml", "folder.yaml"):
        ran = apart("plan", files[name], "--json")
        assert ran.code == 2
        assert "Traceback" not in ran.err
        assert ran.out == ""


def test_every_scenario_of_ours_is_listed_and_valid() -> None:
    ran = here("scenarios")
    assert ran.code == 0
    for path in SCENARIOS.glob("*.yaml"):
        assert path.name in ran.out


def test_the_rules_are_listed_and_told_one_by_one() -> None:
    listed = here("rules")
    assert listed.code == 0
    assert "44.B.2" in listed.out
    told = here("rules", "44.B.2.c")
    assert told.code == 0
    assert "partisan attack" in told.out
    by_ruling = here("rules", "occupation_rounding_group")
    assert "ruling occupation_rounding_group" in by_ruling.out


def test_a_rule_that_is_not_there_exits_with_2() -> None:
    ran = here("rules", "99.Z")
    assert ran.code == 2
    assert "no clause, section or ruling is called '99.Z'" in ran.err
