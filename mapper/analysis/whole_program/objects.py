"""Abstract memory: the objects of points-to analysis and effects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind as SymbolKind
from mapper.analysis.names.scopes import StorageClass, Symbol
from mapper.analysis.whole_program.inclusion import bits
from mapper.ir.trees.ctypes import ArrayType, CType, StructType

Key = tuple[str, ...]


class Kind(StrEnum):
    """What sort of memory an abstract object represents."""

    GLOBAL = "global"  # file scope, either linkage
    STATIC = "static"  # declared static inside a function
    AUTOMATIC = "automatic"  # parameters and variables of a function, compound literals
    HEAP = "heap"  # what one allocating call in the source returns: any number of blocks
    LITERAL = "literal"  # a string literal
    FUNCTION = "function"  # a function, as the target of a pointer
    UNKNOWN = "unknown"  # all memory that the program's text does not make


@dataclass(frozen=True, slots=True)
class MemoryObject:
    """A piece of memory that the analyses do not look into.

    `key` distinguishes it from all others and is the same in each run; `name` is what messages call it.  `node` is
    its declaration, the allocating call or the literal; `type` is None where the memory has no declared type.
    `function` is the function that an automatic or static one belongs to.  `outside` marks objects and functions
    that no unit defines, `thread` those that each thread has a copy of.
    """

    key: Key
    kind: Kind
    name: str
    node: c_ast.Node | None = field(default=None, compare=False, repr=False)
    type: CType | None = field(default=None, compare=False, repr=False)
    function: c_ast.FuncDef | None = field(default=None, compare=False, repr=False)
    outside: bool = field(default=False, compare=False, repr=False)
    thread: bool = field(default=False, compare=False, repr=False)

    @property
    def aggregate(self) -> bool:
        """Whether it is an array, a structure or a union."""
        return isinstance(self.type, ArrayType | StructType)

    def __str__(self) -> str:
        return self.name


UNKNOWN = MemoryObject(("unknown",), Kind.UNKNOWN, "unknown")

# Not memory: a pointer whose targets hold it went through arithmetic, so it may point before, behind or one past
# the block that it belongs to.
MOVED = MemoryObject(("moved",), Kind.UNKNOWN, "moved")
MOVED_BIT, UNKNOWN_BIT = 1, 2


class Memory:
    """All abstract objects of a program; sets of them are integers used as bit fields.

    `nameable` are the arrays and structures that variables are.
    """

    def __init__(self) -> None:
        self.objects: list[MemoryObject] = [MOVED, UNKNOWN]
        self.nameable = 0
        self._numbers: dict[Key, int] = {MOVED.key: 0, UNKNOWN.key: 1}

    def add(self, made: MemoryObject) -> int:
        """The bit of an object, which is new unless its key is known."""
        number = self._numbers.get(made.key)
        if number is None:
            number = self._numbers[made.key] = len(self.objects)
            self.objects.append(made)
            if made.kind in (Kind.GLOBAL, Kind.STATIC, Kind.AUTOMATIC) and made.aggregate:
                self.nameable |= 1 << number
        return 1 << number

    def find(self, key: Key) -> int:
        """The bit of the object with this key; 0 where there is none."""
        number = self._numbers.get(key)
        return 0 if number is None else 1 << number

    def listed(self, mask: int) -> list[MemoryObject]:
        """The objects whose bits are set, in the order of their making."""
        return [self.objects[number] for number in bits(mask & ~MOVED_BIT)]

    def mask(self, objects: Iterable[MemoryObject]) -> int:
        """The bits of objects."""
        result = 0
        for each in objects:
            result |= 1 << self._numbers[each.key]
        return result


def symbol_key(symbol: Symbol) -> Key:
    """What distinguishes the object or function of a symbol from all others of the program."""
    if symbol.external:
        return ("external", symbol.linked)
    return ("symbol", symbol.unit, symbol.name, str(symbol.number))


def symbol_object(symbol: Symbol, *, outside: bool) -> MemoryObject:
    """The object that a variable or function is."""
    if symbol.kind is SymbolKind.FUNCTION:
        kind = Kind.FUNCTION
    elif symbol.file_scope:
        kind = Kind.GLOBAL
    else:
        kind = Kind.STATIC if symbol.storage is StorageClass.STATIC else Kind.AUTOMATIC
    name = symbol.name if symbol.function is None else f"{symbol.function.decl.name}:{symbol.name}"
    return MemoryObject(
        symbol_key(symbol),
        kind,
        name,
        symbol.decl,
        symbol.type,
        symbol.function,
        outside,
        symbol.storage is StorageClass.THREAD,
    )
