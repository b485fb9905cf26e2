"""The player's own scenarios: kept only if they are good, never overwritten, written out as they can be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from planner import own_scenarios
from planner.load import BadInput, load_scenario, load_scenario_text

SCENARIOS = sorted((Path(__file__).resolve().parents[2] / "scenarios").glob("*.yaml"))
GOOD = own_scenarios.TEMPLATES["One city and one division"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the campaigns are."""
    monkeypatch.setenv("GARRISON_CAMPAIGNS", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("name", own_scenarios.TEMPLATES)
def test_every_template_is_a_good_scenario(name: str) -> None:
    assert load_scenario_text(own_scenarios.TEMPLATES[name]).horizon == 4


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_a_scenario_written_out_reads_as_the_same_scenario(file: Path) -> None:
    scenario = load_scenario(file)
    assert load_scenario_text(own_scenarios.written_out(scenario)) == scenario


def test_a_scenario_is_kept_in_a_folder_of_its_own(home: Path) -> None:
    file = own_scenarios.create("Norway 1942.yaml", GOOD)
    assert file == home / "norway_1942" / "scenario.yaml"
    assert file.read_text() == GOOD
    assert own_scenarios.is_own(file)
    assert not own_scenarios.is_own(SCENARIOS[0])


def test_a_second_scenario_of_the_same_name_does_not_touch_the_first() -> None:
    first = own_scenarios.create("norway.yaml", GOOD)
    second = own_scenarios.create("norway.yaml", GOOD.replace("One city", "Another"))
    assert first != second
    assert first.read_text() == GOOD


def test_a_bad_scenario_is_not_kept(home: Path) -> None:
    with pytest.raises(BadInput, match="line 4"):
        own_scenarios.create("bad.yaml", "title: Bad\nturn: Jul 1 43\nunits:\n- {id: x, type: Infantery}\n")
    assert not list(home.iterdir())


def test_tables_are_kept_beside_the_scenario_and_lead_nowhere_else(home: Path) -> None:
    text = "turn: Jul 1 43\nplaces: {csv: places.csv}\n"
    tables = {"places.csv": "id,kind\ngent,dot\n", "../evil.csv": "id,kind\n"}
    file = own_scenarios.create("with tables.yaml", text, tables)
    assert sorted(path.name for path in file.parent.iterdir()) == ["places.csv", "scenario.yaml"]
    assert not (home.parent / "evil.csv").exists()
    assert load_scenario(file).place_names == {"gent"}


def test_rewriting_keeps_the_text_before() -> None:
    file = own_scenarios.create("norway.yaml", GOOD)
    own_scenarios.rewrite(file, GOOD.replace("One city", "Oslo"))
    assert load_scenario(file).title == "Oslo"
    assert file.with_name("scenario.yaml.before").read_text() == GOOD


def test_a_bad_text_is_refused_and_the_file_stays() -> None:
    file = own_scenarios.create("norway.yaml", GOOD)
    with pytest.raises(BadInput):
        own_scenarios.rewrite(file, GOOD.replace("kind: major", "kind: metropolis"))
    assert file.read_text() == GOOD
