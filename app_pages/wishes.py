"""Where a player says what he would have otherwise: units, demands, readings, priorities."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin

import streamlit as st

from app_pages import session
from app_pages.changes import said
from app_pages.editing import edit_table
from app_pages.paper import note, show
from app_pages.unit_options import render_options
from models.overlay import Change
from models.pg2 import TIERS as CAMPAIGN_TIERS
from models.pg2 import Campaign
from models.position import Position
from models.quantities import pretty
from models.scenario import Scenario
from models.theatre import TIERS
from planner.report.board import Board
from planner.report.names import Names, currency, tier
from planner.rules.clauses import clauses_on


def render_wishes(now: session.View, base: Position) -> None:
    """All that can be had otherwise, in four tabs."""
    units, demands, readings, priorities = st.tabs(["Units", "Demands", "Readings", "Priorities"])
    names = Names(base)
    with units:
        _render_units(base, names)
    with demands:
        _render_demands(base)
    with readings:
        _render_readings(now.scenario or base)
    with priorities:
        _render_priorities(now.scenario or base)


def _render_units(base: Position, names: Names) -> None:
    left, right = st.columns(2)
    labels = {unit: _labelled(unit, names) for unit in sorted(base.unit_names, key=names.unit)}
    unit = left.selectbox(
        "Unit", tuple(labels), index=None, format_func=labels.__getitem__, placeholder="Choose a unit", key="wish unit"
    )
    places = sorted(base.place_names, key=names.place)
    place = right.selectbox(
        "Place", places, index=None, format_func=names.place, placeholder="Choose a place", key="wish place"
    )
    nobody, nowhere = unit is None, unit is None or place is None
    with st.container(horizontal=True):
        st.button("Have it there", disabled=nowhere, on_click=_wish, args=("pin", unit, place))
        st.button("Keep it away", disabled=nowhere, on_click=_wish, args=("forbid", unit, place))
        st.button(
            "Hold it back", disabled=nobody or not _can_be_held(base, unit), on_click=_wish,
            args=("hold", unit, None), help="For the front: the plan does without it, as if it had left.",
        )  # fmt: skip
    if unit is None:
        words = "A unit that should be somewhere gets there as soon as it can and stays to the end of the plan. "
        note(words + "Choose a unit to see all that it could do this turn, each with its price.")
    elif plan := session.view().plan:
        render_options(Board(plan.scenario, plan.advice), unit)


def _labelled(unit: str, names: Names) -> str:
    """A unit by name, with its number where several are alike, and where it is."""
    known = names.units.get(unit)
    number = f" #{unit.rpartition('#')[2]}" if known and known.count > 1 else ""
    return f"{names.unit(unit)}{number}" + (f", {names.place(known.at)}" if known else "")


def _can_be_held(base: Position, unit: str | None) -> bool:
    """Whether a unit is on the map: what lies in a box is not the player's to take."""
    return isinstance(base, Scenario) and any(
        unit in row.names and ":" not in row.at and row.garrison is None for row in base.units
    )


def _wish(kind: Literal["pin", "forbid", "hold"], unit: str, place: str | None) -> None:
    base = session.view().base
    if base is None:
        return
    if kind == "pin":
        new = Change(kind="pin", of=(unit,), value=place or "")
    else:
        new = Change(kind=kind, of=(unit, place) if place and kind == "forbid" else (unit,))
    gone = [old for old in session.view().overlay.changes if _against(old, new)]
    session.change([new], said(new, Names(base)), gone)


def _against(old: Change, new: Change) -> bool:
    """Whether two wishes about one unit cannot both be meant."""
    if old.kind not in ("pin", "forbid", "hold") or old.of[0] != new.of[0]:
        return False
    if "hold" in (old.kind, new.kind):
        return True
    pin, forbid = (old, new) if old.kind == "pin" else (new, old)
    return pin.kind == "pin" and forbid.kind == "forbid" and pin.value == forbid.of[1]


def _render_demands(base: Position) -> None:
    if not isinstance(base, Scenario) or not (base.garrisons or base.zones):
        note("This scenario asks for no garrison and no occupation that could be changed here.")
        return
    columns = {
        "id": None, "name": st.column_config.TextColumn("Garrison", disabled=True),
        "kind": st.column_config.TextColumn("Kind", disabled=True),
        "res": st.column_config.TextColumn("REs required", help="An exact number: 2, 1/2 or 1½"),
    }  # fmt: skip
    if any(hasattr(row, "res") for row in base.garrisons):
        edit_table("garrisons", columns, fixed=("name", "kind"), what="Garrisons and the REs they require")
    if base.zones:
        edit_table(
            "zones",
            {
                "id": st.column_config.TextColumn("Zone", disabled=True),
                "requirement": st.column_config.TextColumn(
                    "REs of occupation", help="Your own figure for the whole zone; empty: by the rates of 44.B.2.a"
                ),
            },
            what="Occupation zones and the players' own figures for them",
        )


def choices_of(scenario: Position, ruling: str) -> tuple[str, ...]:
    """The readings that a ruling offers, ours first; () where it takes a number or a phrase."""
    kind: Any = type(scenario.rulings).model_fields[ruling].annotation
    return tuple(map(str, get_args(kind))) if get_origin(kind) is Literal else ()


def _render_readings(scenario: Position) -> None:
    rulings = scenario.rulings.model_dump()
    names = tuple(rulings)
    if not names:
        note("This rulebook leaves nothing open.")
        return
    ruling = st.selectbox(
        "Reading", names, format_func=lambda name: name.replace("_", " "), key="ruling looked at", index=None,
        placeholder="Choose an open question of the rules",
    )  # fmt: skip
    if ruling is None:
        return
    shown = clauses_on(ruling)
    if shown:
        show("readings.html", clauses=shown)
    value, key = str(rulings[ruling]), f"ruling {ruling} {rulings[ruling]}"
    choices = choices_of(scenario, ruling)
    if choices:
        st.selectbox(
            "This table reads it as", choices, index=choices.index(value), key=key, on_change=_rule,
            args=(ruling, key), format_func=lambda name: name.replace("_", " "),
        )  # fmt: skip
    else:
        st.text_input("This table reads it as", value, key=key, on_change=_rule, args=(ruling, key))


def _rule(ruling: str, key: str) -> None:
    base, value = session.view().base, str(st.session_state[key])
    gone = [old for old in session.view().overlay.of("ruling") if old.of == (ruling,)]
    same = base is not None and str(base.rulings.model_dump()[ruling]) == value
    session.change([] if same else [Change(kind="ruling", of=(ruling,), value=value)], f"{ruling}: {value}", gone)


def _render_priorities(scenario: Position) -> None:
    if not isinstance(scenario, Scenario | Campaign):
        note("This rulebook leaves nothing to choose between.")
        return
    order: tuple[str, ...] = scenario.priorities.order
    tiers: tuple[str, ...] = TIERS if isinstance(scenario, Scenario) else CAMPAIGN_TIERS
    st.text("What is kept small first. Each is settled before the next is looked at.")
    wanted = st.multiselect(
        "In this order", tiers, default=order, format_func=tier, key=f"order {order}", on_change=_reorder,
        args=(f"order {order}",), help="Take one out and choose it again to put it last.", wrap=True,
    )  # fmt: skip
    if set(wanted) != set(order) or not isinstance(scenario, Scenario):
        return
    st.text("What one point is worth against another, where replacement points are weighed.")
    rates = scenario.priorities.worth
    for column, (name, worth) in zip(st.columns(max(len(rates), 1)), rates.items(), strict=False):
        key = f"worth {name} {worth}"
        column.text_input(currency(name), pretty(worth), key=key, on_change=_rate, args=(name, key))


def _reorder(key: str) -> None:
    order = tuple(st.session_state[key])
    base = session.view().base
    if order and isinstance(base, Scenario | Campaign):
        gone = session.view().overlay.of("order")
        new = [] if order == base.priorities.order else [Change(kind="order", value=", ".join(order))]
        session.change(new, "another order of priorities", gone)


def _rate(name: str, key: str) -> None:
    value = str(st.session_state[key])
    base = session.view().base
    if isinstance(base, Scenario):
        gone = [old for old in session.view().overlay.of("worth") if old.of == (name,)]
        same = value == pretty(base.priorities.worth[name])  # type: ignore[index]
        session.change([] if same else [Change(kind="worth", of=(name,), value=value)], "another exchange rate", gone)
