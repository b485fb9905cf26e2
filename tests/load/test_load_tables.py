"""Long tables lie beside a scenario as CSV; their problems carry the table's name and line."""

import os
from pathlib import Path

import pytest
from load_samples import BELGIUM, PLACES, PLACES_IN_YAML, UNITS, UNITS_IN_YAML, problems, spoilt

from planner.load import BadInput, load_scenario, load_scenario_text
from planner.load.tables import MOST_ROWS, MOST_TABLES

BESIDE = spoilt((UNITS_IN_YAML, "units: {csv: units.csv}\n"), (PLACES_IN_YAML, "places: {csv: places.csv}\n"))
TABLES = {"units.csv": UNITS, "places.csv": PLACES}


def told(units: str = UNITS, places: str = PLACES) -> list[str]:
    return problems(BESIDE, {"units.csv": units, "places.csv": places})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    for name, text in TABLES.items():
        (home / name).write_text(text, encoding="utf-8")
    return home


def load_from(folder: Path, units: str) -> list[str]:
    path = folder / "belgium.yaml"
    path.write_text(spoilt(("csv: units.csv", f"csv: {units}"), text=BESIDE), encoding="utf-8")
    try:
        load_scenario(path)
    except BadInput as refused:
        return [line.strip() for line in str(refused).splitlines()[1:]]
    return []


def test_a_table_says_the_same_as_the_scenario_itself() -> None:
    inside, beside = load_scenario_text(BELGIUM), load_scenario_text(BESIDE, tables=TABLES)
    assert beside.units == inside.units
    assert beside.places["ghent"] == inside.places["ghent"]


def test_a_table_with_windows_line_ends_and_a_byte_order_mark_says_the_same() -> None:
    windows = {name: "\ufeff" + text.replace("\n", "\r\n") for name, text in TABLES.items()}
    assert load_scenario_text(BESIDE, tables=windows) == load_scenario_text(BESIDE, tables=TABLES)


def test_a_table_can_stand_among_written_units() -> None:
    mixed = spoilt(("units:\n", "units:\n- csv: more.csv\n"))
    more = {"more.csv": "id,type,nationality,at,res\n3 Inf,Inf,German,ghent,1\n4 Inf,Inf,German,ghent,1\n"}
    assert [unit.id for unit in load_scenario_text(mixed, tables=more).units] == ["3 Inf", "4 Inf", "1 Inf", "2 Inf"]
    assert problems(spoilt(("at: ghent\n", "at: gent\n"), text=mixed), more) == [
        "line 20  units[3].at is 'gent': no such place; did you mean 'ghent'?"
    ]


def test_a_table_can_stand_among_written_places() -> None:
    mixed = spoilt(("places:\n", "places:\n  csv: more.csv\n"))
    assert set(load_scenario_text(mixed, tables={"more.csv": "id,kind\nliege,dot\n"}).places) == {
        "liege", "brussels", "ghent",
    }  # fmt: skip
    assert problems(mixed, {"more.csv": "id,kind\nliege,dot\nghent,dot\n"}) == [
        "more.csv line 3  places.ghent is given twice, in the scenario and here: keep one"
    ]


def test_empty_rows_and_rows_of_commas_are_passed_over() -> None:
    assert told(units=UNITS.replace("\n2 Inf", "\n\n,,,,,,\n2 Inf")) == []


def test_a_bad_cell_is_told_with_the_line_of_its_row() -> None:
    assert told(units=UNITS.replace("8-6 (3-6)", "8-6-").replace("\n2 Inf", "\n\n2 Inf"))[0].startswith(
        "units.csv line 4  units[1].counter is '8-6-': a counter reads"
    )


def test_a_cell_over_two_lines_does_not_shift_the_lines_after_it() -> None:
    places = 'id,name,kind\nbrussels,"Brussels\nBruxelles",major\nghent,,dto\n'
    assert told(places=places) == ["places.csv line 4  places.ghent.kind is 'dto': did you mean 'dot'?"]


def test_a_dangling_name_in_a_table_is_told_with_the_line_of_its_row() -> None:
    assert told(units=UNITS.replace("ghent", "gent")) == [
        "units.csv line 3  units[1].at is 'gent': no such place; did you mean 'ghent'?"
    ]


def test_an_unknown_column_is_told_once_and_the_rows_are_still_checked() -> None:
    units = UNITS.replace("counter", "countr").replace("ghent", "gent")
    assert told(units=units) == [
        "units.csv line 1  units has a column 'countr', which is not known here; did you mean 'counter'?",
        "units.csv line 3  units[1].at is 'gent': no such place; did you mean 'ghent'?",
    ]


def test_a_ragged_row_is_told_and_the_others_are_still_checked() -> None:
    units = UNITS.replace("1 Inf,Inf,German,", "1 Inf,Inf,").replace("ghent", "gent")
    assert told(units=units) == [
        "units.csv line 2  units has a row with 6 cells under 7 columns: put commas between cells only",
        "units.csv line 3  units[0].at is 'gent': no such place; did you mean 'ghent'?",
    ]


def test_what_names_the_thing_in_a_ragged_row_is_not_called_dangling() -> None:
    assert told(places=PLACES.replace("ghent,", "ghent,,")) == [
        "places.csv line 3  places has a row with 4 cells under 3 columns: put commas between cells only"
    ]


def test_the_same_id_in_two_rows_is_told_once() -> None:
    assert told(units=UNITS.replace("2 Inf", "1 Inf")) == [
        "units.csv line 3  units[1].id is '1 Inf': the row on line 2 has this id already"
    ]
    assert told(places=PLACES + "ghent,dot,\n") == [
        "places.csv line 4  places.ghent is given twice, on line 3 and here: keep one"
    ]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (UNITS.partition("\n")[2], "line 1  units: the first row is '1 Inf,Inf,German,brussels,5-7-6,XX,': it names"),
        ("\n" + UNITS, "line 1  units: the first row is ''"),
        (UNITS.partition("\n")[0] + "\n", "line 1  units: the table has no rows"),
        (UNITS.replace(",", ";"), "line 1  units: the columns are separated by semicolons: use commas"),
        (UNITS.replace("counter", "type", 1), "line 1  units: the column 'type' is there twice"),
        (UNITS.replace("counter", "", 1), "line 1  units: column 5 has no name"),
        (UNITS + '5,"never closed,,,,,\n', "line 4  units: the table cannot be read from here on"),
        (UNITS + "5,Inf,\0,ghent,,,1\n", "line 4  units: the text holds a NUL byte"),
        ("", "line 1  units: the file is empty"),
        (UNITS + "".join(f"{n},Inf,German,ghent,,,1\n" for n in range(MOST_ROWS)), "more than 20000 rows"),
    ],
)  # fmt: skip
def test_a_table_that_cannot_be_read_is_told_without_blaming_the_rest(table: str, expected: str) -> None:
    lines = told(units=table)
    assert len(lines) == 1
    assert expected in lines[0]
    assert lines[0].startswith("units.csv line ")


def test_a_table_of_places_needs_ids() -> None:
    assert told(places="name,kind\nghent,dot\n") == [
        "places.csv line 1  places: the first row is 'name,kind': it names the columns, e.g. id,name,kind,hex"
    ]
    assert told(places="id,kind\n,dot\nghent,dot\nbrussels,major\n") == [
        "places.csv line 2  places has a row without an id"
    ]


def test_a_table_that_did_not_come_along_is_named() -> None:
    assert problems(BESIDE, {"places.csv": PLACES}) == [
        "line 10  units.csv is 'units.csv': no such table came with the scenario (given: places.csv): add it"
    ]


def test_a_table_serves_once_and_tables_are_few() -> None:
    twice = spoilt(("units: {csv: units.csv}", "units: [{csv: units.csv}, {csv: units.csv}]"), text=BESIDE)
    assert problems(twice, TABLES) == ["line 10  units[1].csv is 'units.csv': the table is used already"]
    many = [f"{n}.csv" for n in range(MOST_TABLES + 1)]
    text = spoilt((UNITS_IN_YAML, "units: [" + ", ".join(f"{{csv: {name}}}" for name in many) + "]\n"))
    tables = {name: f"id,type,nationality,at,res\n{name},Inf,German,ghent,1\n" for name in many}
    assert problems(text, tables) == [
        f"line 14  units[{MOST_TABLES}].csv is '{MOST_TABLES}.csv': a scenario has at most 20 tables"
    ]
    assert problems(text.replace(f", {{csv: {many[-1]}}}", ""), tables) == []


def test_a_table_in_the_folder_or_below_it_is_read(folder: Path) -> None:
    (folder / "tables").mkdir()
    (folder / "tables" / "units.csv").write_text(UNITS, encoding="utf-8")
    assert load_from(folder, "units.csv") == []
    assert load_from(folder, "tables/units.csv") == []


@pytest.mark.parametrize(
    "name",
    ["../secret.csv", "tables/../../secret.csv", "/etc/passwd", "//host/x.csv", "..\\\\secret.csv", "C:/secret.csv",
     "file:///secret.csv", "belgium.yaml", '"a\\0.csv"', "x/" * 3000 + "a.csv", "missing.csv", "[units.csv]"],
)  # fmt: skip
def test_nothing_outside_the_folder_is_read(folder: Path, name: str) -> None:
    (folder.parent / "secret.csv").write_text(UNITS, encoding="utf-8")
    lines = load_from(folder, name)
    assert len(lines) == 1
    assert lines[0].startswith("line 10  units.csv is ")


def test_the_way_out_of_the_folder_by_its_full_name_is_closed(folder: Path) -> None:
    assert len(load_from(folder, str(folder / "units.csv"))) == 1


def test_a_link_that_leads_outside_is_not_followed(folder: Path) -> None:
    (folder.parent / "secret.csv").write_text(UNITS, encoding="utf-8")
    (folder / "link.csv").symlink_to(folder.parent / "secret.csv")
    (folder / "round.csv").symlink_to(folder / "round.csv")
    assert load_from(folder, "link.csv") == [
        "line 10  units.csv is 'link.csv': the table lies outside the scenario's folder: copy it there"
    ]
    assert len(load_from(folder, "round.csv")) == 1


def test_a_link_that_stays_inside_is_followed(folder: Path) -> None:
    (folder / "link.csv").symlink_to(folder / "units.csv")
    assert load_from(folder, "link.csv") == []


def test_a_folder_or_a_pipe_is_no_table(folder: Path) -> None:
    (folder / "folder.csv").mkdir()
    os.mkfifo(folder / "pipe.csv")
    assert len(load_from(folder, "folder.csv")) == 1
    assert len(load_from(folder, "pipe.csv")) == 1
