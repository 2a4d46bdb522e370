"""Inner loops that only count in an array, as `rank[key[k]]++`: parallel, once the updates are atomic.

`gang` shares such loops among lanes, `nest` makes dimensions of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.kernels.kernel_types import KernelTypes
from mapper.analysis.kernels.relations.access_pairs import may_overlap
from mapper.analysis.kernels.relations.accesses import Found, Memory
from mapper.analysis.kernels.relations.dependences import carried
from mapper.analysis.names.symbols import Symbols
from mapper.ir.builtins.atomics import OPERATORS, Atomic
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import IntType
from mapper.ir.trees.nodes import clone, ids, replace_child, walk
from mapper.transforms.loops.loops import long_loops
from mapper.translate.common.updates import statements_in, update_of

_BITS = (32, 64)
_WIDE = ("add", "sub")
"""What devices do with 64 bits in one step."""
_PLACES = (c_ast.ArrayRef, c_ast.StructRef)
_NAMES = {OPERATORS[name]: name for name in ("add", "sub", "and", "or", "xor")}
_COUNTING = {"++": "add", "p++": "add", "--": "sub", "p--": "sub"}


def with_atomic_loops(
    kernel: Kernel, found: Found, symbols: Symbols, loops: Iterable[c_ast.For] | None = None
) -> Kernel | None:
    """The kernel with atomic updates where they make an inner loop parallel; None where there is no such loop.

    Those are asked about that are not short, or only these `loops`.  The work-items that share an iteration may
    then make the updates in any order, which changes no integer.
    """
    wanted: dict[int, str] = {}
    for loop in long_loops(kernel, symbols) if loops is None else loops:
        wanted |= _updates(loop, kernel, found, symbols)
    if not wanted:
        return None
    order = [wanted.get(id(node)) for node in walk(kernel.body)]
    body = clone(kernel.body)
    chosen = {id(node): name for node, name in zip(walk(body), order, strict=True) if name is not None}
    for node in list(walk(body)):
        for slot, child in node.children():
            if id(child) in chosen:
                replace_child(node, slot, _atomic(child, chosen[id(child)]))
    return replace(kernel, body=body)


def _updates(node: c_ast.For, kernel: Kernel, found: Found, symbols: Symbols) -> dict[int, str]:
    """The updates, by `id`, of an array on which a loop's iterations depend, if it has no other use in the loop.

    With the names of the array's type.
    """
    statements = [
        each
        for each in statements_in(node.stmt)
        if not isinstance(each, c_ast.If) and _operation(each) is not None
    ]
    loop = found.loop_of(node) if statements else None
    dependence = carried(found, loop) if loop is not None else None
    if loop is None or dependence is None or dependence.root is None:
        return {}
    root = found.roots().get(dependence.root)
    if root is None or root.memory is not Memory.BUFFER:
        return {}
    overlap = may_overlap(found)
    inside = [each for each in found.accesses if each.inside(loop)]
    if any(each.root is None or (each.root is not root and overlap(each.root, root)) for each in inside):
        return {}
    own = [each for each in inside if each.root is root]
    types = KernelTypes(kernel, symbols)
    wanted: dict[int, str] = {}
    explained = 0
    for statement in statements:
        update = update_of(statement, symbols)
        if update is None or not isinstance(types.type_of(update.operand), IntType):
            continue
        parts = ids(statement)
        mine = [each for each in own if id(each.node) in parts]
        bits = _BITS if _operation(statement) in _WIDE else _BITS[:1]
        exact = all(isinstance(each.type, IntType) and each.type.bits in bits for each in mine)
        if len(mine) == 2 and exact:  # it reads and writes the element
            wanted[id(statement)] = build.device_name(mine[0].type)
            explained += 2
    return wanted if explained == len(own) else {}


def _operation(statement: c_ast.Node) -> str | None:
    """The name of the atomic operation that an update becomes."""
    if isinstance(statement, c_ast.UnaryOp) and isinstance(statement.expr, _PLACES):
        return _COUNTING.get(statement.op)
    if isinstance(statement, c_ast.Assignment) and isinstance(statement.lvalue, _PLACES):
        return _NAMES.get(statement.op[:-1])
    return None


def _atomic(statement: c_ast.Node, ctype: str) -> c_ast.Node:
    operation = _operation(statement)
    assert operation is not None
    name = Atomic(operation, ctype, ctype).name
    if isinstance(statement, c_ast.Assignment):
        return build.call(name, c_ast.UnaryOp("&", statement.lvalue), statement.rvalue)
    assert isinstance(statement, c_ast.UnaryOp)
    return build.call(name, c_ast.UnaryOp("&", statement.expr), build.integer(1))
