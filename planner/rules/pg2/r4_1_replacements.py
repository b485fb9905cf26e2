"""4.1.2.3 Replacements: units out of the reserve into the gaps of formations, one a division and one more an army."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from models.pg2_forces import Formation
from models.problem import Act, Check, State
from planner.rules.interface import Activity, AnyPiece, BudgetSpec, Penalty, Rule, Want
from planner.rules.pg2.board import Board
from planner.rules.pg2.r4_1_formations import ONE, UNIT_WORTH
from planner.rules.pg2.r4_2_6_detach import offered
from planner.rules.pg2.r4_2_orders import resupplies
from planner.rules.pg2.tokens import Token


def budgets(board: Board) -> Iterator[BudgetSpec]:
    """PPs and units of the reserves, and how many replacements a formation may take each turn."""
    turns = len(board.turns)
    for region, reserve in board.campaign.reserves.items():
        name = reserve.name or region
        income = (Fraction(0), *(reserve.income,) * (turns - 1))
        yield BudgetSpec(
            f"pp:{region}", "4.2.7", f"PPs of {name}", income, reserve.pp - reserve.kept_back, points="PPs"
        )
        for kind in sorted(_kinds(board)):
            held = Fraction(reserve.units.get(kind, 0))  # type: ignore[call-overload]
            label = f"{kind.replace('_', ' ').capitalize()} units in the reserve of {name}"
            none = (Fraction(0),) * turns
            yield BudgetSpec(f"reserve:{region}:{kind}", "4.1.1.1", label, none, held, points="units")
    for formation in board.campaign.formations:
        yield from _ways_to(board, formation)
    for name, slots in _slots(board).items():
        label = f"Replacements of {name}"
        yield BudgetSpec(f"replacements:{name}", "4.1.2.3", label, (slots,) * turns, carries=False, limit=True)


def _ways_to(board: Board, formation: Formation) -> Iterator[BudgetSpec]:
    """Where a formation that lacks units has to be to be given some."""
    name, none = formation.name or formation.id, (Fraction(0),) * len(board.turns)
    ends = {region: f"the reserve of {row.name or region}" for region, row in board.campaign.reserves.items()}
    ends |= {place: f"units freed in {board.name(place)}" for place in board.ours if place not in ends}
    for end, told in ends.items() if formation.missing else ():
        label = f"Ways of {name} to {told}"
        yield BudgetSpec(f"way:{formation.id}:{end}", "4.1.2.3", label, none, carries=False, limit=True)
    for kind, short in formation.missing.items():
        label = f"Gaps of {name} in {kind.replace('_', ' ')}"
        yield BudgetSpec(f"gap:{formation.id}:{kind}", "4.1.2.3", label, none, Fraction(short), limit=True)


def _kinds(board: Board) -> frozenset[str]:
    """The kinds of units that a reserve has, somebody lacks, or something is built of."""
    found: set[str] = {"infantry"}
    for reserve in board.campaign.reserves.values():
        found.update(reserve.units)
    for formation in board.campaign.formations:
        found.update(formation.missing)
        found.update(formation.units if formation.may_disband else formation.may_detach)
    for entry in board.campaign.force_pool:
        found.update(entry.built_of)
    return frozenset(found)


def _holder(formation: Formation) -> str:
    """Whose replacements a formation takes: its army's, as the army adds one to those of its divisions."""
    return formation.army or formation.id


def _slots(board: Board) -> dict[str, Fraction]:
    """Replacements a turn: one a division (ruling replacements_per_division), one more for an army."""
    divisions: Counter[str] = Counter()
    for formation in board.campaign.formations:
        divisions[_holder(formation)] += formation.stacking
    return {name: number * board.rulings.replacements_per_division for name, number in divisions.items()}


def activities(board: Board) -> Iterator[Activity]:
    """In Logistics a formation takes replacements, which are there from the next turn on; freed units come at once."""
    for formation in board.campaign.formations:
        for kind, short in formation.missing.items():
            for turn in board.turns:
                for region in board.campaign.reserves:
                    slot = (f"replacements:{_holder(formation)}", turn, ONE, True)
                    why = f"{formation.name or formation.id} takes one {kind.replace('_', ' ')} unit"
                    yield _taken(formation, kind, short, turn, f"reserve:{region}", region, region, slot, why)
                for place in _donors(board, formation, kind):
                    freed = (f"freed:{place}:{kind}", turn, ONE, True)
                    why = f"{formation.name or formation.id} is given one {kind.replace('_', ' ')} unit freed there"
                    yield _taken(formation, kind, short, turn, place, place, board.region(place), freed, why)


def _taken(
    formation: Formation, kind: str, short: int, turn: int, start: str, way: str, region: str | None,
    limit: tuple[str, int, Fraction, bool], why: str,
) -> Activity:  # fmt: skip
    needed = (f"reserve:{region}:{kind}", f"way:{formation.id}:{way}", f"gap:{formation.id}:{kind}")
    draws = (*((budget, turn, ONE, True) for budget in needed), limit)
    rule = "4.1.2.3" if limit[0].startswith("replacements") else "4.1.1.2.a"
    covers = ((f"strength:{formation.id}:{kind}", ONE),)
    return Activity(Act.REPLACE, turn, start, formation.id, short, draws, rule=rule, why=why, how=kind, covers=covers)


def _donors(board: Board, formation: Formation, kind: str) -> Iterator[str]:
    """Where units of a kind could be freed by another formation."""
    if any(kind in kinds for name, kinds in offered(board).items() if name != formation.id):
        yield from (place for place in board.ours if board.region(place))


def wants(board: Board) -> Iterator[Want]:
    """Formations are to be brought up to their organization sheet, and what they give up is missed."""
    for formation in board.campaign.formations:
        missing = formation.missing
        for kind in dict.fromkeys((*missing, *formation.may_detach)):
            yield _missing(board, formation, kind, missing.get(kind, 0))


def _missing(board: Board, formation: Formation, kind: str, short: int) -> Want:
    name, told = formation.name or formation.id, kind.replace("_", " ")
    id, worth = f"strength:{formation.id}:{kind}", ONE if kind == "transport" else UNIT_WORTH
    taken = {f"{formation.id} takes {how}": number for how, number in _ways(formation, kind)}

    def credit(_piece: AnyPiece, state: State) -> Fraction | None:
        return taken.get(state)

    def raised_by(piece: AnyPiece, state: State) -> Fraction | None:
        token: Token = piece.unit
        return Fraction(dict(token.detached).get(kind, 0)) or None if state not in taken else None

    return Want(
        id=id, rule="4.1.2.3", turn=board.last, check=Check.LOGISTICS, where=name, required=Fraction(short),
        states=frozenset({*taken, f"{formation.id} as it is"}), credit=credit, raised_by=raised_by,
        penalties=(Penalty(id, "growth", worth, sentence=f"{name} lacks {told} units"),),
        sentence=f"{name} lacks {short} {told}", measure="units", purse=id,
    )  # fmt: skip


def _ways(formation: Formation, kind: str) -> Iterator[tuple[str, Fraction]]:
    """Every re-supply order that brings units of a kind, and how many."""
    for units, how in resupplies(formation):
        if units.get(kind):
            yield how, Fraction(units[kind])


RULE = Rule(id="4.1.2.3", title="Replacements", budgets=budgets, activities=activities, wants=wants)
