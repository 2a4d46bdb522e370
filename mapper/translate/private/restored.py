"""Private variables that iterations leave as they found them: a count that is 0 before the loop and behind each.

int rank = 0;
#pragma omp parallel for firstprivate(rank)
for (int i = 0; i < n; i++) {
  for (int j = 0; j < n; j++)
    rank += a[j] < a[i];
  sorted[rank] = a[i];
  rank = 0;
}
"""

from __future__ import annotations

from collections.abc import Sequence

from pycparser import c_ast

from mapper.analysis.kernels.assigned import may_leave
from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.ir.trees.names import value_set
from mapper.ir.trees.nodes import Omp, addressed, path_to, walk
from mapper.translate.common.updates import constant


def is_restored(symbol: Symbol, construct: Omp, body: c_ast.Node, symbols: Symbols) -> bool:
    """Whether a firstprivate variable has the same constant value at the beginning of all iterations of a loop."""
    function = symbol.function
    if function is None or not symbol.is_automatic or may_leave(body):
        return False
    for node in walk(function.body):
        if isinstance(node, c_ast.Label | c_ast.Case | c_ast.Default) or _is(addressed(node), symbol, symbols):
            return False
    path = path_to(function.body, construct)
    region = next((node for node in path if isinstance(node, Omp)), construct)
    if _uses(region, symbol, symbols) != _uses(construct, symbol, symbols):
        return False
    around = path[path.index(region) - 1] if region in path[1:] else None
    items = around.block_items or [] if isinstance(around, c_ast.Compound) else []
    before = _last_value(items[: _place(items, region)], symbol, symbols)
    behind = _last_value(body.block_items or [] if isinstance(body, c_ast.Compound) else [], symbol, symbols)
    return before is not None and before == behind


def _place(items: Sequence[c_ast.Node], region: Omp) -> int:
    return next((at for at, item in enumerate(items) if item is region), 0)


def _last_value(items: Sequence[c_ast.Node], symbol: Symbol, symbols: Symbols) -> float | None:
    """The constant that the last of some statements that names a variable gives it; None where it does more."""
    for item in reversed(items):
        if _uses(item, symbol, symbols):
            target = item if isinstance(item, c_ast.Decl) else getattr(item, "lvalue", None)
            value = value_set(item) if _is(target, symbol, symbols) else None
            return None if value is None else constant(value, symbols)
    return None


def _uses(root: c_ast.Node, symbol: Symbol, symbols: Symbols) -> int:
    """How often some code names a variable."""
    return sum(_is(node, symbol, symbols) for node in walk(root))


def _is(node: c_ast.Node | None, symbol: Symbol, symbols: Symbols) -> bool:
    return isinstance(node, c_ast.ID | c_ast.Decl) and symbols.symbol(node) is symbol
