"""Follows every unit through its orders, asking the rules at each step whether it may."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction

from models.findings import Violation
from models.plan import Order, Plan
from models.problem import Option, State
from planner.derive import Reading
from planner.derive.by_themselves import Room, by_itself
from planner.rules.interface import Activity, AnyPiece, Step, without_marks

Given = dict[str, Fraction] | None  # demand -> what the order counts there; None = not said


@dataclass(frozen=True, slots=True)
class Taken:
    """One unit, or nobody, taking an option."""

    unit: str
    piece: AnyPiece | None
    step: Step | None
    option: Option
    given: Given = None
    times: int = 1
    needs: str = ""  # a trigger's name, where nobody takes it


@dataclass
class Replay:
    """What was done, in whatever order, and what could not be."""

    taken: list[Taken] = field(default_factory=list)
    violations: list[Violation] = field(default_factory=list)
    ends: dict[str, State] = field(default_factory=dict)  # unit -> where it is after the horizon


@dataclass
class _Run:
    """One unit on its way through the turns."""

    kind: int
    piece: AnyPiece
    unit: str
    state: State
    turn: int
    taken: list[Taken] = field(default_factory=list)


def replay(reading: Reading, plan: Plan | None) -> Replay:
    """Carry out a plan, or let everybody act by himself."""
    return _Replayer(reading, plan).run()


class _Replayer:
    def __init__(self, reading: Reading, plan: Plan | None) -> None:
        self.reading = reading
        self.apart = plan.wishes.units if plan else frozenset()
        self.found = Replay()
        self.turn_number = {str(reading.scenario.turn_at(turn)): turn for turn in range(reading.turns)}
        self.orders: dict[str, dict[int, Order]] = defaultdict(dict)
        self.unled: list[tuple[int, Order]] = []
        for order in plan.orders if plan else ():
            self._file(order)
        self._steps: dict[tuple[int, State, int], list[Step]] = {}
        self._options: dict[tuple[int, int], Option] = {}
        self._room = Room(reading.budgets)

    def _file(self, order: Order) -> None:
        turn = self.turn_number.get(order.turn)
        if turn is None:
            known = ", ".join(self.turn_number)
            self._violate(order.unit, order.turn, f"{order.turn!r} is not a turn of the plan; its turns are {known}")
        elif not order.unit:
            self.unled.append((turn, order))
        elif turn in self.orders[order.unit]:
            self._violate(order.unit, order.turn, "has two orders in one turn")
        else:
            self.orders[order.unit][turn] = order

    def run(self) -> Replay:
        """Turn by turn: what no unit does, who has orders, then the others, by name, as far as limits leave room."""
        activities = list(self.reading.activities())
        unled = [self._act(activities, turn, order) for turn, order in self.unled]
        runs = [
            _Run(kind, piece, unit, state, turn)
            for kind, (piece, members) in enumerate(self.reading.pieces(self.apart))
            for unit, state, turn in members
        ]
        by_name = sorted(runs, key=lambda run: run.unit)  # whoever is grouped with whom
        for turn in range(self.reading.turns):
            here = [run for run in by_name if run.turn == turn]
            for ordered in (True, False):
                for run in here:
                    if (turn in self.orders.get(run.unit, {})) is ordered and run.turn == turn:
                        self._go_on(run)
        for run in runs:
            self.found.taken += run.taken
            self.found.ends[run.unit] = run.state
        self.found.taken += [taken for taken in unled if taken is not None]
        self._report_orders_left()
        return self.found

    def _go_on(self, run: _Run) -> None:
        """One unit takes its next step; who can do nothing is done."""
        turn = run.turn
        steps = self._steps_at(run.kind, run.piece, run.state, turn)
        if not steps:
            run.turn = self.reading.turns
            return
        step, given = self._chosen(steps, run, self.orders.get(run.unit, {}).pop(turn, None))
        option = self._option(run.kind, run.piece, step)
        self._room.book(option)
        run.taken.append(Taken(run.unit, run.piece, step, option, given))
        run.state, run.turn = step.end, turn + step.lasts

    def _report_orders_left(self) -> None:
        for unit, left in self.orders.items():
            known = unit in self.found.ends
            near = get_close_matches(unit, self.found.ends, n=1) if left and not known else ()  # slow in a theatre
            hint = f"; did you mean {near[0]!r}?" if near else ""
            for order in left.values():
                self._violate(
                    unit, order.turn, "is on its way and takes no orders" if known else f"there is no such unit{hint}"
                )

    def _steps_at(self, kind: int, piece: AnyPiece, state: State, turn: int) -> list[Step]:
        key = (kind, state, turn)
        if key not in self._steps:
            self._steps[key] = list(self.reading.steps(piece, state, turn))
        return self._steps[key]

    def _option(self, kind: int, piece: AnyPiece, step: Step) -> Option:
        key = (kind, id(step))  # the lists of `_steps` keep every step alive
        if key not in self._options:
            self._options[key] = self.reading.option(kind, piece, step)
        return self._options[key]

    def _chosen(self, steps: list[Step], run: _Run, order: Order | None) -> tuple[Step, Given]:
        if order is not None:
            fitting = [step for step in steps if _is(order, step)]
            if fitting:  # who does not say how means the plain way if there is one
                return min(fitting, key=lambda step: step.how != order.how), order.duties
            self._violate(run.unit, order.turn, self._why_not(steps, run.piece, run.state, run.turn, order))
        mine = by_itself(steps, lambda step: step.act, lambda step: self._option(run.kind, run.piece, step), self._room)
        return mine, None

    def _why_not(self, steps: list[Step], piece: AnyPiece, state: State, turn: int, order: Order) -> str:
        if order.start and order.start not in (state, without_marks(state)):
            return f"is at {self.reading.name(state)}, not at {self.reading.name(order.start)}"
        if reason := self.reading.refusal(piece, state, turn, order.to):
            return reason
        can = sorted({f"{step.act} ({self.reading.name(step.end)})" for step in steps})
        where = f" to {self.reading.name(order.to)}" if order.to and order.to != state else ""
        return f"cannot {order.option}{where}; it can: {', '.join(can[:8])}"

    def _act(self, activities: list[tuple[Activity, Option]], turn: int, order: Order) -> Taken | None:
        for activity, option in activities:
            if option.turn == turn and _is(order, option):
                if order.times > option.most:
                    self._violate("", order.turn, f"{order.option}: {order.times} times is more than {option.most}")
                self._room.book(option, order.times)
                return Taken("", None, None, option, None, order.times, activity.needs)
        self._violate("", order.turn, f"nobody can {order.option} from {order.start!r} to {order.to!r}")
        return None

    def _violate(self, unit: str, turn: str, message: str) -> None:
        self.found.violations.append(Violation(unit=unit, turn=turn, message=message))


def _is(order: Order, option: Option | Step) -> bool:
    return (
        order.option == option.act
        and order.start in ("", option.start, without_marks(option.start))
        and order.to in ("", option.end, without_marks(option.end))
        and order.how in ("", option.how)
    )
