"""A theatre after hard fighting: cadres in the cities, divisions in the boxes, and RPs for some of them."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

Tree = dict[str, Any]
CADRES = Fraction(2, 3)  # of the divisions on the map stand as their cadres
IN_THE_BOX, ISOLATED, AT_HOME = Fraction(1, 8), Fraction(1, 16), Fraction(1, 16)  # of all counters
HOLDS, MONTHLY = Fraction(1, 6), Fraction(1, 10)  # of what it would take to rebuild everybody
HOME = "wk"  # an inactive MD in Germany with the national pool


def with_replacements(tree: Tree, random: Random) -> Tree:
    """The same theatre, worn down: about a third of what was lost can be bought back within the horizon."""
    tree["districts"][HOME] = {"country": "germany", "theatre": "reich", "inactive": "yes"}
    tree["places"]["berlin"] = {"kind": "major", "country": "germany", "district": HOME}
    units: list[Tree] = []
    wanted = {"inf": Fraction(0), "arm": Fraction(0)}
    for unit in tree["units"]:
        units += _worn_down(unit, wanted, random)
    pools = [*tree.get("pools", ()), *_pools(wanted)]
    return tree | {"units": units, "pools": pools}


def _worn_down(unit: Tree, wanted: dict[str, Fraction], random: Random) -> list[Tree]:
    """A stack of counters by what has become of each."""
    fates: dict[str, int] = {}
    for _ in range(int(unit["count"])):
        fate = _fate(unit, random)
        fates[fate] = fates.get(fate, 0) + 1
    found = []
    for fate, count in fates.items():
        changed = unit | {"id": f"{unit['id']}{fate and ' '}{fate}", "count": str(count)}
        if fate == "cadre":
            changed["cadre"] = "yes"
        elif fate:
            changed |= {"at": {"dead": "eliminated:west", "home": "eliminated:reich", "cut": "isolated:reich"}[fate]}
            changed.pop("arrives", None)
        if fate:
            kind = "arm" if unit["type"] in ("Arm", "LtArm") else "inf"
            wanted[kind] += _strength(unit["counter"]) * count
        found.append(changed)
    return found


def _fate(unit: Tree, random: Random) -> str:
    if unit["at"].startswith("box:"):
        return ""
    if random.random() < float(IN_THE_BOX + ISOLATED + AT_HOME):
        return random.choices(("dead", "cut", "home"), [float(IN_THE_BOX), float(ISOLATED), float(AT_HOME)])[0]
    return "cadre" if "(" in unit["counter"] and random.random() < float(CADRES) else ""


def _strength(counter: str) -> Fraction:
    """Half of attack plus defence, as printed."""
    printed = counter.partition(" ")[0].split("-")
    return (Fraction(printed[0]) + Fraction(printed[-2] if len(printed) > 2 else printed[0])) / 2


def _pools(wanted: dict[str, Fraction]) -> list[Tree]:
    """A front's and a nation's pool for each kind of points, in whole points; the nation has half as much."""
    found = []
    for points, amount in wanted.items():
        for name, theatre, share in (("front", "west", 1), ("nation", "reich", 2)):
            pool = {"id": f"{name} {points}", "points": points, "nationality": "german", "theatre": theatre}
            pool["kind"] = "national" if name == "nation" else "theatre"
            pool["holds"] = str(int(amount * HOLDS / share) + 1)
            pool["monthly"] = str(int(amount * MONTHLY / share) + 1)
            found.append(pool)
    return found
