"""Variables that hold a product of others as long as they live: `const int plane = nx * ny`."""

from __future__ import annotations

from pycparser import c_ast

from mapper.analysis.names.scopes import StorageClass, Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import integer_of
from mapper.analysis.pointers.effects import EffectsOf
from mapper.ir.trees.ctypes import CType, IntType
from mapper.ir.trees.names import exposed_place
from mapper.ir.trees.nodes import walk


def factors(symbol: Symbol, symbols: Symbols, effects: EffectsOf) -> tuple[Symbol, ...]:
    """The variables whose product a variable was set to, where none of them changes; empty: they are not known.

    Those are automatic variables that are set where they are declared and nowhere else, parameters that are not
    set at all, and variables of the file that the function and what it calls leave as they are.  The function
    takes the address of none, and declares no other variable with the name of one.
    """
    function = symbol.function
    if function is None or symbol.storage is not StorageClass.AUTOMATIC:
        return ()
    own = symbol.decl
    if not isinstance(own, c_ast.Decl) or own.init is None:
        return ()
    parts = _parts(own.init, symbols)
    if parts is None or len(parts) < 2:
        return ()
    nodes = list(walk(function))
    declared = [node for node in nodes if isinstance(node, c_ast.Decl) and node.name is not None]
    written = effects.of(function.body, symbols)

    def stays(part: Symbol) -> bool:
        same = not written.unknown and not written.writes & effects.points.of_symbol(part)
        return part.function is function or (part.file_scope and not part.type.volatile and same)

    known = tuple(each for each in map(symbols.symbol, parts) if each is not None and stays(each))
    times = {each.name: int(each.function is function) for each in (symbol, *known)}
    alone = all(sum(node.name == name for node in declared) == number for name, number in times.items())
    if len(known) < len(parts) or not alone or _changed(nodes) & times.keys():
        return ()
    return known if _no_wrap(symbol, known, symbols.type_of(own.init)) else ()


def _parts(value: c_ast.Node, symbols: Symbols) -> list[c_ast.ID] | None:
    """The factors of a product of variables, which may be cast to types that hold their values."""
    match value:
        case c_ast.ID():
            return [value]
        case c_ast.BinaryOp(op="*"):
            left, right = _parts(value.left, symbols), _parts(value.right, symbols)
            return None if left is None or right is None else left + right
        case c_ast.Cast():
            of, to = integer_of(symbols.type_of(value.expr)), integer_of(symbols.type_of(value))
            known = isinstance(of, IntType) and isinstance(to, IntType) and _keeps(of, to)
            return _parts(value.expr, symbols) if known else None
    return None


def _no_wrap(symbol: Symbol, parts: tuple[Symbol, ...], product: CType) -> bool:
    """Whether the product is that of the numbers: signed ones don't overflow, 64 bits are enough."""
    types = [integer_of(each) for each in (symbol.type, product, *(part.type for part in parts))]
    known = [each for each in types if isinstance(each, IntType)]
    if len(known) < len(types):
        return False
    held, computed, *operands = known
    return _keeps(computed, held) and all(
        each.bits == 64 or (each.signed and each.bits >= 32) for each in operands
    )


def _keeps(of: IntType, to: IntType) -> bool:
    """Whether a number stays the same in another type, but for multiples of 2^64."""
    return to.bits == 64 or (of.signed and to.signed and to.bits >= of.bits)


def _changed(nodes: list[c_ast.Node]) -> set[str]:
    """The names of the variables that a function sets behind their declarations, or points to."""
    return {place.name for place in map(exposed_place, nodes) if isinstance(place, c_ast.ID)}
