"""Tiny theatres of single nations in chapter 52: Soviet MDs and factories, empires that pay together, two theatres.

Nobody garrisons anything here and no training unit lies in a pool: pools pay for what is ordered and nothing else.
"""

from __future__ import annotations

from typing import Any, get_args

from hypothesis import strategies as st

from models.rulings import Rulings
from models.scenario import Scenario, misfits

Tree = dict[str, Any]
READINGS = (
    "german_576", "indian_mix_scope", "contingent_debt_cap", "debt_fractional", "limited_surcharge_base",
    "limited_re_charge", "limited_cadre_re_fraction", "winterized_cadre_re_fraction", "training_route_re",
    "free_contingent_delay", "reduced_rate_pickup", "rebuild_on_arrival", "remnant_may_attack", "missing_chart_entry",
    "track_owner", "factory_hex_cap", "elim_box_level", "iso_release_pool", "iso_release_destination",
    "recovery_strength", "scrap_excludes", "pool_transfer_needs_rail_line", "elim_box_fallback",
    "aux_inbound_transfer", "reserve_half_by", "unlisted_cm_special", "militia_spend_share", "upgrade_pool",
    "reduced_rate_base", "discount_stacking", "reduced_rate_delay", "home_discount_scope", "elim_to_cadre_kind",
    "recovery_rp_delay", "scrap_rp_delay", "pool_transfer_delay", "volunteer_mixing", "contingent_repay",
    "transfer_hops_per_turn", "md_pool_links", "limited_requires_national_box", "national_build_any_front",
)  # fmt: skip
SOVIET: tuple[Tree, ...] = (
    {"type": "Militia", "size": "XX", "counter": "2-4", "at": "tula"},
    {"type": "Militia", "size": "XX", "counter": "2-4", "at": "eliminated:moscow"},
    {"type": "NKVD", "size": "III", "counter": "1-2-5", "at": "tula"},
    {"type": "Inf", "size": "XX", "counter": "5-6 (2-6)", "cadre": True, "traits": ["guards", "winterized"],
     "at": "tula"},
    {"type": "Inf", "size": "XX", "counter": "3-6", "at": "gorki"},
    {"type": "Inf", "size": "XX", "counter": "4-6 (1-6)", "substitute": "3-6", "cadre": True, "at": "tula"},
    {"type": "Inf", "size": "XX", "counter": "4-6", "at": "eliminated:moscow"},
    {"type": "Arm", "size": "X", "counter": "3-2-8", "at": "eliminated:east"},
    {"type": "Arm", "size": "XX", "counter": "5-8", "at": "lost:east"},
    {"type": "Art", "size": "III", "counter": "2-1-6", "at": "track:factories:east", "arrives": "Aug 1 41"},
)  # fmt: skip
ALLIES: tuple[Tree, ...] = (
    {"type": "Inf", "size": "XX", "counter": "6-6 (3-6)", "cadre": True, "nationality": "indian", "at": "bari"},
    {"type": "Inf", "size": "XX", "counter": "3-6", "nationality": "indian", "at": "eliminated:main"},
    {"type": "Inf", "size": "III", "counter": "2-6", "nationality": "french", "force": "colonial",
     "at": "eliminated:main"},
    {"type": "Inf", "size": "XX", "counter": "4-6 (2-6)", "cadre": True, "nationality": "french", "force": "african",
     "at": "bari"},
    {"type": "Commando", "size": "II", "counter": "1-6", "nationality": "british", "at": "eliminated:main"},
    {"type": "Para", "size": "III", "counter": "2-6", "nationality": "british", "at": "isolated:main"},
)  # fmt: skip
AXIS: tuple[Tree, ...] = (
    {"type": "Inf", "size": "XX", "counter": "8-6 (3-6)", "at": "eliminated:east"},
    {"type": "Inf", "size": "XX", "counter": "8-6 (3-6)", "cadre": True, "at": "track:east", "arrives": "Feb 2 42"},
    {"type": "Inf", "size": "XX", "counter": "8-6 (3-6)", "cadre": True, "at": "orsha"},
    {"type": "Mtn", "size": "XX", "counter": "7-6 (3-6)", "cadre": True, "at": "orsha"},
    {"type": "Inf", "size": "XX", "counter": "7-6 (3-6)", "cadre": True, "at": "koeln"},
    {"type": "Inf", "size": "III", "counter": "2-6", "contingent": True, "nationality": "spanish",
     "at": "eliminated:east"},
    {"type": "Inf", "size": "III", "counter": "2-6", "nationality": "rumanian", "at": "track:east",
     "arrives": "Feb 1 42"},
    {"type": "Inf", "size": "XX", "counter": "5-6 (2-6)", "cadre": True, "nationality": "rumanian", "at": "orsha"},
    {"type": "Inf", "size": "XX", "counter": "6-6 (2-6)", "cadre": True, "at": "cholm"},
)  # fmt: skip


def _rulings(draw: st.DrawFn) -> Tree:
    """Up to three readings other than ours."""
    chosen = draw(st.lists(st.sampled_from(READINGS), max_size=3, unique=True))
    return {name: draw(st.sampled_from(get_args(Rulings.model_fields[name].annotation))) for name in chosen}


def _units(draw: st.DrawFn, shapes: tuple[Tree, ...], nation: str) -> list[Tree]:
    found = [draw(st.sampled_from(shapes)) for _ in range(draw(st.integers(1, 3)))]
    return [{"id": f"u{n}", "nationality": nation, **shape} for n, shape in enumerate(found)]


def _checked(tree: Tree) -> Scenario:
    scenario = Scenario.model_validate(tree)
    assert not list(misfits(scenario)), list(misfits(scenario))
    return scenario


@st.composite
def soviet(draw: st.DrawFn) -> Scenario:
    """An MD with its pools, volunteers, a factory and the general pools, in 1941 or after Sep 1 43."""
    holds = st.integers(0, 5)
    mine = {"nationality": "soviet", "theatre": "east"}
    pools = [
        mine | {"id": "nation", "points": "inf", "kind": "national", "holds": draw(holds)},
        mine | {"id": "md", "points": "inf", "district": "moscow", "parent": "nation", "holds": draw(holds)},
        mine | {"id": "men", "points": "volunteer", "district": "moscow", "holds": draw(holds)},
        mine | {"id": "arm", "points": "arm", "kind": "general", "holds": draw(holds)},
        mine | {"id": "art", "points": "art", "kind": "general", "holds": draw(holds)},
    ]
    return _checked({
        "side": "soviet", "turn": draw(st.sampled_from(("Jul 4 41", "Aug 1 41", "Sep 1 43"))),
        "horizon": draw(st.sampled_from((5, 6))), "first_winter_ends": draw(st.sampled_from((None, "Apr 1 42"))),
        "districts": {"moscow": {"country": "soviet_union", "theatre": "east"}},
        "places": {"tula": {"kind": "dot", "district": "moscow"}, "gorki": {"kind": "major", "district": "moscow"}},
        "factories": [{"place": "gorki", "makes": {"arm": 1, "art": "1/2"}, "pools": {"arm": "arm", "art": "art"}}],
        "pools": pools, "units": _units(draw, SOVIET, "soviet"), "rulings": _rulings(draw),
    })  # fmt: skip


@st.composite
def allies(draw: st.DrawFn) -> Scenario:
    """Indian and British, metropolitan, African and colonial points that pay together."""
    nations = ("indian", "british", "french_metropolitan", "french_african", "french_colonial")
    pools = [
        {"id": nation, "points": "inf", "nationality": nation, "holds": draw(st.integers(0, 4))} for nation in nations
    ]
    return _checked({
        "side": "allied", "turn": "Jul 3 44", "horizon": draw(st.sampled_from((5, 6))),
        "places": {"bari": {"kind": "dot"}},
        "french_exile": draw(st.booleans()), "pools": pools, "units": _units(draw, ALLIES, "british"),
        "rulings": _rulings(draw),
    })  # fmt: skip


@st.composite
def axis(draw: st.DrawFn) -> Scenario:
    """A front and the home country by rail or by sea, a contingent that borrows, a pocket, a training unit."""
    holds, german = st.integers(0, 6), {"nationality": "german", "points": "inf"}
    lift = draw(st.sampled_from((["rail"], ["sea"])))
    pools = [
        german | {"id": "nation", "kind": "national", "theatre": "reich", "holds": draw(holds)},
        german | {"id": "front", "theatre": "east", "parent": "nation", "sent_by": lift, "holds": draw(holds)},
        {"id": "rum", "points": "inf", "nationality": "rumanian", "theatre": "east", "backed_by": "front",
         "monthly": draw(st.integers(0, 2)), "owes": draw(st.integers(0, 2))},
        german | {"id": "aux", "kind": "auxiliary", "place": "cholm", "theatre": "east", "parent": "front",
                  "sent_by": ["air"], "holds": draw(holds)},
    ]  # fmt: skip
    school = {"id": "school", "type": "Mtn", "size": "III", "counter": "1-6", "traits": ["training"], "at": "orsha"}
    return _checked({
        "turn": "Jan 4 42", "horizon": draw(st.sampled_from((5, 6))), "rail_capacity": "2", "sea_capacity": "2",
        "air_capacity": "1", "lift_per_rp": {"air": "1"},
        "districts": {"wk": {"country": "germany", "theatre": "reich", "inactive": True},
                      "centre": {"country": "soviet_union", "theatre": "east"}},
        "places": {"koeln": {"kind": "dot", "district": "wk"}, "orsha": {"kind": "dot", "district": "centre"},
                   "cholm": {"kind": "town", "district": "centre", "supply_line": False}},
        "limits": [{"nationality": "german", "category": "mountain", "monthly": draw(st.sampled_from(("0", "1")))}],
        "pools": pools, "rulings": _rulings(draw),
        "units": [*_units(draw, AXIS, "german"), school | {"nationality": "german"}],
    })  # fmt: skip
