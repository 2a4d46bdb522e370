"""C types as values, for the LP64 data model that mapper supports (x86-64 and AArch64 Linux).

Qualifiers that matter are `const` (never written), `volatile` (keeps a loop on the CPU) and `_Atomic`, which
counts as `volatile`, too.  All are flags of the very type that they qualify: a pointer's own, or those of what it
points to.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pycparser import c_ast


@dataclass(frozen=True, slots=True)
class CType:
    """Base of all types; `const`, `volatile` and `atomic` are the qualifiers of this very level."""

    const: bool = field(default=False, kw_only=True)
    volatile: bool = field(default=False, kw_only=True)
    atomic: bool = field(default=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class VoidType(CType):
    """`void`, also the type of an expression that has no value."""


@dataclass(frozen=True, slots=True)
class IntType(CType):
    """An integer type: `name` in its canonical C spelling (`unsigned long`, `_Bool`), `bits` wide."""

    name: str
    bits: int
    signed: bool


@dataclass(frozen=True, slots=True)
class FloatType(CType):
    """`float` (32), `double` (64) or `long double` (128 in memory)."""

    name: str
    bits: int


@dataclass(frozen=True, slots=True)
class ComplexType(CType):
    """`_Complex`: two numbers of the type `part`, the real part before the imaginary one (C11, 6.2.5).

    On the device it is a structure with the members `REAL_PART` and `IMAGINARY_PART`.
    """

    part: FloatType | IntType


@dataclass(frozen=True, slots=True)
class PointerType(CType):
    """A pointer to `target`."""

    target: CType


@dataclass(frozen=True, slots=True)
class ArrayType(CType):
    """An array of `element`.

    `length` is the number of elements where it is an integer constant, else None; `extent` is then the
    length's expression (a variable-length array), or None for `[]`.
    """

    element: CType
    length: int | None
    extent: c_ast.Node | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a struct or union; `offset` in bytes (None for bit-fields).

    `bits` is a bit-field's width, `first` where it begins, in bits from the beginning of the struct, where known.

    An anonymous structure or union is a member with the empty name.
    """

    name: str
    type: CType
    offset: int | None
    bits: int | None = None
    first: int | None = None


@dataclass(frozen=True, slots=True)
class StructType(CType):
    """A struct or union, compared by `tag`, which is unique in a unit: `<cell>` for `typedef struct {...} cell`.

    Its members are looked up by the tag, through `mapper.analysis.names.symbols`, since a structure may refer to
    itself.
    """

    tag: str
    union: bool = False


@dataclass(frozen=True, slots=True)
class EnumType(CType):
    """An enumeration, compared by `tag`.

    In arithmetic it is the integer type of `bits` and `signed`: GCC takes `unsigned int` unless a constant
    is negative.  The enumeration constants themselves are of type `int`.
    """

    tag: str
    bits: int = field(default=32, compare=False)
    signed: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class FunctionType(CType):
    """A function; `parameters` is None for an old-style declaration without a prototype."""

    result: CType
    parameters: tuple[CType, ...] | None
    variadic: bool = False


REAL_PART, IMAGINARY_PART = "re", "im"
"""The members of a complex number in kernels."""
TYPE_WORDS = frozenset("void char short int long float double signed unsigned _Bool".split())
"""The keywords that name types."""
VOID = VoidType()
BOOL = IntType("_Bool", 8, False)
CHAR = IntType("char", 8, True)
SCHAR = IntType("signed char", 8, True)
UCHAR = IntType("unsigned char", 8, False)
SHORT = IntType("short", 16, True)
USHORT = IntType("unsigned short", 16, False)
INT = IntType("int", 32, True)
UINT = IntType("unsigned int", 32, False)
LONG = IntType("long", 64, True)
ULONG = IntType("unsigned long", 64, False)
LLONG = IntType("long long", 64, True)
ULLONG = IntType("unsigned long long", 64, False)
INT128 = IntType("__int128", 128, True)
UINT128 = IntType("unsigned __int128", 128, False)
FLOAT = FloatType("float", 32)
DOUBLE = FloatType("double", 64)
LDOUBLE = FloatType("long double", 128)
