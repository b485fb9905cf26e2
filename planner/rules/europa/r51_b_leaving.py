"""51.B.4, 51.B.5, 51.B.13, 51.B.17, 51.B.19: units that the order of battle takes out of play, and what they give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import floor

from models.orders_of_battle import Line
from models.places import CITIES
from models.pools import Points
from models.problem import Act, State
from models.units import Unit, UnitType
from planner.rules.europa.position import Position
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.europa.r51_lines import (
    ONE,
    VERB_RULES,
    ZERO,
    Draws,
    due_lines,
    fits,
    full_for_cadre,
    lost_for_good,
    matching,
    overdue_want,
    paid,
    serving,
    worth,
)
from planner.rules.europa.r52_a_costs import full_strength, price, split
from planner.rules.interface import AnyPiece, BudgetSpec, Rule, Step, Want

DISBANDED_MOST = Fraction(3)  # REs per theatre and turn, 51.B.5.c
DISBAND_BONUS = Fraction(1)  # infantry RP for each RE, 51.B.5
NO_BONUS = frozenset({UnitType.MILITIA, UnitType.NKVD})  # 51.B.5, 52.J.2.a
INFANTRY = frozenset({
    UnitType.INF, UnitType.LT_INF, UnitType.MTN, UnitType.BORDER, UnitType.SECURITY, UnitType.STATIC, UnitType.FORT,
    UnitType.MG, UnitType.TRNG, UnitType.MILITIA, UnitType.POLICE, UnitType.PARA, UnitType.MARINE,
})  # fmt: skip  # 51.B.5.d
DISARMED_PART = 4  # special replacements are divided by this, 51.B.4
HALF, TWO_FIFTHS = Fraction(1, 2), Fraction(2, 5)
AT_HALF = frozenset({  # 52.F.5: the nations that keep half of their losses, the others 40 %
    "german", "finnish", "british", "commonwealth", "american", "us", "free_french", "spanish", "swiss", "swedish",
})  # fmt: skip
Amounts = dict[Points, Fraction]


def forfeit(position: Position, unit: Unit) -> Amounts:
    """What replacing a unit would cost, which is forfeited if one from the pool must go (ruling forfeit_basis)."""
    strength = price(position.rulings, unit)
    if position.rulings.forfeit_basis == "cadre" and unit.counter and unit.counter.cadre:
        strength = unit.counter.cadre.average
    return {points: share * strength for points, share in split(unit).items()}


def full_gain(unit: Unit) -> Amounts:
    """What a full division gives above its cadre: the price of rebuilding the one into the other (51.B.19)."""
    cadre = unit.counter.cadre.average if unit.counter and unit.counter.cadre else ZERO
    return {points: share * (full_strength(unit) - cadre) for points, share in split(unit).items()}


def steps(position: Position, piece: AnyPiece, state: State, turn: int) -> Iterator[Step]:
    """The lines that a unit may serve from where it is."""
    if not may_act(position, turn):
        return
    on_map, pooled = state in position.places, state.startswith(("eliminated:", "isolated:"))
    if on_map or state.startswith("box:"):
        yield from _from_the_map(position, piece, state, turn)
    if on_map:
        yield from _disbanded(position, piece, state, turn)
    if pooled:
        yield from _from_the_pool(position, piece, state, turn)
    if not state.startswith("gone:"):
        yield from _disarmed(position, piece, state, turn)


def _gone(
    position: Position, line: Line, piece: AnyPiece, state: State, turn: int, draws: Draws, value: Fraction, how: str,
    act: Act = Act.WITHDRAW,
) -> Step:  # fmt: skip
    how = f"{line.id}, {how}" if how else line.id
    return Step(
        act, turn, state, f"gone:{line.id}", rule=VERB_RULES[line.does], why=f"{line.label}: out of play", how=how,
        draws=((f"ob:{line.id}", turn, ONE, True), *draws), tied=value, serves=serving(position, line, turn),
    )  # fmt: skip


def _from_the_map(position: Position, piece: AnyPiece, state: State, turn: int) -> Iterator[Step]:
    """Withdrawn or transferred: any unisolated unit of the kind, a full division for its cadre too."""
    isolated = state in position.places and not position.supplied(state, turn)
    lost = lost_for_good(position, piece.unit, turn)
    for line in due_lines(position, turn, "withdraw", "transfer"):
        if line.unit is None or state.startswith("box:") or (isolated and not _isolated_may_go(position, line)):
            continue
        if fits(position, line.unit, piece.unit):
            yield _gone(position, line, piece, state, turn, (), lost, "")
        elif line.does == "withdraw" and full_for_cadre(position, line.unit, piece.unit):
            gain = full_gain(piece.unit)
            draws = paid(position, piece.unit, state, turn + 1, _negative(gain)) or ()
            told = f"full division for the cadre, {_words(gain)} next turn"
            yield _gone(position, line, piece, state, turn, draws, lost - worth(position, gain), told)
    if isolated or position.rulings.pool_missing == "delay_only":
        return
    for line in due_lines(position, turn, "remove_from_pool"):  # 51.B.20, 51.G: none in the pool, so one from the map
        if line.unit and fits(position, line.unit, piece.unit) and _short_in_pool(position, line):
            back = forfeit(position, piece.unit)
            draws = paid(position, piece.unit, state, turn, _negative(back)) or ()
            refund = (f"instead:{line.id}", turn, ONE, True)
            yield _gone(position, line, piece, state, turn, (*draws, refund), lost - worth(position, back),
                        f"from the map, {_words(back)} back")  # fmt: skip


def _isolated_may_go(position: Position, line: Line) -> bool:
    """An isolated unit is transferred only if no other is there (51.B.17, ruling transfer_isolated)."""
    last_resort = line.does == "transfer" and position.rulings.transfer_isolated == "last_resort"
    return last_resort and line.unit is not None and matching(position, line.unit, "") < line.left


def _from_the_pool(position: Position, piece: AnyPiece, state: State, turn: int) -> Iterator[Step]:
    """Taken out of the pool: free if the line says so, else in place of one that is not there, at its full price."""
    value = lost_for_good(position, piece.unit, turn) / 100  # a copy that can be rebuilt is worth more than none
    value *= 1 if state.startswith("isolated:") else 2
    for line in due_lines(position, turn, "remove_from_pool", "withdraw", "transfer"):
        if line.unit is None or not fits(position, line.unit, piece.unit.model_copy(update={"cadre": line.unit.cadre})):
            continue
        if line.does == "remove_from_pool":
            yield _gone(position, line, piece, state, turn, (), value, "")
        elif short_on_map(position, line):
            price = forfeit(position, piece.unit)
            draws = paid(position, piece.unit, state, turn, price, guarded=False) or ()
            instead = (f"instead:{line.id}", turn, ONE, True)
            yield _gone(position, line, piece, state, turn, (*draws, instead), value + worth(position, price),
                        f"from the pool, {_words(price)} forfeited")  # fmt: skip


def short_on_map(position: Position, line: Line) -> int:
    """How many of a line, and of lines like it, nobody on the map can serve."""
    if line.unit is None:
        return 0
    alike = [
        other for other in position.scenario.order_of_battle
        if other.does in ("withdraw", "transfer") and other.unit == line.unit
        and position.line_due[other.id] < len(position.turns)
    ]  # fmt: skip
    there = matching(position, line.unit, "") + _full_divisions(position, line)
    return max(0, sum(other.left for other in alike) - there)


def _full_divisions(position: Position, line: Line) -> int:
    return sum(
        unit.count for unit in position.scenario.units
        if line.does == "withdraw" and line.unit and unit.at in position.places and position.supplied(unit.at, 0)
        and full_for_cadre(position, line.unit, unit)
    )  # fmt: skip


def _short_in_pool(position: Position, line: Line) -> int:
    there = matching(position, line.unit, "eliminated:", "isolated:") if line.unit else 0
    return max(0, line.left - there)


def _disbanded(position: Position, piece: AnyPiece, place: State, turn: int) -> Iterator[Step]:
    """Disbanded in a supplied city without enemy ZOC: the listed RPs and 1 for each RE, usable next turn (51.B.5)."""
    lines = tuple(due_lines(position, turn, "disband"))
    if not lines:
        return
    unit, here = piece.unit, position.places[place]
    hq = any(other.type is UnitType.ARMY_HQ and other.at == place for other in position.scenario.units)
    if not position.supplied(place, turn) or here.enemy_zoc or not (here.kind & CITIES or hq):
        return
    if unit.nationality != "soviet" and unit.type not in INFANTRY:
        return  # 51.B.5.d
    for line in lines:
        if line.unit is None or not fits(position, line.unit, unit):
            continue
        gain: Amounts = dict(line.gives)
        if unit.type not in NO_BONUS:
            gain["inf"] = gain.get("inf", ZERO) + DISBAND_BONUS * piece.res
        draws = paid(position, unit, place, turn + 1, _negative(gain)) or ()
        room = (f"disband:{position.theatre_of(place)}", turn, piece.res, True)
        value = lost_for_good(position, unit, turn) - worth(position, gain)
        yield _gone(position, line, piece, place, turn, (*draws, room), value, f"{_words(gain)} next turn", Act.DISBAND)


def _disarmed(position: Position, piece: AnyPiece, state: State, turn: int) -> Iterator[Step]:
    """Disarmed: everybody the line means, at once; what it brings is divided among those on the map (51.B.4)."""
    for line in due_lines(position, turn, "disarm"):
        if line.unit is None or not fits(position, line.unit, piece.unit):
            continue
        draws: Draws = ()
        whole, all_worth = disarm_income(position, line)
        if state in position.places and all_worth and turn == max(0, position.line_due[line.id]):
            share = whole * price(position.rulings, piece.unit) / all_worth
            draws = paid(position, piece.unit, state, turn, {"inf": -share}) or ()
        yield Step(Act.DISARM, turn, state, f"gone:{line.id}", rule="51.B.4", why=f"{line.label}: disarmed",
                   draws=draws, tied=ZERO)  # fmt: skip


def disarm_income(position: Position, line: Line) -> tuple[Fraction, Fraction]:
    """The infantry RPs of a disarming, a quarter of the specials rounded down, and the strength behind them."""
    if line.unit is None:
        return ZERO, ZERO
    strength, specials = ZERO, ZERO
    for unit in position.scenario.units:
        if unit.at in position.places and fits(position, line.unit, unit):
            worth_of = price(position.rulings, unit) * unit.count
            strength += worth_of
            specials += worth_of * (HALF if unit.nationality in AT_HALF else TWO_FIFTHS)
    return Fraction(floor(specials / DISARMED_PART)), strength


def bars(position: Position, piece: AnyPiece, step: Step) -> str | None:
    """Who is to be disarmed does nothing else."""
    if step.act in (Act.DISARM, Act.GONE) or not may_act(position, step.turn):
        return None
    for line in due_lines(position, step.turn, "disarm"):
        if line.unit and fits(position, line.unit, piece.unit):
            return f"51.B.4: {line.label}: it is disarmed"
    return None


def wants(position: Position) -> Iterator[Want]:
    """Withdrawals, transfers and removals from the pool that must be made."""
    for turn in position.turns:
        for line in due_lines(position, turn, "withdraw", "transfer", "remove_from_pool"):
            yield overdue_want(position, line, turn, line.left)


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """Three REs disbanded per theatre and turn; substitutes only for as many as are missing."""
    turns = len(position.turns)
    if any(line.does == "disband" for line in position.scenario.order_of_battle):
        theatres = {district.theatre for district in position.districts.values()} | {"main"}
        for theatre in sorted(theatres):
            label = f"REs that may be disbanded ({theatre})"
            yield BudgetSpec(f"disband:{theatre}", "51.B.5", label, (DISBANDED_MOST,) * turns, carries=False,
                             points="REs", limit=True)  # fmt: skip
    for line in position.scenario.order_of_battle:
        if line.does in ("withdraw", "transfer", "remove_from_pool"):
            short = _short_in_pool(position, line) if line.does == "remove_from_pool" else short_on_map(position, line)
            yield BudgetSpec(f"instead:{line.id}", VERB_RULES[line.does], f"Substitutes for {line.label}",
                             (ZERO,) * turns, Fraction(short), limit=True)  # fmt: skip


def _negative(amounts: Mapping[Points, Fraction]) -> Amounts:
    return {points: -amount for points, amount in amounts.items()}


def _words(amounts: Mapping[Points, Fraction]) -> str:
    return " + ".join(f"{amount} {points}" for points, amount in amounts.items() if amount) + " RPs"


RULE = Rule(id="51.B.19", title="Units that leave play", steps=steps, bars=bars, wants=wants, budgets=budgets)
