"""4.1.2.3 Replacements: units out of the reserve into the gaps of formations, one a division and one more an army."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from models.pg2_forces import Formation
from models.problem import Act, Check, State
from planner.rules.interface import Activity, BudgetSpec, Penalty, Rule, Want
from planner.rules.pg2.board import Board
from planner.rules.pg2.r4_1_formations import ONE, UNIT_WORTH
from planner.rules.pg2.r4_2_orders import resupplies


def budgets(board: Board) -> Iterator[BudgetSpec]:
    """PPs and units of the reserves, and how many replacements a formation may take each turn."""
    turns = len(board.turns)
    for region, reserve in board.campaign.reserves.items():
        name = reserve.name or region
        income = (Fraction(0), *(reserve.income,) * (turns - 1))
        yield BudgetSpec(f"pp:{region}", "4.2.7", f"PPs of {name}", income, reserve.pp - reserve.held, points="PPs")
        for kind in sorted(_kinds(board)):
            held = Fraction(reserve.units.get(kind, 0))  # type: ignore[call-overload]
            label = f"{kind.replace('_', ' ').capitalize()} units in the reserve of {name}"
            none = (Fraction(0),) * turns
            yield BudgetSpec(f"reserve:{region}:{kind}", "4.1.1.1", label, none, held, points="units")
    for name, slots in _slots(board).items():
        label = f"Replacements of {name}"
        yield BudgetSpec(f"replacements:{name}", "4.1.2.3", label, (slots,) * turns, carries=False, limit=True)


def _kinds(board: Board) -> frozenset[str]:
    """The kinds of units that a reserve has, somebody lacks, or something is built of."""
    found: set[str] = {"infantry"}
    for reserve in board.campaign.reserves.values():
        found.update(reserve.units)
    for formation in board.campaign.formations:
        found.update(formation.missing)
        found.update(formation.units if formation.may_disband else ())
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
    """In Logistics a formation takes replacements, which are there from the next turn on."""
    for formation in board.campaign.formations:
        region, name = board.region(formation.at), formation.name or formation.id
        for kind, short in formation.missing.items() if region else ():
            for turn in board.turns:
                yield Activity(
                    Act.REPLACE, turn, f"reserve:{region}", formation.id, short,
                    (
                        (f"reserve:{region}:{kind}", turn, ONE, True),
                        (f"replacements:{_holder(formation)}", turn, ONE, True),
                    ),
                    rule="4.1.2.3", why=f"{name} takes one {kind.replace('_', ' ')} unit", how=kind,
                    covers=((f"strength:{formation.id}:{kind}", ONE),),
                )  # fmt: skip


def wants(board: Board) -> Iterator[Want]:
    """Formations are to be brought up to their organization sheet."""
    for formation in board.campaign.formations:
        for kind, short in formation.missing.items():
            yield _missing(board, formation, kind, short)


def _missing(board: Board, formation: Formation, kind: str, short: int) -> Want:
    name, told = formation.name or formation.id, kind.replace("_", " ")
    id = f"strength:{formation.id}:{kind}"
    taken = {f"{formation.id} takes {how}": number for how, number in _ways(formation, kind)}

    def credit(_piece: object, state: State) -> Fraction | None:
        return taken.get(state)

    return Want(
        id=id, rule="4.1.2.3", turn=board.last, check=Check.LOGISTICS, where=name, states=frozenset(taken),
        required=Fraction(short), penalties=(Penalty(id, "growth", UNIT_WORTH, sentence=f"{name} lacks {told} units"),),
        sentence=f"{name} lacks {short} {told}", measure="units", purse=id, credit=credit,
    )  # fmt: skip


def _ways(formation: Formation, kind: str) -> Iterator[tuple[str, Fraction]]:
    """Every re-supply order that brings units of a kind, and how many."""
    for units, how in resupplies(formation):
        if units.get(kind):
            yield how, Fraction(units[kind])


RULE = Rule(id="4.1.2.3", title="Replacements", budgets=budgets, activities=activities, wants=wants)
