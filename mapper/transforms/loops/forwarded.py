"""Forward substitution: values of variables that an iteration sets once, in their places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.kernels.loops import loop_header
from mapper.analysis.names.types import unqualified
from mapper.ir.expressions.substitution import substituted
from mapper.ir.program.kernel import Buffer, Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import LONG, CType, IntType, PointerType
from mapper.ir.trees.names import exposed_places
from mapper.ir.trees.nodes import addressed, children, clone, rebuilt, walk

_ARITHMETIC = ("+", "-", "*")


def forwarded(kernel: Kernel) -> Kernel | None:
    """The kernel with the values of integers and of pointers into buffers in their places.

    Values are sums and products of counters, also of loops around, of parameters and of such integers: `row[k]`
    with `row = a + i * n` becomes `a[(long)(i * n) + k]`.  None where there are no such variables, or the kernel
    has other forms.
    """
    if kernel.forms:
        return None
    exposed = {place.name for place in exposed_places(kernel.body) if isinstance(place, c_ast.ID)}
    given = {name for each in kernel.values for name in each.names}
    known = (given | {each.variable for each in kernel.dimensions}) - exposed
    buffers = {each.name: each for each in kernel.buffers if _is_plain_memory(each) and each.name not in exposed}
    only_subscripted = _only_subscripted(kernel.body)
    numbers: dict[str, c_ast.Node] = {}
    places: dict[str, tuple[str, c_ast.Node]] = {}
    for node, counters in _set_once(kernel.body, exposed):
        within = known | counters
        match kernel.symbols.get(node.name):
            case IntType() as of if _is_sum(node.init, within):
                numbers[node.name] = build.cast(of, substituted(node.init, numbers))
                known.add(node.name)
            case PointerType() as of if node.name in only_subscripted:
                place = _place(node.init, of.target, buffers, within)
                if place is not None:
                    places[node.name] = place[0], substituted(place[1], numbers)
    if not numbers and not places:
        return None
    gone = numbers.keys() | places.keys()
    body = _replaced(kernel.body, numbers, places)
    assert isinstance(body, c_ast.Compound)
    symbols = {name: of for name, of in kernel.symbols.items() if name not in gone}
    return replace(kernel, body=body, symbols=symbols)


def _set_once(
    node: c_ast.Node, exposed: Collection[str], counters: frozenset[str] = frozenset()
) -> Iterator[tuple[c_ast.Decl, frozenset[str]]]:
    """The declarations of what is never changed, with the counters of the loops around, which leave them alone."""
    if isinstance(node, c_ast.Decl) and node.init is not None and node.name not in exposed:
        yield node, counters
    header = loop_header(node)
    for child in children(node):
        inside = header is not None and isinstance(node, c_ast.For) and child is node.stmt
        yield from _set_once(child, exposed, counters | {header.variable} if inside and header else counters)


def _is_plain_memory(buffer: Buffer) -> bool:
    return not (buffer.table or buffer.of) and buffer.layout is None


def _only_subscripted(body: c_ast.Node) -> set[str]:
    """The names that are only used as `name[...]`, whose elements' addresses are not taken."""
    names = Counter(node.name for node in walk(body) if isinstance(node, c_ast.ID))
    taken = {id(place) for node in walk(body) if (place := addressed(node)) is not None}
    subscripted = Counter(
        node.name.name
        for node in walk(body)
        if isinstance(node, c_ast.ArrayRef) and isinstance(node.name, c_ast.ID) and id(node) not in taken
    )
    return {name for name, count in names.items() if subscripted[name] == count}


def _is_sum(node: c_ast.Node, known: Collection[str]) -> bool:
    """Whether an integer is made of known names and constants by additions and multiplications."""
    match node:
        case c_ast.Constant():
            return True
        case c_ast.ID():
            return node.name in known
        case c_ast.UnaryOp(op="-" | "+"):
            return _is_sum(node.expr, known)
        case c_ast.BinaryOp() if node.op in _ARITHMETIC:
            return _is_sum(node.left, known) and _is_sum(node.right, known)
        case c_ast.Cast():
            return _is_sum(node.expr, known)
    return False


def _place(
    node: c_ast.Node, of: CType, buffers: Mapping[str, Buffer], known: Collection[str]
) -> tuple[str, c_ast.Node] | None:
    """The buffer that a pointer leads into, and how many elements behind its beginning; None for others."""
    match node:
        case c_ast.ID() if node.name in buffers and unqualified(buffers[node.name].element) == unqualified(of):
            return node.name, build.integer(0)
        case c_ast.UnaryOp(op="&", expr=c_ast.ArrayRef(name=base, subscript=offset)):
            pass
        case c_ast.BinaryOp(op="+", left=base, right=offset):
            pass
        case _:
            return None
    found = _place(base, of, buffers, known)
    if found is None or not _is_sum(offset, known):
        return None
    more = build.cast(LONG, clone(offset))
    return found[0], more if isinstance(found[1], c_ast.Constant) else c_ast.BinaryOp("+", found[1], more)


def _replaced(
    body: c_ast.Node, numbers: Mapping[str, c_ast.Node], places: Mapping[str, tuple[str, c_ast.Node]]
) -> c_ast.Node:
    """A copy of some code with the values of numbers, and the elements that pointers lead to, in their places."""

    def change(node: c_ast.Node) -> c_ast.Node:
        match node:
            case c_ast.Compound():
                items = [item for item in node.block_items or [] if not _declares(item)]
                return c_ast.Compound([change(item) for item in items], node.coord)
            case c_ast.ArrayRef(name=c_ast.ID(name=name)) if name in places:
                buffer, offset = places[name]
                subscript = c_ast.BinaryOp("+", clone(offset), change(node.subscript))
                return c_ast.ArrayRef(c_ast.ID(buffer), subscript, node.coord)
            case c_ast.ID():
                return clone(numbers.get(node.name, node))
            case c_ast.StructRef():
                return c_ast.StructRef(change(node.name), node.type, clone(node.field), node.coord)
        return rebuilt(node, change)

    def _declares(item: c_ast.Node) -> bool:
        return isinstance(item, c_ast.Decl) and (item.name in numbers or item.name in places)

    return change(body)
