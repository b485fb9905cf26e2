"""A file taken apart: what it says, on which line each part stands, and what is wrong with it so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from planner.load.problems import BadInput, InputProblem, Where, dotted

Box = dict[str, Any] | list[Any]


@dataclass(frozen=True)
class Complaint:
    """A problem and the part of the file it is about; `lost` if that part could not be kept."""

    where: Where
    problem: InputProblem
    lost: bool = False


@dataclass
class Document:
    """What a file says, part by part, where each part stands, and what was wrong with it so far."""

    file: str
    tree: dict[str, Any] = field(default_factory=dict)
    complaints: list[Complaint] = field(default_factory=list)
    unread: set[str] = field(default_factory=set)  # names of things that could not be kept at all
    _lines: dict[int, dict[str | int, tuple[str, int]]] = field(default_factory=dict)  # by the box that holds the part
    _boxes: list[Box] = field(default_factory=list)  # kept, so that no other box can get the same identity

    def mark(self, box: Box, key: str | int, line: int, file: str | None = None) -> None:
        """Remember on which line a part of a box stands."""
        if id(box) not in self._lines:
            self._boxes.append(box)
        self._lines.setdefault(id(box), {})[key] = (file or self.file, line)

    def mark_of(self, box: Box, key: str | int) -> int | None:
        """The line on which a part of a box stands, if it is known."""
        return self._lines.get(id(box), {}).get(key, (self.file, None))[1]

    def move_marks(self, old: Box, new: Box, steps: dict[int, int]) -> None:
        """Carry the lines of a list's items over to their numbers in another list."""
        for before, after in steps.items():
            self.mark(new, after, self.mark_of(old, before) or 1)

    def line_of(self, where: Where) -> tuple[str, int | None]:
        """File and line of a part, or of the nearest part around it that the file has."""
        found: tuple[str, int | None] = (self.file, None)
        node: Any = self.tree
        for step in where:
            found = self._lines.get(id(node), {}).get(step, found)
            try:
                node = node[step]
            except (LookupError, TypeError):
                break
        return found

    def value_at(self, where: Where) -> Any:
        """The part itself; None where the file has none."""
        node: Any = self.tree
        for step in where:
            try:
                node = node[step]
            except (LookupError, TypeError):
                return None
        return node

    def complain(
        self,
        where: Where,
        message: str,
        line: int | None = None,
        file: str = "",
        *,
        label: str = "",
        lost: bool = False,
    ) -> None:
        """Note a problem with a part of the file, under the part's own name unless a label is given."""
        if line is None:
            file, line = self.line_of(where)
        problem = InputProblem(file or self.file, line, label or dotted(where), message)
        self.complaints.append(Complaint(where, problem, lost))

    def refusal(self, more: bool = False) -> BadInput:
        """Everything that is wrong, as one refusal."""
        return BadInput(self.file, dict.fromkeys(complaint.problem for complaint in self.complaints), more)
