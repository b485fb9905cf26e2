"""The engine, the reports and the pages know no rulebook: what differs between rulebooks is asked of them."""

import ast
from collections.abc import Iterator
from pathlib import Path

from source_tree import ROOT, imports, modules, parsed, told

PACKAGES = sorted(path.parent.name for path in (ROOT / "planner" / "rules").glob("*/__init__.py"))
RULEBOOKS = tuple(name for name in PACKAGES if name != "clauses")
REGISTERS = (  # where the rulebooks, their models and their next turns are listed by name, and nothing else is done
    "planner/rules/books.py", "planner/load/rulesets.py", "planner/advance/carrying.py",
)  # fmt: skip
OF_ONE_RULEBOOK = ("models.scenario", "models.pg2", "models.units", "models.places", "models.garrisons")


def neutral() -> Iterator[Path]:
    """Every module that must work for any rulebook."""
    for path in [*modules("planner", "app_pages"), ROOT / "app.py"]:
        inside = path.relative_to(ROOT).parts
        of_a_book = inside[:2] in (("planner", "rules"), ("planner", "advance")) and inside[2] in RULEBOOKS
        if not of_a_book and told(path) not in REGISTERS and inside[:3] != ("planner", "rules", "clauses"):
            yield path


def test_there_are_two_rulebooks_and_an_engine() -> None:
    assert RULEBOOKS == ("europa", "pg2")
    assert len(list(neutral())) > 80


def test_nobody_imports_what_belongs_to_one_rulebook() -> None:
    """Neither its rules nor the models that only its scenarios are made of."""
    foreign = (*OF_ONE_RULEBOOK, *(f"planner.rules.{book}" for book in RULEBOOKS))
    wrong = [
        f"{told(path)}:{line} imports {name}; ask the rulebook (planner/rules/interface.py, showing.py)"
        for path in neutral()
        if told(path) != "planner/rules/interface.py"  # whose counters are Europa's by default
        for line, name in imports(path)
        if name in foreign or name.startswith(tuple(f"{one}_" for one in foreign) + tuple(f"{one}." for one in foreign))
    ]
    assert not wrong, "\n".join(wrong)


def test_nobody_asks_which_rulebook_it_is() -> None:
    """No comparison with the name of a rulebook, and none of a scenario's `ruleset`."""
    wrong = []
    for path in neutral():
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Constant) and node.value in RULEBOOKS:
                wrong.append(f"{told(path)}:{node.lineno} names the rulebook {node.value!r}")
            if isinstance(node, ast.Compare | ast.Match) and ".ruleset" in ast.unparse(node):
                wrong.append(f"{told(path)}:{node.lineno} compares rulesets")
    assert not wrong, "\n".join(wrong)
