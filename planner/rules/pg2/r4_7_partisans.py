"""4.7 Irregular warfare: partisans strike where it hurts most, in secret, anywhere in their home nation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from models.pg2_map import UNITS_IN_A_RAID, Terrain
from models.problem import Check, Raid, State
from planner.rules.interface import AnyPiece, Penalty, Rule, Want
from planner.rules.pg2.board import HUNTING, ORGANIZING, Board, Threat, place_of
from planner.rules.pg2.tokens import Token

DAMAGE = Fraction(40)  # PPs for each unit that strikes an undefended territory, 4.7.2.1
SUPPLY = 2  # PPs for each strength point of a garrison that fights partisans, 4.7.3.3
ONE = Fraction(1)
MEASURES = {
    "held": "forces", "guarded": "forces", "helpers": "forces", "objectives": "objectives", "undefended": "units",
    "liberation": "value",
}  # fmt: skip
BUSY = ("", HUNTING, ORGANIZING)
Credit = Callable[[AnyPiece, State], Fraction | None]


def defends(board: Board, token: Token) -> bool:
    """Whether somebody in a territory is a force that partisans must fight (4.7.2.1)."""
    return token.kind in ("occupation", "formation", "island") or board.rulings.fixed_units_defend == "true"


def covered_objectives(board: Board, token: Token, state: State) -> int:
    """How many objectives somebody covers: one a garrison unit, one a unit of a formation, two if it hunts (4.7.3)."""
    if token.kind == "formation":
        return token.units * (2 if state.endswith(HUNTING) else 1)
    if token.kind == "occupation":
        return int(board.rulings.scout_covers == "true") if token.scout else token.fives
    return 1 if token.kind == "island" else 0


def guards(board: Board) -> Credit:
    """Who cannot step next door in Ops and so stays: garrisons, and formations that are busy (4.3.2)."""

    def stays(piece: AnyPiece, state: State) -> Fraction | None:
        token: Token = piece.unit
        busy = token.kind != "formation" or state.endswith((HUNTING, ORGANIZING))
        return ONE if busy and defends(board, token) else None

    return stays


def helps(piece: AnyPiece, state: State) -> Fraction | None:
    """A formation in good order can move into an attacked neighbour, or stay, once the attacks are known (4.3.2)."""
    token: Token = piece.unit
    return ONE if token.kind == "formation" and state == place_of(state) else None


def _helped(board: Board, sabotage: Penalty, nation: str, turn: int) -> Penalty:
    """The same raid, answered by formations in good order; each steps into one territory of the nation it is in."""
    targets = board.targets[nation]
    helpers = tuple(
        (
            f"helpers:{key}:{turn}",
            tuple(board.name(other) for other in targets if other == key or _next_to(board, key, other)),
        )
        for key in targets
    )
    raid = sabotage.raid and replace(sabotage.raid, helpers=helpers)
    return replace(sabotage, raid=raid)


def _next_to(board: Board, key: str, other: str) -> bool:
    return board.sides[key].get(other, Terrain.PROHIBITED) is not Terrain.PROHIBITED


def wants(board: Board) -> Iterator[Want]:
    """For every turn and nation with partisans: somebody in each territory, a unit at each objective."""
    for turn in board.turns:
        for nation, targets in board.targets.items():
            threat = board.threat(nation, turn)
            if threat.divisions and threat.units:
                for key in targets:
                    yield from _territory(board, nation, key, turn, threat)


def _territory(board: Board, nation: str, key: str, turn: int, threat: Threat) -> Iterator[Want]:
    territory, name = board.territories[key], board.name(key)
    objectives, value = territory.objectives or 0, territory.value
    presence = board.rulings.damage_model == "presence"
    sabotage = _raid(board, "sabotage", "sabotage_pp", nation, turn, threat, DAMAGE, UNITS_IN_A_RAID)
    cover = _raid(board, *_cover(presence), nation, turn, threat, board.rulings.pp_objective, 1)
    expected = _expected(board, nation, key, turn, threat)

    def somebody(worth: int) -> Credit:
        return lambda piece, _state: Fraction(worth) if defends(board, piece.unit) else None

    def at_objectives(piece: AnyPiece, state: State) -> Fraction | None:
        return Fraction(covered_objectives(board, piece.unit, state)) or None

    def want(kind: str, required: int, penalties: tuple[Penalty, ...], credit: Credit, rule: str, told: str) -> Want:
        return Want(
            id=f"{kind}:{key}:{turn}", rule=rule, turn=turn, check=Check.BATTLE, where=name,
            states=frozenset(key + busy for busy in BUSY), required=Fraction(required), penalties=penalties,
            sentence=told, credit=credit, measure=MEASURES[kind], purse=kind,
        )  # fmt: skip

    helped = presence and board.rulings.sabotage_reaction == "adjacent_ready"
    struck = (sabotage,) if presence and not helped else ()
    told = f"{name} is undefended unless somebody stands there and stays"
    yield want("held", 1, (*struck, expected), somebody(1), "4.7.2.1", told)
    if helped:
        told = f"{name} has a force that stays whatever the partisans do elsewhere"
        yield want("guarded", 1, (_helped(board, sabotage, nation, turn),), guards(board), "4.7.2.1", told)
        told = f"forces in {name} that can still step next door"
        yield want("helpers", len(board.campaign.formations), (), helps, "4.3.2", told)
    told = f"{name} has {objectives} objectives that partisans may take one by one"
    yield want("objectives", objectives, (cover,), at_objectives, "4.7.3", told)
    if (more := UNITS_IN_A_RAID - objectives) > 0:
        told = f"an undefended {name} suffers from three units, though it has only {objectives} objectives"
        yield want("undefended", more, (cover,), somebody(more), "4.7.2.1", told)
    if threat.forms and value:
        told = f"an undefended {name} can be liberated: the partisans can form a division"
        freed = _liberation(board, nation, turn, threat)
        yield want("liberation", value, (freed,), somebody(value), "4.7.2.1", told)
    yield _supply(board, nation, key, turn, threat)


def _people(board: Board, nation: str) -> str:
    return board.campaign.nations[nation].name or nation.replace("_", " ").title()


def _liberation(board: Board, nation: str, turn: int, threat: Threat) -> Penalty:
    """Each division that there is strength to form takes one territory that nobody defends (4.7.1.3, 4.7.2.1)."""
    sentence = f"territories that the partisans of {_people(board, nation)} could liberate"
    raid = Raid(parties=threat.forms)
    return Penalty(f"liberation:{nation}:{turn}", "liberations", ONE, sentence=sentence, raid=raid)


def _cover(presence: bool) -> tuple[str, str]:
    """The group and currency of what objectives without a unit cost (ruling damage_model)."""
    return ("cover", "cover_pp") if presence else ("sabotage", "sabotage_pp")


def _raid(
    board: Board, kind: str, currency: str, nation: str, turn: int, threat: Threat, price: Fraction, opens: int
) -> Penalty:
    """What the partisans of a nation can do in a turn: up to three units at each of so many territories (4.7.2.1)."""
    raid = Raid(parties=threat.divisions, reach=UNITS_IN_A_RAID, total=threat.units, opens=opens)
    told = "sabotage" if kind == "sabotage" else "objectives taken"
    sentence = f"{told} by the partisans of {_people(board, nation)}, at worst"
    return Penalty(f"{kind}:{nation}:{turn}", currency, price, sentence=sentence, raid=raid)


def _expected(board: Board, nation: str, key: str, turn: int, threat: Threat) -> Penalty:
    """The mean damage if the partisans draw their targets by weight."""
    weights = {other: board.territories[other].weight for other in board.targets[nation]}
    total = sum(weights.values(), Fraction(0))
    chance = min(ONE, threat.divisions * weights[key] / total) if total else Fraction(0)
    units = min(Fraction(UNITS_IN_A_RAID), Fraction(threat.units, threat.divisions))
    sentence = f"sabotage in {board.name(key)}, on average"
    return Penalty(f"expected:{key}:{turn}", "expected_pp", chance * units * DAMAGE, sentence=sentence)


def _supply(board: Board, nation: str, key: str, turn: int, threat: Threat) -> Want:
    """4.7.3.3: garrisons may draw 2 PPs a strength point before a partisan battle, which nothing else is spent on.

    It is told of, not minimised: PPs that fight partisans are not lost.
    """
    region = board.region(key)
    held = board.rulings.battle_supply == "held" and region is not None
    penalty = Penalty(
        f"supply:{nation}:{region}:{turn}", "supply_pp", ONE, counted=False, raid=Raid(parties=threat.divisions),
        sentence=f"PPs to hold for battles with the partisans of {_people(board, nation)}",
        paid_from=(f"pp:{region}",) if held else (),
    )  # fmt: skip

    def raised_by(piece: AnyPiece, _state: State) -> Fraction | None:
        token: Token = piece.unit
        return Fraction(SUPPLY * token.strength) if token.kind == "occupation" else None

    return Want(
        id=f"supply:{key}:{turn}", rule="4.7.3.3", turn=turn, check=Check.BATTLE, where=board.name(key),
        states=frozenset({key}), required=Fraction(0), penalties=(penalty,), measure="PPs", purse="supply",
        sentence=f"PPs that the garrison of {board.name(key)} may draw", credit=lambda _piece, _state: None,
        raised_by=raised_by,
    )  # fmt: skip


RULE = Rule(id="4.7", title="Irregular warfare", wants=wants)
