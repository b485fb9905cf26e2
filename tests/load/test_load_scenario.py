"""A scenario loads, or everything that is wrong with it is told at once."""

import os
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest
from load_samples import BELGIUM, problems, spoilt

from planner.load import BadInput, load_scenario, load_scenario_text, scenario_from_tree


def test_a_valid_scenario_loads_from_text_and_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "belgium.yaml"
    path.write_text(BELGIUM, encoding="utf-8")
    scenario = load_scenario(path)
    assert scenario == load_scenario_text(BELGIUM)
    assert scenario.units[1].nationality == "no"
    assert scenario.units[1].res == Fraction(3, 2)
    assert scenario.garrisons[0].res == Fraction(5, 4)  # type: ignore[union-attr]


def test_many_problems_of_all_kinds_are_told_at_once() -> None:
    text = spoilt(
        ("horizon", "horizn"), ("kind: dot, port", "kind: dto, port"), ("at: brussels", "at: Brusels"),
        ("8-6 (3-6)", "8-6-"), ("res: 5/4", "res: 1.25.0"), ("by: rail", "by: train"),
        ("from: brussels", "from: brusels"), ("{country: Belgium}", "{country: Belgium, country: France}"),
        ("adjacent: france", "adjacent: frnace"),
    )  # fmt: skip
    told = problems(text)
    assert [line.partition(" is ")[0] for line in told] == [
        "line 3  horizn", "line 5  districts.belgium.adjacent", "line 8  zones.belgium.country",
        "line 12  places.ghent.kind", "line 15  units[0].at", "line 20  units[1].counter", "line 23  garrisons[0].res",
        "line 25  routes[0].by", "line 25  routes[0].from",
    ]  # fmt: skip
    assert told[4] == "line 15  units[0].at is 'Brusels': no such place; did you mean 'brussels'?"
    assert told[5].startswith("line 20  units[1].counter is '8-6-': a counter reads attack-defence-movement")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("turn: Jul 1 43", "turn: Jly 1 43", "line 2  turn is 'Jly 1 43': no month is called 'Jly'; did you mean"),
        ("horizon: 2", "horizon: 99", "line 3  horizon is 99: it should be less than or equal to 12"),
        ("horizon: 2", "horizon: two", "line 3  horizon is 'two': write a whole number, e.g. 3"),
        ("horizon: 2", "side: axes", "line 3  side is 'axes': did you mean 'axis'?"),
        ("horizon: 2", "east_africa_in_play: perhaps", "line 3  east_africa_in_play is 'perhaps': write true or false"),
        ("res: 5/4", "res: -1", "line 23  garrisons[0].res is -1: below zero; write 0 or more"),
        ("res: 5/4", "res: 1/0", "line 23  garrisons[0].res is 1/0: a fraction cannot have 0 below the line"),
        ("kind: box", "kind: bocks", "line 23  garrisons[0].kind is 'bocks': write one of flexible, "),
        ("  type: Inf\n", "", "line 16  units[1].type is missing: write one of Para, "),
        ("  type: Inf\n", "  tpye: Inf\n", "line 16  units[1].type is missing: is 'tpye' meant for it?"),
        ("  res: 1 1/2\n", "", "line 16  units[1]: '2 Inf' has neither size nor res"),
        ("horizon: 2", "rulings: {double_cuont: a}", "line 3  rulings.double_cuont is not known here; did you mean"),
        ("    kind: dot, port\n    zone: belgium\n", "", "line 11  places.ghent.kind is missing"),
    ],
)  # fmt: skip
def test_a_problem_says_what_was_seen_and_what_to_write(old: str, new: str, told: str) -> None:
    assert problems(spoilt((old, new)))[0].startswith(told)


@pytest.mark.parametrize(
    "number", ["NaN", "inf", "-inf", "1e999999", "1E-999999", "9" * 5000, "9" * 100_000, "0x10", "1/" + "9" * 5000]
)
def test_a_number_that_is_none_is_refused_at_once(number: str) -> None:
    start = time.monotonic()
    for old, new in (
        ("res: 5/4", f"res: {number}"),
        ("horizon: 2", f"horizon: {number}"),
        ("horizon: 2", f"rail_capacity: {number}"),
    ):
        assert len(problems(spoilt((old, new)))) == 1
    assert time.monotonic() - start < 2


def test_a_missing_file_a_folder_and_a_pipe_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    for name in ("missing.yaml", ".", "pipe.yaml", "missing/\0.yaml", "x" * 5000, "pipe.yaml/below"):
        with pytest.raises(BadInput) as refused:
            load_scenario(tmp_path / name)
        assert len(refused.value.problems) == 1


def test_a_scenario_is_written_alike_whatever_python_does_with_sets() -> None:
    """The same file has the same fingerprint in every process, though a place is several things at once."""
    code = (
        "from planner.load import scenario_from_tree;"
        "kinds = ['reference', 'port', 'fortress', 'airbase'];"
        "print(scenario_from_tree({'turn': 'Jul 1 43', 'places': {'a': {'kind': kinds}}}).model_dump_json())"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code], env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, text=True
        ).stdout
        for seed in ("1", "2", "3", "4")
    }
    assert len(told) == 1
    assert '"kind":["airbase","fortress","port","reference"]' in told.pop()


def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "a.yaml").write_text(BELGIUM, encoding="utf-8")
    monkeypatch.setattr(Path, "open", denied)
    with pytest.raises(BadInput, match="cannot be read: permission denied"):
        load_scenario(tmp_path / "a.yaml")


def test_text_with_half_a_character_is_refused() -> None:
    assert problems("turn: Jul 1 43\ntitle: \ud800") == [
        "line 2  the text holds '\\ud800', half a character: save it as UTF-8"
    ]


def test_parts_without_a_file_load_and_have_problems_without_lines() -> None:
    assert scenario_from_tree({"turn": "Jul 1 43"}).horizon == 4
    with pytest.raises(BadInput) as refused:
        scenario_from_tree({"turn": "Jul 1 43", "horizon": "x"})
    assert str(refused.value) == "scenario has 1 problem:\n  horizon is 'x': write a whole number, e.g. 3"


def test_a_theatre_full_of_dangling_names_does_not_hang() -> None:
    units = "id,type,nationality,at,res\n" + "".join(f"u{n},Inf,German,plxce{n},1\n" for n in range(5_000))
    places = "id,kind\n" + "".join(f"place{n},dot\n" for n in range(5_000))
    start = time.monotonic()
    told = problems("turn: Jul 1 43\nunits: {csv: u.csv}\nplaces: {csv: p.csv}", {"u.csv": units, "p.csv": places})
    assert told[0] == "u.csv line 2  units[0].at is 'plxce0': no such place; did you mean 'place0'?"
    assert time.monotonic() - start < 20


def test_a_file_with_a_hundred_thousand_problems_is_refused_in_time() -> None:
    start = time.monotonic()
    assert len(problems("turn: Jul 1 43\nunits:\n" + "".join(f"- u{n}\n" for n in range(100_000)))) == 500
    assert time.monotonic() - start < 20
