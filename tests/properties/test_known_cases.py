"""Cases in which solver, audit and enumeration once disagreed, with the answer worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from small_positions import DIVISION, flexible, position, solved, tiers, town, unit

from models.plan import Wishes
from models.position import Position
from planner.advise import agrees
from planner.audit import audit

HALF = Fraction(1, 2)


def agreed(scenario: Position, wishes: Wishes | None = None) -> dict[str, Fraction]:
    """What the optimum comes to, if the audit says the same."""
    found = solved(scenario, wishes)
    assert agrees(found, audit(scenario, found.plan))
    return tiers(scenario, wishes)


def test_naval_fines_that_nobody_can_pay_cost_nothing() -> None:
    """44.A.6.d, waived: of two TFs one is missing and no SRP is there to be lost; 5 of 8 strength points are missing at
    both checks, 2½ SPs each, and no pool of SPs is in the file to be empty.
    """
    scenario = position(
        side="allied",
        rulings={"naval_check_phase": "each_player_turn", "naval_unpayable": "waived"},
        naval={
            "allied": [{"id": "TF 1", "strength": "3", "at": "eto"}],
            "axis": [
                {"id": "A", "strength": "2", "theatre": "west"},
                {"id": "B", "strength": "2", "theatre": "west"},
            ],
        },
        pools=[{"id": "ships", "points": "srp", "theatre": "eto"}],
    )
    assert agreed(scenario) == {"replacement_points": 5}


def test_fines_empty_a_pool_only_once() -> None:
    """A pool of 3 SPs against 2½ in each of two turns: all that can be lost is 3."""
    scenario = position(
        side="allied",
        horizon="2",
        rulings={"naval_unpayable": "waived"},
        naval={
            "allied": [{"id": "TF 1", "strength": "3", "at": "eto"}],
            "axis": [{"id": "A", "strength": "4", "theatre": "west"}],
        },
        pools=[{"id": "stocks", "points": "sp", "theatre": "eto", "holds": "3"}],
    )
    assert agreed(scenario) == {"replacement_points": 3}


def test_an_activation_in_our_own_turn_is_not_taken_for_one_in_the_enemys() -> None:
    """44.A.1: half of 6 REs may come out in the enemy's turn, all of them in ours that follows. Both divisions do, so
    that nothing is tied down; their orders say no more than `activate`.
    """
    scenario = position(
        side="allied",
        moment="reaction",
        districts={"kent": {}, "sussex": {"enemy_entered": "yes"}},
        places={"dover": {"kind": "dot", "district": "kent"}},
        garrisons=[{"id": "home", "kind": "box", "districts": ["kent", "sussex"]}],
        units=[unit("1 Div", "box:kent", DIVISION), unit("2 Div", "box:kent", DIVISION)],
    )
    assert agreed(scenario) == {}


def test_a_garrison_that_an_event_will_end_is_due_until_then() -> None:
    """44.A.7.b.1.v: the Greek line is dated for the second turn; in the first, 1 American RE is wanted, for which a
    British division counts 1½ and is tied down with its strength of 6.
    """
    scenario = position(
        side="allied",
        horizon="2",
        places={"athens": {"kind": "dot", "country": "greece"}},
        garrisons=[{
            "id": "attica", "kind": "allied", "at": ["athens"], "initial": {"american": {"res": "1"}},
            "greece_garrisoned": {"american": {"res": "-1"}},
        }],
        units=[unit("1 Div", "athens", {**DIVISION, "nationality": "british"})],
        events=[{"turn": "Jul 2 43", "event": "greece_garrisoned"}],
    )  # fmt: skip
    assert agreed(scenario) == {"strength": 6}


def test_a_released_re_does_not_make_two_gaps_free_by_halves() -> None:
    """44.A.7.a.10 with gaps rounded down: Tobruch wants 2 REs of artillery, Porto Bardiya 1. Eight REs of losses have
    released one RE: with one regiment at Tobruch, 1 RE is missing somewhere and costs ½ VP.
    """
    scenario = position(
        rulings={"flexible_rounding": "floor"},
        places={"tobruch": {"kind": "port", "country": "libya"}, "porto_bardiya": {"kind": "port", "country": "libya"}},
        garrisons=[{"kind": "cyrenaica"}],
        units=[unit("10 Art", "tobruch", {"type": "Art", "nationality": "italian", "size": "III", "counter": "2-1-6"})],
        events=[{"turn": "Jul 1 43", "event": "losses", "res": "8"}],
    )
    assert agreed(scenario) == {"vp": HALF, "strength": Fraction(3, 2)}


def test_a_box_counts_in_full_even_where_attacks_are_worth_nothing() -> None:
    """44.B.2.b: 3 REs in the box leave 1 of 4 missing; that one attack is told, though it weighs nothing."""
    scenario = position(
        districts={"belgium": {}},
        zones={"belgium": {"partisan_attack_value": "0"}},
        places={name: {"kind": "dot", "district": "belgium", "zone": "belgium"} for name in ("ghent", "liege")},
        units=[unit("1 Div", "box:belgium", DIVISION)],
    )
    found = solved(scenario)
    assert audit(scenario, found.plan).totals["partisan_attacks"] == 1


def test_a_forbidden_place_may_be_left_by_a_march_that_ends_after_the_horizon() -> None:
    scenario = position(
        places={"a": town(), "b": town()}, units=[unit("1 Inf", "a")], routes=[{"from": "a", "to": "b", "turns": "3"}]
    )
    assert agreed(scenario, Wishes(forbids=(("1 Inf", "a"),))) == {"moves": 1}


def dated_level(**more: Any) -> Position:
    """A garrison whose level rises, so that a regiment may return in the second turn only."""
    return position(
        horizon="2",
        districts={"belgium": {}},
        places={"ghent": {"kind": "dot", "district": "belgium"}},
        garrisons=[{
            "id": "belgium", "kind": "box", "res": "1", "listed": ["Inf"],
            "level": {"Jul 1 43": "0", "Jul 2 43": "1"}, **more,
        }],
        units=[unit("1 Inf", "ghent")],
    )  # fmt: skip


def test_a_dated_level_reaches_the_solvers_process() -> None:
    scenario = dated_level()
    assert type(scenario).model_validate_json(scenario.model_dump_json()) == scenario


def test_crumbs_do_not_close_gaps_of_a_flexible_garrison() -> None:
    """A division of 3 REs for four garrisons of 1 RE in one town, each ½ VP for a full RE missing: one stays open."""
    scenario = position(
        rulings={"flexible_rounding": "floor"},
        places={"coast": town()},
        garrisons=[flexible(name, "coast", "1") for name in ("north", "east", "south", "west")],
        units=[unit("1 Div", "coast", DIVISION)],
    )
    assert agreed(scenario) == {"vp": HALF, "strength": 6}


def test_a_unit_that_shifts_between_boxes_is_no_freer_for_it() -> None:
    """44.A.2: the enemy is in the MD; one division is activated, the other's hex is cut off and it stays off the map,
    in this box or the next: its strength of 6 is kept from the front either way.
    """
    scenario = position(
        districts={"north": {"enemy_inside": "yes"}, "south": {}},
        places={
            "lille": {"kind": "dot", "district": "north"},
            "arras": {"kind": "dot", "district": "north", "supply_line": "no"},
        },
        garrisons=[{"id": "france", "kind": "box", "districts": ["north", "south"], "france": "yes"}],
        units=[unit("1 Div", "box:north", DIVISION), unit("2 Div", "box:north", DIVISION, placed_at="arras")],
    )
    assert agreed(scenario) == {"strength": 6}


def test_a_unit_may_shift_in_the_last_turn_to_make_room_for_another() -> None:
    """44.A.2: two disrupted divisions fill the northern box, six REs of which none counts for Lille, which wants 2. If
    one of them goes to the southern box, the division there can come and count: two moves, no attack.
    """
    idle = {"disrupted": "yes"}
    scenario = position(
        districts={"north": {}, "south": {}},
        zones={"zone": {}},
        places={
            "lille": {"kind": "dot", "district": "north", "zone": "zone"},
            "nimes": {"kind": "dot", "district": "south"},
        },
        rulings={"offset_after_activation": "none"},
        garrisons=[{
            "id": "france", "kind": "box", "districts": ["north", "south"], "france": "yes",
            "activated_districts": ["south"],
        }],
        units=[
            unit("1 Div", "box:north", DIVISION, **idle), unit("2 Div", "box:north", DIVISION, **idle),
            unit("3 Div", "box:south", DIVISION),
        ],
    )  # fmt: skip
    assert agreed(scenario) == {"moves": 2}
