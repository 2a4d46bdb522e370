"""Strongly connected components of a directed graph."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TypeVar

K = TypeVar("K")


def components(successors: Mapping[K, Collection[K]]) -> list[list[K]]:
    """The components, each after all that it leads to (Tarjan 1972); every node is a key of `successors`.

    The order follows that of the keys and of their successors.
    """
    number: dict[K, int] = {}
    lowest: dict[K, int] = {}  # the first node that is known to be of the same component, by its number
    waiting: dict[K, None] = {}  # nodes whose component is not complete yet, in the order of their numbers
    found: list[list[K]] = []

    def enter(node: K) -> tuple[K, Iterator[K]]:
        number[node] = lowest[node] = len(number)
        waiting[node] = None
        return node, iter(successors[node])

    for root in successors:
        path = [] if root in number else [enter(root)]
        while path:
            node, rest = path[-1]
            following = next(rest, None)
            if following is not None:
                if following not in number:
                    path.append(enter(following))
                elif following in waiting:
                    lowest[node] = min(lowest[node], number[following])
                continue
            path.pop()
            if path:
                caller = path[-1][0]
                lowest[caller] = min(lowest[caller], lowest[node])
            if lowest[node] == number[node]:
                group: list[K] = []
                while not group or group[-1] != node:
                    group.append(waiting.popitem()[0])
                found.append(group)
    return found
