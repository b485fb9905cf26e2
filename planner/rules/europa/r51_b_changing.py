"""51.B.1.c, 51.B.3, 51.B.6, 51.B.7, 51.B.14 and 51.B.18: units that turn into others where they stand.

The old counter leaves and pays into what has been given up in that place; the new counter comes in there and draws on
it in the same turn. So both happen together, in one place, or not at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from models.orders_of_battle import CHANGES, Line, Recruit, Template
from models.problem import Act, State
from models.units import Size, Unit, UnitType
from planner.rules.europa.position import Position
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.europa.r51_lines import (
    ONE,
    VERB_RULES,
    ZERO,
    Amounts,
    Draws,
    due_lines,
    fits,
    lost_for_good,
    matching,
    overdue_want,
    paid,
    received,
    serving,
    worth,
)
from planner.rules.europa.r52_a_costs import price, split, strength_as
from planner.rules.interface import AnyPiece, BudgetSpec, Rule, Step, Want

GAIN_AFTER = 2  # turns until the RPs of a reorganization come in, 51.B.14
INFANTRY_SOURCES = frozenset({  # 51.B.6.a
    UnitType.BORDER, UnitType.INF, UnitType.LT_INF, UnitType.MTN, UnitType.SECURITY,
})  # fmt: skip
ARTILLERY_SOURCES = frozenset({UnitType.ART})  # 51.B.6.b, of strength one
A_HUNDRED = Fraction(100)  # removals from a breakdown box: as many as lines ask for
ACTS = {
    "convert": Act.CONVERT, "upgrade": Act.UPGRADE, "reorganize": Act.REORGANIZE, "form": Act.FORM_UP,
    "assembly": Act.ASSEMBLE,
}  # fmt: skip


def where_it_can_be(position: Position, line: Line, state: State, turn: int) -> bool:
    """Where units may change: as cadres are rebuilt, in supply and out of enemy ZOCs; some in boxes and pools too."""
    if state in position.places:
        rulings = position.rulings
        mode = rulings.form_requirements if line.does == "form" else rulings.convert_requirements
        anywhere = mode == "none" or line.does == "assembly"
        fit = position.supplied(state, turn) and not position.places[state].enemy_zoc
        return position.owns(state, turn) and (anywhere or fit)
    kind, _, name = state.partition(":")
    if line.does == "form":
        return kind == "box" and name in line.districts
    if line.does == "convert":
        return kind == "track" and len(parts(line)) == 1  # 51.B.3: there it takes a turn more
    return line.does == "reorganize" and kind == "eliminated"


def parts(line: Line) -> tuple[Template, ...]:
    """The counters that change together, all in one hex."""
    return (line.unit, *line.beside) if line.unit else line.beside


def given_up(position: Position, line: Line, unit: Unit) -> Iterator[tuple[str, Fraction]]:
    """What a counter brings to the change: itself, or for a division to be formed its price in points."""
    if line.does == "form":
        nations = (line.units[0].nationality, *line.affiliates)
        if unit.size in (Size.DIVISION, Size.CORPS) or unit.cadre or unit.nationality not in nations:
            return
        apart = position.rulings.form_cost_by_type == "true"
        if unit.type in INFANTRY_SOURCES:
            yield "inf" if apart else "all", price(position.rulings, unit)
        elif unit.type in ARTILLERY_SOURCES and unit.size in (Size.REGIMENT, None) and ONE in unit.strengths[:2]:
            yield "art" if apart else "all", price(position.rulings, unit)
        return
    for number, template in enumerate(parts(line)):
        if fits(position, template, unit):
            yield str(number), ONE


def _made(line: Line, state: State, part: str) -> str:
    return f"made:{line.id}:{state}:{part}"


def steps(position: Position, piece: AnyPiece, state: State, turn: int) -> Iterator[Step]:
    """Old counters give themselves up where they stand; the new one takes their place."""
    if not may_act(position, turn):
        return
    kind, _, name = state.partition(":")
    for line in due_lines(position, turn, *CHANGES):
        if kind == "pending" and line.id == name:
            for where in _places(position, line, turn):
                yield from _new(position, line, piece, state, where, turn)
        elif kind != "pending" and where_it_can_be(position, line, state, turn):
            for part, amount in given_up(position, line, piece.unit):
                yield _old(position, line, piece, state, turn, part, amount)


def _old(position: Position, line: Line, piece: AnyPiece, state: State, turn: int, part: str, amount: Fraction) -> Step:
    end = f"gone:{line.id}"
    if line.does == "form":  # used up, but not out of play (51.B.6)
        end = f"eliminated:{state.partition(':')[2] or _pool_for_the_used_up(position, piece.unit, state)}"
    elif line.does == "assembly":
        end = f"breakdown:{line.id}"
    return Step(
        ACTS[line.does], turn, state, end, rule=VERB_RULES[line.does], why=f"{line.label}: makes way for the new unit",
        how=f"{line.id}, {part}", draws=((_made(line, state, part), turn, -amount, False),),
        tied=lost_for_good(position, piece.unit, turn),
    )  # fmt: skip


def _pool_for_the_used_up(position: Position, unit: Unit, place: State) -> str:
    """The theatre of the pool that small units go to: the front's, or their nation's (ruling form_pool)."""
    nations = [pool for pool in position.scenario.pools if pool.level == "national"]
    mine = [pool.theatre for pool in nations if pool.nationality in ("", unit.nationality)]
    return mine[0] if mine and position.rulings.form_pool == "national" else position.theatre_of(place)


def _places(position: Position, line: Line, turn: int) -> Iterator[State]:
    yield from (key for key in position.places if where_it_can_be(position, line, key, turn))
    if line.does == "form":
        yield from (f"box:{district}" for district in line.districts)
    kind = {"reorganize": "eliminated:", "convert": "track:"}.get(line.does, "nowhere:")
    boxes = {unit.at for unit in position.scenario.units if unit.at.startswith(kind)}
    yield from sorted(box for box in boxes if where_it_can_be(position, line, box, turn))


def _new(position: Position, line: Line, piece: AnyPiece, state: State, where: State, turn: int) -> Iterator[Step]:
    """The new counter, in place of what was given up there, for its price; a division at whatever strength it can."""
    unit = piece.unit
    if line.does == "form":
        yield from _formed(position, line, unit, state, where, turn)
        return
    costs: Amounts = dict(line.costs)
    if where.startswith("eliminated:") and position.rulings.pool_reorg_cost == "free":
        costs = {}
    draws = paid(position, unit, where, turn, costs)
    if draws is None:
        return
    gain, gained = received(position, unit, where, turn + GAIN_AFTER, line.gives)
    value = worth(position, costs) - gained - lost_for_good(position, unit, turn)
    alone = {str(number): ONE for number in range(len(parts(line)))}
    if line.full_on is None:
        yield _taken(position, line, state, where, turn, alone, value, "", (*draws, *gain), None)
        return
    late = turn - position.scenario.offset(line.turn)  # 51.B.7: as many turns later as the change was late
    for district in line.districts:
        step = _taken(position, line, state, where, turn, alone, value, f"from {where}", (*draws, *gain),
                      f"full@{position.scenario.offset(line.full_on) + late}")  # fmt: skip
        yield _ending(step, f"forming:{district}", f", +{late} turns" if late else "")


def _formed(position: Position, line: Line, unit: Unit, state: State, where: State, turn: int) -> Iterator[Step]:
    """At full strength, at its unsupported strength, or as its cadre (51.B.6)."""
    full = strength_as(unit, "full")
    sides: list[tuple[str, Fraction, str | None]] = [("full", full, None)]
    if unit.counter and unit.counter.cadre:
        sides.append(("cadre", strength_as(unit, "cadre"), "cadre"))
    other = unit.unsupported if isinstance(unit, Recruit) else None
    if other is not None:
        sides.append(("unsupported", other.full.average, str(other)))
    for how, strength, into in sides:
        need = {points: share * strength for points, share in _form_cost(line, unit).items()}
        if position.rulings.form_cost_by_type == "false":
            need = {"all": sum(need.values(), ZERO)}
        value = -lost_for_good(position, unit, turn) * strength / (full or ONE)
        yield _taken(position, line, state, where, turn, need, value, how, (), into)


def _form_cost(line: Line, unit: Unit) -> dict[str, Fraction]:
    total = sum(line.costs.values(), ZERO)
    shares: Mapping[str, Fraction] = (
        {points: amount / total for points, amount in line.costs.items()} if total else dict(split(unit).items())
    )
    return dict(shares)


def _taken(
    position: Position, line: Line, state: State, where: State, turn: int, need: Mapping[str, Fraction],
    value: Fraction, how: str, draws: Draws, into: str | None,
) -> Step:  # fmt: skip
    given = tuple((_made(line, where, part), turn, amount, True) for part, amount in need.items() if amount)
    if line.does == "assembly":  # 51.B.12
        draws = (*draws, (f"assembled:{line.id}", turn, -A_HUNDRED, False))
    return Step(
        ACTS[line.does], turn, state, where, rule=VERB_RULES[line.does], how=how,
        why=f"{line.label}: in place of what stood at {position.name(where)}", draws=(*given, *draws), tied=value,
        serves=serving(position, line, turn), into=into,
        fires=f"assembled:{line.id}" if line.does == "assembly" else "",
    )  # fmt: skip


def _ending(step: Step, end: State, told: str) -> Step:
    return replace(step, end=end, why=step.why + told)


def wants(position: Position) -> Iterator[Want]:
    """Conversions are made when they can be; nobody has to rebuild units for them (51.B.3)."""
    if position.rulings.convert_mandatory == "false":
        return
    for turn in position.turns:
        for line in due_lines(position, turn, "convert"):
            if all(matching(position, template, "") for template in parts(line)):
                want = overdue_want(position, line, turn, sum(unit.count for unit in line.units))
                effort = ONE if _can_be_made(position, line, turn) else position.rulings.convert_effort_weight
                yield replace(want, penalties=tuple(replace(each, weight=effort) for each in want.penalties))


def _can_be_made(position: Position, line: Line, turn: int) -> bool:
    """Whether all that a conversion takes stands together, as the file has it, where it can be made."""
    return any(
        where_it_can_be(position, line, place, turn)
        and all(
            any(unit.at == place and fits(position, template, unit) for unit in position.scenario.units)
            for template in parts(line)
        )
        for place in {unit.at for unit in position.scenario.units if unit.at in position.places}
    )


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """What has been given up for a new unit in each place, in one turn."""
    nothing = (ZERO,) * len(position.turns)
    for line in position.scenario.order_of_battle:
        if line.does not in CHANGES or position.line_due[line.id] >= len(position.turns):
            continue
        names = [str(number) for number in range(len(parts(line)))]
        if line.does == "form":
            names = ["inf", "art", "arm", "all"]
        spots = {key for turn in position.turns for key in _places(position, line, turn)}
        for where in sorted(spots):
            for part in names:
                label = f"Given up at {position.name(where)} for {line.label}"
                yield BudgetSpec(_made(line, where, part), VERB_RULES[line.does], label, nothing, carries=False,
                                 limit=True)  # fmt: skip


def warnings(position: Position) -> Iterator[str]:
    """Conversions that nobody can make yet, though somebody fits."""
    for line in position.scenario.order_of_battle:
        if line.does != "convert" or position.line_due[line.id] >= len(position.turns):
            continue
        for template in parts(line):
            somewhere = any(fits(position, template, unit) for unit in position.scenario.units)
            if somewhere and not matching(position, template, ""):
                yield f"51.B.3: {line.label}: no {template.words} is on the map and in supply; the conversion waits"


RULE = Rule(id="51.B.3", title="Units that change", steps=steps, wants=wants, budgets=budgets, warnings=warnings)
