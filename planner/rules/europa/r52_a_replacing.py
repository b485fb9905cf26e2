"""52.A.2, 52.A.3 and 52.A.9.a: out of the eliminated box, to the cadre or to full strength."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from models.problem import Act, State
from models.units import NOT_GROUND, UnitType
from planner.rules.europa.conditions import as_in
from planner.rules.europa.position import Position
from planner.rules.europa.r44_no_mp import may_act
from planner.rules.europa.r52_a_arrivals import landing_places, room_at
from planner.rules.europa.r52_a_boxes import transfers
from planner.rules.europa.r52_a_breakdown import box_of, once_broken_down
from planner.rules.europa.r52_a_costs import (
    REDUCED_TURNS,
    Cost,
    Discounts,
    cost,
    split,
    strength_as,
    turns_to_cadre,
    turns_to_full,
)
from planner.rules.europa.r52_a_costs import price as full_price
from planner.rules.europa.r52_a_declaring import traits_now
from planner.rules.europa.r52_a_limited import draws as limited_draws
from planner.rules.europa.r52_a_limited import limited, never_replaced
from planner.rules.europa.r52_a_paying import (
    Track,
    at_home,
    not_on_the_chart,
    paying_for_the_box,
    tracks,
    value_of,
    words,
)
from planner.rules.europa.r52_a_pools import Node, payment
from planner.rules.europa.r52_a_rebuilding import as_told
from planner.rules.europa.r52_j_militia import MEN_TURNS, disbands_here, men_of
from planner.rules.interface import Draws, Piece, Rule, Step

SMALL = Fraction(1)  # REs of a contingent that comes back whole, free
_VOLUNTEERS: Cost = {"volunteer": Fraction(1)}


@dataclass(frozen=True)
class Return:
    """A unit in a box that could come back."""

    piece: Piece
    state: State
    where: str  # the box's theatre or MD
    turn: int
    more: Draws = ()  # beside its price
    told: str = ""  # what else is done with it

    @property
    def as_cadre(self) -> bool:
        """Units with a cadre come back as that (52.A.3)."""
        counter = self.piece.unit.counter
        return counter is not None and counter.cadre is not None

    @property
    def target(self) -> str:
        """What it comes back as: a fragile division without a cadre as its substitute (52.H.1)."""
        unit = self.piece.unit
        return "cadre" if self.as_cadre else str(unit.substitute.full) if unit.substitute else "full"

    @property
    def volunteers_only(self) -> bool:
        """Soviet militia are replaced by volunteers (52.D.2, 52.J.2.b)."""
        return self.piece.unit.type is UnitType.MILITIA and self.piece.unit.nationality == "soviet"

    def strength(self, position: Position) -> Fraction:
        """What it costs, before it is divided."""
        unit = self.piece.unit
        if self.as_cadre:
            return strength_as(unit, "cadre")
        return unit.substitute.full.average if unit.substitute else full_price(position.rulings, unit)

    def turns(self, position: Position) -> int:
        """How long it takes at the normal rate."""
        unit = self.piece.unit
        if self.volunteers_only:
            return 1
        found, scarce = traits_now(position, unit, self.turn), limited(position, unit, self.turn)
        return turns_to_cadre(position.rulings, found, scarce) if self.as_cadre else turns_to_full(found, scarce)


def steps(position: Position, piece: Piece, state: State, turn: int) -> Iterator[Step]:
    """What replacement points can do for a unit in a box."""
    kind, colon, where = state.partition(":")
    unit = piece.unit
    if (
        not colon
        or not may_act(position, turn)
        or unit.type in NOT_GROUND
        or never_replaced(unit)
        or _gone_for_good(piece)
    ):
        return
    if kind == "eliminated":
        yield from _back(position, Return(piece, state, where, turn))
        for theatre, by, carried in transfers(position, piece, state, turn):
            if position.rulings.pool_transfer_delay == "0":
                yield from _back(
                    position, Return(piece, state, theatre, turn, carried, f", moved to {theatre} by {by}")
                )
    elif kind == "inside" and (box := box_of(position, state)):
        yield from _back(position, Return(piece, state, box, turn, once_broken_down(state, piece, turn)))
    elif kind == "isolated" and _free_once(position, piece) and unit.res_as("full") > SMALL:
        yield from _free(position, Return(piece, state, where, turn))


def _free_once(position: Position, piece: Piece) -> bool:
    """A contingent that has not used its free replacement (52.D.1.b, ruling contingent_division_free)."""
    small = piece.unit.res_as("full") <= SMALL
    return piece.unit.contingent and (small or position.rulings.contingent_division_free == "true")


def _gone_for_good(piece: Piece) -> bool:
    """Soviet NKVD border and rifle units are not replaced (52.J.2.a)."""
    return piece.unit.nationality == "soviet" and piece.unit.type in (UnitType.NKVD, UnitType.BORDER)


def _back(position: Position, back: Return) -> Iterator[Step]:
    """To the cadre, or to full strength where there is no cadre, from every pool that may pay (52.A.3, 52.A.9.a)."""
    unit, rulings = back.piece.unit, position.rulings
    if _free_once(position, back.piece) and not back.told:
        yield from _free(position, back)
    if not_on_the_chart(position, unit):
        return
    parts = _VOLUNTEERS if back.volunteers_only else split(unit)
    if back.as_cadre and rulings.elim_to_cadre_kind == "inf_only":
        parts = {"inf": Fraction(1)}
    price = cost(rulings, parts, back.strength(position))
    for node in paying_for_the_box(position, unit, back.where, price, back.turn):
        for track in tracks(position, node):
            yield from _paid(position, back, node, track, parts, reduced=False)
            if node.kind == "national" and track.district:
                yield from _paid(position, back, node, track, parts, reduced=True)


def _paid(
    position: Position, back: Return, node: Node, track: Track, parts: Cost, reduced: bool
) -> Iterator[Step]:  # fmt: skip
    """From one pool onto one track, at the normal or the reduced rate; a militia unit's men come sooner (52.J.2.b)."""
    unit, rulings, turn = back.piece.unit, position.rulings, back.turn
    scarce, home = limited(position, unit, turn), at_home(position, unit, track.district)
    home = home and (back.as_cadre or rulings.home_discount_scope == "all_eliminated")
    of = "full" if rulings.limited_surcharge_base == "full" else "cadre"
    found = Discounts(reduced, home, strength_as(unit, of) if back.as_cadre and scarce else Fraction(0))
    paid = cost(rulings, parts, back.strength(position), found)
    payers = payment(position, node, unit, paid, turn)
    if payers is None:
        return
    turns = back.turns(position)
    if reduced:
        turns = turns + REDUCED_TURNS if rulings.reduced_rate_delay == "plus4" else 2 * turns
    res = unit.res_as("cadre" if back.as_cadre and rulings.limited_re_charge == "re_difference" else "full")
    draws = payers + limited_draws(position, unit, turn, res) + back.more
    told = (
        f"{'reduced rate, ' if reduced else ''}{words(paid, node)}{', a tenth less at home' if home else ''}{back.told}"
    )
    yield _step(position, back, track, paid, turns, draws, told, reduced)
    if node.kind == "md" and not back.volunteers_only and disbands_here(position, node.district, turn):
        men = draws + men_of(position, node.district or "", paid, turn)
        yield _step(position, back, track, paid, turns - MEN_TURNS, men, f"{told}, with a militia unit's men", False)


def _step(
    position: Position, back: Return, track: Track, paid: Cost, turns: int, draws: Draws, how: str, reduced: bool
) -> Step:  # fmt: skip
    unit, ready = back.piece.unit, back.turn + turns
    strength = back.strength(position)
    delivered = strength if back.as_cadre or unit.strengths.average else Fraction(0)
    return Step(
        Act.RAISE, back.turn, back.state, f"forming:{track.district}" if reduced else f"track:{track.name}",
        1 if reduced else turns, rule="52.A.2" if reduced else "52.A.9.a" if back.as_cadre else "52.A.3",
        why=f"back as {as_told(back.target)} in {position.scenario.turn_at(ready)}", how=how, draws=draws,
        tied=value_of(position, back.piece, delivered, ready, paid),
        into=f"{back.target}@{ready}" if reduced else back.target,
    )  # fmt: skip


def _free(position: Position, back: Return) -> Iterator[Step]:
    """A foreign contingent of one RE or less, or a division's step, is free once a game (52.D.1.b)."""
    unit, turns = back.piece.unit, int(position.rulings.free_contingent_delay)
    condition = "cadre" if back.as_cadre else "full"
    on_the_track = Step(
        Act.RAISE, back.turn, back.state, f"track:{back.where}", turns, rule="52.D.1.b",
        how="free, once a game", into=back.target, why="a foreign contingent is replaced free once", draws=back.more,
        tied=value_of(position, back.piece, strength_as(unit, condition), back.turn + turns, {}),
    )  # fmt: skip
    if turns:
        yield on_the_track
        return
    came = as_in(position, back.piece, condition)
    for place, helped in landing_places(position, came, back.where, back.turn):
        room = room_at(position, came, back.where, place, back.turn)
        yield replace(on_the_track, end=place, lasts=1, draws=back.more + helped + room)


def warnings(position: Position) -> Iterator[str]:
    """Units that wait for an entry of the player's RP costs chart (52.A.3.a, ruling missing_chart_entry: error)."""
    missing = [unit.name or unit.id for unit in position.scenario.units if not_on_the_chart(position, unit)]
    if missing:
        yield f"52.A.3.a: no chart entry, so not replaced; write rp: {{inf: 1}} or the like: {', '.join(missing)}"


RULE = Rule(id="52.A.3", title="Replacing units", steps=steps, warnings=warnings)
