"""Memory of each thread's own in a region: how large it is, and which statements of the region are about it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from pycparser import c_ast

from mapper.ir.expressions.integers import polynomial_of_terms, product_of
from mapper.ir.expressions.polynomials import ZERO, Polynomial, atom_of
from mapper.ir.trees.headers import head_of
from mapper.ir.trees.jumps import JUMPS
from mapper.ir.trees.names import assigned_names, is_named, mentions, names_in, objects_in
from mapper.ir.trees.nodes import (
    Omp,
    assigns,
    called_name,
    has_effects,
    statements_of,
    subscripted,
    text_of,
    walk,
    without_casts,
)

_PURE = frozenset("abs fabs fabsf fmax fmaxf fmin fminf sqrt sqrtf".split())
NUMBERS = frozenset(["__builtin_huge_val", "__builtin_huge_valf", "__builtin_inf", "__builtin_inff"])
"""Functions of the compiler that are numbers: infinity."""
Members = tuple[str, ...]
"""The names of members of structures in each other, the outermost first."""


@dataclass(frozen=True, eq=False, slots=True)
class Own:
    """Memory of each thread's own: how many elements it has in each dimension, and whether they are 0 at first.

    `size` is what says how many elements the last dimension has.
    """

    decl: c_ast.Decl
    lengths: tuple[Polynomial, ...]
    cleared: bool
    size: c_ast.Node


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
        counts = self.counts
        if len(subscripts) > 1:
            counters = [name for name, _ in self.loops]
            return counts == own.lengths and [text_of(each) for each in subscripts] == counters
        if not self.loops or not subscripts or own.lengths != (product_of(list(counts)),):
            return False
        return polynomial_of_terms(subscripts[0]) == self._place

    @property
    def counts(self) -> tuple[Polynomial, ...]:
        """How many iterations the loops have, the outermost first."""
        return tuple(polynomial_of_terms(bound) for _, bound in self.loops)

    @property
    def _place(self) -> Polynomial:
        """The subscript that is different in all iterations of the loops, and fills a range from 0 on."""
        place = ZERO
        for (name, _), count in zip(self.loops, self.counts, strict=True):
            place = place * count + atom_of(name)
        return place


def own_memory(item: c_ast.Node, constants: Collection[str], items: Sequence[c_ast.Node] = ()) -> Own | None:
    """The memory of each thread's own that a declaration in a region gets; `constants` are names of numbers.

    That of a table of pointers is its rows, which one of the region's `items` allocates.
    """
    if not isinstance(item, c_ast.Decl) or item.storage:
        return None
    if isinstance(item.type, c_ast.ArrayDecl) and item.init is None:
        lengths = _lengths(item.type)
        varies = names_in(item.type) - {*constants, item.name}
        return Own(item, lengths, cleared=False, size=item.type) if lengths is not None and varies else None
    if not isinstance(item.type, c_ast.PtrDecl):
        return None
    made = _allocated(item.init, item)
    rows = _lengths(item.type.type)
    if made is None or rows is None or (rows and not _counts_rows(made.size, item)):
        return None
    own = Own(item, (made.count, *rows), made.cleared, made.size)
    if not isinstance(item.type.type, c_ast.PtrDecl):
        return own
    about = [inner_statements(each, item.name) or [] for each in items if is_about(each, item.name)]
    found = [row for inside in about for each in inside if (row := rows_allocated(each, own)) is not None]
    return Own(item, (made.count, found[0].count), found[0].cleared, found[0].size) if len(found) == 1 else None


@dataclass(frozen=True, eq=False, slots=True)
class _Allocated:
    """How many elements a call allocates, and whether these are cleared."""

    count: Polynomial
    cleared: bool
    size: c_ast.Node


def _allocated(value: c_ast.Node | None, decl: c_ast.Decl) -> _Allocated | None:
    """What an expression allocates as the elements of an array; None for others."""
    call = without_casts(value)
    if not isinstance(call, c_ast.FuncCall) or call.args is None:
        return None
    name = call.name.name if isinstance(call.name, c_ast.ID) else ""
    if (name, len(call.args.exprs)) not in (("calloc", 2), ("malloc", 1)) or any(
        map(has_effects, call.args.exprs)
    ):
        return None
    size = call.args.exprs[0] if name == "malloc" else c_ast.BinaryOp("*", *call.args.exprs)
    count = count_of(size, decl)
    return _Allocated(count, name == "calloc", size) if count is not None else None


def rows_allocated(inner: Inner, own: Own) -> _Allocated | None:
    """What a statement allocates for each row of a table of pointers."""
    match inner.statement:
        case c_ast.Assignment(op="=", lvalue=c_ast.ArrayRef() as row, rvalue=value):
            base, *subscripts = element(row)
            counters = [name for name, _ in inner.loops]
            if not is_named(base, own.decl.name) or [text_of(each) for each in subscripts] != counters:
                return None
            made = _allocated(value, own.decl)
            return made if inner.counts == own.lengths[:1] and not inner.constructs else None
    return None


def frees_rows(item: c_ast.Node, name: str) -> bool:
    """Whether a region's item only frees the rows of a table of pointers."""
    inside = inner_statements(item, name)
    calls = [each.statement for each in inside or () if isinstance(each.statement, c_ast.FuncCall)]
    if inside is None or len(calls) != 1 or len(inside) != 1 or not is_named(calls[0].name, "free"):
        return False
    body = item.stmt if isinstance(item, c_ast.For) else None
    only = body is not None and len(statements_of(body)) == 1
    return only and is_named(element(calls[0].args.exprs[0])[0], name)


def _lengths(of: c_ast.Node) -> tuple[Polynomial, ...] | None:
    """How many elements each dimension of an array has, () for other types; None where a length is not said."""
    lengths = []
    while isinstance(of, c_ast.ArrayDecl):
        if of.dim is None or has_effects(of.dim):
            return None
        lengths.append(polynomial_of_terms(of.dim))
        of = of.type
    return tuple(lengths)


def _counts_rows(size: c_ast.Node, decl: c_ast.Decl) -> bool:
    """Whether a size in bytes is said in rows of what a pointer to arrays leads to."""
    of = next(each.expr for each in _factors(size) if isinstance(each, c_ast.UnaryOp) and each.op == "sizeof")
    match of:
        case c_ast.UnaryOp(op="*", expr=row) | c_ast.ArrayRef(name=row, subscript=c_ast.Constant()):
            return is_named(row, decl.name)
    return isinstance(of, c_ast.Typename) and _lengths(of.type) == _lengths(decl.type.type)


def count_of(size: c_ast.Node, decl: c_ast.Decl) -> Polynomial | None:
    """How many elements have a size in bytes; None where that is not known."""
    factors = list(_factors(size))
    sizes = [each for each in factors if isinstance(each, c_ast.UnaryOp) and each.op == "sizeof"]
    if len(sizes) != 1:
        return None
    if is_named(sizes[0].expr, decl.name):
        declared = _lengths(decl.type)
        return product_of(list(declared)) if len(factors) == 1 and declared else None
    return product_of([polynomial_of_terms(each) for each in factors if each is not sizes[0]])


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


def inner_statements(item: c_ast.Node, name: str) -> list[Inner] | None:
    """The statements of a region's item that are about some memory; None where they may not all be reached."""
    if any(isinstance(node, (*JUMPS, c_ast.Label)) for node in walk(item)):
        return None
    return _inner(item, name, None, "", (), ())


def _inner(
    node: c_ast.Node,
    name: str,
    parent: c_ast.Node | None,
    slot: str,
    loops: tuple[tuple[str, c_ast.Node], ...],
    constructs: tuple[str, ...],
) -> list[Inner] | None:
    if isinstance(node, c_ast.For):
        count = counted(node)
        if count is None:
            return None
        loops = (*loops, count)
    if isinstance(node, Omp) and node.directive.kind != "simd":  # which only asks for vectors
        constructs = (*constructs, node.directive.kind)
    if not isinstance(node, c_ast.Compound | c_ast.For | Omp) or constructs[-1:] == ("atomic",):
        return [Inner(node, parent, slot, loops, constructs)]
    found: list[Inner] = []
    for place, child in node.children():
        if is_about(child, name):
            inside = _inner(child, name, node, place, loops, constructs)
            if inside is None:
                return None
            found += inside
    return found


def is_pure(node: c_ast.Node) -> bool:
    """Whether an expression may be evaluated again, as far as names say."""
    return not assigns(node) and all(map(is_quiet, walk(node)))


def is_quiet(node: c_ast.Node) -> bool:
    """Whether a node is no call, or one of a function that only computes a number."""
    return not isinstance(node, c_ast.FuncCall) or called_name(node) in _PURE | NUMBERS


def element(node: c_ast.Node) -> list[c_ast.Node]:
    """What some subscripts are of, and the subscripts, the outermost first; those of the element of a member."""
    base, subscripts = subscripted(_whole(node))
    return [base, *subscripts]


def members_of(node: c_ast.Node) -> Members:
    """Which member of an element some code is about: the names, the outermost first; none for elements."""
    found: list[str] = []
    while isinstance(node, c_ast.StructRef) and node.type == ".":
        found.insert(0, node.field.name)
        node = node.name
    return tuple(found)


def _whole(node: c_ast.Node) -> c_ast.Node:
    while isinstance(node, c_ast.StructRef) and node.type == ".":
        node = node.name
    return node


def counted(node: c_ast.For) -> tuple[str, c_ast.Node] | None:
    """The counter of a loop from 0 on, by ones, and how many iterations it has; its statements leave both."""
    head = head_of(node)
    if head is None or not head.rises or text_of(head.step.by) != "1" or text_of(head.start.value) != "0":
        return None
    name, bound = head.start.name, head.bound
    if has_effects(bound) or mentions(bound, name) or assigned_names(node.stmt) & {name, *names_in(bound)}:
        return None
    return name, bound if head.relation == "<" else c_ast.BinaryOp("+", bound, c_ast.Constant("int", "1"))
