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
    ((_, settings),) = desk.priced
    assert settings.options_of == "712 Static"
    assert settings.begin == page_samples.advice().plan


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


def test_a_search_has_the_desk_to_itself(page: AppTest, desk) -> None:
    """Prices that are still being looked for are given up when the player asks for a plan."""
    looked_at(page, desk)
    desk.answer = lambda *_: PricedJob(page_samples.advice(), runs=True)
    page.session_state["unit looked at"] = "719 Static"
    page.run()
    assert len(desk.priced) == 2
    page.button(key="solve").click().run()
    assert len(desk.asked) == 2


def test_orders_that_part_are_priced_beside_both_plans(opened, desk) -> None:
    """The trial has the 719th stay: sending it to Antwerp as before would save two attacks."""
    stays = tuple(
        order("719 Static", "stand guard", "gent", turn=each.turn) if each.unit == "719 Static" else each
        for each in page_samples.ORDERS
    )
    kept = page_samples.advice(
        orders=stays, plan=page_samples.Plan(turn=page_samples.NOW, turns=2, orders=stays),
        totals={"vp": "0", "partisan_attacks": "4", "inf_rp": "0"},
    )  # fmt: skip
    again = Alternative(
        order=order("719 Static", "rail", "gent", "antwerp"), proven=True,
        totals={"vp": "0", "partisan_attacks": "2", "inf_rp": "0"},
    )  # fmt: skip

    class Repriced(FakeJob):
        def alternatives(self) -> tuple[Alternative, ...]:
            return (again,)

    duties = tuple(each.model_copy(update={"duties": {"occupation": 2}}) for each in page_samples.ORDERS)  # as solved
    desk.answer = lambda *_: FakeJob(page_samples.advice(orders=duties))
    page = opened("what_if", "render_what_if", "trial")
    desk.answer = lambda _, settings: Repriced(kept) if settings.instead else FakeJob(kept)
    page.selectbox(key="wish unit").set_value("719 Static").run()
    page.selectbox(key="wish place").set_value("gent").run()
    next(button for button in page.button if button.label == "Have it there").click().run()
    page.button(key="compare").click().run()
    page.run()
    assert "Rail from Gent to Antwerp Stand guard in Gent saves 2 extra partisan attacks" in words(page.run())
