"""Loops and sections of a region as OpenMP constructs of their own, for the device path of the region.

There the host's initial thread alone runs the region's body.  A loop that has no kernel, or whose launch fails,
becomes `parallel for`: what was private to each thread of the region goes in as firstprivate, and comes out as a
reduction where the loop accumulates.
"""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.names.sharing import threadprivate_symbols
from mapper.analysis.names.symbols import Kind, StorageClass, Symbol, Symbols
from mapper.diagnostics import Location
from mapper.ir.program.region import ParallelRegion, TeamFunction, WorkLoop
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import INT
from mapper.ir.trees.directive import OWN, Clause, Directive
from mapper.ir.trees.nodes import Omp, children, ids, single, walk
from mapper.translate.regions.hosted import known_times

_LOOP_CLAUSES = frozenset(
    "simd private firstprivate lastprivate linear reduction schedule collapse ordered".split()
)
LITTLE_WORK = 4096
"""Statements for each thread that one thread executes for all sooner than a team of sixteen would be awake."""


def parallel_loop(
    holder: ParallelRegion | TeamFunction, loop: WorkLoop, symbols: Symbols, threads: c_ast.Node | None
) -> Omp:
    """The loop as `parallel for`, with the clauses that make it mean what it means in its region or function.

    `threads` is the number of threads, where the region asks for one.  Iterations that threads deal out by hand
    may depend on each other where a launch has found that arrays overlap: one thread runs all, in their order.
    """
    directive = loop.construct.directive
    clauses = [clause for clause in directive.clauses if clause.kind in _LOOP_CLAUSES]
    if loop.kernel is not None and loop.kernel.assumed.in_order:
        threads = build.integer(1)
    if threads is not None:
        clauses.append(Clause("num_threads", directive.where, expression=threads))
    clauses += _reductions(loop)
    clauses += loop.arrays
    accumulated = {name for name, _ in loop.accumulated}
    inherited = _inherited(holder, loop.construct, symbols, accumulated)
    if inherited:
        clauses.append(Clause("firstprivate", directive.where, tuple(inherited)))
    if loop.copyin:
        clauses.append(Clause("copyin", directive.where, loop.copyin))
    made = replace(directive, kind="parallel for", clauses=tuple(clauses))
    body = loop.construct.body if loop.part is None else loop.part.loop
    return Omp(_without_text(made), body, loop.construct.coord)


def parallel_sections(
    holder: ParallelRegion | TeamFunction, construct: Omp, symbols: Symbols, threads: c_ast.Node | None
) -> Omp:
    """A `sections` construct as `parallel sections`; arguments as for `parallel_loop`."""
    directive = construct.directive
    clauses = [clause for clause in directive.clauses if clause.kind in OWN]
    if threads is not None:
        clauses.append(Clause("num_threads", directive.where, expression=threads))
    inherited = _inherited(holder, construct, symbols)
    if inherited:
        clauses.append(Clause("firstprivate", directive.where, tuple(inherited)))
    made = replace(directive, kind="parallel sections", clauses=tuple(clauses))
    return Omp(_without_text(made), construct.body, construct.coord)


def parallel_phase(
    holder: ParallelRegion | TeamFunction, loop: WorkLoop, symbols: Symbols, threads: c_ast.Node | None
) -> Omp:
    """A loop that virtual threads run, with the merges behind it, as a `parallel` region of its own.

    `threads` is that of `parallel_loop`.
    """
    directive = loop.construct.directive
    if loop.kernel is not None and loop.kernel.assumed.in_order:
        threads = build.integer(1)
    clauses = [] if threads is None else [Clause("num_threads", directive.where, expression=threads)]
    inherited = set(_inherited(holder, loop.construct, symbols))
    for merge in loop.merges:
        inherited |= set(_inherited(holder, Omp(replace(directive, clauses=()), merge), symbols))
    clauses.append(Clause("firstprivate", directive.where, tuple(sorted(inherited))))
    region = replace(directive, kind="parallel", clauses=tuple(clauses))
    inner = _shared_loop(loop)
    return Omp(_without_text(region), c_ast.Compound([inner, *loop.merges]), loop.construct.coord)


def _reductions(loop: WorkLoop) -> list[Clause]:
    """The clauses by which what a loop accumulates comes out of a region that is made for it."""
    where = loop.construct.directive.where
    return [Clause("reduction", where, (name,), modifier=operator) for name, operator in loop.accumulated]


def _shared_loop(loop: WorkLoop) -> Omp:
    """The loop as `for` in a region that is made for it."""
    directive = loop.construct.directive
    clauses = [each for each in directive.clauses if each.kind in _LOOP_CLAUSES]
    made = replace(directive, clauses=(*clauses, *loop.arrays))
    return Omp(_without_text(made), loop.construct.body, loop.construct.coord)


def parallel_numbered(
    holder: ParallelRegion | TeamFunction,
    loop: WorkLoop,
    symbols: Symbols,
    threads: c_ast.Node,
    own: Sequence[str],
) -> Omp:
    """A loop in which threads use their numbers, as a `parallel` region of its own with those numbers.

    What the loop accumulates comes out of the region, and what merges a thread's values is in it.  `own` are the
    announcements that each thread makes for itself.
    """
    directive = loop.construct.directive
    accumulated = {name for name, _ in loop.accumulated}
    inherited = set(_inherited(holder, loop.construct, symbols, accumulated))
    inherited |= set(_inherited(holder, _block([*loop.shares, *loop.merges]), symbols))
    numbers = [*loop.numbers, *(name for name in holder.apart.numbers if loop.shares and name not in loop.numbers)]
    numbers = [name for name in numbers if name in inherited]
    items = [*loop.shares, *_as_statements(own), _shared_loop(loop), *loop.merges]
    made = _with_numbers(directive, sorted(inherited), loop.copyin, numbers, items, threads)
    clauses = (*made.directive.clauses, *_reductions(loop))
    return Omp(replace(made.directive, clauses=clauses), made.body, loop.construct.coord)


def parallel_apart(
    holder: ParallelRegion | TeamFunction,
    statement: c_ast.Node,
    symbols: Symbols,
    threads: c_ast.Node,
    own: Sequence[str],
) -> c_ast.Node:
    """A statement that each thread runs with its number, as a `parallel` region of its own.

    `own` are the announcements that each thread makes for itself.  Where the statement is little work, one thread
    does it for each number: waking a team takes longer, and milliseconds where the device's driver has threads on
    the same cores.
    """
    items = [*holder.apart.shares, statement]
    block = _block(items)
    inherited = _inherited(holder, block, symbols)
    used = [name for name in holder.apart.numbers if name in inherited]
    items[-1:] = [*_as_statements(own), statement]
    if _keeps_values(block, symbols) or _work(block.body, symbols) > LITTLE_WORK:
        return _with_numbers(block.directive, inherited, (), used, items, threads)
    number, one = build.identifier("__mrt_thread"), build.integer(1)
    turn = _with_numbers(block.directive, inherited, (), used, items, one, number.name)
    start = c_ast.DeclList([build.declaration("__mrt_thread", INT, init=build.integer(0))])
    step = c_ast.UnaryOp("p++", number)
    return c_ast.For(start, build.binary("<", number, threads), step, c_ast.Compound([turn]))


def _as_statements(announcements: Sequence[str]) -> list[c_ast.Node]:
    return [c_ast.ID(each.rstrip(";")) for each in announcements]


def _keeps_values(block: Omp, symbols: Symbols) -> bool:
    """Whether each thread has variables of its own there that are used later."""
    found = {symbols.symbol(node) for node in walk(block) if isinstance(node, c_ast.ID)}
    return not found.isdisjoint(threadprivate_symbols(symbols))


def _work(node: c_ast.Node | None, symbols: Symbols) -> float:
    """About how many statements a thread executes; infinity where that is unknown."""
    match node:
        case None:
            return 0.0
        case Omp() | c_ast.FuncCall() | c_ast.While() | c_ast.DoWhile() | c_ast.Goto() | c_ast.Label():
            return math.inf
        case c_ast.For():
            times = known_times(node, symbols)
            return math.inf if times is None else times * (1.0 + _work(node.stmt, symbols))
    return float(isinstance(node, c_ast.Assignment)) + sum(_work(child, symbols) for child in children(node))


def _block(items: Sequence[c_ast.Node]) -> Omp:
    """A region around some statements."""
    return Omp(Directive("parallel", (), Location(""), ""), c_ast.Compound([c_ast.EmptyStatement(), *items]))


def _with_numbers(
    directive: Directive,
    inherited: Sequence[str],
    copyin: tuple[str, ...],
    numbers: Sequence[str],
    items: Sequence[c_ast.Node],
    threads: c_ast.Node,
    number: str = "__mrt_thread_number()",
) -> Omp:
    """A region around statements, in which new variables, constant or not, have each thread's number."""
    where = directive.where
    clauses = [Clause("num_threads", where, expression=threads)]
    if inherited:
        clauses.append(Clause("firstprivate", where, tuple(inherited)))
    if copyin:
        clauses.append(Clause("copyin", where, copyin))
    settings = [c_ast.ID(f"__typeof__({name}) {name} = {number}") for name in numbers]
    region = replace(directive, kind="parallel", clauses=tuple(clauses))
    return Omp(_without_text(region), c_ast.Compound([*settings, *items]))


def _without_text(directive: Directive) -> Directive:
    """A directive that was made, not read, has no text of its own."""
    return replace(directive, text="")


def _inherited(
    holder: ParallelRegion | TeamFunction, construct: Omp, symbols: Symbols, accumulated: Set[str] = frozenset()
) -> list[str]:
    """The names in the loop that represent a thread's own variables of the region or function."""
    directive = construct.directive
    settled = {name for clause in directive.clauses if clause.kind in OWN for name in clause.variables}
    settled |= _counters(construct) | accumulated
    names: set[str] = set()
    if isinstance(holder, ParallelRegion):
        names = {decl.name for decl in holder.private} | set(holder.firstprivate)
    inside = ids(construct)
    around = {id(node) for node in walk(_text(holder))}

    def private(symbol: Symbol) -> bool:
        if symbol.kind not in (Kind.VARIABLE, Kind.PARAMETER) or symbol.decl is None:
            return False
        if id(symbol.decl) in around:
            return id(symbol.decl) not in inside and symbol.storage in (
                StorageClass.AUTOMATIC,
                StorageClass.REGISTER,
            )
        return symbol.name in names

    found = set()
    for node in walk(construct):
        if isinstance(node, c_ast.ID):
            symbol = symbols.symbol(node)
            if symbol is not None and symbol.name not in settled and private(symbol):
                found.add(symbol.name)
    return sorted(found)


def _text(holder: ParallelRegion | TeamFunction) -> c_ast.Node:
    """The tree in which all declarations are each thread's own."""
    return holder.construct if isinstance(holder, ParallelRegion) else holder.function


def _counters(loop: Omp) -> set[str]:
    """The counters of the loops that the construct is about; they are private by rule."""
    names: set[str] = set()
    node: c_ast.Node | None = loop.body
    for _ in range(loop.directive.associated):
        node = single(node)
        while isinstance(node, Omp):
            node = node.body
        if not isinstance(node, c_ast.For):
            break
        first = node.init
        if isinstance(first, c_ast.DeclList):
            names |= {decl.name for decl in first.decls}
        elif isinstance(first, c_ast.Assignment) and isinstance(first.lvalue, c_ast.ID):
            names.add(first.lvalue.name)
        node = node.stmt
    return names
