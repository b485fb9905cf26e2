"""4.1.1.4 Transport: towed guns need it to move; it comes and goes like replacements."""

from __future__ import annotations

from collections.abc import Iterator

from models.problem import Act
from planner.rules.interface import Rule, Step
from planner.rules.pg2.board import Board, place_of
from planner.rules.pg2.tokens import TokenPiece


def bars(board: Board, piece: TokenPiece, step: Step) -> str | None:
    """By ruling a formation does not move while one of its guns cannot."""
    formation = piece.unit.formation
    stays = place_of(step.start) == place_of(step.end) or step.act is Act.DISBAND
    if formation is None or stays or board.rulings.untransported_gun == "stay" or not formation.untransported:
        return None
    return f"cannot move: {_counted(formation.untransported, 'towed gun')} without transport (4.1.1.4)"


def warnings(board: Board) -> Iterator[str]:
    """Guns that would stay behind."""
    for formation in board.campaign.formations:
        left = formation.untransported
        if left and board.rulings.untransported_gun == "stay":
            towed = _counted(formation.towed, "towed gun")
            transports = _counted(formation.units.get("transport", 0), "transport")
            stay = f"{_counted(left, 'gun')} {'stays' if left == 1 else 'stay'} behind"
            yield f"{formation.name or formation.id} has {towed} and {transports}: if it moves, {stay}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


RULE = Rule(id="4.1.1.4", title="Transport", bars=bars, warnings=warnings)
