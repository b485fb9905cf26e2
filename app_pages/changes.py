"""A player's changes in words."""

from __future__ import annotations

import re

from models.overlay import Change
from planner.report.names import Names, currency, tier, titled

_TABLES = {
    "units": "unit", "places": "place", "garrisons": "garrison", "zones": "zone", "formations": "formation",
    "territories": "territory",
}  # fmt: skip
_COLUMNS = {"res": "REs", "at": "stands at", "requirement": "occupation", "count": "how many"}


def said(change: Change, names: Names) -> str:
    """One change as a player would say it: '719 Static Division stands in Gent'."""
    if change.kind == "pin":
        return f"{names.unit(change.of[0])} in {names.place(change.value)}"
    if change.kind == "forbid":
        return f"{names.unit(change.of[0])} not in {names.place(change.of[1])}"
    if change.kind == "hold":
        return f"{names.unit(change.of[0])} held back for the front"
    if change.kind == "cell":
        table, row, column = change.of
        what = f"{_TABLES.get(table, titled(table).lower())} {names.row(table, row)}"
        return f"{what}, {_COLUMNS.get(column, column.replace('_', ' '))}: {change.value or 'none'}"
    if change.kind == "drop":
        return f"{_TABLES.get(change.of[0], change.of[0])} {names.row(*change.of)} left out"
    if change.kind == "ruling":
        return f"reading {change.of[0]}: {change.value}"
    if change.kind == "order":
        return "first of all " + ", then ".join(tier(name.strip()).lower() for name in change.value.split(","))
    if change.kind == "worth":
        return f"worth of {currency(change.of[0])}: {change.value}"
    return f"{change.value} turns to plan"


def wish_said(wish: str, names: Names) -> str:
    """A wish that cannot be granted, as the planner names it ('pin 719 Static=gent: reason'), in a player's words."""
    found = re.fullmatch(r"(pin|forbid) (.+)=([^=:]+)(: .+)?", wish)
    if not found:
        return wish
    kind, unit, place, why = found.groups()
    return f"{names.unit(unit)} {'in' if kind == 'pin' else 'not in'} {names.place(place)}{why or ''}"
