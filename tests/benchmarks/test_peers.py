"""Every peer answers the same question: values that are proven agree, and the audit says so too."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from benchmarks.again import CHANGES, FIRST
from benchmarks.agreement import disagreements
from benchmarks.child import run
from benchmarks.families import FAMILIES
from benchmarks.plain import NotInTheFamilies, TooLarge, plain_model
from benchmarks.planted import PLANTED, Islands, planted
from benchmarks.theatre import theatre
from models.problem import Expected
from planner.derive import derive
from planner.load import scenario_from_tree

LIMIT = 60.0  # seconds; tiny theatres need a fraction of one


def _runs(tree, peers, folder, known=None):
    path = folder / "theatre.json"
    path.write_text(json.dumps(tree), encoding="utf-8")
    return [
        run(peer, path, LIMIT) | {"family": "test", "mood": "loose", "seed": 1, "limit": LIMIT, "known": known or {}}
        for peer in peers
    ]


@pytest.mark.parametrize("mood", ["loose", "short"])
@pytest.mark.parametrize("peer", ["ours", "highs", "highs+", "scip", "naive"])
def test_everybody_finds_the_planted_optimum(peer, mood, tmp_path):
    """The optimum is known by construction, tier by tier."""
    tree, known = planted(PLANTED["planted_tiny"], mood, 1)
    (record,) = _runs(tree, [peer], tmp_path, known)
    assert all(tier["proven"] for tier in record["tiers"])
    assert {tier: record["audited"][tier] for tier in known} == known
    assert not list(disagreements([record]))


@pytest.mark.parametrize("mood", ["loose", "short"])
def test_ours_finds_the_planted_optimum_of_larger_islands(mood, tmp_path):
    """More zones and another seed."""
    tree, known = planted(Islands(4, 5), mood, 3)
    (record,) = _runs(tree, ["ours"], tmp_path, known)
    assert all(tier["proven"] for tier in record["tiers"])
    assert {tier: record["audited"][tier] for tier in known} == known


def test_a_planted_optimum_by_hand():
    """Held against the tree: half a point of strength for each RE wanted, a move for each one lacking."""
    tree, known = planted(Islands(1, 3), "loose", 5)
    rates = {"major": 2, "dot": 2, "reference": 1}
    wanted = {key: rates[place["kind"]] for key, place in tree["places"].items() if place["kind"] in rates}
    standing = {
        key: sum(int(u["count"]) for u in tree["units"] if u["at"] == key and u["counter"] == "0-1-4") for key in wanted
    }
    assert Fraction(known["strength"]) == Fraction(sum(wanted.values()), 2)
    assert Fraction(known["moves"]) == sum(wanted[key] - standing[key] for key in wanted)


@pytest.mark.parametrize(
    ("family", "mood", "peers"),
    [
        ("XS", "short", ["ours", "highs", "highs+", "scip"]),
        ("XSx3", "tight", ["ours", "highs"]),
        ("XRx5", "short", ["ours", "highs"]),
    ],
)
def test_proven_answers_agree_and_the_audit_confirms_them(family, mood, peers, tmp_path):
    """Two models written apart, several solvers, one audit."""
    records = _runs(theatre(FAMILIES[family], mood, 2), peers, tmp_path)
    assert all(tier["proven"] for record in records for tier in record["tiers"])
    assert len({json.dumps(record["audited"], sort_keys=True) for record in records}) == 1
    assert not list(disagreements(records))


@pytest.mark.parametrize(("family", "mood"), [("S", "short"), ("XSx3", "loose")])
def test_the_greedy_player_plays_by_the_rules(family, mood, tmp_path):
    """His plan is legal, however poor."""
    (record,) = _runs(theatre(FAMILIES[family], mood, 1), ["greedy"], tmp_path)
    assert record["audited"]
    assert not record["violations"]


def test_the_greedy_player_is_never_better_than_the_optimum(tmp_path):
    """Tier after tier, in order."""
    ours, greedy = _runs(theatre(FAMILIES["XS"], "short", 1), ["ours", "greedy"], tmp_path)
    tiers = [tier["name"] for tier in ours["tiers"]]
    best, his = ([Fraction(record["audited"][tier]) for tier in tiers] for record in (ours, greedy))
    assert best < his


def test_each_change_is_solved_again(tmp_path):
    """After a pin, a forbidden place and a changed number there is a proven plan again."""
    (record,) = _runs(theatre(FAMILIES["XS"], "short", 1), ["again"], tmp_path)
    assert not record["note"]
    assert {FIRST, *CHANGES} <= set(record["phases"])


def test_the_straightforward_model_refuses_what_it_does_not_know():
    """An earlier plan to stay close to: no theatre has one."""
    problem = derive(scenario_from_tree(theatre(FAMILIES["XS"], "loose", 1)))
    after_a_plan = replace(problem, expected=(Expected(0, 0, "somewhere", 1),))
    with pytest.raises(NotInTheFamilies, match="an earlier plan"):
        plain_model(after_a_plan)


def test_the_straightforward_model_gives_up_when_it_grows_too_large():
    """A limit on columns ends it before memory does."""
    with pytest.raises(TooLarge, match="more than 50 columns"):
        plain_model(derive(scenario_from_tree(theatre(FAMILIES["XS"], "loose", 1))), most_columns=50)
