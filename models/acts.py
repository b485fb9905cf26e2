"""What an option is, in the order sheet's words, and what units do without orders."""

from __future__ import annotations

from enum import StrEnum


class Act(StrEnum):
    """What an option is, in the order sheet's words."""

    GUARD = "stand guard"
    STAY = "stay free"
    MARCH = "march"
    RAIL = "rail"
    SEA = "ship"
    FLY = "transfer by air"
    REMAIN = "remain in garrison"
    LIE = "lie in the eliminated box"
    FORM = "remain forming"
    ACTIVATE = "activate"
    FORCED = "placed on the map"
    RELEASE = "release"
    RETURN = "return to garrison"
    SHIFT = "shift between districts"
    BUY_OUT = "buy out of garrison"
    ARRIVE = "arrive"
    PERISH = "eliminated"
    SET_ASIDE = "set RPs aside"
    FREE_RPS = "free locked RPs"
    HOLD = "hold"
    WAIT = "wait"
    ENTRENCH = "entrench"
    TRAIN = "train"
    TACTICAL = "tactical move"
    STRATEGIC = "strategic move"
    INVADE = "invade"
    REORGANIZE = "reorganize"
    ATTACH = "attach"
    DISBAND = "disband"
    RESUPPLY = "re-supply"
    HUNT = "anti-partisan"
    PLACE = "place"
    FORM_UP = "form"
    REPLACE = "take replacements"
    FORTIFY = "build a fortified line"
    STRENGTHEN = "add RPs to a fort"
    WITHDRAW = "withdraw"
    CONVERT = "convert"
    DISARM = "disarm"
    GONE = "out of play"
    RAISE = "replace"
    REBUILD = "rebuild"
    BRING_BACK = "bring back from isolation"
    RECOVER = "recover RPs"
    SCRAP = "scrap"
    RECALL = "recall"
    TRANSFER = "transfer"
    SEND = "send RPs"
    BORROW = "borrow RPs"
    CONTRIBUTE = "contribute RPs"
    DRILL = "go to a training unit"
    UPGRADE = "upgrade"
    BREAK_DOWN = "break down"
    FALL_BACK = "fall back"
    RETRAIN = "leave for retraining"
    PAY_STACK = "pay for a stack in reserve"
    MOBILIZE = "mobilize"
    ASSEMBLE = "assemble"
    BUILD = "build"


# What a unit without orders does, the first of these that it can.
BY_ITSELF = (
    Act.DISARM, Act.FALL_BACK, Act.RETRAIN, Act.GUARD, Act.REMAIN, Act.LIE, Act.FORM, Act.ARRIVE, Act.RELEASE,
    Act.FORCED, Act.PERISH, Act.STAY, Act.HOLD, Act.WAIT, Act.GONE,
)  # fmt: skip


def rank_by_itself(act: Act) -> int:
    """The lower, the sooner a unit without orders does it."""
    return BY_ITSELF.index(act) if act in BY_ITSELF else len(BY_ITSELF)
