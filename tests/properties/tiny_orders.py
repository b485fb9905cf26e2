"""Themes of the tiny scenarios: forts (40), and the order of battle (51)."""

from __future__ import annotations

from typing import Any

from tiny_parts import EARLIER, GROUND, SIZES, TURNS, Sheet
from tiny_themes import cities, districts, map_events

KINDS = (
    "improved_fort", "fort", "fortified_area", "improved_fortified_area", "fortress", "entrenchment",
    "improved_entrenchment", "damaged_fort", "fortified_zone",
)  # fmt: skip
TAKEN = ("division", "regiment", "static", "security")


def forts(sheet: Sheet) -> None:
    """40: forts that fall, RPs into their strength, entrenchments, now and then with something else to do."""
    sheet.side, sheet.horizon = sheet.pick("axis", "axis", "allied"), sheet.number(1, 3)
    sheet.readings = (
        "fort_garrison_test", "fort_garrison_min_re", "ifa_reduction", "ent_holder", "stationary_rule",
        "damaged_fortress_floor", "abandonment_checks_per_turn", "fort_marker_occupies", "fort_building",
        "unimproved_fort_is",
    )  # fmt: skip
    districts(sheet)
    names = cities(sheet, ("a", "b", "c")[: sheet.number(1, 3)], ("dot", "town"))
    sheet.pools.append({"id": "p", "points": "inf", "holds": sheet.pick("0", "1", "2", "-1"), "income": _later(sheet)})
    sheet.tree["forts"] = [
        {
            "id": f"f{n}", "kind": kind, "at": sheet.pick(*names), "value": sheet.pick("1", "1/2", "2"),
            "strength": sheet.pick(0, 0, 1) if kind in KINDS[:4] else 0, "pool": sheet.pick(None, "p"),
            "captured_by": sheet.pick(None, None, None, "1/2", "3"),
        }
        for n, kind in enumerate(sheet.pick(*KINDS) for _ in range(sheet.number(1, 3)))
    ]  # fmt: skip
    sheet.tree["fort_works"] = [
        {"builds": "improved_fort", "on": "fort", "by": ["ConEng"], "costs": {"inf": sheet.pick("1", "2")}},
        {"builds": "entrenchment", "by": ["Inf", "ConEng"]},
    ]
    if sheet.chance(3):
        sheet.zones["z"] = {"owner": sheet.side}
        sheet.places[names[0]]["zone"] = "z"
    sheet.crowd(names, (*GROUND, "builders", "hq"), ("german",), 0, 4)
    sheet.road()
    map_events(sheet, most=1)


def order_of_battle(sheet: Sheet) -> None:
    """51: a line or two of any verb, about units that may be there or not."""
    sheet.side, sheet.horizon = sheet.pick("axis", "axis", "soviet"), sheet.number(1, 3)
    sheet.readings = (
        "convert_mandatory", "forfeit_basis", "pool_missing", "replace_from", "transfer_isolated", "use_unit_ids",
        "delay_requires_full", "overstack_mode", "lost_area", "convert_requirements", "form_requirements",
        "form_cost_by_type", "pool_refund_delay", "replace_churn", "release_carryover", "add_garrison_when_active",
        "stationary_rule", "infantry_types", "disarm_force_income",
    )  # fmt: skip
    districts(sheet)
    names = cities(sheet, ("a", "b")[: sheet.number(1, 2)], ("dot", "town"))
    sheet.pools.append({"id": "p", "points": "inf", "holds": sheet.pick("0", "2", "4"), "income": _later(sheet)})
    sheet.garrisons.append({"id": "md1", "kind": "box", "res": sheet.pick(0, 1)})
    states = [
        *names, *names, *names, "box:md1", "forming:md1", "eliminated:main", "isolated:main", "reserve:german",
        "away:x", "breakdown:x",
    ]  # fmt: skip
    sheet.crowd(states, TAKEN, ("german",), 1, 4)
    sheet.tree["order_of_battle"] = [_line(sheet, n, names) for n in range(sheet.number(1, 2))]
    if any(line["does"] == "return" for line in sheet.tree["order_of_battle"]):
        sheet.unit("away:x", "division", "german")
    if sheet.chance(3):
        sheet.zones["z"] = {"owner": sheet.side}
        sheet.places[names[0]]["zone"] = "z"
    if sheet.chance(3):
        sheet.tree["entry_capacity"] = {names[0]: sheet.pick("1", "3")}
    if sheet.chance(4):
        sheet.places[names[0]] |= {"room": sheet.pick("0", "1", "3"), "overstack": sheet.pick("0", "3")}
    if sheet.chance(5):
        sheet.places[names[0]] |= {"supply_line": False, "unsupplied": sheet.pick(1, 3)}
    if sheet.chance(5):
        sheet.tree["events"] = [{"turn": TURNS[1], "event": "captured", "place": names[0], "by": "allied"}]
    sheet.tree["priorities"] = {"outlook": sheet.pick(0, 2), "kept": sheet.pick("1", "8")}
    if sheet.chance(3):
        sheet.road()


def _later(sheet: Sheet) -> dict[str, str]:
    return {TURNS[1]: "1"} if sheet.chance(3) else {}


NEW = {
    "arrive", "mobilize", "add_to_garrison", "forming", "add_to_pool", "convert", "upgrade", "reorganize", "form",
    "assembly",
}  # fmt: skip
OLD = {
    "convert", "upgrade", "reorganize", "assembly", "withdraw", "transfer", "remove_from_pool", "disband", "disarm",
    "full", "release", "replace", "remove_from_breakdown",
}  # fmt: skip
VERBS = (*sorted(NEW), *sorted(OLD - NEW), "withdraw", "release_reserve", "return", "points")


def _line(sheet: Sheet, n: int, names: list[str]) -> dict[str, Any]:
    """A line of any verb, filled in as that verb needs it."""
    does = sheet.pick(*VERBS)
    line: dict[str, Any] = {"id": f"o{n}", "turn": sheet.pick(*TURNS[: sheet.horizon], EARLIER[1]), "does": does}
    old, new = SIZES[sheet.pick(*TAKEN)], SIZES[sheet.pick("division", "regiment")]
    recruit = {"id": f"n{n}", "nationality": "german", **new, **({"size": "XX"} if does == "form" else {})}
    cadres = does == "mobilize" and sheet.chance()
    if does in NEW and not cadres:
        line["units"] = [recruit | ({"count": 2} if sheet.chance(5) else {})]
    if does in OLD:
        line["unit"] = {"type": old["type"], "counter": old["counter"].partition(" ")[0]}
        line["count"] = sheet.pick(1, 1, 2)
    if cadres or (does == "withdraw" and sheet.chance(3)):
        line["unit"] = {"type": "Inf", "counter": "2-3-6", "cadre": True}
    _where(sheet, line, names)
    _how_much(sheet, line)
    return line


def _where(sheet: Sheet, line: dict[str, Any], names: list[str]) -> None:
    does = line["does"]
    if does in ("add_to_garrison", "forming", "release"):
        line["districts"] = sheet.pick(["md1"], ["md1", "md2"])
    elif does in ("arrive", "mobilize", "replace", "return") and sheet.chance():
        line["to"] = [sheet.pick(*names)]
    if does == "transfer":
        line["to_theatre"] = "southeast"
    if does in ("add_to_pool", "points"):
        line["theatre"] = "main"
    if does in ("return", "remove_from_breakdown"):
        line["of"] = "x"
    if does == "return":
        line |= {"count": 2, "at_full": sheet.chance()}
    if does == "arrive" and sheet.chance(4):
        line["any_city"] = True
    if does in ("convert", "upgrade") and sheet.chance(3):
        line |= {"districts": ["md1"], "full_on": TURNS[sheet.pick(1, 2)]}


def _how_much(sheet: Sheet, line: dict[str, Any]) -> None:
    does = line["does"]
    if does == "release_reserve":
        if sheet.chance(3):
            line["unit"] = {"type": "Inf"}
        else:
            line |= {"nationality": "german", "res": sheet.pick("1", "3")}
    if does in ("upgrade", "reorganize") and sheet.chance():
        line["costs"] = {"inf": sheet.pick("1", "3")}
    if does == "points":
        line |= {"nationality": "german", "gives": {"inf": sheet.pick("1", "2")}}
    if does in ("disband", "reorganize") and sheet.chance():
        line["gives"] = {"inf": sheet.pick("1", "2")}
