"""Every golden case, and the clause list held against the cases and the code."""

from collections import Counter
from importlib.util import find_spec
from typing import get_args

import pytest
from golden import Case, case_files, cases_in
from golden_differences import differences

from models.rulings import DEFAULTS, Rulings
from planner.rules.clauses import clauses
from planner.rules.europa import RULES

CASES: list[Case] = [case for path in case_files() for case in cases_in(path)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_golden(case: Case) -> None:
    """The planner finds what the case says, no more and no less."""
    found = list(differences(case))
    assert not found, "\n  ".join(["the planner and the case differ:", *found])


def test_no_two_cases_have_the_same_sentence() -> None:
    """A sentence names one case."""
    twice = [name for name, times in Counter(case.name for case in CASES).items() if times > 1]
    assert not twice


def test_every_golden_file_is_named_after_a_rule_module() -> None:
    """Same stem, so that a rule and its cases are found together."""
    strangers = [path.stem for path in case_files() if find_spec(f"planner.rules.europa.{path.stem}") is None]
    assert not strangers


def test_every_clause_that_a_case_names_is_in_the_list() -> None:
    """No case refers to a clause that nobody knows."""
    known = {clause.id for clause in clauses("europa")}
    unknown = sorted({name for case in CASES for name in case.clauses} - known)
    assert not unknown


def test_every_implemented_clause_has_a_case() -> None:
    """What we claim to implement is shown at work at least once."""
    shown = {name for case in CASES for name in case.clauses}
    bare = [clause.id for clause in clauses("europa") if clause.status == "implemented" and clause.id not in shown]
    assert not bare


def test_every_clause_says_where_it_is_or_why_it_is_not() -> None:
    """Implemented clauses name a module that exists; the others give their reason."""
    lost = [
        (clause.id, name)
        for clause in clauses("europa")
        if clause.status == "implemented"
        for name in clause.where
        if find_spec(f"planner.rules.europa.{name}") is None
    ]
    silent = [clause.id for clause in clauses("europa") if clause.status == "implemented" and not clause.where]
    silent += [clause.id for clause in clauses("europa") if clause.status != "implemented" and not clause.why]
    assert not lost
    assert not silent


def test_every_clause_is_listed_once() -> None:
    """One line for each clause."""
    twice = [name for name, times in Counter(clause.id for clause in clauses("europa")).items() if times > 1]
    assert not twice


def test_every_ruling_belongs_to_a_clause_and_every_clause_names_rulings_that_exist() -> None:
    """A ruling that no clause asks for, or that nobody can set, would be a pretence."""
    named = {name for clause in clauses("europa") for name in clause.ruling}
    assert sorted(named - DEFAULTS.keys()) == []
    assert sorted(DEFAULTS.keys() - named) == []


def test_every_value_of_every_ruling_is_tried_in_a_case() -> None:
    """Each reading that is not our default is seen to change something."""
    tried = {(name, _said(value)) for case in CASES for name, value in case.scenario.get("rulings", {}).items()}
    missing = []
    for name, field in Rulings.model_fields.items():
        others = [value for value in get_args(field.annotation) if value != field.default]
        missing += [(name, value) for value in others if (name, value) not in tried]
        if not others and name not in {ruling for ruling, _ in tried}:
            missing.append((name, "anything but the default"))
    assert not missing


def _said(value: str) -> str:
    return {"yes": "true", "no": "false"}.get(value, value)


def test_every_rule_of_the_book_has_a_clause() -> None:
    """Each module in RULES stands in the list under its section."""
    listed = {clause.id.partition("#")[0] for clause in clauses("europa")}
    missing = [rule.id for rule in RULES if rule.id.startswith("44") and rule.id not in listed]
    assert not missing
