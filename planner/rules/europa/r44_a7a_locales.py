"""44.A.7.a.5 to a.8: Rhodes, the Yugoslav defence garrison, Zara and the Dodecanese."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.garrisons import DodecaneseGarrison, Garrison, RhodesGarrison, YugoslavDefence, ZaraGarrison
from models.problem import Act, Check
from models.units import GARRISON_CATEGORY, UnitType
from models.words import Side
from planner.rules.europa.position import Position
from planner.rules.europa.r44_a7a_axis import flexible_penalty, held
from planner.rules.europa.r44_a_garrisons import (
    any_ground,
    fit,
    on_map_states,
    purse,
    re_credit,
    specified_want,
    unstated,
)
from planner.rules.interface import Piece, Rule, Step, Want

YUGOSLAV_DEFENCE_RES = Fraction(3)  # 44.A.7.a.6
YUGOSLAV_DEFENCE_ROW = ("14A", 37)  # hexrow 14A:3700; rows are counted from the north
ALBANIAN_CITIES_LOST = 2  # 44.A.7.a.6.i
ZARA_RES = Fraction(3, 2)  # 44.A.7.a.7


def greek_government_fell(position: Position, turn: int, word: str) -> bool:
    """Surrendered (Rhodes) or captured (Dodecanese), or evacuated; one event for both if the table reads it so."""
    words = {word, "evacuated"}
    if position.rulings.greek_release_equiv == "true":
        words |= {"surrendered", "captured"}
    return position.happened(turn, *(f"greek_government_{w}" for w in sorted(words)))


def albania_held(position: Position, turn: int) -> bool:
    """The duty in Albania ends for good when two Albanian cities are lost or Yugoslavia joins the Allies."""
    if position.happened(turn, "yugoslavia_joins_allies"):
        return False
    cities = [key for key, place in position.places.items() if place.country == "albania" and place.city_kind]
    return not any(
        len({position.places[key].city or key for key in cities if not position.owns(key, then)})
        >= ALBANIAN_CITIES_LOST
        for then in position.so_far(turn)
    )


def northern_albania(position: Position, row: YugoslavDefence) -> tuple[str, ...]:
    """The places in Albania on or north of 14A:3700: as given, else by their hex."""
    given = position.places_of(row)
    sheet, hexrow = YUGOSLAV_DEFENCE_ROW
    return given or tuple(
        key for key, place in position.places.items()
        if place.country == "albania" and place.hexrow and place.hexrow[0] == sheet and place.hexrow[1] <= hexrow
    )  # fmt: skip


def any_but_albanians(position: Position, piece: Piece) -> bool:
    """Any Axis ground unit except position AA and Albanians (44.A.7.a.6, a.7)."""
    return (
        any_ground(position, piece)
        and piece.unit.type is not UnitType.POSITION_AA
        and piece.unit.nationality != "albanian"
    )


def due(position: Position, row: Garrison, turn: int) -> bool:
    """Whether one of these garrisons is to be maintained in a turn."""
    if not position.in_force(row, turn):
        return False
    if isinstance(row, YugoslavDefence):
        return albania_held(position, turn)
    if isinstance(row, ZaraGarrison):
        return not position.happened(turn, "yugoslavia_joins_allies")
    if isinstance(row, RhodesGarrison):
        fallen = greek_government_fell(position, turn, "surrendered")
        return not fallen and held(position, position.places_of(row), turn)
    return isinstance(row, DodecaneseGarrison) and not greek_government_fell(position, turn, "captured")


def wants(position: Position) -> Iterator[Want]:
    """What Rhodes, northern Albania and Zara want, and who must be there."""
    if position.side is not Side.AXIS:
        return
    for row in position.scenario.garrisons:
        for turn in position.turns:
            if not due(position, row, turn):
                continue
            if isinstance(row, YugoslavDefence):
                yield _open_to_all(position, row, YUGOSLAV_DEFENCE_RES, turn, "44.A.7.a.6")
            elif isinstance(row, ZaraGarrison):
                yield _open_to_all(position, row, ZARA_RES, turn, "44.A.7.a.7")
            elif isinstance(row, RhodesGarrison):
                yield from _rhodes(position, row, turn)
            yield from specified_want(position, row, area_of(position, row), turn)


def area_of(position: Position, row: Garrison) -> tuple[str, ...]:
    """Where a garrison's forces are to stand."""
    return northern_albania(position, row) if isinstance(row, YugoslavDefence) else position.places_of(row)


def _open_to_all(
    position: Position, row: YugoslavDefence | ZaraGarrison, required: Fraction, turn: int, rule: str
) -> Want:
    name = f"garrison:{row.id}:{turn}"
    places = area_of(position, row)
    where = row.name or ("northern Albania" if isinstance(row, YugoslavDefence) else position.name(places[0]))
    return Want(
        name, rule, turn, Check.OWN_INITIAL, where, on_map_states(position, row, places), required,
        (unstated(position, name, where),), f"{where} wants {required} REs of any Axis ground units but Albanians",
        re_credit(position, lambda piece: any_but_albanians(position, piece)), purse=_purse_by_tag(position),
    )  # fmt: skip


def _purse_by_tag(position: Position) -> str:
    """Read by their tag (sr) these forces may do a duty of another kind as well (ruling sr_units_double_count)."""
    semi_rigid = position.rulings.garrison_tag_policy == "tag" and position.rulings.sr_units_double_count == "true"
    return "semi-rigid" if semi_rigid else purse(position, "garrison")


def _rhodes(position: Position, row: RhodesGarrison, turn: int) -> Iterator[Want]:
    """The order of battle's REs at Rhodes; where the file gives a figure, others may fill what the named ones leave."""
    total = sum(
        (unit.regimental_equivalents * unit.count for unit in position.scenario.units
         if unit.id in row.units and unit.is_combat), Fraction(0),
    )  # fmt: skip
    required = total if row.res is None else row.res
    open_to_others = row.res is not None or rhodes_flexible(position)
    if required:
        name, places = f"garrison:{row.id}:{turn}", position.places_of(row)
        where = row.name or position.name(places[0])
        yield Want(
            name, "44.A.7.a.5", turn, Check.OWN_INITIAL, where, on_map_states(position, row, places), required,
            (flexible_penalty(position, name, where),), f"{where} is to hold its order of battle, {required} REs",
            re_credit(
                position, lambda piece: fit(piece)
                and (row.id in piece.named_in or (open_to_others and piece.unit.type in GARRISON_CATEGORY))
            ),
            purse=purse(position, "garrison"),
        )  # fmt: skip


def rhodes_flexible(position: Position) -> bool:
    """Whether Rhodes is read by its tag (f) and not by its wording (rulings rhodes_mode, garrison_tag_policy)."""
    return position.rulings.rhodes_mode == "flexible" or position.rulings.garrison_tag_policy == "tag"


def bars(position: Position, piece: Piece, step: Step) -> str | None:
    """Forces at Rhodes stay there; forces of the Dodecanese stay in the islands; read by tag, so do Zara's."""
    by_tag = position.rulings.garrison_tag_policy == "tag"
    if step.start == step.end or step.act is Act.ARRIVE or not (piece.named_in or by_tag):
        return None
    for row in position.scenario.garrisons:
        named = isinstance(row, RhodesGarrison | DodecaneseGarrison) and row.id in piece.named_in
        tagged = isinstance(row, YugoslavDefence | ZaraGarrison) and by_tag
        if not (named or tagged) or not due(position, row, step.turn):
            continue
        area = area_of(position, row)
        here, out = step.start in area, step.end not in area
        if isinstance(row, RhodesGarrison) and here and out and not rhodes_flexible(position):
            return "44.A.7.a.5: forces of the Rhodes garrison may not move from Rhodes before its release"
        if isinstance(row, DodecaneseGarrison) and out and step.end in position.places:
            return "44.A.7.a.8: forces of the Dodecanese garrison may not leave the islands before its release"
        if tagged and here and out:
            clause = "7" if isinstance(row, ZaraGarrison) else "6"
            return f"44.A.7.a.{clause}: semi-rigid by its tag, its forces may not leave"
    return None


def warnings(position: Position) -> Iterator[str]:
    """Garrisons that nobody could stand in, and arrivals that the islands do not allow."""
    for row in position.scenario.garrisons:
        if isinstance(row, YugoslavDefence) and due(position, row, 0) and not northern_albania(position, row):
            yield (
                "44.A.7.a.6: no place of Albania lies on or north of hexrow 14A:3700; "
                "give places their country and hex, or the garrison its places ('at')"
            )
        if isinstance(row, DodecaneseGarrison):
            yield from _wrong_arrivals(position, row)


def _wrong_arrivals(position: Position, row: DodecaneseGarrison) -> Iterator[str]:
    for unit in position.scenario.units:
        arrives = position.scenario.offset(unit.arrives) if unit.id in row.units else 0
        if arrives > 0 and unit.at not in position.spaces[row.id] and due(position, row, arrives):
            yield (
                f"44.A.7.a.8: {unit.id} arrives at {position.name(unit.at)}; repaired or replaced, "
                "it may come back only in the Dodecanese"
            )


RULE = Rule(id="44.A.7.a.5", title="Rhodes, Albania, Zara, Dodecanese", wants=wants, bars=bars, warnings=warnings)
