"""What replacement points buy: who comes back or grows, from which pool, when and where, and what that is worth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from models.advice import Advice
from models.findings import DemandFinding
from models.position import Position
from models.problem import ZERO, Act, Option
from models.quantities import pretty
from planner.audit.pricing import price
from planner.audit.replay import Taken, replay
from planner.derive import Reading
from planner.rules.interface import Step, with_condition, without_condition

BOUGHT = frozenset({
    Act.RAISE, Act.REBUILD, Act.DRILL, Act.UPGRADE, Act.BRING_BACK, Act.RECALL, Act.FORM_UP, Act.RECOVER, Act.SCRAP,
    Act.DISBAND,
})  # fmt: skip
SENT = frozenset({Act.SEND, Act.BORROW, Act.CONTRIBUTE})
OFFERED = BOUGHT - {Act.RECOVER, Act.SCRAP, Act.DISBAND}
Amounts = tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True)
class Purchase:
    """Counters that are alike in what is done with them."""

    turn: str
    units: tuple[str, ...]
    act: str
    becomes: str  # "its cadre", "5-7-6"; "" where nothing comes of it
    how: str  # the price and the pool, in words
    rule: str
    paid: Amounts  # pool -> points, for all of them; below zero where they are gained
    limited: Amounts  # limited budget -> REs or units
    ready: str  # the turn from which on it is there, or can be used
    where: str  # the state it is then in, as far as the plan goes
    strength: Fraction  # that all of them gain
    res: Fraction
    avoided: Amounts  # currency -> what its later duties would cost if nobody else did them


@dataclass(frozen=True)
class Sending:
    """Points on their way from pool to pool."""

    turn: str
    act: str
    source: str
    target: str
    amount: Fraction
    why: str
    rule: str


@dataclass(frozen=True)
class Saving:
    """What a pool has left when the plan ends, and what it could still have paid for."""

    pool: str
    points: str
    left: Fraction
    next_price: Fraction | None  # of the cheapest purchase that is not made; None = nothing is left to buy
    next_unit: str = ""
    better: Fraction = ZERO  # strength-points times turns by which keeping the price beats paying it, at his rates

    @property
    def why(self) -> str:
        """Why it is kept."""
        if self.next_price is None:
            return "no unit is left that it could pay for"
        if self.next_price > self.left:
            return "not yet enough for the next one"
        if self.better > 0:
            return f"worth saving: at your rates worth {pretty(self.better)} more than what it would buy now"
        return "enough for the next one, but limited REs, other points or room stand against it"


class Purchases:
    """All that a plan does with replacement points."""

    def __init__(self, scenario: Position, advice: Advice) -> None:
        self.scenario, self.advice = scenario, advice
        self.reading = Reading(scenario)
        self.shown = self.reading.book.showing
        self.places = self.shown.places(scenario)
        self.replay = replay(self.reading, advice.plan)
        self.turns = [str(scenario.turn_at(turn)) for turn in range(scenario.horizon)]
        self._later: dict[str, list[Option]] = defaultdict(list)
        for taken in self.replay.taken:
            if taken.unit:
                self._later[taken.unit].append(taken.option)

    # -- what is bought and sent ----------------------------------------------------------------------------------

    def bought(self) -> tuple[Purchase, ...]:
        """Every purchase, the first turn's first; identical ones on one line."""
        alike: dict[tuple[object, ...], list[Taken]] = defaultdict(list)
        for taken in self.replay.taken:
            option = taken.option
            if (option.act in BOUGHT or self._pays(option)) and taken.unit and taken.piece is not None:
                name = taken.piece.name
                alike[option.turn, name, option.act, option.start, option.end, option.how].append(taken)
        rows = [self._purchase(group) for _, group in sorted(alike.items(), key=lambda item: str(item[0][1:]))]
        return tuple(sorted(rows, key=lambda row: self.turns.index(row.turn)))

    def _pays(self, option: Option) -> bool:
        """Whether a unit that arrives is rebuilt at once (52.A.9.d, ruling rebuild_on_arrival)."""
        pools = (self.reading.budgets[draw.budget].id for draw in option.draws if draw.amount > 0)
        return option.act is Act.ARRIVE and any(name.startswith("pool:") for name in pools)

    def _purchase(self, group: list[Taken]) -> Purchase:
        first, option = group[0], group[0].option
        before, after = (self._as(first, state) for state in (option.start, option.end))
        ready, where = self._arrival(first.unit, option)
        become = without_condition(option.end)[1].partition("@")[0]
        return Purchase(
            turn=self.turns[option.turn], units=tuple(taken.unit for taken in group), act=option.act.value,
            becomes=self.shown.become(become) if become else "", how=option.how, rule=option.rule,
            paid=self._drawn(group, "pool:", "either:"), limited=self._drawn(group, "limited:", "scrap:"), ready=ready,
            where=where, strength=(after[0] - before[0]) * len(group), res=(after[1] - before[1]) * len(group),
            avoided=self._avoided(group),
        )  # fmt: skip

    def _as(self, taken: Taken, state: str) -> tuple[Fraction, Fraction]:
        """Strength and REs in a state; none in a box or out of the game."""
        where, condition = without_condition(state)
        on_its_way = where.startswith(("track:", "forming:"))
        if where not in self.places and not on_its_way:
            return ZERO, ZERO
        if taken.piece is None:
            return ZERO, ZERO
        piece = self.reading.as_in(taken.piece, with_condition(where, condition))[0]
        return piece.unit.strengths.average, piece.res

    def _drawn(self, group: list[Taken], *kinds: str) -> Amounts:
        found: dict[str, Fraction] = defaultdict(Fraction)
        for taken in group:
            for draw in taken.option.draws:
                name = self.reading.budgets[draw.budget].id
                if name.startswith(kinds):
                    found[name.partition(":")[2]] += draw.amount
        return tuple(found.items())

    def _arrival(self, unit: str, option: Option) -> tuple[str, str]:
        """When a purchase is there and where it comes in; what lies beyond the horizon is told by its track."""
        due = without_condition(option.end)[1].partition("@")[2]
        ready = int(due) if due else option.turn + (option.lasts if option.end.startswith("track:") else 0)
        if option.act in (Act.BRING_BACK, Act.FORM_UP):
            ready = option.turn + option.lasts
        for later in self._later[unit]:
            if later.turn >= ready and later.act in (Act.ARRIVE, Act.PLACE):
                return str(self.scenario.turn_at(later.turn)), without_condition(later.end)[0]
        return str(self.scenario.turn_at(ready)), without_condition(option.end)[0]

    def sent(self) -> tuple[Sending, ...]:
        """Points sent, lent and put together, with how many of them."""
        rows = []
        for taken in self.replay.taken:
            option = taken.option
            if option.act in SENT:
                moved = max((draw.amount for draw in option.draws), default=ZERO) * taken.times
                row = (self.turns[option.turn], option.act.value, option.start, option.end, moved)
                rows.append(Sending(*row, option.why, option.rule))
        return tuple(sorted(rows, key=lambda row: self.turns.index(row.turn)))

    # -- what it is worth -----------------------------------------------------------------------------------------

    def _avoided(self, group: list[Taken]) -> Amounts:
        """What the checks would cost more if these counters had stayed as they were and nobody took their place."""
        more: dict[str, Fraction] = defaultdict(Fraction)  # penalty group -> what would be missing beside
        for demand in self.advice.demands:
            extra = sum((self._extra(taken, demand) for taken in group), ZERO)
            gap = max(ZERO, demand.required - demand.covered + extra) - demand.missing if extra else ZERO
            for name in demand.groups if gap > 0 else ():
                more[name] += gap
        found: dict[str, Fraction] = defaultdict(Fraction)
        for each in self.reading.groups:
            if each.id in more and each.counted and each.raid is None:
                missing = sum((d.missing for d in self.advice.demands if each.id in d.groups), ZERO)
                found[each.currency] += price(each, missing + more[each.id]) - price(each, missing)
        return tuple((name, amount) for name, amount in found.items() if amount)

    def _extra(self, taken: Taken, demand: DemandFinding) -> Fraction:
        """How much more a counter counts for a demand than it would have as it was."""
        if self.turns.index(demand.turn) < taken.option.turn or demand.waived:
            return ZERO
        counted = sum((part.amount for part in demand.units if part.unit == taken.unit), ZERO)
        want = self.reading.wants[self.reading.number[demand.id]] if demand.id in self.reading.number else None
        if not counted or want is None or taken.piece is None:
            return ZERO
        piece, where = self.reading.as_in(taken.piece, taken.option.start)
        before = (want.credit(piece, where) or ZERO) if where in want.states else ZERO
        return max(ZERO, counted - before)

    # -- what is kept ---------------------------------------------------------------------------------------------

    def saved(self) -> tuple[Saving, ...]:
        """Each pool at the end of the plan, beside the cheapest purchase that it does not make."""
        closing = {line.id: line for line in self.advice.budgets if line.id.startswith("pool:")}
        cheapest = self._cheapest()
        found = []
        for name, line in closing.items():  # the last turn's line is the one that is left in the dictionary
            if line.points in ("inf", "arm", "art", "volunteer") and (line.closing > 0 or name in cheapest):
                cost, unit, better = cheapest.get(name, (None, "", ZERO))
                found.append(Saving(name.removeprefix("pool:"), line.points, line.closing, cost, unit, better))
        return tuple(found)

    def _cheapest(self) -> dict[str, tuple[Fraction, str, Fraction]]:
        last = self.reading.turns - 1
        found: dict[str, tuple[Fraction, str, Fraction]] = {}
        for piece, members in self.reading.pieces(frozenset()):
            states = {self.replay.ends[unit] for unit, _, _ in members if unit in self.replay.ends}
            for state in sorted(states):
                for cost, pool, better in self._offered(self.reading.steps(piece, state, last)):
                    if pool not in found or cost < found[pool][0]:
                        found[pool] = (cost, piece.name, better)
        return found

    def _offered(self, steps: Iterable[Step]) -> Iterator[tuple[Fraction, str, Fraction]]:
        for step in steps:
            for name, _, amount, _ in step.draws if step.act in OFFERED else ():
                if name.startswith("pool:") and amount > 0:
                    yield amount, name, step.tied or ZERO


def purchases(scenario: Position, advice: Advice) -> Purchases | None:
    """What a plan does with replacement points; None where there is no plan, or no pool to pay from."""
    if advice.plan is None or not any(line.id.startswith("pool:") for line in advice.budgets):
        return None
    return Purchases(scenario.looking_ahead(advice.horizon), advice)
