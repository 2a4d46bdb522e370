"""Points and lines: a kernel that runs the points of a grid as one that runs the lines through them.

    (k, j, i)                         (k, j)
      p[k][j][i] *= scale;     ->       for (int i = first; i < last; i += 1)
                                          p[k][j][i] *= scale;

So it can share a kernel with a loop over such lines; `fuse` decides whether it should.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import permutations

from pycparser import c_ast

from mapper.ir.program.kernel import Dimension, Kernel, Value
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import CType
from mapper.ir.trees.literals import is_literal
from mapper.ir.trees.names import assigned_names
from mapper.ir.trees.nodes import clone, text_of, walk
from mapper.transforms.fusion.concatenate import signature

FEWEST = 2  # dimensions that lines have
_PLAIN = (c_ast.Constant, c_ast.BinaryOp, c_ast.UnaryOp)


def along_lines(points: Kernel, lines: Kernel, type_of: Callable[[c_ast.Node], CType]) -> list[Kernel]:
    """All forms of `points` that have the iterations of `lines`, likelier ones first.

    The nodes of the body stay what they are, so that maps from nodes stay valid.  `type_of` gives the type of
    a host expression of `points`.  Empty where there are no such forms, as where the kernel reduces, where the
    lines are those of a plane, which are too few for a GPU, and where dimension 0 would not become the loop: lanes
    that share what does not be side by side in memory take longer than a launch more.
    """
    wanted = [signature(each) for each in lines.dimensions]
    own = [signature(each) for each in points.dimensions]
    changed = assigned_names(points.body)
    if len(wanted) < FEWEST or points.reductions or points.local_size or _finds_indices(points):
        return []
    if any(name in changed for each in points.parameters for name in each.names):  # a copy for each iteration
        return []

    def likeness(order: tuple[int, ...]) -> int:
        names = [points.dimensions[number].variable for number in order]
        return sum(one == two.variable for one, two in zip(names, lines.dimensions, strict=True))

    found = []
    for order in sorted(permutations(range(1, len(own)), len(wanted)), key=likeness, reverse=True):
        if [own[number] for number in order] == wanted:
            made = _with_loops(points, order, type_of)
            if made is not None:
                found.append(made)
    return found


def _finds_indices(kernel: Kernel) -> bool:
    """Whether the code uses the indices of its iteration, which are counted by dimensions."""
    return any(
        isinstance(node, c_ast.ID) and node.name.startswith(("mrt_id", "mrt_count")) for node in walk(kernel.body)
    )


def _with_loops(kernel: Kernel, order: tuple[int, ...], type_of: Callable[[c_ast.Node], CType]) -> Kernel | None:
    """The kernel with dimension `order[d]` as number d, and loops over all others; the last one is outermost."""
    items = list(kernel.body.block_items or [])
    for number, dimension in enumerate(kernel.dimensions):
        if number in order:
            continue
        made = _bound(kernel, dimension, type_of)
        if made is None or not is_literal(dimension.step):
            return None
        kernel, bound = made
        start = build.declaration(dimension.variable, dimension.type, init=dimension.lower_here)
        step = clone(dimension.step)
        items = [build.counting_loop(start, bound, c_ast.Compound(items), dimension.relation, step)]
    dimensions = tuple(kernel.dimensions[number] for number in order)
    return replace(kernel, dimensions=dimensions, body=c_ast.Compound(items))


def _bound(
    kernel: Kernel, dimension: Dimension, type_of: Callable[[c_ast.Node], CType]
) -> tuple[Kernel, c_ast.Node] | None:
    """A dimension's bound in the kernel's body: a constant, or a parameter of the counter's type."""
    if all(isinstance(node, _PLAIN) for node in walk(dimension.bound)):
        return kernel, clone(dimension.bound)
    if type_of(dimension.bound) != dimension.type:
        return None
    known = next((each for each in kernel.values if _is_bound(each, dimension)), None)
    if known is not None:
        return kernel, build.identifier(known.name)
    value = Value(f"mrt_bound_{dimension.variable}", dimension.type, dimension.bound)
    symbols = dict(sorted({**kernel.symbols, value.name: value.type}.items()))
    return replace(kernel, parameters=(*kernel.parameters, value), symbols=symbols), build.identifier(value.name)


def _is_bound(value: Value, dimension: Dimension) -> bool:
    return value.type == dimension.type and text_of(value.expression) == text_of(dimension.bound)
