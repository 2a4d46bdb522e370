"""Types as declarations write them: idioms are recognised before names have types."""

from __future__ import annotations

from pycparser import c_ast

from mapper.ir.trees.unit import Unit


def typedefs(unit: Unit) -> dict[str, c_ast.Node]:
    """What the type names of a unit's file scope are declared as."""
    return {each.name: each.type for each in unit.tree.ext if isinstance(each, c_ast.Typedef)}


def meaning(of: c_ast.Node | None, unit: Unit) -> c_ast.Node | None:
    """A type without other names for it: words of the language, a structure, or a declarator."""
    named = typedefs(unit)
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
