"""What a class of equal offers gives to its duties, handed out to the units that made it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from models.problem import Credit

Portion = dict[int, Fraction]  # demand -> what is counted there


def hand_out(credit: Credit, given: Mapping[int, Fraction], makers: int) -> Iterator[Portion]:
    """Yield what each of the makers of an offer counts for: parts where REs divide, else one duty each."""
    left = {demand: amount for demand, amount in given.items() if amount > 0}
    for _ in range(makers):
        portion: Portion = {}
        room = credit.duties[0].amount
        for duty in credit.duties:
            wanted = left.get(duty.demand, Fraction(0))
            if wanted <= 0 or (portion and not credit.divisible):
                continue
            part = min(wanted, room) if credit.divisible else duty.amount
            if part > 0:
                portion[duty.demand] = part
                left[duty.demand] = wanted - part
                room -= part
        yield portion
