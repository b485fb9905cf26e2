"""What happens inside the horizon of a longer theatre: captures, exemptions, releases, arrivals, an opened garrison."""

from __future__ import annotations

from random import Random
from typing import Any

from benchmarks.families import NOW
from models.calendar import game_turn

Tree = dict[str, Any]
CAPTURED, EXEMPTED, DATED, ARRIVING = 12, 20, 3, 30  # one in so many cities, cities, table rows, stacks
RPS = "4"  # infantry RPs that could buy units out of the opened garrison


def with_events(tree: Tree, turns: int, boxes: list[str], random: Random) -> Tree:
    """The same theatre with a course of events; nothing stands in a city before it is captured."""
    later = [str(game_turn(NOW).later(n, 4)) for n in range(1, turns)]
    places = tree["places"]
    cities = [key for key, place in places.items() if place["kind"] not in ("town", "port")]
    events: list[Tree] = []
    captured = set(random.sample(cities, len(cities) // CAPTURED))
    for key in sorted(captured):
        places[key]["owner"] = "allied"
        events.append({"turn": random.choice(later), "event": "captured", "place": key, "by": "axis"})
    held = [key for key in places if key not in captured]
    for key in random.sample([key for key in cities if key not in captured], len(cities) // EXEMPTED):
        events.append({"turn": random.choice(later), "event": "enemy_near", "place": key})
    _date_the_table(tree, later, events, random)
    _move_and_delay(tree, later, captured, held, random)
    events.append({"turn": random.choice(later), "event": "enemy_enters", "district": boxes[0]})
    pool = {"id": "replacements", "points": "inf", "theatre": "west", "district": boxes[0], "holds": RPS}
    return tree | {"events": events, "pools": [pool]}


def _date_the_table(tree: Tree, later: list[str], events: list[Tree], random: Random) -> None:
    """Rows that begin or end, and one that the Italian surrender releases."""
    table = [row for row in tree["garrisons"] if row["kind"] == "flexible"]
    for n, row in enumerate(random.sample(table, len(table) // DATED)):
        row["since" if n % 2 else "until"] = random.choice(later)
    table[0]["released_by"] = "italy_surrendered"
    events.append({"turn": random.choice(later), "event": "italy_surrendered"})


def _move_and_delay(tree: Tree, later: list[str], captured: set[str], held: list[str], random: Random) -> None:
    mobile = [unit for unit in tree["units"] if not unit["at"].startswith("box:")]
    for unit in mobile:
        if unit["at"] in captured:
            unit["at"] = random.choice(held)
    for unit in random.sample(mobile, len(mobile) // ARRIVING):
        unit["arrives"] = random.choice(later)
