"""Figures add up: lines to totals, totals to what was minimised, on every paper."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest
import report_samples

from models.advice import Advice
from models.position import Position
from models.quantities import pretty
from models.settings import Settings
from planner.advise import advice_of
from planner.audit import audit
from planner.load import load_scenario
from planner.report.contents import Contents, Loss
from planner.report.html import html_report
from planner.report.names import currency
from planner.solving import solve_here

SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"
SHOWN = tuple(sorted(file.stem for file in SCENARIOS.glob("*.yaml")))


@pytest.fixture(scope="module", params=SHOWN)
def advised(request: pytest.FixtureRequest) -> tuple[Position, Advice]:
    """A shipped scenario and advice for it; nothing here depends on which plan was found."""
    scenario = load_scenario(SCENARIOS / f"{request.param}.yaml")
    settings = Settings(time_limit=15)
    return scenario, advice_of(scenario, settings, solve_here(scenario, settings), 0.0)


def _by_label(losses: tuple[Loss, ...]) -> dict[str, Fraction]:
    found: dict[str, Fraction] = defaultdict(Fraction)
    for loss in losses:
        found[loss.of_what] += loss.amount if loss.line.counted else 0
    return {label: amount for label, amount in found.items() if amount}


def _lost(totals: dict[str, Fraction]) -> dict[str, Fraction]:
    return {currency(name): amount for name, amount in totals.items() if amount}


def test_the_losses_printed_add_up_to_the_totals(advised: tuple[Position, Advice]) -> None:
    contents = Contents(*advised)
    assert _by_label(contents.losses) == _lost(contents.advice.totals)
    assert _by_label(contents.losses_now) == _lost(contents.advice.now)
    assert {cost.label: cost.now - cost.saved for cost in contents.costs if cost.now != cost.saved} == _lost(
        contents.advice.totals
    )


def test_the_parts_of_a_tier_add_up_to_what_the_audit_says(advised: tuple[Position, Advice]) -> None:
    scenario, advice = advised
    audited = audit(scenario, advice.plan).tiers
    assert {row.result.name: row.total for row in Contents(scenario, advice).tiers} == audited


def test_a_sum_told_with_a_tier_is_the_tiers_value(advised: tuple[Position, Advice]) -> None:
    """On the command line and in its object as in the report: nothing that the tier adds up is left out."""
    told = [row for row in advised[1].tiers if row.arithmetic]
    assert [row.name for row in told if not row.arithmetic.endswith(f" = {pretty(row.value)}")] == []


def test_every_budget_line_closes_with_what_it_had_and_got_less_what_it_spent(advised: tuple[Position, Advice]) -> None:
    lines = [line for account in Contents(*advised).accounts for line in account.lines]
    assert lines
    assert [line for line in lines if line.opening + line.income - line.spent != line.closing] == []


def test_the_report_says_the_sums_it_has_made(advised: tuple[Position, Advice]) -> None:
    scenario, advice = advised
    page = html_report(scenario, advice)
    for name, amount in advice.totals.items():
        if amount:
            assert f'Together, {currency(name)}</td><td class="num">{pretty(amount)}</td>' in page


def test_two_missing_res_cost_two_attacks_in_one_turn_and_four_in_two() -> None:
    """44.B.2.a: a major city hex wants 2 REs, each missing RE lets one attack through; by hand in the sample."""
    contents = Contents(report_samples.scenario(), report_samples.advice())
    (cost,) = contents.costs
    assert (cost.label, cost.now, cost.planned, cost.saved) == ("Extra partisan attacks", 4, 2, 2)
    (now,) = contents.losses_now
    assert (now.turns, now.times, now.where, now.amount) == ("Jul 1 43, Jul 2 43", 2, "Brussels", 4)


def test_an_attack_weighs_half_in_its_tier() -> None:
    """Ruling partisan_attack_value, by default one half."""
    tiers = {row.result.name: row for row in Contents(report_samples.scenario(), report_samples.advice()).tiers}
    assert tiers["partisan_attacks"].arithmetic == "2 extra partisan attacks × ½ = 1"
    assert tiers["partisan_attacks"].total == 1
    assert tiers["moves"].arithmetic == "1 move = 1"
    assert tiers["vp"].arithmetic == ""


def test_totals_that_the_lines_do_not_add_up_to_are_objected_to() -> None:
    true = report_samples.advice()
    wrong = true.model_copy(update={"totals": true.totals | {"vp": Fraction(1)}})
    headings = [found.heading for found in Contents(report_samples.scenario(), wrong).objections]
    assert headings[0] == "The sums are wrong."
    assert "The sums are wrong." not in [
        found.heading for found in Contents(report_samples.scenario(), true).objections
    ]


def test_fort_levels_are_told_by_fort_and_value_and_rps_by_the_fort_they_go_into() -> None:
    """atlantic_wall_44: two levels each at Dieppe and Dunkerque, an RP each into Boulogne and Calais."""
    scenario = load_scenario(SCENARIOS / "atlantic_wall_44.yaml")
    settings = Settings(time_limit=30)
    advice = advice_of(scenario, settings, solve_here(scenario, settings), 0.0)
    (row,) = [tier for tier in advice.tiers if tier.name == "replacement_points"]
    assert row.value == 2 + 2 * Fraction(1, 3) + 2 * Fraction(5, 8)
    assert row.arithmetic == (
        "2 fort levels at Dieppe × ⅓ + 2 fort levels at Dunkerque × ⅝"
        " + 1 infantry RP into boulogne battery + 1 infantry RP into calais works = 3 11/12"
    )
    dated = [(line.turn, line.amount) for line in advice.penalties if line.id.startswith("fort:dieppe battery")]
    assert dated == [("Apr 1 44", 1), ("Apr 2 44", 1)]
    assert not [
        found for found in advice.demands if found.missing and found.turn == "Apr 3 44" and found.rule == "40.B"
    ]
