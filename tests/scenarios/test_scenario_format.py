"""The player's guide to the scenario file knows every key, says nothing that is not so, and its examples load."""

import re
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from models.forts import Fort, FortKind, Work
from models.garrisons import (
    AlliedGarrison,
    BoxGarrison,
    Composition,
    Contingent,
    CyrenaicaGarrison,
    DodecaneseGarrison,
    EastAfricaGarrison,
    EventName,
    FlexibleGarrison,
    Garrison,
    RhodesGarrison,
    RigidGarrison,
    SemiRigidGarrison,
    TripolitaniaGarrison,
    YugoslavDefence,
    ZaraGarrison,
)  # fmt: skip
from models.orders_of_battle import Line, Template, Verb
from models.places import District, Place, PlaceKind, Zone
from models.replacements import Declaration, Factory, Limit, Loss, Trait
from models.rulings import Rulings
from models.scenario import SPECIAL_STATES, Scenario
from models.theatre import (
    CURRENCIES,
    TIERS,
    EnemyTaskForce,
    Event,
    Means,
    Naval,
    Points,
    Pool,
    Priorities,
    Route,
    TaskForce,
)
from models.units import Size, Unit, UnitType
from planner.audit import audit
from planner.load import load_scenario_text

GUIDE = (Path(__file__).parents[2] / "docs" / "scenario_format.md").read_text("utf-8")
FENCE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TABLES = {name: text for kind, name, text in FENCE.findall(GUIDE) if kind == "csv"}
EXAMPLES = [text for kind, _, text in FENCE.findall(GUIDE) if kind == "yaml"]
ROWS = {"id", "kind", "name", "theatre", "since", "until"}  # said once for all garrison rows
WHERE = {"at", "districts", "area"}  # said once for all that stand on the map

# heading -> models whose keys its tables list, and the keys that are said elsewhere
SECTIONS: dict[str, tuple[tuple[type[BaseModel], ...], set[str]]] = {
    "The top of the file": ((Scenario,), set()),
    "districts": ((District,), set()),
    "zones": ((Zone,), set()),
    "places": ((Place,), set()),
    "units": ((Unit,), set()),
    "kind: box": ((BoxGarrison,), ROWS),
    "kind: flexible": ((FlexibleGarrison,), ROWS | WHERE),
    "kind: semi_rigid": ((SemiRigidGarrison,), ROWS | WHERE),
    "kind: rigid": ((RigidGarrison,), ROWS),
    "kind: allied": ((AlliedGarrison, Contingent), ROWS | WHERE),
    "Composition": ((Composition,), set()),
    "events": ((Event,), set()),
    "routes": ((Route,), set()),
    "pools": ((Pool,), set()),
    "limits": ((Limit,), set()),
    "losses": ((Loss,), set()),
    "declarations": ((Declaration,), set()),
    "factories": ((Factory,), set()),
    "forts": ((Fort,), set()),
    "fort_works": ((Work,), set()),
    "order_of_battle": ((Line,), set()),
    "Template": ((Template,), set()),
    "naval": ((Naval, TaskForce, EnemyTaskForce), set()),
    "priorities": ((Priorities,), set()),
    "rulings": ((Rulings,), set()),
}
NAMED = (
    RhodesGarrison, YugoslavDefence, ZaraGarrison, DodecaneseGarrison, CyrenaicaGarrison, TripolitaniaGarrison,
    EastAfricaGarrison,
)  # fmt: skip
# What each model needs beside the key that an example shows.
BARE: dict[type[BaseModel], dict[str, Any]] = {
    Scenario: {"turn": "Jul 1 43"},
    Place: {"kind": "dot"},
    Unit: {
        "id": "u",
        "type": "Inf",
        "nationality": "german",
        "at": "x",
        "size": "XX",
        "counter": "8-6 (3-6)",
        "remnant": "1-6",
    },
    BoxGarrison: {"id": "g", "kind": "box"},
    FlexibleGarrison: {"id": "g", "kind": "flexible", "res": "1"},
    SemiRigidGarrison: {"id": "g", "kind": "semi_rigid"},
    RigidGarrison: {"id": "g", "kind": "rigid"},
    AlliedGarrison: {"id": "g", "kind": "allied", "initial": {}},
    Event: {"turn": "Jul 1 43", "event": "german_intervention", "place": "x", "by": "axis"},
    Pool: {"id": "p", "points": "inf"},
    Limit: {"nationality": "german", "category": "mountain", "monthly": "3"},
    Loss: {"counter": "8-6 (3-6)", "nationality": "german", "turn": "Jul 1 43", "pools": {}},
    Declaration: {"nationality": "german", "turn": "Jul 1 43", "category": "mountain"},
    Factory: {"place": "x", "makes": {}, "pools": {}},
    Route: {"from": "a", "to": "b"},
    Fort: {"id": "f", "kind": "fort", "at": "x"},
    Work: {"builds": "improved_fort", "on": "fort"},
    Line: {"id": "o", "turn": "Jul 1 43", "does": "note", "name": "n"},
    TaskForce: {"id": "t", "strength": "1", "at": "eto"},
    EnemyTaskForce: {"id": "t", "strength": "1", "theatre": "west"},
}


def part(heading: str) -> str:
    """What stands under a heading, up to the next heading of any level."""
    found = re.search(rf"^##+ {re.escape(heading)}\n(.*?)(?=^##|\Z)", GUIDE, re.MULTILINE | re.DOTALL)
    assert found, f"the guide has no heading {heading!r}"
    return found[1]


def rows(heading: str) -> list[list[str]]:
    """The rows of its tables that begin with one key in backticks, cell by cell."""
    lines = [line for line in part(heading).splitlines() if re.match(r"\| `\w+` \|", line)]
    return [[cell.strip() for cell in line[1:-1].split("|")] for line in lines]


def keys_of(model: type[BaseModel]) -> dict[str, FieldInfo]:
    """The model's keys as a file writes them."""
    return {("from" if name == "start" else name): info for name, info in model.model_fields.items()}


def told(heading: str) -> list[tuple[str, list[str]]]:
    """The keys that a section's tables explain; the tables of events and of verbs are not of keys."""
    others = set(get_args({"events": EventName, "order_of_battle": Verb}.get(heading)))
    return [(row[0].strip("` |"), row) for row in rows(heading) if row[0].strip("` |") not in others]


@pytest.mark.parametrize("heading", SECTIONS)
def test_every_key_is_explained_and_no_other(heading: str) -> None:
    models, elsewhere = SECTIONS[heading]
    known = {key for model in models for key in keys_of(model)}
    assert {key for key, _ in told(heading)} == known - elsewhere


def test_the_keys_of_all_garrison_rows_are_explained_once() -> None:
    assert {key for key, _ in told("garrisons")} == ROWS | WHERE


@pytest.mark.parametrize("model", NAMED, ids=lambda model: model.__name__)
def test_the_named_garrisons_tell_their_own_keys_and_defaults(model: type[BaseModel]) -> None:
    kind = get_args(model.model_fields["kind"].annotation)[0]
    (line,) = [
        line for line in part("The named garrisons of chapter 44").splitlines() if line.startswith(f"| `{kind}` |")
    ]
    for key, info in keys_of(model).items():
        if key not in ROWS | WHERE:
            assert f"`{key}`" in line
        if key in ("id", "at", "tobruch", "bardiya") and not info.is_required() and info.default:
            default = info.default if isinstance(info.default, str) else info.default[0]
            assert f"`{default}`" in line


def test_every_kind_of_garrison_is_explained() -> None:
    union = get_args(get_args(Garrison)[0])
    told_models = {model for models, _ in SECTIONS.values() for model in models} | set(NAMED)
    assert set(union) <= told_models


CELLS = [
    (heading, model, key, row)
    for heading, (models, _) in SECTIONS.items() if heading != "rulings"
    for key, row in told(heading) for model in models if key in keys_of(model)
]  # fmt: skip


@pytest.mark.parametrize(
    ("heading", "model", "key", "row"), CELLS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_the_example_of_a_key_is_accepted(heading: str, model: type[BaseModel], key: str, row: list[str]) -> None:
    example = re.fullmatch(r"`(.*)`", row[3])
    if example:
        tree = yaml.load(example[1], Loader=yaml.BaseLoader)
        assert list(tree) == [key]
        alone = model is Route and key == "between"
        model.model_validate(({} if alone else BARE.get(model, {})) | tree)


@pytest.mark.parametrize(
    ("heading", "model", "key", "row"), CELLS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_the_default_told_is_the_default(heading: str, model: type[BaseModel], key: str, row: list[str]) -> None:
    info = keys_of(model)[key]
    assert ("must be there" in row[1]) == info.is_required()
    literal = re.fullmatch(r"`([\w/-]+)`", row[2])
    if literal and literal[1] != "res":
        default = info.default
        shown = (
            default.value
            if isinstance(default, Enum)
            else str(default).lower()
            if isinstance(default, bool)
            else default
        )
        assert literal[1] == str(shown)
    elif row[2] in ("none", "nothing"):
        assert info.get_default(call_default_factory=True) in (None, "", (), {}, Composition(), Naval())


def test_every_choice_of_a_ruling_is_told_and_the_first_is_the_default() -> None:
    defaults = Rulings().model_dump()
    for name, row in told("rulings"):
        choices = re.findall(r"`([^`]+)`", row[1])
        assert choices[0] == str(defaults[name]), name
        for choice in choices:
            read = getattr(Rulings.model_validate({name: choice}), name)
            assert read in (choice, Fraction(choice) if isinstance(read, Fraction) else choice)
        annotation = Rulings.model_fields[name].annotation
        if annotation not in (str, Fraction):
            assert set(choices) == set(get_args(annotation)), name


@pytest.mark.parametrize(
    ("heading", "words"),
    [
        ("units", [kind.value for kind in UnitType]),
        ("units", [size.value for size in Size]),
        ("units", [trait.value for trait in Trait]),
        ("places", [kind.value for kind in PlaceKind]),
        ("How things are written", [f"{state}:" for state in SPECIAL_STATES]),
        ("events", list(get_args(EventName))),
        ("routes", list(get_args(Means))),
        ("forts", [kind.value for kind in FortKind]),
        ("order_of_battle", list(get_args(Verb))),
        ("pools", list(get_args(Points))),
        ("priorities", [*TIERS, *(currency for currency in CURRENCIES if currency.endswith(("rp", "sp")))]),
    ],
)
def test_every_word_a_file_may_use_is_told(heading: str, words: list[str]) -> None:
    text = part(heading)
    for word in words:
        assert re.search(rf"(?<![\w]){re.escape(word)}", text), word


def test_the_guide_has_examples() -> None:
    assert len(EXAMPLES) == 5
    assert set(TABLES) == {"places.csv", "units.csv"}


@pytest.mark.parametrize("text", EXAMPLES, ids=lambda text: text.splitlines()[0])
def test_every_example_loads_and_can_be_priced(text: str) -> None:
    scenario = load_scenario_text(text, "guide.yaml", TABLES)
    report = audit(scenario)
    assert report.violations == ()


def test_the_smallest_file_costs_what_the_guide_says() -> None:
    report = audit(load_scenario_text(EXAMPLES[0], "guide.yaml"))
    assert report.totals["partisan_attacks"] == 2 * 4
