"""Which host expressions of a region's loops have, where the region begins, the value that they have at the loops.

The loops of team functions speak of parameters: these are replaced by the arguments of the first call that the
region makes.  Features are estimates, and a function that is called again mostly does the same again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.analysis.symbols import Symbols
from mapper.features import schema
from mapper.features.expr import ONE, ZERO, Expr, Number, add, host, multiply
from mapper.features.values import read_loop, trip_count
from mapper.ir.ctypes import ArrayType, CType, StructType
from mapper.ir.nodes import children, clone, walk
from mapper.ir.region import ParallelRegion, TeamFunction, WorkLoop

EXTENT = frozenset(("mrt_least", "mrt_greatest", "mrt_team_size"))
"""The run-time library's functions in host expressions: they compute, and do nothing else."""

_TYPE_WORDS = frozenset("void char short int long float double signed unsigned _Bool".split())
_Values = Mapping[str, c_ast.Node | None]


@dataclass(eq=False)
class Entry:
    """Answers for one region; `units` are the symbols of all units by path, needed where it has team functions."""

    region: ParallelRegion
    units: Mapping[str, Symbols]
    _changing: set[str] = field(default_factory=set)
    _parameters: dict[int, _Values] = field(default_factory=dict)
    _often: dict[int, Expr] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._changing = {declaration.name for declaration in self.region.private}
        body = self.region.construct.body
        if body is not None:
            self._changing |= _changed(body)
        for team in self.region.teams:
            self._changing |= _changed(team.function.body) - _declared(team.function)
        if body is not None:
            self._follow(body, self.region, None, ONE)

    def value(self, tree: c_ast.Node, team: TeamFunction | None) -> Expr | None:
        """The value of a host expression, if it is known where the region begins; `team` as for `tree`."""
        known = self.tree(tree, team)
        return None if known is None else host(known)

    def repeats(self, loop: WorkLoop) -> Expr:
        """How often the region runs a work-shared loop, sequential loops and calls around it counted."""
        if loop.team is None:
            return self._repeats(self.region.construct.body, loop.construct, None)
        inside = self._repeats(loop.team.function.body, loop.construct, loop.team)
        return multiply(self._often.get(id(loop.team), ONE), inside)

    def _repeats(self, body: c_ast.Node | None, inner: c_ast.Node, team: TeamFunction | None) -> Expr:
        often: Expr = ONE
        for node in _around(body, inner):
            if isinstance(node, c_ast.For | c_ast.While | c_ast.DoWhile):
                often = multiply(often, self._trips(node, team) or Number(schema.UNKNOWN_TRIPS))
        return often

    def _trips(self, node: c_ast.Node, team: TeamFunction | None) -> Expr | None:
        loop = read_loop(node) if isinstance(node, c_ast.For) else None
        if loop is None:
            return None
        lower, bound, step = (self.value(part, team) for part in (loop.lower, loop.bound, loop.step))
        if lower is None or bound is None or step is None:
            return None
        return trip_count(loop, lower, bound, step)

    def tree(self, tree: c_ast.Node, team: TeamFunction | None) -> c_ast.Node | None:
        """A host expression of a team function, or of the region itself, in names that are visible at the region.

        None where its value is not known when the region begins.
        """
        if team is not None:
            values = self._parameters.get(id(team), {})
            if not all(_is_builtin(node) for node in walk(tree)):
                return None
            for name in _names(tree):
                if not (values.get(name) if name in values else self._is_common(name, team)):
                    return None
            tree = replaced(tree, values)
        return None if _names(tree) & self._changing or not is_plain(tree) else tree

    def _is_common(self, name: str, team: TeamFunction) -> bool:
        """Whether a name in a function means what it means at the region."""
        if name in EXTENT:
            return True
        if team.unit.path not in self.units:
            return False
        here = self.units[self.region.unit.path].lookup(name, self.region.construct)
        there = self.units[team.unit.path].lookup(name, team.function.body)
        if here is None or there is None or not (here.file_scope and there.file_scope):
            return False
        return here is there or (here.external and there.external and _is_complete(here.type))

    def _follow(
        self, body: c_ast.Node, holder: ParallelRegion | TeamFunction, team: TeamFunction | None, often: Expr
    ) -> None:
        """Note the arguments of the first call of each function, and how often it is called."""
        for node in walk(body):
            called = holder.calls.get(id(node))
            if not isinstance(node, c_ast.FuncCall) or called is None:
                continue
            times = multiply(often, self._repeats(body, node, team))
            self._often[id(called)] = add(self._often.get(id(called), ZERO), times)
            self._note_arguments(node, called, team)
            self._follow(called.function.body, called, called, times)

    def _note_arguments(self, node: c_ast.FuncCall, called: TeamFunction, team: TeamFunction | None) -> None:
        if id(called) not in self._parameters:
            arguments = node.args.exprs if node.args is not None else []
            changed = _changed(called.function.body)
            parameters = called.function.decl.type.args
            names = [each.name for each in (parameters.params if parameters is not None else ())]
            self._parameters[id(called)] = {
                name: None if name in changed else self.tree(argument, team)
                for name, argument in zip(names, arguments, strict=False)
                if name is not None
            }


def _is_builtin(node: c_ast.Node) -> bool:
    """False for the names of types that may mean nothing, or something else, in another function."""
    if isinstance(node, c_ast.IdentifierType):
        return all(name in _TYPE_WORDS for name in node.names)
    return not isinstance(node, c_ast.Struct | c_ast.Union | c_ast.Enum)


def _is_complete(ctype: CType) -> bool:
    """Whether a declaration in another file tells the size, too."""
    if isinstance(ctype, ArrayType):
        return ctype.length is not None and _is_complete(ctype.element)
    return not isinstance(ctype, StructType)


def _changed(body: c_ast.Node) -> set[str]:
    """The variables that code declares or changes."""
    found: set[str] = set()
    for node in walk(body):
        if isinstance(node, c_ast.Decl) and node.name:
            found.add(node.name)
        elif isinstance(node, c_ast.Assignment):
            found |= _target(node.lvalue)
        elif isinstance(node, c_ast.UnaryOp) and node.op in ("++", "--", "p++", "p--", "&"):
            found |= _target(node.expr)
    return found


def _declared(function: c_ast.FuncDef) -> set[str]:
    """The parameters and variables of a function."""
    return {node.name for node in walk(function) if isinstance(node, c_ast.Decl) and node.name}


def _target(lvalue: c_ast.Node) -> set[str]:
    """The variable that an assignment changes; none where it changes memory behind a pointer or in an array."""
    while isinstance(lvalue, c_ast.StructRef) and lvalue.type == ".":
        lvalue = lvalue.name
    return {lvalue.name} if isinstance(lvalue, c_ast.ID) else set()


def _around(node: c_ast.Node | None, inner: c_ast.Node) -> list[c_ast.Node]:
    """The nodes from `node` down to the parent of `inner`; none where `inner` is not in it."""
    if node is None or node is inner:
        return []
    for child in children(node):
        if child is inner:
            return [node]
        if path := _around(child, inner):
            return [node, *path]
    return []


def _names(node: c_ast.Node) -> set[str]:
    return {part.name for part in walk(node) if isinstance(part, c_ast.ID)}


def replaced(tree: c_ast.Node, values: _Values) -> c_ast.Node:
    """A copy of an expression with other expressions in place of some names."""
    around = c_ast.ExprList([clone(tree)])
    stack: list[c_ast.Node] = [around]
    while stack:
        node = stack.pop()
        slots: tuple[str, ...] = node.__slots__
        for slot in slots:
            child = getattr(node, slot, None)
            if isinstance(node, c_ast.StructRef) and slot == "field":
                continue
            if isinstance(child, list):
                for number, each in enumerate(child):
                    child[number] = _value(each, values, stack)
            elif isinstance(child, c_ast.Node):
                setattr(node, slot, _value(child, values, stack))
    made: c_ast.Node = around.exprs[0]
    return made


def _value(node: c_ast.Node, values: _Values, stack: list[c_ast.Node]) -> c_ast.Node:
    """A child or what stands in its place; a child that stays is looked into."""
    value = values.get(node.name) if isinstance(node, c_ast.ID) else None
    if value is not None:
        return clone(value)
    if isinstance(node, c_ast.Node):
        stack.append(node)
    return node


def is_plain(tree: c_ast.Node, functions: frozenset[str] = EXTENT) -> bool:
    """No call but of `functions`, no change, no read of memory through a pointer (`sizeof` reads nothing)."""
    for node in _evaluated(tree):
        if isinstance(node, c_ast.FuncCall) and not (
            isinstance(node.name, c_ast.ID) and node.name.name in functions
        ):
            return False
        if isinstance(node, (c_ast.Assignment, c_ast.ArrayRef, c_ast.CompoundLiteral)):
            return False
        if isinstance(node, c_ast.UnaryOp) and node.op in ("*", "++", "--", "p++", "p--"):
            return False
        if isinstance(node, c_ast.StructRef) and node.type == "->":
            return False
    return True


def _evaluated(tree: c_ast.Node) -> Iterator[c_ast.Node]:
    """The nodes of an expression, without the operands of `sizeof`."""
    yield tree
    if not (isinstance(tree, c_ast.UnaryOp) and tree.op == "sizeof"):
        for child in children(tree):
            yield from _evaluated(child)
