"""A kernel with the checks of `--safe` in its code.

    a[idx[i]] = n / d[i];

becomes, with `mrt_inside_of` and the others written as text:

    *own(inside(a + *inside(idx + i))) = quotient(n, *inside(d + i));

A check that fails sets the work-item's flag to the number of its site, and gives something harmless: an address in
spare memory, element 0, the quotient 0.  Loops look at the flag before each iteration, so that they end; the
work-item does at its end.  What the kernel wrote is undone then, as with error paths (`mapper.ir.builtins.stops`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pycparser import c_ast

from mapper.analysis.kernels.kernel_types import KernelTypes
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import decay, promote, unqualified, usual
from mapper.diagnostics import InternalError, Location
from mapper.ir.builtins import checks, stops
from mapper.ir.builtins.atomics import parse_atomic
from mapper.ir.forms.ordered import Ordered
from mapper.ir.program.checks import FIRST_SITE, MOST_BUFFERS, Checks
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import LONG, ULONG, ArrayType, CType, FloatType, IntType, PointerType, VoidType
from mapper.ir.trees.literals import integer_value
from mapper.ir.trees.nodes import INCREMENTS, LOOPS, addressed, has_effects, rebuilt, statements_of, text_of
from mapper.ir.trees.quote import expression, statements
from mapper.transforms.safety.owners import owned
from mapper.transforms.safety.provenance import PRIVATE, Provenance, Roots


def obstacle(kernel: Kernel) -> str | None:
    """Why the checks can't be made in a kernel; None where they can."""
    if kernel.chains:
        return "it follows a table of pointers, whose entries are not checked"
    if kernel.form(Ordered) is not None:
        return "its iterations count in the order of their thread, and store by what they count"
    if len(kernel.buffers) > MOST_BUFFERS:
        return f"it uses more than {MOST_BUFFERS} arrays"
    return None


def checked(kernel: Kernel, symbols: Symbols) -> Kernel:
    """The kernel with all checks in its code; it has no `obstacle`."""
    made = _Checked(kernel, KernelTypes(kernel, symbols), symbols)
    functions = tuple(
        c_ast.FuncDef(each.decl, each.param_decls, c_ast.Compound([stops.check(), *made.items(each.body)]))
        for each in kernel.functions
    )
    number = statements(f"{checks.MEMORY}[1] = $number + 1;", number=_number(kernel)) if made.owned else []
    body = c_ast.Compound([*number, *made.items(kernel.body), stops.check()])
    return replace(kernel, body=body, functions=functions, checks=Checks(tuple(made.sites), made.owned))


@dataclass(eq=False)
class _Checked:
    """Rewrites the code of one kernel.  `sites` are the messages of the checks so far, with their numbers."""

    kernel: Kernel
    types: KernelTypes
    symbols: Symbols
    sites: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.where: Location = self.kernel.where
        self.roots = Provenance(self.kernel, self.types.type_of)
        self.owned: Mapping[str, int] = owned(self.kernel, self.symbols, self.roots)
        self._numbers = {buffer.name: number for number, buffer in enumerate(self.kernel.buffers)}
        self._shown = {buffer.name: f"`{text_of(buffer.pointer)}`" for buffer in self.kernel.buffers}

    # ---- statements --------------------------------------------------------------------------------------------

    def items(self, body: c_ast.Compound) -> list[c_ast.Node]:
        """The statements of a block."""
        return [self.node(item) for item in body.block_items or []]

    def node(self, node: c_ast.Node) -> c_ast.Node:
        """A statement, or the value of an expression."""
        before = self.where
        if isinstance(node.coord, Location):
            self.where = node.coord
        made = self._loop(node) if isinstance(node, LOOPS) else self._node(node)
        self.where = before
        return made

    def _loop(self, node: c_ast.Node) -> c_ast.Node:
        """A loop that ends when a check has failed."""
        made: Any = rebuilt(node, self.node)
        inside = statements_of(made.stmt)
        made.stmt = c_ast.Compound([stops.check(), *inside])
        looped: c_ast.Node = made
        return looped

    def _node(self, node: c_ast.Node) -> c_ast.Node:
        match node:
            case c_ast.ArrayRef() | c_ast.StructRef() | c_ast.UnaryOp(op="*"):
                return self.lvalue(node, checked=not isinstance(self.types.type_of(node), ArrayType))
            case c_ast.UnaryOp(op="&"):
                return c_ast.UnaryOp("&", self.lvalue(node.expr, checked=False), node.coord)
            case c_ast.UnaryOp() if node.op in INCREMENTS:
                return c_ast.UnaryOp(node.op, self.target(node.expr), node.coord)
            case c_ast.UnaryOp(op="sizeof") | c_ast.Typename():
                return node
            case c_ast.Decl():
                made = rebuilt(node, lambda child: child)
                made.init = self.node(node.init) if node.init is not None else None
                return made
            case c_ast.Assignment():
                return self._assignment(node)
            case c_ast.BinaryOp(op="/" | "%"):
                return self._division(node)
            case c_ast.FuncCall():
                return self._call(node)
        return rebuilt(node, self.node)

    # ---- memory ------------------------------------------------------------------------------------------------

    def lvalue(self, node: c_ast.Node, *, checked: bool = True) -> c_ast.Node:
        """An object; unless it is `checked`, only its address is taken, which may be behind an array's end."""
        match node:
            case c_ast.ArrayRef() if isinstance(self.types.type_of(node.name), ArrayType):
                return c_ast.ArrayRef(self.lvalue(node.name, checked=checked), self._subscript(node, checked))
            case c_ast.ArrayRef():
                if not checked:
                    return rebuilt(node, self.node)
                base, subscript = self.node(node.name), self.node(node.subscript)
                size = c_ast.UnaryOp("sizeof", build.typename(self._type(node)))
                bytes_ = build.binary("*", build.cast(ULONG, build.cast(LONG, subscript)), size)
                address: c_ast.Node = build.binary(
                    "+", build.cast(ULONG, base), bytes_
                )  # as numbers, which may be anything
                return self._behind(address, node, self.roots.of(node.name), c_ast.ArrayRef(base, subscript))
            case c_ast.UnaryOp(op="*"):
                pointer = self.node(node.expr)
                plain: c_ast.Node = c_ast.UnaryOp("*", pointer)
                address = build.cast(ULONG, pointer)
                return self._behind(address, node, self.roots.of(node.expr), plain) if checked else plain
            case c_ast.StructRef(type="->"):
                pointer = self.node(node.name)
                whole = c_ast.UnaryOp("*", node.name)
                plain = c_ast.StructRef(pointer, "->", node.field)
                if not checked:
                    return plain
                roots = self.roots.of(node.name)
                if not roots - PRIVATE:
                    return plain
                found = self._behind(build.cast(ULONG, pointer), whole, roots, whole)
                return c_ast.StructRef(found, ".", node.field)
            case c_ast.StructRef():
                return c_ast.StructRef(self.lvalue(node.name, checked=checked), ".", node.field)
        return self.node(node)

    def target(self, node: c_ast.Node) -> c_ast.Node:
        """An object that is written; those of buffers must not be written by several iterations."""
        found = self.lvalue(node)
        roots = self.roots.at(node) - PRIVATE
        if not roots & self.owned.keys():
            return found
        reason = f"two iterations write the same element of {self._names_of(roots)}"
        address = build.cast(ULONG, c_ast.UnaryOp("&", found))
        return self._called(checks.OWN, address, self._type(node), roots, reason)

    def _behind(self, address: c_ast.Node, node: c_ast.Node, roots: Roots, private: c_ast.Node) -> c_ast.Node:
        """The object at an address; `private` in memory of the work-item's own."""
        roots = roots - PRIVATE
        if not roots:
            return private
        reason = f"{self._names_of(roots)} is used outside of its memory"
        return self._called(checks.INSIDE, address, self._type(node), roots, reason)

    def _called(self, name: str, address: c_ast.Node, ctype: CType, roots: Roots, reason: str) -> c_ast.Node:
        """`*(__global T *)name(address, sizeof(T), buffers, site)`."""
        buffers = sum(1 << self._numbers[each] for each in roots)
        size = c_ast.UnaryOp("sizeof", build.typename(ctype))
        call = build.call(name, address, size, build.integer(buffers, "UL"), self._site(reason))
        return c_ast.UnaryOp("*", build.cast(PointerType(ctype), call, "__global"))

    def _type(self, node: c_ast.Node) -> CType:
        """The type of an object in a buffer."""
        found = self.types.type_of(node)
        if isinstance(found, VoidType):
            raise InternalError("safety", f"the type of `{text_of(node)}` is not known", self.where)
        return unqualified(found)

    def _subscript(self, node: c_ast.ArrayRef, checked: bool) -> c_ast.Node:
        """The subscript of an array of a known length."""
        made = self.node(node.subscript)
        length = _length(self.types.type_of(node.name))
        if length is None or not checked or _is_below(made, length):
            return made
        reason = f"a subscript is outside of an array of {length} elements"
        return build.call(checks.BELOW, made, build.integer(length), self._site(reason))

    # ---- operators ---------------------------------------------------------------------------------------------

    def _assignment(self, node: c_ast.Assignment) -> c_ast.Node:
        operator = node.op[:-1]
        quotient = build.binary(operator, node.lvalue, node.rvalue) if operator in ("/", "%") else None
        common = self._divided(quotient) if quotient is not None else None
        if quotient is None or common is None:
            return c_ast.Assignment(node.op, self.target(node.lvalue), self.node(node.rvalue), node.coord)
        if has_effects(node.lvalue):
            raise InternalError("safety", f"`{text_of(node.lvalue)}` is divided in place", self.where)
        return c_ast.Assignment("=", self.target(node.lvalue), self._division(quotient), node.coord)

    def _division(self, node: c_ast.BinaryOp) -> c_ast.Node:
        common = self._divided(node)
        left, right = self.node(node.left), self.node(node.right)
        if common is None:
            return build.binary(node.op, left, right)
        what = "divided" if node.op == "/" else "divided for a remainder"
        least = ", or the least one by -1" if common.signed else ""
        reason = f"an integer is {what} by 0{least}"
        return build.call(checks.division(node.op, common), left, right, self._site(reason))

    def _divided(self, node: c_ast.BinaryOp) -> IntType | None:
        """The type in which integers are divided; None where nothing can be wrong."""
        sides = [self.types.type_of(each) for each in (node.left, node.right)]
        if any(isinstance(each, FloatType) for each in sides):
            return None
        common = usual(*map(promote, map(decay, sides)))
        if not isinstance(common, IntType):
            raise InternalError("safety", f"the type of `{text_of(node)}` is not known", self.where)
        return None if _is_harmless(node.right) else common

    def _call(self, node: c_ast.FuncCall) -> c_ast.Node:
        """A call; the object of an atomic operation is used."""
        if not isinstance(node.name, c_ast.ID) or parse_atomic(node.name.name) is None:
            given = (
                c_ast.ExprList([self.node(each) for each in node.args.exprs]) if node.args is not None else None
            )
            return c_ast.FuncCall(node.name, given, node.coord)
        first, *rest = node.args.exprs
        used = addressed(first) or c_ast.UnaryOp("*", first)
        return build.call(node.name.name, c_ast.UnaryOp("&", self.lvalue(used)), *map(self.node, rest))

    # ---- messages ----------------------------------------------------------------------------------------------

    def _names_of(self, roots: Roots) -> str:
        return " or ".join(sorted({self._shown[each] for each in roots}))

    def _site(self, reason: str) -> c_ast.Node:
        """The number of a check of the statement."""
        number = self.sites.setdefault(f"{self.where}: {reason}", len(self.sites))
        return build.integer(number + FIRST_SITE)


def _number(kernel: Kernel) -> c_ast.Node:
    """The number of an iteration among all of a launch."""
    number = "mrt_id0"
    for d in range(1, len(kernel.dimensions)):
        number += f" + mrt_id{d} * {' * '.join(f'mrt_count{each}' for each in range(d))}"
    return expression(number)


def _length(ctype: CType) -> int | None:
    return ctype.length if isinstance(ctype, ArrayType) else None


def _is_harmless(divisor: c_ast.Node) -> bool:
    """Whether a divisor is a positive constant, or a number of iterations."""
    if isinstance(divisor, c_ast.ID):
        return str(divisor.name).startswith("mrt_count")
    return bool(integer_value(divisor))


def _is_below(node: c_ast.Node, length: int) -> bool:
    """Whether a subscript is a constant in its range."""
    value = integer_value(node)
    return value is not None and value < length
