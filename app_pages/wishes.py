"""Where a player says what he would have otherwise: units, demands, readings, priorities."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin

import streamlit as st

from app_pages import session
from app_pages.changes import said
from app_pages.editing import columns_of, edit_table, fixed_in
from app_pages.paper import note, show
from app_pages.unit_options import render_options
from models.overlay import Change
from models.position import Position
from models.quantities import pretty
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
            "Hold it back", disabled=nobody or not _can_be_held(names, unit), on_click=_wish,
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
    number = f" #{known.number}" if known and known.number else ""
    return f"{names.unit(unit)}{number}" + (f", {names.place(known.at)}" if known and known.at else "")


def _can_be_held(names: Names, unit: str | None) -> bool:
    """Whether a unit is the player's to take."""
    known = names.units.get(unit or "")
    return known is not None and known.free


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
    tables = Names(base).shown.wished_tables(base)
    if not tables:
        note("This scenario asks for no garrison and no occupation that could be changed here.")
    for table in tables:
        edit_table(table.key, columns_of(table), fixed=fixed_in(table), what=table.heading)


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
    order = scenario.priorities.order
    if not order:
        note("This rulebook leaves nothing to choose between.")
        return
    tiers = type(scenario.priorities)().order
    st.text("What is kept small first. Each is settled before the next is looked at.")
    wanted = st.multiselect(
        "In this order", tiers, default=order, format_func=tier, key=f"order {order}", on_change=_reorder,
        args=(f"order {order}",), help="Take one out and choose it again to put it last.", wrap=True,
    )  # fmt: skip
    rates = scenario.priorities.rates
    if set(wanted) != set(order) or not rates:
        return
    st.text("What one point is worth against another, where replacement points are weighed.")
    for column, (name, worth) in zip(st.columns(max(len(rates), 1)), rates.items(), strict=False):
        key = f"worth {name} {worth}"
        column.text_input(currency(name), pretty(worth), key=key, on_change=_rate, args=(name, key))


def _reorder(key: str) -> None:
    order = tuple(st.session_state[key])
    base = session.view().base
    if order and base is not None:
        gone = session.view().overlay.of("order")
        new = [] if order == base.priorities.order else [Change(kind="order", value=", ".join(order))]
        session.change(new, "another order of priorities", gone)


def _rate(name: str, key: str) -> None:
    value = str(st.session_state[key])
    base = session.view().base
    if base is not None:
        gone = [old for old in session.view().overlay.of("worth") if old.of == (name,)]
        same = value == pretty(base.priorities.rates[name])
        session.change([] if same else [Change(kind="worth", of=(name,), value=value)], "another exchange rate", gone)
