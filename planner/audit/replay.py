"""Follows every unit through its orders, asking the rules at each step whether it may."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction

from models.findings import Violation
from models.plan import Order, Plan
from models.problem import Option, State, rank_by_itself
from planner.derive import Reading
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
        """Units first, then what no unit does."""
        for kind, (piece, members) in enumerate(self.reading.pieces(self.apart)):
            for unit, state, turn in members:
                self._follow(kind, piece, unit, state, turn)
        for unit, left in self.orders.items():
            known = unit in self.found.ends
            near = get_close_matches(unit, self.found.ends, n=1) if left and not known else ()  # slow in a theatre
            hint = f"; did you mean {near[0]!r}?" if near else ""
            for order in left.values():
                self._violate(
                    unit, order.turn, "is on its way and takes no orders" if known else f"there is no such unit{hint}"
                )
        activities = list(self.reading.activities())
        for turn, order in self.unled:
            self._act(activities, turn, order)
        return self.found

    def _follow(self, kind: int, piece: AnyPiece, unit: str, state: State, turn: int) -> None:
        mine = self.orders.get(unit, {})
        while turn < self.reading.turns:
            steps = self._steps_at(kind, piece, state, turn)
            if not steps:
                break
            step, given = self._chosen(steps, piece, unit, state, turn, mine.pop(turn, None))
            self.found.taken.append(Taken(unit, piece, step, self._option(kind, piece, step), given))
            state, turn = step.end, turn + step.lasts
        self.found.ends[unit] = state

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

    def _chosen(
        self, steps: list[Step], piece: AnyPiece, unit: str, state: State, turn: int, order: Order | None
    ) -> tuple[Step, Given]:
        if order is not None:
            fitting = [step for step in steps if _is(order, step)]
            if fitting:  # who does not say how means the plain way if there is one
                return min(fitting, key=lambda step: step.how != order.how), order.duties
            self._violate(unit, order.turn, self._why_not(steps, piece, state, turn, order))
        return min(steps, key=lambda step: rank_by_itself(step.act)), None

    def _why_not(self, steps: list[Step], piece: AnyPiece, state: State, turn: int, order: Order) -> str:
        if order.start and order.start not in (state, without_marks(state)):
            return f"is at {self.reading.name(state)}, not at {self.reading.name(order.start)}"
        if reason := self.reading.refusal(piece, state, turn, order.to):
            return reason
        can = sorted({f"{step.act} ({self.reading.name(step.end)})" for step in steps})
        where = f" to {self.reading.name(order.to)}" if order.to and order.to != state else ""
        return f"cannot {order.option}{where}; it can: {', '.join(can[:8])}"

    def _act(self, activities: list[tuple[Activity, Option]], turn: int, order: Order) -> None:
        for activity, option in activities:
            if option.turn == turn and _is(order, option):
                if order.times > option.most:
                    self._violate("", order.turn, f"{order.option}: {order.times} times is more than {option.most}")
                self.found.taken.append(Taken("", None, None, option, None, order.times, activity.needs))
                return
        self._violate("", order.turn, f"nobody can {order.option} from {order.start!r} to {order.to!r}")

    def _violate(self, unit: str, turn: str, message: str) -> None:
        self.found.violations.append(Violation(unit=unit, turn=turn, message=message))


def _is(order: Order, option: Option | Step) -> bool:
    return (
        order.option == option.act
        and order.start in ("", option.start, without_marks(option.start))
        and order.to in ("", option.end, without_marks(option.end))
        and order.how in ("", option.how)
    )
