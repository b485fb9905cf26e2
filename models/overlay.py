"""What a player changes on top of his file, change by change, so that each can be listed, priced and undone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from models.frozen import Frozen
from models.plan import Wishes

ChangeKind = Literal["pin", "forbid", "hold", "cell", "drop", "ruling", "order", "worth", "horizon"]


class Change(Frozen):
    """One change: what kind, of what, and to what value."""

    kind: ChangeKind
    of: tuple[str, ...] = ()  # pin, hold: unit; forbid: unit, place; cell: table, row, column; drop: table, row; ...
    value: str = ""  # pin: the place; cell: as written, "" = absent; order: tiers, comma between

    @property
    def spot(self) -> tuple[str, ...]:
        """What it is about: a later change of the same spot takes its place."""
        return (self.kind, *self.of)


class Overlay(Frozen):
    """A player's changes in the order in which he made them. The file itself stays as it is."""

    changes: tuple[Change, ...] = ()

    def having(self, *new: Change) -> Overlay:
        """These changes too; each replaces an earlier one of the same spot."""
        spots = {change.spot for change in new}
        return Overlay(changes=(*(old for old in self.changes if old.spot not in spots), *new))

    def without(self, gone: Iterable[Change]) -> Overlay:
        """All but these changes."""
        lost = set(gone)
        return Overlay(changes=tuple(change for change in self.changes if change not in lost))

    def beyond(self, other: Overlay) -> tuple[Change, ...]:
        """The changes that the other one has not."""
        known = set(other.changes)
        return tuple(change for change in self.changes if change not in known)

    def of(self, kind: ChangeKind) -> tuple[Change, ...]:
        """The changes of one kind."""
        return tuple(change for change in self.changes if change.kind == kind)

    @property
    def wishes(self) -> Wishes:
        """The pins and forbidden placements."""
        return Wishes(
            pins=tuple((change.of[0], change.value) for change in self.of("pin")),
            forbids=tuple((change.of[0], change.of[1]) for change in self.of("forbid")),
        )
