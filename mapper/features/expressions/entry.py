"""Which host expressions of a region's loops have, where the region begins, the value that they have at the loops.

The loops of team functions mention parameters: these are replaced by the arguments of each call that the region
makes, and counters of loops around a call by values that represent the loop's range.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import partial

from pycparser import c_ast
from pycparser.c_generator import CGenerator

from mapper.analysis.names.symbols import Symbols
from mapper.diagnostics import Location
from mapper.features import schema
from mapper.features.expressions.conditions import cases, share
from mapper.features.expressions.exits import early, may_end_early
from mapper.features.expressions.expr import ONE, ZERO, Expr, Number, add, host, multiply
from mapper.features.expressions.reads import is_read, may_be_read
from mapper.features.expressions.values import Loop, read_loop
from mapper.ir.expressions.substitution import substituted
from mapper.ir.program.kernel import Value
from mapper.ir.program.region import ParallelRegion, TeamFunction, WorkLoop
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ArrayType, CType, PointerType, StructType
from mapper.ir.trees.names import declared_names, exposed_places, is_named_type, objects_in, settings
from mapper.ir.trees.nodes import (
    INCREMENTS,
    LOOPS,
    AnyLoop,
    arguments_of,
    evaluated,
    parameters_of,
    path_to,
    walk,
    whole_object,
)
from mapper.openmp.idioms.pointed_calls import alternatives
from mapper.openmp.idioms.shares.cases import TEAM

EXTENT = frozenset(("__mrt_least", "__mrt_greatest", "__mrt_team_size"))
"""The run-time library's functions in host expressions: they compute, and do nothing else."""

MOST_CONTEXTS = 32
"""Ways to one function that are distinguished."""

_Values = Mapping[str, c_ast.Node | None]


@dataclass(frozen=True, eq=False, slots=True)
class Context:
    """A way to a place in the region or in a team function, taken `often` times.

    `values` gives the names of the function there in names that are visible at the region, None where unknown.
    """

    team: TeamFunction | None
    values: _Values
    often: Expr


@dataclass(eq=False)
class Entry:
    """Answers for one region; `units` are the symbols of all units by path, needed where it has team functions.

    `unknown` holds the places of the loops around others that were taken to run `schema.UNKNOWN_TRIPS` times.
    """

    region: ParallelRegion
    units: Mapping[str, Symbols]
    unknown: set[Location] = field(default_factory=set)
    _changing: set[str] = field(default_factory=set)
    _contexts: dict[int, list[Context]] = field(default_factory=dict)
    _in_rows: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._changing = {declaration.name for declaration in self.region.private}
        body = self.region.construct.body
        if body is not None:
            self._changing |= _changed(body)
        rows = [loop.row for loop in self.region.loops if loop.row is not None]
        self._in_rows = {id(node) for row in rows for statement in row.statements for node in walk(statement)}
        for team in self.region.teams:
            self._changing |= _changed(team.function.body) - declared_names(team.function)
        if body is not None:
            self._follow(body, self.region, Context(None, {}, ONE))

    def value(self, tree: c_ast.Node, context: Context) -> Expr | None:
        """The value of a host expression, if it is known where the region begins."""
        known = self.tree(tree, context)
        return None if known is None else host(known)

    def contexts(self, loop: WorkLoop) -> list[Context]:
        """The ways to a work-shared loop, sequential loops and calls around it counted.

        None where the kernels of rows run it whenever it is reached.
        """
        if loop.row is None and id(loop.construct) in self._in_rows:
            return []
        if loop.team is None:
            around, body = [Context(None, {}, ONE)], self.region.construct.body
        else:
            unknown = [] if self._in_rows else [Context(loop.team, {}, ONE)]
            around = self._contexts.get(id(loop.team)) or unknown
            body = loop.team.function.body
        kernel = loop.kernel
        asked: list[c_ast.Node] = []
        if kernel is not None:
            part = loop.part
            whole = () if part is None else (*part.dimensions, *(each.dimension for each in part.inner))
            asked += [part for each in (*kernel.dimensions, *whole) for part in each.parts]
            asked += [each.expression for each in kernel.parameters if isinstance(each, Value)]
        return [way for outer in around for way in self._ways(body, loop.place, asked, outer)]

    def often(self, team: TeamFunction | None, statement: c_ast.Node) -> Expr:
        """How often a statement of the region, or of a team function, is executed."""
        around = [Context(None, {}, ONE)] if team is None else self._contexts.get(id(team)) or []
        body = self.region.construct.body if team is None else team.function.body
        total: Expr = ZERO
        for outer in around:
            for way in self._ways(body, statement, (), outer):
                total = add(total, way.often)
        return total

    def _ways(
        self, body: c_ast.Node | None, inner: c_ast.Node, asked: Sequence[c_ast.Node], outer: Context
    ) -> list[Context]:
        """The ways from the beginning of a body to a place in it; a pointer may lead to each function alike.

        Where the expressions `asked` depend on the counter of the innermost loop around the place, there is one
        for its first, its middle and its last value, weighted by Simpson's rule: exact for cubes, and near for
        sizes that double each time.
        """
        path = path_to(body, inner)[:-1] if body is not None else []
        often = outer.often
        for number, (node, child) in enumerate(zip(path, [*path[1:], inner][: len(path)], strict=True)):
            if isinstance(node, c_ast.If | c_ast.Switch) and child is not node.cond:
                before = self._with(_assigned_once(body, path[:number], node), _objects(node.cond), outer)
                often = multiply(often, self._taken(node, [*path, inner][number + 1 :], before))
            if isinstance(node, LOOPS):
                trips = self._trips(node, outer)
                if trips is None:
                    trips = Number(schema.UNKNOWN_TRIPS)
                    self.unknown.add((outer.team or self.region).unit.location(node))
                often = multiply(often, trips)
        once = _assigned_once(body, path, inner)
        names = _objects(*asked)
        names |= _objects(*(once[name] for name in names & once.keys()))
        loop = next((each for node in reversed(path) if (each := read_loop(node)) is not None), None)
        samples: list[tuple[float, _Values]] = [(1.0, {})]
        if loop is not None and loop.counter in names:
            samples = self._samples(loop, outer)
        found = []
        for weight, sample in samples:
            values = {**outer.values, **sample}
            found.append(self._with(once, names, Context(outer.team, values, multiply(Number(weight), often))))
        return found

    def _with(self, once: Mapping[str, c_ast.Node], names: Set[str], context: Context) -> Context:
        """A context in which `names` have the only value that they are given, in `once`, where it is known."""
        local = {name: self.tree(once[name], context) for name in sorted(names & once.keys())}
        known = {name: tree for name, tree in local.items() if tree is not None}
        return replace(context, values={**context.values, **known})

    def _taken(self, node: c_ast.If | c_ast.Switch, path: Sequence[c_ast.Node], outer: Context) -> Expr:
        """How often the threads go on along a path from a branch, when they come to it: 1 where unknown."""
        value_of = partial(self.value, context=outer)
        if isinstance(node, c_ast.Switch):
            return next((often for case, often in cases(node, value_of, 1.0) if case in path[1:2]), ONE)
        yes = path[0] is node.iftrue
        if (chosen := alternatives(node)) > 1:
            return Number(1 / chosen if yes else 1 - 1 / chosen)
        found = share(node.cond, value_of, 1.0, holds=yes)
        return ONE if found is None else found

    def _samples(self, loop: Loop, outer: Context) -> list[tuple[float, _Values]]:
        first, bound, step = (self.tree(part, outer) for part in loop.parts)
        if first is None or bound is None or step is None:
            return [(1.0, {})]
        last = bound if loop.inclusive else build.binary("+" if loop.down else "-", bound, step)
        if self._counts_in_array(loop, outer):
            half = build.binary("/", build.binary("-", last, first), build.integer(2))
            middle = build.binary("+", first, half)
        else:
            middle = build.binary("/", build.binary("+", first, last), build.integer(2))
        points = ((1 / 6, first), (2 / 3, middle), (1 / 6, last))
        return [(weight, {loop.counter: tree}) for weight, tree in points]

    def _trips(self, node: AnyLoop, context: Context) -> Expr | None:
        loop = read_loop(node)
        if loop is None:
            return None
        lower, bound, step = (self.tree(part, context) for part in loop.parts)
        if lower is None or bound is None or step is None:
            return None
        if self._counts_in_array(loop, context):
            trips = loop.trips(ZERO, host(build.binary("-", bound, lower)), host(step))
        else:
            trips = loop.trips(host(lower), host(bound), host(step))
        return early(trips) if may_end_early(node, codes=True) else trips

    def _counts_in_array(self, loop: Loop, context: Context) -> bool:
        """Whether a loop's counter is a pointer, whose bounds have no value but their distance."""
        symbols = self.units.get((context.team or self.region).unit.path)
        of = None if symbols is None else symbols.type_of(loop.lower)
        return isinstance(of, PointerType | ArrayType)

    def tree(self, tree: c_ast.Node, context: Context) -> c_ast.Node | None:
        """A host expression at a place of the region, in names that are visible where it begins.

        None where its value is not known when the region begins.
        """
        team, values = context.team, context.values
        if team is not None:
            if any(map(is_named_type, walk(tree))):
                return None
            for name in _objects(tree):
                if not (values.get(name) if name in values else self._is_common(name, team)):
                    return None
        if values:
            tree = substituted(tree, values)
        symbols = self.units.get(self.region.unit.path)
        construct = self.region.construct
        computing = EXTENT if construct.directive.first("num_threads") is not None else EXTENT | {TEAM}
        if _objects(tree) & self._changing or not is_plain(tree, computing, symbols, construct):
            return None
        return tree

    def _is_common(self, name: str, team: TeamFunction) -> bool:
        """Whether a name in a function means what it means at the region."""
        if name in EXTENT or name == TEAM:
            return True
        if team.unit.path not in self.units:
            return False
        here = self.units[self.region.unit.path].lookup(name, self.region.construct)
        there = self.units[team.unit.path].lookup(name, team.function.body)
        if here is None or there is None or not (here.file_scope and there.file_scope):
            return False
        return here is there or (here.is_same(there) and _is_complete(here.type))

    def _follow(self, body: c_ast.Node, holder: ParallelRegion | TeamFunction, outer: Context) -> None:
        """Note the ways to each function that is called, by the arguments that it gets."""
        for node in walk(body):
            called = holder.calls.get(id(node))
            if not isinstance(node, c_ast.FuncCall) or called is None or id(node) in self._in_rows:
                continue
            arguments = arguments_of(node)
            for way in self._ways(body, node, arguments, outer):
                inner = Context(called, self._parameters(called, arguments, way), way.often)
                self._follow(called.function.body, called, self._note(called, inner))

    def _parameters(self, called: TeamFunction, arguments: Sequence[c_ast.Node], context: Context) -> _Values:
        changed = _changed(called.function.body)
        names = [each.name for each in parameters_of(called.function)]
        return {
            name: None if name in changed else self.tree(argument, context)
            for name, argument in zip(names, arguments, strict=False)
            if name is not None
        }

    def _note(self, called: TeamFunction, context: Context) -> Context:
        """Keep a way to a function, together with others that give it the same; of too many with the last one."""
        known = self._contexts.setdefault(id(called), [])
        text = _text(context.values)
        for number, other in enumerate(known):
            if _text(other.values) == text or number == MOST_CONTEXTS - 1:
                known[number] = replace(other, often=add(other.often, context.often))
                return replace(context, values=other.values)
        known.append(context)
        return context


def _objects(*trees: c_ast.Node) -> set[str]:
    return {each.name for tree in trees for each in objects_in(tree)}


def _text(values: _Values) -> list[tuple[str, str]]:
    """Values for comparison."""
    return [(name, "" if tree is None else CGenerator().visit(tree)) for name, tree in sorted(values.items())]


def _assigned_once(
    body: c_ast.Node | None, path: Sequence[c_ast.Node], inner: c_ast.Node
) -> dict[str, c_ast.Node]:
    """The values of a body's variables that have only one, given in a block around a place, before it."""
    often = settings(body) if body is not None else {}
    found: dict[str, c_ast.Node] = {}
    for block, child in zip(path, [*path[1:], inner][: len(path)], strict=True):
        for item in (block.block_items or ()) if isinstance(block, c_ast.Compound) else ():
            if item is child:
                break
            match item:
                case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=name), rvalue=value):
                    found[name] = value
                case c_ast.Decl(name=str(name), init=c_ast.Node() as value) if not isinstance(
                    value, c_ast.InitList
                ):
                    found[name] = value
    return {name: value for name, value in found.items() if often.get(name) == 1}


def _is_complete(ctype: CType) -> bool:
    """Whether a declaration in another file gives the size, too."""
    if isinstance(ctype, ArrayType):
        return ctype.length is not None and _is_complete(ctype.element)
    return not isinstance(ctype, StructType)


def _changed(body: c_ast.Node) -> set[str]:
    """The variables that code declares or changes, in part or as a whole; not what it changes by pointers."""
    changed = map(whole_object, exposed_places(body))
    return declared_names(body) | {place.name for place in changed if isinstance(place, c_ast.ID)}


def is_plain(
    tree: c_ast.Node, functions: frozenset[str], symbols: Symbols | None = None, at: c_ast.Node | None = None
) -> bool:
    """No call but of `functions`, no change, and of memory only reads that may be guarded (`reads.py`).

    `symbols` say what names mean at the statement `at`; without them there is no read at all.  `sizeof` reads
    nothing.
    """
    reads = False
    for node in evaluated(tree):
        if isinstance(node, c_ast.FuncCall) and not (
            isinstance(node.name, c_ast.ID) and node.name.name in functions
        ):
            return False
        if isinstance(node, c_ast.Assignment | c_ast.CompoundLiteral):
            return False
        if isinstance(node, c_ast.UnaryOp) and (node.op in INCREMENTS or (node.op == "&" and is_read(node.expr))):
            return False
        reads = reads or is_read(node)
    return not reads or (symbols is not None and at is not None and may_be_read(tree, symbols, at))


def may_divide_by_zero(tree: c_ast.Node, symbols: Symbols) -> bool:
    """Whether an expression holds a division by something that is no constant."""
    return any(
        isinstance(node, c_ast.BinaryOp) and node.op in ("/", "%") and not symbols.constant(node.right)
        for node in walk(tree)
    )
