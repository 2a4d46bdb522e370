"""Threads' numbers: which code asks for them, and the code between loops that each thread runs with its own."""

from __future__ import annotations

from collections.abc import Container, Iterator

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.ir.trees.jumps import leaves, only_returned
from mapper.ir.trees.names import assigned_names, changed_place, declared_names
from mapper.ir.trees.nodes import Omp, ids, walk
from mapper.translate.common.context import Context

NUMBER = "omp_get_thread_num"
COUNT = "omp_get_num_threads"
_DEEPEST = 8  # functions that only return what the next one returns
_JUMPS = (c_ast.Return, c_ast.Goto, c_ast.Label)
_ONE_AT_A_TIME = ("critical", "atomic")  # constructs that all threads run, one after the other
_OPENED = {
    c_ast.If: ("iftrue", "iffalse"),
    c_ast.For: ("stmt",),
    c_ast.While: ("stmt",),
    c_ast.DoWhile: ("stmt",),
    c_ast.Switch: ("stmt",),
}


def asked(node: c_ast.Node | None, symbols: Symbols, context: Context) -> str:
    """The function of the OpenMP library whose value a call gives, itself or by functions that only return it.

    Empty for all other expressions.
    """
    for _ in range(_DEEPEST):
        if not isinstance(node, c_ast.FuncCall) or not isinstance(node.name, c_ast.ID) or node.args is not None:
            return ""
        definition = context.called(node, symbols)
        if definition is None:
            name: str = node.name.name
            return name if name.startswith("omp_") else ""
        node, symbols = only_returned(definition.function.body), definition.symbols
    return ""


def numbered(root: c_ast.Node, symbols: Symbols, numbers: Container[Symbol | None], context: Context) -> bool:
    """Whether code mentions the number of its thread: one of the variables `numbers`, or a call that asks."""
    return any(
        (isinstance(node, c_ast.ID) and symbols.symbol(node) in numbers) or asked(node, symbols, context) == NUMBER
        for node in walk(root)
    )


def own_statements(
    body: c_ast.Node,
    symbols: Symbols,
    numbers: Container[Symbol | None],
    context: Context,
    ignored: Container[int],
    calls: Container[int],
    wholes: Container[int],
    repeated: Container[int],
) -> Iterator[c_ast.Node]:
    """The outermost statements between constructs that mention the thread's number and share no work out.

    So are blocks with variables of their own, `critical` and `atomic`, and the calls `wholes`, by `id`, of
    functions that all threads run together.  `repeated` are parts, by `id`, that each thread must run although
    they have no number in them.

    `ignored` are the `id`s of statements and calls in which the number means nothing, `calls` those of team
    functions.
    """
    if isinstance(body, Omp):
        if body.directive.kind == "parallel" and body.body is not None:
            yield from own_statements(body.body, symbols, numbers, context, ignored, calls, wholes, repeated)
        elif body.directive.kind in _ONE_AT_A_TIME and (
            id(body) in repeated or numbered(body, symbols, numbers, context)
        ):
            yield body
        return
    if isinstance(body, c_ast.Compound | c_ast.Case | c_ast.Default):
        items = body.block_items if isinstance(body, c_ast.Compound) else body.stmts
        whole = isinstance(body, c_ast.Compound) and _is_whole(body, ignored, calls, wholes)
        if whole and numbered(body, symbols, numbers, context):
            yield body
            return
        for item in items or []:
            yield from own_statements(item, symbols, numbers, context, ignored, calls, wholes, repeated)
        return
    if id(body) in ignored or isinstance(body, c_ast.Decl | c_ast.DeclList):
        return
    if isinstance(body, c_ast.Assignment) and id(body.rvalue) in ignored:
        return
    if id(body) in wholes:
        yield body
        return
    calls_whole = any(id(part) in wholes for part in walk(body))
    by_number = numbered(body, symbols, numbers, context) or any(id(part) in repeated for part in walk(body))
    if not by_number and not calls_whole:
        return
    if by_number and not any(_shares_out(part) or id(part) in calls for part in walk(body)):
        if not leaves(body, always=_JUMPS):
            yield body
        return
    for name in _OPENED.get(type(body), ()):
        part = getattr(body, name)
        if part is not None:
            yield from own_statements(part, symbols, numbers, context, ignored, calls, wholes, repeated)


def _is_whole(block: c_ast.Compound, *apart: Container[int]) -> bool:
    """Whether threads may run a block with variables of its own as one statement; none of `apart` may be in it.

    Other variables are set by it in `critical` and `atomic` alone: they may be each thread's own.
    """
    if not any(isinstance(item, c_ast.Decl) for item in block.block_items or []) or leaves(block, always=_JUMPS):
        return False
    parts = list(walk(block))
    if any(_shares_out(part) or any(id(part) in each for each in apart) for part in parts):
        return False
    loops = [part.init for part in parts if isinstance(part, c_ast.For)]
    merging = ids(*(part for part in parts if isinstance(part, Omp)))
    own = declared_names(block) | assigned_names(*loops)
    places = (changed_place(part) for part in parts if id(part) not in merging)
    return all(place.name in own for place in places if isinstance(place, c_ast.ID))


def _shares_out(node: c_ast.Node) -> bool:
    """Whether a construct is more than a `critical`, an `atomic` or a `flush`."""
    return isinstance(node, Omp) and node.directive.kind not in (*_ONE_AT_A_TIME, "flush")
