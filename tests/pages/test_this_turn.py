"""The page "This turn": what it asks of the planner, and what it says about the answer."""

from __future__ import annotations

from pathlib import Path

import page_samples
import pytest
from page_samples import BELGIUM, FakeJob, words
from streamlit.testing.v1 import AppTest

from app_pages import heading
from models.plan import TierResult
from models.settings import Progress

APP = Path(__file__).resolve().parents[2] / "app.py"
BOLD = "**Loud** <img src=x onerror=alert(1)> [a](http://b)"


def test_the_default_scenario_is_solved_at_once_and_its_orders_are_shown(page: AppTest, desk) -> None:
    page.run()
    assert [scenario.title for scenario, _ in desk.asked] == ["Belgium, a sample"]
    assert "Rail 3 REs: 719 Static Division from Gent to Antwerp" in words(page)
    assert "Axis player, Jul 1 43" in words(page)
    assert "Proven optimal in 0.4 s" in words(page)
    assert not page.exception


def test_standing_guards_are_listed_by_place(page: AppTest) -> None:
    assert "Standing guard Brussels: 65 Infantry Division Gent: 712 Static" in words(page.run())


def test_only_currencies_that_occur_are_shown_exactly(page: AppTest) -> None:
    """Infantry RPs are lost neither now nor under the plan, so they are left out."""
    said = words(page.run())
    assert "Victory points lost 0 −½ ½ with no orders Extra partisan attacks 2 −2 4 with no orders" in said
    assert "Infantry RPs lost" not in said


def test_many_currencies_are_written_smaller(page: AppTest, desk) -> None:
    totals = {"breaches": "0", "vp": "1/2", "partisan_attacks": "2", "inf_rp": "1", "sp": "3", "srp": "1/3"}
    desk.answer = lambda *_: FakeJob(page_samples.advice(totals=totals, now=totals | {"breaches": "1"}))
    page.run()
    assert "Breaches 0 −1 1 with no orders Victory points lost ½ the same with no orders" in words(page)
    assert "gp-large" not in figures(page)


def test_few_currencies_are_written_large(page: AppTest) -> None:
    assert "gp-large" in figures(page.run())


def test_what_the_plan_makes_worse_has_a_plus(page: AppTest, desk) -> None:
    desk.answer = lambda *_: FakeJob(page_samples.advice(totals={"vp": "0", "sp": "2"}, now={"vp": "1", "sp": "1/2"}))
    assert "SPs lost 2 +1½ ½ with no orders" in words(page.run())


def figures(page: AppTest) -> str:
    """The figures at the top, as they are sent to the browser."""
    return next((e.proto.body for e in page.get("html") if "gp-figures" in e.proto.body[:40]), "")


def test_why_the_plan_does_what_it_does_stands_beside_the_losses(page: AppTest, desk) -> None:
    desk.answer = lambda *_: FakeJob(page_samples.advice(remarks=("3rd Army does not hunt: nobody can strike there.",)))
    assert "3rd Army does not hunt: nobody can strike there." in words(page.run())


def test_a_loss_that_orders_cannot_change_is_shown_without_a_difference(page: AppTest, desk) -> None:
    desk.answer = lambda *_: FakeJob(page_samples.advice(totals={"vp": "3/2"}, now={"vp": "3/2"}))
    assert "Victory points lost 1½ the same with no orders" in words(page.run())


def test_nothing_lost_is_said_in_a_sentence(page: AppTest, desk) -> None:
    desk.answer = lambda *_: FakeJob(page_samples.advice(totals={"vp": "0"}, now={"vp": "0"}, penalties=()))
    page.run()
    assert "Nothing is lost." in words(page)
    assert not figures(page)


def test_a_loss_is_not_called_nothing(page: AppTest) -> None:
    assert "Nothing is lost." not in words(page.run())


def test_the_losses_name_rule_arithmetic_and_sum(page: AppTest) -> None:
    said = words(page.run())
    assert "2 REs missing x 1 attack per started RE = 2" in said
    assert "44.B.2.c" in said
    assert "Together 2 Extra partisan attacks" in said


def test_a_dispute_between_solver_and_audit_is_shown_loudly(page: AppTest, desk) -> None:
    desk.answer = lambda *_: FakeJob(page_samples.advice(status="feasible", proof="disputed"))
    said = words(page.run())
    assert "Solver and audit disagree" in said
    assert "Do not rely on this plan" in said


def test_a_plan_without_proof_says_what_was_found_and_what_is_needed() -> None:
    tiers = (
        TierResult(name="vp", value="0", bound="0", proven=True),
        TierResult(name="partisan_attacks", value="43", bound="39", proven=False),
    )
    kind, _, text = heading.badge_of(page_samples.advice(status="feasible", proof="bound", tiers=tiers))
    assert kind == "warn"
    assert "best found 43, at least 39 needed" in text


def test_impossible_wishes_are_listed(page: AppTest, desk) -> None:
    nothing = {"totals": {}, "orders": (), "demands": (), "penalties": (), "plan": None}
    desk.answer = lambda *_: FakeJob(
        page_samples.advice(status="impossible", conflict=("pin 719 Static=liege", "forbid 65 Inf=brussels"), **nothing)
    )
    said = words(page.run())
    assert "Impossible as asked" in said
    assert "These cannot all be had together: 719 Static Division in Liège 65 Infantry Division not in Brussels" in said
    assert "Nothing is lost" not in said


def test_no_plan_in_time_says_what_to_do(page: AppTest, desk) -> None:
    nothing = {"totals": {}, "orders": (), "demands": (), "penalties": (), "plan": None}
    desk.answer = lambda *_: FakeJob(
        page_samples.advice(status="unknown", proof="none", message="No plan: no plan was found in time", **nothing)
    )
    said = words(page.run())
    assert "No plan: no plan was found in time" in said
    assert "Give the search more time" in said
    assert "Nothing is lost" not in said


def test_a_running_search_shows_best_and_bound_and_stops_when_told(page: AppTest, desk) -> None:
    news = Progress(tier="vp", value="7/2", bound="2", seconds=1.25)
    job = FakeJob(page_samples.advice(), runs=True, says=news)
    desk.answer = lambda *_: job
    page.run()
    assert "Victory points lost 3½ 2 1.2" in words(page)
    assert "Rail 3 REs" not in words(page)
    assert "The orders follow here as soon as the best ones are found." in words(page)
    page.button(key="stop").click().run()
    assert not job.running
    assert "Rail 3 REs" in words(page)


def test_choosing_another_scenario_solves_it_at_once(page: AppTest, desk, folder: Path) -> None:
    other = BELGIUM.replace("Belgium, a sample", "Flanders, another sample")
    (folder / "flanders.yaml").write_text(other, encoding="utf-8")
    page.run()
    page.selectbox(key="scenario").select(folder / "flanders.yaml").run()
    assert [scenario.title for scenario, _ in desk.asked] == ["Belgium, a sample", "Flanders, another sample"]
    assert "Flanders, another sample" in words(page)


def test_another_scenario_is_searched_as_long_as_the_player_chose(page: AppTest, desk, folder: Path) -> None:
    (folder / "flanders.yaml").write_text(BELGIUM, encoding="utf-8")
    page.run()
    page.select_slider(key="time limit").set_value(15).run()
    page.selectbox(key="scenario").select(folder / "flanders.yaml").run()
    assert desk.asked[-1][1].time_limit == 15
    assert "earlier question" not in words(page)


def test_a_job_for_a_scenario_nobody_looks_at_any_more_is_ended(page: AppTest, desk, folder: Path) -> None:
    (folder / "flanders.yaml").write_text(BELGIUM.replace("Belgium, a sample", "Flanders"), encoding="utf-8")
    jobs = [FakeJob(page_samples.advice(), runs=True), FakeJob(page_samples.advice())]
    desk.answer = lambda *_: jobs[len(desk.asked) - 1]
    page.run()
    page.selectbox(key="scenario").select(folder / "flanders.yaml").run()
    assert not jobs[0].running


def test_a_page_opened_again_shows_the_proven_answer_at_once(page: AppTest, desk) -> None:
    page.run()
    again = AppTest.from_file(str(APP), default_timeout=60).run()
    assert "Rail 3 REs" in words(again)
    assert len(desk.asked) == 1


def test_a_page_opened_again_shows_what_was_found_even_if_nothing_was_proven(page: AppTest, desk) -> None:
    """A long search is not begun anew because the page was loaded again."""
    desk.answer = lambda *_: FakeJob(page_samples.advice(status="feasible", proof="bound"))
    page.run()
    again = AppTest.from_file(str(APP), default_timeout=60).run()
    assert "Rail 3 REs" in words(again)
    assert len(desk.asked) == 1


def test_a_changed_horizon_marks_the_orders_as_old_until_solved_again(page: AppTest, desk) -> None:
    page.run()
    page.number_input[0].set_value(3).run()
    assert "These orders answer an earlier question." in words(page)
    assert len(desk.asked) == 1
    page.button(key="solve").click().run()
    assert desk.asked[-1][0].horizon == 3
    assert "These orders answer an earlier question." not in words(page)


def test_a_file_changed_on_disk_marks_the_orders_as_old(page: AppTest, folder: Path) -> None:
    file = folder / "belgium_43_thin.yaml"
    page.run()
    assert "earlier question" not in words(page)
    file.write_text(BELGIUM.replace("horizon: 2", "horizon: 3"), encoding="utf-8")
    page.run()
    assert "earlier question" in words(page)


def test_a_file_that_cannot_be_read_shows_every_problem_and_no_orders(page: AppTest, desk, folder: Path) -> None:
    broken = BELGIUM.replace("counter: 5-7-6", "counter: 8-6-").replace("at: brussels", "at: brusels")
    (folder / "belgium_43_thin.yaml").write_text(broken, encoding="utf-8")
    said = words(page.run())
    assert not desk.asked
    assert "This scenario cannot be planned yet." in said
    assert "'8-6-'" in said
    assert "did you mean 'brussels'?" in said
    assert not page.exception


def test_an_empty_folder_says_where_to_put_a_scenario(page: AppTest, folder: Path) -> None:
    (folder / "belgium_43_thin.yaml").unlink()
    said = words(page.run())
    assert "There is no scenario to plan." in said
    assert str(folder) in said


def test_names_from_a_file_are_never_markup(page: AppTest, folder: Path) -> None:
    text = BELGIUM.replace("719 Static Division", f"'{BOLD}'").replace("name: Antwerp", f"name: '{BOLD}'")
    text = text.replace("title: Belgium, a sample", f"title: '{BOLD}'")
    (folder / "belgium_43_thin.yaml").write_text(text, encoding="utf-8")
    page.run()
    assert f"{BOLD} from Gent to {BOLD}" in unescaped(page)
    assert not any("<img src=x" in element.proto.body for element in page.get("html"))
    assert not page.markdown


def unescaped(page: AppTest) -> str:
    """What a reader sees, angle brackets of names included."""
    from html import unescape

    return unescape(" ".join(element.proto.body for element in page.get("html"))).replace("</b>", "")


def test_a_part_that_fails_says_so_calmly_and_the_rest_stands(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr("app_pages.theatre.render_orders", broken)
    page.run()
    said = words(page)
    assert "This part of the page could not be shown." in said
    assert "secret detail" not in said
    assert "Proven optimal" in said
    assert not page.exception


def test_a_place_can_be_chosen_without_the_mouse(page: AppTest) -> None:
    page.run()
    page.selectbox(key="place looked at").select("gent").run()
    said = words(page)
    assert "Gent wants 2 REs of occupation" in said
    assert "Counting: 712 Static 2." in said
    assert "Here but not counting: 719 Static Division (spends MPs this turn)." in said


def test_later_turns_are_called_a_forecast(page: AppTest) -> None:
    page.run()
    page.button_group[0].set_value(1).run()
    assert "Later turns are what the plan expects, not orders" in words(page)
    assert [header.value for header in page.header] == ["Forecast"]


def test_rulings_that_this_table_has_changed_come_first(page: AppTest) -> None:
    assert "This table reads the rules in its own way here: occupation_rounding_group: city" in words(page.run())


def test_what_the_file_says_about_itself_is_at_hand(page: AppTest) -> None:
    assert "About this scenario Our own, plausible data." in words(page.run())


def test_reports_and_plan_can_be_taken_home(page: AppTest) -> None:
    buttons = [element for element in page.run().sidebar if element.type == "download_button"]
    labels = [button.proto.label for button in buttons]
    assert labels == ["Report to read or print", "Workbook", "Text for play by mail", "Save the plan"]
