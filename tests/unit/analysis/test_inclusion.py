"""Inclusion constraints: the solver's sets are the least ones that meet all constraints."""

from __future__ import annotations

import random

import pytest

from mapper.analysis.whole_program.inclusion import Inclusion, bits

PARTS = ("", "left")


def test_bits() -> None:
    positions = [0, 1, 63, 64, 127, 128, 1000, 70001]
    assert list(bits(sum(1 << each for each in positions))) == positions
    assert list(bits(0)) == []


class Contents:
    """Nodes for the contents of targets and their parts, which are made when they are asked for."""

    def __init__(self) -> None:
        self.solver = Inclusion(self.of, self.of)
        self.nodes: dict[tuple[int, str], int] = {}

    def of(self, target: int, part: str) -> int:
        key = (target, part)
        if key not in self.nodes:
            self.nodes[key] = self.solver.node()
        return self.nodes[key]


def least(
    sets: list[int], copies: list[tuple[int, int]], indirect: list[tuple[str, int, int, str]]
) -> tuple[list[int], dict[tuple[int, str], int]]:
    """The sets of nodes and of targets' parts, found by trying each constraint until none changes anything."""
    sets, contents = list(sets), dict[tuple[int, str], int]()
    while True:
        before = [*sets], {**contents}
        for source, target in copies:
            sets[target] |= sets[source]
        for kind, pointer, other, part in indirect:
            for target in bits(sets[pointer]):
                if kind == "load":
                    sets[other] |= contents.get((target, part), 0)
                else:
                    contents[target, part] = contents.get((target, part), 0) | sets[other]
        if before == (sets, contents):
            return sets, contents


@pytest.mark.parametrize("seed", range(40))
def test_random(seed: int) -> None:
    """Sets of up to 90 targets, by several pointers that come to have the same ones at different times."""
    chance = random.Random(seed)
    count, targets = chance.randint(4, 25), chance.choice((3, 12, 90))
    sets = [sum(1 << chance.randrange(targets) for _ in range(chance.choice((0, 0, 1, 20)))) for _ in range(count)]
    copies = [(chance.randrange(count), chance.randrange(count)) for _ in range(count)]
    indirect = [
        (chance.choice(("load", "store")), chance.randrange(count), chance.randrange(count), chance.choice(PARTS))
        for _ in range(count)
    ]
    made = Contents()
    nodes = [made.solver.node(each) for each in sets]
    for source, target in copies:
        made.solver.copy(nodes[source], nodes[target])
    for kind, pointer, other, part in indirect:
        add = made.solver.load if kind == "load" else made.solver.store
        add(nodes[pointer], nodes[other], part)
    made.solver.solve()
    expected, contents = least(sets, copies, indirect)
    assert [made.solver.members(node) for node in nodes] == expected
    found = {key: made.solver.members(node) for key, node in made.nodes.items()}
    assert {key: each for key, each in found.items() if each} == {
        key: each for key, each in contents.items() if each
    }


def test_shared_contents() -> None:
    """Pointers with the same many targets add edges to these once."""
    asked: list[int] = []

    def read(target: int, _: str) -> int:
        asked.append(target)
        return target

    solver = Inclusion(read)
    targets = [solver.node(1 << 200 + each) for each in range(100)]
    pointer, results = solver.node(sum(1 << each for each in targets)), [solver.node() for _ in range(50)]
    for result in results:
        other = solver.node()
        solver.copy(pointer, other)
        solver.load(other, result)
    solver.solve()
    assert {solver.members(result) for result in results} == {sum(1 << 200 + each for each in range(100))}
    assert sorted(asked) == targets
