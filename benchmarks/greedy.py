"""The greedy player: walks the demands from the dearest to the cheapest and takes the nearest unit that is just enough.

Turn by turn he lets those stand guard who are needed where they are, then sends for what next turn's demands will lack.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from models.plan import Order, Plan
from models.position import Position
from models.problem import BY_ITSELF, Act, Option, Problem, State

ZERO = Fraction(0)
CURRENCY_RANK = {"breaches": 0, "vp": 1, "partisan_attacks": 2}
NEAREST_FIRST = {Act.MARCH: 0, Act.RAIL: 1}


@dataclass(slots=True)
class _Counter:
    """One counter on its way."""

    unit: str
    kind: int
    state: State
    turn: int  # in which it is next free to act


def greedy_plan(scenario: Position, problem: Problem) -> Plan:
    """What a quick player would order."""
    return _Player(scenario, problem).play()


class _Player:
    def __init__(self, scenario: Position, problem: Problem) -> None:
        self.scenario, self.problem = scenario, problem
        self.leaving: dict[tuple[int | None, State, int], list[Option]] = defaultdict(list)
        for option in problem.options:
            self.leaving[option.kind, option.start, option.turn].append(option)
        self.counters = [
            _Counter(unit, k, state, turn)
            for k, kind in enumerate(problem.kinds)
            for unit, state, turn in kind.members
            if turn < problem.turns
        ]
        self.by_turn: dict[int, list[int]] = defaultdict(list)
        for n, demand in enumerate(problem.demands):
            self.by_turn[demand.turn].append(n)
        for numbers in self.by_turn.values():
            numbers.sort(key=self._dearest_first)
        self.drawn: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        self.orders: list[Order] = []

    def _dearest_first(self, demand: int) -> tuple[int, Fraction, int]:
        groups = [self.problem.groups[g] for g in self.problem.demands[demand].groups]
        prices = [(CURRENCY_RANK.get(g.currency, 3), -g.price * g.weight / g.per) for g in groups]
        return (*min(prices, default=(9, ZERO)), demand)

    def play(self) -> Plan:
        """Turn after turn."""
        for turn in range(self.problem.turns):
            here = [counter for counter in self.counters if counter.turn == turn]
            needs = {d: self.problem.demands[d].required for d in self.by_turn[turn]}
            guards = self._stand(here, turn, needs)
            kept = {counter.unit for counter, _, _ in guards}
            moves: list[tuple[_Counter, Option]] = []
            if turn + 1 < self.problem.turns:
                later = {d: self.problem.demands[d].required for d in self.by_turn[turn + 1]}
                reserved = {counter.unit for counter, _, _ in self._stand(here, turn + 1, later)}
                moves = self._send_for(here, kept | reserved, turn, later)
            for counter, option, duties in guards:
                self._order(counter, option, duties)
            for counter, option in moves:
                self._order(counter, option, {})
            gone = kept | {counter.unit for counter, _ in moves}
            for counter in here:
                if counter.unit not in gone:
                    self._order(counter, self._idle(counter), {})
        return Plan(turn=str(self.scenario.turn), turns=self.problem.turns, orders=tuple(self.orders))

    def _stand(
        self, here: Iterable[_Counter], turn: int, needs: dict[int, Fraction]
    ) -> list[tuple[_Counter, Option, dict[int, Fraction]]]:
        """Who stands guard where he is, in a turn: dearest demand first, the smallest that is enough."""
        able: dict[int, list[tuple[_Counter, Option, Fraction]]] = defaultdict(list)
        for counter in here:
            for option in self.leaving[counter.kind, counter.state, turn]:
                if option.act in (Act.GUARD, Act.REMAIN):
                    for credit in option.credits:
                        for duty in credit.duties:
                            able[duty.demand].append((counter, option, duty.amount))
        chosen: dict[str, tuple[_Counter, Option, dict[int, Fraction]]] = {}
        for demand in self.by_turn[turn]:
            free = [each for each in able[demand] if each[0].unit not in chosen]
            while needs[demand] > 0 and free:
                best = min(free, key=lambda each: _fit(each[2], needs[demand], each[1].tied, each[1].act))
                free.remove(best)
                chosen[best[0].unit] = (best[0], best[1], self._serve(best[1], demand, needs))
        return list(chosen.values())

    def _serve(self, option: Option, demand: int, needs: dict[int, Fraction]) -> dict[int, Fraction]:
        """What a guard counts for: the demand he was taken for, then whatever else his REs can do there."""
        given: dict[int, Fraction] = {}
        for credit in option.credits:
            room = credit.duties[0].amount
            for duty in sorted(
                credit.duties, key=lambda duty: (duty.demand != demand, self._dearest_first(duty.demand))
            ):
                part = min(room, needs.get(duty.demand, ZERO))
                if part > 0:
                    given[duty.demand] = part
                    needs[duty.demand] -= part
                    room -= part
        return given

    def _send_for(
        self, here: list[_Counter], busy: set[str], turn: int, needs: dict[int, Fraction]
    ) -> list[tuple[_Counter, Option]]:
        """Whoever is free and can come stands there next turn."""
        coming: dict[int, list[tuple[_Counter, Option, Option, Fraction]]] = defaultdict(list)
        for counter in here:
            if counter.unit in busy:
                continue
            for move in self.leaving[counter.kind, counter.state, turn]:
                if move.moves and move.lasts == 1:
                    for guard in self.leaving[counter.kind, move.end, turn + 1]:
                        for duty in (duty for credit in guard.credits for duty in credit.duties):
                            coming[duty.demand].append((counter, move, guard, duty.amount))
        moves: list[tuple[_Counter, Option]] = []
        for demand in self.by_turn[turn + 1]:
            free = coming[demand] if needs[demand] > 0 else []
            while needs[demand] > 0:
                free = [each for each in free if each[0].unit not in busy and self._affordable(each[1])]
                if not free:
                    break
                best = min(free, key=lambda each: _fit(each[3], needs[demand], each[2].tied, each[1].act))
                busy.add(best[0].unit)
                moves.append(best[:2])
                for draw in best[1].draws:
                    self.drawn[draw.budget, draw.turn] += draw.amount
                self._serve(best[2], demand, needs)
        return moves

    def _affordable(self, option: Option) -> bool:
        return all(
            self.drawn[draw.budget, draw.turn] + draw.amount <= self.problem.budgets[draw.budget].income[draw.turn]
            for draw in option.draws
        )

    def _idle(self, counter: _Counter) -> Option:
        """What he does who is not needed: he stays free, or whatever comes by itself."""
        options = self.leaving[counter.kind, counter.state, counter.turn]
        free = [option for option in options if option.act is Act.STAY]
        return (
            free[0] if free else min((o for o in options if o.act in BY_ITSELF), key=lambda o: BY_ITSELF.index(o.act))
        )

    def _order(self, counter: _Counter, option: Option, duties: dict[int, Fraction]) -> None:
        said = {self.problem.demands[demand].id: amount for demand, amount in duties.items()}
        self.orders.append(
            Order(
                unit=counter.unit, turn=str(self.scenario.turn_at(option.turn)), option=option.act, start=option.start,
                to=option.end, how=option.how, duties=said,
            )
        )  # fmt: skip
        counter.state, counter.turn = option.end, option.turn + option.lasts


def _fit(amount: Fraction, need: Fraction, tied: Fraction, act: Act) -> tuple[int, Fraction, int, Fraction]:
    """The smallest that is enough, else the largest; the nearer; the weaker."""
    enough = amount >= need
    return (0 if enough else 1, amount if enough else -amount, NEAREST_FIRST.get(act, 0), tied)
