"""Golden cases: a sentence, a small position, and what the rules make of it, checkable by a player without Python.

A file is a list of cases, or `bases:` (named scenarios) and `cases:`. Every value is read as text, as the loader reads
a scenario file. A case may leave out whatever it is not about; `expect` names at least one thing:

    demands     id -> fields of its finding, or null for no such demand; `units` as {unit: amount}, `present` as a list;
                `sentence` and `penalty` are parts of the text
    totals      what the position (or the orders) cost; a currency that is not named costs nothing
    best        the same for the solved plan, which must be proven
    strength    what the strength tier of the solved plan comes to
    penalties   group -> {amount, missing, currency, rule}; null for no such penalty
    options     unit -> {turn, has, lacks, says}, or a list of them; an option reads "activate -> brussels"; `says` are
                parts of the reasons and ways that its options give
    budgets     id -> turn -> {opening, income, spent, closing}; null for no such budget
    violations  parts of the messages, one for each violation; where orders are given and nothing is said, none
    warnings    parts of the texts; [] for none at all
    whys        parts of what options say about themselves
"""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import BeforeValidator, Field

from models.frozen import Frozen
from models.plan import Order
from models.quantities import Exact

HERE = Path(__file__).parent
NOTHING = ("", "~", "null")
Tree = dict[str, Any]


def _or_nothing(value: object) -> object:
    return None if isinstance(value, str) and value in NOTHING else value


def _as_list(value: object) -> object:
    return value if isinstance(value, list) else [value]


Fields = Annotated[Tree | None, BeforeValidator(_or_nothing)]


class ExpectedOptions(Frozen):
    """Steps that a unit can or cannot take in a turn, counted from now."""

    turn: int = 0
    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    says: tuple[str, ...] = ()


class Expected(Frozen):
    """What a case says must come out."""

    demands: dict[str, Fields] = {}
    totals: dict[str, Exact] | None = None
    best: dict[str, Exact] | None = None
    strength: Exact | None = None
    penalties: dict[str, Fields] = {}
    options: dict[str, Annotated[tuple[ExpectedOptions, ...], BeforeValidator(_as_list)]] = {}
    budgets: dict[str, Annotated[dict[str, dict[str, Exact]] | None, BeforeValidator(_or_nothing)]] = {}
    violations: tuple[str, ...] | None = None
    warnings: tuple[str, ...] | None = None
    whys: tuple[str, ...] = ()


class Case(Frozen):
    """One case of a file."""

    name: str = Field(min_length=8)
    clauses: tuple[str, ...] = Field(min_length=1)
    base: str | None = None
    scenario: Tree = {}
    orders: tuple[Order, ...] | None = None
    expect: Expected


class CaseFile(Frozen):
    """A file of cases with the scenarios they share."""

    bases: dict[str, Tree] = {}
    cases: tuple[Case, ...]


class _Reader(yaml.BaseLoader):
    """Text only, and no name twice."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        names = [self.construct_object(key) for key, _ in node.value]
        twice = {name for name in names if names.count(name) > 1}
        if twice:
            raise ValueError(f"line {node.start_mark.line + 1}: given twice: {', '.join(sorted(map(str, twice)))}")
        return super().construct_mapping(node, deep)


def case_files() -> list[Path]:
    """The golden files, one for each rule module."""
    return sorted(HERE.glob("*.yaml"))


def cases_in(path: Path) -> list[Case]:
    """The cases of a file, each with its base merged under its own scenario."""
    tree = yaml.load(path.read_text(encoding="utf-8"), Loader=_Reader)
    file = CaseFile.model_validate({"cases": tree} if isinstance(tree, list) else tree)
    return [_grounded(case, file.bases) for case in file.cases]


def _grounded(case: Case, bases: dict[str, Tree]) -> Case:
    if case.base is not None and case.base not in bases:
        raise ValueError(f"{case.name!r} builds on {case.base!r}, which the file does not have")
    under = {"turn": "Jul 1 43"} | (bases[case.base] if case.base else {})
    return case.model_copy(update={"scenario": _without_nothing(_merged(under, case.scenario))})


def _merged(under: Tree, over: Tree) -> Tree:
    """Names are merged all the way down; lists and words are replaced."""
    both = {
        name: _merged(under[name], over[name])
        for name in under.keys() & over.keys()
        if isinstance(under[name], dict) and isinstance(over[name], dict)
    }
    return under | over | both


def _without_nothing(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_nothing(part) for name, part in value.items() if _or_nothing(part) is not None}
    return [_without_nothing(part) for part in value] if isinstance(value, list) else value
