"""Files that are written whole or not at all, whatever happens meanwhile."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write a file, replacing what was there."""
    beside = _beside(path, text)
    try:
        os.replace(beside, path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
    _settle(path.parent)


def write_new(path: Path, text: str) -> None:
    """Write a file only if there is none: FileExistsError if somebody was first."""
    beside = _beside(path, text)
    try:
        os.link(beside, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        with path.open("x", encoding="utf-8") as stream:
            stream.write(text)
    finally:
        beside.unlink()
    _settle(path.parent)


def _beside(path: Path, text: str) -> Path:
    """The text in a file of its own in the same folder, safely on disk."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
    return Path(name)


def _settle(folder: Path) -> None:
    """Have the folder's own list on disk too, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
