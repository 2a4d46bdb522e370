"""Variables that hold a product of others as long as they live: `const int plane = nx * ny`."""

from __future__ import annotations

from pycparser import c_ast

from mapper.analysis.names.scopes import StorageClass, Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import integer_of
from mapper.ir.trees.ctypes import IntType
from mapper.ir.trees.names import exposed_place
from mapper.ir.trees.nodes import walk


def factors(symbol: Symbol, symbols: Symbols) -> tuple[Symbol, ...]:
    """The variables whose product a variable was set to, where none of them changes; empty: they are not known.

    Those are automatic variables that are set where they are declared and nowhere else, and parameters that are
    not set at all.  Nothing points to them, and no other variable of the function has the name of one.
    """
    function = symbol.function
    if function is None or symbol.storage is not StorageClass.AUTOMATIC:
        return ()
    nodes = list(walk(function))
    declared = [node for node in nodes if isinstance(node, c_ast.Decl) and node.name is not None]
    own = next((node for node in declared if symbols.symbol(node) is symbol), None)
    parts = _parts(own.init) if own is not None and own.init is not None else None
    if parts is None or len(parts) < 2:
        return ()
    found = [symbols.symbol(part) for part in parts]
    known = tuple(each for each in found if each is not None and each.function is function)
    names = [each.name for each in (symbol, *known)]
    alone = all(sum(node.name == name for node in declared) == 1 for name in names)
    if len(known) < len(parts) or not alone or not _no_wrap(symbol, known) or _changed(nodes) & set(names):
        return ()
    return known


def _parts(value: c_ast.Node) -> list[c_ast.ID] | None:
    """The factors of a product of variables."""
    match value:
        case c_ast.ID():
            return [value]
        case c_ast.BinaryOp(op="*"):
            left, right = _parts(value.left), _parts(value.right)
            return None if left is None or right is None else left + right
    return None


def _no_wrap(symbol: Symbol, parts: tuple[Symbol, ...]) -> bool:
    """Whether the product is that of the numbers: signed ones don't overflow, 64 bits are enough."""
    types = [integer_of(each.type) for each in (symbol, *parts)]
    known = [each for each in types if isinstance(each, IntType)]
    if len(known) < len(types):
        return False
    if all(each.signed for each in known):
        return all(known[0].bits >= each.bits >= 32 for each in known)
    return all(not each.signed and each.bits == 64 for each in known)


def _changed(nodes: list[c_ast.Node]) -> set[str]:
    """The names of the variables that a function sets behind their declarations, or points to."""
    return {place.name for place in map(exposed_place, nodes) if isinstance(place, c_ast.ID)}
