"""The arithmetic behind the reference cards, and that the cards are whole."""

from __future__ import annotations

import pytest

from models.pg2_forces import Formation
from models.pg2_map import OBJECTIVES, Size
from planner.report.rules import rules_text
from planner.rules.cards import card_as_text
from planner.rules.clauses import clauses
from planner.rules.pg2.battle import (
    BLITZ,
    BLITZ_BREAKTHROUGH,
    BREAKTHROUGH,
    LATE_ENTRY,
    OBJECTIVE_TABLE,
    STANDARD,
    Announcement,
    airports,
    battle_turns,
    captured,
    ferries,
    free_divisions,
    half,
    halves,
    least_left,
    open_to_reaction,
    partisans_from,
    to_capture,
)
from planner.rules.pg2.cards import CARDS


def test_attacker_and_defender_start_with_all_objectives() -> None:
    """In every row of the table, and the rows are those that a territory may have."""
    assert tuple(OBJECTIVE_TABLE) == OBJECTIVES
    assert all(attacker + defender == number for number, (attacker, defender, _) in OBJECTIVE_TABLE.items())
    assert [to_capture(number) for number in OBJECTIVES] == [2, 1, 2, 3, 4, 6, 8]


def test_a_battle_has_a_turn_for_deployment_and_one_for_accounting() -> None:
    """22 is 1 + 20 + 1, a Blitz 1 + 25 + 1; turns 7 to 16 of a combined Blitz breakthrough are ten."""
    assert (battle_turns(STANDARD), battle_turns(BLITZ)) == (20, 25)
    assert (battle_turns(BREAKTHROUGH), battle_turns(BLITZ_BREAKTHROUGH)) == (10, 15)
    assert BLITZ_BREAKTHROUGH - LATE_ENTRY == 10


def test_seven_divisions_that_attack_ten_leave_three_free() -> None:
    """And nobody if there are fewer defenders than attackers."""
    assert free_divisions(7, 10) == 3
    assert free_divisions(10, 7) == 0


def test_a_side_reacts_where_the_other_has_just_attacked_or_reinforced() -> None:
    """Germany attacks A and C, Russia reinforces A and attacks B: Germany may react in A and B, C is closed."""
    said = [Announcement(attacks=frozenset("AC"))]
    assert open_to_reaction(said) == set("AC")
    said.append(Announcement(attacks=frozenset("B"), reinforces=frozenset("A")))
    assert open_to_reaction(said) == set("AB")
    said += [Announcement(reinforces=frozenset("AB")), Announcement(reinforces=frozenset("B"))]
    assert open_to_reaction(said) == set("B")


@pytest.mark.parametrize(("strength", "fights_with", "keeps"), [(10, 5, 5), (9, 5, 4), (7, 4, 3), (1, 1, 1)])
def test_a_unit_in_formed_condition_fights_partisans_at_half_strength(
    strength: int, fights_with: int, keeps: int
) -> None:
    """Rounded up; at worst it loses that much, but it is never destroyed."""
    assert half(strength) == fights_with
    assert least_left(strength) == keeps
    assert sum(halves(strength)) == strength


def test_a_surrender_feeds_the_enemy_and_the_partisans() -> None:
    """Half of the equipment, a third of the strength, both rounded down."""
    assert (captured(9), captured(1)) == (4, 0)
    assert partisans_from(100) == (33, 6)


def test_airports_and_ferries() -> None:
    """A defender in a major city has three airports; two armies and a bridging engineer in defence four ferries."""
    assert airports(Size.MAJOR, air_base=False) == airports(Size.NONE, air_base=True) == 3
    assert airports(Size.NONE, air_base=False) == 1
    assert ferries(2, 1, defender=True) == 4


def test_an_army_of_three_divisions_counts_four_for_stacking() -> None:
    """Its headquarters is one more."""
    army = Formation(id="a", nation="germany", kind="army", at="x", divisions=3, units={"infantry": 9})
    assert army.stacking == 4


def test_every_card_is_a_whole_table_with_a_clause() -> None:
    """Every row has a cell for every column, and `garrison rules` shows the card under its section."""
    sections = {clause.section for clause in clauses("pg2")}
    for card in CARDS:
        assert card.rule in sections
        assert all(len(row) == len(card.columns) for row in card.rows)
        assert card_as_text(card) in (rules_text(card.rule) or "")
