"""How problems are told: the file, the line, the value seen, what to write instead."""

import pickle

from planner.load.problems import MOST_LISTED, BadInput, InputProblem, dotted, shown


def test_several_problems_are_told_in_the_order_of_their_lines() -> None:
    refused = BadInput(
        "scenarios/balkans.yaml",
        [
            InputProblem(
                "scenarios/balkans.yaml", 77, "garrisons[2].res", "is 1.25.0: write an exact number, e.g. 5/4"
            ),
            InputProblem("balkan_units.csv", 3, "units[1].at", "is 'x': no such place"),
            InputProblem("scenarios/balkans.yaml", 41, "units[12].counter", "is '8-6-': a counter reads"),
        ],
    )
    assert str(refused) == (
        "scenarios/balkans.yaml has 3 problems:\n"
        "  line 41  units[12].counter is '8-6-': a counter reads\n"
        "  line 77  garrisons[2].res is 1.25.0: write an exact number, e.g. 5/4\n"
        "  balkan_units.csv line 3  units[1].at is 'x': no such place"
    )


def test_a_single_problem_is_told_in_the_singular() -> None:
    assert str(BadInput("a.yaml", [InputProblem("a.yaml", None, "turn", "is missing")])) == (
        "a.yaml has 1 problem:\n  turn is missing"
    )


def test_a_sentence_of_its_own_follows_a_colon() -> None:
    assert str(InputProblem("a.yaml", 2, "units[0]", "'1 Inf' has no size")) == "line 2  units[0]: '1 Inf' has no size"


def test_the_end_of_a_very_long_list_is_left_out_and_that_is_said() -> None:
    refused = BadInput("a.yaml", [InputProblem("a.yaml", n, "", "bad") for n in range(MOST_LISTED + 1)])
    assert len(refused.problems) == MOST_LISTED
    assert str(refused).startswith(f"a.yaml has more than {MOST_LISTED} problems:")


def test_a_list_that_just_fits_is_complete() -> None:
    refused = BadInput("a.yaml", [InputProblem("a.yaml", n, "", "bad") for n in range(MOST_LISTED)])
    assert str(refused).startswith(f"a.yaml has {MOST_LISTED} problems:")


def test_names_with_odd_letters_are_quoted() -> None:
    assert dotted(("places", "new york", 3, "a.b")) == "places['new york'][3]['a.b']"
    assert dotted(("places", "athens", "kind")) == "places.athens.kind"


def test_a_long_value_is_cut_and_a_list_is_not_written_out() -> None:
    assert shown("9" * 100_000) == f"'{'9' * 40}'... (100000 characters)"
    assert shown(["x"] * 1000) == "a list"


def test_a_file_cannot_send_commands_to_the_terminal() -> None:
    text = str(BadInput("a\x1b[2J.yaml", [InputProblem("b\x1b.csv", 1, "x\x1b", "is \x1b]0;\x07\n")]))
    assert "\x1b" not in text
    assert text.count("\n") == 1


def test_a_refusal_can_be_handed_from_one_process_to_another() -> None:
    refused = BadInput("a.yaml", [InputProblem("a.yaml", 1, "turn", "is missing")])
    copy = pickle.loads(pickle.dumps(refused))
    assert (copy.problems, str(copy)) == (refused.problems, str(refused))
