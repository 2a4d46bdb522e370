"""Exchanges two nested loops: the inner one may then become a dimension, as far as it is parallel (`nest`).

    for k                                    for j
      scale = a[i][k];                         for k
      for j                           ->         scale = a[i][k];
        c[i][j] += scale * b[k][j];              c[i][j] += scale * b[k][j];

Where the iterations of the new outer loop are independent, each does what it did, in the same order.
"""

from __future__ import annotations

from pycparser import c_ast

from mapper.analysis.kernels.loops import loop_header
from mapper.analysis.kernels.relations.dependences import exposed_reads, private_roots
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.names import assigned_names, names_in
from mapper.ir.trees.nodes import flattened, has_effects
from mapper.transforms.loops.loops import is_short


def exchanged(kernel: Kernel, loop: c_ast.For, symbols: Symbols) -> c_ast.For | None:
    """The loop in a kernel's loop as the outer one; None where they can't change places, or that one is short.

    What is between them may only compute private variables, and no iteration of the inner loop may need what
    another one leaves in a private variable.  That the new outer loop is parallel is for others to prove.
    """
    items = [item for item in flattened(c_ast.Compound([loop.stmt])) if not isinstance(item, c_ast.EmptyStatement)]
    inner = items[-1] if items else None
    if not isinstance(inner, c_ast.For) or is_short(inner, symbols) or not all(map(_is_private, items[:-1])):
        return None
    outside, inside = loop_header(loop), loop_header(inner)
    if outside is None or inside is None or leaves(inner.stmt, (c_ast.Break,), ()):
        return None
    changed = assigned_names(loop) & names_in(inside.lower, inside.bound)
    if (
        changed
        or names_in(outside.lower, outside.bound) & assigned_names(loop)
        or _hands_on(kernel, inner, symbols)
    ):
        return None
    turned = c_ast.For(loop.init, loop.cond, loop.next, c_ast.Compound([*items[:-1], inner.stmt]), loop.coord)
    return c_ast.For(inner.init, inner.cond, inner.next, c_ast.Compound([turned]), inner.coord)


def _hands_on(kernel: Kernel, node: c_ast.For, symbols: Symbols) -> bool:
    """Whether an iteration of a loop may use what it finds in a private variable that the loop writes."""
    found = collect(kernel, symbols)
    loop = found.loop_of(node)
    inside = [each for each in found.accesses if loop is not None and each.inside(loop)]
    if not found.complete or loop is None or any(each.root is None for each in inside):
        return True
    written = {each.root.name for each in inside if each.write and each.root is not None}
    roots = private_roots(found)
    return any(exposed_reads(found, roots[name], loop) for name in sorted(written & roots.keys()))


def _is_private(item: c_ast.Node) -> bool:
    """Whether a statement only sets a variable."""
    match item:
        case c_ast.Decl():
            return item.init is None or not has_effects(item.init)
        case c_ast.Assignment(op="=", lvalue=c_ast.ID()):
            return not has_effects(item.rvalue)
    return False
