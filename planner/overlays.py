"""Scenario + overlay -> the scenario as the player would have it, checked as a file is checked."""

from __future__ import annotations

from typing import Any

from models.overlay import Change, Overlay
from models.position import Position
from planner.load import BadInput, InputProblem, scenario_from_tree
from planner.load.rulesets import KEYED

NAME = "your changes"
Tree = dict[str, Any]


def applied(scenario: Position, overlay: Overlay) -> Position:
    """The scenario with the changes made; BadInput says which of them cannot be."""
    if not overlay.changes:
        return scenario
    changed = scenario_from_tree(changed_tree(scenario, overlay), NAME)
    if problems := [InputProblem(NAME, None, "", text) for text in _wishes_in_vain(changed, overlay)]:
        raise BadInput(NAME, problems)
    return changed


def changed_tree(scenario: Position, overlay: Overlay) -> Tree:
    """The changed scenario as a file would say it, right or wrong."""
    tree = tree_of(scenario)
    if overlay.of("worth"):
        rates = {currency: str(worth) for currency, worth in scenario.priorities.rates.items()}
        tree.setdefault("priorities", {})["worth"] = rates
    for change in overlay.changes:
        _CHANGERS.get(change.kind, _leave)(tree, change)
    return tree


def tree_of(scenario: Position) -> Tree:
    """The scenario as a file would say it: only what differs from the defaults."""
    tree: Tree = scenario.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    for place in tree.get("places", {}).values():
        if isinstance(place, dict) and isinstance(place.get("kind"), list):
            place["kind"] = sorted(place["kind"])  # a set in the model, and files should not differ by chance
    return {"ruleset": scenario.ruleset, **tree}


def _wishes_in_vain(scenario: Position, overlay: Overlay) -> list[str]:
    """Wishes about units or places that the changed scenario no longer has."""
    held = {change.of[0] for change in overlay.of("hold")}
    found = []
    for unit, place in (*overlay.wishes.pins, *overlay.wishes.forbids):
        if unit in held:
            found.append(f"{unit!r} is held back and has a place at once: take one of the two back")
        elif unit not in scenario.unit_names:
            found.append(f"{unit!r} has a place, but there is no such unit any more: take the wish back")
        elif place not in scenario.place_names:
            found.append(f"{unit!r} has the place {place!r}, which is not there any more: take the wish back")
    return found


def _leave(_tree: Tree, _change: Change) -> None:
    """Pins and forbidden placements are for the solver, not for the scenario."""


def _cell(tree: Tree, change: Change) -> None:
    table, row, column = change.of
    found = _row(tree, table, row)
    if found is None:
        rows = tree.setdefault(table, {} if table in KEYED else [])
        found = rows.setdefault(row, {}) if isinstance(rows, dict) else {"id": row}
        if isinstance(rows, list):
            rows.append(found)
    if change.value.strip():
        found[column] = change.value.strip()
    else:
        found.pop(column, None)


def _row(tree: Tree, table: str, row: str) -> dict[str, Any] | None:
    rows = tree.get(table, {})
    if isinstance(rows, dict):
        return rows.get(row)
    return next((entry for entry in rows if entry.get("id", entry.get("kind")) == row), None)


def _drop(tree: Tree, change: Change) -> None:
    table, row = change.of
    rows = tree.get(table, {})
    if isinstance(rows, dict):
        rows.pop(row, None)
    else:
        tree[table] = [entry for entry in rows if entry.get("id", entry.get("kind")) != row]


def _hold(tree: Tree, change: Change) -> None:
    """A unit that is held back is planned without: one of several alike leaves the others their names."""
    (name,) = change.of
    left = []
    for row in tree.get("units", []):
        count = int(row.get("count", 1))
        names = [row["id"]] if count == 1 else [f"{row['id']} #{n}" for n in range(1, count + 1)]
        if name not in names:
            left.append(row)
            continue
        alone = {key: value for key, value in row.items() if key != "count"}
        left += [alone | {"id": other} for other in names if other != name]
    tree["units"] = left


def _ruling(tree: Tree, change: Change) -> None:
    tree.setdefault("rulings", {})[change.of[0]] = change.value


def _order(tree: Tree, change: Change) -> None:
    tree.setdefault("priorities", {})["order"] = change.value


def _worth(tree: Tree, change: Change) -> None:
    tree.setdefault("priorities", {}).setdefault("worth", {})[change.of[0]] = change.value


def _horizon(tree: Tree, change: Change) -> None:
    tree["horizon"] = change.value


_CHANGERS = {
    "cell": _cell, "drop": _drop, "hold": _hold, "ruling": _ruling, "order": _order, "worth": _worth,
    "horizon": _horizon,
}  # fmt: skip
