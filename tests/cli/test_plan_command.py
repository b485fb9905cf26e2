"""`garrison plan`: exit codes, the JSON object, pins and bans, and what is said where something is wrong."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from unittest.mock import patch

import pytest
from command import Ran, apart, here

from models.advice import Advice
from models.plan import OutOfTime
from models.position import Position
from models.problem import PenaltyGroup
from models.settings import Settings
from planner.advise import advice_of
from planner.load import load_scenario
from planner.load.rulesets import scenario_from_json
from planner.solving import solve_here


def in_this_process(scenario: Position, settings: Settings, watch: object = None) -> Advice:
    """Advice without a child, so that faults can be planted."""
    return advice_of(scenario.looking_ahead(settings.turns), settings, solve_here(scenario, settings), 0.1)


def test_a_proven_plan_exits_with_0_and_prints_nothing_but_one_object(planned: tuple[Ran, Path]) -> None:
    ran, _ = planned
    assert ran.code == 0
    assert ran.err == ""
    assert ran.json["status"] == "optimal"
    assert ran.json["proof"] == "once"


def test_the_object_has_exact_totals_as_text(planned: tuple[Ran, Path]) -> None:
    """2½ and 1½ missing at ½ VP: 1¼ + ¾ = 2; if nobody moves twice 1¼."""
    body = planned[0].json
    assert body["totals"]["vp"] == "2"
    assert body["now"]["vp"] == "5/2"
    assert {body["totals"][name] for name in ("partisan_attacks", "inf_rp", "arm_rp", "air_rp", "srp", "sp")} == {"0"}
    assert body["totals"].keys() == body["now"].keys()


def test_the_object_has_the_tiers_in_order(planned: tuple[Ran, Path]) -> None:
    found = [(tier["name"], tier["value"], tier["bound"], tier["proven"]) for tier in planned[0].json["tiers"]]
    assert ("vp", "2", "2", True) in found
    assert ("strength", "2", "2", True) in found
    assert ("moves", "1", "1", True) in found
    assert all(proven for _, _, _, proven in found)


def test_the_object_has_orders_for_real_units(planned: tuple[Ran, Path]) -> None:
    (rail,) = [order for order in planned[0].json["orders"] if order["option"] == "rail"]
    wanted = {"unit": "1 Inf", "turn": "Jul 1 43", "from": "inland", "to": "coast", "rule": "44"}
    assert {key: rail[key] for key in wanted} == wanted
    assert "why" in rail


def test_the_object_has_every_demands_arithmetic(planned: tuple[Ran, Path]) -> None:
    demands = {demand["id"]: demand for demand in planned[0].json["demands"]}
    second = demands["garrison:coast:1"]
    assert (second["required"], second["covered"], second["missing"]) == ("5/2", "1", "3/2")
    assert (second["rule"], second["turn"], second["place"]) == ("44.A.7.a.1", "Jul 2 43", "coast")
    assert second["units"] == [{"unit": "1 Inf", "amount": "1"}]
    assert "½ VP" in second["penalty"]


def test_the_object_has_every_budget_turn_by_turn(planned: tuple[Ran, Path]) -> None:
    first, second = [line for line in planned[0].json["budgets"] if line["id"] == "rail"]
    wanted = {"rule": "44", "turn": "Jul 1 43", "opening": "0", "in": "1", "spent": "1", "closing": "0"}
    assert {key: first[key] for key in wanted} == wanted
    assert (second["turn"], second["spent"]) == ("Jul 2 43", "0")


def test_the_object_says_how_the_rules_were_read_and_how_to_get_it_again(planned: tuple[Ran, Path]) -> None:
    body = planned[0].json
    assert body["rulings"]["flexible_rounding"] == "proportional"
    made = body["provenance"]
    assert len(made["scenario"]) == 64
    assert {"garrison-planner", "ortools", "python"} <= made["versions"].keys()
    assert made["parameters"]["turns"] == "2"
    assert made["seed"] == 1
    assert made["seconds"] >= 0


def test_the_tables_name_the_order_the_loss_and_the_rule(coast: Path) -> None:
    with patch("planner.advise.advise", in_this_process):
        ran = here("plan", coast)
    assert ran.code == 0
    for words in ("Proven optimal", "1 Inf", "rail", "44.A.7.a.1", "Victory points"):
        assert words in ran.out


def test_pins_that_exclude_each_other_exit_with_3(coast: Path) -> None:
    """The railway carries one RE; in a single turn two regiments cannot both be at the coast."""
    with patch("planner.advise.advise", in_this_process):
        ran = here("plan", coast, "--turns", "1", "--pin", "1 Inf=coast", "--pin", "2 Inf=coast", "--json")
    assert ran.code == 3
    assert ran.json["status"] == "impossible"
    assert set(ran.json["conflict"]) == {"pin 1 Inf=coast", "pin 2 Inf=coast"}
    assert ran.json["orders"] == []


def test_a_pin_is_obeyed_and_priced(coast: Path) -> None:
    """Kept inland, the first regiment leaves the journey to the second, which ties down 3."""
    with patch("planner.advise.advise", in_this_process):
        ran = here("plan", coast, "--pin", "1 Inf=inland", "--json")
    assert ran.code == 0
    assert ran.json["totals"]["vp"] == "2"
    assert {tier["name"]: tier["value"] for tier in ran.json["tiers"]}["strength"] == "3"
    assert ran.json["provenance"]["parameters"]["pins"] == "1 Inf=inland"


def test_a_forbidden_place_is_kept_clear(coast: Path) -> None:
    with patch("planner.advise.advise", in_this_process):
        ran = here("plan", coast, "--forbid", "1 Inf=coast", "--forbid", "2 Inf=coast", "--json")
    assert ran.code == 0
    assert ran.json["totals"]["vp"] == "5/2"


def test_a_plan_that_is_not_proven_exits_with_4(coast: Path) -> None:
    def unproven(scenario: Position, settings: Settings, watch: object = None) -> Advice:
        found = solve_here(scenario, settings)
        tiers = tuple(tier.model_copy(update={"proven": False, "bound": Fraction(0)}) for tier in found.tiers)
        return advice_of(scenario, settings, found.model_copy(update={"tiers": tiers}), 0.1, "time limit")

    with patch("planner.advise.advise", unproven):
        ran = here("plan", coast, "--json")
    assert ran.code == 4
    assert ran.json["status"] == "feasible"
    assert "not proven" in ran.json["message"]


def test_no_plan_at_all_exits_with_4(coast: Path) -> None:
    def nothing(scenario: Position, settings: Settings, watch: object = None) -> Advice:
        return advice_of(scenario, settings, OutOfTime(reason="no plan was found in time"), 0.1)

    with patch("planner.advise.advise", nothing):
        ran = here("plan", coast, "--json")
    assert ran.code == 4
    assert (ran.json["status"], ran.json["proof"], ran.json["orders"]) == ("unknown", "none", [])


def test_a_disagreement_exits_with_5_and_leaves_what_reproduces_it(
    coast: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An audit that forgets halves and quarters is planted; the plan must not pass as optimal."""

    def whole_ones_only(group: PenaltyGroup, gap: Fraction) -> Fraction:
        return Fraction(group.price * gap // 1)

    monkeypatch.chdir(tmp_path)
    with patch("planner.advise.advise", in_this_process), patch("planner.audit.pricing.price", whole_ones_only):
        ran = here("plan", coast, "--json")
    assert ran.code == 5
    assert (ran.json["status"], ran.json["proof"]) == ("feasible", "disputed")
    assert "disagree" in ran.json["message"]
    (bundle,) = tmp_path.glob("*.json")
    assert str(bundle.name) in ran.err
    kept = json.loads(bundle.read_text(encoding="utf-8"))
    assert scenario_from_json(json.dumps(kept["scenario"])) == load_scenario(coast)
    assert Settings.model_validate(kept["settings"]) == Settings()
    assert kept["advice"]["proof"] == "disputed"


WRONG_WORDS = {
    "a unit that is not there": (["--pin", "1 Imf=coast"], "no such unit; did you mean '1 Inf'?"),
    "a place that is not there": (["--forbid", "1 Inf=coats"], "no such place; did you mean 'coast'?"),
    "a place like no other": (["--pin", "1 Inf=nowhere"], "no such place; write one of"),
    "half a wish": (["--pin", "1 Inf"], "write UNIT=PLACE"),
    "too many turns": (["--turns", "13"], "--turns"),
    "no time": (["--time-limit", "0"], "--time-limit"),
    "a third proof": (["--prove", "thrice"], "thrice"),
    "an unknown option": (["--pins", "1 Inf=coast"], "--pins"),
    "an earlier plan that is not there": (["--previous", "nowhere.json"], "nowhere.json"),
}


@pytest.mark.parametrize("what", WRONG_WORDS)
def test_wrong_words_exit_with_2_and_say_what_to_write(what: str, coast: Path) -> None:
    words, told = WRONG_WORDS[what]
    ran = here("plan", coast, *words)
    assert ran.code == 2
    assert ran.out == ""
    assert told in ran.err


def test_a_plan_that_cannot_be_written_exits_with_2(coast: Path, tmp_path: Path) -> None:
    with patch("planner.advise.advise", in_this_process):
        ran = here("plan", coast, "--out", tmp_path / "no such folder" / "plan.json")
    assert ran.code == 2
    assert "cannot be written" in ran.err


def test_the_installed_command_says_what_it_can_do() -> None:
    ran = apart("--help")
    assert ran.code == 0
    for command in ("plan", "audit", "validate", "report", "rules", "scenarios", "page"):
        assert command in ran.out
