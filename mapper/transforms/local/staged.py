"""What transformations that stage windows share: groups, names, and code with tiles in the places of reads."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import prod

from pycparser import c_ast

from mapper.analysis.kernels.loops import constant_value, loop_header
from mapper.analysis.kernels.relations.accesses import Found, Memory
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import INT
from mapper.ir.trees.literals import integer_value
from mapper.ir.trees.nodes import N, clone, replace_child, walk
from mapper.transforms.frame.base import listed
from mapper.transforms.local.halo_plan import Window

GROUPS = {1: (256, 1), 2: (32, 8), 3: (32, 8)}
"""The work-group's shape, by the number of dimensions."""


def is_small(kernel: Kernel, block: Iterable[int]) -> bool:
    """Whether a dimension is known to fill less than half of a work-group's block."""
    for dimension, items in zip(kernel.dimensions, block, strict=False):
        span = constant_value(build.binary("-", dimension.bound, dimension.lower))
        if span is not None and abs(span) < items // 2:
            return True
    return False


def only_set(items: Iterable[c_ast.Node], outside: Collection[str]) -> list[c_ast.Node]:
    """Statements in which variables that are declared `outside` are only set."""
    kept: list[c_ast.Node] = []
    for item in items:
        if isinstance(item, c_ast.Decl) and item.name in outside:
            kept += [build.assign(build.identifier(item.name), clone(item.init))] if item.init is not None else []
        elif not isinstance(item, c_ast.EmptyStatement):
            kept.append(clone(item))
    return kept


def names_of(windows: Iterable[Window]) -> list[str]:
    """The buffers of windows."""
    return list(dict.fromkeys(each.tile.buffer for each in windows))


def named(windows: Iterable[Window]) -> str:
    """The buffers of windows in a sentence."""
    return listed(names_of(windows))


def staged_in(found: Found, windows: Sequence[Window]) -> frozenset[str]:
    """The buffers of which nothing is read but from tiles."""
    taken_over = {node for each in windows for node in each.reads}
    other = {
        access.root.name
        for access in found.accesses
        if access.root is not None and access.root.memory is Memory.BUFFER and id(access.node) not in taken_over
    }
    return frozenset(names_of(windows)) - other


def with_tiles(
    code: N, windows: Sequence[Window], block: tuple[int, int], unrolled: Mapping[int, int] | None = None
) -> N:
    """A copy of code with elements of tiles in the places of reads.

    `unrolled` are loops to be unrolled, by the ids of their nodes, with how often they run.
    """
    texts: dict[int, c_ast.Node] = {}
    for number, window in enumerate(windows):
        pitches = [each.length(block) for each in window.tile.sides]
        for node, subscripts in window.reads.items():
            total: c_ast.Node = build.identifier(f"mrt_own{number}")
            for side, subscript in enumerate(subscripts):
                pitch = prod(pitches[side + 1 :])
                place = integer_value(subscript)
                if place == 0:
                    continue
                if place is not None:
                    subscript = build.integer(place * pitch)
                elif pitch > 1:
                    subscript = build.binary("*", subscript, build.integer(pitch))
                total = build.binary("+", total, subscript)
            texts[node] = c_ast.ArrayRef(build.identifier(f"mrt_halo{number}"), total)
    copied = clone(code)
    originals = dict(zip(map(id, walk(copied)), walk(code), strict=True))
    _replace(copied, originals, texts, unrolled or {})
    return copied


def spread(windows: Iterable[Window], most: int) -> dict[int, int]:
    """Those loops over windows that may be unrolled, so that there are at most so many copies of a statement."""
    found: dict[int, int] = {}
    for window in windows:
        for loops in window.loops:
            copies = 1
            for node, times in reversed(loops):
                copies *= times
                if copies > most:
                    break
                found[id(node)] = times
    return found


def _replace(
    root: c_ast.Node,
    originals: Mapping[int, c_ast.Node],
    texts: Mapping[int, c_ast.Node],
    unrolled: Mapping[int, int],
) -> None:
    for slot, child in list(root.children()):
        node = originals[id(child)]
        text = texts.get(id(node))
        if text is not None:
            replace_child(root, slot, text)
            continue
        _replace(child, originals, texts, unrolled)
        if id(node) in unrolled and isinstance(child, c_ast.For):
            counted = _counted(child, unrolled[id(node)])
            if counted is not None:
                replace_child(root, slot, c_ast.Compound([c_ast.Pragma("unroll"), counted]))


def _counted(loop: c_ast.For, times: int) -> c_ast.For | None:
    """A loop whose header says how often it runs; None where it can't."""
    header = loop_header(loop)
    if header is None:
        return None
    if constant_value(header.lower) is not None and constant_value(header.bound) is not None:
        return loop
    if not isinstance(loop.init, c_ast.DeclList):
        return None
    counter = f"mrt_pass_{header.variable}"
    (declared,) = loop.init.decls
    step = build.binary("*", build.identifier(counter), build.integer(header.step))
    first = build.binary("+", header.lower, build.identifier(counter) if header.step == 1 else step)
    inside = c_ast.Decl(declared.name, declared.quals, [], [], [], declared.type, first, None)
    start = build.declaration(counter, INT, init=build.integer(0))
    return build.counting_loop(start, build.integer(times), c_ast.Compound([inside, loop.stmt]))
