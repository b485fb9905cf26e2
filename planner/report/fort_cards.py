"""Reference cards: what 40.C and 40.D print about every kind of fort, beside each fort of a scenario."""

from __future__ import annotations

from dataclasses import dataclass

from models.forts import CARDS, ENTRENCHMENTS, Fort, FortKind
from models.position import Position
from models.quantities import pretty
from planner.report.names import Names


@dataclass(frozen=True)
class FortCard:
    """One fort of the file with all that its kind does."""

    name: str
    place: str
    kind: str
    rule: str
    standing: str  # strength and what a level is worth
    lines: tuple[str, ...]


def fort_cards(scenario: Position, names: Names) -> tuple[FortCard, ...]:
    """Every fort of a scenario, in the order of the file."""
    return tuple(
        FortCard(
            fort.id, names.place(fort.at), fort.kind.words, fort.kind.rule,
            f"strength {fort.strength}, a level is worth {pretty(fort.value)}", card_lines(fort.kind, fort),
        )
        for fort in names.shown.forts(scenario)
    )  # fmt: skip


def card_lines(kind: FortKind, fort: Fort | None = None) -> tuple[str, ...]:
    """A kind's reference card, or a fort's own: what it does in combat, may hold, and becomes (40.D)."""
    card = CARDS[kind]
    die, light_aa = card.die, card.light_aa
    if fort is not None:
        die, light_aa = fort.printed if die is None else die, fort.aa if light_aa is None else light_aa
    lines = [
        f"combat die {'as printed in the hex' if die is None else die}, armour effects {card.armour or 'none'}",
        f"{pretty(card.supply)} SP more to attack it" if card.supply else "no more SPs to attack it",
    ]
    if card.most != 0:
        lines.append(
            f"strength: {'as printed on its counter' if card.most is None else f'0 to {card.most}, by inf RPs'}"
        )
    if light_aa != 0:
        lines.append(f"light AA: {'as printed, if any' if light_aa is None else light_aa}")
    lines += [f"an attack at 1:2 or better{_left_alone(kind)}: {_attacked(kind)}", f"captured: {_captured(kind)}"]
    return (*lines, *card.notes)


def _left_alone(kind: FortKind) -> str:
    return "" if kind in ENTRENCHMENTS else ", or nobody in it"  # an entrenchment is gone then, as its notes say


def _attacked(kind: FortKind) -> str:
    below = CARDS[kind].falls_to
    return below.one if below else "removed" if kind in ENTRENCHMENTS else "no change"  # 40.B.8


def _captured(kind: FortKind) -> str:
    card = CARDS[kind]
    if card.capture is None and (kind in ENTRENCHMENTS or card.most is None):
        return "gone with its holder" if kind in ENTRENCHMENTS else "eliminated, as a unit is"
    if card.capture is None:
        return "not destroyed"
    by = f"by {pretty(card.capture.res)} RE(s) or more" if card.capture.res else "by anybody"
    becomes = f"becomes {card.capture.becomes.one}" if card.capture.becomes else "destroyed"
    return f"{by}: {becomes} {'at once' if card.capture.at_once else 'when the next enemy player-turn begins'}"
