"""Where things stand in a turn, how checks come out, and the picture made of it."""

from __future__ import annotations

from dataclasses import replace

import page_samples
import pytest
from page_samples import DEMANDS, NEXT, demand, order

from app_pages import chart
from app_pages.counters import counters
from models.advice import Advice
from planner.report.board import Board, Mark, mark_of, worst
from planner.report.frame import frame_around
from planner.report.labels import around, label_of, overlap, place_labels, spread
from planner.report.names import Names
from planner.report.sentences import in_words, line_of, margin, sheet

COAST = ("brussels", "antwerp")


def board(advice: Advice | None = None, text: str = page_samples.BELGIUM) -> Board:
    """The sample on the board."""
    return Board(page_samples.scenario(text), advice or page_samples.advice())


def test_a_demand_with_a_gap_is_short() -> None:
    assert mark_of(demand("Antwerp", 0, "2", ("719 Static", "3/2"))) is Mark.SHORT


def test_a_demand_met_by_one_unit_is_one_loss_from_failing() -> None:
    assert mark_of(demand("Antwerp", 0, "2", ("719 Static", "3"))) is Mark.TIGHT


def test_a_demand_met_even_without_its_largest_unit_is_met() -> None:
    """1 + 1 + 1 REs for 2: any one of them may go."""
    assert mark_of(demand("Antwerp", 0, "2", ("a", "1"), ("b", "1"), ("c", "1"))) is Mark.MET


def test_a_demand_that_no_unit_needs_to_cover_is_met() -> None:
    assert mark_of(demand("Antwerp", 0, "0")) is Mark.MET


def test_the_worst_of_several_checks_is_shown() -> None:
    met, tight, _, short = (DEMANDS[3], DEMANDS[0], DEMANDS[2], DEMANDS[1])
    assert worst([met, tight]) is Mark.TIGHT
    assert worst([met, tight, short]) is Mark.SHORT
    assert worst([]) is None


def test_units_stand_where_the_file_puts_them_this_turn() -> None:
    assert board().standing(0) == {
        "gent": ("719 Static", "712 Static"),
        "brussels": ("65 Inf",),
        "box:belgium": ("Sec #1", "Sec #2", "Sec #3"),
    }


def test_units_stand_where_their_orders_took_them_next_turn() -> None:
    assert board().standing(1)["antwerp"] == ("719 Static",)
    assert board().standing(1)["gent"] == ("712 Static",)


def test_a_unit_without_a_later_order_stays_where_its_last_one_took_it() -> None:
    only = order("719 Static", "rail", "gent", "antwerp")
    assert board(page_samples.advice(orders=(only,))).standing(1)["antwerp"] == ("719 Static",)


def test_only_orders_that_change_a_place_are_moves() -> None:
    assert [(move.unit, move.to) for move in board().moves(0)] == [("719 Static", "antwerp")]
    assert board().moves(1) == ()


def test_places_are_pinned_where_the_atlas_has_them_or_the_file_says() -> None:
    text = page_samples.BELGIUM.replace("name: Gent,", "name: Gent, latitude: 51.5, longitude: 3.5,")
    assert board().positions["brussels"] == (50.85, 4.35)
    assert board(text=text).positions["gent"] == (51.5, 3.5)


def test_a_demand_of_several_places_is_an_area_between_them() -> None:
    both = demand("Scheldt", 0, "3", id="garrison:scheldt:0", states=(*COAST, "eliminated:west"))
    (area,) = [spot for spot in board(page_samples.advice(demands=(both,))).spots(0) if spot.members]
    assert (area.name, area.members, area.mark) == ("Scheldt", COAST, Mark.SHORT)
    assert (area.latitude, area.longitude) == ((50.85 + 51.22) / 2, (4.35 + 4.40) / 2)


def test_a_demand_on_a_box_is_kept_off_the_map() -> None:
    box = demand("Belgium garrison", 0, "3", ("Sec #1", "1"), states=("box:belgium",))
    found = board(page_samples.advice(demands=(box,)))
    assert found.off_map(0) == (("Belgium garrison", (box,)),)
    assert all(spot.mark is None for spot in found.spots(0))


def test_a_waived_demand_asks_nothing() -> None:
    waived = demand("Antwerp", 0, "2", waived=True)
    assert board(page_samples.advice(demands=(waived,))).demands(0) == ()


def test_boxes_and_places_have_names() -> None:
    names = Names(page_samples.scenario())
    assert names.place("liege") == "Liège"
    assert names.place("box:belgium") == "Belgium garrison box"
    assert names.place("eliminated:west") == "Eliminated box (West)"
    assert names.place("arriving:gent") == "Off the map, bound for Gent"
    assert names.place("sea:eto") == "ETO"


def test_identical_counters_are_counted_not_repeated() -> None:
    names = Names(page_samples.scenario())
    assert names.listed(["Sec #1", "65 Inf", "Sec #2"]) == "2 × Security regiment, 65 Infantry Division"
    assert names.counting(DEMANDS[3]) == "3 × Security regiment 3"


def test_an_order_reads_as_a_player_would_say_it() -> None:
    names = Names(page_samples.scenario())
    one = order("719 Static", "march", "gent", "antwerp")
    assert line_of([one], names).text == "March 3 REs: 719 Static Division from Gent to Antwerp"
    out = [order(f"Sec #{n}", "activate", "box:belgium", "brussels") for n in (1, 2)]
    expected = "Activate 2 REs: 2 × Security regiment from Belgium garrison box to Brussels"
    assert line_of(out, names).text == expected
    bought = order("Sec #1", "buy out of garrison", "box:belgium", "brussels", how="4 inf RPs")
    expected = "Buy out 1 RE: Security regiment from Belgium garrison box to Brussels, 4 inf RPs"
    assert line_of([bought], names).text == expected


def test_an_order_that_no_unit_carries_out_says_how_often() -> None:
    aside = order("", "set RPs aside", "west_infantry", "france", times=3, how="1½ inf RPs")
    said = line_of([aside], Names(page_samples.scenario())).text
    assert said == "Set aside 3 ×: 1½ inf RPs from West Infantry to France"


def test_res_and_air_units_that_are_missing_are_not_added_up() -> None:
    res = demand("Antwerp", 0, "2")
    air = demand("Antwerp", 0, "1", id="garrison:antwerp:air:0", measure="air units")
    labels = [label_of(spot) for spot in board(page_samples.advice(demands=(res, air))).spots(0) if spot.mark]
    assert labels == ["Antwerp, short"]


def test_the_sheet_keeps_moves_guards_and_boxes_apart() -> None:
    found = sheet(board(), 0)
    assert [(place, [line.text for line in lines]) for place, lines in found.busy] == [
        ("Gent", ["Rail 3 REs: 719 Static Division from Gent to Antwerp"])
    ]
    assert found.guards == (("Brussels", "65 Infantry Division"), ("Gent", "712 Static"))
    assert found.boxed == (("Belgium garrison box", "3 × Security regiment"),)
    assert found.free == ()


def test_every_place_on_the_map_can_be_clicked_once() -> None:
    clickable = [point for trace in chart.figure(board(), 0).data for point in (trace.customdata or ())]
    assert sorted(point[0] for point in clickable if len(point) == 1) == ["antwerp", "brussels", "gent", "liege"]


def test_every_unit_on_the_map_can_be_clicked_once() -> None:
    """Units in a box are not on the map; a click on a counter tells its place and its unit."""
    clickable = [tuple(point) for trace in chart.figure(board(), 0).data for point in (trace.customdata or ())]
    assert sorted(point for point in clickable if len(point) == 2) == [
        ("brussels", "65 Inf"),
        ("gent", "712 Static"),
        ("gent", "719 Static"),
    ]


def test_counters_stand_where_a_click_finds_them() -> None:
    """No two points of the map are closer than a finger is wide, and those of a stack lie below their place."""
    shown = chart.figure(board(), 0)
    (stack,) = [trace for trace in shown.data if trace.customdata and len(trace.customdata[0]) == 2]
    height = frame_around(board().spots(0))
    for (place, _), latitude in zip(stack.customdata, stack.y, strict=True):
        below = (board().positions[place][0] - latitude) * height.pixels * height.stretch
        assert 10 <= below <= 40


def test_more_kinds_of_counters_than_there_is_room_for_share_the_last() -> None:
    more = "\n".join(f"- {{id: u{n}, type: Arm, nationality: German, at: liege, res: 1}}" for n in range(5))
    crowd = board(text=page_samples.BELGIUM.replace("garrisons:", f"{more}\ngarrisons:"))
    found = [each for each in counters(crowd, crowd.spots(0), 0) if each.spot.id == "liege"]
    assert [each.words for each in found] == ["u0, 1 RE", "u1, 1 RE", "u2, u3, u4, 3 REs"]
    assert {each.symbol for each in found} == {"square-dot"}


@pytest.mark.parametrize(
    ("required", "covered", "said"),
    [
        ("3", "1", "2 REs short"),
        ("2", "2", "one loss from failing"),
        ("2", "5/2", "one loss from failing, ½ RE to spare"),
    ],
)
def test_the_margin_of_a_check_is_said(required: str, covered: str, said: str) -> None:
    assert margin(demand("Gent", 0, required, ("712 Static", covered))) == said


def test_a_check_that_can_lose_its_largest_unit_is_met() -> None:
    found = demand("Gent", 0, "2", ("712 Static", "2"), ("719 Static", "2"))
    assert margin(found) == "met, 2 REs to spare"


def test_marks_on_the_map_differ_without_colour() -> None:
    shapes = [chart.SYMBOLS[mark] for mark in (*Mark, None)]
    assert len(set(shapes)) == len(shapes)


def test_names_on_the_map_are_escaped() -> None:
    text = page_samples.BELGIUM.replace("name: Antwerp", "name: '<a href=\"http://b\">x</a>'")
    for trace in chart.figure(board(text=text), 0).data:
        for shown in (*(trace.text or ()), *(trace.hovertext or ())):
            assert "<a" not in shown


def test_the_map_in_words_names_what_is_short() -> None:
    said = in_words(board(), 0)
    assert "4 places with checks" in said
    assert "short are Antwerp, 2 short" in said
    assert "1 move." in said
    assert "none of them short" in in_words(board(), 1)


def test_names_that_are_written_do_not_overlap() -> None:
    spots = board().spots(0)
    shown = frame_around(spots)
    labels = place_labels(spots, shown)
    boxes = [around(*shown.at(spot), 7.0 * len(labels[spot.id][0]))[labels[spot.id][1]] for spot in spots]
    clashes = [(a, b) for n, a in enumerate(boxes) for b in boxes[n + 1 :] if overlap(a, b)]
    assert len(boxes) == 4
    assert clashes == []


def test_turns_have_the_plan_s_length_not_the_file_s() -> None:
    assert board(page_samples.advice(horizon=1)).turns == ("Jul 1 43",)
    assert board().turns == ("Jul 1 43", NEXT)


def test_the_mark_of_an_area_and_its_name_cover_none_of_its_places() -> None:
    """Midway between Gent and Antwerp there is no room for a mark, two counters and a name."""
    coast = page_samples.demand("Flanders coast", 0, "4", states=("gent", "antwerp"))
    spots = board(page_samples.advice(demands=(coast,))).spots(0)
    shown, below = frame_around(spots), {"gent": 36.0, "antwerp": 25.0}
    near = [replace(spot, latitude=51.0, longitude=3.72 + n * 0.12) for n, spot in enumerate(spots)]
    settled = spread(near, shown, below)
    (area,) = [spot for spot in settled if spot.members]
    words, side = place_labels(settled, shown, below)[area.id]
    assert words == "Flanders coast, 4 short"
    x, y = shown.at(area)
    mine = [(x - 8, y - 8, x + 8, y + 8), around(x, y, 7.0 * len(words))[side]]
    theirs = [(shown.at(spot), below.get(spot.id, 8)) for spot in settled if not spot.members]
    assert not [
        (box, at)
        for box in mine
        for at, deep in theirs
        if overlap(box, (at[0] - 6, at[1] - deep, at[0] + 6, at[1] + 8))
    ]
    assert [spot for spot in settled if not spot.members] == [spot for spot in near if not spot.members]


def test_a_name_makes_way_for_an_arrow() -> None:
    spots = [spot for spot in board().spots(0) if spot.id == "brussels"]
    shown = frame_around(spots)
    free = place_labels(spots, shown)["brussels"][1]
    x, y = spots[0].longitude, spots[0].latitude
    up = ((y, x), (y + 0.3, x))
    assert free == "top center"
    assert place_labels(spots, shown, ways=(up,))["brussels"][1] != "top center"


def test_no_side_of_a_mark_is_barred_by_the_mark_itself() -> None:
    mark = (-8.0, -8.0, 8.0, 8.0)
    assert not [side for side, box in around(0, 0, 70).items() if overlap(box, mark)]


def test_the_map_is_drawn_at_the_size_for_which_its_names_were_placed() -> None:
    drawn, shown = chart.figure(board(), 0), frame_around(board().spots(0))
    assert (drawn.layout.width, drawn.layout.height) == (shown.width, shown.height)
