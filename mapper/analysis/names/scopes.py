"""Symbols and the scopes that hold them: what an identifier means at a place of a unit."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.trees.ctypes import CType


class Kind(StrEnum):
    """What a symbol is."""

    VARIABLE = "variable"
    PARAMETER = "parameter"
    FUNCTION = "function"
    ENUM_CONSTANT = "enum constant"
    TYPEDEF = "typedef"


class StorageClass(StrEnum):
    """The storage duration of an object, and its linkage."""

    STATIC = "static"  # static storage, this unit only: at file scope or in a function
    GLOBAL = "global"  # defined here with external linkage
    EXTERN = "extern"  # declared here, defined elsewhere
    AUTOMATIC = "automatic"
    REGISTER = "register"
    THREAD = "thread"  # _Thread_local
    NONE = "none"  # typedefs and enumeration constants


@dataclass(frozen=True, eq=False, slots=True)
class Symbol:
    """One object, function, enumeration constant or typedef; compared by identity.

    `decl` is the declaration that says most: the definition where there is one.  It is None for a function that
    is called without a declaration.  `function` is the function whose body or parameter list holds it.
    `file_scope` is true for all that has linkage, also when it is declared in a block.  `external` tells names
    that other units may mean too; `linked` is the name under which the whole program knows it.  `value` is that of
    an enumeration constant.  `number` counts the unit's symbols in the order of their first declaration.
    """

    name: str
    type: CType
    kind: Kind
    storage: StorageClass
    decl: c_ast.Node | None
    function: c_ast.FuncDef | None
    where: Location
    unit: str
    file_scope: bool
    number: int
    external: bool = False
    linked: str = ""
    value: int | None = None

    @property
    def is_automatic(self) -> bool:
        """Whether the object has automatic storage."""
        return self.storage in (StorageClass.AUTOMATIC, StorageClass.REGISTER)

    @property
    def is_static(self) -> bool:
        """Whether the object has static storage."""
        return self.storage in (StorageClass.STATIC, StorageClass.GLOBAL, StorageClass.EXTERN)

    def is_same(self, other: Symbol) -> bool:
        """Whether two symbols, perhaps of different units, are the same object or function."""
        return self is other or (self.external and other.external and self.linked == other.linked)


@dataclass(eq=False, slots=True)
class Scope:
    """A file, function, block or prototype scope.

    `names` gives the number of a name's symbol and the moment from which it is visible; `tags` gives the
    unique tag of a struct, union or enum.
    """

    parent: Scope | None = None
    names: dict[str, tuple[int, int]] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)

    def find(self, name: str, moment: int) -> int | None:
        """The number of the symbol that `name` means here at a moment."""
        scope: Scope | None = self
        while scope is not None:
            found = scope.names.get(name)
            if found is not None and found[1] <= moment:
                return found[0]
            scope = scope.parent
        return None

    def find_tag(self, name: str) -> str | None:
        """The unique tag that a struct, union or enum name means here."""
        scope: Scope | None = self
        while scope is not None:
            found = scope.tags.get(name)
            if found is not None:
                return found
            scope = scope.parent
        return None


@dataclass(frozen=True, slots=True)
class Place:
    """A point of the unit: its innermost scope, and how many declarations came before."""

    scope: Scope
    moment: int
