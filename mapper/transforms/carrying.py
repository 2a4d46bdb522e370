"""Scalar expansion: a private variable whose value goes from one part of an iteration to later ones.

    for j (parallel)                        for j (parallel)
      double sum = 0.0;                       double sum = 0.0;
      for i: sum += a[i][j];         ->       for i: sum += a[i][j];
      for i: a[i][j] -= sum;                  sum_kept[j] = sum;
                                            (j, i) (parallel)
                                              double sum = sum_kept[j];
                                              a[i][j] -= sum;

Each iteration has an element, and neighbours lie side by side.  The memory belongs to the loop (`Storage.KEPT`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir import build
from mapper.ir.ctypes import FloatType, IntType, PointerType
from mapper.ir.kernel import Access, Buffer, Dimension, Kernel, Storage, is_literal, is_zero
from mapper.ir.names import names_in
from mapper.ir.nodes import clone, walk
from mapper.ir.region import Carried
from mapper.ir.unit import Unit

START = "mrt_start"
"""The variable of the device path that holds the first value of the loop's counter."""


@dataclass(frozen=True, eq=False, slots=True)
class Expanded:
    """One variable: the parameter in kernels, the name in the source, and the memory on the host."""

    name: str
    buffer: Buffer
    source: str
    carried: Carried
    element: c_ast.ArrayRef
    on_cpu: c_ast.ArrayRef

    def load(self) -> c_ast.Decl:
        """The declaration of the variable with the value that an earlier part has left."""
        assert isinstance(self.buffer.element, IntType | FloatType)
        return build.declaration(self.name, self.buffer.element, init=clone(self.element))

    def store(self) -> c_ast.Assignment:
        """The assignment that leaves the value for later parts."""
        return build.assign(clone(self.element), build.identifier(self.name))


def expanded(kernel: Kernel, name: str, number: int, loop: c_ast.For, unit: Unit) -> Expanded | None:
    """A private variable with an element for each iteration of a kernel; None where that can't be.

    The kernel must have one dimension, and the variable be a number that the loop in the source has a name for.
    """
    ctype = kernel.symbols.get(name)
    if len(kernel.dimensions) != 1 or not is_literal(kernel.dimensions[0].step) or not _is_number(ctype):
        return None
    source = _source_name(kernel, name, loop, unit)
    if source is None:
        return None
    assert isinstance(ctype, IntType | FloatType)
    memory, kept = f"mrt_memory{number}", f"{name}_kept"
    while kept in kernel.symbols or kept in {each.name for each in kernel.parameters}:
        kept += "_"
    pointer = build.identifier(memory)
    access = Access.READ | Access.WRITE
    buffer = Buffer(kept, ctype, pointer, access, Storage.KEPT, overlaps=frozenset())
    dimension = kernel.dimensions[0]
    element = c_ast.ArrayRef(build.identifier(kept), _index(dimension))
    on_cpu = c_ast.ArrayRef(clone(pointer), _index_on_cpu(dimension, _counter(loop)))
    return Expanded(name, buffer, source, Carried(memory, ctype), element, on_cpu)


def with_buffers(kernel: Kernel, found: list[Expanded]) -> Kernel:
    """The kernel with the memory of expanded variables among its parameters."""
    symbols = {**kernel.symbols, **{each.buffer.name: PointerType(each.buffer.element) for each in found}}
    parameters = (*kernel.parameters, *(each.buffer for each in found))
    return replace(kernel, parameters=parameters, symbols=dict(sorted(symbols.items())))


def _is_number(ctype: object) -> bool:
    if isinstance(ctype, FloatType):
        return not ctype.complex and ctype.bits in (32, 64)
    return isinstance(ctype, IntType) and ctype.name != "_Bool"


def _source_name(kernel: Kernel, name: str, loop: c_ast.For, unit: Unit) -> str | None:
    """The name of a variable in the body of a loop; None where it may mean another one there."""
    body = loop.stmt.block_items or [] if isinstance(loop.stmt, c_ast.Compound) else []
    mine = [node for node in walk(kernel.body) if isinstance(node, c_ast.Decl) and node.name == name]
    declared = [node.name for node in walk(loop) if isinstance(node, c_ast.Decl)]
    if len(mine) == 1 and isinstance(mine[0].coord, Location):
        found = [
            item.name for item in body if isinstance(item, c_ast.Decl) and unit.location(item) == mine[0].coord
        ]
        return found[0] if len(found) == 1 and declared.count(found[0]) == 1 else None
    return name if name not in declared and name in names_in(loop) else None


def _counter(loop: c_ast.For) -> str:
    start = loop.init
    return str(start.decls[0].name if isinstance(start, c_ast.DeclList) else start.lvalue.name)


def _index(dimension: Dimension) -> c_ast.Node:
    """The number of an iteration, as a subscript that analyses understand where the loop counts by ones."""
    if not (isinstance(dimension.step, c_ast.Constant) and dimension.step.value == "1"):
        return build.identifier("mrt_id0")
    counter = build.identifier(dimension.variable)
    if is_zero(dimension.lower):
        return counter
    lower = clone(dimension.lower) if is_literal(dimension.lower) else build.identifier(dimension.lower_name)
    return build.binary("-", counter, lower)


def _index_on_cpu(dimension: Dimension, counter: str) -> c_ast.Node:
    """The same for the loop in the source."""
    step = dimension.step
    down = isinstance(step, c_ast.UnaryOp) and step.op == "-"
    size = step.expr if isinstance(step, c_ast.UnaryOp) else step
    here, start = (_wide(build.identifier(each)) for each in (counter, START))
    far = build.binary("-", start, here) if down else build.binary("-", here, start)
    return build.binary("/", far, clone(size))


def _wide(node: c_ast.Node) -> c_ast.Node:
    declarator = c_ast.TypeDecl(None, [], None, c_ast.IdentifierType(["unsigned", "long"]))
    return c_ast.Cast(c_ast.Typename(None, [], None, declarator), node)
