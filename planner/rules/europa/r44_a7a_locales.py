"""44.A.7.a.5 to a.8: Rhodes, the Yugoslav defence garrison, Zara and the Dodecanese."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from models.garrisons import DodecaneseGarrison, RhodesGarrison, YugoslavDefence, ZaraGarrison
from models.problem import Check
from models.units import UnitType
from models.words import Side
from planner.rules.europa.position import Position
from planner.rules.europa.r44_a7a_axis import flexible_penalty, held
from planner.rules.europa.r44_a_garrisons import (
    any_ground,
    garrison_category,
    on_map_states,
    purse,
    re_credit,
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
    lost = [
        key for key, place in position.places.items()
        if place.country == "albania" and place.city_kind and not position.owns(key, turn)
    ]  # fmt: skip
    return len(lost) < ALBANIAN_CITIES_LOST


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


def wants(position: Position) -> Iterator[Want]:
    """What Rhodes, northern Albania and Zara want."""
    if position.side is not Side.AXIS:
        return
    for row in position.scenario.garrisons:
        for turn in position.turns:
            if not position.in_force(row, turn):
                continue
            if isinstance(row, YugoslavDefence) and albania_held(position, turn):
                yield _open_to_all(
                    position, row, northern_albania(position, row), YUGOSLAV_DEFENCE_RES, turn, "44.A.7.a.6"
                )
            elif isinstance(row, ZaraGarrison) and not position.happened(turn, "yugoslavia_joins_allies"):
                yield _open_to_all(position, row, position.places_of(row), ZARA_RES, turn, "44.A.7.a.7")
            elif isinstance(row, RhodesGarrison) and not greek_government_fell(position, turn, "surrendered"):
                yield from _rhodes(position, row, turn)


def _open_to_all(
    position: Position, row: YugoslavDefence | ZaraGarrison, places: tuple[str, ...], required: Fraction, turn: int,
    rule: str,
) -> Want:  # fmt: skip
    name = f"garrison:{row.id}:{turn}"
    where = row.name or ("northern Albania" if isinstance(row, YugoslavDefence) else position.name(places[0]))
    return Want(
        name, rule, turn, Check.OWN_INITIAL, where, on_map_states(position, row, places), required,
        (unstated(position, name, where),), f"{where} wants {required} REs of any Axis ground units but Albanians",
        re_credit(lambda piece: any_but_albanians(position, piece)), purse=purse(position, "garrison"),
    )  # fmt: skip


def _rhodes(position: Position, row: RhodesGarrison, turn: int) -> Iterator[Want]:
    named = [unit for unit in position.scenario.units if unit.id in row.units]
    total = sum((unit.regimental_equivalents * unit.count for unit in named), Fraction(0))
    required = row.res if row.res is not None else total
    places = position.places_of(row)
    flexible = rhodes_flexible(position)
    if required and held(position, places, turn):
        name = f"garrison:{row.id}:{turn}"
        where = row.name or position.name(places[0])
        yield Want(
            name, "44.A.7.a.5", turn, Check.OWN_INITIAL, where, on_map_states(position, row, places), required,
            (flexible_penalty(position, name, where),), f"{where} is to hold its order of battle, {required} REs",
            re_credit(lambda piece: garrison_category(piece) if flexible else row.id in piece.named_in),
            purse=purse(position, "garrison"),
        )  # fmt: skip


def rhodes_flexible(position: Position) -> bool:
    """Whether Rhodes is read by its tag (f) and not by its wording (rulings rhodes_mode, garrison_tag_policy)."""
    return position.rulings.rhodes_mode == "flexible" or position.rulings.garrison_tag_policy == "tag"


def bars(position: Position, piece: Piece, step: Step) -> str | None:
    """Forces at Rhodes stay there; forces of the Dodecanese stay in the islands; read by tag, so do Zara's."""
    if step.start == step.end or not (piece.named_in or position.rulings.garrison_tag_policy == "tag"):
        return None
    for row in position.scenario.garrisons:
        if not position.in_force(row, step.turn):
            continue
        if isinstance(row, RhodesGarrison) and row.id in piece.named_in and not rhodes_flexible(position):
            if not greek_government_fell(position, step.turn, "surrendered"):
                return "44.A.7.a.5: forces of the Rhodes garrison may not move from Rhodes before its release"
        elif isinstance(row, DodecaneseGarrison) and row.id in piece.named_in:
            released = greek_government_fell(position, step.turn, "captured")
            if not released and step.end not in position.spaces[row.id]:
                return "44.A.7.a.8: forces of the Dodecanese garrison may not leave the islands before its release"
        elif isinstance(row, YugoslavDefence | ZaraGarrison) and position.rulings.garrison_tag_policy == "tag":
            zara = isinstance(row, ZaraGarrison)
            places = position.places_of(row) if zara else northern_albania(position, row)  # type: ignore[arg-type]
            due = not position.happened(step.turn, "yugoslavia_joins_allies") and (
                zara or albania_held(position, step.turn)
            )
            if due and step.start in places and step.end not in places:
                return f"44.A.7.a.{7 if zara else 6}: semi-rigid by its tag, its forces may not leave"
    return None


RULE = Rule(id="44.A.7.a.5", title="Rhodes, Albania, Zara, Dodecanese", wants=wants, bars=bars)
