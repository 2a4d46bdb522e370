"""Whether the program may read what a loop leaves in a scalar that no pointer leads to (liveness analysis).

A variable of the whole program holds nothing that matters between two functions if each function that names it
writes it before it reads it, also behind each call of one of the program's functions and behind each construct.
"""

from __future__ import annotations

from pycparser import c_ast

from mapper.analysis.names.scopes import StorageClass, Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.effects import EffectsOf
from mapper.analysis.whole_program.library import Flags
from mapper.ir.trees.directive import Clause
from mapper.ir.trees.nodes import Omp, once, path_to, walk
from mapper.translate.common.context import Context, Definition, key_of
from mapper.translate.common.uses import uses_of
from mapper.translate.private.liveness import NOTHING, Flow, State, read_after


def is_read_behind(
    symbol: Symbol, construct: c_ast.Node, symbols: Symbols, context: Context, effects: EffectsOf
) -> bool:
    """Whether code behind a construct may read what this leaves in a variable whose address is not taken."""
    if _is_read_unseen(symbol, construct, context):
        return True
    if symbol.storage is not StorageClass.AUTOMATIC:
        key = key_of(symbol)
        if key not in context.read_between:
            context.read_between[key] = _is_read_between(symbol, context, effects)
        return context.read_between[key]
    function = symbol.function
    if function is None or effects.of(function.body, symbols).flags & Flags.JUMPS:
        return True
    return read_after(symbol, symbols, function.body, construct)


def _is_read_unseen(symbol: Symbol, construct: c_ast.Node, context: Context) -> bool:
    """Whether code that no way through a function leads over may read a variable, or what it starts from."""
    if any("cleanup" in unit.hidden for unit in context.units):
        return True
    function = symbol.function
    if symbol.storage is StorageClass.AUTOMATIC and (function is None or not path_to(function.body, construct)):
        return True
    return any(
        symbol.name in clause.variables or symbol.name in (clause.argument or "")
        for definition in context.all()
        for clause in _reading_clauses(definition.function.body)
    )


@once
def _reading_clauses(code: c_ast.Node) -> list[Clause]:
    """The reductions in code, and its clauses of later versions of OpenMP."""
    directives = (node.directive for node in walk(code) if isinstance(node, Omp))
    clauses = (clause for directive in directives for clause in directive.clauses)
    return [clause for clause in clauses if clause.later or clause.kind == "reduction"]


def _is_read_between(symbol: Symbol, context: Context, effects: EffectsOf) -> bool:
    """Whether a function may read what others, or a construct of its own, have left in a variable."""
    units = [each for each in context.units if symbol.external or each.path == symbol.unit]
    if (symbol.external and not context.graph.whole.complete) or any(unit.opaque for unit in units):
        return True
    for definition in context.all():
        heading = uses_of(definition.function.decl, definition.symbols).mentioned  # of sizes of parameters' types
        used = uses_of(definition.function.body, definition.symbols).mentioned.get(key_of(symbol))
        if key_of(symbol) in heading or (used is not None and _reads(used[0], definition, context, effects)):
            return True
    return False


def _reads(symbol: Symbol, definition: Definition, context: Context, effects: EffectsOf) -> bool:
    """Whether a function may read what the variable holds when it begins, or what something else leaves in it."""
    body, symbols = definition.function.body, definition.symbols
    if effects.of(body, symbols).flags & Flags.JUMPS:
        return True
    flow = _Between(symbol, symbols, context)
    flow.run(body)
    return flow.exposed


class _Between(Flow):
    """Follows a variable through a function.

    Behind calls of functions of the program, and behind constructs, it counts as not written.
    """

    def __init__(self, symbol: Symbol, symbols: Symbols, context: Context) -> None:
        super().__init__(symbol, symbols)
        self._context = context

    def _funccall(self, node: c_ast.FuncCall, state: State) -> State:
        state = super()._funccall(node, state)
        targets = self._context.graph.targets(node, self.symbols)
        own = self._context.graph.whole.functions
        others = targets.unknown or targets.callbacks or any(own.get(key) for key in targets.functions)
        return NOTHING if state is not None and others else state

    def _omp(self, node: Omp, state: State) -> State:
        after = super()._omp(node, state)
        named = key_of(self.symbol) in uses_of(node, self.symbols).mentioned
        return NOTHING if after is not None and named else after
