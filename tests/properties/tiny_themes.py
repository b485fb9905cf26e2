"""Themes of the tiny scenarios: occupation, holding boxes, removals and long ways, with what is awkward about them."""

from __future__ import annotations

from typing import Any

from tiny_parts import EARLIER, GROUND, TURNS, Sheet


def cities(sheet: Sheet, names: tuple[str, ...], kinds: tuple[str, ...], **common: Any) -> list[str]:
    """Write down some places; a few are the enemy's, threatened, cut off, fortified or newly taken."""
    written = []
    for name in names:
        place: dict[str, Any] = {"kind": sheet.pick(*kinds), "district": sheet.pick("md1", "md1", "md2"), **common}
        if sheet.chance(4):
            place |= sheet.pick(
                {"owner": "axis" if sheet.side != "axis" else "allied"}, {"enemy_within_5": True},
                {"supply_line": False}, {"since": sheet.pick(*EARLIER, TURNS[0])}, {"fort_res": "1/2"},
                {"partisans_within_5": True}, {"enemy_zoc": True}, {"assaulted": True}, {"city": "metropolis"},
            )  # fmt: skip
        sheet.places[name] = place
        written.append(name)
    return written


def districts(sheet: Sheet) -> None:
    """Two MDs, perhaps next to each other."""
    sheet.districts["md1"] = {"adjacent": sheet.pick([], ["md2"])}
    sheet.districts["md2"] = {}


def map_events(sheet: Sheet, most: int = 2) -> None:
    """Captures, cuts of supply, enemies that come and go."""
    place, other = sheet.pick(*sheet.places), "allied" if sheet.side == "axis" else "axis"
    sheet.happen(
        {"event": "captured", "place": place, "by": other}, {"event": "captured", "place": place, "by": sheet.side},
        {"event": "supply_cut", "place": place}, {"event": "supply_cut", "district": sheet.pick("md1", "md2")},
        {"event": "supply_restored", "place": place}, {"event": "enemy_near", "place": place},
        {"event": "enemy_gone", "place": place}, {"event": "enemy_enters", "district": sheet.pick("md1", "md2")},
        {"event": "enemy_leaves", "district": sheet.pick("md1", "md2")}, most=most,
    )  # fmt: skip


def occupation(sheet: Sheet) -> None:
    """44.B: zones of cities, offsets from holding boxes, events that exempt and capture."""
    sheet.side, sheet.horizon = sheet.pick("axis", "axis", "axis", "soviet"), sheet.number(1, 3)
    sheet.readings = (
        "occupation_rounding_group", "occupation_surplus", "garrison_offset_scope", "occupation_vp_per_re",
        "fort_marker_occupies", "partisans_exempt", "offset_includes_forming", "offset_after_activation",
        "occupation_checks", "belgium_requirement", "soviet_occupation", "ussr_penalty", "dot_city_ussr",
        "split_unit_re", "stationary_rule", "occupation_reference_cities",
    )  # fmt: skip
    districts(sheet)
    for name in ("belgium", "ukraine")[: sheet.number(1, 2)]:
        zone: dict[str, Any] = {"owner": sheet.side, "country": name}
        if sheet.chance(3):
            zone |= sheet.pick(
                {"requirement": sheet.pick("1", "3", "9/2")}, {"partisan_attack_value": sheet.pick("1", "0")},
                {"soviet_union": True}, {"italian": True}, {"annexed": True}, {"since": TURNS[1]},
            )  # fmt: skip
        sheet.zones[name] = zone
    names = cities(sheet, ("a", "b", "c")[: sheet.number(2, 3)], ("dot", "reference", "major", "town"))
    for name in names:
        sheet.places[name]["zone"] = sheet.pick(*sheet.zones)
    if sheet.chance():
        sheet.garrisons.append({
            "id": "md1", "kind": "box", "res": sheet.pick(0, 2), "districts": sheet.pick(["md1"], ["md1", "md2"]),
            "activated": sheet.chance(4),
        })  # fmt: skip
    sizes = (*GROUND, "flak", "port")
    sheet.crowd([*names, *names, "box:md1", "forming:md1"], sizes, ("german",), 2, 6)
    sheet.road()
    map_events(sheet)
    sheet.happen({"event": "italy_surrendered"}, {"event": "surrendered", "country": "belgium"}, most=1)


def activation(sheet: Sheet) -> None:
    """44.A to 44.A.4: boxes opened, emptied, lost, shifted between and returned to."""
    sheet.side, sheet.horizon = sheet.pick("axis", "axis", "allied", "soviet"), sheet.number(1, 3)
    sheet.tree["moment"] = sheet.pick("own_turn", "own_turn", "reaction")
    sheet.readings = (
        "placed_units_count", "nonre_shortfall", "return_to_garrison", "return_units", "half_rounding",
        "oos_units_status", "multi_md_activation", "cap_counts", "france_adjacent_counts", "france_shift_phase",
        "france_shift_precondition", "placement_fallback", "refill_on_deactivate", "unspecified_penalty",
        "stationary_rule",
    )  # fmt: skip
    districts(sheet)
    for district in sheet.districts.values():
        if sheet.chance():
            district |= sheet.pick({"enemy_inside": True}, {"enemy_entered": True}, {"regular_supply": False})
    names = cities(sheet, ("a", "b", "c")[: sheet.number(2, 3)], ("dot", "fortress", "town", "airbase", "reference"))
    if not sheet.chance(3):
        sheet.zones["zone"] = {"owner": sheet.side}
        for name in names:
            sheet.places[name]["zone"] = "zone"
    if sheet.chance():
        sheet.garrisons.append({"id": "coast", "kind": "flexible", "at": [names[0]], "res": sheet.pick("1", "3")})
    both = sheet.chance()
    france = sheet.chance(3)
    for name in ("md1",) if both else ("md1", "md2"):
        row: dict[str, Any] = {"id": name, "kind": "box", "res": sheet.pick("0", "1", "2", "7/2"), "france": france}
        row["districts"] = ["md1", "md2"] if both else [name]
        if sheet.chance(3):
            row["requires"] = sheet.pick({"hq": 1}, {"air": 1}, {"sp": "3/2"}, {"river_flotilla": 1, "srp": 1})
            row["holds"] = sheet.pick({}, {"sp": "1", "hq": 1}, {"srp": "2"})
        if sheet.chance(3):
            row["level"] = sheet.pick("2", "4", {TURNS[0]: "1", TURNS[1]: "4"})
            row["listed"] = ["Inf", "MG"]
        if sheet.chance(5):
            row |= sheet.pick({"activated": True}, {"activated_districts": ["md1"]})
        sheet.garrisons.append(row)
    sizes = (*GROUND, "hq", "fighter", "flotilla")
    sheet.crowd(["box:md1", "box:md1", "box:md2", "forming:md1", "eliminated:main"], sizes, ("german",), 2, 4)
    sheet.crowd(names, sizes, ("german",), 0, 2)
    for unit in sheet.units:
        if sheet.chance(4):
            away = not unit["at"].startswith("box:")
            choices = [{"from_garrison": "md1"}, {"garrison": "md1"}] if away else [{"placed_at": sheet.pick(*names)}]
            unit |= sheet.pick(*choices)
    sheet.road(("march", "rail", "air"), most=1)
    map_events(sheet, most=3)


def removals(sheet: Sheet) -> None:
    """44.A.5: units bought out with RPs, which stay locked until the garrison is activated."""
    sheet.side, sheet.horizon = sheet.pick("axis", "allied"), sheet.number(1, 2)
    sheet.readings = (
        "removal_reduces_requirement",
        "removal_scope",
        "removal_strength_basis",
        "removal_mix",
        "placed_units_count",
    )
    districts(sheet)
    names = cities(sheet, ("a", "b")[: sheet.number(1, 2)], ("dot", "reference", "town"))
    for name in names if sheet.chance() else ():
        sheet.zones["zone"] = {"owner": sheet.side}
        sheet.places[name]["zone"] = "zone"
    locked = sheet.pick({}, {}, {"inf": "2"}, {"arm": "1/2"})
    sheet.garrisons.append({
        "id": "md1", "kind": "box", "res": sheet.pick("0", "1", "2"), "locked": locked, "name": "the garrison",
        "nationality": sheet.pick(None, "german"),
    })  # fmt: skip
    if sheet.chance():
        sheet.garrisons.append({"id": "coast", "kind": "flexible", "at": [names[0]], "res": sheet.pick("1", "2", "3")})
    for n in range(sheet.number(1, 2)):
        sheet.pools.append({
            "id": f"p{n}", "points": sheet.pick("inf", "arm"), "holds": sheet.pick("8", "3", "1", "0", "-1"),
            "nationality": sheet.pick("", "german"), "district": sheet.pick(None, "md1"),
            "income": sheet.pick({}, {TURNS[1]: "2"}),
        })  # fmt: skip
    sheet.crowd(["box:md1"], ("battalion", "regiment", "tanks", "assault guns"), ("german",), 1, 2)
    sheet.crowd(names, ("regiment", "battalion"), ("german",), 0, 2)
    sheet.road(most=1)
    if sheet.chance():
        sheet.districts[sheet.pick("md1", "md2")]["enemy_inside"] = True
    map_events(sheet, most=1)


def journeys(sheet: Sheet) -> None:
    """Long ways, little rail, sea transport, reinforcements, and a demand in every place."""
    sheet.horizon = sheet.number(2, 3)
    sheet.readings = (
        "stationary_rule",
        "rail_move_spends_mp",
        "flexible_rounding",
        "placed_units_count",
        "split_unit_re",
    )
    districts(sheet)
    names = cities(sheet, ("a", "b", "c", "d")[: sheet.number(3, 4)], ("town", "dot"))
    for n, name in enumerate(names):
        row = {"id": f"row{n}", "kind": "flexible", "at": [name], "res": sheet.pick("1/2", "1", "2", "3")}
        sheet.garrisons.append(row | sheet.pick({}, {}, {"since": TURNS[1]}, {"until": TURNS[0]}))
    sheet.crowd(names, ("division", "regiment", "battalion", "static"), ("german",), 2, 4)
    sheet.road(("rail", "march", "rail", "sea"), most=3)
    sheet.tree["rail_capacity"] = sheet.pick("1", "3/2", "3", "0")
    map_events(sheet, most=1)
