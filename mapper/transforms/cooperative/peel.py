"""Peels the one iteration out of a loop that the others depend on.

    for (j = 0; j < n; j++)                      for (j = 0; j < k; j++) A
      if (d[i][k] + d[k][j] < d[i][j])     ->    A of j = k
        d[i][j] = d[i][k] + d[k][j];             for (j = k + 1; j < n; j++) A

Every iteration reads d[i][k], which only iteration k writes (Floyd's and Warshall's paths, Gauss's and Jordan's
elimination).  So the iterations before it are independent, and so are those behind it: index-set splitting
(Banerjee: Dependence Analysis, 1997).  The order of all iterations stays the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from pycparser import c_ast

from mapper.analysis.kernels.loops import Header, loop_header
from mapper.analysis.names.symbols import Symbols
from mapper.ir.expressions.choices import extreme
from mapper.ir.expressions.substitution import substituted
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import INT, CType, IntType
from mapper.ir.trees.names import all_names, assigned_names, exposed_place, fresh_name, names_in, pointed_names
from mapper.ir.trees.nodes import called_name, clone, flattened, has_effects, text_of, walk
from mapper.transforms.loops.loops import is_short

N = TypeVar("N", bound=c_ast.Node)

LARGEST = 200
"""Nodes of a body that is there three times."""
_JUMPS = (c_ast.Break, c_ast.Continue, c_ast.Goto, c_ast.Label, c_ast.Return, c_ast.Switch)


def peeled(kernel: Kernel, symbols: Symbols) -> Kernel | None:
    """The kernel with such iterations of its loops peeled; None where there are none."""
    types = dict(kernel.symbols)
    taken = all_names(kernel.body) | types.keys()
    items: list[c_ast.Node] = []
    before = flattened(kernel.body)
    for item in before:
        header = loop_header(item)
        at = _point(item, header, kernel, symbols) if isinstance(item, c_ast.For) and header is not None else None
        if not isinstance(item, c_ast.For) or header is None or at is None or _leaves(item, header, before):
            items.append(item)
        else:
            items.extend(_apart(item, header, at, types, taken))
    if len(items) == len(before):
        return None
    return replace(kernel, body=c_ast.Compound(items), symbols=types)


def _point(loop: c_ast.For, header: Header, kernel: Kernel, symbols: Symbols) -> c_ast.Node | None:
    """The value of the counter for which an element is written that other iterations read; None without one."""
    changed = assigned_names(loop) | pointed_names(kernel.body)
    plain = header.step == 1 and header.stride is None and header.relation in ("<", "<=")
    if not plain or is_short(loop, symbols) or header.variable in assigned_names(loop.stmt):
        return None
    if not all(_is_fixed(each, changed, kernel.symbols) for each in (header.lower, header.bound)):
        return None
    nodes = list(walk(loop.stmt))
    if len(nodes) > LARGEST or any(isinstance(node, _JUMPS) or _calls(node, kernel) for node in nodes):
        return None
    counter = build.identifier(header.variable)
    written = [place for node in nodes if isinstance(place := exposed_place(node), c_ast.ArrayRef)]
    read = [node for node in nodes if isinstance(node, c_ast.ArrayRef)]
    for place in written:
        for other in read:
            values = list(_differences(place, other, counter))
            value = values[0] if values else None
            same = value is not None and all(each and text_of(each) == text_of(value) for each in values)
            if value is not None and same and _is_fixed(value, changed, kernel.symbols):
                return value if _is_alike(value, header.variable, kernel.symbols) else None
    return None


def _leaves(loop: c_ast.For, header: Header, items: list[c_ast.Node]) -> bool:
    """Whether the counter may be used behind the loop, by more than loops that begin with setting it."""
    for item in items:
        own = loop_header(item)
        sets = own is not None and own.variable == header.variable
        if (
            item is not loop
            and not sets
            and not isinstance(item, c_ast.Decl)
            and header.variable in names_in(item)
        ):
            return True
    return False


def _calls(node: c_ast.Node, kernel: Kernel) -> bool:
    """Whether a function of the user's is called, or the lanes wait."""
    names = {function.decl.name for function in kernel.functions} | {"barrier"}
    return called_name(node) in names


def _differences(one: c_ast.Node, other: c_ast.Node, counter: c_ast.ID) -> Iterator[c_ast.Node | None]:
    """What another place has where one has the counter, everywhere; None where they differ in more."""
    if isinstance(one, c_ast.ID) and one.name == counter.name:
        yield None if isinstance(other, c_ast.ID) and other.name == counter.name else other
        return
    ours, theirs = one.children(), other.children()
    alike = type(one) is type(other) and [name for name, _ in ours] == [name for name, _ in theirs]
    if not alike or any(getattr(one, name) != getattr(other, name) for name in one.attr_names):
        yield None
        return
    for (_, left), (_, right) in zip(ours, theirs, strict=True):
        yield from _differences(left, right, counter)


def _is_fixed(node: c_ast.Node, changed: set[str] | frozenset[str], types: Mapping[str, CType]) -> bool:
    """Whether an expression is a signed number that stays the same in the loop."""
    for each in walk(node):
        match each:
            case c_ast.ID():
                ctype = types.get(each.name)
                if each.name in changed or not (isinstance(ctype, IntType) and ctype.signed and ctype.bits >= 32):
                    return False
            case c_ast.Constant():
                if each.type not in ("int", "long int"):
                    return False
            case c_ast.UnaryOp(op="-" | "+") | c_ast.BinaryOp(op="+" | "-" | "*"):
                pass
            case _:
                return False
    return not has_effects(node)


def _is_alike(value: c_ast.Node, counter: str, types: Mapping[str, CType]) -> bool:
    """Whether a fixed number has the counter's type: what is computed with either is the same then."""
    names = {types.get(each.name) for each in walk(value) if isinstance(each, c_ast.ID)}
    constants = {each.type for each in walk(value) if isinstance(each, c_ast.Constant)}
    own = types.get(counter)
    return names == {own} if own != INT else names <= {INT} and constants <= {"int"}


def _apart(
    loop: c_ast.For, header: Header, at: c_ast.Node, types: dict[str, CType], taken: set[str]
) -> list[c_ast.Node]:
    """The loops before and behind an iteration, and that between them."""
    lower = header.lower
    end = clone(header.bound)
    if header.relation == "<=":
        end = build.shifted(end, 1)  # a loop that ends has a bound below the largest number

    def before(one: c_ast.Node, other: c_ast.Node) -> c_ast.Node:
        return build.binary("<", clone(one), clone(other))

    def loop_of(low: c_ast.Node, high: c_ast.Node) -> c_ast.For:
        own = clone(loop)
        made = loop_header(own)
        assert made is not None
        init = own.init
        if isinstance(init, c_ast.DeclList):
            init.decls[0].init = low
        else:
            init = c_ast.Assignment("=", build.identifier(header.variable), low)
        cond = build.binary("<", build.identifier(header.variable), high)
        return _renamed(c_ast.For(init, cond, own.next, own.stmt, own.coord), types, taken)

    first = loop_of(clone(lower), extreme("<", at, end))
    inside = build.binary("&&", build.binary("<=", clone(lower), clone(at)), before(at, end))
    alone = _renamed(substituted(loop.stmt, {header.variable: at}), types, taken)
    behind = c_ast.TernaryOp(before(at, lower), clone(lower), build.shifted(clone(at), 1))
    last = loop_of(c_ast.TernaryOp(before(at, end), behind, clone(end)), clone(end))
    return [first, c_ast.If(inside, alone, None), last]


def _renamed(root: N, types: dict[str, CType], taken: set[str]) -> N:
    """A copy with names of its own for all that it declares."""
    names: dict[str, c_ast.Node | None] = {}
    for node in walk(root):
        if isinstance(node, c_ast.Decl) and node.name is not None and node.name in types:
            name = fresh_name(node.name, taken)
            taken.add(name)
            types[name] = types[node.name]
            names[node.name] = build.identifier(name)
    return substituted(root, names)
