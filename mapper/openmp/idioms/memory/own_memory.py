"""Memory of each thread's own in a region: how large it is, and which statements of the region are about it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from pycparser import c_ast

from mapper.ir.trees.headers import counted_up
from mapper.ir.trees.jumps import JUMPS
from mapper.ir.trees.names import assigned_names, is_named, mentions, names_in, objects_in
from mapper.ir.trees.nodes import Omp, clone, has_effects, subscripted, text_of, walk, without_casts


@dataclass(frozen=True, eq=False, slots=True)
class Own:
    """Memory of each thread's own: how many elements it has in each dimension, and whether they are 0 at first.

    The number of elements of a dimension is the sorted factors of a product.
    """

    decl: c_ast.Decl
    lengths: tuple[tuple[str, ...], ...]
    cleared: bool


@dataclass(frozen=True, eq=False, slots=True)
class Inner:
    """A statement, maybe in loops that count up from 0: the `slot` of its parent, if it is in another one.

    `loops` are counters and bounds, the outermost first; `constructs` are the kinds of constructs around it.
    """

    statement: c_ast.Node
    parent: c_ast.Node | None
    slot: str
    loops: tuple[tuple[str, c_ast.Node], ...]
    constructs: tuple[str, ...]

    def reaches(self, subscripts: Sequence[c_ast.Node], own: Own) -> bool:
        """Whether subscripts, as they are in the loops, are of all elements of a thread's own memory."""
        counts = tuple(tuple(sorted(map(text_of, _factors(bound)))) for _, bound in self.loops)
        if len(subscripts) > 1:
            counters = [name for name, _ in self.loops]
            return counts == own.lengths and [text_of(each) for each in subscripts] == counters
        whole = tuple(sorted(factor for each in counts for factor in each))
        made = _subscripts(self.loops) if self.loops and subscripts else ()
        return own.lengths == (whole,) and any(text_of(each) in made for each in subscripts)


def own_memory(item: c_ast.Node, constants: Collection[str]) -> Own | None:
    """The memory of each thread's own that a declaration in a region gets; `constants` are names of numbers."""
    if not isinstance(item, c_ast.Decl) or item.storage:
        return None
    if isinstance(item.type, c_ast.ArrayDecl) and item.init is None:
        lengths = _lengths(item.type)
        varies = names_in(item.type) - {*constants, item.name}
        return Own(item, lengths, cleared=False) if lengths is not None and varies else None
    call = without_casts(item.init)
    if not isinstance(item.type, c_ast.PtrDecl) or not isinstance(call, c_ast.FuncCall) or call.args is None:
        return None
    name = call.name.name if isinstance(call.name, c_ast.ID) else ""
    if (name, len(call.args.exprs)) not in (("calloc", 2), ("malloc", 1)) or any(
        map(has_effects, call.args.exprs)
    ):
        return None
    size = call.args.exprs[0] if name == "malloc" else c_ast.BinaryOp("*", *call.args.exprs)
    count, rows = count_of(size, item), _lengths(item.type.type)
    if not count or rows is None or (rows and not _counts_rows(size, item)):
        return None
    return Own(item, (count, *rows), cleared=name == "calloc")


def _lengths(of: c_ast.Node) -> tuple[tuple[str, ...], ...] | None:
    """How many elements each dimension of an array has, () for other types; None where a length is not said."""
    lengths = []
    while isinstance(of, c_ast.ArrayDecl):
        if of.dim is None or has_effects(of.dim):
            return None
        lengths.append(tuple(sorted(map(text_of, _factors(of.dim)))))
        of = of.type
    return tuple(lengths)


def _counts_rows(size: c_ast.Node, decl: c_ast.Decl) -> bool:
    """Whether a size in bytes is said in rows of what a pointer to arrays leads to."""
    of = next(each.expr for each in _factors(size) if isinstance(each, c_ast.UnaryOp) and each.op == "sizeof")
    match of:
        case c_ast.UnaryOp(op="*", expr=row) | c_ast.ArrayRef(name=row, subscript=c_ast.Constant()):
            return is_named(row, decl.name)
    return isinstance(of, c_ast.Typename) and _lengths(of.type) == _lengths(decl.type.type)


def count_of(size: c_ast.Node, decl: c_ast.Decl) -> tuple[str, ...] | None:
    """How many elements have a size in bytes, as the sorted factors of a product; () is all that is declared."""
    factors = list(_factors(size))
    sizes = [each for each in factors if isinstance(each, c_ast.UnaryOp) and each.op == "sizeof"]
    if len(sizes) != 1:
        return None
    if is_named(sizes[0].expr, decl.name):
        return () if len(factors) == 1 and isinstance(decl.type, c_ast.ArrayDecl) else None
    return tuple(sorted(text_of(each) for each in factors if each is not sizes[0]))


def _factors(node: c_ast.Node) -> Iterator[c_ast.Node]:
    while isinstance(node, c_ast.Cast):
        node = node.expr
    if isinstance(node, c_ast.BinaryOp) and node.op == "*":
        yield from _factors(node.left)
        yield from _factors(node.right)
    else:
        yield node


def is_about(root: c_ast.Node, name: str) -> bool:
    """Whether some code names an object."""
    return any(each.name == name for each in objects_in(root))


def inner_statement(item: c_ast.Node, name: str) -> Inner | None:
    """The one statement of a region's item that is about some memory; None where there are more."""
    if any(isinstance(node, (*JUMPS, c_ast.Label)) for node in walk(item)):
        return None
    loops: list[tuple[str, c_ast.Node]] = []
    constructs: list[str] = []
    parent: c_ast.Node | None = None
    slot, node = "", item
    while isinstance(node, c_ast.Compound | c_ast.For | Omp):
        if isinstance(node, c_ast.For):
            count = counted(node)
            if count is None:
                return None
            loops.append(count)
        if isinstance(node, Omp) and node.directive.kind != "simd":  # which only asks for vectors
            constructs.append(node.directive.kind)
            if node.directive.kind == "atomic":
                break
        inside = [each for each in node.children() if is_about(each[1], name)]
        if len(inside) != 1:
            return None
        parent, (slot, node) = node, inside[0]
    return Inner(node, parent, slot, tuple(loops), tuple(constructs))


def element(node: c_ast.Node) -> list[c_ast.Node]:
    """What some subscripts are of, and the subscripts, the outermost first."""
    base, subscripts = subscripted(node)
    return [base, *subscripts]


def _subscripts(loops: Sequence[tuple[str, c_ast.Node]]) -> set[str]:
    """Subscripts that are different in all iterations of some loops, and fill a range from 0 on."""
    made: list[c_ast.Node] = [c_ast.ID(loops[0][0])]
    for name, bound in loops[1:]:
        rows = [c_ast.BinaryOp("*", clone(one), clone(bound)) for one in made]
        rows += [c_ast.BinaryOp("*", clone(bound), clone(one)) for one in made]
        made = [c_ast.BinaryOp("+", row, c_ast.ID(name)) for row in rows]
    return {text_of(each) for each in made}


def counted(node: c_ast.For) -> tuple[str, c_ast.Node] | None:
    """The counter and the bound of a loop from 0 on, by ones, whose statements leave them as they are."""
    found = counted_up(node)
    if found is None or text_of(found[0].value) != "0":
        return None
    start, bound = found
    fixed = not has_effects(bound) and not mentions(bound, start.name)
    return (
        (start.name, bound) if fixed and not assigned_names(node.stmt) & {start.name, *names_in(bound)} else None
    )
