"""Which functions of a unit do nothing but compute a value, as far as their text shows."""

from __future__ import annotations

from typing import Final

from pycparser import c_ast

from mapper.ir.trees.names import changed_place
from mapper.ir.trees.nodes import parameters_of, walk, whole_object

_REAL: Final = """
acos acosh asin asinh atan atanh atan2 cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs fdim floor fma
fmax fmin fmod hypot log log10 log1p log2 pow rint round sin sinh sqrt tan tanh tgamma trunc
""".split()
_OTHERS: Final = ("abs", "labs", "llabs", "__builtin_expect", "__builtin_unreachable", "__builtin_tgmath")
_MATH: Final = frozenset([*_REAL, *(f"{name}f" for name in _REAL), *_OTHERS])


def pure_functions(tree: c_ast.FileAST) -> frozenset[str]:
    """Functions that change only variables of their own, and call only such functions and those of mathematics."""
    defined = {node.decl.name: node for node in tree.ext if isinstance(node, c_ast.FuncDef)}
    called = {name: _called(node) for name, node in defined.items() if _changes_nothing(node)}
    pure = {name: names for name, names in called.items() if names is not None}
    while True:
        known = (_MATH - defined.keys()) | pure.keys()
        rest = {name: names for name, names in pure.items() if names <= known}
        if len(rest) == len(pure):
            return frozenset(known)
        pure = rest


def _called(function: c_ast.FuncDef) -> set[str] | None:
    """The names of the functions that a function calls; None where it calls through pointers."""
    names: set[str] = set()
    for node in walk(function.body):
        if isinstance(node, c_ast.FuncCall):
            chosen = isinstance(node.name, c_ast.GenericSelection)
            for each in [one.expr for one in node.name.associations] if chosen else [node.name]:
                if not isinstance(each, c_ast.ID):
                    return None
                names.add(each.name)
    return names


def _changes_nothing(function: c_ast.FuncDef) -> bool:
    """Whether a function assigns only to variables of its own, and keeps nothing from one call to the next."""
    own = {getattr(each, "name", None) for each in parameters_of(function)}
    for node in walk(function.body):
        if isinstance(node, c_ast.Decl):
            if node.storage:
                return False
            own.add(node.name)
    for node in walk(function.body):
        if isinstance(node, c_ast.Goto | c_ast.While | c_ast.DoWhile):
            return False  # it may not end
        place = changed_place(node)
        target = whole_object(place) if place is not None else None
        if target is not None and not (isinstance(target, c_ast.ID) and target.name in own):
            return False
    return True
