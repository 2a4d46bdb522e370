"""Strongly connected components, against their definition on random graphs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mapper.analysis.whole_program.scc import components

GRAPHS = st.integers(1, 8).flatmap(
    lambda size: st.lists(st.sets(st.integers(0, size - 1)), min_size=size, max_size=size)
)


def reached(graph: dict[int, set[int]], start: int) -> set[int]:
    """All nodes that a node leads to, itself too."""
    found = {start}
    work = [start]
    while work:
        new = graph[work.pop()] - found
        found |= new
        work += new
    return found


@given(GRAPHS)
def test_components_are_mutual_reachability_and_come_after_what_they_lead_to(lists: list[set[int]]) -> None:
    graph = dict(enumerate(lists))
    leads = {node: reached(graph, node) for node in graph}
    groups = components(graph)
    assert sorted(node for group in groups for node in group) == sorted(graph)
    place = {node: number for number, group in enumerate(groups) for node in group}
    for one in graph:
        for other in graph:
            assert (place[one] == place[other]) == (other in leads[one] and one in leads[other])
            assert other not in leads[one] or place[other] <= place[one]


def test_a_long_chain_needs_no_deep_recursion() -> None:
    length = 5000
    chain = {node: [node + 1] for node in range(length)} | {length: []}
    assert components(chain) == [[node] for node in reversed(range(length + 1))]
