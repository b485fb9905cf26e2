"""The reference cards of chapter 40: nineteen kinds, figures as the text prints them."""

from fractions import Fraction
from pathlib import Path

import pytest

from models.forts import CARDS, ENTRENCHMENTS, FortKind
from models.scenario import Scenario
from planner.load import load_scenario
from planner.report.fort_cards import card_lines, fort_cards
from planner.report.names import Names

HALF = Fraction(1, 2)
# combat die, armour effects, SPs to attack, most strength, REs that destroy or change it, what is left
AS_PRINTED: dict[str, tuple[int | None, int, Fraction | int, int | None, int | None, str | None]] = {
    "damaged_fort": (-1, -1, HALF, 1, 0, None),
    "fort": (-2, -1, 1, 2, 0, None),
    "improved_fort": (-2, -2, 1, 2, 0, None),
    "fortified_area": (-3, -2, 1, 3, 1, None),
    "improved_fortified_area": (-3, -3, 1, 3, 1, None),
    "permanent_fortified_area": (-3, -3, 1, None, None, None),
    "fortified_zone": (-3, -3, 1, 4, 3, None),
    "permanent_fortified_zone": (-3, -3, 2, None, None, None),
    "unimproved_fortified_hexside": (-2, -3, 1, 1, 1, None),
    "fortified_hexside": (-3, -3, 2, 2, 3, "unimproved_fortified_hexside"),
    "damaged_unimproved_fortress": (-2, -1, 1, 0, 3, "damaged_fort"),
    "unimproved_fortress": (-2, -2, 2, 0, 3, "fort"),
    "damaged_fortress": (-3, -3, 1, 0, 3, "unimproved_fortress"),
    "fortress": (-3, -4, 2, 0, 3, "unimproved_fortress"),
    "port_fortification": (-3, -4, 2, None, None, None),
    "unimproved_westwall": (None, -2, 1, 0, None, None),
    "westwall": (None, -3, 2, 0, 3, "unimproved_westwall"),
    "destroyed_ouvrage": (-2, -2, 1, 0, None, None),
    "ouvrage": (-4, -5, 3, 0, 3, "destroyed_ouvrage"),
}


def test_there_are_nineteen_kinds_beside_the_entrenchments() -> None:
    assert [kind.value for kind in FortKind if kind not in ENTRENCHMENTS] == list(AS_PRINTED)
    assert [CARDS[FortKind(name)].rule for name in AS_PRINTED] == [f"40.D.{number}" for number in range(1, 20)]


@pytest.mark.parametrize("name", AS_PRINTED)
def test_a_card_says_what_the_text_prints(name: str) -> None:
    card = CARDS[FortKind(name)]
    capture = (card.capture.res, card.capture.becomes) if card.capture else (None, None)
    assert (card.die, card.armour, card.supply, card.most, *capture) == AS_PRINTED[name]


def test_an_attacked_entrenchment_is_removed_and_an_improved_one_lowered() -> None:
    """40.B.7 and 40.B.8."""
    assert "an attack at 1:2 or better: removed" in card_lines(FortKind.ENTRENCHMENT)
    assert "an attack at 1:2 or better: an entrenchment" in card_lines(FortKind.IMPROVED_ENTRENCHMENT)


def test_every_fort_of_a_scenario_has_its_card() -> None:
    scenario = load_scenario(Path(__file__).parents[2] / "scenarios" / "atlantic_wall_44.yaml")
    assert isinstance(scenario, Scenario)
    cards = fort_cards(scenario, Names(scenario))
    assert [card.name for card in cards] == [fort.id for fort in scenario.forts]
    assert cards[0].lines[0] == "combat die -3, armour effects -4"
