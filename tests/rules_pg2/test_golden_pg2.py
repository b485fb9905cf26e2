"""Every golden case of chapter 4, and its clause list held against the cases and the code."""

from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from typing import get_args

import pytest
from golden import Case, cases_in
from golden_differences import differences

from models.pg2_rulings import Pg2Rulings
from planner.rules.clauses import clauses
from planner.rules.pg2 import RULES

FILES = sorted(Path(__file__).parent.glob("*.yaml"))
CASES: list[Case] = [case for path in FILES for case in cases_in(path)]
CLAUSES = clauses("pg2")
YES_NO = {"yes": "true", "no": "false"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_golden(case: Case) -> None:
    """The planner finds what the case says, no more and no less."""
    found = list(differences(case))
    assert not found, "\n  ".join(["the planner and the case differ:", *found])


def test_no_two_cases_have_the_same_sentence() -> None:
    """A sentence names one case."""
    assert not [name for name, times in Counter(case.name for case in CASES).items() if times > 1]


def test_every_golden_file_is_named_after_a_rule_module() -> None:
    """Same stem, so that a rule and its cases are found together."""
    assert not [path.stem for path in FILES if find_spec(f"planner.rules.pg2.{path.stem}") is None]


def test_all_298_clauses_of_the_chapter_are_listed_once() -> None:
    """One line for each clause of the text."""
    assert len(CLAUSES) == 298
    assert len({clause.id for clause in CLAUSES}) == 298


def test_every_clause_that_a_case_names_is_in_the_list() -> None:
    """No case refers to a clause that nobody knows."""
    known = {clause.id for clause in CLAUSES}
    assert not sorted({name for case in CASES for name in case.clauses} - known)


def test_every_implemented_clause_has_a_case() -> None:
    """What we claim to implement is shown at work at least once."""
    shown = {name for case in CASES for name in case.clauses}
    assert not [clause.id for clause in CLAUSES if clause.status == "implemented" and clause.id not in shown]


def test_every_clause_says_where_it_is_or_why_it_is_not() -> None:
    """Implemented clauses name a module that exists; the others give their reason."""
    implemented = [clause for clause in CLAUSES if clause.status == "implemented"]
    lost = [
        (clause.id, name)
        for clause in implemented
        for name in clause.where
        if find_spec(f"planner.rules.pg2.{name}") is None
    ]
    silent = [clause.id for clause in implemented if not clause.where]
    silent += [clause.id for clause in CLAUSES if clause.status != "implemented" and not clause.why]
    assert not lost
    assert not silent


def test_every_ruling_belongs_to_a_clause_and_every_clause_names_rulings_that_exist() -> None:
    """A ruling that no clause asks for, or that nobody can set, would be a pretence."""
    named = {name for clause in CLAUSES for name in clause.ruling}
    assert named == set(Pg2Rulings.model_fields)


def test_every_value_of_every_ruling_is_tried_in_a_case() -> None:
    """Each reading that is not our default is seen to change something."""
    tried = {
        (name, YES_NO.get(value, value)) for case in CASES for name, value in case.scenario.get("rulings", {}).items()
    }
    missing = []
    for name, field in Pg2Rulings.model_fields.items():
        others = [value for value in get_args(field.annotation) if value != field.default]
        missing += [(name, value) for value in others if (name, value) not in tried]
        if not others and name not in {ruling for ruling, _ in tried}:
            missing.append((name, "anything but the default"))
    assert not missing


def test_every_rule_of_the_book_has_a_clause() -> None:
    """Each module in RULES stands in the list under its section."""
    listed = {clause.section for clause in CLAUSES}
    assert not [rule.id for rule in RULES if rule.id not in listed]
