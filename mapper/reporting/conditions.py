"""What the run-time library looks at before each launch of a kernel; if not all holds, the CPU runs the loop."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pycparser import c_ast

from mapper.emit.text.c_printer import CPrinter
from mapper.ir.forms.ordered import Ordered
from mapper.ir.program.kernel import Buffer, Kernel, Storage, alignment_of
from mapper.ir.trees.literals import is_literal
from mapper.ir.trees.nodes import rebuilt, walk


@dataclass(frozen=True, slots=True)
class Condition:
    """One look: a word for it, the arrays that are looked at, and what must hold, to be read behind an `if`."""

    check: str
    arrays: tuple[str, ...]
    text: str


def conditions(kernel: Kernel) -> tuple[Condition, ...]:
    """All conditions of a kernel, in the order in which the library looks."""
    return tuple(_found(kernel))


def _found(kernel: Kernel) -> Iterator[Condition]:
    if any(not is_literal(each) for one in kernel.dimensions for each in one.parts):
        yield Condition("count", (), "its iterations fit the type of its counter")
    if kernel.assumed.divided:
        yield Condition("tiles", (), "the size of its tiles divides their range")
    if kernel.assumed.true:
        yield Condition("bounds", (), f"its subscripts stay in their rows: {_shown(kernel.assumed.true)}")
    for rows in kernel.assumed.lengths:
        lengths = tuple(CPrinter().expression(_plain(each)) for each in rows.of)
        yield Condition("bounds", (), f"rows of {_listed(lengths)} elements don't overlap")
    for each in kernel.assumed.written:
        names = _listed(tuple(sorted(each.names)))
        text = f"each iteration writes what it reads of {names}: {_shown([each.condition])}"
        yield Condition("private", (), text)
    for variable in dict.fromkeys(each.variable for each in kernel.assumed.beside):
        asked = dict.fromkeys(each.pointer for each in kernel.assumed.beside if each.variable == variable)
        led = tuple(dict.fromkeys(CPrinter().expression(each) for each in asked))
        yield Condition("variable", led, f"{_listed(led)} {_leads(led)} to other memory than `{variable}`")
    pointers = [each for each in kernel.buffers if each.storage is Storage.HEAP and not each.table and not each.of]
    if unknown := tuple(
        dict.fromkeys((*_names(each for each in pointers if each.bytes is None), *_contexts(kernel)))
    ):
        yield Condition("known", unknown, f"{_listed(unknown)} {_leads(unknown)} to memory that is known")
    if bounded := _names(each for each in pointers if each.bytes is not None):
        yield Condition("range", bounded, f"{_listed(bounded)} {_leads(bounded)} to as much memory as it uses")
    if tables := _names(each for each in kernel.buffers if each.table and not each.of):
        yield Condition("rows", tables, f"what {_listed(tables)} {_leads(tables)} to is memory that is known")
        if kernel.assumed.rows_apart:
            yield Condition("apart", tables, f"the rows of {_listed(tables)} don't overlap")
    if aligned := _names(each for each in kernel.buffers if alignment_of(kernel, each.element)):
        yield Condition("alignment", aligned, f"{_listed(aligned)} {_begins(aligned)} where vectors may")
    if placed := _names(each for each in kernel.buffers if each.layout is not None):
        whole = "is a whole block" if len(placed) == 1 else "are whole blocks"
        yield Condition("order", placed, f"{_listed(placed)} {whole}")
    yield from _overlaps(kernel)
    if kernel.form(Ordered) is not None:
        yield Condition("stores", (), "what its iterations count determines where each of them stores")
    if kernel.large or kernel.expanded:
        yield Condition("memory", (), "the device has memory for private arrays")
    for name, depth in kernel.stacks.items():
        yield Condition("stack", (name,), f"no more than {depth} calls of `{name}` are inside one another")
    if kernel.stops and not kernel.stacks:
        yield Condition("error path", (), "no iteration comes to an error path")


def _overlaps(kernel: Kernel) -> Iterator[Condition]:
    """The arrays that are taken for different memory, each with those that it is compared with."""
    names = {each.name: _name(each) for each in kernel.buffers}
    for one, other in sorted(kernel.assumed.distinct):
        pair = (names[one], names[other])
        same = "are the same array or " if (one, other) in kernel.assumed.alike else ""
        yield Condition("overlap", pair, f"{_listed(pair)} {same}don't overlap")


def _shown(conditions: Iterable[c_ast.Node]) -> str:
    """Conditions without the types that keep them from wrapping around."""
    return f"`{' && '.join(CPrinter().expression(_plain(each)) for each in conditions)}`"


def _plain(node: c_ast.Node) -> c_ast.Node:
    match node:
        case c_ast.Cast():
            return _plain(node.expr)
        case c_ast.TernaryOp():  # launches without iterations read no memory
            return _plain(node.iftrue)
        case c_ast.StructRef(type=".", name=c_ast.ArrayRef(subscript=c_ast.Constant(value="0"))):
            return c_ast.StructRef(node.name.name, "->", node.field)
        case c_ast.Constant():
            return c_ast.Constant("int", node.value.rstrip("L"))
    return rebuilt(node, _plain)


def _names(buffers: Iterable[Buffer]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_name(each) for each in buffers))


def _contexts(kernel: Kernel) -> Iterator[str]:
    """The pointers to void that the host takes for others to load numbers."""
    for value in kernel.values:
        for part in walk(value.expression):
            if isinstance(part, c_ast.Cast) and isinstance(part.to_type.type, c_ast.PtrDecl):
                yield CPrinter().expression(part.expr)


def _name(buffer: Buffer) -> str:
    """What the source calls an array."""
    return CPrinter().expression(buffer.pointer)


def _listed(names: tuple[str, ...]) -> str:
    quoted = [f"`{name}`" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def _leads(names: tuple[str, ...]) -> str:
    return "leads" if len(names) == 1 else "lead"


def _begins(names: tuple[str, ...]) -> str:
    return "begins" if len(names) == 1 else "begin"
