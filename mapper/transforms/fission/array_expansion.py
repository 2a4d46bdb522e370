"""Array expansion: an iteration's own array, of which one part needs what another one leaves, is in memory.

    for i (parallel)                            for i (parallel)
      double t[N];                                for j: t_kept[j * count + i] = a[j][i];
      for j: t[j] = a[j][i];             ->     for i (parallel)
      for j: b[j][i] = t[j] + t[N - 1 - j];       for j: b[j][i] = t_kept[j * count + i] + ...;

Neighbouring iterations have their elements side by side, or each iteration has a row (`t_kept[i][j]`), whatever
suits the parts better.  The memory belongs to the loop (`Storage.KEPT`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from math import prod

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import dimensions, innermost, rank
from mapper.ir.program.kernel import Access, Buffer, Kernel, Storage, Value
from mapper.ir.program.region import COUNT, Carried
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import LONG, CType, FloatType, IntType, PointerType
from mapper.ir.trees.names import assigned_names, names_in
from mapper.ir.trees.nodes import clone, flattened, replace_child, subscripted, text_of, walk
from mapper.transforms.fission.scalar_expansion import Numbering, is_number, kept_name, numbered, source_name
from mapper.transforms.private.windows import plain_arrays
from mapper.translate.scope.groups import group_shape

_CHANGING = (c_ast.ArrayRef, c_ast.FuncCall, c_ast.StructRef, c_ast.UnaryOp)
"""What may have another value the next time although no variable is assigned."""


@dataclass(frozen=True, eq=False, slots=True)
class ExpandedArray:
    """One array: the parameter in kernels, the name in the source, and the memory on the host.

    With `columns` the elements of all iterations with the same subscripts are side by side.
    """

    name: str
    buffer: Buffer
    source: str
    carried: Carried
    extents: tuple[int, ...]
    numbering: Numbering
    columns: bool

    def contracted(self, loop: c_ast.Node) -> c_ast.For | None:
        """A loop of which each iteration uses one element, with a variable in its place; None for others."""
        made = clone(loop)
        uses = list(_elements(made, {self.buffer.name}))
        texts = {text_of(node) for _, _, node, _ in uses}
        if not isinstance(made, c_ast.For) or len(texts) != 1 or names_in(uses[0][2]) & assigned_names(made.stmt):
            return None
        if any(isinstance(part, _CHANGING) for each in subscripted(uses[0][2])[1] for part in walk(each)):
            return None
        for parent, slot, _, _ in uses:
            replace_child(parent, slot, build.identifier(self.name))
        return None if self.buffer.name in names_in(made) else made

    def load_on_cpu(self) -> c_ast.Node:
        """The statement that gets the array from memory, in the source."""
        return self._each(lambda element, place: build.assign(element, place))

    def store_on_cpu(self) -> c_ast.Node:
        """The statement that leaves the array in memory, in the source."""
        return self._each(lambda element, place: build.assign(place, element))

    def _each(self, move: Callable[[c_ast.Node, c_ast.Node], c_ast.Node]) -> c_ast.Node:
        names = [f"__mrt_element{number}" for number in range(len(self.extents))]
        subscripts: list[c_ast.Node] = [build.identifier(each) for each in names]
        here = clone(self.numbering.on_cpu)
        flat = _flat(subscripts, self.extents)
        if self.columns:
            at = build.binary("+", build.binary("*", flat, build.identifier(COUNT)), here)
        else:
            at = build.binary("+", build.binary("*", here, build.integer(prod(self.extents))), flat)
        element = build.element(build.identifier(self.source), map(clone, subscripts))
        made = move(element, c_ast.ArrayRef(build.identifier(self.carried.memory), at))
        for name, extent in zip(reversed(names), reversed(self.extents), strict=True):
            counter = build.declaration(name, LONG, init=build.integer(0))
            made = build.counting_loop(counter, build.integer(extent), made)
        return made


def shared_arrays(kernel: Kernel) -> list[str]:
    """The iterations' own arrays of numbers that several of its statements use, by their elements alone."""
    items = flattened(kernel.body)
    declared = {item.name for item in items if isinstance(item, c_ast.Decl) and item.init is None}
    types = {name: kernel.symbols[name] for name in declared if _extents(kernel.symbols[name]) is not None}
    used = [names_in(item) for item in items if not isinstance(item, c_ast.Decl)]
    plain = plain_arrays(kernel.body, types)
    return sorted(name for name in plain if sum(name in names for names in used) > 1)


def with_arrays(
    kernel: Kernel, names: Sequence[str], loop: c_ast.For, symbols: Symbols, *, columns: bool
) -> tuple[Kernel, tuple[ExpandedArray, ...]] | None:
    """The kernel with `shared_arrays` in memory; None where they can't be."""
    numbering = numbered(kernel, loop)
    if numbering is None or (columns and numbering.count is None):
        return None
    found: dict[str, ExpandedArray] = {}
    for number, name in enumerate(names):
        source, extents = source_name(kernel, name, loop, symbols.unit), _extents(kernel.symbols[name])
        if source is None or extents is None:
            return None
        element = innermost(kernel.symbols[name])
        assert isinstance(element, IntType | FloatType)
        memory = f"__mrt_memory{number}"
        mine = element if columns else kernel.symbols[name]
        buffer = Buffer(
            kept_name(kernel, name),
            mine,
            build.identifier(memory),
            Access.READ | Access.WRITE,
            Storage.KEPT,
            overlaps=frozenset(),
        )
        carried = Carried(memory, element, prod(extents))
        found[name] = ExpandedArray(name, buffer, source, carried, extents, numbering, columns)
    values = numbering.values
    if columns and numbering.count is not None:
        values = (*values, numbering.count)
    return _rewritten(kernel, found, values, symbols), tuple(found.values())


def _rewritten(
    kernel: Kernel, arrays: dict[str, ExpandedArray], values: Sequence[Value], around: Symbols
) -> Kernel:
    items = [
        clone(item)
        for item in flattened(kernel.body)
        if not (isinstance(item, c_ast.Decl) and item.name in arrays)
    ]
    body = c_ast.Compound(items)
    _replace(body, arrays)
    buffers = [each.buffer for each in arrays.values()]
    symbols = {name: ctype for name, ctype in kernel.symbols.items() if name not in arrays}
    symbols |= {each.name: PointerType(each.element) for each in buffers} | {
        each.name: each.type for each in values
    }
    return replace(
        kernel,
        parameters=(*kernel.parameters, *values, *buffers),
        symbols=dict(sorted(symbols.items())),
        body=body,
        local_size=group_shape(symbols.values(), around, bool(kernel.reductions), kernel.where),
    )


def _replace(root: c_ast.Node, arrays: dict[str, ExpandedArray]) -> None:
    """Put the elements in memory in the places of the arrays' elements."""
    for parent, slot, node, name in _elements(root, arrays.keys()):
        replace_child(parent, slot, _element(arrays[name], subscripted(node)[1]))


def _elements(root: c_ast.Node, names: Set[str]) -> Iterator[tuple[c_ast.Node, str, c_ast.Node, str]]:
    """The elements of arrays, those in subscripts first: each with its parent, its place there, and the array."""
    for parent in reversed(list(walk(root))):
        for slot, node in parent.children():
            inner, _ = subscripted(node)
            below = isinstance(parent, c_ast.ArrayRef) and slot == "name"
            if inner is not node and not below and isinstance(inner, c_ast.ID) and inner.name in names:
                yield parent, slot, node, inner.name


def _element(array: ExpandedArray, subscripts: list[c_ast.Node]) -> c_ast.Node:
    base, here = build.identifier(array.buffer.name), clone(array.numbering.index)
    if not array.columns:
        return build.element(base, [here, *subscripts])
    assert array.numbering.count is not None
    stride = build.identifier(array.numbering.count.name)
    return c_ast.ArrayRef(
        base, build.binary("+", build.binary("*", _flat(subscripts, array.extents), stride), here)
    )


def _flat(subscripts: Sequence[c_ast.Node], extents: Sequence[int]) -> c_ast.Node:
    """The number of an element of an array."""
    found = subscripts[0]
    for subscript, extent in zip(subscripts[1:], extents[1:], strict=True):
        found = build.binary("+", build.binary("*", found, build.integer(extent)), subscript)
    return found


def _extents(ctype: CType) -> tuple[int, ...] | None:
    """The extents of an array of numbers, where they are constants."""
    found = [each.length for each in dimensions(ctype) if each.length is not None]
    return tuple(found) if found and len(found) == rank(ctype) and is_number(innermost(ctype)) else None
