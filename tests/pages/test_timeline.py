"""What is bought and when it arrives, as a timeline."""

from __future__ import annotations

import page_samples
from page_samples import NEXT, NOW, order

from app_pages import timeline
from planner.report.board import Board


def board() -> Board:
    return Board(page_samples.scenario(), page_samples.advice())


def test_orders_that_are_alike_are_one_line() -> None:
    bought = [order(f"Sec #{n}", "replace", "box:belgium", "gent", until="Jul 4 43") for n in (1, 2, 3)]
    (event,) = timeline.events(bought, board())
    assert (event.who, event.turn, event.until) == ("3 × Security regiment, 3 REs", NOW, "Jul 4 43")
    assert event.where == "Belgium garrison box → Gent"
    assert event.short == "Replace → Gent"


def test_the_turns_go_on_until_the_last_one_has_arrived() -> None:
    bought = timeline.events([order("65 Inf", "replace", "brussels", "gent", until="Jul 4 43")], board())
    assert timeline.turns_of(board(), bought) == (NOW, NEXT, "Jul 3 43", "Jul 4 43")


def test_what_is_done_at_once_needs_no_more_turns() -> None:
    bought = timeline.events([order("65 Inf", "rebuild", "brussels")], board())
    assert timeline.turns_of(board(), bought) == (NOW, NEXT)


def test_what_leaves_play_has_a_sign_of_its_own() -> None:
    found = timeline.events(
        [order("65 Inf", "withdraw", "brussels", "gone:east"), order("712 Static", "rebuild", "gent")], board()
    )
    marks = timeline.figure(board(), found, dark=False).data[-1]
    assert sorted(marks.marker.symbol) == ["circle", "triangle-down"]


def test_markup_in_a_name_stays_text() -> None:
    text = page_samples.BELGIUM.replace("name: 65 Infantry Division", "name: '<b>65</b>'")
    found = timeline.events(
        [order("65 Inf", "rebuild", "brussels")], Board(page_samples.scenario(text), page_samples.advice())
    )
    drawn = timeline.figure(board(), found, dark=True)
    assert "<b>" not in str(drawn.layout.yaxis.ticktext) + str(drawn.data[-1].hovertext)


def test_points_are_counted_in_words() -> None:
    borrowed = order("", "borrow RPs", "pool:east", "pool:west", times=10)
    assert [event.who for event in timeline.events([borrowed], board())] == ["10 points"]
    once = order("", "borrow RPs", "pool:east", "pool:west")
    assert [event.who for event in timeline.events([once], board())] == ["1 point"]


def test_long_words_behind_a_line_end_with_a_whole_word_and_dots() -> None:
    far = order("65 Inf", "replace", "gent", "elim:belgium and everything that lies behind it")
    (event,) = timeline.events([far], board())
    assert len(event.short) <= timeline.LONGEST
    assert event.short.endswith(" …")
