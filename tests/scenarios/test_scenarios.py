"""Every scenario we ship loads, lies on the map, says whose data it is, and loses what was worked out by hand."""

from fractions import Fraction
from pathlib import Path

import pytest
import yaml

from models.plan import Solved
from models.quantities import exact
from models.settings import Settings
from models.theatre import CURRENCIES
from planner import atlas
from planner.audit import audit
from planner.load import load_scenario
from planner.solving import solve_here

HERE = Path(__file__).parent
FOLDER = HERE.parent.parent / "scenarios"
EXPECTED = yaml.load((HERE / "expected.yaml").read_text("utf-8"), Loader=yaml.BaseLoader)
NAMES = sorted(EXPECTED)
OURS = "our own, plausible data; enter your own charts"


def totals_of(name: str, which: str) -> dict[str, Fraction]:
    """The totals worked out by hand, with nothing lost where nothing is said."""
    given = {currency: exact(amount) for currency, amount in EXPECTED[name][which].items()}
    assert given.keys() <= set(CURRENCIES)
    return {currency: given.get(currency, Fraction(0)) for currency in CURRENCIES}


def counted(totals: dict[str, Fraction]) -> dict[str, Fraction]:
    return {currency: totals.get(currency, Fraction(0)) for currency in CURRENCIES}


@pytest.mark.parametrize("name", NAMES)
def test_the_position_loses_what_was_worked_out(name: str) -> None:
    report = audit(load_scenario(FOLDER / f"{name}.yaml"))
    assert report.violations == ()
    assert counted(report.totals) == totals_of(name, "now")


@pytest.mark.parametrize("name", NAMES)
def test_the_best_plan_is_proven_and_loses_what_was_worked_out(name: str) -> None:
    scenario = load_scenario(FOLDER / f"{name}.yaml")
    outcome = solve_here(scenario, Settings(time_limit=240))
    assert isinstance(outcome, Solved)
    assert outcome.proven
    report = audit(scenario, outcome.plan)
    assert report.violations == ()
    assert counted(report.totals) == totals_of(name, "best")
    assert {tier.name: tier.value for tier in outcome.tiers} == report.tiers


@pytest.mark.parametrize("name", NAMES)
def test_every_plan_saves_something(name: str) -> None:
    assert totals_of(name, "best") != totals_of(name, "now")


@pytest.mark.parametrize("name", NAMES)
def test_every_place_can_be_drawn(name: str) -> None:
    for key, place in load_scenario(FOLDER / f"{name}.yaml").places.items():
        given = place.latitude is not None and place.longitude is not None
        known = atlas.position(key) or (place.name and atlas.position(place.name))
        assert given or known, f"{name}: {key} is not in the atlas; give it latitude and longitude"


@pytest.mark.parametrize("name", NAMES)
def test_the_file_says_that_the_data_are_ours(name: str) -> None:
    path = FOLDER / f"{name}.yaml"
    assert OURS in load_scenario(path).notes.lower()
    assert OURS in path.read_text("utf-8").splitlines()[0].lower()


def test_every_scenario_in_the_folder_has_its_totals_worked_out() -> None:
    europa = {path.stem for path in FOLDER.glob("*.yaml") if "ruleset: pg2" not in path.read_text("utf-8")}
    assert europa == set(NAMES)


def test_belgium_wants_eleven_res_and_its_boxes_hold_thirteen_and_nine() -> None:
    rates = {"major": 2, "dot": 2, "reference": 1}
    for name, res in (("belgium_43", 13), ("belgium_43_thin", 9)):
        scenario = load_scenario(FOLDER / f"{name}.yaml")
        kinds = [place.city_kind for place in scenario.places.values() if place.city_kind]
        assert sorted(kinds) == ["dot", "dot", "major", "major", "major", "reference"]
        assert sum(rates[kind] for kind in kinds) == 11
        boxed = [unit for unit in scenario.units if unit.at == "box:belgium" and unit.is_combat]
        assert sum(unit.regimental_equivalents * unit.count for unit in boxed) == res
