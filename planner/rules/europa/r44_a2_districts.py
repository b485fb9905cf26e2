"""44.A.2 Garrisons that are opened MD by MD: which MDs have been, and what is owed once all of them are."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.garrisons import BoxGarrison
from models.problem import Check
from planner.rules.europa.position import Position, districts_of
from planner.rules.europa.r44_a_garrisons import unique
from planner.rules.interface import Rule, Want

ONE = Fraction(1)


def by_district(position: Position, row: BoxGarrison) -> bool:
    """Whether a garrison is activated MD by MD, as the France garrison is (ruling multi_md_activation)."""
    mode = position.rulings.multi_md_activation
    return mode == "per_md_all" or (mode == "france_only" and row.france)


def opened(row: BoxGarrison, district: str, turn: int) -> str:
    """The name of the question whether a garrison's MD has been opened by the end of a turn."""
    return f"opened:{row.id}:{district}:{turn}"


def _still_closed(position: Position) -> Iterator[tuple[BoxGarrison, tuple[str, ...]]]:
    for row in unique(position):
        closed = tuple(district for district in districts_of(row) if district not in row.activated_districts)
        if by_district(position, row) and not row.activated and closed:
            yield row, closed


def wants(position: Position) -> Iterator[Want]:
    """Garrisons that are opened MD by MD: whether each MD has been. Nothing is owed for it, but see `meets`."""
    for row, closed in _still_closed(position):
        for district in closed:
            for turn in position.turns:
                yield Want(
                    opened(row, district, turn), "44.A.2", turn, Check.ENEMY_INITIAL, position.name(f"box:{district}"),
                    frozenset(), ONE, (), "opened MD by MD", lambda _piece, _state: None, "MDs",
                    purse=f"opened:{row.id}",
                )  # fmt: skip


def meets(position: Position) -> Iterator[tuple[str, tuple[str, ...]]]:
    """With its last MD opened, a garrison is activated as a whole and owes nothing any more (44.A.4)."""
    for row, closed in _still_closed(position):
        for turn in position.turns:
            yield f"activated:{row.id}", tuple(opened(row, district, turn) for district in closed)


def serves_as_opened(
    position: Position, row: BoxGarrison, district: str, turn: int
) -> tuple[tuple[str, Fraction], ...]:
    """The questions that an activation in a turn answers."""
    if not by_district(position, row):
        return ()
    return tuple((opened(row, district, later), ONE) for later in position.turns if later >= turn)


RULE = Rule(id="44.A.2", title="Opened MD by MD", wants=wants, meets=meets)
