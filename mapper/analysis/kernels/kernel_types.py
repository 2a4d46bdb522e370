"""The types of expressions in a kernel, where types and members are spelled as devices know them."""

from __future__ import annotations

from functools import cached_property, reduce

from pycparser import c_ast

from mapper.analysis.names.expression_types import expression_type
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import decay, usual
from mapper.ir.builtins.atomic_names import TESTING
from mapper.ir.builtins.atomics import parse_atomic
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import (
    DOUBLE,
    FLOAT,
    INT,
    ULONG,
    VOID,
    ArrayType,
    ComplexType,
    CType,
    Member,
    PointerType,
    StructType,
)
from mapper.ir.trees.literals import integer_value
from mapper.ir.trees.nodes import walk

_CONVERSIONS = ("convert_", "as_")


class KernelTypes:
    """Answers for one kernel; `symbols` are those of the unit around it."""

    def __init__(self, kernel: Kernel, symbols: Symbols) -> None:
        self._symbols = symbols
        self._results = {each.decl.name: each.decl.type.type for each in kernel.functions}
        declared = (node for each in kernel.functions for node in walk(each) if isinstance(node, c_ast.Decl))
        self._names = {node.name: self.declared_type(node) for node in declared if node.name not in kernel.symbols}
        self._names |= kernel.symbols

    @cached_property
    def _tags(self) -> dict[str, CType]:
        """Structures by their tags on the device."""
        tags: dict[str, CType] = {build.device_tag(each.tag): each for each in self._symbols.structures}
        return tags | {build.complex_tag(each): each for each in map(ComplexType, (FLOAT, DOUBLE))}

    def type_of(self, expr: c_ast.Node) -> CType:
        """The type of an expression; void where it can't be determined."""
        if isinstance(expr, c_ast.FuncCall) and isinstance(expr.name, c_ast.ID):
            return self._call(expr.name.name, expr)
        return expression_type(expr, self)

    def _call(self, name: str, expr: c_ast.FuncCall) -> CType:
        """What a function gives: one of the kernel's, or a built-in one, which give what they get."""
        if name in self._results:
            return self.declared_type(self._results[name])
        for start in _CONVERSIONS:
            if name.startswith(start):
                return build.SCALARS.get(name.removeprefix(start).partition("_")[0], VOID)
        given = [decay(self.type_of(each)) for each in expr.args.exprs] if expr.args is not None else []
        values = [each for each in given if not isinstance(each, PointerType)]
        atomic = parse_atomic(name)
        if atomic is not None and atomic.operation in TESTING:
            return INT
        if atomic is not None:
            return next((each.target for each in given if isinstance(each, PointerType)), VOID)
        return reduce(usual, values) if values else VOID

    # ---- what the rules of C ask about the program around an expression -----------------------------------------

    def identifier_type(self, node: c_ast.ID) -> CType | None:
        """The type of a name; numbers of iterations are `ulong`."""
        return self._names.get(node.name) or (ULONG if node.name.startswith("mrt_") else None)

    def declared_type(self, node: c_ast.Node) -> CType:
        """The type that a cast or a declaration names, as devices spell it."""
        match node:
            case c_ast.Typename() | c_ast.Decl() | c_ast.CompoundLiteral():
                return self.declared_type(node.type)
            case c_ast.PtrDecl():
                return PointerType(self.declared_type(node.type))
            case c_ast.ArrayDecl():
                return ArrayType(self.declared_type(node.type), integer_value(node.dim))
            case c_ast.TypeDecl():
                return self.declared_type(node.type)
            case c_ast.Struct() | c_ast.Union():
                return self._tags.get(node.name, VOID)
            case c_ast.IdentifierType():
                return build.SCALARS.get(" ".join(node.names), VOID)
        return VOID

    def member(self, struct: StructType, name: str) -> Member | None:
        """A member, by its name on the device."""
        found = self._symbols.member(struct, name)
        if found is not None:
            return found
        members = enumerate(self._symbols.members(struct) or ())
        return next((each for number, each in members if name == build.device_member(each, number)), None)
