"""Reference cards of 4.3 to 4.5: operations, battles and breakthroughs."""

from __future__ import annotations

from models.pg2_map import Size
from planner.rules.cards import ReferenceCard
from planner.rules.pg2.battle import (
    BLITZ,
    BLITZ_BREAKTHROUGH,
    BREAKTHROUGH,
    LATE_ENTRY,
    OBJECTIVE_TABLE,
    PARTISAN,
    STANDARD,
    airports,
    battle_turns,
    captured,
    ferries,
    free_divisions,
    partisans_from,
    to_capture,
)  # fmt: skip


def _length(turns: int) -> tuple[str, str]:
    return str(turns), f"{battle_turns(turns)} (turns 2 to {turns - 1})"


OPERATIONS = ReferenceCard(
    rule="4.3", title="Operations", columns=("action", "who", "how"),
    rows=(
        ("attack", "mobile, ready, entrenched", "any adjacent enemy territory but across prohibited ground"),
        ("", "", "once for each faction; without oil one territory a front; neutrals only after a declaration"),
        ("mobile attack", "mobile", "mobile ground from where it began the turn into the target; may break through"),
        ("reserve move", "mobile, ready, entrenched", "as a tactical move; organizing to the end of the turn"),
        ("mobile reserve", "fully mobile, holding", "joins a breakthrough next to it, or opposes one"),
        ("reaction", "adjacent, in reserve", "joins a defence; only prohibited ground stops it"),
        ("engagement", "", f"as many divisions as attack; 7 against 10 leave {free_divisions(7, 10)} free to act"),
    ),
    notes=(
        "After the first attacks the sides take turns: each may react where the other has just attacked or reinforced.",
        "Germany attacks A and C; Russia reinforces A and attacks B; Germany may react in A and B, not in C.",
    ),
)  # fmt: skip
SETUP = ReferenceCard(
    rule="4.4.1", title="Setting up a battle", columns=("part", "how"),
    rows=(
        ("scenario", "built by the referee in the editor, with experience and leaders; players may check it"),
        ("airports", f"one a side; a defender has {airports(Size.MINOR, False)} with a minor city, "
                     f"{airports(Size.MAJOR, False)} with a major city or an air base, if the map allows"),
        ("repairs", "air units are repaired out of the army's PPs; airports can be captured"),
        ("ports", "green, not marked as objectives, but count as such; transports as assigned to the invasion"),
        ("ferries", f"one transport an army, one a bridging engineer, one more for the defender: two armies and an "
                    f"engineer in defence have {ferries(2, 1, True)}"),
        ("accounting", "two objectives that cannot be taken, an accounting unit, one turn more at the end"),
        ("weather", "by region (north, south, east Europe, Africa), date, dry or frozen ground, and sky; a day a turn"),
    ),
)  # fmt: skip
OBJECTIVES = ReferenceCard(
    rule="4.4.1.1", title="Objectives",
    columns=("objectives", "attacker starts with", "defender starts with", "needed for victory", "still to capture"),
    rows=tuple(
        (str(number), *map(str, row), str(to_capture(number))) for number, row in OBJECTIVE_TABLE.items()
    ),
    notes=("Captured objectives give PPs, which are kept.",),
)  # fmt: skip
DEPLOYMENT = ReferenceCard(
    rule="4.4.2", title="Deployment (turn 1: no moves, no attacks)", columns=("who", "where"),
    rows=(
        ("attacker", "map edge, in as many areas as it comes from; its aircraft at the edge"),
        ("defender, there at the start of Ops", "almost anywhere, not too near the attacker"),
        ("defender, by reaction", "map edge, like an attacker"),
        ("aircraft based in the territory", "on an airport; may move in turn 1 within the defender's area"),
        ("home garrison", "one free unit in each objective; starts at entrenchment 3, never entrenched by order"),
        ("other garrisons", "like normal forces"),
        ("fixed AA", "must cover an objective or airport, within 1 to 3 hexes, without overlapping another"),
    ),
)  # fmt: skip
ENTRENCHMENT = ReferenceCard(
    rule="4.4.3", title="Entrenchment at the start of a battle", columns=("who", "entrenchment"),
    rows=(
        ("formation with the entrench order", "+8 for every unit"),
        ("across a fortified line", "+8, unless the line can be bypassed or some attackers do not cross it"),
        ("reinforcements by reaction", "nothing from fortified lines"),
        ("fixed units", "always entrenched"),
        ("home garrison", "3, and growing while it does not move"),
        ("occupation garrison", "never"),
        ("island and other garrisons", "by order, like formations"),
    ),
)  # fmt: skip
LENGTHS = ReferenceCard(
    rule="4.4.4", title="How long battles last",
    columns=("battle", "turns", "of fighting", "won early before", "retreat from"),
    rows=(
        ("standard", *_length(STANDARD), "turn 12", "turn 12"),
        ("Axis Blitz", *_length(BLITZ), "turn 17", "turn 17"),
        ("breakthrough", *_length(BREAKTHROUGH), "turn 12", "never"),
        ("Blitz breakthrough, won before turn 12", *_length(BLITZ_BREAKTHROUGH), "turn 17", "never"),
        ("Blitz breakthrough, won before turn 17", *_length(BREAKTHROUGH), "turn 12", "never"),
        ("partisan battle", *_length(PARTISAN), "-", "never, unless both agree to end it"),
    ),
    notes=(
        f"Of two breakthroughs into one territory the one with less time joins on turn {LATE_ENTRY} and acts at once.",
    ),
)  # fmt: skip
VICTORY = ReferenceCard(
    rule="4.4.4", title="Victory", columns=("end", "result"),
    rows=(
        ("all enemy units gone, all objectives taken, surrender", "victory at once"),
        ("complete victory before turn 12 (17), mobile forces, Europe", "breakthrough, even of a defender"),
        ("attack on nobody", "surrender on turn 1; may be a breakthrough"),
        ("retreat, told at the start of one's turn", "victory of the other side, never a breakthrough"),
        ("last turn", "the attacker wins with the objectives needed, and the defender retreats; else the reverse"),
        ("winners", "organizing; ready if won early; entrenchment is lost"),
    ),
    notes=("A doomed force may surrender: fewer PPs and XP for the enemy, and perhaps partisans.",),
)  # fmt: skip
DEFEAT = ReferenceCard(
    rule="4.4.5", title="Defeat", columns=("loser", "what becomes of it"),
    rows=(
        ("retreat", "stays until Logistics, then moves; units without a way to a friendly side free of ZOC surrender"),
        ("recon, or a Recon leader", "ignores ZOC in retreat"),
        ("fixed units", "surrender"),
        ("rout", "as a retreat, but organizing next turn; without core units or divisions it surrenders"),
        ("disbanded by a battle", "its units join a formation there, or are in the reserve next turn"),
        ("only the sea is open", "units near a port or embarked evacuate, one free naval transport each, "
                                 "in the Breakthrough Phase"),
        ("by air", "with transport assigned or in range; heavy equipment is lost, experience is kept"),
        ("supplies", "must be carried or are captured; of a part that surrenders, a part"),
        ("surrender", f"equipment at half strength, rounded down: 9 gives {captured(9)}"),
        ("", f"a third of the strength, rounded down, can become partisans: 100 gives {partisans_from(100)[0]} points, "
             f"{partisans_from(100)[1]} units"),
        ("", "no experience is kept; not for fixed units, nor when the nation itself surrenders"),
    ),
)  # fmt: skip
BREAKTHROUGHS = ReferenceCard(
    rule="4.5", title="Breakthrough Phase (Europe only)", columns=("who", "may"),
    rows=(
        ("mobile reserves next to a breakthrough", "enter it, whatever the stacking, over mobile ground all the way"),
        ("they and the breakthrough force", "attack adjacent enemy territory that has not been in battle this turn"),
        ("stacking", "is free only between entering and attacking"),
        ("retreating and routed enemies", "have not moved yet and can be cut off"),
        ("reactions", "fully mobile formations next to it that stayed mobile, over mobile ground; free air, airborne"),
        ("result", "a rout before turn 12, a retreat at the end; nobody retreats during the battle"),
    ),
)  # fmt: skip

BATTLE_CARDS: tuple[ReferenceCard, ...] = (
    OPERATIONS, SETUP, OBJECTIVES, DEPLOYMENT, ENTRENCHMENT, LENGTHS, VICTORY, DEFEAT, BREAKTHROUGHS,
)  # fmt: skip
