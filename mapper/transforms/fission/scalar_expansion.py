"""Scalar expansion: a private variable whose value goes from one part of an iteration to later ones.

    for j (parallel)                        for j (parallel)
      double sum = 0.0;                       double sum = 0.0;
      for i: sum += a[i][j];         ->       for i: sum += a[i][j];
      for i: a[i][j] -= sum;                  sum_kept[j] = sum;
                                            (j, i) (parallel)
                                              double sum = sum_kept[j];
                                              a[i][j] -= sum;

Each iteration has an element, and neighbours are side by side.  The memory belongs to the loop (`Storage.KEPT`).
Where the kernel has several dimensions, elements are numbered by all of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.analysis.footprints.host_values import compared
from mapper.diagnostics import Location
from mapper.ir.program.kernel import Access, Buffer, Dimension, Kernel, Storage, Value
from mapper.ir.program.region import COUNT, START, Carried
from mapper.ir.trees import build
from mapper.ir.trees.build import host_cast
from mapper.ir.trees.ctypes import LONG, FloatType, IntType, PointerType
from mapper.ir.trees.literals import is_literal, is_zero
from mapper.ir.trees.names import names_in
from mapper.ir.trees.nodes import clone, flattened, walk
from mapper.ir.trees.unit import Unit


@dataclass(frozen=True, eq=False, slots=True)
class Numbering:
    """The number of an iteration: in the kernel, in terms of `values`, and in the loop of the source.

    `counters` are the source's names of the dimensions' counters, outermost first.  `count` is the number of all
    iterations, where there are any; None where the host has no expression for it.
    """

    index: c_ast.Node
    values: tuple[Value, ...]
    on_cpu: c_ast.Node
    counters: tuple[str, ...]
    count: Value | None


def numbered(kernel: Kernel, loop: c_ast.For) -> Numbering | None:
    """How a kernel's iterations are numbered; None where the source's loops can't be determined."""
    loops = dimension_loops(kernel, loop)
    if loops is None or not all(is_literal(each.step) for each in kernel.dimensions):
        return None
    counters = [counter_of(each) for each in loops]
    counts = _counts(kernel)
    index, on_cpu = _index(kernel.dimensions[0], 0), _index_on_cpu(kernel.dimensions[0], counters[-1], 0)
    for number, dimension in enumerate(kernel.dimensions[1:], 1):
        if len(counts) < number:
            return None
        mine, its = _index(dimension, number), _index_on_cpu(dimension, counters[-1 - number], number)
        for each in range(number):
            its = build.binary("*", its, build.identifier(f"{COUNT}{each}"))
        stride = build.identifier(counts[number - 1].name)
        index = build.binary("+", build.binary("*", mine, stride), index)
        on_cpu = build.binary("+", its, on_cpu)
    rank = len(kernel.dimensions)
    count = counts[-1] if len(counts) == rank else None
    return Numbering(index, tuple(counts[: rank - 1]), on_cpu, tuple(counters), count)


def _counts(kernel: Kernel) -> list[Value]:
    """The numbers of iterations of the first dimension, of the first two and so on, as far as the host knows."""
    found: list[Value] = []
    product: c_ast.Node | None = None
    for number, dimension in enumerate(kernel.dimensions, 1):
        count = _count_of(dimension)
        if count is None:
            break
        product = count if product is None else build.binary("*", clone(product), count)
        found.append(Value(f"kept_stride{number}", LONG, product))
    return found


@dataclass(frozen=True, eq=False, slots=True)
class Expanded:
    """One variable: the parameters in kernels, the name in the source, and the memory on the host."""

    name: str
    buffer: Buffer
    values: tuple[Value, ...]
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

    def load_on_cpu(self) -> c_ast.Assignment:
        """The same in the source."""
        return build.assign(build.identifier(self.source), clone(self.on_cpu))

    def store_on_cpu(self) -> c_ast.Assignment:
        """The same in the source."""
        return build.assign(clone(self.on_cpu), build.identifier(self.source))


def expanded(kernel: Kernel, name: str, number: int, loop: c_ast.For, unit: Unit) -> Expanded | None:
    """A private variable with an element for each iteration of a kernel; None where that can't be.

    The variable must be a number that the loop in the source has a name for.
    """
    ctype = kernel.symbols.get(name)
    numbering = numbered(kernel, loop)
    if numbering is None or not is_number(ctype):
        return None
    source = source_name(kernel, name, loop, unit)
    if source is None:
        return None
    assert isinstance(ctype, IntType | FloatType)
    memory, kept = f"__mrt_memory{number}", kept_name(kernel, name)
    pointer = build.identifier(memory)
    access = Access.READ | Access.WRITE
    buffer = Buffer(kept, ctype, pointer, access, Storage.KEPT, overlaps=frozenset())
    element = c_ast.ArrayRef(build.identifier(kept), numbering.index)
    on_cpu = c_ast.ArrayRef(clone(pointer), numbering.on_cpu)
    return Expanded(name, buffer, numbering.values, source, Carried(memory, ctype), element, on_cpu)


def kept_name(kernel: Kernel, name: str) -> str:
    """A name that nothing in a kernel has, for the memory of a variable."""
    kept = f"{name}_kept"
    while kept in kernel.symbols or kept in {each.name for each in kernel.parameters}:
        kept += "_"
    return kept


def with_buffers(kernel: Kernel, found: list[Expanded]) -> Kernel:
    """The kernel with the memory of expanded variables among its parameters."""
    symbols = {**kernel.symbols, **{each.buffer.name: PointerType(each.buffer.element) for each in found}}
    known = {each.name for each in kernel.values}
    values = {value.name: value for each in found for value in each.values if value.name not in known}
    symbols |= {name: value.type for name, value in values.items()}
    parameters = (*kernel.parameters, *values.values(), *(each.buffer for each in found))
    return replace(kernel, parameters=parameters, symbols=dict(sorted(symbols.items())))


def is_number(ctype: object) -> bool:
    """Whether a variable of this type can be in memory between parts."""
    if isinstance(ctype, FloatType):
        return ctype.bits in (32, 64)
    return isinstance(ctype, IntType) and ctype.name != "_Bool"


def source_name(kernel: Kernel, name: str, loop: c_ast.For, unit: Unit) -> str | None:
    """The name of a variable in the body of a loop; None where it may mean another one there."""
    loops = dimension_loops(kernel, loop) or []
    bodies = [each.stmt.block_items or [] for each in loops if isinstance(each.stmt, c_ast.Compound)]
    mine = [node for node in walk(kernel.body) if isinstance(node, c_ast.Decl) and node.name == name]
    declared = [node.name for node in walk(loop) if isinstance(node, c_ast.Decl)]
    if len(mine) == 1 and isinstance(mine[0].coord, Location):
        found = [
            item.name
            for body in bodies
            for item in body
            if isinstance(item, c_ast.Decl) and unit.location(item) == mine[0].coord
        ]
        return found[0] if len(found) == 1 and declared.count(found[0]) == 1 else None
    return name if name not in declared and name in names_in(loop) else None


def dimension_loops(kernel: Kernel, loop: c_ast.For) -> list[c_ast.For] | None:
    """The loops in the source that are a kernel's dimensions, outermost first; None where they are not known."""
    found: list[c_ast.For] = []
    node: c_ast.For | None = loop
    for dimension in reversed(kernel.dimensions):
        if node is None or (found and not _may_be(dimension.variable, counter_of(node))):
            return None
        found.append(node)
        inner = [item for item in flattened(c_ast.Compound([node.stmt])) if isinstance(item, c_ast.For)]
        node = inner[-1] if inner else None
    return found


def _may_be(name: str, source: str) -> bool:
    """Whether a variable of a kernel has its name from one of the source."""
    return bool(source) and (name == source or name.startswith(f"{source}_"))


def counter_of(loop: c_ast.For) -> str:
    """The variable that a loop's first part sets; empty where there is none."""
    match loop.init:
        case c_ast.DeclList():
            return str(loop.init.decls[0].name)
        case c_ast.Assignment(lvalue=c_ast.ID(name=str() as name)):
            return name
    return ""


def _count_of(dimension: Dimension) -> c_ast.Node | None:
    """The number of a dimension's iterations, if there are any, on the host; None where its step is not one."""
    if not _by_ones(dimension) or dimension.relation not in ("<", "<="):
        return None
    bound = compared(clone(dimension.bound), dimension.type)
    wide = host_cast("long", bound), host_cast("long", clone(dimension.lower))
    count = build.binary("-", *wide)
    return build.shifted(count, 1) if dimension.relation == "<=" else count


def _by_ones(dimension: Dimension) -> bool:
    return isinstance(dimension.step, c_ast.Constant) and dimension.step.value == "1"


def _index(dimension: Dimension, number: int) -> c_ast.Node:
    """The number of an iteration, as a subscript that analyses understand where the loop counts by ones."""
    if not _by_ones(dimension):
        return build.identifier(f"mrt_id{number}")
    counter = build.identifier(dimension.variable)
    if is_zero(dimension.lower):
        return counter
    return build.binary("-", counter, dimension.lower_here)


def _index_on_cpu(dimension: Dimension, counter: str, number: int) -> c_ast.Node:
    """The same for the loop in the source."""
    step = dimension.step
    down = isinstance(step, c_ast.UnaryOp) and step.op == "-"
    size = step.expr if isinstance(step, c_ast.UnaryOp) else step
    here, start = (_wide(build.identifier(each)) for each in (counter, f"{START}{number}"))
    far = build.binary("-", start, here) if down else build.binary("-", here, start)
    return build.binary("/", far, clone(size))


def _wide(node: c_ast.Node) -> c_ast.Node:
    return build.host_cast("unsigned long", node)
