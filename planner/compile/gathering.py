"""How many of a kind can have come to a state by a turn: no step begins there with more."""

from __future__ import annotations

from collections import defaultdict

from models.problem import Problem, State

Node = tuple[int, State, int]  # kind, state, turn


def most_at_each_state(problem: Problem) -> dict[Node, int]:
    """For each kind, state and turn, those who start there and all who could come from where a step leads there."""
    before: dict[Node, set[Node]] = defaultdict(set)
    nodes: set[Node] = set()
    for option in problem.options:
        if option.kind is not None:
            node = (option.kind, option.start, option.turn)
            nodes.add(node)
            before[option.kind, option.end, option.turn + option.lasts].add(node)
    most: dict[Node, int] = defaultdict(int)
    for k, kind in enumerate(problem.kinds):
        for _, state, turn in kind.members:
            most[k, state, turn] += 1
    for node in sorted(nodes, key=lambda node: node[2]):  # every step takes a turn or more
        came = sum(most[earlier] for earlier in before[node])
        most[node] = min(most[node] + came, len(problem.kinds[node[0]].members))
    return most
