"""The project's own source files, and what they say about themselves."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
CODE = ("models", "planner", "app_pages", "benchmarks")
LEFT_OUT = {".git", ".venv", ".hypothesis", ".pytest_cache", ".mypy_cache", ".ruff_cache", "__pycache__", "results"}


def modules(*folders: str) -> list[Path]:
    """Every module in these folders."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def texts() -> Iterator[Path]:
    """Every text file of the project."""
    for path in sorted(ROOT.rglob("*")):
        inside = path.relative_to(ROOT)
        ours = not LEFT_OUT.intersection(inside.parts) and not any(part.endswith(".egg-info") for part in inside.parts)
        if ours and path.is_file() and path.suffix in {
            ".py", ".md", ".yaml", ".yml", ".csv", ".toml", ".txt", ".lock", ".json", ".html", ".css", ".cfg", "",
        }:  # fmt: skip
            yield path


def told(path: Path) -> str:
    """A path as the reader of a failed test wants it."""
    return str(path.relative_to(ROOT))


@cache
def parsed(path: Path) -> ast.Module:
    """A module's syntax tree."""
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Every module that a module imports, also within functions, with the line."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.lineno, node.module
