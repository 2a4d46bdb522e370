"""Functions whose memory stays with them: the blocks that they allocate and free are of their own pointers."""

from __future__ import annotations

from collections.abc import Iterator

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind, Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import is_arithmetic
from mapper.analysis.pointers.effects import EffectsOf
from mapper.analysis.whole_program.library import Flags
from mapper.ir.trees.nodes import addressed, arguments_of, called_name, walk, without_casts
from mapper.openmp.idioms.memory.allocations import ALLOCATING, is_free_of


def keeps_blocks(function: c_ast.FuncDef, symbols: Symbols, effects: EffectsOf) -> bool:
    """Whether each library call that allocates gives an automatic pointer a block, and others free such blocks.

    These pointers only lead to the values of elements, are compared or freed: no other variable can lead to the
    blocks.  The user's functions that it calls are not looked at.
    """
    blocks: set[Symbol] = set()
    known: set[int] = set()
    for pointer, value in _assigned(function.body):
        call = without_casts(value)
        if isinstance(call, c_ast.FuncCall) and called_name(call) in ALLOCATING:
            symbol = symbols.symbol(pointer)
            if symbol is None or symbol.kind is not Kind.VARIABLE or not symbol.is_automatic:
                return False
            blocks.add(symbol)
            known |= {id(call), id(pointer)}
    places = {id(addressed(node)) for node in walk(function.body)}
    for node in walk(function.body):
        match node:
            case c_ast.FuncCall() if any(is_free_of(node, block.name) for block in blocks):
                known |= {id(node), id(without_casts(arguments_of(node)[0]))}
            case c_ast.ArrayRef(name=c_ast.ID() as pointer) | c_ast.UnaryOp(op="*", expr=c_ast.ID() as pointer):
                if is_arithmetic(symbols.type_of(node)) and id(node) not in places:
                    known.add(id(pointer))
            case c_ast.UnaryOp(op="!"):
                known.add(id(node.expr))
            case c_ast.BinaryOp(op="==" | "!="):
                known |= {id(node.left), id(node.right)}
    return all(id(node) in known for node in _telling(function.body, blocks, symbols, effects))


def _assigned(body: c_ast.Node) -> Iterator[tuple[c_ast.Node, c_ast.Node]]:
    """The variables that get a value in some code, or their declarations, each with the value."""
    for node in walk(body):
        if isinstance(node, c_ast.Decl) and node.init is not None:
            yield node, node.init
        elif isinstance(node, c_ast.Assignment):
            yield node.lvalue, node.rvalue


def _telling(body: c_ast.Node, blocks: set[Symbol], symbols: Symbols, effects: EffectsOf) -> Iterator[c_ast.Node]:
    """The uses of the blocks' pointers, and the calls of functions without source that allocate or free."""
    for node in walk(body):
        if isinstance(node, c_ast.ID) and symbols.symbol(node) in blocks:
            yield node
        elif isinstance(node, c_ast.FuncCall):
            targets = effects.graph.targets(node, symbols)
            sources = effects.graph.whole.functions
            outside = targets.unknown or any(key not in sources for key in targets.all)
            if outside and effects.of(node, symbols).flags & (Flags.ALLOCATES | Flags.FREES):
                yield node
