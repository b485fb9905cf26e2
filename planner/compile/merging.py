"""Kinds of units that the first tiers cannot tell apart, as one kind.

A division and a stronger division that may do the same things and count for as much are one to every tier but strength.
What is proven of the merged problem is proven of the whole one: a path of the merged kind is a path of any unit that
begins where it begins, so a solution can be divided among the real kinds again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from models.problem import ZERO, Credit, Option, Problem, State, Trigger, UnitKind

LEAST_SAVED = 0.2  # of the options, below which merging is not worth a program of its own

Node = tuple[State, int]  # state, turn


@dataclass(frozen=True)
class Merged:
    """The problem of the first tiers with fewer kinds, and the way back."""

    problem: Problem
    whole: Problem
    kind_of: list[int]  # kind -> merged kind
    counterpart: list[int]  # option -> the merged option that does as well
    origin: dict[tuple[int | None, int], int]  # kind and merged option -> the option that it stands for

    def hint(self, likely: Sequence[int]) -> list[int]:
        """Likely numbers of takers of each option, merged."""
        sums = [0] * len(self.problem.options)
        for n, count in enumerate(likely):
            sums[self.counterpart[n]] += count
        return sums

    def divided(self, taken: Sequence[int]) -> list[int]:
        """How many take each option of the whole problem: who has come to a state takes any step that begins there.

        The weakest stand guard or go to where a guard is wanted, so that not too much strength is tied down.
        """
        waiting: dict[tuple[int, State, int], list[int]] = defaultdict(list)  # the kinds of those who are there
        for k, kind in enumerate(self.whole.kinds):
            for _, state, turn in kind.members:
                waiting[self.kind_of[k], state, turn].append(k)
        found = [0] * len(self.whole.options)
        options = self.problem.options
        stays = [option.start == option.end for option in options]
        for j in sorted(range(len(options)), key=lambda j: (options[j].turn, not options[j].credits, stays[j])):
            option = options[j]
            if option.kind is None:
                found[self.origin[None, j]] = taken[j]
            elif taken[j]:
                node = (option.kind, option.start, option.turn)
                here = sorted(waiting[node], key=lambda k: self.whole.kinds[k].strength)
                gone, waiting[node] = here[: taken[j]], here[taken[j] :]
                waiting[option.kind, option.end, option.turn + option.lasts] += gone
                for k in gone:
                    found[self.origin[k, j]] += 1
        return found


def merge(problem: Problem) -> Merged | None:
    """Merge what the tiers before strength cannot tell apart; None if there is little to gain."""
    tiers = tuple(takewhile(lambda tier: not tier.strength and not tier.changes, problem.tiers))
    looks = _looks(problem.options)
    kind_of = _merged_kinds(problem, looks)
    idle = _idle(problem)
    options: list[Option] = []
    number: dict[tuple[int | None, int], int] = {}  # merged kind and look -> merged option
    origin: dict[tuple[int | None, int], int] = {}
    keys = [
        (None, n) if option.kind is None else (kind_of[option.kind], looks[idle.get(n, n)])
        for n, option in enumerate(problem.options)
    ]
    for n, option in enumerate(problem.options):
        if n in idle:
            continue
        if keys[n] not in number:
            number[keys[n]] = len(options)
            options.append(replace(option, kind=keys[n][0], tied=ZERO))
        origin[option.kind, number[keys[n]]] = n
    if not tiers or len(options) > (1 - LEAST_SAVED) * len(problem.options):
        return None
    counterpart = [number[key] for key in keys]
    merged = replace(
        problem, tiers=tiers, options=tuple(options), kinds=_kinds(problem, kind_of), expected=(),
        triggers=tuple(_fired_by(trigger, counterpart) for trigger in problem.triggers),
    )  # fmt: skip
    return Merged(merged, problem, kind_of, counterpart, origin)


def _looks(options: Sequence[Option]) -> list[int]:
    """A number for each option, the same for two that differ in nothing but the kind and what it ties down."""
    numbers: dict[object, int] = {}
    known: dict[int, int] = {}  # by identity: many options share their credits

    def credit(each: Credit) -> int:
        if id(each) not in known:
            known[id(each)] = numbers.setdefault(each, len(numbers))
        return known[id(each)]

    return [
        numbers.setdefault(
            (
                option.act, option.turn, option.start, option.end, option.lasts, option.how,
                tuple(credit(each) for each in option.credits), option.raises, option.draws, option.moves,
                option.needs, option.spends, option.fires,
            ),
            len(numbers),
        )
        for option in options
    ]  # fmt: skip


def _merged_kinds(problem: Problem, looks: list[int]) -> list[int]:
    """Kinds that have the same steps wherever both can come are merged."""
    steps: list[dict[Node, set[int]]] = [defaultdict(set) for _ in problem.kinds]
    for option, look in zip(problem.options, looks, strict=True):
        if option.kind is not None:
            steps[option.kind][option.start, option.turn].add(look)
    kind_of: list[int] = []
    together: list[dict[Node, set[int]]] = []
    for mine in steps:
        fitting = (
            m for m, theirs in enumerate(together) if all(theirs.get(at, begun) == begun for at, begun in mine.items())
        )
        m = next(fitting, len(together))
        if m == len(together):
            together.append({})
        together[m].update(mine)
        kind_of.append(m)
    return kind_of


def _idle(problem: Problem) -> dict[int, int]:
    """Options that count for nothing where another that leads as far counts: that is never worse, unless it sets
    something off.
    """
    watched = {demand for trigger in problem.triggers for wanted in trigger.met for demand in wanted}
    alike: dict[tuple[int | None, State, State, int, int], list[int]] = defaultdict(list)
    for n, option in enumerate(problem.options):
        bound = option.draws or option.raises or option.fires or option.spends or option.needs is not None
        if option.kind is not None and not bound:
            alike[option.kind, option.start, option.end, option.turn, option.lasts].append(n)
    found: dict[int, int] = {}
    for ways in alike.values():
        by_credit = sorted(ways, key=lambda n: (not problem.options[n].credits, problem.options[n].moves))
        best = problem.options[by_credit[0]]
        if not best.credits or any(duty.demand in watched for credit in best.credits for duty in credit.duties):
            continue
        for n in by_credit[1:]:
            if not problem.options[n].credits and problem.options[n].moves >= best.moves:
                found[n] = by_credit[0]
    return found


def _kinds(problem: Problem, kind_of: list[int]) -> tuple[UnitKind, ...]:
    members: dict[int, list[UnitKind]] = defaultdict(list)
    for kind, m in zip(problem.kinds, kind_of, strict=True):
        members[m].append(kind)
    return tuple(
        UnitKind(" / ".join(kind.name for kind in kinds), tuple(one for kind in kinds for one in kind.members), ZERO)
        for _, kinds in sorted(members.items())
    )


def _fired_by(trigger: Trigger, counterpart: list[int]) -> Trigger:
    return replace(trigger, options=tuple(dict.fromkeys(counterpart[n] for n in trigger.options)))
