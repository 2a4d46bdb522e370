"""Dimensions get other numbers: the kernel's list of them, and what its body calls them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pycparser import c_ast

from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.nodes import clone, walk


def with_first(kernel: Kernel, first: int) -> Kernel:
    """The kernel with one of its dimensions as dimension 0; the others follow in the order that they have."""
    order = [first, *(number for number in range(len(kernel.dimensions)) if number != first)]
    numbers = {old: new for new, old in enumerate(order)}
    dimensions = tuple(kernel.dimensions[old] for old in order)
    return replace(kernel, dimensions=dimensions, body=renumbered(kernel.body, numbers))


def renumbered(body: c_ast.Compound, numbers: Mapping[int, int]) -> c_ast.Compound:
    """A copy of a body for which the dimensions have other numbers."""
    copied = clone(body)
    names = {f"mrt_{word}{old}": f"mrt_{word}{new}" for old, new in numbers.items() for word in ("id", "count")}
    for node in walk(copied):
        if isinstance(node, c_ast.ID):
            node.name = names.get(node.name, node.name)
    return copied
