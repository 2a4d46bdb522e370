"""Whether values are compared as unsigned integers with a variable that is signed, as far as a unit's text says.

C compares `unsigned x` with `int least` as unsigned integers: -1 is the greatest.  Two variables of the type of
`least` are compared otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable

from pycparser import c_ast

from mapper.ir.trees.nodes import walk
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.declared_types import meaning, scalar_words

_TRUTHS = frozenset(["<", "<=", ">", ">=", "==", "!=", "&&", "||"])
_NARROW, _INT, _LONG = 0, 32, 64


def compared_otherwise(of: c_ast.Node, value: c_ast.Node, function: c_ast.FuncDef, unit: Unit) -> bool:
    """Whether a value may not compare with a variable of a type as its copy in such a variable does."""
    words = _words(of, unit)
    if words is None:
        return True
    if words & {"unsigned", "float", "double"}:
        return False
    return _unsigned_bits(value, function, unit) >= (_LONG if "long" in words else _INT)


def _unsigned_bits(node: c_ast.Node, function: c_ast.FuncDef, unit: Unit) -> int:
    """The bits of an expression that may be an unsigned integer no narrower than `int`; 0 if it is none."""

    def widest(*parts: c_ast.Node) -> int:
        return max(_unsigned_bits(each, function, unit) for each in parts)

    match node:
        case c_ast.Constant():
            marked = "u" in node.value.lower() and node.type not in ("char", "string")
            return _LONG if marked else _NARROW
        case c_ast.ID():
            return _declared(_declarations(node.name, function, unit), unit)
        case c_ast.StructRef():
            named = [each for each in walk(unit.tree) if isinstance(each, c_ast.Decl)]
            return _declared([each for each in named if each.name == node.field.name], unit)
        case c_ast.ArrayRef() | c_ast.FuncCall():
            return widest(node.name)
        case c_ast.UnaryOp(op="!"):
            return _NARROW
        case c_ast.BinaryOp() if node.op in _TRUTHS:
            return _NARROW
        case c_ast.UnaryOp() if node.op not in ("sizeof", "_Alignof"):
            return widest(node.expr)
        case c_ast.BinaryOp(op="<<" | ">>"):
            return widest(node.left)
        case c_ast.BinaryOp():
            return widest(node.left, node.right)
        case c_ast.TernaryOp():
            return widest(node.iftrue, node.iffalse)
        case c_ast.Cast():
            return _bits(node.to_type.type, unit)
    return _LONG


def _declarations(name: str, function: c_ast.FuncDef, unit: Unit) -> list[c_ast.Decl]:
    """All that a name may mean in a function."""
    own = [each for each in walk(function) if isinstance(each, c_ast.Decl) and each.name == name]
    functions = [each.decl for each in unit.functions]
    return own or [each for each in (*unit.declarations, *functions) if each.name == name]


def _declared(declarations: Iterable[c_ast.Decl], unit: Unit) -> int:
    return max((_bits(each.type, unit) for each in declarations), default=_LONG)


def _bits(of: c_ast.Node, unit: Unit) -> int:
    """The width of a type, or of what an array holds, a pointer leads to or a function returns."""
    while isinstance(of, c_ast.ArrayDecl | c_ast.PtrDecl | c_ast.FuncDecl):
        of = of.type
    words = _words(scalar_words(of), unit)
    if words is None:
        return _LONG
    if "unsigned" not in words or words & {"char", "short"}:
        return _NARROW
    return _LONG if "long" in words else _INT


def _words(of: c_ast.Node | None, unit: Unit) -> frozenset[str] | None:
    """The words of a type of the language's numbers, which other names may represent; None for others."""
    found = meaning(of, unit)
    return frozenset(found.names) if isinstance(found, c_ast.IdentifierType) else None
