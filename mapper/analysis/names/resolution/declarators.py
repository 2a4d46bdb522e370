"""From declarations to types: specifiers, declarators, and the structs, unions and enums that they define."""

from __future__ import annotations

from typing import Final, Protocol

from pycparser import c_ast

from mapper.analysis.names.constants import ConstantContext, evaluate
from mapper.analysis.names.layout import Field, Record, lay_out
from mapper.analysis.names.types import decay, qualified, unqualified
from mapper.frontend.gnu.markers import LAYOUT
from mapper.ir.trees.ctypes import (
    BOOL,
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    INT128,
    LDOUBLE,
    LLONG,
    LONG,
    SCHAR,
    SHORT,
    UCHAR,
    UINT,
    UINT128,
    ULLONG,
    ULONG,
    USHORT,
    VOID,
    ArrayType,
    ComplexType,
    CType,
    EnumType,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    StructType,
)

VA_LIST: Final = ArrayType(StructType("__va_list_tag"), 1)
VA_LIST_RECORD: Final = Record((), 24, 8)

_SINGLE: Final[dict[str, CType]] = {
    "void": VOID,
    "_Bool": BOOL,
    "bool": BOOL,
    "char": CHAR,
    "int": INT,
    "float": FLOAT,
    "double": DOUBLE,
    "__int128": INT128,
    "__int128_t": INT128,
    "__uint128_t": UINT128,
    "_Float32": FLOAT,
    "_Float64": DOUBLE,
    "_Float32x": DOUBLE,
    "_Float64x": LDOUBLE,
    "_Float128": FloatType("_Float128", 128),
    "__float128": FloatType("_Float128", 128),
    "__builtin_va_list": VA_LIST,
}
_COMPLEX: Final = frozenset(["_Complex", "__complex__"])
_KEYWORDS: Final = frozenset(["signed", "unsigned", "short", "long", "_Complex", "__complex__", "__signed__"])


def basic_type(names: list[str]) -> CType | None:
    """The type that specifier keywords in any order name; None where they are no keywords."""
    if len(names) == 1 and names[0] not in _KEYWORDS:
        return _SINGLE.get(names[0])
    if any(name not in _KEYWORDS and name not in _SINGLE for name in names):
        return None
    words = set(names)
    if words & _COMPLEX:
        part = basic_type([name for name in names if name not in _COMPLEX] or ["double"])
        return ComplexType(part) if isinstance(part, FloatType | IntType) else None
    if "double" in words or "float" in words:
        return FLOAT if "float" in words else LDOUBLE if "long" in words else DOUBLE
    unsigned = "unsigned" in words
    if "__int128" in words:
        return UINT128 if unsigned else INT128
    if "char" in words:
        return UCHAR if unsigned else SCHAR if words & {"signed", "__signed__"} else CHAR
    if "short" in words:
        return USHORT if unsigned else SHORT
    longs = names.count("long")
    return [(INT, UINT), (LONG, ULONG), (LLONG, ULLONG)][min(longs, 2)][unsigned]


def _fewest_bits(lowest: int, highest: int) -> int:
    """The width of the smallest integer type that holds two values."""
    needed = max(highest.bit_length() + (lowest < 0), (~lowest).bit_length() + 1 if lowest < 0 else 0)
    return next(bits for bits in (8, 16, 32, 64) if needed <= bits)


class Scoping(ConstantContext, Protocol):
    """What the reading of declarators asks of the resolver that walks the unit."""

    records: dict[str, Record]
    definitions: dict[str, c_ast.Node]

    def typedef(self, name: str) -> CType | None:
        """The type of the typedef `name` at this point of the walk."""

    def visible_tag(self, name: str) -> str | None:
        """The unique tag that a struct, union or enum name means here."""

    def own_tag(self, name: str) -> str | None:
        """The unique tag that the innermost scope itself gives the name."""

    def new_tag(self, name: str | None, made_up: str) -> str:
        """A new unique tag, bound to `name` in the innermost scope; `made_up` where there is no name."""

    def enum_constant(self, node: c_ast.Enumerator, value: int) -> None:
        """Declare an enumeration constant in the innermost scope."""

    def widen(self, node: c_ast.Enumerator, of: CType) -> None:
        """Give a constant that does not fit `int` the type of its enumeration."""

    def expression(self, node: c_ast.Node) -> None:
        """Resolve the identifiers of an expression inside a declarator."""

    def declared(self, node: c_ast.Node, of: CType) -> None:
        """Remember the type that a node declares."""

    def open(self) -> None:
        """Enter a scope."""

    def close(self) -> None:
        """Leave the scope."""

    def prototype_parameter(self, node: c_ast.Decl, of: CType) -> None:
        """Declare a parameter in a prototype's scope."""


class Declarators:
    """Reads declarators in the scope that `scoping` is in."""

    def __init__(self, scoping: Scoping) -> None:
        self._scoping = scoping
        self._enums: dict[str, EnumType] = {}
        self._read: dict[int, CType] = {}  # by definition: `struct {int x;} a, b;` has one node
        self._around: list[str] = []  # the tags of the structures that are being read

    def type(self, node: c_ast.Node) -> CType:
        """The type that a declaration, type name, declarator or specifier gives."""
        match node:
            case c_ast.TypeDecl():
                of = self._specified(node.type, node.declname)
                return self._with(of, node.quals) if node.quals else of
            case c_ast.Decl() | c_ast.Typename() | c_ast.Typedef():
                return self.type(node.type)
            case c_ast.PtrDecl():
                pointer = PointerType(self.type(node.type))
                return self._with(pointer, node.quals) if node.quals else pointer
            case c_ast.ArrayDecl():
                return self._array(node)
            case c_ast.FuncDecl():
                return self._function(node)
        return self._specified(node)

    def parameter(self, node: c_ast.Node) -> CType:
        """The type of a parameter, arrays and functions adjusted to pointers (C11, 6.7.6.3)."""
        of = self.type(node)
        if isinstance(of, ArrayType | FunctionType):
            declarator = getattr(node, "type", None)
            quals = declarator.dim_quals if isinstance(declarator, c_ast.ArrayDecl) else []
            return self._with(decay(of), quals)
        return of

    @staticmethod
    def _with(of: CType, quals: list[str]) -> CType:
        atomic = "_Atomic" in quals
        return qualified(of, const="const" in quals, volatile="volatile" in quals or atomic, atomic=atomic)

    def _specified(self, node: c_ast.Node, declares: str | None = None) -> CType:
        match node:
            case c_ast.IdentifierType():
                return self._named(node.names)
            case c_ast.Struct() | c_ast.Union() | c_ast.Enum():
                return self._tagged(node, declares)
            case c_ast.TypeOf():
                return self._typeof(node)
            case c_ast.AttributedType():
                return self.type(node.type)
        return StructType(f"<{node.__class__.__name__}>")  # a type that mapper does not model stays incomplete

    def _named(self, names: list[str]) -> CType:
        if len(names) == 1:
            typedef = self._scoping.typedef(names[0])
            if typedef is not None:
                return typedef
        return basic_type(names) or StructType(f"<{' '.join(names)}>")

    def _typeof(self, node: c_ast.TypeOf) -> CType:
        if isinstance(node.expr, c_ast.Typename):
            of = self.type(node.expr)
            self._scoping.declared(node.expr, of)
        else:
            self._scoping.expression(node.expr)
            of = self._scoping.type_of(node.expr)
        return unqualified(of) if node.op.endswith("unqual") else of

    def _array(self, node: c_ast.ArrayDecl) -> CType:
        element = self.type(node.type)
        dim = node.dim
        if dim is None or (isinstance(dim, c_ast.ID) and dim.name == "*"):
            return ArrayType(element, None)
        self._scoping.expression(dim)
        length = evaluate(dim, self._scoping)
        return ArrayType(element, length, None if length is not None else dim)

    def _function(self, node: c_ast.FuncDecl) -> CType:
        result = self.type(node.type)
        if node.args is None:
            return FunctionType(result, None)
        parameters: list[CType] = []
        variadic = False
        self._scoping.open()
        for parameter in node.args.params:
            match parameter:
                case c_ast.EllipsisParam():
                    variadic = True
                case c_ast.ID():
                    self._scoping.close()
                    return FunctionType(result, None)
                case _:
                    parameters.append(self.parameter(parameter))
                    if isinstance(parameter, c_ast.Decl) and parameter.name:
                        self._scoping.prototype_parameter(parameter, parameters[-1])
        self._scoping.close()
        if len(parameters) == 1 and parameters[0] == VOID:
            parameters = []
        return FunctionType(result, tuple(parameters), variadic)

    # ---- structs, unions and enums -------------------------------------------------------------------------

    def _tag(self, name: str | None, declares: str | None, *, defines: bool) -> str:
        if name is None:
            return self._scoping.new_tag(None, self._made_up(declares))
        known = self._scoping.own_tag(name) if defines else self._scoping.visible_tag(name)
        return known or self._scoping.new_tag(name, "")

    def _made_up(self, declares: str | None) -> str:
        """The tag of a type without one, from what it declares and where: `<mesh.cells>` in all units."""
        around = [self._around[-1].strip("<>")] if self._around else []
        return f"<{'.'.join([*around, declares or 'anonymous'])}>"

    def _tagged(self, node: c_ast.Struct | c_ast.Union | c_ast.Enum, declares: str | None) -> CType:
        known = self._read.get(id(node))
        if known is not None:
            return known
        of = self._enum(node, declares) if isinstance(node, c_ast.Enum) else self._record(node, declares)
        if node is self._scoping.definitions.get(of.tag):
            self._read[id(node)] = of
        return of

    def _record(self, node: c_ast.Struct | c_ast.Union, declares: str | None) -> StructType:
        union = isinstance(node, c_ast.Union)
        of = StructType(self._tag(node.name, declares, defines=node.decls is not None), union)
        if node.decls is not None:
            self._around.append(of.tag)
            fields = [self._field(decl) for decl in node.decls if isinstance(decl, c_ast.Decl)]
            self._around.pop()
            self._scoping.records[of.tag] = lay_out(fields, union=union, records=self._scoping.records)
            self._scoping.definitions[of.tag] = node
        return of

    def _field(self, decl: c_ast.Decl) -> Field:
        of = self.type(decl.type)
        self._scoping.declared(decl, of)
        bits = None
        if decl.bitsize is not None:
            self._scoping.expression(decl.bitsize)
            bits = evaluate(decl.bitsize, self._scoping)
        return Field(decl.name or "", of, bits)

    def _enum(self, node: c_ast.Enum, declares: str | None) -> EnumType:
        tag = self._tag(node.name, declares, defines=node.values is not None)
        if node.values is None:
            return self._enums.get(tag, EnumType(tag))
        value, lowest, highest = -1, 0, 0
        wide: list[c_ast.Enumerator] = []
        for constant in node.values.enumerators:
            if not isinstance(constant, c_ast.Enumerator) or constant.name == LAYOUT:
                continue
            value += 1
            if constant.value is not None:
                self._scoping.expression(constant.value)
                given = evaluate(constant.value, self._scoping)
                value = value if given is None else given
            lowest, highest = min(lowest, value), max(highest, value)
            self._scoping.enum_constant(constant, value)
            if not -(1 << 31) <= value < 1 << 31:
                wide.append(constant)
        signed = lowest < 0
        long = highest >= 1 << (31 if signed else 32) or lowest < -(1 << 31)
        of = EnumType(tag, 64 if long else 32, signed)
        if getattr(node.values.enumerators[-1], "name", "") == LAYOUT:
            of = EnumType(tag, _fewest_bits(lowest, highest), signed)
        if node.underlying_type is not None:
            fixed = self.type(node.underlying_type)
            if isinstance(fixed, IntType):
                of = EnumType(tag, fixed.bits, fixed.signed)
        for constant in wide:  # as GCC does once the enumeration is complete
            self._scoping.widen(constant, of)
        self._enums[tag] = of
        self._scoping.definitions[tag] = node
        return of
