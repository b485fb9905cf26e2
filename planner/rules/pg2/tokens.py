"""Counters as the rules look at them: garrison and fixed units that are alike are one piece, a formation is its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from models.pg2 import names_of
from models.pg2_forces import Formation, GarrisonUnit, Mobility, fighting
from models.pg2_map import STRENGTH
from models.pg2_reserves import PoolEntry
from models.problem import ZERO, State
from planner.rules.interface import Piece
from planner.rules.pg2.board import ENTRENCHED, POOL, Board
from planner.rules.pg2.conditions import ENDINGS, at_start, usual

XP_GAINED = 25  # by training, 4.2.2
TRAINED = 100  # XP, the limit of garrisons, fixed units and reserves, 4.2.2.2
Kind = Literal["occupation", "island", "aa", "coastal", "heavy_coastal", "formation"]


@dataclass(frozen=True)
class Token:
    """A garrison unit, a fixed unit, or a formation on the map or in the force pool."""

    id: str
    name: str
    kind: Kind
    type: str = ""
    strength: int = STRENGTH
    lessons: int = 0  # that an island unit can still be given (4.6.2)
    drawn: bool = False  # it is one of the reserve's own units until it is placed (ruling garrison_split)
    formation: Formation | None = None
    entry: PoolEntry | None = None
    detached: tuple[tuple[str, int], ...] = ()  # units that a formation has given up
    front_value: Fraction = ZERO

    @property
    def scout(self) -> bool:
        """The recon or tank unit of a garrison."""
        return self.type in ("recon", "tank")

    @property
    def fives(self) -> int:
        """How many units of 5 strength it makes."""
        return self.strength // STRENGTH

    @property
    def mobility(self) -> frozenset[Mobility]:
        """What kind of formation it is."""
        if self.formation:
            return self.formation.mobility
        return self.entry.type if self.entry else frozenset()

    @property
    def units(self) -> int:
        """How many units a formation has."""
        if self.formation:
            return self.formation.pieces
        return fighting(self.entry.built_of) if self.entry else 0

    @property
    def headquarters(self) -> bool:
        """Whether it is an army's headquarters whose divisions have lines of their own."""
        row = self.formation or self.entry
        return row is not None and row.kind == "army" and not (self.formation and self.formation.divisions)

    @property
    def stacking(self) -> int:
        """Divisions that it counts for stacking."""
        return self.formation.stacking if self.formation else 1

    @property
    def divisions(self) -> int:
        """Divisions that act by its orders; a headquarters alone counts as one."""
        return max(1, self.formation.divisions) if self.formation else 1


Members = tuple[tuple[str, State, int], ...]
TokenPiece = Piece[Token]


def pieces(board: Board, set_apart: frozenset[str]) -> Iterator[tuple[TokenPiece, Members]]:
    """Formations one by one, then garrison and fixed units by what they are; wishes set units apart."""
    campaign = board.campaign
    for formation in campaign.formations:
        token = Token(formation.id, formation.name or formation.id, "formation", formation=formation)
        yield Piece(token, Fraction(1)), ((formation.id, start_of(formation), 0),)
    for entry in campaign.force_pool:
        token = Token(entry.id, entry.name or entry.id, "formation", entry=entry)
        yield Piece(token, Fraction(1)), ((entry.id, POOL, 0),)
    groups: dict[tuple[object, ...], tuple[Token, list[tuple[str, State, int]]]] = {}

    def add(token: Token, nation: str, name: str, at: State) -> None:
        learner = token.id if token.lessons else ""
        key = (token.kind, token.type, token.strength, token.drawn, nation, learner, name if name in set_apart else "")
        groups.setdefault(key, (token, []))[1].append((name, at, 0))

    for row in campaign.garrisons:
        for name in names_of(row):
            add(garrison_token(row), row.nation, name, row.at + (ENTRENCHED if row.entrenched else ""))
    for gun in campaign.fixed:
        for name in names_of(gun):
            add(Token(gun.id, gun.name or gun.id, gun.kind, strength=gun.strength), "", name, gun.at)
    if board.rulings.garrison_split == "true":
        for region in campaign.reserves:
            for number in range(1, _splittable(board, region) + 1):
                name = f"{region} infantry #{number}"
                token = Token(
                    name, f"infantry of the {region} reserve", "occupation", "infantry", 2 * STRENGTH, drawn=True
                )
                add(token, region, name, f"reserve:{region}")
    yield from ((Piece(token, Fraction(1)), tuple(members)) for token, members in groups.values())


def garrison_token(row: GarrisonUnit) -> Token:
    """A unit of a garrison; island units learn by order, occupation units by themselves (4.6.2, 4.6.3)."""
    lessons = -((row.xp - TRAINED) // XP_GAINED) if row.kind == "island" and row.xp < TRAINED else 0
    return Token(row.id, row.name or row.id, row.kind, row.type, lessons=lessons)


def start_of(formation: Formation) -> State:
    """The state in which a formation begins: its territory, and its condition if that is not the usual one."""
    condition = at_start(formation.condition, formation.mobility)
    return formation.at + ("" if condition is usual(formation.mobility) else ENDINGS.get(condition, ""))


def _splittable(board: Board, region: str) -> int:
    """Infantry of 10 strength that the reserve has, or could have if units are freed or brought from another."""
    regions = {region, *board.regions_in_reach(region)}
    held = sum(board.campaign.reserves[name].units.get("infantry", 0) for name in regions)
    freed = sum(
        (formation.units if formation.may_disband else formation.may_detach).get("infantry", 0)
        for formation in board.campaign.formations
    )
    return held + freed
