"""Themes of the tiny scenarios: garrisons of both sides' tables, on land and at sea."""

from __future__ import annotations

from typing import Any

from tiny_parts import GROUND, TURNS, Sheet
from tiny_themes import cities, districts, map_events

AXIS = ("german", "german", "italian")


def table(sheet: Sheet) -> None:
    """44.A.7.a.1 to a.4: flexible and semi-rigid rows, Greece and Yugoslavia with occupation on top."""
    sheet.horizon = sheet.number(1, 3)
    sheet.readings = (
        "flexible_rounding", "greece_yugo_eligibility", "greece_yugo_rounding", "greece_yugo_major_unit",
        "fort_marker_counts_as_garrison", "sr_units_double_count", "split_unit_re", "double_count", "eliminated_scope",
        "eliminated_link", "eliminated_pools", "unspecified_penalty", "any_ground", "stationary_rule",
    )  # fmt: skip
    districts(sheet)
    names = cities(sheet, ("a", "b", "c", "d")[: sheet.number(2, 4)], ("dot", "reference", "major", "town"))
    zoned = sheet.chance()
    sheet.zones["zone"] = {}
    for name in names:
        sheet.places[name] |= {
            "country": sheet.pick("greece", "yugoslavia", "france"),
            "areas": ["isle"] if name == "a" else sheet.pick([], ["isle"]),
        }
        if zoned:
            sheet.places[name]["zone"] = "zone"
    for n in range(sheet.number(1, 2)):
        row: dict[str, Any] = {"id": f"row{n}", "kind": sheet.pick("flexible", "flexible", "semi_rigid")}
        row["res"] = sheet.pick("1", "2", "5/2", "1/3")
        where: tuple[dict[str, Any], ...] = ({"at": sheet.some(names, least=1, most=2)}, {"districts": ["md1"]})
        row |= sheet.pick(*where, {"area": "isle"})
        if row["kind"] == "semi_rigid":
            row["units"] = ["u0"]
        elif sheet.chance(3):
            row |= sheet.pick({"nationality": "italian"}, {"eligible": "any_combat"}, {"eligible": ["Inf", "Art"]})
        if sheet.chance(4):
            row |= sheet.pick({"released_by": "italy_surrendered"}, {"requires": {"hq": 1}}, {"until": TURNS[0]})
        sheet.garrisons.append(row)
    sheet.crowd([*names, *names, "eliminated:main", "forming:md1", "isolated:main"], (*GROUND, "hq"), AXIS, 2, 6)
    if sheet.garrisons and sheet.chance(3):
        sheet.units[0]["garrison"] = "row0"
    sheet.road(most=1)
    map_events(sheet, most=1)
    sheet.happen({"event": "italy_surrendered"}, most=1)


def allied(sheet: Sheet) -> None:
    """44.A.7.b: by nationality, substitution at half, pairs of air units, lines of events, deficits."""
    sheet.side, sheet.horizon = "allied", sheet.number(1, 3)
    sheet.readings = (
        "allied_trigger",
        "allied_chart_lines",
        "greece_garrisoned_trigger",
        "commonwealth_counts_as_british",
        "air_sub_rounding",
        "allied_penalty_group",
        "eliminated_scope",
        "stationary_rule",
    )
    districts(sheet)
    nations = ("british", "american", "canadian")
    names = cities(sheet, ("a", "b", "c")[: sheet.number(1, 3)], ("reference", "dot", "town"))
    for name in names:
        sheet.places[name]["country"] = sheet.pick("greece", "greece", "corsica")

    def contingents(least: int) -> dict[str, dict[str, Any]]:
        found = {}
        for nation in sheet.some(list(nations[:2]), least=1):
            found[nation] = {"res": sheet.pick("0", "1", "2", "4", "3/2") if least >= 0 else sheet.pick("-1", "2")}
            found[nation]["air"] = sheet.pick(0, 0, 1, 2) if least >= 0 else 0
        return found

    for n in range(sheet.number(1, 2)):
        row: dict[str, Any] = {
            "id": f"g{n}",
            "kind": "allied",
            "at": sheet.some(names, least=1),
            "initial": contingents(0),
        }
        for line in sheet.some(["italy_surrendered", "corsica_controlled", "greece_garrisoned", "greece_garrisoned"]):
            row[line] = contingents(-1)
        sheet.garrisons.append(row)
    sheet.crowd([*names, "eliminated:main"], (*GROUND, "fighter", "bomber", "fighter"), nations, 2, 5)
    if sheet.chance(4):
        sheet.units[0]["garrison"] = "g0"
    for points in sheet.some(["inf", "air"]):
        holds = sheet.pick("0", "1/2", "2", "-1")
        sheet.pools.append({"id": points, "points": points, "nationality": "british", "holds": holds})
    if sheet.chance(3):  # RPs that penalties take and removals want
        sheet.garrisons.append({"id": "md2", "kind": "box", "res": "1", "nationality": "british"})
        sheet.unit("box:md2", sheet.pick("battalion", "tanks"), "british")
    sheet.road(("march", "rail", "air", "sea"))
    map_events(sheet, most=1)
    sheet.happen({"event": "italy_surrendered"}, {"event": "greece_garrisoned"}, most=1)


def naval(sheet: Sheet) -> None:
    """44.A.6: task forces, berths at Gibraltar, SRPs and SPs from several pools."""
    sheet.side, sheet.horizon = "allied", sheet.number(1, 3)
    sheet.readings = ("naval_check_phase", "tf_counts", "naval_sp_rounding", "naval_unpayable")
    waters = ("west", "german", "mediterranean", "gibraltar", "elsewhere")
    forces = [
        {"id": f"tf{n}", "strength": sheet.pick("3", "5", "5", "7/2"), "operational": not sheet.chance(5),
         "at": sheet.pick("eto", "mto", "gibraltar", "elsewhere")}
        for n in range(sheet.number(2, 4))
    ]  # fmt: skip
    enemies = [
        {"id": f"e{n}", "strength": sheet.pick("2", "4", "3"), "theatre": sheet.pick(*waters),
         "operational": not sheet.chance(5)}
        for n in range(sheet.number(1, 3))
    ]  # fmt: skip
    sheet.tree["naval"] = {
        "allied": forces, "axis": enemies, "gibraltar_capacity": sheet.pick(None, 0, 1, 2),
        "transfer_turns": sheet.pick(1, 1, 2),
    }  # fmt: skip
    for n in range(sheet.number(0, 3)):
        sheet.pools.append({
            "id": f"p{n}", "points": sheet.pick("srp", "sp"), "theatre": sheet.pick("eto", "mto"),
            "central": sheet.chance(), "holds": sheet.pick("0", "1", "5/2"),
        })  # fmt: skip


def locales(sheet: Sheet) -> None:
    """44.A.7.a.5 to a.8: Rhodes, northern Albania, Zara, the Dodecanese."""
    sheet.horizon = sheet.number(1, 3)
    sheet.readings = (
        "garrison_tag_policy", "rhodes_mode", "greek_release_equiv", "unspecified_penalty", "any_ground",
        "sr_units_double_count", "flexible_rounding",
    )  # fmt: skip
    districts(sheet)
    for name, country in (("rhodes", "italy"), ("zara", "italy"), ("scutari", "albania"), ("athens", "greece")):
        if sheet.chance() or not sheet.places:
            cities(sheet, (name,), ("dot", "reference", "town"), country=country, hex="14A:3600")
    names = list(sheet.places)
    named = [f"u{n}" for n in sheet.some([0, 1, 2], least=1)]
    if "rhodes" in names:
        sheet.garrisons.append({"kind": "rhodes", "units": named, "res": sheet.pick(None, "2", "3/2")})
    if "zara" in names:
        sheet.garrisons.append({"kind": "zara"})
    sheet.garrisons.append({"kind": "yugoslav_defence"})
    if sheet.chance(3):
        sheet.garrisons.append({"kind": "dodecanese", "units": named, "at": sheet.some(names, least=1)})
    if sheet.chance(3):
        sheet.zones["zone"] = {}
        sheet.places[names[-1]]["zone"] = "zone"
    sheet.crowd([*names, *names, "eliminated:main"], (*GROUND, "flak"), ("italian", "albanian"), 2, 5)
    sheet.road(("march", "sea"))
    map_events(sheet, most=1)
    sheet.happen(
        {"event": "greek_government_surrendered"}, {"event": "greek_government_evacuated"},
        {"event": "yugoslavia_joins_allies"}, most=1,
    )  # fmt: skip


def africa(sheet: Sheet) -> None:
    """44.A.7.a.9 to a.12: Cyrenaica with stacked infantry and losses, Tripolitania, East Africa."""
    sheet.horizon = sheet.number(1, 3)
    sheet.readings = ("north_africa_mode", "cyrenaica_order", "nonre_shortfall", "flexible_rounding", "double_count")
    districts(sheet)
    names = cities(sheet, ("tobruch", "porto_bardiya"), ("port", "reference"), country="libya")
    if sheet.chance():
        names += cities(sheet, ("gonder",), ("town",), country="amhara")
        row = {"id": "gonder", "kind": "east_africa", "at": ["gonder"], "res": sheet.pick("1", "2")}
        sheet.garrisons.append({**row, "region": sheet.pick("amhara", "eritrea")})
    if sheet.chance():
        sheet.garrisons.append({"kind": "cyrenaica"})
    if sheet.chance(3):
        sheet.garrisons.append({"kind": "tripolitania", "at": [names[-1]]})
    if sheet.chance(3):
        sheet.garrisons.append(
            {"id": "coast", "kind": "flexible", "at": ["tobruch"], "res": "2", "eligible": "any_combat"}
        )
    sizes = ("artillery", "artillery", "stacked", "stacked", "regiment", "builders", "bomber", "army")
    sheet.crowd([*names, *names, "eliminated:main"], sizes, ("italian",), 2, 5)
    sheet.road(("march", "air"))
    map_events(sheet, most=1)
    sheet.happen(
        {"event": "losses", "res": sheet.pick("4", "8", "17/2")}, {"event": "german_intervention"},
        {"event": "allied_within_six", "place": names[-1]}, {"event": "allied_enters", "region": "eritrea"},
    )  # fmt: skip
