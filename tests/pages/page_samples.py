"""A small position with hand-made advice for it, and jobs that answer without any solver."""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape
from typing import Any

from models.advice import Advice, Provenance
from models.findings import BudgetLine, Bystander, Counted, DemandFinding, PenaltyLine
from models.plan import Order, Plan, TierResult
from models.scenario import Scenario
from planner.load import load_scenario_text

BELGIUM = """\
title: Belgium, a sample
notes: Our own, plausible data.
turn: Jul 1 43
horizon: 2
rail_capacity: 6
districts:
  belgium: {name: Belgium, country: belgium}
zones:
  belgium: {name: Belgium, country: belgium}
places:
  brussels: {name: Brussels, kind: major, zone: belgium, district: belgium}
  antwerp: {name: Antwerp, kind: "major, port", zone: belgium, district: belgium}
  gent: {name: Gent, kind: dot, zone: belgium, district: belgium}
  liege: {name: Liège, kind: dot, zone: belgium, district: belgium}
units:
- {id: 719 Static, name: 719 Static Division, type: Static, nationality: German, at: gent, counter: 3-5-4, size: XX}
- {id: 65 Inf, name: 65 Infantry Division, type: Inf, nationality: German, at: brussels, counter: 5-7-6, size: XX}
- {id: 712 Static, type: Static, nationality: German, at: gent, counter: 2-4-4, size: XX}
- {id: Sec, name: Security regiment, type: Security, nationality: German, at: "box:belgium", res: 1, count: 3}
garrisons:
- {id: belgium, kind: box, res: 3}
routes:
- {between: [brussels, antwerp, gent], by: rail}
- {from: brussels, to: liege}
"""
NOW, NEXT = "Jul 1 43", "Jul 2 43"


def scenario(text: str = BELGIUM) -> Scenario:
    """The sample position."""
    return load_scenario_text(text, "belgium_sample.yaml")


def demand(place: str, turn: int, required: str, *units: tuple[str, str], **more: Any) -> DemandFinding:
    """An occupation demand on one city, covered by these units."""
    counted = tuple(Counted(unit=unit, amount=amount) for unit, amount in units)
    covered = sum((row.amount for row in counted), Fraction(0))
    missing = max(Fraction(required) - covered, Fraction(0))
    fields: dict[str, Any] = {
        "id": f"occupation:belgium:{place.lower().replace('è', 'e')}:{turn}",
        "rule": "44.B.2.a",
        "turn": (NOW, NEXT)[turn],
        "check": "enemy initial phase",
        "place": place,
        "states": (place.lower().replace("è", "e"),),
        "measure": "REs",
        "required": required,
        "covered": covered,
        "missing": missing,
        "penalty": "one extra partisan attack for each missing RE or part of one",
        "groups": (f"occupation:belgium:{turn}",),
        "units": counted,
        "sentence": f"{place} wants {required} REs of occupation",
    }
    return DemandFinding(**(fields | more))


def order(unit: str, option: str, start: str, to: str = "", turn: str = NOW, **more: Any) -> Order:
    """One unit's order."""
    return Order(unit=unit, turn=turn, option=option, start=start, to=to or start, rule="44", **more)


ORDERS = (
    order("65 Inf", "stand guard", "brussels"),
    order("719 Static", "rail", "gent", "antwerp", why="Antwerp is a city of 2 REs"),
    order("712 Static", "stand guard", "gent"),
    *(order(f"Sec #{n}", "remain in garrison", "box:belgium") for n in (1, 2, 3)),
    order("65 Inf", "stand guard", "brussels", turn=NEXT),
    order("719 Static", "stand guard", "antwerp", turn=NEXT),
    order("712 Static", "stand guard", "gent", turn=NEXT),
    *(order(f"Sec #{n}", "remain in garrison", "box:belgium", turn=NEXT) for n in (1, 2, 3)),
)
DEMANDS = (
    demand("Brussels", 0, "2", ("65 Inf", "2")),
    demand("Antwerp", 0, "2"),
    demand("Gent", 0, "2", ("712 Static", "2"), present=(Bystander(unit="719 Static", why="spends MPs this turn"),)),
    demand("Liège", 0, "2", ("Sec #1", "1"), ("Sec #2", "1"), ("Sec #3", "1")),
    demand("Brussels", 1, "2", ("65 Inf", "2")),
    demand("Antwerp", 1, "2", ("719 Static", "2")),
    demand("Gent", 1, "2", ("712 Static", "2")),
    demand("Liège", 1, "2", ("Sec #1", "1"), ("Sec #2", "1"), ("Sec #3", "1")),
)


def penalty(turn: str, amount: str) -> PenaltyLine:
    """So many extra partisan attacks in Belgium."""
    return PenaltyLine(
        id=f"occupation:belgium:{turn}", rule="44.B.2.c", turn=turn, currency="partisan_attacks", missing=amount,
        amount=amount, arithmetic=f"{amount} REs missing x 1 attack per started RE = {amount}",
        sentence="Belgium: one extra partisan attack for each missing RE or part of one",
    )  # fmt: skip


def advice(**changes: Any) -> Advice:
    """Advice for the sample: Antwerp costs two attacks this turn and none after that."""
    fields: dict[str, Any] = {
        "title": "Belgium, a sample",
        "side": "axis",
        "turn": NOW,
        "horizon": 2,
        "status": "optimal",
        "proof": "once",
        "message": "Proven optimal in 0.4 s",
        "totals": {"vp": "0", "partisan_attacks": "2", "inf_rp": "0"},
        "now": {"vp": "1/2", "partisan_attacks": "4", "inf_rp": "0"},
        "tiers": (
            TierResult(name="vp", value="0", bound="0", proven=True, seconds=0.1),
            TierResult(name="partisan_attacks", value="2", bound="2", proven=True, seconds=0.3),
        ),
        "orders": ORDERS,
        "demands": DEMANDS,
        "penalties": (penalty(NOW, "2"),),
        "penalties_now": (penalty(NOW, "2"), penalty(NEXT, "2")),
        "budgets": (
            BudgetLine(
                id="rail", rule="44", label="Rail capacity", turn=NOW, opening="0", income="6", spent="3", closing="3"
            ),
        ),
        "rulings": {"stationary_rule": "declare_then_pin", "occupation_rounding_group": "city"},
        "rulings_changed": {"occupation_rounding_group": "city"},
        "plan": Plan(turn=NOW, turns=2, orders=ORDERS),
        "provenance": Provenance(
            scenario="ab" * 32, versions={"ortools": "9.15"}, parameters={"time_limit": "60"}, seed=1, seconds=0.4
        ),
    }
    return Advice(**(fields | changes))


class FakeJob:
    """A job that has its answer ready, or runs until it is stopped."""

    def __init__(self, answer: Advice, runs: bool = False, says: object = None) -> None:
        self.answer = answer
        self.running = runs
        self.says = says

    def progress(self) -> Any:
        """What it says while it runs."""
        return self.says

    def stop(self) -> None:
        """End it."""
        self.running = False

    def kill(self) -> None:
        """End it at once."""
        self.running = False

    def alternatives(self) -> tuple[Any, ...]:
        """No unit can do anything else."""
        return ()

    def advice(self) -> Advice:
        """The answer it was given."""
        return self.answer


def words(page: Any) -> str:
    """All that the page's own templates say, as a reader sees it: no markup, single spaces."""
    bodies = (element.proto.body for element in page.get("html") if not element.proto.body.startswith("<style>"))
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", " ".join(bodies))).split())
