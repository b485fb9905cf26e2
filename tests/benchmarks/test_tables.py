"""What is read out of runs: gaps, ratios, growth, and who contradicts whom."""

from fractions import Fraction

import pytest

from benchmarks.agreement import disagreements
from benchmarks.comparisons import exponent, ratio
from benchmarks.mathopt_peer import overheard
from benchmarks.ours import note_ends
from benchmarks.records import grouped
from benchmarks.table import report
from benchmarks.targets import targets
from benchmarks.tiers import Course, TierEnd, gap_at, time_to_gap
from models.plan import Plan, Solved, TierResult

# Lines as the solvers print them, here in two parts.
HIGHS_FIRST = (
    " J       0       0         0   0.00%   -inf            4                  Large"
    "        0      0      0         0     0.3s"
)
HIGHS_OPEN = (
    " R       0       0         0   0.00%   0               8                100.00%"
    "        0      0      0       277     0.3s"
)
SCIP_OPEN = (
    "p 0.3s|     1 |     0 |    70 |     - |  clique|   0 |1288 | 232 | 232 |   0 |  0 |   0 |   0 "
    "| 0.000000e+00 | 2.900000e+01 |    Inf | unknown"
)
SCIP_CLOSED = (
    "p 0.3s|     1 |     0 |   166 |     - |   locks|   0 |1288 | 232 | 232 |   0 |  0 |   0 |   0 "
    "| 0.000000e+00 | 0.000000e+00 |   0.00%| unknown"
)


def _course() -> Course:
    """A tier begun after two seconds: a plan of 20 at 3 s, a bound of 10 at 4 s, 16 at 5 s, proven 16 at 8 s."""
    course = Course()
    course.see(3.0, "strength", Fraction(20), None)
    course.see(4.0, "strength", None, Fraction(10))
    course.see(5.0, "strength", Fraction(16), None)
    course.end(TierEnd("strength", Fraction(16), Fraction(16), True, 2.0, 6.0))
    return course


def test_there_is_no_gap_before_there_is_a_plan():
    """Nothing to measure."""
    assert gap_at(_course(), "strength", 2.5) is None


@pytest.mark.parametrize(
    ("seconds", "gap"), [(3, Fraction(1)), (4, Fraction(1, 2)), (5, Fraction(3, 8)), (8, Fraction(0))]
)
def test_the_gap_is_what_lies_between_plan_and_bound(seconds, gap):
    """(20 - 0) / 20, (20 - 10) / 20, (16 - 10) / 16, nothing."""
    assert gap_at(_course(), "strength", seconds) == gap


def test_the_gap_can_be_counted_from_the_start_of_the_tier():
    """Two seconds into the tier are four seconds into the run."""
    assert gap_at(_course(), "strength", 2, from_its_start=True) == Fraction(1, 2)


def test_the_time_to_a_gap_is_counted_from_the_start_of_the_tier():
    """Half is reached at 4 s, one per cent only with the proof."""
    assert time_to_gap(_course(), "strength", Fraction(1, 2)) == 2.0
    assert time_to_gap(_course(), "strength", Fraction(1, 100)) == 6.0


def test_a_gap_that_was_never_reached_has_no_time():
    """An open tier stays open."""
    course = Course()
    course.end(TierEnd("moves", Fraction(10), Fraction(5), False, 0.0, 1.0))
    assert time_to_gap(course, "moves", Fraction(1, 10)) is None


@pytest.mark.parametrize(
    ("line", "solver", "told"),
    [
        (HIGHS_FIRST, "highs", (None, 4.0)),
        (HIGHS_OPEN, "highs", (0.0, 8.0)),
        (SCIP_OPEN, "scip", (0.0, 29.0)),
        (SCIP_CLOSED, "scip", (0.0, 0.0)),
        ("Presolving model", "highs", None),
        ("presolving:", "scip", None),
    ],
)
def test_bound_and_plan_are_overheard_in_the_log(line, solver, told):
    """Bound first, then value."""
    assert overheard(line, solver) == told


@pytest.mark.parametrize("power", [1, 2])
def test_the_exponent_of_a_power_is_that_power(power):
    """Ten times as large takes ten or a hundred times as long."""
    assert exponent([(10.0**n, 3 * 10.0 ** (n * power)) for n in range(4)]) == pytest.approx(power)


def _record(peer="ours", seconds=1.0, value="10", bound="10", proven=True, **more):
    tier = {
        "name": "vp", "value": value, "bound": bound, "proven": proven, "began": 0.0, "seconds": seconds,
    }  # fmt: skip
    return {
        "peer": peer, "family": "M", "mood": "loose", "seed": 1, "limit": 60, "known": {}, "note": "", "size": {},
        "seconds": seconds, "megabytes": 1.0, "phases": {}, "audited": {"vp": value}, "violations": [],
        "tiers": [tier], "seen": [[seconds, "vp", value, bound]],
    } | more  # fmt: skip


def test_a_ratio_of_two_proofs_is_a_number():
    """One second against four."""
    assert ratio([_record()], [_record("highs", 4.0)], ["vp"]) == ("0.25", 0.25)


def test_a_ratio_to_an_open_end_is_an_upper_bound():
    """The peer would have needed even longer."""
    assert ratio([_record()], [_record("highs", 4.0, bound="9", proven=False)], ["vp"]) == ("< 0.25", 0.25)


def test_a_ratio_without_our_proof_is_no_number():
    """Nothing can be claimed."""
    assert ratio([_record(bound="9", proven=False)], [_record("highs", 4.0)], ["vp"]) == ("> 0.25", None)


def test_equal_proofs_do_not_disagree():
    """The quiet case."""
    assert not list(disagreements([_record(), _record("highs")]))


def test_a_bound_above_anothers_plan_is_a_disagreement():
    """One of the two is wrong."""
    (found,) = disagreements([_record(), _record("highs", value="9", bound="9")])
    assert "ours and highs on M loose 1: vp has a bound of 10 and a plan of 9" in found


def test_an_audit_that_differs_is_a_disagreement():
    """The audit is the judge."""
    (found,) = disagreements([_record(audited={"vp": "11"})])
    assert "vp is 10, the audit says 11" in found


def test_an_audit_below_a_proven_value_is_a_disagreement():
    """Then the proof was none."""
    (found,) = disagreements([_record(audited={"vp": "9"})])
    assert "vp is 10, the audit says 9" in found


def test_an_audit_below_an_open_value_is_none():
    """A later tier may have bettered it by the way."""
    assert not list(disagreements([_record(bound="8", proven=False, audited={"vp": "9"})]))


def test_a_plan_against_the_rules_is_a_disagreement():
    """However good it looks."""
    (found,) = disagreements([_record(violations=["12 Inf Jul 1 43: is on its way"])])
    assert "the audit rejects its plan" in found


def test_a_proof_against_what_is_known_by_construction_is_a_disagreement():
    """Planted optima leave no doubt."""
    (found,) = disagreements([_record(known={"vp": "9"})])
    assert "but it is 9 by construction" in found


def test_later_tiers_are_compared_only_while_earlier_ones_are_equal():
    """Who pays more VP may well tie down less strength."""
    second = {"name": "strength", "bound": "5", "proven": True, "began": 1.0, "seconds": 1.0}
    ours, other = _record(), _record("naive", value="12", bound="0", proven=False)
    ours["tiers"].append(second | {"value": "5"})
    other["tiers"].append(second | {"value": "3", "bound": "3"})
    for record in (ours, other):
        record["audited"]["strength"] = record["tiers"][1]["value"]
    assert not list(disagreements([ours, other]))


@pytest.mark.parametrize(("theirs", "verdict"), [(4.0, "met: 0.25"), (0.5, "missed: 2.00")])
def test_a_target_is_met_or_missed(theirs, verdict):
    """At M all tiers are to be proven in at most HiGHS's time; ours takes one second."""
    text = targets(grouped([_record(), _record("highs", theirs)]))
    assert f"| M loose | all tiers proven in at most 1 of the time of highs | {verdict} |" in text


def test_each_tier_begins_where_the_one_before_it_ended():
    """Three seconds for the first, one for the second, two for the third."""
    told = [("vp", 3.0), ("partisan_attacks", 1.0), ("strength", 2.0)]
    tiers = tuple(TierResult(name=n, value=Fraction(1), bound=Fraction(1), proven=True, seconds=s) for n, s in told)
    course = Course()
    note_ends(course, Solved(plan=Plan(turn="Jul 1 43", turns=1), tiers=tiers), 10.0)
    assert [(end.name, end.began, end.seconds) for end in course.ends] == [
        ("vp", 10.0, 3.0), ("partisan_attacks", 13.0, 1.0), ("strength", 14.0, 2.0),
    ]  # fmt: skip


def test_the_report_has_a_row_for_each_peer_and_names_the_disagreement():
    """From records to text."""
    text = report([_record(), _record("highs", 4.0, value="9", bound="9")], "# Benchmark")
    assert "| M loose | ours | 1.00 |" in text
    assert "| M loose | highs | 4.00 |" in text
    assert "| M loose | highs | 0.25 |" in text
    assert "vp has a bound of 10 and a plan of 9" in text
