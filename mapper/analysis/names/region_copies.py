"""Threadprivate variables that are as good as private ones: each region that uses them gives them values first.

No value gets from one region to another one, or to serial code: what names such a variable is in regions alone, or
in functions whose statements stand there in place of all their calls.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind, Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import dimensions, innermost, is_arithmetic, rank
from mapper.ir.trees.directive import Clause
from mapper.ir.trees.jumps import has_jump
from mapper.ir.trees.nodes import Omp, arguments_of, base_of, called_name, children, subscripted, text_of, walk
from mapper.openmp.idioms.memory.own_memory import counted

_OTHER_THREADS = frozenset(["task", "taskloop", "target", "teams"])
_CLEARING = frozenset(["memset", "__builtin_memset", "bzero", "__builtin_bzero"])


@dataclass(eq=False)
class _Uses:
    """Where a variable is used: the `parallel` constructs; `bad` where it must stay as it is."""

    regions: dict[int, Omp] = field(default_factory=dict)
    bad: bool = False


def find_region_copies(candidates: Iterable[Symbol], symbols: Symbols) -> dict[Symbol, frozenset[int]]:
    """Those of some threadprivate variables that are as good as private ones, each with its regions, by `id`."""
    uses = {each: _Uses() for each in candidates if _may_be(each)}
    if not uses or symbols.unit.opaque or symbols.unit.names.opaque:
        return {}
    unused = _unused(symbols)
    for item in symbols.unit.tree.ext:
        if item not in unused and (not isinstance(item, Omp) or item.directive.kind != "threadprivate"):
            _note(item, symbols, uses)
    found = {}
    for symbol, each in uses.items():
        regions = each.regions.values()
        if regions and not each.bad and all(_starts(one, symbol, symbols) for one in regions):
            found[symbol] = frozenset(each.regions)
    return found


def _unused(symbols: Symbols) -> set[c_ast.Node]:
    """The unit's own functions that nothing else in the tree leads to, as others have their statements instead."""
    own = {name: each for name, each in symbols.functions.items() if "static" in each.decl.storage}
    left: list[c_ast.Node] = [each for each in symbols.unit.tree.ext if each not in own.values()]
    while left:
        for node in walk(left.pop()):
            if isinstance(node, c_ast.ID) and node.name in own:
                left.append(own.pop(node.name))
    return {*own.values()}


def _may_be(symbol: Symbol) -> bool:
    ctype = innermost(symbol.type)
    return not symbol.external and is_arithmetic(ctype) and not ctype.volatile and not ctype.atomic


def _note(root: c_ast.Node, symbols: Symbols, uses: dict[Symbol, _Uses]) -> None:
    """Note the regions in which code names the variables, and what makes these unfit."""
    stack: list[tuple[c_ast.Node, Omp | None, bool]] = [(root, None, False)]
    while stack:
        node, region, fits = stack.pop()
        if isinstance(node, Omp) and node.directive.kind != "threadprivate":
            for symbol, each in uses.items():
                each.bad |= any(_names(symbol.name, clause) for clause in node.directive.clauses)
            if "parallel" in node.directive.words:
                region, fits = node, node.directive.kind == "parallel"
            fits = fits and not node.directive.words & _OTHER_THREADS
        if (taken := _address(node, symbols)) in uses:
            uses[taken].bad = True
        named, below = _value(node, symbols)
        if named in uses:
            uses[named].bad |= not fits
            if region is not None:
                uses[named].regions[id(region)] = region
        stack += [(child, region, fits) for child in below]


def takes_address(root: c_ast.Node, symbol: Symbol, symbols: Symbols) -> bool:
    """Whether code takes the address of a variable, or of an element of an array."""
    stack = [root]
    while stack:
        node = stack.pop()
        if _address(node, symbols) is symbol:
            return True
        stack += _value(node, symbols)[1]
    return False


def _address(node: c_ast.Node, symbols: Symbols) -> Symbol | None:
    """The variable whose address a node takes: by `&`, or by an array's name without subscripts."""
    if isinstance(node, c_ast.UnaryOp) and node.op == "&":
        base = base_of(node.expr)
        return None if base is None else symbols.symbol(base)
    symbol = symbols.symbol(node) if isinstance(node, c_ast.ID) else None
    return symbol if symbol is not None and rank(symbol.type) else None


def _value(node: c_ast.Node, symbols: Symbols) -> tuple[Symbol | None, Sequence[c_ast.Node]]:
    """The variable whose value, or whose element, a node uses, and what else is to be looked at below the node."""
    if isinstance(node, c_ast.FuncCall) and (cleared := _cleared(node, symbols)) is not None:
        return cleared, ()
    if isinstance(node, c_ast.UnaryOp) and node.op == "sizeof" and isinstance(node.expr, c_ast.ID):
        return None, ()
    base, subscripts = subscripted(node)
    symbol = symbols.symbol(base) if isinstance(base, c_ast.ID) else None
    if symbol is None or len(subscripts) != rank(symbol.type):
        return None, children(node)
    return symbol, subscripts


def _cleared(call: c_ast.FuncCall, symbols: Symbols) -> Symbol | None:
    """The array all bytes of which a call sets to a constant, `memset(own, 0, sizeof own)`."""
    given = arguments_of(call)
    if called_name(call) not in _CLEARING or not given or not isinstance(given[0], c_ast.ID):
        return None
    symbol = symbols.symbol(given[0])
    size = None if symbol is None or not rank(symbol.type) else symbols.constant_sizeof(symbol.type)
    same = size is not None and symbols.constant(given[-1]) == size
    constant = all(symbols.constant(each) is not None for each in given[1:])
    return symbol if same and constant and called_name(call) not in symbols.functions else None


def _names(name: str, clause: Clause) -> bool:
    """Whether a clause names a variable; true also for another one of the same name."""
    if clause.expression is not None and any(
        getattr(each, "name", "") == name for each in walk(clause.expression)
    ):
        return True
    return name in clause.variables or re.search(rf"\b{re.escape(name)}\b", clause.argument or "") is not None


def _starts(region: Omp, symbol: Symbol, symbols: Symbols) -> bool:
    """Whether all threads of a region assign a variable before anything in it uses the variable.

    False also where something in the region may lead to a region, which may have one thread: this one.
    """
    body = region.body
    if not isinstance(body, c_ast.Compound) or not _is_alone(body, symbols, set()):
        return False
    if any(isinstance(node, c_ast.Goto | c_ast.Label) for node in walk(body)):
        return False
    first = next((item for item in body.block_items or [] if _mentions(item, symbol, symbols)), None)
    return first is not None and _sets(first, symbol, symbols, [])


def _sets(node: c_ast.Node, symbol: Symbol, symbols: Symbols, around: Sequence[tuple[str, int | None]]) -> bool:
    """Whether a statement assigns a variable, or all elements of an array, and does nothing else with it.

    `around` are the counters of loops around it that begin with 0, and their bounds.
    """
    match node:
        case c_ast.FuncCall():
            return _cleared(node, symbols) is symbol
        case c_ast.Compound():
            naming = [item for item in node.block_items or [] if _mentions(item, symbol, symbols)]
            return len(naming) == 1 and not has_jump(node) and _sets(naming[0], symbol, symbols, around)
        case c_ast.For():
            found = counted(node)
            if found is None or _mentions(found[1], symbol, symbols):
                return False
            return _sets(node.stmt, symbol, symbols, [*around, (found[0], symbols.constant(found[1]))])
        case c_ast.Assignment(op="="):
            base, subscripts = subscripted(node.lvalue)
            lengths = [of.length for of in dimensions(symbol.type)]
            filled = {*zip(map(text_of, subscripts), lengths, strict=False)}
            own = symbols.symbol(base) is symbol and len(lengths) == len(subscripts) == len(around)
            each = len(filled) == len(around)  # and no counter stands for two dimensions
            return own and each and filled == {*around} and not _mentions(node.rvalue, symbol, symbols)
    return False


def _mentions(root: c_ast.Node, symbol: Symbol, symbols: Symbols) -> bool:
    return any(isinstance(node, c_ast.ID) and symbols.symbol(node) is symbol for node in walk(root))


def _is_alone(root: c_ast.Node, symbols: Symbols, seen: set[str]) -> bool:
    """Whether code leads to no region in functions of the unit that it calls, nor through pointers."""
    for node in walk(root):
        if isinstance(node, Omp) and "parallel" in node.directive.words:
            return False
        if not isinstance(node, c_ast.FuncCall):
            continue
        name, known = called_name(node), symbols.symbol(node.name)
        if known is not None and known.kind is not Kind.FUNCTION:
            return False
        if name in symbols.functions and name not in seen:
            seen.add(name)
            if not _is_alone(symbols.functions[name].body, symbols, seen):
                return False
    return True
