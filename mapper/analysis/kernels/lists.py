"""Arrays that are lists or stacks: wherever the count of a list grows, the element behind its end is written.

    int count = 0;
    for (int k = 0; k < n; k++)
      if (x[k] < limit)
        near[count++] = k;

Here elements 0 to count - 1 of `near` are written at all times.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pycparser import c_ast

from mapper.analysis.kernels.loops import constant_value
from mapper.analysis.names.types import integer_of, unqualified
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.ctypes import INT, ArrayType, CType, IntType
from mapper.ir.trees.names import exposed_place, is_named
from mapper.ir.trees.nodes import INCREMENTS, path_to, walk

_LABELS = (c_ast.Case, c_ast.Default, c_ast.Label)


def lists_in(kernel: Kernel) -> dict[str, tuple[str, ...]]:
    """The arrays of a kernel's body whose elements below a count are written, by the name of that variable.

    A count is a signed number that begins at 0 or below, shrinks at will, and grows by one where the element of
    its old value is written.
    """
    changes: dict[str, list[list[c_ast.Node]]] = {}
    for path in _paths(kernel.body, []):
        node = path[-1]
        place = node if isinstance(node, c_ast.Decl) else exposed_place(node)
        if isinstance(place, c_ast.ID | c_ast.Decl):
            changes.setdefault(place.name, []).append(path)
    found: dict[str, tuple[str, ...]] = {}
    for count, paths in changes.items():
        of = integer_of(kernel.symbols[count]) if count in kernel.symbols else None
        if not isinstance(of, IntType) or not of.signed or of.bits < INT.bits:
            continue
        grown = [path for path in paths if not _shrinks(path[-1])]
        written = [_written(path, count) for path in grown]
        if not written:
            continue
        arrays = set(written[0]).intersection(*written[1:])
        lists = {each for each in arrays if _is_list(each, kernel.symbols) and _begins(kernel.body, each, count)}
        if lists:
            found[count] = tuple(sorted(lists))
    return found


def directions(root: c_ast.Node, name: str) -> Iterator[int]:
    """How some code changes a variable: -1 where it makes it smaller, 1 larger, 0 anything."""
    for node in walk(root):
        if not is_named(exposed_place(node), name) and not (isinstance(node, c_ast.Decl) and node.name == name):
            continue
        match node:
            case c_ast.UnaryOp(op="--" | "p--"):
                yield -1
            case c_ast.UnaryOp(op="++" | "p++"):
                yield 1
            case c_ast.Assignment(op="-=" | "+=" as operator, rvalue=value):
                known = _in_range(value)
                sign = 1 if operator == "+=" else -1
                yield 0 if known is None or known < 0 else sign
            case _:
                yield 0


def _in_range(node: c_ast.Node) -> int | None:
    """The value of an expression of constants that any signed number holds, so that no conversion changes it."""
    known = constant_value(node)
    return known if known is not None and -(2 ** (INT.bits - 1)) <= known < 2 ** (INT.bits - 1) else None


def _paths(node: c_ast.Node, above: list[c_ast.Node]) -> Iterator[list[c_ast.Node]]:
    """The ways from a tree's root to all places that may change something."""
    path = [*above, node]
    if isinstance(node, c_ast.Decl) or exposed_place(node) is not None:
        yield path
    for _, child in node.children():
        yield from _paths(child, path)


def _shrinks(node: c_ast.Node) -> bool:
    """Whether a change of a count leaves it at 0 or below, or makes it smaller."""
    match node:
        case c_ast.Decl(init=None):
            return True
        case c_ast.Decl(init=value) | c_ast.Assignment(op="=", lvalue=c_ast.ID(), rvalue=value):
            known = _in_range(value)
            return known is not None and known <= 0
        case c_ast.UnaryOp(op="--" | "p--"):
            return True
        case c_ast.Assignment(op="-=", lvalue=c_ast.ID(), rvalue=value):
            known = _in_range(value)
            return known is not None and known >= 0
    return False


def _written(path: list[c_ast.Node], count: str) -> set[str]:
    """The arrays whose element of a count's old value is written where the count grows by one."""
    node = path[-1]
    if not isinstance(node, c_ast.UnaryOp) or node.op not in INCREMENTS or node.op.endswith("--"):
        return set()
    if len(path) > 2 and isinstance(path[-2], c_ast.ArrayRef) and node.op == "p++":
        written = path[-3] if len(path) > 3 else None
        target = written.lvalue if isinstance(written, c_ast.Assignment) and written.op == "=" else None
        own = isinstance(path[-2].name, c_ast.ID) and path[-2].subscript is node
        return {path[-2].name.name} if target is path[-2] and own else set()
    block = path[-2] if len(path) > 1 else None
    if not isinstance(block, c_ast.Compound):
        return set()
    found: set[str] = set()
    before = block.block_items[: next(at for at, item in enumerate(block.block_items) if item is node)]
    for item in reversed(before):
        if any(is_named(exposed_place(part), count) or isinstance(part, _LABELS) for part in walk(item)):
            break  # what is above a label need not have been executed
        match item:
            case c_ast.Assignment(op="=", lvalue=c_ast.ArrayRef(name=c_ast.ID(name=name), subscript=at)):
                if is_named(at, count):
                    found.add(name)
    return found


def _is_list(name: str, symbols: Mapping[str, CType]) -> bool:
    """Whether a variable is an array of one dimension."""
    of = symbols.get(name)
    return isinstance(of, ArrayType) and not isinstance(unqualified(of.element), ArrayType)


def _begins(body: c_ast.Node, array: str, count: str) -> bool:
    """Whether no count goes on where its array begins anew: the array is declared around it, or beside it."""
    declared = {node.name: node for node in walk(body) if isinstance(node, c_ast.Decl)}
    if array not in declared or count not in declared:
        return False
    around = [node for node in path_to(body, declared[array]) if isinstance(node, c_ast.Compound)]
    return any(node is around[-1] for node in path_to(body, declared[count])) if around else False
