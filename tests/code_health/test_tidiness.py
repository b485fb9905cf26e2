"""Modules for one sitting, functions that say what they do, and nothing of the machine they were made on."""

import ast
import re
from pathlib import Path

from source_tree import CODE, ROOT, imports, modules, parsed, texts, told

MOST_LINES = 300
SHOWN_BY = {"r51_lines": "r51_b_changing"}  # what all lines of the order of battle share, in the cases of the lines
LONGER = {  # and how long they may be until they are divided
    "planner/cli.py": 320,
}


def test_no_module_is_longer_than_a_sitting() -> None:
    long = []
    for path in modules(*CODE, "tests"):
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if lines > LONGER.get(told(path), MOST_LINES):
            long.append(f"{told(path)} has {lines} lines; divide it")
    assert not long, "\n".join(long)


def test_no_module_is_excused_that_need_not_be() -> None:
    short = [
        f"{name} is short enough now; take it off the list"
        for name in LONGER
        if len((ROOT / name).read_text(encoding="utf-8").splitlines()) <= MOST_LINES
    ]
    assert not short, "\n".join(short)


def _undocumented(path: Path) -> list[str]:
    """Public functions, classes and methods without a docstring; bodies of `...` belong to protocols."""
    found = []
    tree = parsed(path)
    bodies = [("", tree.body), *((node.name, node.body) for node in tree.body if isinstance(node, ast.ClassDef))]
    for owner, body in bodies:
        for node in body:
            if not isinstance(node, ast.FunctionDef | ast.ClassDef) or node.name.startswith("_"):
                continue
            bare = len(node.body) == 1 and isinstance(node.body[0], ast.Expr) and ast.unparse(node.body[0]) == "..."
            private = owner.startswith("_")
            if not ast.get_docstring(node) and not bare and not private:
                found.append(f"{told(path)}:{node.lineno} {owner + '.' if owner else ''}{node.name} says nothing")
    return found


def test_every_public_function_says_what_it_does() -> None:
    silent = [line for path in modules("models", "planner", "app_pages") for line in _undocumented(path)]
    assert not silent, "\n".join(silent)


def test_every_module_says_what_it_is() -> None:
    silent = [told(path) for path in modules(*CODE, "tests") if not ast.get_docstring(parsed(path))]
    assert not silent, "\n".join(silent)


def test_every_module_of_rules_has_golden_cases() -> None:
    """A module that makes a Rule has cases under its own name, so that both are found together."""
    cases = {path.stem for path in (ROOT / "tests").rglob("*.yaml")}
    made = re.compile(r"^[A-Z_]+(?:: [^=]+)? = Rule\(", re.MULTILINE)
    rules = [path for path in modules("planner/rules") if made.search(path.read_text(encoding="utf-8"))]
    assert rules
    bare = [told(path) for path in rules if SHOWN_BY.get(path.stem, path.stem) not in cases]
    assert not bare, "\n".join(bare)


def test_nothing_names_the_machine_it_was_made_on() -> None:
    """Neither a folder of somebody's machine nor the address of a package registry."""
    folders = "|".join(("work", "tmp", "root", "home", "Users", "mnt"))
    patterns = (
        re.compile(rf"(?<![\w.}}~:/-])/(?:{folders})/\w"),
        re.compile(r"\.\./sha" + "red"),
        re.compile("py" + r"pi\.org|pythonho" + r"sted|--(?:extra-)?index" + "-url|trusted" + "-host"),
    )
    found = []
    for path in texts():
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), start=1):
            if any(pattern.search(line) for pattern in patterns):
                found.append(f"{told(path)}:{number} {line.strip()[:100]}")
    assert not found, "\n".join(found)


def test_nothing_is_left_for_later_or_left_out() -> None:
    """No notes to self, no tests that are not run."""
    notes = re.compile("TO" + "DO|FIX" + r"ME|XX" + r"X\b(?!\w)")
    passed_over = re.compile(r"pytest\.(?:mark\.)?(?:sk" + r"ip|xf" + "ail)")
    found = []
    for path in modules(*CODE, "tests"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            comment = line.partition("#")[2]
            if notes.search(comment) or passed_over.search(line):
                found.append(f"{told(path)}:{number} {line.strip()[:100]}")
    assert not found, "\n".join(found)


def test_no_module_is_a_rag_bag() -> None:
    """A module is named after what is in it."""
    vague = {"utils", "util", "helpers", "helper", "misc", "common", "manager", "data", "process"}
    assert not [told(path) for path in modules(*CODE, "tests") if path.stem in vague]


def test_the_product_does_not_import_its_tests_or_benchmarks() -> None:
    wrong = [
        f"{told(path)}:{line} imports {name}"
        for path in modules("models", "planner", "app_pages")
        for line, name in imports(path)
        if name.split(".")[0] in ("tests", "benchmarks", "pytest", "hypothesis")
    ]
    assert not wrong, "\n".join(wrong)
