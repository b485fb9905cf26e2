"""The files a report can be: what they end in, what a browser calls them, how they are written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from models.advice import Advice
from models.position import Position
from planner.report.html import html_report
from planner.report.markdown import markdown_report
from planner.report.xlsx import xlsx_report


@dataclass(frozen=True)
class Format:
    """One kind of report."""

    label: str
    mime: str
    write: Callable[[Position, Advice], bytes]


FORMATS = {
    ".html": Format(
        "Report to read or print", "text/html", lambda scenario, advice: html_report(scenario, advice).encode()
    ),
    ".xlsx": Format(
        "Workbook", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", xlsx_report
    ),
    ".md": Format(
        "Text for play by mail", "text/markdown", lambda scenario, advice: markdown_report(scenario, advice).encode()
    ),
}  # fmt: skip
