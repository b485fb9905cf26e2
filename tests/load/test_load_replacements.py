"""What cannot be in a file about replacements is refused with the place and what to write instead."""

from typing import Any

import pytest

from planner.load import scenario_from_tree
from planner.load.problems import BadInput

INF = {"id": "inf", "points": "inf", "nationality": "german"}
UNIT = {"id": "u", "type": "Inf", "nationality": "german", "size": "XX", "counter": "8-6 (3-6)", "at": "x"}
DEAD = {"id": "u", "nationality": "german", "at": "eliminated:main"}
COAST = UNIT | {"at": "coast:x", "coast_rp": "2"}
SAVED = {"nationality": "german", "category": "mountain", "monthly": "1", "saved": "-1"}
LIMIT = {"nationality": "german", "category": "mountain", "monthly": "1", "saved": "4"}
RUM = {"id": "rum", "points": "inf", "nationality": "rumanian", "backed_by": "inf"}
FRENCH = UNIT | {"nationality": "french"}
LOSS = {"counter": "8-6 (3-6)", "nationality": "german", "turn": "Jul 1 43", "pools": {"inf": "inf"}}

REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("a remnant that has no strength", {"units": [UNIT | {"as_remnant": "yes"}]}, "write e.g. remnant: 1-6"),
    ("a city's pool without its place", {"pools": [INF | {"kind": "city"}]}, "needs 'place'"),
    ("an MD's pool without its MD", {"pools": [INF | {"kind": "md"}]}, "needs 'district'"),
    ("a pool above that is not there", {"pools": [INF | {"parent": "nation"}]}, "no such pool"),
    (
        "a pool above of other points",
        {"pools": [INF | {"parent": "arm"}, INF | {"id": "arm", "points": "arm"}]},
        "a pool of arm points",
    ),
    (
        "a pool above of another nation",
        {"pools": [INF | {"parent": "rum"}, INF | {"id": "rum", "nationality": "rumanian"}]},
        "rumanian's, not german's",
    ),
    (
        "a limit below zero",
        {"limits": [{"nationality": "german", "category": "mountain", "monthly": "-1"}]},
        "below zero",
    ),
    ("more than five points owed", {"pools": [INF | {"owes": "6"}]}, "owes"),
    ("a loss for a pool that is not there", {"losses": [LOSS]}, "the file lists no pool at all"),
    (
        "infantry points for an armour pool",
        {"pools": [INF | {"points": "arm"}], "losses": [LOSS]},
        "puts inf points into 'inf', a pool of arm",
    ),
    (
        "a loss of one nation for another's pool",
        {"pools": [INF | {"nationality": "rumanian"}], "losses": [LOSS]},
        "puts german losses into 'inf', whose points are rumanian's",
    ),
    (
        "infantry as foreign aid",
        {"pools": [INF | {"aided_by": "rum"}, INF | {"id": "rum", "nationality": "rumanian"}]},
        "only armour points are foreign aid",
    ),
    (
        "a loan from oneself",
        {"pools": [INF | {"backed_by": "more"}, INF | {"id": "more"}]},
        "of the same nation; write another nation's pool",
    ),
    (
        "a second pocket of a front",
        {
            "places": {"x": {"kind": "dot"}, "y": {"kind": "dot"}},
            "pools": [
                INF,
                INF | {"id": "a", "kind": "auxiliary", "place": "x", "parent": "inf"},
                INF | {"id": "b", "kind": "auxiliary", "place": "y", "parent": "inf"},
            ],
        },
        "has the auxiliary pool 'a' already; a front has one",
    ),
    (
        "a dead unit without a price",
        {
            "pools": [INF],
            "units": [{"id": "u", "type": "Inf", "nationality": "german", "size": "XX", "at": "eliminated:main"}],
        },
        "write e.g. counter: 8-6 (3-6) or 0-0-6",
    ),
    (
        "position AA without its points",
        {
            "pools": [INF],
            "units": [{"id": "u", "type": "PosAA", "nationality": "german", "res": "1", "at": "eliminated:main"}],
        },
        "write e.g. aa_points: 4",
    ),
    (
        "a movement counter that carries nothing",
        {"pools": [INF], "units": [DEAD | {"type": "Transport"}]},
        "write the REs it carries",
    ),
    ("a coast defence without its points", {"units": [UNIT | {"at": "coast:x"}]}, "write e.g. coast_rp: 2"),
    (
        "coast defences without a pool",
        {"units": [COAST]},
        "no pool of coast points",
    ),
    ("a part of nothing", {"units": [UNIT, UNIT | {"id": "v", "at": "inside:9 Inf"}]}, "no such unit"),
    (
        "a part of a living division",
        {"units": [UNIT, UNIT | {"id": "v", "at": "inside:u"}]},
        "'u' is in no eliminated box",
    ),
    (
        "a pocket that is none",
        {"events": [{"turn": "Jul 1 43", "event": "pocket_lost", "place": "x"}]},
        "where no auxiliary pool is",
    ),
    ("a source that is no place", {"sources": {"german": ["berlin"]}}, "no such place"),
    ("a lift nobody knows", {"lift_per_rp": {"mule": "1"}}, "lift_per_rp"),
    (
        "REs saved below zero",
        {"limits": [SAVED]},
        "below zero",
    ),
    ("a trait nobody knows", {"units": [UNIT | {"traits": ["flying"]}]}, "traits"),
    ("a limited kind nobody knows", {"limits": [LIMIT | {"category": "mountan"}]}, "did you mean 'mountain'?"),
    ("a limit twice", {"limits": [LIMIT, LIMIT]}, "german has such a line already"),
    ("more used than a month has", {"limits": [LIMIT | {"used": "3"}]}, "is 3, more than the 2 of this month"),
    (
        "two pools of a nation that owe six together",
        {"pools": [INF, RUM | {"owes": "4"}, RUM | {"id": "rum 2", "theatre": "east", "owes": "2"}]},
        "rumanian owes to 6; five is the most",
    ),
    ("less borrowed than owed", {"pools": [INF, RUM | {"owes": "2", "borrowed": "1"}]}, "the 2 that it still owes"),
    ("training units of no MD", {"pools": [INF | {"trained": "yes"}]}, "write its district"),
    ("shares that are no whole", {"units": [UNIT | {"rp": {"arm": "1/2"}}]}, "shares come to ½"),
    ("a force France does not have", {"units": [FRENCH | {"force": "afrikan"}]}, "did you mean 'african'?"),
    ("a division that was no 5-7-6", {"units": [UNIT | {"grows_to": "9-6"}]}, "is for a 5-7-6; 'u' is none"),
    (
        "a loss down to no cadre",
        {"pools": [INF], "losses": [LOSS | {"counter": "8-6", "after": "cadre"}]},
        "shows none",
    ),
    ("a loss of no remnant", {"pools": [INF], "losses": [LOSS | {"before": "remnant"}]}, "write e.g. remnant: 1-6"),
    (
        "a loss of nothing",
        {"pools": [INF], "losses": [LOSS | {"before": "cadre", "after": "cadre"}]},
        "nothing was lost by it, it was 'cadre' before",
    ),
    (
        "lost armour without a pool",
        {"pools": [INF], "losses": [LOSS | {"rp": {"inf": "1/2", "arm": "1/2"}}]},
        "names no pool for its arm points",
    ),
    ("a ruling below zero", {"rulings": {"axis_unlisted_rate": "-1"}}, "below zero"),
    ("a reading nobody has", {"rulings": {"german_576": "steps"}}, "did you mean 'step'?"),
    ("a fifth turn of the month", {"pools": [INF | {"paid_on": ["5"]}]}, "paid_on"),
]


@pytest.mark.parametrize(("tree", "told"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_it_is_refused(tree: dict[str, Any], told: str) -> None:
    with pytest.raises(BadInput) as refusal:
        scenario_from_tree({"turn": "Jul 1 43", "places": {"x": {"kind": "dot"}}} | tree, "file")
    assert told in str(refusal.value)


def test_the_same_without_the_mistakes_is_accepted() -> None:
    tree = {
        "turn": "Jul 1 43",
        "places": {"x": {"kind": "dot"}},
        "units": [UNIT | {"remnant": "1-6", "as_remnant": "yes", "traits": "fanatical, winterized"}],
        "pools": [
            INF | {"parent": "nation", "owes": "5", "paid_on": "1, 3"},
            INF | {"id": "nation", "kind": "national"},
        ],
        "losses": [LOSS],
    }
    scenario = scenario_from_tree(tree, "file")
    assert scenario.pools[0].paid_on == (1, 3)
    assert [trait.value for trait in scenario.units[0].traits] == ["fanatical", "winterized"]
