"""Threadprivate variables that are as good as private ones: each region that uses them gives them values first.

No value gets from one region to another one, or to serial code: what names such a variable is in regions alone, or
in functions whose statements stand there in place of all their calls.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind, Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import is_arithmetic
from mapper.ir.trees.directive import Clause
from mapper.ir.trees.nodes import Omp, called_name, children, walk

_ASKING = frozenset(["omp_get_thread_num", "omp_get_num_threads", "omp_get_max_threads", "omp_get_wtime"])
_OTHER_THREADS = frozenset(["task", "taskloop", "target", "teams"])


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
    ctype = symbol.type
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
        if isinstance(node, c_ast.UnaryOp) and node.op == "&" and isinstance(node.expr, c_ast.ID):
            fits = False
        if isinstance(node, c_ast.ID):
            named = symbols.symbol(node)
            if named in uses:
                uses[named].bad |= not fits
                if region is not None:
                    uses[named].regions[id(region)] = region
        stack += [(child, region, fits) for child in children(node)]


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
    return (
        isinstance(first, c_ast.Assignment)
        and first.op == "="
        and isinstance(first.lvalue, c_ast.ID)
        and not _mentions(first.rvalue, symbol, symbols)
    )


def _mentions(root: c_ast.Node, symbol: Symbol, symbols: Symbols) -> bool:
    return any(isinstance(node, c_ast.ID) and symbols.symbol(node) is symbol for node in walk(root))


def _is_alone(root: c_ast.Node, symbols: Symbols, seen: set[str]) -> bool:
    """Whether code leads to no region: it calls functions of the device, or of the unit that call no others."""
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
        elif name not in seen and name not in _ASKING and symbols.device_function(name) is None:
            return False
    return True
