"""Whatever a file holds, it loads or is refused with problems: nothing else ever happens, and soon."""

import re
from contextlib import suppress
from datetime import timedelta

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from load_samples import BELGIUM, UNITS, UNITS_IN_YAML, spoilt

from planner.load import BadInput, load_scenario_text
from planner.load.documents import read_document

WORDS = re.findall(r"\w+|[^\w\s]|\n *", BELGIUM)
NASTY = st.sampled_from(
    ["*a", "&a ", "!!python/object:os.system ", "<<: ", "[", "]", "{", "}", "? ", ": ", "- ", "\t", "\r", "---\n",
     "...", "%TAG ! x\n", "|\n", ">", '"', "'", "#", "~", "null", "NaN", "1e999999", "1/0", "9" * 5000, "-1", "½", "²",
     "٣", "csv: units.csv", "csv: ../x.csv", "units", "kind", "\ud800", "\0", "\ufeff", "\u2028", "\x85", "1_000",
     " 1 /2"]
)  # fmt: skip
SCRAPS = st.one_of(NASTY, st.sampled_from(WORDS), st.text(max_size=6))


@st.composite
def mutated(draw: st.DrawFn, text: str = BELGIUM) -> str:
    """A scenario in which a few stretches were replaced by something else."""
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(text)))
        end = start + draw(st.integers(0, 12))
        text = text[:start] + draw(SCRAPS) + text[end:]
    return text


@st.composite
def reworded(draw: st.DrawFn) -> str:
    """A scenario in which whole words were exchanged, so that most of it can still be read."""
    words = re.split(r"(\w+)", BELGIUM)
    for _ in range(draw(st.integers(1, 8))):
        words[draw(st.integers(0, len(words) - 1))] = draw(SCRAPS)
    return "".join(words)


def loads_or_is_refused(text: str, tables: dict[str, str]) -> None:
    refused = None
    try:
        load_scenario_text(text, tables=tables)
    except BadInput as trouble:
        refused = trouble
    if refused is not None:
        lines = str(refused).splitlines()
        assert all(line.isprintable() for line in lines)
        assert len(lines) == 1 + len(refused.problems) > 1


often = settings(max_examples=400, deadline=timedelta(seconds=2), suppress_health_check=[HealthCheck.too_slow])


@often
@given(mutated())
@example(BELGIUM.replace("size: XX", "size: {a: b}"))
def test_a_scenario_with_random_damage_loads_or_is_refused(text: str) -> None:
    loads_or_is_refused(text, {"units.csv": UNITS})


@often
@given(reworded())
def test_a_scenario_with_exchanged_words_loads_or_is_refused(text: str) -> None:
    loads_or_is_refused(text, {"units.csv": UNITS})


@often
@given(mutated(text=UNITS))
def test_a_table_with_random_damage_loads_or_is_refused(table: str) -> None:
    loads_or_is_refused(spoilt((UNITS_IN_YAML, "units: {csv: units.csv}\n")), {"units.csv": table})


@often
@given(st.text(max_size=200))
def test_any_text_at_all_loads_or_is_refused(text: str) -> None:
    loads_or_is_refused(text, {})


@often
@given(st.binary(max_size=200))
def test_any_bytes_at_all_are_read_or_refused(raw: bytes) -> None:
    with suppress(BadInput):
        read_document(raw, "a.yaml")


_trees = st.recursive(
    st.one_of(st.text(max_size=5), NASTY),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)  # fmt: skip


@often
@given(st.sampled_from(re.findall(r"[\w ]+(?=:)", BELGIUM)), _trees)
def test_any_value_in_any_part_loads_or_is_refused(name: str, value: object) -> None:
    """Flow style: a value of any shape stands where a name of the scenario has another."""
    written = repr(value).replace("\\\\", "/")
    loads_or_is_refused(re.sub(rf"(?m){re.escape(name)}: *[^,\n}}]*", lambda _: f"{name}: {written}", BELGIUM), {})
