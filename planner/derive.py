"""Scenario -> Problem: every rule is asked about every unit kind; the answers become options, demands and budgets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from models.plan import Wishes
from models.problem import (
    ZERO,
    Act,
    Allowance,
    Budget,
    Check,
    Credit,
    Demand,
    Draw,
    Duty,
    Option,
    PenaltyGroup,
    Problem,
    State,
    Tier,
    Trigger,
    UnitKind,
)
from models.scenario import Scenario
from models.theatre import Currency, Priorities
from planner.rules.books import rulebook_of
from planner.rules.interface import Penalty, Piece, Rulebook, Step, Want

Node = tuple[State, int]
Spot = tuple[Check, int, State]
MOVING = frozenset({Act.MARCH, Act.RAIL, Act.SEA, Act.FLY, Act.SHIFT, Act.RETURN})


def derive(scenario: Scenario, wishes: Wishes | None = None) -> Problem:
    """All options, demands and budgets that the rules see in a position, given what the player has decided already."""
    return _Weaver(scenario, wishes or Wishes()).weave()


class _Weaver:
    """Collects what the rules say and numbers it."""

    def __init__(self, scenario: Scenario, wishes: Wishes) -> None:
        self.scenario = scenario
        self.wishes = wishes
        self.book: Rulebook[Any] = rulebook_of(scenario)
        self.position = self.book.position(scenario)
        self.turns = scenario.horizon
        self.wants: list[Want] = [
            want
            for rule in self.book.rules
            for want in rule.wants(self.position)
            if not self.book.checks_past(self.position, want.turn)
        ]
        self.number = {want.id: n for n, want in enumerate(self.wants)}
        self.standing: dict[Spot, list[int]] = defaultdict(list)
        self.present: dict[Spot, list[int]] = defaultdict(list)
        for n, want in enumerate(self.wants):
            for state in want.states:
                (self.present if want.presence else self.standing)[want.check, want.turn, state].append(n)
        self.budgets = [spec for rule in self.book.rules for spec in rule.budgets(self.position)]
        self.budget_number = {spec.id: n for n, spec in enumerate(self.budgets)}
        self.options: list[Option] = []
        self.fired: dict[str, list[int]] = defaultdict(list)
        self.kinds: list[UnitKind] = []
        self.refused: list[tuple[str, str]] = []
        self.triggers: list[Trigger] = []
        self.trigger_number: dict[tuple[str, int], int | None] = {}
        self.bars = [rule.bars for rule in self.book.rules if rule.bars]

    def weave(self) -> Problem:
        """Units first, then what no unit does, then the demands in their groups."""
        wished = frozenset(unit for unit, _ in (*self.wishes.pins, *self.wishes.forbids))
        for piece, members in self.book.pieces(self.position, wished):
            self._add_kind(piece, members)
        met = self._met_sets()
        self._add_activities(met)
        demands, groups = self._demands(met)
        warnings = tuple(text for rule in self.book.rules for text in rule.warnings(self.position))
        return Problem(
            turns=self.turns,
            kinds=tuple(self.kinds),
            options=tuple(self.options),
            demands=demands,
            groups=groups,
            budgets=tuple(self._budgets()),
            triggers=tuple(self.triggers),
            allowances=tuple(self._allowances()),
            tiers=tiers_of(self.scenario.priorities),
            warnings=warnings,
            refused=tuple(self.refused),
        )

    # -- units ----------------------------------------------------------------------------------------------------

    def _add_kind(self, piece: Piece, members: tuple[tuple[str, State, int], ...]) -> None:
        """Walk every path that a kind of unit could take through the horizon."""
        kind = len(self.kinds)
        self.kinds.append(UnitKind(piece.name, members, piece.unit.front_value))
        pins = {place for unit, place in self.wishes.pins if unit == members[0][0]}
        forbids = {place for unit, place in self.wishes.forbids if unit == members[0][0]}
        starts = {(state, turn) for _, state, turn in members if turn < self.turns}
        steps = self._walk(piece, starts, pins, forbids)
        if pins or forbids:
            steps = self._keep_what_can_be_granted(steps, starts, pins, forbids, members[0][0])
        for step in steps:
            self._add_option(kind, piece, step)

    def _walk(self, piece: Piece, starts: set[Node], pins: set[State], forbids: set[State]) -> list[Step]:
        found: list[Step] = []
        seen, frontier = set(starts), list(starts)
        while frontier:
            state, turn = frontier.pop()
            for rule in self.book.rules:
                for step in rule.steps(self.position, piece, state, turn):
                    if self._dropped(piece, step, pins, forbids):
                        continue
                    found.append(step)
                    node = (step.end, turn + step.lasts)
                    if node[1] < self.turns and node not in seen:
                        seen.add(node)
                        frontier.append(node)
        return found

    def _dropped(self, piece: Piece, step: Step, pins: set[State], forbids: set[State]) -> bool:
        """A step is dropped if a rule bars it, the player does, or it can do nothing within the horizon."""
        if any(bar(self.position, piece, step) for bar in self.bars):
            return True
        if step.end in forbids:
            return True
        if pins:
            stays_elsewhere = step.start == step.end and step.end not in pins and step.act in (Act.GUARD, Act.STAY)
            return stays_elsewhere or (step.start in pins and step.end not in pins)
        late = step.act in MOVING and step.turn + step.lasts >= self.turns
        return late and not any(self._spots(piece, step, self.standing, self.present))

    def _keep_what_can_be_granted(
        self, steps: list[Step], starts: set[Node], pins: set[State], forbids: set[State], unit: str
    ) -> list[Step]:
        """Keep the steps from which the wish can still come true at the end of the horizon."""
        into: dict[Node, list[Step]] = defaultdict(list)
        for step in steps:
            into[step.end, step.turn + step.lasts].append(step)
        good = {node for node in into if node[1] >= self.turns and (not pins or node[0] in pins)}
        frontier = list(good)
        while frontier:
            for step in into[frontier.pop()]:
                node = (step.start, step.turn)
                if node not in good:
                    good.add(node)
                    frontier.append(node)
        name = self.book.name_of
        if not starts <= good:
            for place in sorted(pins):
                self.refused.append(
                    (f"pin {unit}={place}", f"{unit} cannot come to stand at {name(self.position, place)}")
                )
            for place in sorted(forbids):
                self.refused.append(
                    (f"forbid {unit}={place}", f"{unit} has no way to avoid {name(self.position, place)}")
                )
        return [step for step in steps if (step.end, step.turn + step.lasts) in good]

    def _spots(
        self, piece: Piece, step: Step, standing: dict[Spot, list[int]], present: dict[Spot, list[int]]
    ) -> Iterator[tuple[int, State]]:
        """The wants that a step's unit is seen by, and in which state."""
        for spot in self.book.standings(self.position, piece, step):
            if spot in standing:
                yield from ((n, spot[2]) for n in standing[spot])
        if present:
            for spot in self.book.presences(self.position, step):
                if spot in present:
                    yield from ((n, spot[2]) for n in present[spot])

    def _add_option(self, kind: int, piece: Piece, step: Step) -> None:
        purses: dict[tuple[str, int], list[tuple[Duty, bool]]] = defaultdict(list)
        raises: list[Duty] = []
        for n, state in self._spots(piece, step, self.standing, self.present):
            want = self.wants[n]
            amount = want.credit(piece, state)
            if amount:
                duty = Duty(n, amount, want.paired(piece))
                whole = want.whole or self.book.indivisible(self.position, state)
                boxed = want.box_purse and state.startswith("box:")
                purses[want.box_purse if boxed else want.purse, want.turn].append((duty, whole))
            raised = want.raised_by(piece, state)
            if raised:
                raises.append(Duty(n, raised))
        credits = [_credit(duties) for duties in purses.values()]
        if step.act is Act.GUARD and not credits:
            return
        for name in step.stands_in:
            if name in self.number and piece.res:
                credits.append(Credit((Duty(self.number[name], piece.res),), True))
        tied = piece.unit.front_value if step.act is Act.GUARD and step.tied is None else step.tied or ZERO
        if step.fires:
            self.fired[step.fires].append(len(self.options))
        self.options.append(
            Option(
                act=step.act,
                kind=kind,
                turn=step.turn,
                start=step.start,
                end=step.end,
                lasts=step.lasts,
                rule=step.rule,
                why=step.why,
                credits=tuple(credits),
                raises=tuple(raises),
                draws=self._draws(step.draws),
                tied=tied,
                moves=int(step.act in MOVING or (step.spends_mp and step.start != step.end)),
                spends=step.spends,
            )
        )

    def _draws(self, draws: Iterable[tuple[str, int, Fraction, bool]]) -> tuple[Draw, ...]:
        return tuple(
            Draw(self.budget_number[budget], turn, amount, guarded)
            for budget, turn, amount, guarded in draws
            if budget in self.budget_number and turn < self.turns
        )

    # -- what no unit does ----------------------------------------------------------------------------------------

    def _met_sets(self) -> dict[str, list[tuple[int, ...]]]:
        met: dict[str, list[tuple[int, ...]]] = defaultdict(list)
        for rule in self.book.rules:
            for trigger, names in rule.meets(self.position):
                met[trigger].append(tuple(self.number[name] for name in names if name in self.number))
        return met

    def _add_activities(self, met: dict[str, list[tuple[int, ...]]]) -> None:
        for rule in self.book.rules:
            for activity in rule.activities(self.position):
                needs = self._trigger(activity.needs, activity.turn, met) if activity.needs else None
                if activity.needs and needs is None:
                    continue
                self.options.append(
                    Option(
                        act=activity.act,
                        kind=None,
                        turn=activity.turn,
                        start=activity.start,
                        end=activity.end,
                        rule=activity.rule,
                        why=activity.why,
                        draws=self._draws(activity.draws),
                        most=activity.most,
                        needs=needs,
                        spends=activity.spends,
                    )
                )

    def _trigger(self, name: str, last: int, met: dict[str, list[tuple[int, ...]]]) -> int | None:
        """The trigger as it stands after the options of turn `last`; None if nothing can bring it about."""
        if (name, last) not in self.trigger_number:
            options = tuple(
                n
                for full, numbers in self.fired.items()
                if full == name
                for n in numbers
                if self.options[n].turn <= last
            )
            sets = tuple(wants for wants in met.get(name, ()) if all(self.wants[n].turn <= last for n in wants))
            exists = bool(options or sets)
            self.trigger_number[name, last] = len(self.triggers) if exists else None
            if exists:
                self.triggers.append(Trigger(f"{name}:{last}", last, options, sets))
        return self.trigger_number[name, last]

    # -- demands --------------------------------------------------------------------------------------------------

    def _demands(self, met: dict[str, list[tuple[int, ...]]]) -> tuple[tuple[Demand, ...], tuple[PenaltyGroup, ...]]:
        groups: dict[str, tuple[int, PenaltyGroup]] = {}
        demands = []
        for want in self.wants:
            last = want.turn - 1 if want.check is Check.OWN_INITIAL else want.turn
            waived = self._trigger(want.waived_by, last, met) if want.waived_by else None
            after = self._trigger(want.due_after, last, met) if want.due_after else None
            never_due = bool(want.due_after) and after is None
            numbers = []
            for penalty in want.penalties:
                if penalty.group not in groups:
                    groups[penalty.group] = (len(groups), self._group(want, penalty))
                numbers.append(groups[penalty.group][0])
            demands.append(
                Demand(
                    id=want.id,
                    rule=want.rule,
                    turn=want.turn,
                    check=want.check,
                    where=want.where,
                    places=tuple(sorted(want.states)),
                    required=ZERO if never_due else want.required,
                    measure=want.measure,
                    groups=tuple(numbers),
                    sentence=want.sentence,
                    waived_by=waived,
                    due_after=after,
                )
            )
        return tuple(demands), tuple(group for _, group in groups.values())

    def _group(self, want: Want, penalty: Penalty) -> PenaltyGroup:
        return PenaltyGroup(
            id=penalty.group, rule=want.rule, turn=want.turn, currency=penalty.currency, price=penalty.price,
            per=penalty.per, rounding=penalty.rounding, weight=penalty.weight, sentence=penalty.sentence,
            paid_from=tuple(self.budget_number[name] for name in penalty.paid_from if name in self.budget_number),
            counted=penalty.counted,
        )  # fmt: skip

    def _budgets(self) -> Iterator[Budget]:
        for spec in self.budgets:
            yield Budget(
                spec.id, spec.rule, spec.label, spec.opening, spec.income, spec.carries, spec.points, spec.waivable
            )

    def _allowances(self) -> Iterator[Allowance]:
        for rule in self.book.rules:
            for grant in rule.grants(self.position):
                duties = tuple(Duty(self.number[name], grant.amount) for name in grant.wants if name in self.number)
                if duties:
                    yield Allowance(Credit(duties, divisible=True), grant.rule, grant.sentence)


def _credit(duties: list[tuple[Duty, bool]]) -> Credit:
    """REs are divided among duties that take them alike; otherwise the unit does one of them."""
    whole = any(indivisible for _, indivisible in duties) or len({duty.amount for duty, _ in duties}) > 1
    return Credit(tuple(duty for duty, _ in duties), divisible=not whole)


RP_CURRENCIES: tuple[Currency, ...] = ("inf_rp", "arm_rp", "air_rp", "srp", "sp")


def tiers_of(priorities: Priorities) -> tuple[Tier, ...]:
    """What to minimise, one after the other, as the player orders it; merged tiers are one, by his rates."""
    worth = {currency: priorities.worth.get(currency, Fraction(1)) for currency in RP_CURRENCIES}
    money: dict[str, tuple[tuple[Currency, Fraction], ...]] = {
        "breaches": (("breaches", Fraction(1)),),
        "vp": (("vp", Fraction(1)),),
        "partisan_attacks": (("partisan_attacks", Fraction(1)),),
        "replacement_points": tuple(worth.items()),
    }
    tiers: list[Tier] = []
    merged = tuple(name for name in priorities.order if name in priorities.merge)
    for name in priorities.order:
        if name in merged:
            if name == merged[0]:
                together = tuple(pair for part in merged for pair in money[part])
                tiers.append(Tier(" + ".join(merged), together))
        elif name in money:
            tiers.append(Tier(name, money[name]))
        else:
            tiers.append(Tier(name, strength=name == "strength", moves=name == "moves", changes=name == "changes"))
    return tuple(tiers)
