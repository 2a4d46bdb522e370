"""Types as declarations write them: idioms are recognised before names have types."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pycparser import c_ast

from mapper.ir.trees.names import declared_around
from mapper.ir.trees.nodes import text_of, walk
from mapper.ir.trees.unit import Unit

PLAIN_WORDS = frozenset("void char short int long float double signed unsigned size_t".split())
"""Words of types that mean the same in all files."""


def typedefs(unit: Unit) -> dict[str, c_ast.Node]:
    """What the type names of a unit's file scope are declared as."""
    return {each.name: each.type for each in unit.tree.ext if isinstance(each, c_ast.Typedef)}


def meaning(of: c_ast.Node | None, unit: Unit) -> c_ast.Node | None:
    """A type without other names for it: words of the language, a structure, or a declarator."""
    named = typedefs(unit) if isinstance(of, c_ast.IdentifierType) else {}
    while isinstance(of, c_ast.IdentifierType) and (other := named.get(" ".join(of.names))) is not None:
        of = other.type if isinstance(other, c_ast.TypeDecl) else other
    return of


def of_elements(declarator: c_ast.Node | None) -> c_ast.Node | None:
    """The declarator of an array's elements, or of what a pointer leads to; others themselves."""
    while isinstance(declarator, c_ast.ArrayDecl | c_ast.PtrDecl):
        declarator = declarator.type
    return declarator


def scalar_words(declarator: c_ast.Node | None) -> c_ast.IdentifierType | None:
    """The words of the type of a scalar; None for other declarators."""
    match declarator:
        case c_ast.TypeDecl(type=c_ast.IdentifierType() as words):
            return words
    return None


def structure_of(of: c_ast.Node | None, unit: Unit) -> c_ast.Struct | None:
    """The structure that a declarator is of, with its members; None for others, and where these are not known."""
    struct = meaning(of.type, unit) if isinstance(of, c_ast.TypeDecl) else None
    if not isinstance(struct, c_ast.Struct):
        return None
    if struct.decls:
        return struct
    items = (each for each in unit.tree.ext if not isinstance(each, c_ast.FuncDef))
    nodes = (node for each in items for node in walk(each))
    tagged = (node for node in nodes if isinstance(node, c_ast.Struct) and node.name == struct.name)
    return next((node for node in tagged if node.decls), None)


def returns_nothing(function: c_ast.FuncDef) -> bool:
    """Whether a function's result is `void`."""
    words = scalar_words(function.decl.type.type)
    return words is not None and words.names == ["void"]


@dataclass(frozen=True, eq=False)
class Declared:
    """The declarations that a statement of a function sees."""

    unit: Unit
    function: c_ast.FuncDef
    statement: c_ast.Node

    def type_of(self, tree: c_ast.Node) -> c_ast.Node | None:
        """The declarator of a variable, an element, a member, or an address of one; None for what is not clear."""
        match tree:
            case c_ast.ID():
                return self._variable(tree.name)
            case c_ast.ArrayRef() | c_ast.UnaryOp(op="*"):
                of = self.meant(self.type_of(tree.name if isinstance(tree, c_ast.ArrayRef) else tree.expr))
                return of.type if isinstance(of, c_ast.ArrayDecl | c_ast.PtrDecl) else None
            case c_ast.UnaryOp(op="&"):
                inner = self.type_of(tree.expr)
                return None if inner is None else c_ast.PtrDecl([], inner)
            case c_ast.BinaryOp(op="+" | "-"):
                return self.type_of(tree.left)
            case c_ast.StructRef():
                of = self.meant(self.type_of(tree.name))
                if tree.type == "->":
                    of = self.meant(of.type) if isinstance(of, c_ast.PtrDecl | c_ast.ArrayDecl) else None
                return self._member(of, tree.field.name)
        return None

    def meant(self, of: c_ast.Node | None) -> c_ast.Node | None:
        """A type without a typedef's name for it."""
        while (words := scalar_words(of)) is not None and (other := self._named.get(" ".join(words.names))):
            of = other
        return of

    def is_own(self, name: str) -> bool:
        """Whether a name is of one of the function's variables."""
        return name in self._own

    def leads_to(self, tree: c_ast.Node) -> str | None:
        """The type that a pointer or array leads to, as text without qualifiers and typedefs' names."""
        of = self.meant(self.type_of(tree))
        return self.spelled(of.type) if isinstance(of, c_ast.ArrayDecl | c_ast.PtrDecl) else None

    def spelled(self, of: c_ast.Node) -> str:
        """A type as text, without qualifiers and a typedef's name for it."""
        meant = self.meant(of)
        return spelled(of if meant is None else meant)

    @cached_property
    def _own(self) -> dict[str, c_ast.Node]:
        return {each.name: each.type for each in declared_around(self.statement, self.function)}

    @cached_property
    def _named(self) -> dict[str, c_ast.Node]:
        return typedefs(self.unit)

    def _variable(self, name: str) -> c_ast.Node | None:
        if name in self._own:
            return self._own[name]
        found = [each.type for each in self.unit.declarations if each.name == name]
        return found[0] if len({spelled(each) for each in found}) == 1 else None

    def _member(self, of: c_ast.Node | None, name: str) -> c_ast.Node | None:
        struct = structure_of(of, self.unit)
        if struct is None:
            return None
        found = (each.type for each in struct.decls if isinstance(each, c_ast.Decl) and each.name == name)
        return next(found, None)


def spelled(of: c_ast.Node) -> str:
    """A type as text, without qualifiers and names of variables."""
    match of:
        case c_ast.TypeDecl(type=c_ast.Struct() | c_ast.Union() | c_ast.Enum()):
            return f"{type(of.type).__name__} {of.type.name or id(of.type)}"
        case c_ast.TypeDecl():
            return " ".join(sorted(of.type.names))
        case c_ast.PtrDecl():
            return f"{spelled(of.type)} *"
        case c_ast.ArrayDecl():
            return f"{spelled(of.type)} [{'' if of.dim is None else text_of(of.dim)}]"
    return f"{id(of)}"
