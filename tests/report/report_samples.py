"""A small position with a plan for it, priced by the audit, and the same with names that try to be markup."""

from __future__ import annotations

from models.advice import Advice
from models.plan import Order, Plan
from models.scenario import Scenario
from planner.advise import advice_on
from planner.load import load_scenario_text

# Brussels and Gent want 2 REs each of occupation (44.B.2.a). A division has 3 REs, so Gent is met and Brussels, with
# nobody in it, lets two extra partisan attacks through each turn: four in two turns if nobody moves.
SMALL = """\
title: "{title}"
notes: "{notes}"
turn: Jul 1 43
horizon: 2
rail_capacity: 6
zones:
  belgium: {{name: Belgium, country: belgium}}
places:
  brussels: {{name: "{place}", kind: major, zone: belgium}}
  gent: {{name: Gent, kind: dot, zone: belgium}}
  mechelen: {{name: Mechelen, kind: town}}
units:
- {{id: guard, name: "{guard}", type: Inf, nationality: German, at: gent, counter: 5-7-6, size: XX}}
- {{id: reserve, name: "{reserve}", type: Inf, nationality: German, at: mechelen, counter: 5-7-6, size: XX}}
routes:
- {{from: mechelen, to: brussels}}
"""
CALM = {
    "title": "Two cities", "notes": "Our own data.", "place": "Brussels", "guard": "65 Infantry Division",
    "reserve": "719 Infantry Division",
}  # fmt: skip
HOSTILE = {
    "title": "</title></style><script>alert('title')</script>",
    "notes": "<iframe src=http://evil.example></iframe>",
    "place": "<img src=x onerror=alert(1)> *B*",
    "guard": "=cmd()",
    "reserve": "[click](javascript:alert(1)) <b>_x_</b> |https://evil.example| www.evil.example `c` me@evil.example",
}


def scenario(words: dict[str, str] = CALM) -> Scenario:
    """The position, with these names."""
    found = load_scenario_text(SMALL.format(**words), "small.yaml")
    assert isinstance(found, Scenario)
    return found


def march(turn: str = "Jul 1 43", to: str = "brussels") -> Order:
    """The reserve goes to Brussels, or elsewhere."""
    return Order(unit="reserve", turn=turn, option="march", start="mechelen", to=to)


# A unit that marches this turn counts from the next one (ruling declare_then_pin): two attacks instead of four.
PLAN = Plan(turn="Jul 1 43", turns=2, orders=(march(),))


def advice(words: dict[str, str] = CALM, plan: Plan = PLAN) -> Advice:
    """The plan, priced."""
    return advice_on(scenario(words), plan)
