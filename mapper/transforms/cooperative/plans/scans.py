"""Inner loops that carry a running sum along: `place[i] = sum; sum += count[i];`.

All else being parallel, work-items that share such a loop take a part of it each: they add up their parts first,
and then run them with the sums of the parts before.  Only sums of integers, which are the same in any order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.kernels.relations.accesses import Found, Loop, Memory, Root
from mapper.analysis.names.symbols import Symbols
from mapper.ir.trees.ctypes import CType, IntType
from mapper.ir.trees.names import names_in
from mapper.ir.trees.nodes import ids, statements_of
from mapper.translate.common.updates import in_order, update_of


@dataclass(frozen=True, eq=False, slots=True)
class Scan:
    """A running sum, and the statements of the loop's body that are needed to add up a part."""

    name: str
    slice: tuple[c_ast.Node, ...]


def scan_of(
    node: c_ast.For, loop: Loop, found: Found, symbols: Symbols, type_of: Callable[[c_ast.Node], CType]
) -> Scan | None:
    """The only running sum of a loop whose body is a sequence of plain statements."""
    items = statements_of(node.stmt)
    if not all(isinstance(item, c_ast.Assignment | c_ast.Decl | c_ast.UnaryOp) for item in items):
        return None
    updates = [update for item in items if (update := update_of(item, symbols)) is not None]
    if any(in_order(update.target, update.operator, update.operand, type_of) for update in updates):
        return None
    sums = [name for item in items if (name := _summed(item, symbols)) is not None]
    candidates = [root for name in dict.fromkeys(sums) if (root := _own(name, loop, found)) is not None]
    names = [root.variable for root in candidates if sums.count(root.variable) == 1]
    scans = [scan for name in names if (scan := _scan(name, items, found, symbols)) is not None]
    return scans[0] if len(scans) == 1 else None


def _own(name: str, loop: Loop, found: Found) -> Root | None:
    """A private integer from outside the loop, which is set in one place there and only accessed by its name."""
    root = found.roots().get(name)
    if root is None or root.memory is not Memory.PRIVATE or not isinstance(root.type, IntType):
        return None
    inside = [access for access in found.accesses if access.root is root and access.inside(loop)]
    if sum(access.write for access in inside) != 1 or not all(name in names_in(access.node) for access in inside):
        return None
    return None if any(each is loop for each in root.loops) else root


def _summed(item: c_ast.Node, symbols: Symbols) -> str | None:
    """The variable to which a statement adds something."""
    found = update_of(item, symbols)
    if found is None or found.operator != "+" or not isinstance(found.target, c_ast.ID):
        return None
    name: str = found.target.name
    return name


def _scan(name: str, items: list[c_ast.Node], found: Found, symbols: Symbols) -> Scan | None:
    """What a part's sum needs: nothing that depends on the running sum, and nothing that is stored in memory."""
    chosen: list[c_ast.Node] = []
    tainted = {name}
    stored = False
    for item in items:
        if _summed(item, symbols) == name:
            operand = update_of(item, symbols)
            assert operand is not None
            if names_in(operand.operand) & tainted or (stored and _reads_memory(operand.operand, found)):
                return None
            chosen.append(item)
            continue
        written = _written(item)
        if written is None:
            stored = True
            continue
        if written == name:
            return None
        if names_in(item) & tainted:
            tainted.add(written)
            continue
        if stored and _reads_memory(item, found):
            return None
        chosen.append(item)
    return Scan(name, tuple(chosen))


def _written(item: c_ast.Node) -> str | None:
    """The variable that a statement sets; None where it stores in an array."""
    target = item
    if isinstance(item, c_ast.Decl):
        return str(item.name)
    if isinstance(item, c_ast.Assignment):
        target = item.lvalue
    elif isinstance(item, c_ast.UnaryOp):
        target = item.expr
    return str(target.name) if isinstance(target, c_ast.ID) else None


def _reads_memory(node: c_ast.Node, found: Found) -> bool:
    inside = ids(node)
    return any(access.may_be_global for access in found.accesses if id(access.node) in inside and not access.write)
