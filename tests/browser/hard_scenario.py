"""A theatre that no machine settles at once: too few units of awkward sizes for too many cities, over many turns."""

from __future__ import annotations

CITIES = 40
UNITS = 50
SIZES = ("1/2", "1", "1 1/2", "2", "3", "2 1/2", "1/3")


def hard_scenario() -> str:
    """The scenario as a file."""
    places = [
        f"  c{n}: {{kind: {('major', 'dot', 'reference')[n % 3]}, zone: z{n % 7}, "
        f"latitude: {45 + n // 10 * 0.6}, longitude: {5 + n % 10 * 0.9}}}"
        for n in range(CITIES)
    ]
    units = [
        f"- {{id: u{n}, type: Inf, nationality: German, at: c{n * 7 % CITIES}, counter: {2 + n % 5}-{3 + n % 4}-6, "
        f"res: {SIZES[n % len(SIZES)]}}}"
        for n in range(UNITS)
    ]
    routes = [f"- {{from: c{n}, to: c{(n * step + 3) % CITIES}}}" for n in range(CITIES) for step in (3, 5, 11)]
    routes = [route for route in routes if "{from: c0, to: c0}" not in route]
    return "\n".join(
        ["title: A hard theatre", "turn: Jul 1 43", "horizon: 4", "zones:",
         *(f"  z{n}: {{}}" for n in range(7)), "places:", *places, "units:", *units, "routes:", *routes, ""]
    )  # fmt: skip
