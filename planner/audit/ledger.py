"""Budgets turn by turn: what opens, comes in, is drawn, is paid in penalties, and whether it may be."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction

from models.findings import BudgetLine, Spending, Violation
from models.problem import ZERO, Budget
from models.quantities import pretty
from planner.audit.replay import Replay, Taken
from planner.derive import Reading

Fine = tuple[int, int, Fraction]  # penalty group, turn, amount


class Ledger:
    """All budgets of a plan."""

    def __init__(self, reading: Reading, replay: Replay) -> None:
        self.reading = reading
        self.drawn: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        self.guarded: dict[tuple[int, int], set[str]] = defaultdict(set)
        self.told: dict[tuple[int, int], dict[tuple[str, str], list[Fraction]]] = defaultdict(lambda: defaultdict(list))
        for taken in replay.taken:
            for draw in taken.option.draws:
                self.drawn[draw.budget, draw.turn] += draw.amount * taken.times
                self.told[draw.budget, draw.turn][_named(taken)].append(draw.amount * taken.times)
                if draw.guarded:
                    self.guarded[draw.budget, draw.turn].add(taken.unit)
        self.lines: list[BudgetLine] = []
        self.violations: list[Violation] = []
        self.waived: dict[int, Fraction] = {}  # penalty group -> what no pool can pay and nobody owes

    def close(self, fines: Iterable[Fine]) -> None:
        """Book the turns one after the other; penalties are paid last and may leave a deficit."""
        budgets = self.reading.budgets
        due: dict[int, list[Fine]] = defaultdict(list)
        for fine in fines:
            due[fine[1]].append(fine)
        held = [budget.opening for budget in budgets]
        for turn in range(self.reading.turns):
            opening = [_carried(budget, turn, held[b]) for b, budget in enumerate(budgets)]
            for b, budget in enumerate(budgets):
                held[b] = opening[b] + budget.income[turn] - self.drawn[b, turn]
            for group, _, amount in due[turn]:
                self._pay(group, turn, amount, held)
            for b, budget in enumerate(budgets):
                spent = opening[b] + budget.income[turn] - held[b]
                name = str(self.reading.scenario.turn_at(turn))
                line = BudgetLine(
                    id=budget.id, rule=budget.rule, label=budget.label, turn=name, points=budget.points,
                    opening=opening[b], income=budget.income[turn], spent=spent, closing=held[b],
                    spent_on=tuple(_spendings(self.told[b, turn])),
                )  # fmt: skip
                if not budget.limit or held[b] < 0:
                    self.lines.append(line)
                if held[b] < 0 and self.guarded[b, turn]:
                    units = ", ".join(sorted(self.guarded[b, turn])) or "the player"
                    message = f"{budget.label} is overdrawn by {pretty(-held[b])} ({units})"
                    self.violations.append(Violation(unit="", turn=name, message=message))

    def _pay(self, group: int, turn: int, amount: Fraction, held: list[Fraction]) -> None:
        pools, sentence = self.reading.groups[group].paid_from, self.reading.groups[group].sentence
        for b in pools:
            part = min(amount, max(ZERO, held[b]))
            held[b] -= part
            amount -= part
            self.told[b, turn]["penalty:", sentence].append(part)
        if pools and amount:
            if all(self.reading.budgets[b].waivable for b in pools):
                self.waived[group] = amount
            else:
                held[pools[0]] -= amount
                self.told[pools[0], turn]["penalty:", sentence].append(amount)


def _named(taken: Taken) -> tuple[str, str]:
    """What a draw is told as: what is done, and with whom or between which pools."""
    option = taken.option
    if taken.unit:
        return str(option.act), taken.unit.partition(" #")[0]
    return str(option.act), f"{option.start} to {option.end.rpartition(':')[2].replace('+', ' and ')}"


def _spendings(told: dict[tuple[str, str], list[Fraction]]) -> Iterator[Spending]:
    """One entry for all that is alike; a penalty that a pool has two parts in is one."""
    for (act, whom), amounts in told.items():
        total = sum(amounts, ZERO)
        several = f"{len(amounts)} x " if len(amounts) > 1 and act != "penalty:" else ""
        if total:
            yield Spending(what=f"{act} {several}{whom}", amount=total)


def _carried(budget: Budget, turn: int, held: Fraction) -> Fraction:
    """What a turn finds of what the turn before left; a debt stays a debt, unless nothing is carried over."""
    most = budget.carried_into(turn)
    return held if most is None else min(held, most) if budget.carries else ZERO
