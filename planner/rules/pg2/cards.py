"""Reference cards of chapter 4: what the planner does not decide, to be looked up during the turn."""

from __future__ import annotations

from models.pg2_map import SPONSORS
from planner.rules.cards import ReferenceCard
from planner.rules.pg2.battle import PARTISAN, battle_turns, half, halves, least_left
from planner.rules.pg2.battle_cards import BATTLE_CARDS

FORMATIONS = ReferenceCard(
    rule="4.1", title="Formations", columns=("what", "how"),
    rows=(
        ("division", "core units and one each of artillery, anti-tank, anti-aircraft; sometimes recon"),
        ("army", "divisions and attachments of its own: heavy guns, engineers, recon; stacks as one division more"),
        ("transport", "for towed guns, which hardly move without, and for infantry where its sheet allows it"),
        ("marines", "a unit on their own or a division; better in landings (naval rules)"),
        ("airborne", "units or divisions; no limits of cooperation; dropped into battle with air transport"),
        ("infantry", "on foot; ready by default"),
        ("semi-mobile", "half motorized, cavalry, mixed armies; breakthroughs in good ground and weather only"),
        ("mobile", "all motorized or armoured; breakthroughs in Europe, mobile reserves"),
        ("light", "crosses harsh and mountain ground; a label of the sheet, not of the units"),
    ),
)  # fmt: skip
CONDITIONS = ReferenceCard(
    rule="4.1.6", title="Conditions", columns=("condition", "may act in Ops", "comes from", "ends"),
    rows=(
        ("mobile", "yes; reserve if fully mobile", "default of mobile and semi-mobile types", "rough ground, orders"),
        ("ready", "yes", "default of infantry and light types; Reorganize; a battle won early", "orders, battle"),
        ("entrenched", "yes, then lost; no mobile reserve", "Entrench", "moving or fighting"),
        ("organizing", "no", "training, supply, hunting, long or hard moves, a battle won late", "Logistics"),
        ("retreating", "no", "a battle lost late", "retreat in Logistics, then ready"),
        ("routed", "no", "a battle lost before turn 12 (17 in a Blitz), in the Far East too", "organizing next turn"),
    ),
    notes=("The lowest condition holds for an army and a division that joins it.",),
)  # fmt: skip
ORDERS = ReferenceCard(
    rule="4.2", title="Orders", columns=("order", "who", "condition in Ops"),
    rows=(
        ("entrench", "in good order", "entrenched"),
        ("train", "below its XP limit", "organizing"),
        ("tactical move", "to an adjacent friendly territory", "by the ground crossed; one step lower without oil"),
        ("strategic move", "same or adjacent front; city to city without oil", "organizing"),
        ("air transport", "light units, base to base, each stage within range", "organizing"),
        ("invade", "ready and in port", "as it was; the landing is in Ops"),
        ("reorganize", "organizing since a rout", "ready"),
        ("attach", "a division and an army, after a move of either", "the lowest of both"),
        ("detach", "a division from an army, units from a formation", "as it was, or by its own order"),
        ("disband", "any", "none: its units are free"),
        ("re-supply", "in good order", "organizing"),
        ("anti-partisan", "in good order", "organizing"),
    ),
    notes=(
        "No attacks are made in the Orders Phase; an invasion may still be called off.",
        "Units that began the turn in a reserve train there by themselves, 25 XP to 100; new arrivals do not.",
    ),
)  # fmt: skip
GARRISONS = ReferenceCard(
    rule="4.6", title="Garrisons and fixed units (none of them limited by the force pool)",
    columns=("kind", "where", "how many", "orders"),
    rows=(
        ("home garrison", "home territory under attack, no colony", "one an objective", "survivors join the reserve"),
        ("occupation garrison", "occupied territory", "5-strength infantry up to the objectives, one recon or tank",
         "strategic move; trains by itself to 100 XP; may retreat"),
        ("island garrison", "islands, Gibraltar, Singapore", "3 infantry, 1 recon or tank, 1 of each gun, 5 strength",
         "train, entrench, strategic or naval move; may retreat"),
        ("fixed AA", "anywhere", "1, minor city +1, major city +2; other ground 0, but always one of 5 strength",
         "strategic move; trains by itself; always entrenched; surrenders if overrun"),
        ("coastal guns", "ports, and where an invasion is possible", "as many as AA; one heavy gun in a major port",
         "none, never moves; trains by itself; always entrenched; surrenders with the territory"),
    ),
)  # fmt: skip
FACTIONS = ReferenceCard(
    rule="4.7.1", title="Partisans", columns=("type", "controlled by"),
    rows=tuple((name, sponsor) for name, sponsor in SPONSORS.items()),
    notes=(
        "A sponsor builds a unit of 5 strength for each division a turn, or half an attachment, or gives a formed "
        "division 50 PPs.",
        "Forming a division takes three units at full strength: 30 points, six units of 5. It appears anywhere there.",
        "Partisans are on the map only to strike or once formed; they are always in supply and learn only in combat.",
        "A formed division may take attachments of half or full strength; sponsors may repair units in the reserve.",
    ),
)  # fmt: skip
SUPPORT = ReferenceCard(
    rule="4.7.2", title="What partisans may do", columns=("order", "when", "how"),
    rows=(
        ("nothing", "", "stay in reserve; cannot be attacked or trained"),
        ("sabotage", "Orders", "up to three units a division, one division a territory; 40 PPs a unit, or liberation"),
        ("form a division", "Orders, or after a strike on nobody", "a real division in a territory of the nation"),
        ("auxiliary support", "Ops", "any number of divisions, three units each of any strength, where their sponsor "
                                     "attacks; they come out of green supply hexes, also behind the lines"),
    ),
)  # fmt: skip
PARTISAN_BATTLES = ReferenceCard(
    rule="4.7.3", title="Partisan battles", columns=("part", "how"),
    rows=(
        ("length", f"{PARTISAN} turns, {battle_turns(PARTISAN)} of fighting; no retreat"),
        ("objectives", "the usual number, all with the defender"),
        ("partisans", "come out of rough ground, almost anywhere; an accounting unit for them"),
        ("formations", f"fight at half strength, rounded up: 10 as {half(10)}, 9 as {half(9)}, 7 as {half(7)}; "
                       f"damaged, never destroyed: 9 keeps at least {least_left(9)}"),
        ("hunting formations", f"both halves fight: 9 as {halves(9)[0]} and {halves(9)[1]}; losing both, it is gone"),
        ("they deploy", "on or next to objectives"),
        ("garrison infantry", "one in each objective; if there are fewer, placed in setup, one an objective"),
        ("its recon or tank", "next to any objective"),
        ("supply", "garrisons draw 2 PPs a strength point and give back what is left"),
        ("result", "PPs that partisans take repair them; the rest is damage; they keep XP and leaders, may merge"),
    ),
)  # fmt: skip
COMMANDOS = ReferenceCard(
    rule="4.7.4", title="Commandos", columns=("part", "how"),
    rows=(
        ("joining", "specialist units join any battle, without stacking"),
        ("supply", "up to 100 PPs each out of the army's reserve"),
        ("transport", "one by air or sea if they come so; marines have a free naval one, for supply too"),
    ),
)  # fmt: skip

CARDS: tuple[ReferenceCard, ...] = (
    FORMATIONS, CONDITIONS, ORDERS, *BATTLE_CARDS, GARRISONS, FACTIONS, SUPPORT, PARTISAN_BATTLES, COMMANDOS,
)  # fmt: skip
