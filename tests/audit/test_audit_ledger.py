"""Budgets turn by turn, and the figures of demands, against sums done by hand."""

from __future__ import annotations

from fractions import Fraction

from small_positions import DIVISION, audited, flexible, position, town, unit

from models.findings import AuditReport, DemandFinding
from models.position import Position
from planner.audit import audit

HALF = Fraction(1, 2)


def demand(report: AuditReport, name: str) -> DemandFinding:
    """One demand's finding."""
    return next(each for each in report.demands if each.id == name)


def book(report: AuditReport, budget: str) -> list[tuple[Fraction, Fraction, Fraction, Fraction]]:
    """A budget turn by turn: opening, income, spent, closing."""
    return [(line.opening, line.income, line.spent, line.closing) for line in report.budgets if line.id == budget]


def test_a_pool_carries_over_and_pays_penalties_after_what_comes_in() -> None:
    """4 British REs missing are two started threes: 1 inf RP each turn, out of 1½ and 2 more that come in July 2."""
    scenario = position(
        side="allied",
        horizon="2",
        places={"bari": {"kind": "dot"}},
        garrisons=[{"id": "bari", "kind": "allied", "at": ["bari"], "initial": {"british": {"res": "4"}}}],
        pools=[{"id": "rps", "points": "inf", "nationality": "british", "holds": "3/2", "income": {"Jul 2 43": "2"}}],
    )
    report = audit(scenario)
    assert report.totals["inf_rp"] == 2
    assert book(report, "pool:rps") == [(Fraction(3, 2), 0, 1, HALF), (HALF, 2, 1, Fraction(3, 2))]


def test_a_penalty_may_leave_a_deficit_where_an_order_may_not() -> None:
    scenario = position(
        side="allied",
        places={"bari": {"kind": "dot"}},
        garrisons=[{"id": "bari", "kind": "allied", "at": ["bari"], "initial": {"british": {"res": "3"}}}],
        pools=[{"id": "rps", "points": "inf", "nationality": "british", "holds": "0"}],
    )
    report = audit(scenario)
    assert book(report, "pool:rps") == [(0, 0, HALF, -HALF)]
    assert report.legal


def test_a_railway_saves_nothing_for_the_next_turn() -> None:
    scenario = position(
        horizon="2",
        rail_capacity="3",
        places={"a": town(), "b": town()},
        units=[unit("1 Inf", "a"), unit("44 Div", "a", DIVISION)],
        routes=[{"between": ["a", "b"], "by": "rail"}],
    )
    report = audited(
        scenario,
        {"unit": "1 Inf", "option": "rail", "to": "b"},
        {"unit": "44 Div", "turn": "Jul 2 43", "option": "rail", "to": "b"},
    )
    assert report.legal
    assert book(report, "rail") == [(0, 3, 1, 2), (0, 3, 3, 0)]
    assert report.tiers["moves"] == 2


def waived(holds: str) -> Position:
    """One Allied TF of 3 against an Axis one of 4 in the ETO: 5 strength points short of twice 4, 2½ SPs."""
    return position(
        side="allied",
        rulings={"naval_unpayable": "waived"},
        naval={
            "allied": [{"id": "Force H", "strength": "3", "at": "eto"}],
            "axis": [{"id": "Tirpitz", "strength": "4", "theatre": "north"}],
        },
        pools=[{"id": "stocks", "points": "sp", "theatre": "eto", "central": "yes", "holds": holds}],
    )


def test_what_no_pool_can_pay_is_waived_by_ruling() -> None:
    report = audit(waived("1"))
    assert report.totals["sp"] == 1
    assert book(report, "pool:stocks") == [(1, 0, 1, 0)]
    (line,) = report.penalties
    assert line.missing == 5
    assert line.arithmetic == "5 missing / 2 x 1 SP = 2½, of which 1½ cannot be paid and is waived"


def test_what_the_pool_can_pay_is_paid() -> None:
    report = audit(waived("9"))
    assert report.totals["sp"] == Fraction(5, 2)
    assert book(report, "pool:stocks") == [(9, 0, Fraction(5, 2), Fraction(13, 2))]


def test_the_findings_say_who_counts_for_how_much_and_who_does_not() -> None:
    """The coast wants 5 REs: the division counts 3, an eliminated regiment a third, a disrupted one nothing."""
    scenario = position(
        places={"coast": town(), "inland": town()},
        garrisons=[flexible("coast", "coast", "5")],
        units=[
            unit("44 Div", "coast", DIVISION), unit("1 Inf", "eliminated:main"),
            unit("2 Inf", "coast", disrupted="yes"), unit("3 Inf", "inland"),
        ],
    )  # fmt: skip
    report = audit(scenario)
    found = demand(report, "garrison:coast:0")
    assert (found.required, found.covered, found.missing) == (5, Fraction(10, 3), Fraction(5, 3))
    assert {part.unit: part.amount for part in found.units} == {"44 Div": 3, "1 Inf": Fraction(1, 3)}
    assert {each.unit: each.why for each in found.present} == {"2 Inf": "is disrupted"}
    assert report.totals["vp"] == Fraction(5, 6)  # 1⅔ x ½


def test_strength_is_tied_down_by_those_who_stand_guard_only() -> None:
    """5-7-6 is worth 6, 2-6 is worth 2: the regiment is kept free."""
    scenario = position(
        places={"coast": town()},
        garrisons=[flexible("coast", "coast", "3")],
        units=[unit("44 Div", "coast", DIVISION), unit("1 Inf", "coast")],
    )
    assert audit(scenario).tiers["strength"] == 8
    assert audited(scenario, {"unit": "1 Inf", "option": "stay free"}).tiers["strength"] == 6


def test_totals_name_every_currency_even_where_nothing_is_lost() -> None:
    report = audit(position(places={"coast": town()}))
    assert {"vp", "partisan_attacks", "inf_rp", "arm_rp", "air_rp", "srp", "sp"} <= report.totals.keys()
    assert not any(report.totals.values())


def test_a_penalty_that_a_pool_pays_is_told_beside_what_was_bought() -> None:
    """½ inf RP for three missing REs, out of a pool that holds 2."""
    scenario = position(
        side="allied",
        horizon="1",
        places={"bari": {"kind": "dot"}},
        garrisons=[{"id": "bari", "kind": "allied", "at": ["bari"], "initial": {"british": {"res": "3"}}}],
        pools=[{"id": "rps", "points": "inf", "nationality": "british", "holds": "2"}],
    )
    (line,) = [line for line in audit(scenario).budgets if line.id == "pool:rps"]
    (part,) = line.spent_on
    assert (part.amount, line.spent) == (HALF, HALF)
    assert part.what.startswith("penalty: ")
