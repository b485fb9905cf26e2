"""A small valid scenario, and short ways to spoil it and to see what is said about it."""

from collections.abc import Mapping

from planner.load import BadInput, load_scenario_text

BELGIUM = """\
title: Belgium
turn: Jul 1 43
horizon: 2
districts:
  belgium: {country: belgium, adjacent: france}
  france: {}
zones:
  belgium: {country: Belgium}
places:
  brussels: {kind: major, hex: "14A:3700", zone: belgium, district: belgium}
  ghent:
    kind: dot, port
    zone: belgium
units:
- {id: 1 Inf, type: Inf, nationality: German, at: brussels, counter: 5-7-6, size: XX}
- id: 2 Inf
  type: Inf
  nationality: NO
  at: ghent
  counter: 8-6 (3-6)
  res: 1 1/2
garrisons:
- {id: belgium, kind: box, districts: [belgium], res: 5/4}
routes:
- {from: brussels, to: ghent, by: rail}
"""
UNITS_IN_YAML = BELGIUM[BELGIUM.index("units:") : BELGIUM.index("garrisons:")]
PLACES_IN_YAML = BELGIUM[BELGIUM.index("places:") : BELGIUM.index("units:")]
UNITS = """\
id,type,nationality,at,counter,size,res
1 Inf,Inf,German,brussels,5-7-6,XX,
2 Inf,Inf,NO,ghent,8-6 (3-6),,1 1/2
"""
PLACES = """\
id,kind,zone
brussels,major,belgium
ghent,"dot, port",belgium
"""


def spoilt(*changes: tuple[str, str], text: str = BELGIUM) -> str:
    """The scenario with some words replaced, each of which it must hold."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def problems(text: str, tables: Mapping[str, str] | None = None) -> list[str]:
    """What is wrong with a scenario, one line each; nothing if it loads."""
    try:
        load_scenario_text(text, "belgium.yaml", tables)
    except BadInput as refused:
        return [line.strip() for line in str(refused).splitlines()[1:]]
    return []
