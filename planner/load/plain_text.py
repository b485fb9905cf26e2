"""Bytes of a player's file -> text, or what kind of file it is instead."""

from __future__ import annotations

import re
import stat
from pathlib import Path

from planner.load.problems import BadInput, InputProblem

LARGEST_FILE = 5_000_000  # bytes
_LINE_END = re.compile(r"\r\n|\r|\n")
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff\ud800-\udfff]")
_OTHER_KINDS = (
    (b"\xff\xfe", "is saved as UTF-16: save it as UTF-8"),
    (b"\xfe\xff", "is saved as UTF-16: save it as UTF-8"),
    (b"PK\x03\x04", "is a zip or spreadsheet file: save the table as CSV or write YAML"),
    (b"\x1f\x8b", "is a compressed file: unpack it first"),
    (b"%PDF", "is a PDF file: a scenario is plain text"),
)


def refuse(file: str, message: str, line: int | None = None, where: str = "") -> BadInput:
    """The refusal of a whole file for one reason."""
    return BadInput(file, [InputProblem(file, line, where, message)])


def read_bytes(path: Path, file: str) -> bytes:
    """What the file holds, if it is an ordinary file of bearable size."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            kind = "is a folder" if path.is_dir() else "is not an ordinary file"
            raise refuse(file, f"{kind}: name a scenario file, e.g. scenarios/belgium.yaml")
        with path.open("rb") as stream:
            return stream.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        raise refuse(file, "there is no such file") from None
    except (OSError, ValueError) as trouble:  # ValueError: a name that no file can have
        reason = trouble.strerror if isinstance(trouble, OSError) and trouble.strerror else "not a file name"
        raise refuse(file, f"the file cannot be read: {reason.lower()}") from None


def text_of(raw: bytes, file: str) -> str:
    """The text of a file saved as UTF-8, with or without a byte order mark; anything else is refused with its line."""
    if len(raw) > LARGEST_FILE:
        raise refuse(file, f"the file is larger than {LARGEST_FILE // 1_000_000} MB: leave out what is not used")
    for opening, message in _OTHER_KINDS:
        if raw.startswith(opening):
            raise refuse(file, f"the file {message}", 1)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as trouble:
        line = line_at(raw[: trouble.start].decode("utf-8", "replace"))
        seen = f"byte {raw[trouble.start]:#04x}"
        raise refuse(file, f"the text is not UTF-8 ({seen}): save the file as UTF-8", line) from None
    if found := _FORBIDDEN.search(text):
        line = line_at(text[: found.start()])
        seen = "a NUL byte" if found[0] == "\0" else f"the invisible character {found[0]!r}"
        raise refuse(file, f"the text holds {seen}: save the file as plain UTF-8 text", line)
    if not text.strip():
        raise refuse(file, "the file is empty: write at least the turn, e.g. turn: Jul 1 43", 1)
    return text


def encoded(text: str, file: str) -> bytes:
    """The bytes of a text that arrived as text, so that it passes the same gate as a file."""
    if len(text) > LARGEST_FILE:
        return b" " * (LARGEST_FILE + 1)
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as trouble:
        seen, line = repr(text[trouble.start]), line_at(text[: trouble.start])
        raise refuse(file, f"the text holds {seen}, half a character: save it as UTF-8", line) from None


def line_at(before: str) -> int:
    """The number of the line on which the text before a spot ends."""
    return 1 + len(_LINE_END.findall(before))
