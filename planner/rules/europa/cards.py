"""Reference cards of chapter 40: what works and cities do in combat and movement, which no plan decides."""

from __future__ import annotations

from planner.rules.cards import ReferenceCard

RESULTS = ReferenceCard(
    rule="40.A",
    title="Combat results in works and cities",
    columns=("where the defender is", "result", "what he may or must do"),
    rows=(
        ("fort (no entrenchment)", "CA or DL", "may read the main die as ME"),
        ("fort, with an airborne landing in the hex", "CA or DL", "has no such choice"),
        ("major city", "CA or DL", "may read the main die as ME"),
        ("major city, with an airborne landing", "CA or DL", "may, but counter-attacks the paratroops as rolled"),
        ("entrenchment, fort or city with an effect", "disruption", "takes half of it, as casualties"),
    ),
    notes=(
        "whatever is chosen, both sides suffer what the Red Table says",
        "losses may be taken from a fort's own strength; then exchange it for one of its new strength (40.B)",
        "an attack at 1:2 or better lowers a work one level after losses, before any further attack (40.B)",
    ),
)
MOVEMENT = ReferenceCard(
    rule="40.D",
    title="Works and movement",
    columns=("what", "effect"),
    rows=(
        ("reaction movement", "works cancel enemy ZOCs"),
        ("overrun of an occupied work", "1 MP more"),
        ("a work with strength", "1 RE, stacks free, cannot attack, supports itself"),
    ),
)
CITIES = ReferenceCard(
    rule="40.E",
    title="Cities in combat",
    columns=("what", "effect"),
    rows=(
        ("combat and supply", "as your Terrain Effects Chart has it"),
        ("Germans against Soviets", "the chart's German-Soviet column; anybody else the regular one"),
        ("overrun of units in a major city", "more MPs, as the chart says"),
    ),
)
CARDS: tuple[ReferenceCard, ...] = (RESULTS, MOVEMENT, CITIES)
