"""Data-sharing attributes: which variables of a construct are shared and which are private (OpenMP 3.1, 2.9.1).

Explicit attributes come from clauses, predetermined ones from the kind of variable, implicit ones from
`default` or, for constructs that start no team of their own, from the construct around them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from weakref import WeakKeyDictionary

from pycparser import c_ast

from mapper.analysis.names.region_copies import find_region_copies
from mapper.analysis.names.scopes import Kind, StorageClass, Symbol
from mapper.analysis.names.symbols import Symbols, remembered
from mapper.diagnostics import Diagnostic, MapperError, fail
from mapper.frontend.gnu.markers import IMAGINARY
from mapper.ir.program.region import Sharing
from mapper.ir.trees.ctypes import ArrayType, CType
from mapper.ir.trees.directive import Clause, Directive
from mapper.ir.trees.names import pointed_names
from mapper.ir.trees.nodes import Omp, children, walk
from mapper.openmp.shape import nested_loop

_BY_CLAUSE = {
    "private": Sharing.PRIVATE,
    "firstprivate": Sharing.FIRSTPRIVATE,
    "lastprivate": Sharing.LASTPRIVATE,
    "linear": Sharing.FIRSTLASTPRIVATE,
    "shared": Sharing.SHARED,
    "reduction": Sharing.REDUCTION,
    "copyin": Sharing.THREADPRIVATE,
}
PREDEFINED = frozenset(["__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"])
"""Constant variables that C declares in each function; clauses may name them."""


def data_sharing(construct: Omp, enclosing: Sequence[Omp], symbols: Symbols) -> Mapping[Symbol, Sharing]:
    """The attribute of each variable that a construct refers to or names in a clause, by first reference.

    `enclosing` are the constructs around it in the same function, from outside in.  For a construct that
    starts no team or task (`for`, `single`, ...) a variable that no clause of its own names has the attribute
    that it has around the construct; what was declared in an enclosing construct is PRIVATE then, and so are
    the automatic variables of a function in which the construct is an orphan.
    References that a construct inside makes private for itself don't count.  Only for directives of OpenMP
    3.1; those of later versions count as if they weren't there.
    Raises MapperError E014: a clause names what is no variable, or `default(none)` leaves variables out.
    """
    view = _View(construct, symbols)
    around = [_View(each, symbols) for each in enclosing if not each.directive.later]
    referred = references(construct, symbols)
    found: dict[Symbol, Sharing] = {}
    errors: list[Diagnostic] = []
    for symbol in {**referred, **view.explicit}:
        try:
            found[symbol] = _attribute(symbol, referred.get(symbol, construct), [*around, view])
        except MapperError as error:
            errors += error.diagnostics
    if errors:
        raise MapperError(errors)
    return found


def sharing_around(symbol: Symbol, construct: Omp, enclosing: Sequence[Omp], symbols: Symbols) -> Sharing:
    """The attribute of one variable just outside a construct; arguments and errors as for `data_sharing`."""
    around = [_View(each, symbols) for each in enclosing if not each.directive.later]
    return _inherited(symbol, construct, [*around, _View(construct, symbols)])


def loop_counters(construct: Omp, symbols: Symbols) -> tuple[Symbol, ...]:
    """The iteration variables of the loops that a `for` or `parallel for` shares out, outermost first."""
    return nested_counters(construct, symbols) if "for" in construct.directive.words else ()


def nested_counters(construct: Omp, symbols: Symbols) -> tuple[Symbol, ...]:
    """The iteration variables of the loops that a construct is for, outermost first; of a `simd`, too."""
    found: list[Symbol] = []
    loop: c_ast.Node | None = construct.body
    for _ in range(construct.directive.associated):
        if not isinstance(loop, c_ast.For):
            break
        symbol = _counter(loop, symbols)
        found += [symbol] if symbol is not None else []
        loop = nested_loop(loop)
    return tuple(found)


def _counter(loop: c_ast.For, symbols: Symbols) -> Symbol | None:
    start = loop.init
    if isinstance(start, c_ast.DeclList) and start.decls:
        return symbols.symbol(start.decls[0])
    if isinstance(start, c_ast.Assignment) and isinstance(start.lvalue, c_ast.ID):
        return symbols.symbol(start.lvalue)
    return None


def references(construct: Omp, symbols: Symbols) -> dict[Symbol, c_ast.Node]:
    """The variables that a construct's body refers to, each with its first reference, in source order.

    Expressions in the construct's own clauses are evaluated outside, but for the chunk of a combined construct.
    Operands of `sizeof` are no references.
    """
    found: dict[Symbol, c_ast.Node] = {}
    chunk = construct.directive.first("schedule")
    if "parallel" in construct.directive.words and chunk is not None and chunk.expression is not None:
        _collect(chunk.expression, symbols, found)
    if construct.body is not None:
        _collect(construct.body, symbols, found)
    return found


def _collect(root: c_ast.Node, symbols: Symbols, found: dict[Symbol, c_ast.Node]) -> None:
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, Omp):
            _collect_inner(node, symbols, found)
        elif isinstance(node, c_ast.ID):
            symbol = symbols.symbol(node)
            if symbol is not None and is_variable(symbol):
                found.setdefault(symbol, node)
        elif isinstance(node, c_ast.StructRef):
            stack.append(node.name)  # a member is no variable
        elif not (isinstance(node, c_ast.UnaryOp) and node.op in ("sizeof", "_Alignof")):
            stack.extend(reversed(children(node)))


def _collect_inner(construct: Omp, symbols: Symbols, found: dict[Symbol, c_ast.Node]) -> None:
    """References of a construct inside another, without those that it makes private for itself."""
    view = _View(construct, symbols)
    for expression in (clause.expression for clause in construct.directive.clauses):
        if expression is not None:
            _collect(expression, symbols, found)
    for symbol, sharing in view.explicit.items():
        if sharing not in (Sharing.PRIVATE, Sharing.SHARED):
            found.setdefault(symbol, construct)
    inner: dict[Symbol, c_ast.Node] = {}
    if construct.body is not None:
        _collect(construct.body, symbols, inner)
    for symbol, node in inner.items():
        if view.explicit.get(symbol, Sharing.SHARED) is Sharing.SHARED and symbol not in view.counters:
            found.setdefault(symbol, node)


def is_variable(symbol: Symbol) -> bool:
    """Whether a symbol is a variable or parameter: what has a data-sharing attribute."""
    return symbol.kind in (Kind.VARIABLE, Kind.PARAMETER)


def clause_symbol(name: str, construct: Omp, symbols: Symbols) -> Symbol | None:
    """The symbol that a name in a construct's clause means, outside the construct."""
    return symbols.lookup(name, at=construct)


# ---- attributes


@dataclass(frozen=True)
class _View:
    """What one construct says about variables; parts are found when they are asked for."""

    construct: Omp
    symbols: Symbols

    @property
    def directive(self) -> Directive:
        return self.construct.directive

    @cached_property
    def explicit(self) -> Mapping[Symbol, Sharing]:
        """Attributes by clauses."""
        found: dict[Symbol, Sharing] = {}
        for clause in self.directive.clauses:
            sharing = _BY_CLAUSE.get(clause.kind)
            for number, name in enumerate(clause.variables if sharing is not None else ()):
                symbol = clause_symbol(name, self.construct, self.symbols)
                if symbol is None and name in PREDEFINED:
                    continue
                if symbol is None or not is_variable(symbol) or sharing is None:
                    where = clause.places[number] if clause.places else clause.where
                    fail("E014", not_a_variable(name, clause.kind, symbol), where)
                both = {found.get(symbol, sharing), sharing} == {Sharing.FIRSTPRIVATE, Sharing.LASTPRIVATE}
                found[symbol] = Sharing.FIRSTLASTPRIVATE if both else sharing
        return found

    @cached_property
    def counters(self) -> frozenset[Symbol]:
        return frozenset(loop_counters(self.construct, self.symbols))

    @cached_property
    def leaving(self) -> frozenset[Symbol]:
        return frozenset(leaving_counters(self.construct, self.symbols))

    @cached_property
    def declared(self) -> frozenset[Symbol]:
        """The variables that are declared inside."""
        body = self.construct.body
        return _declared_in(body, self.symbols) if body is not None else frozenset()


@remembered
def _declared_in(body: c_ast.Node, symbols: Symbols) -> frozenset[Symbol]:
    """The variables that some code declares."""
    found = (symbols.symbol(node) for node in walk(body) if isinstance(node, c_ast.Decl))
    return frozenset(symbol for symbol in found if symbol is not None and is_variable(symbol))


def names_in_text(name: str, clause: Clause) -> bool:
    """Whether the text of a clause of later OpenMP holds a name."""
    return clause.argument is not None and re.search(rf"\b{re.escape(name)}\b", clause.argument) is not None


def not_a_variable(name: str, clause: str, symbol: Symbol | None) -> str:
    """The message for a name in a clause that means no variable."""
    return f"'{name}' undeclared" if symbol is None else f"'{name}' is not a variable in clause '{clause}'"


def _attribute(symbol: Symbol, node: c_ast.Node, views: Sequence[_View]) -> Sharing:
    """The attribute of a variable in the last of nested constructs; `node` refers to it."""
    if symbol in threadprivate_symbols(views[-1].symbols):
        return Sharing.THREADPRIVATE
    view = views[-1]
    if id(view.construct) in region_copies(view.symbols).get(symbol, ()):
        return Sharing.PRIVATE
    explicit = view.explicit.get(symbol)
    if symbol in view.counters:  # `shared` on a combined construct is for its `parallel` alone
        last = explicit in (Sharing.LASTPRIVATE, Sharing.FIRSTLASTPRIVATE) or symbol in view.leaving
        return Sharing.LASTPRIVATE if last else Sharing.PRIVATE
    if explicit is not None:
        return explicit
    if symbol in view.declared:
        return Sharing.SHARED if symbol.is_static else Sharing.LOCAL
    if view.directive.words & {"parallel", "task"}:
        return _default(symbol, node, views)
    return _inherited(symbol, node, views)


def leaving_counters(construct: Omp, symbols: Symbols) -> tuple[Symbol, ...]:
    """The counters that no clause names and whose values are seen behind a work-shared loop.

    With `simd` they are linear or lastprivate (OpenMP 5.0, 2.19.1.1); without it they are private.
    """
    view = _View(construct, symbols)
    if view.directive.first("simd") is None:
        return ()
    return tuple(
        symbol
        for symbol in loop_counters(construct, symbols)
        if symbol not in view.explicit and symbol not in view.declared and _read_behind(symbol, construct, symbols)
    )


def _read_behind(symbol: Symbol, construct: Omp, symbols: Symbols) -> bool:
    """Whether a variable may be read other than in `for` loops that begin by assigning it.

    A loop around the construct that has the same counter goes on with the value that the construct leaves.
    """
    if symbol.function is None or symbol.is_static:
        return True
    stack: list[c_ast.Node] = [symbol.function.body]
    while stack:
        node = stack.pop()
        if isinstance(node, c_ast.ID) and symbols.symbol(node) is symbol:
            return True
        if isinstance(node, Omp) and any(_reads(clause, symbol) for clause in node.directive.clauses):
            return True
        if isinstance(node, c_ast.For) and _assigned(node, symbols) is symbol:
            if symbol.name in pointed_names(node) or any(each is construct for each in walk(node.stmt)):
                return True
            stack.append(node.init.rvalue)
        else:
            stack.extend(children(node))
    return False


def _assigned(loop: c_ast.For, symbols: Symbols) -> Symbol | None:
    """The variable that a loop begins by assigning."""
    plain = isinstance(loop.init, c_ast.Assignment) and loop.init.op == "="
    return _counter(loop, symbols) if plain else None


def _reads(clause: Clause, symbol: Symbol) -> bool:
    """Whether a clause that names a variable may pass its value on."""
    named = symbol.name in clause.variables or names_in_text(symbol.name, clause)
    return named and clause.kind not in ("private", "lastprivate", "shared", "default")


def _default(symbol: Symbol, node: c_ast.Node, views: Sequence[_View]) -> Sharing:
    """The implicit attribute in a `parallel` or `task` construct."""
    directive = views[-1].directive
    default = directive.first("default")
    if default is not None and default.modifier != "shared":
        if _is_const(symbol.type) or symbol.name == IMAGINARY:
            return Sharing.SHARED
        if default.modifier == "none":
            if any(names_in_text(symbol.name, clause) for clause in directive.clauses):
                return Sharing.SHARED  # a clause of later OpenMP, such as `linear`, which keeps the construct
            kind = "task" if "task" in directive.words else "parallel"
            unit = views[-1].symbols.unit
            where = node.directive.where if isinstance(node, Omp) else unit.location(node)
            note = (f"enclosing '{kind}'", directive.where)
            fail("E014", f"'{symbol.name}' not specified in enclosing '{kind}'", where, note)
        return _BY_CLAUSE[str(default.modifier)]
    if default is not None or "parallel" in directive.words:
        return Sharing.SHARED
    return _in_task(symbol, node, views)


def _in_task(symbol: Symbol, node: c_ast.Node, views: Sequence[_View]) -> Sharing:
    """In a task without `default`: shared if all threads of the team share the variable, else firstprivate."""
    outer = _inherited(symbol, node, views)
    return Sharing.SHARED if outer is Sharing.SHARED else Sharing.FIRSTPRIVATE


def _inherited(symbol: Symbol, node: c_ast.Node, views: Sequence[_View]) -> Sharing:
    """The attribute around the last construct."""
    if len(views) > 1:
        outer = _attribute(symbol, node, views[:-1])
        return Sharing.PRIVATE if outer is Sharing.LOCAL else outer
    return Sharing.SHARED if symbol.is_static else Sharing.PRIVATE


def _is_const(of: CType) -> bool:
    return _is_const(of.element) if isinstance(of, ArrayType) else of.const


# ---- threadprivate

_threadprivate: WeakKeyDictionary[Symbols, frozenset[Symbol]] = WeakKeyDictionary()
_region_copies: WeakKeyDictionary[Symbols, Mapping[Symbol, frozenset[int]]] = WeakKeyDictionary()


def threadprivate_symbols(symbols: Symbols) -> frozenset[Symbol]:
    """The variables of which each thread has its own: named by `threadprivate`, or `_Thread_local`.

    Those are left out that are as good as private to the regions that use them (`region_copies`).
    """
    found = _threadprivate.get(symbols)
    if found is None:
        found = frozenset(_find_threadprivate(symbols)) - region_copies(symbols).keys()
        _threadprivate[symbols] = found
    return found


def thread_storage(symbols: Symbols) -> frozenset[Symbol]:
    """All variables of which each thread has its own, those included that are as good as private to regions."""
    return threadprivate_symbols(symbols) | region_copies(symbols).keys()


def region_copies(symbols: Symbols) -> Mapping[Symbol, frozenset[int]]:
    """The threadprivate variables that are as good as private ones, each with the regions that use it, by `id`."""
    found = _region_copies.get(symbols)
    if found is None:
        found = _region_copies[symbols] = find_region_copies(_find_threadprivate(symbols), symbols)
    return found


def _find_threadprivate(symbols: Symbols) -> Iterator[Symbol]:
    yield from (symbol for symbol in symbols.all if symbol.storage is StorageClass.THREAD)
    unit = symbols.unit
    if not any(token.kind == "pragma" and "threadprivate" in token.text for token in unit.tokens):
        return
    for item in unit.tree.ext:
        for node in walk(item) if isinstance(item, Omp | c_ast.FuncDef) else ():
            if isinstance(node, Omp) and node.directive.kind == "threadprivate":
                for name in node.directive.clauses[0].variables:
                    symbol = symbols.lookup(name, at=node)
                    if symbol is not None:
                        yield symbol
