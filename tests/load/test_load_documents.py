"""YAML text becomes names, lists and words, each with its line; nothing in it is converted, expanded or run."""

import json
import time

import pytest

from planner.load.documents import DEEPEST, LONGEST_WORD, MOST_NODES, read_document
from planner.load.parts import Document
from planner.load.plain_text import LARGEST_FILE
from planner.load.problems import BadInput


def read(text: str | bytes) -> Document:
    return read_document(text.encode() if isinstance(text, str) else text, "a.yaml", frozenset({"places"}))


def refusal(text: str | bytes) -> str:
    with pytest.raises(BadInput) as refused:
        read(text)
    return str(refused.value).partition("\n  ")[2]


def complaints(text: str) -> list[str]:
    return [str(complaint.problem) for complaint in read(text).complaints]


@pytest.mark.parametrize("word", ["NO", "yes", "0310", "012", "22:30", "1e3", "NaN", ".inf", "0x1F", "2043-07-01", "="])
def test_every_word_stays_as_it_is_written(word: str) -> None:
    assert read(f"a: {word}\nb: ['{word}']").tree == {"a": word, "b": [word]}


@pytest.mark.parametrize("nothing", ["", "~", "null", "''", '""', "NULL"])
def test_a_name_without_a_value_is_absent(nothing: str) -> None:
    assert read(f"a: {nothing}\nb: 1").tree == {"b": "1"}


def test_an_entry_of_a_table_by_name_is_there_even_without_values() -> None:
    assert read("places:\n  ghent:\nzones:\n  belgium:").tree == {"places": {"ghent": {}}, "zones": {}}


def test_an_empty_item_of_a_list_is_a_problem_and_keeps_its_number() -> None:
    document = read("units:\n- a\n-\n- c")
    assert document.line_of(("units", 2)) == ("a.yaml", 4)
    assert complaints("units:\n- a\n-\n- c")[0].startswith("line 3  units[1] is empty: ")


def test_each_part_knows_its_line() -> None:
    document = read("# note\nunits:\n- id: 1\n\n  at: ghent\n- {id: 2,\n   at: x}\n")
    assert document.tree == {"units": [{"id": "1", "at": "ghent"}, {"id": "2", "at": "x"}]}
    parts = (("units",), ("units", 0, "at"), ("units", 1), ("units", 1, "at"))
    assert [document.line_of(where)[1] for where in parts] == [2, 5, 6, 7]


def test_a_part_that_is_not_there_has_the_line_of_the_part_around_it() -> None:
    document = read("a: 1\nunits:\n- id: 1\n")
    assert document.line_of(("units", 0, "counter", "full")) == ("a.yaml", 3)
    assert document.line_of(("turn",)) == ("a.yaml", None)


def test_all_names_given_twice_are_told_with_both_lines_and_the_first_is_kept() -> None:
    text = "a: 1\nb: {c: 1,\n c: 2}\na: {d: 3}\n'a': 4"
    assert complaints(text) == [
        "line 3  b.c is given twice, on lines 2 and 3: keep one",
        "line 4  a is given twice, on lines 1 and 4: keep one",
        "line 5  a is given twice, on lines 1 and 5: keep one",
    ]
    assert read(text).tree == {"a": "1", "b": {"c": "1"}}


def test_the_same_name_in_two_places_is_no_problem() -> None:
    assert complaints("a: {c: 1}\nb: {c: 1}\nunits: [{c: 1}, {c: 1}]") == []


def test_references_anchors_and_tags_are_each_told() -> None:
    text = "a: &x 1\nb: [*x]\nc: !!python/object/apply:os.system [echo]\nd: !own 3\n*x : 4"
    told = complaints(text)
    assert [line.split(":")[0] for line in told[:2]] == ["line 1  a is marked &x", "line 2  b[0] is *x"]
    assert told[2].startswith("line 3  c is tagged 'tag:yaml.org,2002:python/object")
    assert told[3].startswith("line 4  d is tagged '!own'")
    assert told[4].startswith("line 5  ")
    assert len(told) == 5


def test_a_billion_laughs_are_not_laughed() -> None:
    laughs = "a: &a [x, x]\n" + "".join(
        f"{after}: &{after} [*{before}, *{before}]\n" for before, after in zip("abcdefgh", "bcdefghi", strict=True)
    )
    assert len(complaints(laughs)) == 9 + 16


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? ", "{? [", '{"a":['])
def test_a_hundred_thousand_nested_brackets_are_refused_at_once(opening: str) -> None:
    start = time.monotonic()
    assert f"nested more than {DEEPEST} deep" in refusal("a: \n  " + opening * 100_000)
    assert time.monotonic() - start < 2


def test_nesting_up_to_the_limit_is_read() -> None:
    deep = "a: " + "[" * (DEEPEST - 1) + "]" * (DEEPEST - 1)
    assert read(deep).tree["a"] == json.loads(deep[3:])
    assert "nested" in refusal("a: " + "[" * DEEPEST + "]" * DEEPEST)


def test_deep_json_is_refused_like_deep_yaml() -> None:
    assert "nested more than" in refusal('{"a":' * 50_000 + "1" + "}" * 50_000)


def test_json_is_read_with_its_lines() -> None:
    document = read('{\n\t"a": "1",\n\t"b": [true, 0.5, null],\n\t"c":{"d":"x\\/y"}}')
    assert document.tree == {"a": "1", "b": ["true", "0.5", ""], "c": {"d": "x/y"}}
    assert document.line_of(("b", 1)) == ("a.yaml", 3)


def test_more_values_than_a_scenario_can_have_are_refused() -> None:
    assert f"more than {MOST_NODES} values" in refusal("a: [" + "1," * MOST_NODES + "]")
    assert read("a: [" + "1," * (MOST_NODES // 2) + "]").complaints == []


def test_a_number_of_a_hundred_thousand_digits_is_not_even_looked_at() -> None:
    assert complaints("a: " + "9" * 100_000)[0].startswith("line 1  a is '999")
    assert read("a: " + "9" * LONGEST_WORD).tree == {"a": "9" * LONGEST_WORD}


def test_hundred_thousand_directives_do_not_slow_the_reader() -> None:
    start = time.monotonic()
    assert "cannot begin with %" in refusal("".join(f"%TAG !{n}! x\n" for n in range(100_000)) + "--- {a: 1}")
    assert time.monotonic() - start < 2


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b"", "line 1  the file is empty"),
        (b" \n\n", "line 1  the file is empty"),
        (b"# only a remark\n", "line 1  the file is empty"),
        (b"---\n", "the file is one single value"),
        (b"just words", "line 1  the file is one single value"),
        (b"# note\n- a\n- b\n", "line 2  the file begins with a list"),
        (b"a: 1\nb: \x00\n", "line 2  the text holds a NUL byte"),
        (b"a: 1\n\nb: \xe9t\xe9\n", "line 3  the text is not UTF-8 (byte 0xe9)"),
        (b"a: 1\r\nb: \xef\xbb\xbf2\r\n", "line 2  the text holds the invisible character"),
        (b"a: 1\nb: \x1b[2J\n", "line 2  the text holds the invisible character"),
        ("a: 1\n".encode("utf-16"), "line 1  the file is saved as UTF-16"),
        ("a: 1\n".encode("utf-16-be"), "line 1  the text holds a NUL byte"),
        (b"PK\x03\x04 and so on", "line 1  the file is a zip or spreadsheet file"),
        (bytes(range(254, 127, -1)), "line 1  the text is not UTF-8"),
        (b"a:\n\tb: 1\n", "line 2  the line is indented with a tab: use spaces"),
        (b"a: 1\n---\na: 2\n", "line 2  the file holds a second document"),
        (b"a: [1,\nb: 2\n", "line 3  the file cannot be read from here on: did not find expected ',' or ']'"),
        (b"a: b: c\n", "line 1  the file cannot be read from here on: mapping values are not allowed"),
        (b'a: "never closed\n', "the file cannot be read from here on: "),
        (b'a: "\\ud800"\n', "line 1  the file cannot be read from here on: "),
    ],
)  # fmt: skip
def test_a_file_of_another_kind_is_refused_with_its_line(raw: bytes, told: str) -> None:
    assert told in refusal(raw)


def test_a_byte_order_mark_and_windows_line_ends_change_nothing() -> None:
    plain, windows = read("a: 1\nb:\n- x\n"), read(b"\xef\xbb\xbfa: 1\r\nb:\r\n- x\r\n")
    assert plain.tree == windows.tree
    assert plain.line_of(("b", 0)) == windows.line_of(("b", 0)) == ("a.yaml", 3)


def test_an_oversized_file_is_refused_before_it_is_read() -> None:
    assert "larger than 5 MB" in refusal(b"a: [" + b"[" * LARGEST_FILE)


def test_a_hidden_control_character_is_told() -> None:
    assert complaints('a: "x\\0y"\nb: "\\e[2J"') == [
        "line 1  a is 'x\\x00y': leave control characters out",
        "line 2  b is '\\x1b[2J': leave control characters out",
    ]


def test_a_list_where_a_name_should_stand_is_told_and_the_rest_is_read() -> None:
    document = read("? [a, b]\n: 1\nc: {? {x: y} : z, d: 2}\n")
    assert document.tree == {"c": {"d": "2"}}
    assert [complaint.problem.line for complaint in document.complaints] == [1, 3]


def test_a_value_without_a_name_is_told() -> None:
    assert complaints("units: {'': 3, a: 1}") == ["line 1  units has a value without a name before the colon"]
