"""Who counts for which demand: as the orders say, or to the best advantage where they do not."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

from models.findings import Violation
from models.problem import ZERO, Allowance, Credit, Duty
from models.quantities import pretty
from planner.audit.counting import count_best
from planner.audit.pricing import Prices
from planner.audit.replay import Replay, Taken
from planner.derive import Reading
from planner.derive.reading import looked_at
from planner.derive.sharing import hand_out


@dataclass
class Duties:
    """The arithmetic of every demand, by its number."""

    required: list[Fraction]
    in_force: list[bool]
    counted: list[list[tuple[str, Fraction]]]  # unit, what it counts
    relief: list[list[tuple[str, Fraction]]]  # sentence, what it counts
    pairs: list[Fraction]  # what counts in whole ones only
    violations: list[Violation] = field(default_factory=list)
    exact: bool = True
    fired: dict[str, int] = field(default_factory=dict)  # trigger -> turn

    def covered(self, n: int) -> Fraction:
        """What is counted for a demand."""
        plain = sum((amount for _, amount in (*self.counted[n], *self.relief[n])), ZERO)
        return plain - self.pairs[n] + floor(self.pairs[n])

    def missing(self, n: int) -> Fraction:
        """The gap of a demand that is in force."""
        return max(ZERO, self.required[n] - self.covered(n)) if self.in_force[n] else ZERO


def count_duties(reading: Reading, replay: Replay) -> Duties:
    """Count everybody, turn by turn: what is met in one turn can change what is due in the next."""
    return _Counter(reading, replay).run()


class _Counter:
    def __init__(self, reading: Reading, replay: Replay) -> None:
        self.reading, self.replay = reading, replay
        wants = reading.wants
        self.found = Duties(
            [want.required for want in wants], [True] * len(wants), [[] for _ in wants], [[] for _ in wants],
            [ZERO] * len(wants),
        )  # fmt: skip
        self.prices = Prices(reading.groups, reading.tiers)
        self.open: dict[int, list[tuple[Credit, Taken]]] = defaultdict(list)  # turn -> credits nobody has placed

    def run(self) -> Duties:
        """Everything the orders say first, then turn by turn the rest."""
        for taken in self.replay.taken:
            self._take(taken)
        allowances: dict[int, list[Allowance]] = defaultdict(list)
        for allowance in self.reading.allowances():
            allowances[self._turn_of(allowance.credit)].append(allowance)
        met = self.reading.met_sets()
        for turn in range(self.reading.turns):
            self._open_and_close(turn)
            self._count(turn, allowances[turn])
            for trigger, sets in met.items():
                for numbers in sets:
                    due = numbers and max(self.reading.wants[n].turn for n in numbers) == turn
                    if due and all(self.found.covered(n) >= self.found.required[n] for n in numbers):
                        self.found.fired.setdefault(trigger, turn)
        return self.found

    def _take(self, taken: Taken) -> None:
        for duty in taken.option.raises:
            self.found.required[duty.demand] += duty.amount
        if taken.option.fires:
            turn = min(taken.option.turn, self.found.fired.get(taken.option.fires, taken.option.turn))
            self.found.fired[taken.option.fires] = turn
        said = dict(taken.given) if taken.given is not None else None
        for credit in taken.option.credits:
            if said is None:
                self.open[self._turn_of(credit)] += [(credit, taken)] * taken.times
                continue
            given = [(d, said.pop(self.reading.wants[d.demand].id, ZERO)) for d in credit.duties]
            given = [(duty, amount) for duty, amount in given if amount]
            self._check(taken, credit, given)
            for duty, amount in given:
                self._book(taken.unit, duty, amount)
        for name in said or ():
            self._violate(taken, f"cannot count for {name}")

    def _check(self, taken: Taken, credit: Credit, given: list[tuple[Duty, Fraction]]) -> None:
        too_much = sum(amount for _, amount in given) > credit.duties[0].amount if credit.divisible else len(given) > 1
        if credit.part and any(amount % credit.part for _, amount in given):
            self._violate(taken, f"its REs are divided by {pretty(credit.part)} here, not further")
        if too_much or any(amount > duty.amount or amount < 0 for duty, amount in given):
            told = ", ".join(f"{pretty(amount)} for {self.reading.wants[d.demand].id}" for d, amount in given)
            self._violate(taken, f"counts more than it is worth: {told}")

    def _open_and_close(self, turn: int) -> None:
        """Which demands of a turn are in force, given what has been fired so far."""
        fired = self.found.fired
        for n, want in enumerate(self.reading.wants):
            if want.turn == turn:
                waived = want.waived_by in fired and fired[want.waived_by] <= looked_at(want)
                due = not want.due_after or (want.due_after in fired and fired[want.due_after] <= looked_at(want))
                self.found.in_force[n] = due and not waived

    def _count(self, turn: int, allowances: list[Allowance]) -> None:
        makers: dict[Credit, list[tuple[str, bool]]] = defaultdict(list)
        for credit, taken in self.open[turn]:
            makers[credit].append((taken.unit or taken.option.why, bool(taken.unit)))
        for allowance in allowances:
            makers[allowance.credit].append((allowance.sentence, False))
        if not makers:
            return
        needs = {n: self.found.missing(n) for n, want in enumerate(self.reading.wants) if want.turn == turn}
        offers = {credit: len(names) for credit, names in makers.items()}
        best = count_best(offers, needs, self.reading.groups_of, self.prices)
        self.found.exact &= best.exact
        for credit, names in makers.items():
            duty_of = {duty.demand: duty for duty in credit.duties}
            shares = hand_out(credit, best.given.get(credit, {}), len(names))
            for (name, is_unit), portion in zip(names, shares, strict=True):
                for demand, amount in portion.items():
                    if is_unit:
                        self._book(name, duty_of[demand], amount)
                    else:
                        self.found.relief[demand].append((name, amount))

    def _book(self, unit: str, duty: Duty, amount: Fraction) -> None:
        self.found.counted[duty.demand].append((unit, amount))
        if duty.paired:
            self.found.pairs[duty.demand] += amount

    def _turn_of(self, credit: Credit) -> int:
        return self.reading.wants[credit.duties[0].demand].turn

    def _violate(self, taken: Taken, message: str) -> None:
        turn = str(self.reading.scenario.turn_at(taken.option.turn))
        self.found.violations.append(Violation(unit=taken.unit, turn=turn, message=message))
