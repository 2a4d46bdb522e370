"""For which buffers a checked kernel notes the iterations that wrote them, and in which parts.

Nothing is noted where each iteration's subscripts are the loops' counters themselves, so that all are different.
"""

from __future__ import annotations

from collections.abc import Mapping

from pycparser import c_ast

from mapper.analysis.kernels.subscripts import element_of
from mapper.analysis.names.symbols import Symbols
from mapper.ir.program.kernel import Access, Kernel, Storage
from mapper.ir.trees.ctypes import ArrayType, CType, EnumType, FloatType, IntType, PointerType, StructType
from mapper.ir.trees.names import assigned_names, changed_places
from mapper.ir.trees.nodes import whole_object
from mapper.transforms.safety.provenance import Provenance

_LIBRARYS_OWN = frozenset([Storage.KEPT, Storage.STATE])
"""Memory of the run-time library's, in which each iteration has its own place."""


def owned(kernel: Kernel, symbols: Symbols, provenance: Provenance) -> Mapping[str, int]:
    """The buffers whose writes may collide, with the bytes of their smallest scalars."""
    plain = _Plain(kernel, provenance)
    return {
        buffer.name: smallest(buffer.element, symbols)
        for buffer in kernel.buffers
        if Access.WRITE in buffer.access and buffer.storage not in _LIBRARYS_OWN and buffer.name not in plain.names
    }


def smallest(ctype: CType, symbols: Symbols) -> int:
    """The bytes of the smallest scalar in an object; 1 where that is not known, or a part has some bits only."""
    if isinstance(ctype, ArrayType):
        return smallest(ctype.element, symbols)
    if isinstance(ctype, StructType):
        members = symbols.members(ctype) or ()
        return min((1 if each.bits is not None else smallest(each.type, symbols) for each in members), default=1)
    if isinstance(ctype, IntType | FloatType | EnumType):
        return ctype.bits // 8
    return 8 if isinstance(ctype, PointerType) else 1


class _Plain:
    """The buffers all of whose writes are subscripted by all counters of the loop as they are."""

    def __init__(self, kernel: Kernel, provenance: Provenance) -> None:
        self._counters = {each.variable for each in kernel.dimensions}
        changed = assigned_names(kernel.body, *kernel.functions)
        names = {buffer.name for buffer in kernel.buffers} if self._counters.isdisjoint(changed) else set()
        for target in changed_places(kernel.body):
            names -= provenance.at(target) - self._by_counters(target)
        for function in kernel.functions:
            for target in changed_places(function.body):
                names -= provenance.at(target)
        self.names = names

    def _by_counters(self, target: c_ast.Node) -> frozenset[str]:
        """The buffer whose element or part of an element this is, with a plain counter for each dimension."""
        found = element_of(whole_object(target))
        if found is None:
            return frozenset()
        used = {each.name for each in found[1] if isinstance(each, c_ast.ID)}
        return frozenset([found[0]]) if self._counters <= used else frozenset()
