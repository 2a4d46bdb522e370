"""How often one run of the program executes each region.

That is the product of the trip counts of the sequential loops around it, through the calls that lead to it, up to
`main`.  Trip counts that are constants are known before the program runs.  Others are announced: the emitted
program stores the count right before such a loop begins, so that it is known while the loop runs.  A loop that was
never reached, or whose count can't be determined before it runs, is sure to run once: a product of guesses grows
with each level of nesting, and a region that runs more often shows that it does.  All branches are taken, but what
is behind `if (step % n == 0)` with a constant n is reached once in n times.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.callgraph import CallGraph
from mapper.analysis.whole_program.objects import Key
from mapper.analysis.whole_program.program import Function
from mapper.features import schema
from mapper.features.expressions.conditions import share
from mapper.features.expressions.entry import may_divide_by_zero
from mapper.features.expressions.exits import early, may_end_early
from mapper.features.expressions.expr import Expr, Number, host
from mapper.features.expressions.values import Loop, Scaling, read_loop, read_repeat, read_scaling
from mapper.ir.program.region import ParallelRegion
from mapper.ir.trees.ctypes import FloatType, IntType
from mapper.ir.trees.names import declared_names, exposed_places, is_named, names_in
from mapper.ir.trees.nodes import INCREMENTS, LOOPS, AnyLoop, Omp, children, walk
from mapper.ir.trees.unit import Unit

_Reached = Iterator[tuple[c_ast.Node, tuple["EnclosingLoop", ...]]]


@dataclass(frozen=True, eq=False, slots=True)
class EnclosingLoop:
    """A sequential loop outside of regions that leads to a region, or a branch that is taken in a known share.

    `exact` is the trip count, where it is constant, or that share; otherwise `trips` is the count as an expression
    for the place right before the loop, None where it can't be determined there.  `varies` is true where loops
    around it change what the trip count is made of.  `alone` is true where the loop is no item of a block, so that
    a statement before it takes braces.
    """

    name: str
    unit: Unit
    node: c_ast.Node
    exact: float | None
    trips: Expr | None
    varies: bool
    alone: bool

    @property
    def sure(self) -> float:
        """The trip count that is taken before the loop is reached."""
        return 1.0 if self.exact is None else self.exact


@dataclass(frozen=True, eq=False, slots=True)
class Site:
    """A place in a function (by its position in `Frequencies.functions`; -1: outside) inside some loops.

    `call` is the call that is there, whose arguments the function gets; None where it is a region, and where other
    code calls the function back.
    """

    function: int
    loops: tuple[EnclosingLoop, ...]
    call: c_ast.FuncCall | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Frequencies:
    """The functions that lead to regions, callers first, each with the places where it is called; and the regions.

    A function without such a place is `main`, or is called from elsewhere: it runs once.
    """

    functions: tuple[tuple[str, tuple[Site, ...]], ...] = ()
    regions: Mapping[str, Site] = field(default_factory=dict)
    loops: tuple[EnclosingLoop, ...] = ()


def frequencies(graph: CallGraph, regions: Sequence[ParallelRegion]) -> Frequencies:
    """How often each region with a device version is executed, by its id."""
    offloaded = {id(region.construct): region for region in regions if region.offloaded}
    whole = graph.whole
    holders = {whole.function_of(region.function).key for region in offloaded.values()}
    leading = graph.leads_to(holders)
    order = [
        key for group in reversed(graph.bottom_up) for key in group if key in leading and key in whole.functions
    ]
    numbers = {key: number for number, key in enumerate(order)}
    calls: dict[Key, list[Site]] = {key: [] for key in order}
    found: dict[str, Site] = {}
    loops: list[EnclosingLoop] = []
    units = [symbols.unit.path for symbols in whole.units]
    for key in order:
        for function in whole.functions[key]:
            prefix = f"__mrt_trips_{units.index(function.symbols.unit.path)}"
            for node, around in _reached(function, graph, leading, offloaded, prefix, loops):
                site = Site(numbers[key], around)
                if id(node) in offloaded:
                    found[offloaded[id(node)].id] = site
                for target, call in _called(node, function, graph):
                    if numbers.get(target, -1) > numbers[key]:
                        calls[target].append(replace(site, call=call))
    return Frequencies(
        tuple((whole.functions[key][0].name, tuple(calls[key])) for key in order),
        found,
        tuple(loops),
    )


def _called(node: c_ast.Node, function: Function, graph: CallGraph) -> Iterator[tuple[Key, c_ast.FuncCall | None]]:
    """The functions that a node calls, if it is a call, and the node again for those that get its arguments."""
    if not isinstance(node, c_ast.FuncCall):
        return
    targets = graph.targets(node, function.symbols)
    yield from ((key, node) for key in targets.functions)
    yield from ((key, None) for key in targets.callbacks)


def executions(found: Frequencies, unknown: float = schema.UNKNOWN_TRIPS) -> dict[str, float]:
    """About how often the program executes each region, by its id.

    A loop that is not constant counts `unknown` times.
    """
    often: list[float] = []

    def times(site: Site) -> float:
        product = often[site.function] if site.function >= 0 else 1.0
        for loop in site.loops:
            product *= unknown if loop.exact is None else loop.exact
        return product

    for _, sites in found.functions:
        often.append(sum(map(times, sites)) if sites else 1.0)
    return {region: times(site) for region, site in found.regions.items()}


def _reached(
    function: Function,
    graph: CallGraph,
    leading: frozenset[Key],
    offloaded: Mapping[int, ParallelRegion],
    prefix: str,
    loops: list[EnclosingLoop],
) -> _Reached:
    """The regions of a function and its calls that lead to regions, with the loops around each."""

    def wanted(node: c_ast.Node) -> bool:
        if isinstance(node, c_ast.FuncCall):
            return not leading.isdisjoint(graph.targets(node, function.symbols).all)
        return id(node) in offloaded

    def visit(node: c_ast.Node, around: tuple[EnclosingLoop, ...], alone: bool) -> _Reached:
        if wanted(node):
            yield node, around
        if isinstance(node, Omp):
            return
        if isinstance(node, LOOPS) and any(map(wanted, walk(node))):
            outer = [each.node for each in around if each.unit is function.symbols.unit]
            loop = _loop(node, function, f"{prefix}_{len(loops)}", outer, alone)
            loops.append(loop)
            around = (*around, loop)
        if isinstance(node, c_ast.If):
            for holds, side in ((True, node.iftrue), (False, node.iffalse)):
                often = _share(node.cond, function, holds)
                unit = function.symbols.unit
                branch = (EnclosingLoop("", unit, node, often, None, False, True),) if often < 1.0 else ()
                if side is not None:
                    yield from visit(side, (*around, *branch), True)
            yield from visit(node.cond, around, True)
            return
        block = isinstance(node, (c_ast.Compound, c_ast.Case, c_ast.Default))
        before: c_ast.Node | None = None
        for child in children(node):
            yield from visit(child, around, not block or isinstance(before, c_ast.Pragma))
            before = child

    yield from visit(function.definition.body, (), False)


def _loop(node: AnyLoop, function: Function, name: str, outer: Sequence[c_ast.Node], alone: bool) -> EnclosingLoop:
    symbols = function.symbols
    found = _header(node, function)
    if found is None:
        return EnclosingLoop(name, symbols.unit, node, None, None, False, alone)
    count, parts = found
    returns = not any(isinstance(each, LOOPS) for each in outer)
    if may_end_early(node, returns=returns, codes=True, changes=partial(_is_shared, function.symbols, node)):
        count = early(count)
    if isinstance(count, Number):
        return EnclosingLoop(name, symbols.unit, node, count.value, None, False, alone)
    names = names_in(*parts)
    changed = exposed_places(*outer)
    varies = any(isinstance(place, c_ast.ID) and place.name in names for place in changed)
    return EnclosingLoop(name, symbols.unit, node, None, count, varies, alone)


def _is_shared(symbols: Symbols, at: c_ast.Node, name: str) -> bool:
    """Whether a name is a variable of the file scope, which other functions may change."""
    symbol = symbols.lookup(name, at)
    return symbol is not None and symbol.kind is Kind.VARIABLE and symbol.file_scope


def _share(condition: c_ast.Node, function: Function, holds: bool) -> float:
    """In which share of its evaluations a condition that counts steps holds, or does not; 1 where not known.

    Of `step % n == 0 || step == last` the comparison adds little.
    """
    if isinstance(condition, c_ast.BinaryOp) and condition.op == "||" and holds:
        sides = (condition.left, condition.right)
        shares = [_share(side, function, holds) for side in sides]
        single = [isinstance(side, c_ast.BinaryOp) and side.op == "==" for side in sides]
        if min(shares) < 1.0:
            alone = [0.0 if often == 1.0 and one else often for often, one in zip(shares, single, strict=True)]
            return min(sum(alone), 1.0)
        return 1.0
    found = share(condition, lambda tree: _constant(tree, function), 1.0, holds=holds)
    return found.value if isinstance(found, Number) and 0.0 < found.value < 1.0 else 1.0


def _header(node: c_ast.Node, function: Function) -> tuple[Expr, tuple[c_ast.Node, ...]] | None:
    """The trip count of a loop, and what it is made of; None where it can't be evaluated right before the loop."""
    loop = read_loop(node) or read_repeat(node) or read_scaling(node)
    if loop is None:
        return None
    count = loop.trips(*(_constant(part, function) or host(part) for part in loop.parts))
    return (count, loop.parts) if isinstance(count, Number) or _may_be_told(loop, node, function.symbols) else None


def _constant(tree: c_ast.Node, function: Function) -> Number | None:
    """The value of a constant expression, or of a variable that is only ever set to one."""
    value = function.symbols.constant(tree)
    if value is None and isinstance(tree, c_ast.ID):
        only = only_value(tree.name, function.definition)
        value = None if only is None else function.symbols.constant(only)
    return None if value is None else Number(float(value))


def only_value(name: str, function: c_ast.FuncDef) -> c_ast.Node | None:
    """The expression that a local variable's one declaration gives it, where nothing else changes it."""
    found = _declarations(function).get(name, ())
    if len(found) != 1 or isinstance(found[0].init, c_ast.InitList) or is_changed(name, function):
        return None
    init: c_ast.Node | None = found[0].init
    return init


def is_changed(name: str, function: c_ast.FuncDef) -> bool:
    """Whether a function assigns to a name, or takes its address."""
    return name in _changed(function)


@lru_cache(maxsize=8)
def _declarations(function: c_ast.FuncDef) -> dict[str, list[c_ast.Decl]]:
    """The declarations of each name in a function."""
    found: dict[str, list[c_ast.Decl]] = {}
    for node in walk(function):
        if isinstance(node, c_ast.Decl):
            found.setdefault(node.name, []).append(node)
    return found


@lru_cache(maxsize=8)
def _changed(function: c_ast.FuncDef) -> frozenset[str]:
    """The names that a function assigns to, or takes the address of."""
    return frozenset(place.name for place in exposed_places(function) if isinstance(place, c_ast.ID))


def _may_be_told(loop: Loop | Scaling, node: c_ast.Node, symbols: Symbols) -> bool:
    """Whether the expressions of a loop's head may be evaluated once more, right before the loop.

    What the loop may never evaluate must not fault: a step, and a bound behind another test.  A step that the loop
    declares or sets has no value before it.
    """
    moving = any(is_named(node, loop.counter) for node in walk(loop.bound))
    if isinstance(loop, Loop):
        changed = {place.name for place in exposed_places(node) if isinstance(place, c_ast.ID)}
        declared = declared_names(node)
        moving |= not names_in(loop.step).isdisjoint(changed | declared)
    later = loop.parts[1 if loop.guarded else 2 :]
    plain = all(_is_told_by(part, symbols) for part in loop.parts)
    return plain and not moving and not any(_may_fault(part, symbols) for part in later)


def _may_fault(tree: c_ast.Node, symbols: Symbols) -> bool:
    """Whether an expression reads memory by an address, or divides by something that is no constant."""
    return may_divide_by_zero(tree, symbols) or any(
        isinstance(node, c_ast.ArrayRef)
        or (isinstance(node, c_ast.StructRef) and node.type == "->")
        or (isinstance(node, c_ast.UnaryOp) and node.op == "*")
        for node in walk(tree)
    )


def _is_told_by(tree: c_ast.Node, symbols: Symbols) -> bool:
    """Whether an expression is a number and changes nothing."""
    if not isinstance(symbols.type_of(tree), IntType | FloatType):
        return False
    for node in walk(tree):
        if isinstance(node, c_ast.FuncCall | c_ast.Assignment | c_ast.CompoundLiteral):
            return False
        if isinstance(node, c_ast.UnaryOp) and node.op in INCREMENTS:
            return False
        if isinstance(node, c_ast.ID) and node.name.startswith("__mapper_"):
            return False
    return True
