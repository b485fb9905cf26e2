"""What the rules say about one position: wants, budgets, and for any step of any unit what it is worth.

Both the derivation of a whole problem and the audit of one plan read the rules through this.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from models.position import Position
from models.problem import (
    ZERO,
    Act,
    Allowance,
    Budget,
    Check,
    Credit,
    Draw,
    Duty,
    Option,
    PenaltyGroup,
    Rounding,
    State,
)
from planner.rules.books import rulebook_of
from planner.rules.interface import (
    Activity,
    AnyPiece,
    Penalty,
    Rulebook,
    Step,
    Want,
    with_condition,
    without_condition,
    without_marks,
)

Spot = tuple[Check, int, State]
MOVING = frozenset({Act.MARCH, Act.RAIL, Act.SEA, Act.FLY, Act.SHIFT, Act.RETURN, Act.TACTICAL, Act.STRATEGIC})

CARRIED = frozenset({Act.SEND, Act.BORROW})  # points on their way are moves too: none for their own sake


class Reading:
    """A position as its rulebook reads it; wants, groups and budgets are numbered."""

    def __init__(self, scenario: Position) -> None:
        self.scenario = scenario
        self.book: Rulebook[Any] = rulebook_of(scenario)
        self.position = self.book.position(scenario)
        self.turns = scenario.horizon
        self.wants: list[Want] = [
            want
            for rule in self.book.rules
            for want in rule.wants(self.position)
            if not want.penalties or not self.book.checks_past(self.position, want.turn)
        ]
        self.number = {want.id: n for n, want in enumerate(self.wants)}
        self._standing: dict[Spot, list[int]] = defaultdict(list)
        self._present: dict[Spot, list[int]] = defaultdict(list)
        for n, want in enumerate(self.wants):
            for state in want.states:
                (self._present if want.presence else self._standing)[want.check, want.turn, state].append(n)
        specs = [spec for rule in self.book.rules for spec in rule.budgets(self.position)]
        self.budgets = tuple(
            Budget(s.id, s.rule, s.label, s.opening, s.income, s.carries, s.points, s.waivable, s.carried, s.limit)
            for s in specs
        )
        self.budget_number = {budget.id: n for n, budget in enumerate(self.budgets)}
        self.groups, self.groups_of = self._group_wants()
        full = {g for g, group in enumerate(self.groups) if group.rounding is Rounding.FULL}
        self._by_full_steps = {n for n, groups in enumerate(self.groups_of) if not full.isdisjoint(groups)}
        self.tiers = self.book.tiers(self.position)
        self._bars = [rule.bars for rule in self.book.rules if rule.bars]
        self._amends = [rule.amends for rule in self.book.rules if rule.amends]
        self._marked = self.book.marker(self.position)

    def pieces(self, apart: frozenset[str]) -> Iterable[tuple[AnyPiece, tuple[tuple[str, State, int], ...]]]:
        """Kinds of identical counters with their members: name, first state, first turn."""
        return self.book.pieces(self.position, apart)

    def name(self, state: State) -> str:
        """What people call a state."""
        return self.book.name_of(self.position, state)

    def place(self, state: State) -> State:
        """The place of a state, as wishes name it."""
        return self.book.place_of(state)

    def steps(self, piece: AnyPiece, state: State, turn: int) -> Iterator[Step]:
        """Every step that the rules allow a piece in a state."""
        for step, refused in self.offers(piece, state, turn):
            if not refused:
                yield step

    def offers(self, piece: AnyPiece, state: State, turn: int) -> Iterator[tuple[Step, str | None]]:
        """Every step that some rule offers a piece in a state, and why another rule forbids it, if one does."""
        changed, where = self.as_in(piece, state)
        for rule in self.book.rules:
            for step in rule.steps(self.position, changed, where, turn):
                yield self._in_its_condition(changed, self._amended(changed, step), state), self.barred(changed, step)

    def _amended(self, piece: AnyPiece, step: Step) -> Step:
        """A step with what other rules add to it."""
        for amend in self._amends:
            step = amend(self.position, piece, step)
        return step

    def as_in(self, piece: AnyPiece, state: State) -> tuple[AnyPiece, State]:
        """A piece as it is in a state, and where that is."""
        if self.book.as_in is None:
            return piece, state
        where, condition = without_condition(state)
        return (self.book.as_in(self.position, piece, condition), where) if condition else (piece, where)

    def _in_its_condition(self, piece: AnyPiece, step: Step, state: State) -> Step:
        """A piece keeps its condition unless the step says otherwise, or leaves a mark on it."""
        if step.start == state and step.into is None and self._marked is None:
            return step
        condition = without_condition(state)[1] if step.into is None else step.into
        if self._marked is not None:
            condition = self._marked(piece, step, condition)
        return replace(step, start=state, end=with_condition(step.end, condition))

    def barred(self, piece: AnyPiece, step: Step) -> str | None:
        """Why a rule forbids a step; None if none does."""
        for bar in self._bars:
            if reason := bar(self.position, piece, step):
                return reason
        return None

    def refusal(self, piece: AnyPiece, state: State, turn: int, end: State) -> str | None:
        """Why a piece may not go from a state to another, where a rule forbids it in so many words."""
        ends = ((step.end, why) for step, why in self.offers(piece, state, turn) if why)
        return next((why for there, why in ends if end in (there, without_marks(there))), None)

    def seen_by(self, piece: AnyPiece, step: Step) -> Iterator[tuple[int, State]]:
        """The wants that look at a unit taking a step, and the state in which each sees it."""
        taker = self.as_in(piece, step.start)[0]
        for check, turn, state in self.book.standings(self.position, taker, step):
            for n in self._standing.get((check, turn, self.as_in(piece, state)[1]), ()):
                yield n, state
        if self._present:
            for check, turn, state in self.book.presences(self.position, step):
                for n in self._present.get((check, turn, self.as_in(piece, state)[1]), ()):
                    yield n, state

    def option(self, kind: int, piece: AnyPiece, step: Step) -> Option:
        """The step with all that it counts for, draws on and ties down."""
        purses: dict[tuple[str, int], list[tuple[Duty, bool]]] = {}
        raises: list[Duty] = []
        for n, found in self.seen_by(piece, step):
            want = self.wants[n]
            changed, state = self.as_in(piece, found)
            amount = want.credit(changed, state)
            if amount:
                boxed = bool(want.box_purse) and state.startswith(want.box_states)  # totalled, 44.B.2.b
                whole = want.whole or (not boxed and self.book.indivisible(self.position, state))
                purse = want.box_purse if boxed else want.purse
                purses.setdefault((purse, want.turn), []).append((Duty(n, amount, want.paired(changed)), whole))
            raised = want.raised_by(changed, state)
            if raised:
                raises.append(Duty(n, raised))
        credits = [self._credit(duties) for duties in purses.values()]
        taker = self.as_in(piece, step.start)[0]
        for name in step.stands_in if taker.res else ():
            if name in self.number:
                credits.append(Credit((Duty(self.number[name], taker.res),), True))
        for name, amount in step.serves:
            if name in self.number:
                credits.append(Credit((Duty(self.number[name], amount),)))
        tied = step.tied
        if tied is None:
            tied = taker.unit.front_value if step.act is Act.GUARD else ZERO
        return Option(
            act=step.act,
            kind=kind,
            turn=step.turn,
            start=step.start,
            end=step.end,
            lasts=step.lasts,
            rule=step.rule,
            why=step.why,
            how=step.how,
            credits=tuple(credits),
            raises=tuple(raises),
            draws=self.draws(step.draws),
            tied=tied,
            moves=int(step.act in MOVING or (step.spends_mp and step.start != step.end)),
            spends=step.spends,
            fires=step.fires,
        )

    def activities(self) -> Iterator[tuple[Activity, Option]]:
        """The steps that no unit takes; what each needs to be unlocked is named by the activity."""
        for rule in self.book.rules:
            for each in rule.activities(self.position):
                yield (
                    each,
                    Option(
                        act=each.act, kind=None, turn=each.turn, start=each.start, end=each.end, rule=each.rule,
                        why=each.why, how=each.how, draws=self.draws(each.draws), most=each.most, spends=each.spends,
                        moves=each.moves if each.act in MOVING or each.act in CARRIED else 0,
                        credits=tuple(
                            Credit((Duty(self.number[name], amount),)) for name, amount in each.covers
                            if name in self.number
                        ),
                    ),
                )  # fmt: skip

    def draws(self, draws: Iterable[tuple[str, int, Fraction, bool]]) -> tuple[Draw, ...]:
        """Draws by budget number, as far as they fall within the horizon."""
        return tuple(
            Draw(self.budget_number[budget], turn, amount, guarded)
            for budget, turn, amount, guarded in draws
            if budget in self.budget_number and turn < self.turns
        )

    def allowances(self) -> Iterator[Allowance]:
        """Cover that comes from no unit."""
        for rule in self.book.rules:
            for grant in rule.grants(self.position):
                duties = tuple(Duty(self.number[name], grant.amount) for name in grant.wants if name in self.number)
                if duties:
                    yield Allowance(self._credit([(duty, False) for duty in duties]), grant.rule, grant.sentence)

    def met_sets(self) -> dict[str, list[tuple[int, ...]]]:
        """For each trigger the sets of wants that fire it when all of a set are fully met."""
        met: dict[str, list[tuple[int, ...]]] = defaultdict(list)
        for rule in self.book.rules:
            for trigger, names in rule.meets(self.position):
                if names and all(name in self.number for name in names):
                    met[trigger].append(tuple(self.number[name] for name in names))
        return met

    def _credit(self, duties: list[tuple[Duty, bool]]) -> Credit:
        """REs are divided among duties that take them alike; otherwise the unit does one of them.

        Where only full REs missing cost anything, REs are not divided further than they are counted: a crumb for each
        of many duties would make all of them free.
        """
        amount = duties[0][0].amount
        whole = any(indivisible for _, indivisible in duties) or any(duty.amount != amount for duty, _ in duties)
        crumbs = bool(self._by_full_steps) and any(duty.demand in self._by_full_steps for duty, _ in duties)
        part = Fraction(1, amount.denominator) if crumbs and not whole and len(duties) > 1 else ZERO
        return Credit(tuple(duty for duty, _ in duties), divisible=not whole, part=part)

    def warnings(self) -> tuple[str, ...]:
        """What the player should know and no plan can change."""
        return tuple(text for rule in self.book.rules for text in rule.warnings(self.position))

    def _group_wants(self) -> tuple[tuple[PenaltyGroup, ...], list[tuple[int, ...]]]:
        numbers: dict[str, int] = {}
        groups: list[PenaltyGroup] = []
        groups_of: list[tuple[int, ...]] = []
        for want in self.wants:
            mine = []
            for penalty in want.penalties:
                if penalty.group not in numbers:
                    numbers[penalty.group] = len(groups)
                    groups.append(self._group(want, penalty))
                mine.append(numbers[penalty.group])
            groups_of.append(tuple(mine))
        return tuple(groups), groups_of

    def _group(self, want: Want, penalty: Penalty) -> PenaltyGroup:
        return PenaltyGroup(
            id=penalty.group, rule=want.rule, turn=want.turn, currency=penalty.currency, price=penalty.price,
            per=penalty.per, rounding=penalty.rounding, weight=penalty.weight, sentence=penalty.sentence,
            paid_from=tuple(self.budget_number[name] for name in penalty.paid_from if name in self.budget_number),
            counted=penalty.counted, raid=penalty.raid,
        )  # fmt: skip


def looked_at(want: Want) -> int:
    """The last turn whose steps can have fired a trigger before a want is looked at."""
    return want.turn - 1 if want.check is Check.OWN_INITIAL else want.turn
