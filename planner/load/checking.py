"""A document held against the model: every problem of every part, found although some parts are bad."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from time import monotonic
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel, ValidationError

from planner.load.parts import Complaint, Document
from planner.load.problems import MOST_LISTED, InputProblem, Where, shown
from planner.load.trimming import Trimmed
from planner.load.wording import place_of, word_for

MOST_ROUNDS = 6
PATIENCE = 5.0  # seconds for comparing; what was found until then is enough to go on with
MOST_ALTERNATIVES = 3
_WORDS = re.compile(r"'([^']*)'|\"([^\"]*)\"|([^\s'\",;:()\[\]{}]+)")
Model = TypeVar("Model", bound=BaseModel)


class MisfitLike(Protocol):
    """A part of the file that does not fit another part."""

    @property
    def path(self) -> Where: ...

    @property
    def message(self) -> str: ...


def checked(
    model: type[Model],
    document: Document,
    misfits: Callable[[Model], Iterable[MisfitLike]],
    stand_ins: Mapping[str, Any] | None = None,
) -> Model:
    """The document as a model, or a refusal with everything that is wrong with it.

    A stand-in takes the place of a bad setting that the model cannot do without, while the rest is checked.
    """
    check = _Check(model, document, stand_ins or {})
    value: Model | None = check.validate()
    if value is not None and not check.trimmed.lost_a_table:
        check.compare(misfits(value))
    if value is None or document.complaints:
        raise document.refusal(check.more)
    return value


class _Check:
    """One document against one model, in rounds: what is bad is noted and left out, the rest is tried again."""

    def __init__(self, model: type[BaseModel], document: Document, stand_ins: Mapping[str, Any]) -> None:
        self.model = model
        self.document = document
        self.trimmed = Trimmed(document, model, stand_ins)
        self.columns: set[tuple[str, str | int]] = set()  # unknown columns of tables, each reported once
        self.listed = 0
        self.more = False
        self.lost = {complaint.where for complaint in document.complaints if complaint.lost}
        for where in self.lost:
            self.trimmed.drop(where)

    def validate(self) -> Any:
        """The model of what can be read; None if what is left makes none."""
        for _ in range(MOST_ROUNDS):
            tree = self.trimmed.tree()
            try:
                return self.model.model_validate(tree)
            except ValidationError as refused:
                if not self._note(refused, tree):
                    break
        return None

    def _note(self, refused: ValidationError, tree: dict[str, Any]) -> bool:
        """Note what the model refuses and leave it out; False if nothing more can be left out."""
        by_place: dict[Where, list[Any]] = {}
        for error in refused.errors(include_url=False):
            by_place.setdefault(self.trimmed.before(place_of(error, tree)), []).append(error)
        not_whole = self.trimmed.touched()
        alternatives = {where[:end] for where in by_place for end in range(len(where))}  # the deeper error says more
        left_out = False
        for where, errors in by_place.items():
            left_out |= self.trimmed.drop(where)
            if where not in alternatives and not self._known_already(where, not_whole):
                self._note_place(where, errors)
        return left_out

    def _note_place(self, where: Where, errors: list[Any]) -> None:
        file, _ = self.document.line_of(where)
        unknown = all(error["type"] == "extra_forbidden" for error in errors)
        column = (file, where[-1]) if unknown and file != self.document.file else None
        if column in self.columns:
            return
        self.listed += 1
        if self.listed > MOST_LISTED:
            self.more = True
            return
        sentences = list(dict.fromkeys(word_for(error, where, self.document, self.model) for error in errors))
        sentence = _either(sentences)
        if column:
            self.columns.add(column)
            sentence = f"has a column {shown(where[-1])}, which {sentence}"
            self.document.complaints.append(Complaint(where, InputProblem(file, 1, str(where[0]), sentence)))
        else:
            self.document.complain(where, sentence)

    def _known_already(self, where: Where, not_whole: set[Where]) -> bool:
        """Whether the part, or one around it, was lost or refused before."""
        around = {where[:end] for end in range(1, len(where) + 1)}
        return not around.isdisjoint(self.lost) or not around.isdisjoint(not_whole)

    def compare(self, misfits: Iterable[MisfitLike]) -> None:
        """Note the parts that do not fit one another, except for those that only miss what was left out."""
        names, gone = self.trimmed.names(), self.trimmed.dropped | self.trimmed.cut
        patience = monotonic() + PATIENCE
        for misfit in misfits:
            where = self.trimmed.before(misfit.path)
            words = {word for found in _WORDS.findall(misfit.message) for word in found}
            if not words & names and not self._known_already(where, gone):
                self.listed += 1
                self.document.complain(where, misfit.message)
            if self.listed > MOST_LISTED or monotonic() > patience:
                self.more = True
                break


def _either(sentences: list[str]) -> str:
    """Several refusals of one value as one: the value is said once."""
    first, *others = sentences
    seen = first.partition(": ")[0] + ": "
    return " or ".join([first, *(other.removeprefix(seen) for other in others[: MOST_ALTERNATIVES - 1])])
