"""Tiny theatres of chapter 52: garrisons beside pools, boxes, tracks and everything that fills or empties them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from models.scenario import Scenario, misfits

Tree = dict[str, Any]
ON_THE_MAP: tuple[Tree, ...] = (
    {"type": "Inf", "size": "XX", "counter": "7-6 (3-6)", "cadre": True, "at": "koeln"},
    {"type": "Inf", "size": "XX", "counter": "5-6 (2-6)", "remnant": "1-6", "as_remnant": True, "at": "koeln"},
    {"type": "Mtn", "size": "XX", "counter": "7-6 (3-6)", "cadre": True, "at": "koeln"},
    {"type": "Arm", "size": "XX", "counter": "12-10 (5-8)", "cadre": True, "at": "koeln"},
    {"type": "Inf", "size": "XX", "counter": "5-6 (1-6)", "substitute": "3-6", "cadre": True, "at": "bonn"},
)
OFF_THE_MAP: tuple[Tree, ...] = (
    {"type": "Inf", "size": "XX", "counter": "8-6 (3-6)"},
    {"type": "Mtn", "size": "III", "counter": "3-6"},
    {"type": "Para", "size": "II", "counter": "1-6"},
    {"type": "Trng", "size": "III", "counter": "1-6", "nationality": "rumanian"},
)
ODD: tuple[Tree, ...] = (  # what is somewhere else, or not what it seems
    {"type": "Inf", "size": "XX", "counter": "4-6", "at": "lost:reich"},
    {"type": "Inf", "size": "XX", "counter": "4-6", "at": "lost_isolated:reich"},
    {"type": "Inf", "size": "XX", "counter": "5-6 (2-6)", "at": "scrapped:reich", "called": "Jul 4 41"},
    {"type": "Inf", "size": "III", "counter": "2-6", "at": "unformed:reich"},
    {"type": "PortFort", "size": "III", "counter": "0-3-0", "coast_rp": "2", "at": "coast:koeln"},
    {"type": "Inf", "size": "III", "counter": "2-6", "nationality": "rumanian", "at": "eliminated:reich"},
    {"type": "Inf", "size": "III", "counter": "2-6", "nationality": "rumanian", "at": "track:reich",
     "arrives": "Aug 1 41"},
    {"type": "Inf", "size": "XX", "counter": "5-6 (2-6)", "contingent": True, "nationality": "spanish",
     "at": "isolated:reich"},
    {"type": "Mtn", "size": "III", "counter": "3-6", "at": "koeln"},
    {"type": "Inf", "size": "XX", "counter": "5-6 (2-6)", "cadre": True, "at": "wald"},
    {"type": "ArmyHQ", "at": "bonn"},
    {"type": "Trng", "size": "III", "counter": "1-6", "nationality": "rumanian", "at": "bonn"},
)  # fmt: skip
SCARCE = {"nationality": "german", "category": "mountain", "monthly": "1/2", "saved": "1/2"}
STATES = ("eliminated:reich", "isolated:reich")
LENGTHS = (7, 5, 9, 6, 8)


@st.composite
def theatres(draw: st.DrawFn, most: int = 2, turns: tuple[int, ...] = LENGTHS) -> Scenario:
    """A place or two, a garrison, a national or a theatre's pool, and a few units that want RPs."""
    kind = draw(st.sampled_from(("national", "theatre")))
    units: list[Tree] = []
    for n in range(draw(st.integers(1, most))):
        shape = draw(st.sampled_from((*ON_THE_MAP, *OFF_THE_MAP)))
        at = {} if "at" in shape else {"at": draw(st.sampled_from(STATES))}
        units.append({"id": f"u{n}", "nationality": "german", **shape, **at})
    tree = _ground(draw, kind) | {"units": units, "horizon": draw(st.sampled_from(turns))}
    return _checked(tree)


@st.composite
def odd_theatres(draw: st.DrawFn, turns: tuple[int, ...] = LENGTHS) -> Scenario:
    """The same with one of the rarer things: fragile, scrapped, new, broken down, in a pocket, retrained."""
    tree = _ground(draw, draw(st.sampled_from(("national", "theatre"))))
    tree["places"]["wald"] = {"kind": "airbase", "district": "wk", "enemy_zoc": draw(st.booleans())}
    tree["routes"] = [{"from": "bonn", "to": "wald"}] if draw(st.booleans()) else []
    tree["pools"].append({"id": "coast", "points": "coast", "holds": "1", "monthly": "1"})
    tree["rulings"] = {"allow_new_units": "true"}
    tree["units"] = [{"id": "u", "nationality": "german", **draw(st.sampled_from(ODD))}]
    for name, part in (("broken", _broken_down), ("pocket", _pocket), ("declared", _declared), ("lost", _lost_theatre)):
        if draw(st.sampled_from((False, False, True))):
            part(tree, name)
    tree["horizon"] = draw(st.sampled_from(turns))
    return _checked(tree)


def _ground(draw: st.DrawFn, kind: str) -> Tree:
    pools = [
        {"id": f"{nation} {points}", "points": points, "kind": kind, "nationality": nation, "theatre": "reich",
         "holds": draw(st.integers(-1, 6)), "monthly": draw(st.integers(0, 4))}
        for nation, points in (("german", "inf"), ("german", "arm"), ("rumanian", "inf"))
    ]  # fmt: skip
    garrison = {"kind": "flexible", "id": "g", "at": ["koeln"], "res": draw(st.sampled_from(("1", "3", "4")))}
    return {
        "turn": draw(st.sampled_from(("Jul 3 41", "Jul 4 41", "Dec 3 41"))),
        "districts": {"wk": {"country": "germany", "theatre": "reich", "inactive": draw(st.booleans())}},
        "places": {"koeln": {"kind": "dot", "district": "wk"}, "bonn": {"kind": "town", "district": "wk"}},
        "garrisons": [garrison] if draw(st.booleans()) else [],
        "pools": pools,
        "limits": [SCARCE] if draw(st.booleans()) else [],
    }


def _broken_down(tree: Tree, name: str) -> None:
    division = {"id": name, "type": "Inf", "size": "XX", "counter": "6-6 (2-6)", "at": "eliminated:reich"}
    regiment = {"id": "part", "type": "Inf", "size": "III", "counter": "2-6", "at": f"inside:{name}"}
    tree["units"] = [division | {"nationality": "german"}, regiment | {"nationality": "german"}]


def _pocket(tree: Tree, name: str) -> None:
    tree["places"]["wald"]["supply_line"] = False
    pool = {"id": name, "points": "inf", "kind": "auxiliary", "place": "wald", "theatre": "reich", "holds": "4"}
    tree["pools"].append(pool | {"nationality": "german"})
    tree["events"] = [{"turn": "Aug 1 41", "event": "pocket_lost", "place": "wald"}]


def _declared(tree: Tree, _name: str) -> None:
    tree["declarations"] = [
        {"nationality": "german", "turn": "Jul 1 41", "category": "mountain"},
        {"nationality": "german", "turn": "Aug 1 41", "does": "restore", "category": "mountain"},
    ]


def _lost_theatre(tree: Tree, _name: str) -> None:
    tree.setdefault("events", []).append({"turn": "Aug 1 41", "event": "captured", "place": "koeln", "by": "allied"})


def _checked(tree: Tree) -> Scenario:
    scenario = Scenario.model_validate(tree)
    assert not list(misfits(scenario)), list(misfits(scenario))
    return scenario


@st.composite
def trees_of_pools(draw: st.DrawFn) -> Scenario:
    """Points on their way: a nation, a theatre and a front, a contingent that borrows, cadres that wait for them."""
    holds = st.integers(0, 6)
    pools = [
        {"id": "nation", "points": "inf", "kind": "national", "nationality": "german", "theatre": "reich",
         "holds": draw(holds), "monthly": draw(st.integers(0, 4))},
        {"id": "theatre", "points": "inf", "nationality": "german", "theatre": "east", "parent": "nation",
         "holds": draw(holds), "keep": draw(st.sampled_from(("0", "1")))},
        {"id": "front", "points": "inf", "nationality": "german", "theatre": "east", "district": "nord",
         "parent": "theatre", "sent_by": draw(st.sampled_from((["rail"], ["sea", "air"])))},
        {"id": "rum", "points": "inf", "nationality": "rumanian", "theatre": "east", "backed_by": "theatre",
         "monthly": draw(st.integers(0, 2)), "owes": draw(st.integers(0, 3))},
    ]  # fmt: skip
    shapes = (*ON_THE_MAP[:1], {"type": "Inf", "size": "XX", "counter": "5-6 (2-6)", "cadre": True, "at": "koeln"})
    units = [
        {"id": f"u{n}", "nationality": draw(st.sampled_from(("german", "rumanian"))), **draw(st.sampled_from(shapes))}
        for n in range(draw(st.integers(1, 3)))
    ]
    return _checked({
        "turn": draw(st.sampled_from(("Jul 3 41", "Jul 4 41"))), "horizon": draw(st.sampled_from(LENGTHS)),
        "districts": {"nord": {"country": "x", "theatre": "east"}, "sued": {"country": "x", "theatre": "east"}},
        "places": {"koeln": {"kind": "dot", "district": "nord"}, "bonn": {"kind": "dot", "district": "sued"}},
        "garrisons": [{"kind": "flexible", "id": "g", "at": ["koeln"], "res": "4"}],
        "sea_capacity": "1", "lift_per_rp": {"sea": "1/2", "air": "1"}, "air_capacity": "1",
        "pools": pools, "units": units,
        "rulings": {"transfer_hops_per_turn": draw(st.sampled_from(("unlimited", "1")))},
    })  # fmt: skip
