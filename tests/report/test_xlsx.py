"""The workbook, read back as a spreadsheet program would: no formula, exact figures, decimals to sort by."""

from __future__ import annotations

from io import BytesIO
from xml.etree import ElementTree
from zipfile import ZipFile

import report_samples
from report_samples import CALM, HOSTILE

from planner.report.xlsx import xlsx_report

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
SHEETS = ["Summary", "Orders", "Checks", "Penalties", "Budgets"]
Table = list[dict[str, str | float]]


class Workbook:
    """The parts of a workbook's archive."""

    def __init__(self, words: dict[str, str] = CALM) -> None:
        body = xlsx_report(report_samples.scenario(words), report_samples.advice(words))
        with ZipFile(BytesIO(body)) as archive:
            self.parts = {name: archive.read(name) for name in archive.namelist()}
        self.names = [sheet.attrib["name"] for sheet in self._xml("xl/workbook.xml").iter(f"{MAIN}sheet")]
        strings = self._xml("xl/sharedStrings.xml").iter(f"{MAIN}si")
        self.strings = ["".join(part.text or "" for part in item.iter(f"{MAIN}t")) for item in strings]

    def _xml(self, part: str) -> ElementTree.Element:
        return ElementTree.fromstring(self.parts[part])

    def sheet(self, name: str) -> ElementTree.Element:
        """One sheet as it is stored."""
        return self._xml(f"xl/worksheets/sheet{self.names.index(name) + 1}.xml")

    def rows(self, name: str) -> Table:
        """One sheet's rows by the words of its first row."""
        lines = [
            {cell.attrib["r"].rstrip("0123456789"): self._value(cell) for cell in row.iter(f"{MAIN}c")}
            for row in self.sheet(name).iter(f"{MAIN}row")
        ]
        heads = lines[0]
        return [{str(heads[column]): value for column, value in line.items()} for line in lines[1:]]

    def _value(self, cell: ElementTree.Element) -> str | float:
        text = cell.findtext(f"{MAIN}v") or ""
        return self.strings[int(text)] if cell.attrib.get("t") == "s" else float(text)


def test_the_workbook_has_a_sheet_for_each_part() -> None:
    assert Workbook().names == SHEETS


def test_no_cell_is_a_formula_or_a_link_whatever_the_units_are_called() -> None:
    book = Workbook(HOSTILE)
    for name in SHEETS:
        tags = {element.tag for element in book.sheet(name).iter()}
        assert f"{MAIN}f" not in tags
        assert f"{MAIN}hyperlink" not in tags
    assert not [part for part in book.parts if "externalLink" in part or "vba" in part.lower()]


def test_a_unit_called_like_a_formula_keeps_its_name_as_text() -> None:
    counting = [row.get("Counting") for row in Workbook(HOSTILE).rows("Checks")]
    assert "=cmd() 3" in counting
    units = [row["Units"] for row in Workbook(HOSTILE).rows("Orders")]
    assert units == [HOSTILE["reserve"]]


def test_checks_have_exact_text_and_a_decimal_beside_it() -> None:
    short = next(row for row in Workbook().rows("Checks") if row["Result"] == "▲ short")
    assert (short["Place"], short["Required"], short["Covered"], short["Missing"]) == ("Brussels", "2", "0", "2")
    assert (short["Required (decimal)"], short["Missing (decimal)"]) == (2.0, 2.0)
    assert short["There, not counting"] == "719 Infantry Division (spends movement points this turn)"


def test_the_penalties_of_the_workbook_add_up_to_its_summary() -> None:
    book = Workbook()
    (lost,) = [row for row in book.rows("Summary") if str(row["What"]).startswith("Lost:")]
    for when in ("Under the plan", "If nobody moves"):
        lines = [row for row in book.rows("Penalties") if row["When"] == when.lower()]
        assert sum(float(row["Lost (decimal)"]) for row in lines) == lost[f"{when} (decimal)"]
    assert (lost["If nobody moves"], lost["Under the plan"], lost["Saved"]) == ("4", "2", "2")


def test_an_order_reads_as_on_the_sheet() -> None:
    (order,) = Workbook().rows("Orders")
    assert order["Order"] == "March 3 REs: 719 Infantry Division from Mechelen to Brussels"
    assert (order["Part"], order["Times"], order["Unit id"]) == ("orders", 1.0, "reserve")


def test_headers_stay_in_sight_and_tables_can_be_filtered() -> None:
    book = Workbook()
    for name in SHEETS:
        pane = next(book.sheet(name).iter(f"{MAIN}pane"))
        assert (pane.attrib["ySplit"], pane.attrib["state"]) == ("1", "frozen")
        assert (next(book.sheet(name).iter(f"{MAIN}autoFilter"), None) is not None) == (name != "Summary")
        assert all(float(column.attrib["width"]) >= 5 for column in book.sheet(name).iter(f"{MAIN}col"))


def test_budgets_are_told_turn_by_turn() -> None:
    rail = [row for row in Workbook().rows("Budgets") if row["Budget"] == "Rail capacity"]
    assert [(row["Turn"], row["Comes in"], row["Spent"], row["Left"]) for row in rail] == [
        ("Jul 1 43", "6", "0", "6"),
        ("Jul 2 43", "6", "0", "6"),
    ]
