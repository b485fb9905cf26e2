"""Layers look down only: models <- load, rules <- derive <- compile, audit <- what is built on them <- the surfaces."""

from pathlib import Path

from source_tree import CODE, imports, modules, told

HEIGHT = {  # of what each part may be imported by: only what is higher, or the part itself
    "models": 0,
    "planner": 0,
    "planner.load": 1, "planner.rules": 1, "planner.atlas": 1,
    "planner.derive": 2,
    "planner.compile": 3, "planner.audit": 3,
    "planner.cli": 5, "app_pages": 5, "app": 5,
    "benchmarks": 6,
}  # fmt: skip
MIDDLE = 4  # explain, report, solving, advise, the worker ...: built on solves and audits, and on one another
SOLVERS = ("ortools", "highspy")


def part_of(name: str) -> str:
    """The part that a module belongs to: planner.audit of planner.audit.ledger, models of models.plan."""
    return ".".join(name.split(".")[: 2 if name.startswith("planner.") else 1])


def height(part: str) -> int:
    return HEIGHT.get(part, MIDDLE)


def parts_of(path: Path) -> str:
    return part_of(told(path.with_suffix("")).replace("/", "."))


def test_layers_look_down_only() -> None:
    wrong = []
    for path in modules(*CODE):
        mine = parts_of(path)
        for line, name in imports(path):
            other = part_of(name)
            ours = other.split(".")[0] in (*CODE, "app")
            level = height(mine) == MIDDLE == height(other)
            if ours and other != mine and not level and height(other) >= height(mine):
                wrong.append(f"{told(path)}:{line} imports {name}, which is not below it")
    assert not wrong, "\n".join(wrong)


def test_models_import_nothing_of_ours() -> None:
    wrong = [
        f"{told(path)}:{line} imports {name}"
        for path in modules("models")
        for line, name in imports(path)
        if name.split(".")[0] in ("planner", "app_pages", "benchmarks")
    ]
    assert not wrong, "\n".join(wrong)


def test_only_the_compile_folder_imports_a_solver() -> None:
    wrong = [
        f"{told(path)}:{line} imports {name}"
        for path in modules("models", "planner", "app_pages")
        if parts_of(path) != "planner.compile"
        for line, name in imports(path)
        if name.split(".")[0] in SOLVERS
    ]
    assert not wrong, "\n".join(wrong)


def test_audit_and_compile_know_nothing_of_each_other() -> None:
    wrong = [
        f"{told(path)}:{line} imports {name}"
        for mine, other in (("audit", "compile"), ("compile", "audit"))
        for path in modules(f"planner/{mine}")
        for line, name in imports(path)
        if name.startswith((f"planner.{other}", "planner.solving", "planner.advise"))
    ]
    assert not wrong, "\n".join(wrong)


def test_the_enumeration_knows_neither_of_them() -> None:
    """What judges solver and audit must not be made of either."""
    judges = [
        path for path in modules("tests/properties") if path.stem in ("oracle", "oracle_prices", "ledger_columns")
    ]
    assert len(judges) == 3
    wrong = [
        f"{told(path)}:{line} imports {name}"
        for path in judges
        for line, name in imports(path)
        if name.startswith(("planner.compile", "planner.audit", "planner.solving", "planner.advise", *SOLVERS))
    ]
    assert not wrong, "\n".join(wrong)


def test_no_rule_knows_the_engine() -> None:
    wrong = [
        f"{told(path)}:{line} imports {name}"
        for path in modules("planner/rules")
        for line, name in imports(path)
        if name.startswith("planner.") and not name.startswith("planner.rules")
    ]
    assert not wrong, "\n".join(wrong)
