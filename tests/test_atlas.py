"""The atlas draws the right part of the world and pins places where they are."""

import math
from collections import Counter
from importlib.resources import files
from itertools import pairwise

import pytest

from planner.atlas import EAST, NORTH, SOUTH, WEST, coast, key, places, position

# Latitude and longitude from general knowledge, not from the table.
KNOWN = {
    "Brussels": (50.85, 4.35),
    "Athens": (37.98, 23.73),
    "Nis": (43.32, 21.90),
    "Bitolj": (41.03, 21.33),
    "Tobruch": (32.08, 23.96),
    "Addis Abeba": (9.03, 38.74),
    "Berbera": (10.44, 45.01),
    "Gibraltar": (36.14, -5.35),
    "Stalingrad": (48.71, 44.51),
    "Narvik": (68.44, 17.43),
    "Konigsberg": (54.71, 20.51),
    "Rhodes": (36.43, 28.22),
}


@pytest.mark.parametrize("name", KNOWN)
def test_a_well_known_place_lies_where_it_should(name: str) -> None:
    """A wrong namesake (Nice for Nis) would be far off."""
    found = position(name)
    assert found is not None
    assert found == pytest.approx(KNOWN[name], abs=0.3)


@pytest.mark.parametrize("spelling", ["brest_litovsk", "Brest-Litovsk", "BREST LITOVSK", " brest  litovsk "])
def test_case_spaces_and_hyphens_do_not_matter(spelling: str) -> None:
    """Players type names in many ways."""
    assert position(spelling) == position("brest_litovsk") is not None


def test_accents_do_not_matter() -> None:
    """Both letters with a loose accent and letters of their own are understood."""
    for plain, accented in {
        "Liege": "Liège",
        "Nis": "Niš",
        "Tromso": "Tromsø",
        "Lodz": "Łódź",
        "Cologne": "Köln",
    }.items():
        assert position(accented) == position(plain) is not None


def test_an_unknown_place_has_no_position() -> None:
    """No guess is made."""
    assert position("Atlantis") is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("brest", "brest_litovsk"),
        ("homs", "homs_syria"),
        ("tripoli", "tripoli_lebanon"),
        ("monastir", "monastir_tunisia"),
    ],
)
def test_namesakes_are_kept_apart(one: str, other: str) -> None:
    """Two towns of one name are hundreds of kilometres apart."""
    here, there = position(one), position(other)
    assert here is not None
    assert there is not None
    assert math.dist(here, there) > 3


def test_every_place_lies_inside_the_map() -> None:
    """Nothing is pinned outside the picture."""
    outside = [p.id for p in places() if not (WEST < p.longitude < EAST and SOUTH < p.latitude < NORTH)]
    assert outside == []


def test_no_id_and_no_spelling_belongs_to_two_places() -> None:
    """An id or a name leads to one place only, and ids are in the form names are brought to."""
    assert [id_ for id_, count in Counter(p.id for p in places()).items() if count > 1] == []
    owners = Counter(k for p in places() for k in {key(n) for n in (p.id, p.name, *p.also)})
    assert [k for k, count in owners.items() if count > 1] == []
    assert [p.id for p in places() if p.id != key(p.id)] == []


def test_the_outline_is_small_and_inside_the_map() -> None:
    """The file stays small enough to be drawn on every page."""
    assert len(files("planner.atlas").joinpath("coast.json").read_bytes()) < 150_000
    lines = (*coast().land, *coast().lakes, *coast().borders)
    assert all(WEST <= x <= EAST and SOUTH <= y <= NORTH for line in lines for x, y in line)


def test_land_and_lakes_are_closed_rings() -> None:
    """A ring that does not close cannot be filled."""
    assert [ring[0] for ring in (*coast().land, *coast().lakes) if ring[0] != ring[-1] or len(ring) < 4] == []


@pytest.mark.parametrize(
    "town", ["Iraklion", "Rhodes", "Ajaccio", "Cagliari", "Palermo", "Valletta", "Corfu", "Nicosia", "Leros"]
)
def test_an_island_town_has_an_island_of_its_own(town: str) -> None:
    """The islands fought over are drawn, each close around its town and apart from the mainland."""
    found = position(town)
    assert found is not None
    islands = [ring for ring in coast().land if len(ring) < 200]
    assert min(math.dist((x, y), found[::-1]) for ring in islands for x, y in ring) < 0.3


def test_the_sea_between_naples_and_tunis_is_not_land_but_rome_is() -> None:
    """The rings enclose land, not sea."""
    assert _on_land(41.9, 12.7)
    assert _on_land(30.0, 20.5)
    assert not _on_land(39.0, 12.0)
    assert not _on_land(43.0, 34.0)


def _on_land(latitude: float, longitude: float) -> bool:
    crossings = 0
    for ring in coast().land:
        for (x1, y1), (x2, y2) in pairwise(ring):
            if (y1 > latitude) != (y2 > latitude) and longitude < x1 + (latitude - y1) / (y2 - y1) * (x2 - x1):
                crossings += 1
    return crossings % 2 == 1
