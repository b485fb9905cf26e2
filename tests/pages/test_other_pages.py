"""Garrisons and occupation, Rules, Replacements, Reinforcements and forts: what they show of a plan."""

from __future__ import annotations

import page_samples
import pytest
from page_samples import FakeJob, demand, order, words
from streamlit.testing.v1 import AppTest

from app_pages.garrisons import grid
from app_pages.rulebook import bites, chapter_of
from models.findings import BudgetLine, Bystander, Spending
from planner.report.board import Mark
from planner.report.fort_cards import FortCard
from planner.report.names import Names
from planner.rules.clauses import clauses


@pytest.fixture
def checks(opened) -> AppTest:
    """The page of every check."""
    return opened("garrisons", "render_garrisons")


def test_every_check_stands_in_a_grid_of_places_and_turns(checks: AppTest) -> None:
    said = words(checks)
    assert "Occupation of Belgium Brussels 2 REs 44.B.2.a ◆ 2 of 2 ◆ 2 of 2" in said
    assert "Antwerp 2 REs 44.B.2.a ▲ 2 short ◆ 2 of 2" in said
    assert "▲ 1 short ◆ 5 one loss from failing ● 2 met" in said


def test_the_worst_check_is_looked_at_first(checks: AppTest) -> None:
    said = words(checks)
    assert "Antwerp, Jul 1 43 ▲ short Antwerp wants 2 REs of occupation" in said
    assert "Counting Nobody." in said


def test_who_stands_there_and_does_not_count_is_named_with_the_reason(checks: AppTest) -> None:
    box = checks.selectbox(key="check looked at")
    said = words(box.set_value("occupation:belgium:gent:0 enemy initial phase").run())
    assert "There, but not counting 719 Static Division : spends MPs this turn" in said


def test_only_what_is_short_can_be_shown(checks: AppTest) -> None:
    said = words(checks.multiselect(key="marks wanted").set_value([Mark.SHORT]).run())
    assert "Antwerp 2 REs" in said
    assert "Brussels 2 REs" not in said


def test_a_search_finds_places_units_and_rules(checks: AppTest) -> None:
    assert "Liège 2 REs" in words(checks.text_input(key="checks searched").set_value("security").run())
    assert "Brussels 2 REs" not in words(checks)
    assert "No check fits these filters" in words(checks.text_input(key="checks searched").set_value("oslo").run())


def test_the_position_with_no_orders_can_be_looked_at(opened, desk) -> None:
    desk.answer = lambda *_: FakeJob(page_samples.advice(demands_now=(demand("Gent", 0, "2"),)))
    page = opened("garrisons", "render_garrisons")
    said = words(page.selectbox(key="checks of").set_value("With no orders").run())
    assert "Gent 2 REs 44.B.2.a ▲ 2 short" in said
    assert "Brussels" not in said


def test_a_scenario_that_asks_nothing_says_so(opened, desk) -> None:
    desk.answer = lambda *_: FakeJob(page_samples.advice(demands=()))
    assert "Nothing to guard." in words(opened("garrisons", "render_garrisons"))


def test_demands_belong_to_their_zone_or_garrison() -> None:
    names = Names(page_samples.scenario())
    assert names.group(demand("Gent", 0, "2")) == "Occupation of Belgium"
    assert names.group(demand("Gent", 0, "2", id="garrison:west_coast:0")) == "Garrison of West Coast"
    assert names.group(demand("ETO", 0, "2", id="naval:eto:count:0")) == "Naval garrison, ETO"


def test_one_place_with_two_measures_has_two_rows() -> None:
    both = (demand("Gent", 0, "2"), demand("Gent", 0, "1", id="garrison:gent:air:0", measure="air units"))
    rows = [row.asked for _, rows in grid(both, Names(page_samples.scenario())) for row in rows]
    assert rows == ["2 REs", "1 air unit"]


def test_what_is_asked_of_one_place_in_other_turns_shares_its_row() -> None:
    """Egypt owes six, then three: two demands of different ids, one line of the grid."""
    then = (
        demand("Egypt", 0, "6", id="garrison:egypt:british:0"),
        demand("Egypt", 1, "3", id="garrison:egypt:x:british:1"),
    )
    ((_, (row,)),) = grid(then, Names(page_samples.scenario()))
    assert row.asked == "6 REs, then 3 REs"
    assert [figures for _, figures in row.cells.values()] == ["6 short", "3 short"]


def test_two_demands_of_one_place_and_turn_keep_a_row_each() -> None:
    both = (demand("Egypt", 0, "6", id="garrison:egypt:a:0"), demand("Egypt", 0, "3", id="garrison:egypt:b:0"))
    assert [len(rows) for _, rows in grid(both, Names(page_samples.scenario()))] == [2]


def test_the_rules_show_their_coverage_chapter_by_chapter(opened) -> None:
    page = opened("rulebook", "render_rulebook")
    every = [clause for clause in clauses() if chapter_of(clause) == "44"]
    done = sum(clause.status == "implemented" for clause in every)
    shown = sum(clause.status == "shown" for clause in every)
    assert f"44 {done} {shown} {len(every) - done - shown} {len(every)}" in words(page)


def test_clauses_are_found_by_word_and_by_chapter(opened) -> None:
    page = opened("rulebook", "render_rulebook")
    said = words(page.text_input(key="clauses searched").set_value("eliminated_link").run())
    assert "44.A#eliminated-third" in said
    assert "40.A" not in said
    assert "No clause fits" in words(page.selectbox(key="chapter wanted").select("40").run())


def test_a_clause_says_where_it_bites(opened) -> None:
    """The sample's plan has eight checks under 44.B.2.a, of which all ask for something."""
    page = opened("rulebook", "render_rulebook")
    page.selectbox(key="clauses wanted").set_value("Those that bite in this scenario").run()
    said = words(page)
    assert "bites here: 8 checks" in said
    assert "Here: Brussels, Antwerp, Gent, Liège." in said


def test_what_nothing_cites_does_not_bite() -> None:
    found = bites(page_samples.advice(demands=(), orders=(), penalties=(), budgets=()), clauses())
    assert found == {}


def test_the_readings_of_this_table_are_marked(opened) -> None:
    page = opened("rulebook", "render_rulebook")
    page.selectbox(key="clauses wanted").set_value("Those this table reads in its own way").run()
    assert "occupation_rounding_group : city (this table's own reading)" in words(page)


@pytest.mark.parametrize(
    ("render", "said"),
    [
        ("render_replacements", "This scenario has no replacement points and nothing to replace (chapter 52)."),
        ("render_reinforcements", "This scenario has no reinforcements, withdrawals or forts (chapters 51 and 40)."),
    ],
)
def test_a_chapter_that_is_not_in_the_scenario_is_a_sentence(opened, render: str, said: str) -> None:
    assert said in words(opened("chapters", render))


def test_pools_and_purchases_are_shown_with_their_turns(opened, desk) -> None:
    pool = BudgetLine(
        id="pool:west", rule="52", label="inf RPs west", turn=page_samples.NOW, opening="1/2", income="4", spent="2",
        closing="5/2", points="inf", spent_on=(Spending(what="rebuild 65 Inf", amount="2"),),
    )  # fmt: skip
    bought = order("65 Inf", "rebuild", "brussels", why="cadre to full strength").model_copy(update={"rule": "52.A.3"})
    desk.answer = lambda *_: FakeJob(page_samples.advice(budgets=(pool,), orders=(bought,)))
    page = opened("chapters", "render_replacements")
    said = words(page)
    assert "West, infantry RPs Jul 1 43 ½ 4 2 2½ 52" in said
    assert "Jul 1 43 – 65 Infantry Division Rebuild Brussels cadre to full strength 52.A.3" in said
    assert "What it was spent on Jul 1 43, West, infantry RPs: 2 rebuild 65 Inf" in said
    assert len(page.get("plotly_chart")) == 2  # the timeline, and the pool
    assert not page.exception


def test_forts_that_want_somebody_are_checks_of_their_page(opened, desk) -> None:
    fort = demand("Namur fort", 0, "1", rule="40.B.2", present=(Bystander(unit="65 Inf", why="moves"),))
    desk.answer = lambda *_: FakeJob(page_samples.advice(demands=(fort,)))
    said = words(opened("chapters", "render_reinforcements"))
    assert "▲ 1 RE short Namur fort 1 RE 0 –" in said
    assert "moves: 65 Infantry Division 40.B.2" in said


def test_every_fort_has_its_reference_card(opened, desk, monkeypatch: pytest.MonkeyPatch) -> None:
    card = FortCard("old works", "Namur", "ouvrage", "40.D.5", "strength 0, a level is worth ½", ("combat die -1",))
    monkeypatch.setattr("app_pages.chapters.fort_cards", lambda *_: (card,))
    desk.answer = lambda *_: FakeJob(page_samples.advice(demands=(demand("Namur fort", 0, "1", rule="40.B.2"),)))
    said = words(opened("chapters", "render_reinforcements"))
    assert "Namur: old works ouvrage, strength 0, a level is worth ½ (40.D.5) combat die -1" in said


def test_counters_that_are_alike_are_one_line_of_a_check_in_full(checks: AppTest) -> None:
    box = checks.selectbox(key="check looked at")
    said = words(box.set_value("occupation:belgium:liege:0 enemy initial phase").run())
    assert "Counting 3 × Security regiment 3" in said


def test_phases_are_offered_in_the_sequence_of_play(opened, desk) -> None:
    both = (demand("Gent", 0, "2"), demand("Namur", 0, "1", id="garrison:namur:0", check="own initial phase"))
    desk.answer = lambda *_: FakeJob(page_samples.advice(demands=both))
    page = opened("garrisons", "render_garrisons")
    assert page.multiselect(key="check wanted").options == ["Own initial phase", "Enemy initial phase"]
    said = words(page.multiselect(key="check wanted").set_value(["own initial phase"]).run())
    assert "Namur 1 RE" in said
    assert "Gent 2 REs" not in said


def test_checks_are_shown_while_there_is_no_plan(opened, desk) -> None:
    """Brussels has a division of 3 REs; Antwerp nobody."""
    job = FakeJob(page_samples.advice(), runs=True)
    desk.answer = lambda *_: job
    page = opened("garrisons", "render_garrisons")
    assert page.selectbox(key="checks before").value == "With no orders"
    assert "Brussels 2 REs 44.B.2.a" in words(page)
    job.stop()
    assert page.run().selectbox(key="checks of").value == "Under the plan"


def test_clauses_that_bite_come_first_and_more_are_shown_on_demand(opened) -> None:
    page = opened("rulebook", "render_rulebook")
    said = words(page)
    assert said.index("44.B.2.a") < said.index("40#effects")
    before = said.count("in the planner") + said.count("shown, not planned")
    page.button(key="more").click().run()
    after = words(page).count("in the planner") + words(page).count("shown, not planned")
    assert after - before == 80
