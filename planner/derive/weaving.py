"""Every path that every kind of unit could take through the horizon, and the demands along it."""

from __future__ import annotations

from collections import defaultdict

from models.plan import Plan, Wishes
from models.position import Position
from models.problem import ZERO, Act, Demand, Expected, Option, Problem, State, Trigger, UnitKind
from planner.derive.reading import MOVING, Reading, looked_at
from planner.rules.interface import AnyPiece, Step

Node = tuple[State, int]


def derive(scenario: Position, wishes: Wishes | None = None, previous: Plan | None = None) -> Problem:
    """All options, demands and budgets of a position, given what the player has decided and planned before."""
    return _Weaver(Reading(scenario), wishes or Wishes()).weave(previous)


class _Weaver:
    """Collects what the rules say and numbers it."""

    def __init__(self, reading: Reading, wishes: Wishes) -> None:
        self.reading = reading
        self.turns = reading.turns
        self.wishes = wishes
        self.options: list[Option] = []
        self.fired: dict[str, list[int]] = defaultdict(list)
        self.kinds: list[UnitKind] = []
        self.refused: list[tuple[str, str]] = []
        self.triggers: list[Trigger] = []
        self.trigger_number: dict[tuple[str, int], int | None] = {}
        self.planned: set[tuple[int, State]] = set()  # where the earlier plan had units come to, by turn

    def weave(self, previous: Plan | None) -> Problem:
        """Units first, then what no unit does, then the demands in their groups."""
        reading = self.reading
        number = {str(reading.scenario.turn_at(turn)): turn for turn in range(self.turns)}
        self.planned = {(number.get(order.turn, -1), order.to) for order in (previous.orders if previous else ())}
        for piece, members in reading.pieces(self.wishes.units):
            self._add_kind(piece, members)
        met = reading.met_sets()
        for activity, option in reading.activities():
            needs = self._trigger(activity.needs, activity.turn, met) if activity.needs else None
            if not activity.needs or needs is not None:
                self.options.append(option.needing(needs))
        demands = self._demands(met)
        return Problem(
            turns=self.turns,
            kinds=tuple(self.kinds),
            options=tuple(self.options),
            demands=demands,
            groups=reading.groups,
            budgets=reading.budgets,
            triggers=tuple(self.triggers),
            allowances=tuple(reading.allowances()),
            tiers=reading.tiers,
            expected=self._expected(previous),
            warnings=reading.warnings(),
            refused=tuple(self.refused),
        )

    # -- units ----------------------------------------------------------------------------------------------------

    def _add_kind(self, piece: AnyPiece, members: tuple[tuple[str, State, int], ...]) -> None:
        """Walk every path that a kind of unit could take through the horizon."""
        kind, unit = len(self.kinds), members[0][0]
        self.kinds.append(UnitKind(piece.name, members, piece.unit.front_value))
        pins = {place for name, place in self.wishes.pins if name == unit}
        forbids = {place for name, place in self.wishes.forbids if name == unit}
        starts = {(state, turn) for _, state, turn in members if turn < self.turns}
        steps = self._walk(piece, starts, pins, forbids)
        if pins or forbids:
            steps = self._keep_what_can_be_granted(piece, steps, starts, pins, forbids, unit)
        for step in steps:
            option = self.reading.option(kind, piece, step)
            if step.act is Act.GUARD and not option.credits:
                continue  # nobody is looking: staying free is as good
            if step.fires:
                self.fired[step.fires].append(len(self.options))
            self.options.append(option)

    def _walk(self, piece: AnyPiece, starts: set[Node], pins: set[State], forbids: set[State]) -> list[Step]:
        found: list[Step] = []
        seen, frontier = set(starts), list(starts)
        while frontier:
            state, turn = frontier.pop()
            for step in self.reading.steps(piece, state, turn):
                if self._dropped(piece, step, pins, forbids):
                    continue
                found.append(step)
                node = (step.end, turn + step.lasts)
                if node[1] < self.turns and node not in seen:
                    seen.add(node)
                    frontier.append(node)
        return found

    def _dropped(self, piece: AnyPiece, step: Step, pins: set[State], forbids: set[State]) -> bool:
        """A step is dropped if the player forbids it, or if it can do nothing within the horizon."""
        start, end = self.reading.place(step.start), self.reading.place(step.end)
        if end in forbids:
            return True
        if pins:
            stays_elsewhere = start == end and end not in pins and step.act in (Act.GUARD, Act.STAY, Act.HOLD)
            return stays_elsewhere or (start in pins and end not in pins)
        if step.in_vain and (step.turn, step.end) not in self.planned:
            return True
        if forbids or step.act is Act.SHIFT:
            return False  # it may have to get away, or to make room for another
        late = step.act in MOVING and step.turn + step.lasts >= self.turns and (step.turn, step.end) not in self.planned
        return late and not any(self.reading.seen_by(piece, step))

    def _keep_what_can_be_granted(
        self, piece: AnyPiece, steps: list[Step], starts: set[Node], pins: set[State], forbids: set[State], unit: str
    ) -> list[Step]:
        """Keep the steps from which the wish can still come true at the end of the horizon."""
        into: dict[Node, list[Step]] = defaultdict(list)
        for step in steps:
            into[step.end, step.turn + step.lasts].append(step)
        good = {node for node in into if node[1] >= self.turns and (not pins or self.reading.place(node[0]) in pins)}
        frontier = list(good)
        while frontier:
            for step in into[frontier.pop()]:
                node = (step.start, step.turn)
                if node not in good:
                    good.add(node)
                    frontier.append(node)
        if not starts <= good:
            stuck = f": {self.reading.book.why_stuck(piece)}" if self.reading.book.why_stuck(piece) else ""
            both = pins & forbids
            for place in sorted(both):
                reason = f"{unit} is to stand at {self.reading.name(place)} and to keep away from it"
                self.refused += [(f"pin {unit}={place}", reason), (f"forbid {unit}={place}", reason)]
            for place in sorted(pins if not both else ()):
                reason = f"{unit} cannot come to stand at {self.reading.name(place)} within the horizon{stuck}"
                self.refused.append((f"pin {unit}={place}", reason))
            for place in sorted(forbids if not both else ()):
                reason = f"{unit} has no way to keep away from {self.reading.name(place)}{stuck}"
                self.refused.append((f"forbid {unit}={place}", reason))
        return [step for step in steps if (step.end, step.turn + step.lasts) in good]

    # -- triggers, demands, last turn's plan ----------------------------------------------------------------------

    def _trigger(self, name: str, last: int, met: dict[str, list[tuple[int, ...]]]) -> int | None:
        """The trigger as it stands after the options of turn `last`; None if nothing can bring it about."""
        if (name, last) not in self.trigger_number:
            options = tuple(n for n in self.fired.get(name, ()) if self.options[n].turn <= last)
            wants = self.reading.wants
            sets = tuple(numbers for numbers in met.get(name, ()) if all(wants[n].turn <= last for n in numbers))
            exists = bool(options or sets)
            self.trigger_number[name, last] = len(self.triggers) if exists else None
            if exists:
                self.triggers.append(Trigger(f"{name}:{last}", last, options, sets))
        return self.trigger_number[name, last]

    def _demands(self, met: dict[str, list[tuple[int, ...]]]) -> tuple[Demand, ...]:
        demands = []
        for want, groups in zip(self.reading.wants, self.reading.groups_of, strict=True):
            waived = self._trigger(want.waived_by, looked_at(want), met) if want.waived_by else None
            after = self._trigger(want.due_after, looked_at(want), met) if want.due_after else None
            never_due = bool(want.due_after) and after is None
            demands.append(
                Demand(
                    id=want.id, rule=want.rule, turn=want.turn, check=want.check, where=want.where,
                    places=tuple(sorted(want.states)), required=ZERO if never_due else want.required,
                    measure=want.measure, groups=groups, sentence=want.sentence, waived_by=waived, due_after=after,
                )
            )  # fmt: skip
        return tuple(demands)

    def _expected(self, previous: Plan | None) -> tuple[Expected, ...]:
        """How many of each kind the player's earlier plan had come to each place in each turn."""
        if previous is None:
            return ()
        turns = {str(self.reading.scenario.turn_at(turn)): turn for turn in range(self.turns)}
        kind_of = {unit: k for k, kind in enumerate(self.kinds) for unit, _, _ in kind.members}
        counted: dict[tuple[int, int, State], int] = defaultdict(int)
        for order in previous.orders:
            if order.unit in kind_of and order.turn in turns:
                counted[kind_of[order.unit], turns[order.turn], order.to] += 1
        return tuple(Expected(kind, turn, end, count) for (kind, turn, end), count in sorted(counted.items()))
