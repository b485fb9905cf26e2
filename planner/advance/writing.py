"""A scenario as the text of a file that loads again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import yaml

from models.position import Position

KEPT = ("ruleset", "turn", "side", "horizon")  # written even where they are the defaults


class _Text(yaml.SafeDumper):
    """Everything is text: the loader reads scalars as they stand."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def scenario_text(scenario: Position, told: Iterable[str] = ()) -> str:
    """The file, with what the player should know at its head."""
    tree = scenario.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    for key in KEPT:
        tree[key] = scenario.model_dump(mode="json", include={key})[key]
    head = [f"# Carried on to {scenario.turn}. Edit what the enemy and the dice did, then plan."]
    head += [f"# - {line}" for line in told]
    body = yaml.dump(
        _as_text(_reordered(tree)), Dumper=_Text, sort_keys=False, allow_unicode=True, width=120,
        default_flow_style=None,
    )  # fmt: skip
    return "\n".join(head) + "\n" + body


def _reordered(tree: dict[str, Any]) -> dict[str, Any]:
    first = ("format", "ruleset", "title", "notes", "side", "turn", "turns_per_month", "horizon")
    return {key: tree[key] for key in (*first, *tree) if key in tree}


def _as_text(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _as_text(part) for key, part in value.items() if part is not None}
    if isinstance(value, list | tuple):
        return [_as_text(part) for part in value]
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
