"""What replacement points buy, held against positions worked out by hand."""

from fractions import Fraction

from small_positions import position

from models.advice import Advice
from models.settings import Settings
from planner.advise import advise
from planner.report.purchase_tables import bought_words, lines_of, pool_words, why_kept
from planner.report.purchases import Purchases, purchases

INF = {"id": "inf", "points": "inf", "nationality": "german", "theatre": "east", "holds": "9"}
CADRE = {"id": "u", "type": "Inf", "nationality": "german", "size": "XX", "counter": "6-6 (2-6)", "cadre": "yes"}
FRONT = {
    "turn": "Jul 3 41",
    "horizon": "6",
    "districts": {"centre": {"country": "soviet_union", "theatre": "east"}},
    "places": {"orsha": {"kind": "dot", "district": "centre"}},
    "pools": [INF],
}


def bought(**parts: object) -> tuple[Purchases, Advice]:
    scenario = position(**(FRONT | parts))
    advice = advise(scenario, Settings(reproducible=True))
    assert advice.status == "optimal"
    found = purchases(scenario, advice)
    assert found is not None
    return found, advice


def test_a_rebuilt_cadre_buys_strength_res_and_the_points_its_garrison_would_have_cost() -> None:
    """4 strength for 4 RPs, 2 REs; without them 1 VP in each of the five turns after the first."""
    garrison = {"id": "g", "kind": "flexible", "at": ["orsha"], "res": "3"}
    found, advice = bought(garrisons=[garrison], units=[CADRE | {"at": "orsha"}])
    (row,) = found.bought()
    assert (row.turn, row.ready, row.where, row.becomes) == ("Jul 3 41", "Jul 3 41", "orsha", "a full unit")
    assert (row.strength, row.res, dict(row.paid)) == (4, 2, {"inf": 4})
    assert dict(row.avoided) == {"vp": 5}
    assert advice.totals["vp"] == 1
    assert bought_words(row) == "+4 strength, +2 REs, avoids 5 victory points"


def test_a_replaced_unit_is_told_with_the_turn_and_place_of_its_arrival() -> None:
    """Four turns from Jul 3 to Aug 3, in the only city."""
    found, _ = bought(units=[{**CADRE, "cadre": "no", "counter": "2-6", "size": "III", "at": "eliminated:east"}])
    (row,) = found.bought()
    assert (row.act, row.ready, row.where) == ("replace", "Aug 3 41", "orsha")
    assert (row.strength, row.res, row.avoided) == (2, 1, ())


def test_what_is_left_in_a_pool_stands_beside_the_cheapest_thing_it_did_not_buy() -> None:
    """2 RPs and a cadre that costs 4."""
    found, _ = bought(pools=[INF | {"holds": "2"}], units=[CADRE | {"at": "orsha"}])
    assert found.bought() == ()
    (pool,) = found.saved()
    assert (pool.left, pool.next_price, pool.next_unit) == (2, 4, "u")
    assert why_kept(pool) == "not yet enough for the next one (u, 4)"


def test_points_that_are_sent_are_told_in_points() -> None:
    """The front has nothing: 4 RPs come from the nation, a turn before the cadre grows."""
    nation = {"id": "nation", "points": "inf", "kind": "national", "nationality": "german", "theatre": "reich"}
    pools = [nation | {"holds": "9"}, INF | {"holds": "0", "parent": "nation"}]
    found, _ = bought(pools=pools, units=[CADRE | {"at": "orsha"}])
    (sent,) = found.sent()
    assert (sent.source, sent.target, sent.amount) == ("nation", "inf", 4)
    headings = dict(lines_of(found))
    assert headings["Points sent"] == ["Jul 3 41: send RPs 4 from nation to inf, can be used in Jul 4 41"]
    assert headings["Replacements in Jul 4 41"] == [
        "u: rebuild to a full unit (4 inf RPs from theatre east), at once at Orsha: +4 strength, +2 REs"
    ]


def test_a_position_without_pools_has_no_such_part() -> None:
    scenario = position(places={"orsha": {"kind": "dot"}}, units=[CADRE | {"at": "orsha"}])
    assert purchases(scenario, advise(scenario, Settings(reproducible=True))) is None


def test_recovered_points_are_told_as_gained() -> None:
    """An eliminated 20-6 brings 6 RPs, four of which make the cadre full at once."""
    dead = {**CADRE, "id": "v", "cadre": "no", "counter": "20-6 (8-6)", "at": "eliminated:east"}
    found, _ = bought(horizon="1", pools=[INF | {"holds": "0"}], units=[CADRE | {"at": "orsha"}, dead])
    gained = [row for row in found.bought() if row.act == "recover RPs"]
    assert [dict(row.paid) for row in gained] == [{"inf": -Fraction(6)}]


def test_points_that_are_worth_saving_say_by_how_much() -> None:
    """2 RPs kept are worth 2 x 8 = 16; a 2-6 that comes in the last of 1 + 4 turns serves 1 turn and is worth 2."""
    regiment = {**CADRE, "cadre": "no", "counter": "2-6", "size": "III", "at": "eliminated:east"}
    found, _ = bought(horizon="1", priorities={"outlook": "4"}, units=[regiment])
    assert found.bought() == ()
    (pool,) = found.saved()
    assert why_kept(pool) == "worth saving: at your rates worth 14 more than what it would buy now (u, 2)"


def test_a_purchase_names_its_pools_and_a_pool_its_purchases() -> None:
    """Two cadres at 4, and 3 for the army of 10 that is given up."""
    dead = {**CADRE, "id": "v", "cadre": "no", "counter": "10-6", "at": "eliminated:east"}
    found, advice = bought(
        horizon="1", pools=[INF | {"holds": "5"}], units=[CADRE | {"at": "orsha", "count": "2"}, dead]
    )
    rebuilt, given_up = found.bought()
    assert (pool_words(rebuilt), pool_words(given_up)) == ("8 from inf", "3 to inf")
    (line,) = [line for line in advice.budgets if line.id == "pool:inf"]
    assert line.purposes == "rebuild 2 x u 8, recover RPs v -3"
    assert sum(part.amount for part in line.spent_on) == line.spent == 5
