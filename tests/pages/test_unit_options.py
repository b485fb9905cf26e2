"""A unit's options on the page: each legal at a price or forbidden by a rule, and one of them tried."""

from __future__ import annotations

from fractions import Fraction

import page_samples
from page_samples import FakeJob, order, words
from streamlit.testing.v1 import AppTest

from models.alternatives import Alternative
from models.position import Position
from planner import worker

OPTIONS = (
    Alternative(order=order("712 Static", "stand guard", "gent"), planned=True, totals={}, proven=True),
    Alternative(
        order=order("712 Static", "march", "gent", "antwerp"), proven=True,
        totals={"vp": "1/2", "partisan_attacks": "1", "inf_rp": "0"},
    ),
    Alternative(order=order("712 Static", "rail", "gent", "brussels"), forbidden="44.A.7.a.3: may not leave"),
    Alternative(order=order("712 Static", "stay free", "gent")),
)  # fmt: skip


class PricedJob(FakeJob):
    """A job that has a unit's options ready."""

    def alternatives(self) -> tuple[Alternative, ...]:
        return OPTIONS


def answer(_scenario: Position, settings: worker.Settings) -> FakeJob:
    return PricedJob(page_samples.advice())


def looked_at(page: AppTest, desk) -> AppTest:
    """The page after a click on the 712th in Gent; the top of the page listens once."""
    desk.answer = answer
    page.run()
    page.session_state["place looked at"] = "gent"
    page.session_state["unit looked at"] = "712 Static"
    return page.run().run()


def test_the_options_of_a_unit_are_asked_for_when_it_is_looked_at(page: AppTest, desk) -> None:
    looked_at(page, desk)
    assert [settings.options_of for _, settings in desk.asked] == ["", "712 Static"]
    assert desk.asked[1][1].begin == page_samples.advice().plan


def test_every_option_is_legal_at_a_price_or_forbidden_by_a_rule(page: AppTest, desk) -> None:
    """The sample's plan loses 0 VP and 2 attacks: ½ VP more, one attack less."""
    said = words(looked_at(page, desk))
    assert "Stand guard in Gent ✓ planned what the plan has it do" in said
    assert "March from Gent to Antwerp legal costs ½ victory point and saves 1 extra partisan attack" in said
    assert "Rail from Gent to Brussels ✗ illegal 44.A.7.a.3: may not leave" in said
    assert "Stay free in Gent legal not priced in time" in said


def test_an_option_can_be_tried_and_becomes_a_change(page: AppTest, desk) -> None:
    looked_at(page, desk)
    page.button(key="compare option").click().run()
    assert desk.asked[-1][1].wishes.pins == (("712 Static", "antwerp"),)


def test_a_place_that_is_looked_at_offers_its_units(page: AppTest, desk) -> None:
    page.run()
    page.session_state["place looked at"] = "gent"
    page.run()
    (pills,) = [group for group in page.button_group if group.key == "unit looked at"]
    assert pills.options == ["719 Static Division", "712 Static"]


def test_prices_add_nothing_to_what_they_are_compared_with() -> None:
    """Exact to the last fraction: a third against two thirds."""
    found = Alternative.model_validate_json(
        Alternative(order=OPTIONS[0].order, totals={"vp": Fraction(1, 3)}).model_dump_json(by_alias=True)
    )
    assert found.totals == {"vp": Fraction(1, 3)}
