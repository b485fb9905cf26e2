"""51 What all lines of the order of battle have in common: when due, whom they mean, who pays, what is overdue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from models.orders_of_battle import LETS_GO, SENDS, Line, Template
from models.pools import Points, Pool
from models.problem import Act, Check, State
from models.units import Unit
from planner.rules.europa.pieces import recruits
from planner.rules.europa.position import Position
from planner.rules.interface import AnyPiece, BudgetSpec, Penalty, Rule, Step, Want

ZERO, ONE = Fraction(0), Fraction(1)
VERB_RULES = {
    "arrive": "51.B.10", "add_to_garrison": "51.B.1", "add_to_pool": "51.B.1.a", "forming": "51.B.7", "full": "51.B.7",
    "release": "51.B.11", "replace": "51.B.15", "release_reserve": "51.C.1", "convert": "51.B.3", "upgrade": "51.B.18",
    "reorganize": "51.B.14", "form": "51.B.6", "withdraw": "51.B.19", "transfer": "51.B.17",
    "remove_from_pool": "51.B.13", "disband": "51.B.5", "disarm": "51.B.4", "note": "51.B.9", "points": "51.A.11",
    "mobilize": "51.B.8", "return": "51.B.16", "assembly": "51.B.1.c", "remove_from_breakdown": "51.B.12",
}  # fmt: skip
Amounts = dict[Points, Fraction]
Draws = tuple[tuple[str, int, Fraction, bool], ...]
WORTH = {"inf": "inf_rp", "arm": "arm_rp", "air": "air_rp", "srp": "srp", "sp": "sp"}


def due_lines(position: Position, turn: int, *verbs: str) -> Iterator[Line]:
    """The lines of these verbs that may be carried out in a turn."""
    for line in position.scenario.order_of_battle:
        if line.does in verbs and position.line_due[line.id] <= turn and line.left:
            yield line


def fits(position: Position, template: Template, unit: Unit) -> bool:
    """Whether a unit, as it stands, is one that a line means: by nationality, size, type and strength (51)."""
    if position.rulings.use_unit_ids == "true" and template.ids:
        return unit.id in template.ids
    shown = unit.strengths
    return (
        template.nationality in (None, unit.nationality)
        and template.type in (None, unit.type)
        and template.size in (None, unit.size)
        and template.cadre == unit.cadre
        and (template.counter is None or (unit.counter is not None and template.counter.full[:3] == shown[:3]))
    )


def meant(position: Position, line: Line) -> Template | None:
    """Whom a line means; a transfer does not repeat the nationality (51.B.17, ruling transfer_match_nation)."""
    anybody = line.does == "transfer" and position.rulings.transfer_match_nation == "false"
    return line.unit.model_copy(update={"nationality": None}) if line.unit and anybody else line.unit


def full_for_cadre(position: Position, template: Template, unit: Unit) -> bool:
    """Whether a unit is a full division whose cadre a line means (51.B.19)."""
    if not template.cadre or unit.cadre or unit.counter is None or unit.counter.cadre is None:
        return False
    return fits(position, template, unit.model_copy(update={"cadre": True}))


def matching(position: Position, template: Template, *states: str, supplied: bool = True) -> int:
    """How many counters of the file a line could mean, in states that begin so ("" = on the map, in supply)."""
    found = 0
    for unit in position.scenario.units:
        kind, colon, _ = unit.at.partition(":")
        here = f"{kind}:" if colon else ""
        if here in states and fits(position, template, unit):
            found += unit.count if colon or not supplied or position.supplied(unit.at, 0) else 0
    return found


def pool_of(position: Position, nationality: str, state: State, points: Points) -> Pool | None:
    """The pool that pays and is paid for a unit: its MD's, else its theatre's, of its nationality or anybody's."""
    place = position.places.get(state)
    district = place.district if place else state.partition(":")[2]
    theatre = position.theatre_of(state)
    pools = [
        pool for pool in position.scenario.pools
        if pool.points == points and pool.nationality in ("", nationality)
        and ((pool.district and pool.district == district) or (pool.district is None and pool.theatre == theatre))
    ]  # fmt: skip
    return min(pools, key=lambda pool: (pool.district is None, not pool.nationality), default=None)


def paid(
    position: Position, unit: Unit, state: State, turn: int, amounts: Mapping[Points, Fraction], guarded: bool = True
) -> Draws | None:
    """What pools pay in a turn (or receive, below zero); None if a pool that must pay is not in the file."""
    draws = []
    for points, amount in amounts.items():
        pool = pool_of(position, unit.nationality, state, points)
        if pool is None and amount > 0 and guarded:
            return None
        if pool is not None and amount:
            draws.append((f"pool:{pool.id}", turn, amount, guarded and amount > 0))
    return tuple(draws)


def received(
    position: Position, unit: Unit, state: State, turn: int, amounts: Mapping[Points, Fraction]
) -> tuple[Draws, Fraction]:
    """What pools receive in a turn, and what that is worth; points that no pool takes are worth nothing."""
    draws: list[tuple[str, int, Fraction, bool]] = []
    taken: dict[Points, Fraction] = {}
    for points, amount in amounts.items():
        pool = pool_of(position, unit.nationality, state, points)
        if pool is not None and amount:
            draws.append((f"pool:{pool.id}", turn, -amount, False))
            taken[points] = amount
    return tuple(draws), worth(position, taken)


def lost_for_good(position: Position, unit: Unit, turn: int) -> Fraction:
    """What the front misses if a unit leaves play: its strength, for as long as the player looks ahead."""
    return unit.front_value * (len(position.turns) - turn + position.scenario.priorities.outlook)


def worth(position: Position, amounts: Mapping[Points, Fraction]) -> Fraction:
    """What RPs are worth in the same measure, at the player's rates."""
    priorities = position.scenario.priorities
    rates: Mapping[str, Fraction] = {str(key): rate for key, rate in priorities.worth.items()}
    return sum((rates.get(WORTH.get(points, ""), ONE) * amount for points, amount in amounts.items()), ZERO) * (
        priorities.kept
    )


def returns_of(position: Position, name: str) -> list[Line]:
    """The lines that bring back what a line has taken off the map (51.B.16)."""
    return [line for line in position.scenario.order_of_battle if line.does == "return" and line.of == name]


def gone(
    position: Position, line: Line, state: State, turn: int, draws: Draws, value: Fraction, how: str,
    act: Act = Act.WITHDRAW,
) -> Step:  # fmt: skip
    """A step out of play, or off the map until another line brings the unit back."""
    away = "away" if returns_of(position, line.id) else "gone"
    return Step(
        act, turn, state, f"{away}:{line.id}", rule=VERB_RULES[line.does], why=f"{line.label}: out of play",
        how=f"{line.id}, {how}" if how else line.id, draws=((f"ob:{line.id}", turn, ONE, True), *draws), tied=value,
        serves=serving(position, line, turn),
    )  # fmt: skip


def amounts_in_words(amounts: Mapping[Points, Fraction]) -> str:
    """Points as a sentence names them."""
    return " + ".join(f"{amount} {points}" for points, amount in amounts.items() if amount) + " RPs"


def serving(position: Position, line: Line, turn: int) -> tuple[tuple[str, Fraction], ...]:
    """The wants that carrying out a line once meets: of this turn and all that follow."""
    return tuple((f"ob:{line.id}:{later}", ONE) for later in position.turns if later >= turn)


def overdue_want(position: Position, line: Line, turn: int, required: int) -> Want:
    """A line that must be carried out and is not, for as long as it is not."""
    name, rule = f"ob:{line.id}:{turn}", VERB_RULES[line.does]
    what = line.unit.words if line.unit else ", ".join(unit.name or unit.id for unit in line.units)
    told = f"{line.does.replace('_', ' ')} {what}"
    penalty = Penalty(name, "overdue", ONE, sentence=f"{line.label}: {told} is overdue")
    return Want(
        name, rule, turn, Check.ENEMY_INITIAL, line.label, frozenset(), Fraction(required), (penalty,),
        f"the order of battle says since {line.turn}: {told}", lambda _piece, _state: None, "units",
        purse=f"ob:{line.id}",
    )  # fmt: skip


def steps(position: Position, piece: AnyPiece, state: State, turn: int) -> Iterator[Step]:
    """What is out of play stays so; what is not yet in play waits."""
    kind = state.partition(":")[0]
    if kind == "gone":
        yield Step(Act.GONE, turn, state, state, rule="51", why="is out of play", tied=ZERO)
    elif kind == "bound":  # began its journey in an earlier turn
        end = state.partition(":")[2]
        yield Step(Act.ARRIVE, turn, state, end, spends_mp=True, rule="44", why="ends its journey", tied=ZERO)
    elif kind in ("pending", "reserve", "away", "breakdown"):
        late = _kept_out(position, state, turn)  # what the front misses while it is delayed (51.A.2)
        yield Step(
            Act.WAIT, turn, state, state, rule="51", why="waits for its line of the order of battle",
            tied=piece.unit.front_value if late else ZERO,
        )  # fmt: skip


def _kept_out(position: Position, state: State, turn: int) -> bool:
    kind, _, name = state.partition(":")
    return kind == "pending" and any(line.id == name for line in due_lines(position, turn, "arrive", "mobilize"))


def budgets(position: Position) -> Iterator[BudgetSpec]:
    """How often a line may be carried out."""
    for line in position.scenario.order_of_battle:
        if line.does in SENDS | LETS_GO | {"disband"} or (line.does == "mobilize" and line.unit):
            at = max(position.line_due[line.id], 0)
            income = tuple(Fraction(line.left if turn == at else 0) for turn in position.turns)
            yield BudgetSpec(f"ob:{line.id}", VERB_RULES[line.does], line.label, income, points="units", limit=True)


def warnings(position: Position) -> Iterator[str]:
    """Lines that are due and that nobody in the file can serve, and the free text of those that are only told."""
    everybody = (*position.scenario.units, *recruits(position))
    for line in position.scenario.order_of_battle:
        at = position.line_due[line.id]
        if at >= len(position.turns) or not line.left:
            continue
        rule = VERB_RULES[line.does]
        if line.does == "note":
            yield f"{rule}: {line.turn}: {line.name}"
        for template in (meant(position, line), *line.beside):
            if template is None or any(
                fits(position, template, unit) or full_for_cadre(position, template, unit) for unit in everybody
            ):
                continue
            yield f"{rule}: {line.label}: no unit of the file is {template.words}; the line waits until one is"


RULE = Rule(id="51", title="Order of battle", steps=steps, budgets=budgets, warnings=warnings)
