"""The page Scenario: uploads that are checked, tables that are edited beside the file, new scenarios, texts."""

from __future__ import annotations

from pathlib import Path

import pytest
from page_samples import BELGIUM, words
from streamlit.testing.v1 import AppTest

from app_pages import session
from models.overlay import Change
from planner.load import load_scenario
from planner.rules.pg2 import PG2

UNITS = "editor units id name type nationality at counter size res count disrupted cadre immobile arrives"


@pytest.fixture
def page(opened) -> AppTest:
    """The page on the sample."""
    return opened("scenario_page", "render_scenario")


def upload(page: AppTest, *files: tuple[str, bytes]) -> AppTest:
    box = page.get("file_uploader")[0]
    return box.set_value([(name, body, "text/plain") for name, body in files]).run()


def edit(page: AppTest, **edits: object) -> AppTest:
    editor = page.session_state[UNITS]
    page.session_state[editor.name] = {"edited_rows": {}, "added_rows": [], "deleted_rows": []} | edits
    return page.run()


def changes(page: AppTest) -> tuple[Change, ...]:
    return page.session_state[session.KEY].overlay.changes


def test_a_good_scenario_says_so(page: AppTest) -> None:
    assert "belgium_43_thin.yaml is a good scenario." in words(page)
    assert not page.exception


def test_a_good_upload_can_be_used_and_is_solved(page: AppTest, desk, tmp_path: Path) -> None:
    text = BELGIUM.replace("Belgium, a sample", "Flanders, uploaded")
    assert "Flanders, uploaded is a good scenario:" in words(upload(page, ("../../flanders.yaml", text.encode())))
    page.button(key="use upload").click().run()
    assert desk.asked[-1][0].title == "Flanders, uploaded"
    assert (tmp_path / "campaigns" / "flanders" / "scenario.yaml").read_text(encoding="utf-8") == text


def test_a_broken_upload_names_every_line_to_mend(page: AppTest) -> None:
    text = BELGIUM.replace("counter: 5-7-6", "counter: 8-6-").replace("at: brussels", "at: brusels")
    said = words(upload(page, ("broken.yaml", text.encode())))
    line = 1 + BELGIUM[: BELGIUM.index("65 Inf")].count("\n")
    assert "This file cannot be planned yet. 2 things need mending." in said
    assert f"line {line} units[1].counter is '8-6-'" in said
    assert "did you mean 'brussels'?" in said


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"turn: Jul 1 43\nunits: " + b"[" * 100_000, "nested"),
        (b"a: &a [x]\nb: [*a, *a]\nturn: Jul 1 43\n", "anchors are not allowed"),
        (b"turn: !!python/object/apply:os.system ['true']\n", "tags are not allowed"),
        (b"PK\x03\x04" + b"\x00" * 64, "spreadsheet"),
        (b"\xff\xfe\x00\x01", "UTF-16"),
        (b"", "empty"),
    ],
)
def test_a_hostile_upload_is_refused_in_words(page: AppTest, body: bytes, said: str) -> None:
    upload(page, ("evil.yaml", body))
    assert said in words(page)
    assert not page.exception


def test_an_upload_may_bring_its_tables(page: AppTest) -> None:
    text = b"title: With tables\nturn: Jul 1 43\nplaces: {csv: places.csv}\n"
    said = words(upload(page, ("with.yaml", text), ("places.csv", b"id,kind\ngent,dot\n")))
    assert "With tables is a good scenario: 0 units, 1 places" in said
    assert "add it" in words(upload(page, ("with.yaml", text)))


def test_two_scenarios_at_once_are_one_too_many(page: AppTest) -> None:
    said = words(upload(page, ("a.yaml", BELGIUM.encode()), ("b.yaml", BELGIUM.encode())))
    assert "Choose one scenario" in said


def test_an_edited_cell_is_a_change_beside_the_file(page: AppTest, folder: Path) -> None:
    edit(page, edited_rows={1: {"at": "liege"}})
    assert changes(page) == (Change(kind="cell", of=("units", "65 Inf", "at"), value="liege"),)
    assert (folder / "belgium_43_thin.yaml").read_text(encoding="utf-8") == BELGIUM
    assert "unit 65 Infantry Division, stands at: liege" in words(page)


def test_a_second_edit_keeps_the_first(page: AppTest) -> None:
    edit(page, edited_rows={1: {"at": "liege"}})
    edit(page, edited_rows={1: {"at": "liege"}, 0: {"disrupted": "true"}})
    assert {change.of for change in changes(page)} == {("units", "65 Inf", "at"), ("units", "719 Static", "disrupted")}


def test_a_cell_put_back_is_no_change(page: AppTest) -> None:
    edit(page, edited_rows={1: {"at": "liege"}})
    edit(page, edited_rows={1: {"at": "brussels"}})
    assert changes(page) == ()


def test_rows_are_added_and_deleted(page: AppTest) -> None:
    new = {"id": "9 Inf", "type": "Inf", "nationality": "german", "at": "gent", "size": "XX"}
    edit(page, added_rows=[new], deleted_rows=[2])
    scenario = page.session_state[session.KEY].scenario
    assert "9 Inf" in scenario.unit_names
    assert "712 Static" not in scenario.unit_names


def test_undo_opens_the_table_as_it_was(page: AppTest) -> None:
    edit(page, edited_rows={1: {"at": "liege"}})
    page.button(key="undo").click().run()
    assert changes(page) == ()
    assert page.session_state[UNITS].rows[1]["at"] == "brussels"


def test_a_cell_that_cannot_be_is_told_and_kept_for_mending(page: AppTest) -> None:
    edit(page, edited_rows={1: {"at": "brusels"}})
    said = words(page)
    assert "These changes cannot be planned." in said
    assert "did you mean 'brussels'?" in said
    assert len(changes(page)) == 1


def test_a_new_scenario_is_begun_from_a_template(page: AppTest, tmp_path: Path, desk) -> None:
    page.text_input(key="new name").set_value("O'Neill: **Norway** 1942").run()
    page.button(key="begin").click().run()
    file = tmp_path / "campaigns" / "o_neill_norway_1942" / "scenario.yaml"
    assert load_scenario(file).title == "O'Neill: **Norway** 1942"
    assert desk.asked[-1][0].title == "O'Neill: **Norway** 1942"


def test_the_text_of_a_copy_can_be_edited_and_is_checked(page: AppTest, tmp_path: Path) -> None:
    page.button(key="copy scenario").click().run()
    file = tmp_path / "campaigns" / "belgium_43_thin_copy" / "scenario.yaml"
    text = file.read_text(encoding="utf-8")
    page.text_area[0].set_value(text.replace("kind: [dot]", "kind: [dott]")).run()
    page.button(key="save text").click().run()
    assert "Not saved yet." in words(page)
    assert file.read_text(encoding="utf-8") == text
    page.text_area[0].set_value(text.replace("Belgium, a sample", "My Belgium")).run()
    page.button(key="save text").click().run()
    assert load_scenario(file).title == "My Belgium"
    assert "Not saved yet." not in words(page)


def test_the_text_of_a_file_that_is_not_ours_is_only_shown(page: AppTest) -> None:
    assert not page.text_area
    assert "Your file is never written to." in words(page)


@pytest.fixture
def campaign(opened, folder: Path) -> AppTest:
    """The page on our campaign of the second rulebook."""
    shipped = Path(__file__).resolve().parents[2] / "scenarios"
    (folder / "belgium_43_thin.yaml").unlink()
    for file in shipped.glob("pg2_europe_42*"):
        (folder / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    return opened("scenario_page", "render_scenario")


def test_a_campaign_s_tables_are_edited_like_any_other(campaign: AppTest) -> None:
    """Formations, territories and garrison units have a table each; an edit lies beside the file."""
    tables = {table.key: table for table in PG2.showing.tables(campaign.session_state[session.KEY].base)}
    assert tuple(tables) == ("formations", "territories", "garrisons")
    for key, table in tables.items():
        assert campaign.session_state[f"editor {key} {' '.join(table.columns)}"].rows
    territories = campaign.session_state[f"editor territories {' '.join(tables['territories'].columns)}"]
    row = next(number for number, cells in enumerate(territories.rows) if cells["id"] == "paris")
    edits = {"edited_rows": {row: {"objectives": "10"}}, "added_rows": [], "deleted_rows": []}
    campaign.session_state[territories.name] = edits
    campaign.run()
    assert changes(campaign) == (Change(kind="cell", of=("territories", "paris", "objectives"), value="10"),)
    assert campaign.session_state[session.KEY].scenario.territories["paris"].objectives == 10
