"""Loops over rows that may end early: where they end is found first, so that lanes can share the rest.

    for (k = row[v]; k < row[v + 1]; k++) {         end = row[v + 1];
      int u = adj[k];                               for (k = row[v]; k < row[v + 1]; k++)
      if (u > v)                                      if (adj[k] > v && k < end)
        break;                             ->           end = k;
      ...                                           for (k = row[v]; k < end; k++) {
    }                                                 int u = adj[k]; ...
                                                    }

A step of `gang`, for rows of sparse matrices that follow each other, so that memory has all elements of a row.
What decides must only read these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.kernels.loops import Header, constant_value, loop_header, once_set, row_bounds
from mapper.analysis.names.symbols import Symbols
from mapper.ir.expressions.substitution import substituted
from mapper.ir.program.kernel import Kernel, unwritten_buffers
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import CType
from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.names import all_names, assigned_names, is_named, names_in
from mapper.ir.trees.nodes import clone, flattened, has_effects, rebuilt, same_text, single, walk
from mapper.transforms.cooperative.plans.guards import opened


def with_ends(kernel: Kernel, symbols: Symbols) -> Kernel | None:
    """The kernel with two loops in the place of each such loop; None where there is none."""
    items, _ = opened(kernel.body, symbols)
    values = once_set(items)
    types = dict(kernel.symbols)
    made: dict[int, c_ast.Compound] = {}
    for item in items:
        header = loop_header(item)
        if isinstance(item, c_ast.For) and header is not None and _ends_where_the_next_begins(header, values):
            apart = _apart(item, header, kernel, types)
            if apart is not None:
                made[id(item)] = apart

    def change(node: c_ast.Node) -> c_ast.Node:
        return made.get(id(node)) or rebuilt(node, change)

    return replace(kernel, body=rebuilt(kernel.body, change), symbols=types) if made else None


def _ends_where_the_next_begins(header: Header, values: Mapping[str, c_ast.Node]) -> bool:
    """Whether a row goes from `start[i]` to `start[i + 1]`: another end may lie behind what is in memory."""
    bounds = row_bounds(header, values)
    if bounds is None or not same_text(bounds[0].name, bounds[1].name):
        return False
    at, after = (each.subscript for each in bounds)
    following = isinstance(after, c_ast.BinaryOp) and after.op == "+" and constant_value(after.right) == 1
    return following and same_text(after.left, at)


def _apart(loop: c_ast.For, header: Header, kernel: Kernel, types: dict[str, CType]) -> c_ast.Compound | None:
    """Both loops; their variables get their types."""
    items = flattened(loop.stmt)
    at = next((number for number, item in enumerate(items) if not isinstance(item, c_ast.Decl)), len(items))
    first, rest = items[:at], items[at + 1 :]
    condition = _end(items[at]) if at < len(items) else None
    if (
        condition is None
        or header.step != 1
        or header.relation != "<"
        or not isinstance(loop.init, c_ast.DeclList)
    ):
        return None
    if any(leaves(item, (c_ast.Break,)) for item in rest) or not _decides(condition, first, header, loop, kernel):
        return None
    taken = all_names(kernel.body) | types.keys()
    new: dict[str, c_ast.ID] = {}
    for name in (header.variable, *(str(item.name) for item in first if isinstance(item, c_ast.Decl))):
        new[name] = build.identifier(_free(f"{name}_ends", taken))
        types[new[name].name] = types[name]
    end = build.identifier(_free("end", taken))
    types[end.name] = types[header.variable]
    nearer = build.binary("<", build.identifier(header.variable), end)
    least = build.assign(clone(end), c_ast.TernaryOp(nearer, build.identifier(header.variable), clone(end)))
    search = c_ast.For(loop.init, loop.cond, loop.next, c_ast.Compound([*first, c_ast.If(condition, least, None)]))
    again = c_ast.For(
        loop.init,
        build.binary("<", build.identifier(header.variable), clone(end)),
        loop.next,
        c_ast.Compound([*first, *rest]),
        loop.coord,
    )
    declared = build.declaration(end.name, types[end.name], init=clone(header.bound))
    return c_ast.Compound([declared, substituted(search, new), clone(again)])


def _end(item: c_ast.Node) -> c_ast.Node | None:
    """The condition of `if (...) break;`."""
    if isinstance(item, c_ast.If) and item.iffalse is None and isinstance(single(item.iftrue), c_ast.Break):
        condition: c_ast.Node = item.cond
        return condition
    return None


def _decides(
    condition: c_ast.Node, first: Sequence[c_ast.Node], header: Header, loop: c_ast.For, kernel: Kernel
) -> bool:
    """Whether a condition only needs elements at the loop's counter, and what the loop leaves as it is."""
    values = [item.init for item in first if isinstance(item, c_ast.Decl) and item.init is not None]
    if len(values) < len(first) or any(has_effects(each) for each in (*values, condition)):
        return False
    own = {str(item.name) for item in first if isinstance(item, c_ast.Decl)}
    used = names_in(*values, condition)
    if own & assigned_names(*flattened(loop.stmt)[len(first) :]):
        return False
    if (used - own) & assigned_names(loop.stmt):
        return False
    buffers = {each.name for each in kernel.buffers}
    if (used & buffers) - unwritten_buffers(kernel):
        return False
    for part in (node for each in (*values, condition) for node in walk(each)):
        if isinstance(part, c_ast.StructRef) or (isinstance(part, c_ast.UnaryOp) and part.op in ("*", "&")):
            return False
        if isinstance(part, c_ast.BinaryOp) and part.op in ("/", "%"):
            return False  # elements behind the end may be 0
        if isinstance(part, c_ast.ArrayRef) and not _is_of_row(part, header.variable, own | buffers):
            return False
    return True


def _is_of_row(element: c_ast.ArrayRef, counter: str, others: set[str]) -> bool:
    """Whether an element is at a row's counter or the same for the whole row: others may be behind their array."""
    if is_named(element.subscript, counter):
        return isinstance(element.name, c_ast.ID)
    return not names_in(element.subscript) & {counter, *others}


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    taken.add(name)
    return name
