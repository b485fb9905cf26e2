"""Any model can be held against a document: all problems at once, each where the file has it."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Literal, NamedTuple

import pytest
from pydantic import AliasChoices, BaseModel, ConfigDict, Field, model_validator

from planner.load.checking import checked
from planner.load.documents import read_document
from planner.load.problems import BadInput


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Town(Strict):
    kind: Literal["dot", "major"] = "dot"
    size: int = 1


class Guard(Strict):
    """One alternative whose tag is also the name of one of its fields."""

    kind: Literal["res"]
    id: str
    res: Fraction
    level: int | dict[str, int] | None = None


class Fleet(Strict):
    kind: Literal["fleet"]
    id: str
    start: Annotated[str | None, Field(validation_alias=AliasChoices("from", "start"))] = None


class Unit(Strict):
    id: str
    at: str
    size: int = 0
    strength: int = 0

    @model_validator(mode="after")
    def _sized(self) -> "Unit":
        if not self.size and not self.strength:
            raise ValueError(f"{self.id!r} has neither size nor strength")
        return self


class Theatre(Strict):
    turn: int
    towns: dict[str, Town] = {}
    units: tuple[Unit, ...] = ()
    duties: list[Annotated[Guard | Fleet, Field(discriminator="kind")]] = []


class Misfit(NamedTuple):
    path: tuple[str | int, ...]
    message: str


def misfits(theatre: Theatre) -> Iterator[Misfit]:
    for number, unit in enumerate(theatre.units):
        if unit.at not in theatre.towns:
            yield Misfit(("units", number, "at"), f"is {unit.at!r}: no such town")


def load(text: str) -> Theatre:
    document = read_document(text.encode(), "t.yaml", frozenset({"towns"}))
    return checked(Theatre, document, misfits, {"turn": "1"})


def told(text: str) -> list[str]:
    with pytest.raises(BadInput) as refused:
        load(text)
    return [line.strip() for line in str(refused.value).splitlines()[1:]]


def test_a_good_document_becomes_the_model() -> None:
    theatre = load("turn: 3\ntowns: {a: }\nunits: [{id: u, at: a, size: 2}]\nduties: [{kind: res, id: g, res: 5/4}]")
    assert theatre.turn == 3
    assert theatre.units[0].size == 2
    assert theatre.duties[0] == Guard(kind="res", id="g", res=Fraction(5, 4))


def test_the_name_of_an_alternative_is_not_taken_for_a_part_of_the_file() -> None:
    assert told("turn: 1\nduties:\n- kind: res\n  id: g\n  res: x\n- kind: fleet\n  idd: f\n") == [
        "line 5  duties[0].res is 'x': write an exact number, e.g. 5/4",
        "line 6  duties[1].id is missing: is 'idd' meant for it?",
        "line 7  duties[1].idd is not known here; did you mean 'id'?",
    ]


def test_a_tag_that_is_also_a_field_finds_the_other_fields_line() -> None:
    assert told("turn: 1\nduties:\n- kind: res\n  res: 1\n  id: [a]\n") == [
        "line 5  duties[0].id is a list: write one word or line of text"
    ]


def test_an_unknown_alternative_lists_those_there_are() -> None:
    assert told("turn: 1\nduties:\n- {kind: army, id: g}\n- {id: h}\n- {kind: fleets, id: h}") == [
        "line 3  duties[0].kind is 'army': write one of res, fleet",
        "line 4  duties[1].kind is missing: write one of res, fleet",
        "line 5  duties[2].kind is 'fleets': did you mean 'fleet'?",
    ]


def test_alternatives_without_a_tag_are_told_in_one_line() -> None:
    assert told("turn: 1\nduties:\n- {kind: res, id: g, res: 1, level: x}") == [
        "line 3  duties[0].level is 'x': write a whole number, e.g. 3 or write names with values, e.g. {name: value}"
    ]
    assert told("turn: 1\nduties:\n- {kind: res, id: g, res: 1, level: {\n  jul: x}}") == [
        "line 4  duties[0].level.jul is 'x': write a whole number, e.g. 3"
    ]


def test_an_unknown_name_near_an_alias_gets_the_alias_as_hint() -> None:
    assert told("turn: 1\nduties:\n- {kind: fleet, id: f, fron: a}") == [
        "line 3  duties[0].fron is not known here; did you mean 'from'?"
    ]


def test_problems_of_single_parts_and_between_parts_are_told_together_with_the_numbers_in_the_file() -> None:
    text = """\
turn: 1
towns: {a: {}, b: {kind: large}}
units:
- {id: u0, at: a, size: 1}
- {id: u1}
- {id: u2, at: nowhere, size: 1}
- [x]
- {id: u4, at: elsewhere, size: 1}
- {id: u5, at: far, size: many, strength: 1}
"""
    assert told(text) == [
        "line 2  towns.b.kind is 'large': write one of dot, major",
        "line 5  units[1].at is missing",
        "line 6  units[2].at is 'nowhere': no such town",
        "line 7  units[3] is a list: write names with values, e.g. {name: value}",
        "line 8  units[4].at is 'elsewhere': no such town",
        "line 9  units[5].size is 'many': write a whole number, e.g. 3",
        "line 9  units[5].at is 'far': no such town",
    ]


def test_a_thing_that_is_only_missing_because_it_is_bad_is_not_told_again() -> None:
    assert told("turn: 1\ntowns: {b: [x]}\nunits: [{id: u, at: b, size: 1}]") == [
        "line 2  towns.b is a list: write names with values, e.g. {name: value}"
    ]


def test_a_thing_that_is_missing_beside_a_bad_one_is_told() -> None:
    assert (
        told("turn: 1\ntowns: {b: [x]}\nunits: [{id: u, at: c, size: 1}]")[1]
        == "line 3  units[0].at is 'c': no such town"
    )


def test_a_table_that_is_bad_as_a_whole_is_told_alone() -> None:
    assert told("turn: 1\ntowns: here\nunits: [{id: u, at: b, size: 1}]") == [
        "line 2  towns is 'here': write names with values, e.g. {name: value}"
    ]


def test_a_bad_part_does_not_make_its_thing_look_bad_too() -> None:
    assert told("turn: 1\ntowns: {a: }\nunits: [{id: u, at: a, size: x}, {id: v, at: a, szie: 2}]") == [
        "line 3  units[0].size is 'x': write a whole number, e.g. 3",
        "line 3  units[1].szie is not known here; did you mean 'size'?",
    ]


def test_a_thing_bad_as_a_whole_is_told_beside_a_bad_part_of_another() -> None:
    assert told("turn: 1\ntowns: {a: }\nunits:\n- {id: u, at: a, size: x}\n- {id: v, at: a}") == [
        "line 4  units[0].size is 'x': write a whole number, e.g. 3",
        "line 5  units[1]: 'v' has neither size nor strength",
    ]


def test_a_missing_setting_does_not_hide_the_rest() -> None:
    assert told("towns: {a: }\nunits: [{id: u, at: b, size: 1}]") == [
        "turn is missing",
        "line 2  units[0].at is 'b': no such town",
    ]


def test_a_lost_value_is_told_once() -> None:
    assert told("turn: &t 1\ntowns: {a: }\nunits: [{id: u, at: *t , size: 1}, {id: v, at: b, size: 1}]") == [
        "line 1  turn is marked &t: anchors are not allowed; leave the mark out",
        "line 3  units[0].at is *t: references are not allowed; write the value out",
        "line 3  units[1].at is 'b': no such town",
    ]
