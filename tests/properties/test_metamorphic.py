"""What must happen to the optimum when a scenario is changed, whatever the optimum is."""

from fractions import Fraction
from unittest.mock import patch

from changes import in_order, on_its_own, renamed, side_by_side, solved, tiers
from hypothesis import assume, given
from hypothesis import strategies as st
from tiny_garrisons import table
from tiny_scenarios import Tiny, tiny_scenarios
from tiny_themes import journeys, occupation, removals

from models.garrisons import EastAfricaGarrison, FlexibleGarrison, SemiRigidGarrison
from models.plan import Impossible, Order, Solved, Wishes
from models.scenario import Scenario
from models.settings import Settings
from models.theatre import Priorities
from models.units import Unit
from planner.derive import Reading, derive
from planner.rules.europa import r44_a7a_axis, r44_a_garrisons
from planner.solving import solve_here

ANY = tiny_scenarios()


def of_its_own_will(scenario: Scenario, unit: Unit) -> bool:
    """Whether a unit stands on the map and no rule speaks of it by name or wants it stacked."""
    named = any(unit.id in getattr(row, "units", ()) for row in scenario.garrisons)
    return unit.at in scenario.places and not named and unit.garrison is None and not unit.strengths.stars


@given(ANY)
def test_names_and_the_order_of_the_file_do_not_matter(case: Tiny) -> None:
    assert tiers(renamed(case.scenario)) == tiers(case.scenario)


@given(ANY, st.data())
def test_one_unit_more_never_makes_it_worse(case: Tiny, data: st.DataObject) -> None:
    scenario = case.scenario
    assume(scenario.places and scenario.units)
    at = data.draw(st.sampled_from(sorted(scenario.places)))
    more = Unit(id="more", type="Inf", nationality=scenario.units[0].nationality, at=at, res=1, counter="1-6")
    after = scenario.model_copy(update={"units": (*scenario.units, more)})
    assert in_order(tiers(after)) <= in_order(tiers(scenario))


@given(ANY, st.data())
def test_one_unit_less_never_makes_it_better(case: Tiny, data: st.DataObject) -> None:
    scenario = case.scenario
    spare = [unit for unit in scenario.units if of_its_own_will(scenario, unit)]
    assume(spare and len(scenario.units) > 1)
    gone = data.draw(st.sampled_from(spare))
    after = scenario.model_copy(update={"units": tuple(unit for unit in scenario.units if unit is not gone)})
    assert in_order(tiers(after)) >= in_order(tiers(scenario))


@given(ANY, st.data())
def test_asking_for_less_never_makes_it_worse(case: Tiny, data: st.DataObject) -> None:
    scenario = case.scenario
    rows = [
        n for n, row in enumerate(scenario.garrisons)
        if isinstance(row, FlexibleGarrison | SemiRigidGarrison | EastAfricaGarrison)
    ]  # fmt: skip
    zones = sorted(scenario.zones)
    assume(rows or zones)
    which = data.draw(st.sampled_from([*rows, *zones]))
    if isinstance(which, int):
        row = scenario.garrisons[which]
        less = row.model_copy(update={"res": data.draw(st.sampled_from([row.res / 2, Fraction(0)]))})
        changed = (*scenario.garrisons[:which], less, *scenario.garrisons[which + 1 :])
        after = scenario.model_copy(update={"garrisons": changed})
    else:
        annexed = scenario.zones[which].model_copy(update={"annexed": True})
        after = scenario.model_copy(update={"zones": scenario.zones | {which: annexed}})
    assert in_order(tiers(after)) <= in_order(tiers(scenario))


def place_of(state: str) -> str:
    """Where a unit is, whatever it has become or been marked with on the way."""
    return state.partition("[")[0]


def states_of(plan: tuple[Order, ...], unit: str) -> list[Order]:
    """The orders of one unit, turn by turn."""
    return [order for order in plan if order.unit == unit]


@given(ANY, st.data())
def test_forbidding_a_place_that_is_not_used_changes_nothing(case: Tiny, data: st.DataObject) -> None:
    scenario = case.scenario
    found = solved(scenario)
    unused = [
        (unit, place) for unit in sorted(scenario.unit_names) for place in sorted(scenario.place_names)
        if place not in {place_of(order.to) for order in states_of(found.plan.orders, unit)}
    ]  # fmt: skip
    assume(unused)
    forbids = tuple(data.draw(st.lists(st.sampled_from(unused), min_size=1, max_size=4, unique=True)))
    assert tiers(scenario, Wishes(forbids=forbids)) == {tier.name: tier.value for tier in found.tiers}


@given(ANY)
def test_pinning_the_optimum_changes_nothing(case: Tiny) -> None:
    found = solved(case.scenario)
    pins = []
    for unit in sorted(case.scenario.unit_names):
        mine = states_of(found.plan.orders, unit)
        stations = [(place_of(order.start), place_of(order.to)) for order in mine]
        goal = stations[-1][1] if stations else ""
        straight = all(end == goal or goal != start != end for start, end in stations)
        if straight and goal in case.scenario.place_names:
            pins.append((unit, goal))
    assert tiers(case.scenario, Wishes(pins=tuple(pins))) == {tier.name: tier.value for tier in found.tiers}


@given(ANY, st.integers(2, 5))
def test_dearer_points_and_attacks_cost_as_much_more(case: Tiny, times: int) -> None:
    """Only prices change: the plans that are best stay best, in every tier."""
    scenario = case.scenario.model_copy(update={"priorities": Priorities()})
    (points,) = (tier for tier in Reading(scenario).tiers if tier.name == "replacement_points")
    worth = {currency: rate * times for currency, rate in points.currencies}
    value = scenario.rulings.partisan_attack_value * times
    zones = {
        key: zone if zone.partisan_attack_value is None
        else zone.model_copy(update={"partisan_attack_value": zone.partisan_attack_value * times})
        for key, zone in scenario.zones.items()
    }  # fmt: skip
    dearer = scenario.model_copy(
        update={
            "zones": zones, "priorities": Priorities(worth=worth),
            "rulings": scenario.rulings.model_copy(update={"partisan_attack_value": value}),
        }
    )  # fmt: skip
    before = tiers(scenario)
    scaled = {name: before[name] * times for name in ("partisan_attacks", "replacement_points")}
    assert tiers(dearer) == before | scaled


@given(tiny_scenarios(table, journeys), st.integers(2, 5))
def test_dearer_victory_points_cost_as_much_more(case: Tiny, times: int) -> None:
    rulings = case.scenario.rulings.model_copy(update={"occupation_vp_per_re": "0", "nonre_shortfall": "hard"})
    scenario = case.scenario.model_copy(update={"priorities": Priorities(), "rulings": rulings})
    before = tiers(scenario)
    unstated = {name: price * times for name, price in r44_a_garrisons.VP_IF_UNSTATED.items()}
    with (
        patch.object(r44_a7a_axis, "VP_PER_MISSING_RE", r44_a7a_axis.VP_PER_MISSING_RE * times),
        patch.object(r44_a7a_axis, "GREEK_VP_PER_MISSING_RE", r44_a7a_axis.GREEK_VP_PER_MISSING_RE * times),
        patch.object(r44_a_garrisons, "VP_IF_UNSTATED", unstated),
    ):
        after = tiers(scenario)
    assert after == before | {"vp": before["vp"] * times}


ALONE = tiny_scenarios(table, journeys, occupation, removals)


@given(ALONE, ALONE)
def test_two_theatres_that_share_nothing_add_up(one: Tiny, other: Tiny) -> None:
    here = on_its_own(one.scenario)
    there = on_its_own(other.scenario)
    there = there.model_copy(update={"side": here.side, "horizon": here.horizon, "rulings": here.rulings})
    apart = tiers(here), tiers(there)
    together = tiers(side_by_side(here, there))
    assert together == {name: apart[0][name] + apart[1][name] for name in together}


@given(ANY, st.data())
def test_the_optimum_is_the_best_of_its_cases(case: Tiny, data: st.DataObject) -> None:
    """A unit's one turn ends somewhere: the best over all its ends, each pinned, is the best of all."""
    scenario = case.scenario.model_copy(update={"horizon": 1})
    units = sorted(unit.id for unit in scenario.units if unit.count == 1 and not unit.arrives)
    assume(units)
    unit = data.draw(st.sampled_from(units))
    apart = derive(scenario, Wishes(forbids=((unit, "nowhere"),)))
    kind = next(k for k, kind in enumerate(apart.kinds) if kind.members[0][0] == unit)
    ends = {option.end for option in apart.options if option.kind == kind}
    outcomes = [solve_here(scenario, Settings(wishes=Wishes(pins=((unit, end),)), reproducible=True)) for end in ends]
    assert all(isinstance(outcome, Solved | Impossible) for outcome in outcomes)
    cases = [in_order({t.name: t.value for t in each.tiers}) for each in outcomes if isinstance(each, Solved)]
    assert min(cases) == in_order(tiers(scenario))
