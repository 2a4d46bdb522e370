"""Phases of a plane: the work-shared loops that one iteration of a sequential loop runs, also in called functions.

A called function is put into the place of its call.  Its variables get new names, and each phase its own copies of
them: no value may go from one phase to another through them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.ir.expressions.substitution import substituted
from mapper.ir.trees.directive import Clause
from mapper.ir.trees.names import assigned_names, declared_names, fresh_name, names_in, pointed_names
from mapper.ir.trees.nodes import (
    Omp,
    arguments_of,
    called_name,
    clone,
    parameters_of,
    statements_of,
    text_of,
    walk,
)
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.constructs import is_loop
from mapper.openmp.idioms.pipelines.nests import OF_LOOP, Nest, is_plain, listed, nest_of
from mapper.openmp.idioms.pipelines.spin_waits import FENCES, STORES

_ONLY_ORDER = frozenset(["barrier", "flush"])
_LEAVING = (c_ast.Return, c_ast.Goto, c_ast.Label, c_ast.Switch)
_PLAIN_INSIDE = frozenset(["atomic", "flush", "ordered"])
_CLAUSES = OF_LOOP | {"collapse"}
_ON_FLAGS = FENCES | STORES
NestOf = Callable[[Omp, Sequence[c_ast.Decl], Collection[str]], Nest | None]


@dataclass(frozen=True, eq=False, slots=True)
class Phase:
    """One work-shared loop; `before` declares and sets the variables that it has of its own.

    `private` are the clauses of the loop that say which other variables are a thread's own.  `function` is
    the one that is called and has the loop; empty where the sequential loop itself has it.
    """

    nest: Nest
    function: str = ""
    before: tuple[c_ast.Node, ...] = ()
    private: tuple[Clause, ...] = ()

    @property
    def data(self) -> c_ast.Node:
        """What the loop does with data."""
        body: c_ast.Node = self.nest.second.node.stmt
        return body

    def own(self, code: c_ast.Node) -> list[c_ast.Node]:
        """Copies of the declarations and assignments before the loop that code needs, in their order."""
        return _needed(self.before, code)


@dataclass(frozen=True, eq=False, slots=True)
class Between:
    """A statement beside the loops, which may be about flags, with the variables that it has of its own."""

    node: c_ast.Node


def phases_of(
    unit: Unit, function: c_ast.FuncDef, body: c_ast.Node, taken: set[str], nest: NestOf = nest_of
) -> list[Phase | Between] | None:
    """The phases of some code of a function, in their order, with the statements beside them.

    None where calls or other constructs are in the way.  `taken` are the names that new variables must not have;
    theirs are added.  `nest` says which loops are phases.
    """
    found: list[Phase | Between] = []
    for item in statements_of(body):
        more: list[Phase | Between] | None
        match item:
            case c_ast.EmptyStatement():
                continue
            case Omp() if item.directive.kind in _ONLY_ORDER:
                continue
            case Omp() if is_loop(item):
                made = nest(item, _declared(unit, function), _CLAUSES)
                more = None if made is None else [Phase(made, private=item.directive.all("private"))]
            case c_ast.Compound() if any(isinstance(each, Omp | c_ast.FuncCall) for each in walk(item)):
                more = phases_of(unit, function, item, taken, nest)
            case c_ast.FuncCall() if called_name(item) not in _ON_FLAGS:
                more = _called(unit, function, item, taken, nest)
            case Omp() if item.directive.kind != "atomic":
                return None
            case _:
                more = [Between(item)]
        if more is None:
            return None
        found += more
    return found


def _declared(unit: Unit, function: c_ast.FuncDef) -> list[c_ast.Decl]:
    """The declarations that names in a function may mean."""
    return [*unit.declarations, *(each for each in walk(function) if isinstance(each, c_ast.Decl))]


def _needed(before: Sequence[c_ast.Node], code: c_ast.Node) -> list[c_ast.Node]:
    """Copies of those of some declarations and assignments that code needs, in their order."""
    used = names_in(code, *(each for each in before if not isinstance(each, c_ast.Decl)))
    used |= names_in(*(each.init for each in before if isinstance(each, c_ast.Decl) and each.init))
    return [clone(each) for each in before if not isinstance(each, c_ast.Decl) or each.name in used]


def _called(
    unit: Unit, caller: c_ast.FuncDef, call: c_ast.FuncCall, taken: set[str], nest: NestOf
) -> list[Phase | Between] | None:
    """The phases of a called function, in the names that are visible at the call."""
    found = [each for each in unit.functions if each.decl.name == called_name(call)]
    if len(found) != 1 or found[0] is caller or found[0].param_decls or _is_inline(found[0]):
        return None
    function = found[0]
    items = statements_of(function.body)
    locals_ = [each for each in items if isinstance(each, c_ast.Decl)]
    if not _is_plain_body(function, locals_):
        return None
    values = _arguments(unit, caller, function, call)
    if values is None:
        return None
    own = {each.name for each in locals_}
    inner = declared_names(function.body) - own
    if inner & {each.name for each in unit.declarations}:
        return None
    free = names_in(function.body) - own - values.keys() - inner
    given = names_in(*values.values())
    if free & declared_names(caller) or inner & (own | values.keys() | given) or own & values.keys():
        return None
    renamed: dict[str, c_ast.ID] = {}
    for name in sorted(own):
        new = fresh_name(name, taken)
        renamed[name] = c_ast.ID(new)
        taken.add(new)
    made = _phases(unit, function, items, {**values, **renamed}, given, taken, nest)
    beside = [each.node for each in made or () if isinstance(each, Between)]
    hidden = names_in(*beside) - declared_names(*beside) - given - {each.name for each in renamed.values()}
    return None if hidden & declared_names(caller) else made


def _is_inline(function: c_ast.FuncDef) -> bool:
    """Whether another file may have the definition that is called."""
    return "inline" in function.decl.funcspec and "static" not in function.decl.storage


def _is_plain_body(function: c_ast.FuncDef, locals_: Sequence[c_ast.Decl]) -> bool:
    """Whether a function's variables live as long as a call, and nothing leaves its statements."""
    if any(isinstance(node, _LEAVING) for node in walk(function.body)):
        return False
    if any({"static", "extern"} & set(each.storage) for each in locals_):
        return False
    names = [each.name for each in locals_]
    return len(set(names)) == len(names) and all(names)


def _phases(
    unit: Unit,
    function: c_ast.FuncDef,
    items: Sequence[c_ast.Node],
    values: Mapping[str, c_ast.Node],
    given: Collection[str],
    taken: set[str],
    nest: NestOf,
) -> list[Phase | Between] | None:
    """The phases of a function's statements, with `values` in the places of its own variables and parameters."""
    declared = _declared(unit, function)
    own = {each.name for each in items if isinstance(each, c_ast.Decl)}
    before: list[c_ast.Node] = []
    found: list[Phase | Between] = []
    set_before: set[str] = set()
    loops: list[c_ast.Node] = []
    for item in items:
        match item:
            case c_ast.EmptyStatement():
                continue
            case Omp() if item.directive.kind in _ONLY_ORDER:
                continue
            case Omp() if is_loop(item):
                inner = [each.directive.kind for each in walk(item) if isinstance(each, Omp) and each is not item]
                if not listed(item) <= own or item.body is None or not _PLAIN_INSIDE.issuperset(inner):
                    return None
                loops.append(item)
                made = substituted(item.body, values)
                names = [_as(each, values) for each in declared]
                phase = nest(Omp(item.directive, made, item.coord), names, _CLAUSES)
                if phase is None:
                    return None
                found.append(Phase(phase, str(function.decl.name), tuple(before)))
            case c_ast.Decl():
                if item.init is not None:
                    if not is_plain(item.init):
                        return None
                    set_before.add(item.name)
                before.append(substituted(item, values))
            case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=name)) if name in own and is_plain(item.rvalue):
                set_before.add(name)
                before.append(substituted(item, values))
            case c_ast.FuncCall() if called_name(item) not in _ON_FLAGS:
                called = _called(unit, function, item, taken, nest)
                beside = [each.node for each in called or () if isinstance(each, Between)]
                if called is None or len(beside) < len(called):
                    return None
                found += [_beside(before, substituted(each, values)) for each in beside]
            case c_ast.Compound() | Omp() if not _is_beside(item):
                return None
            case _:
                found.append(_beside(before, substituted(item, values)))
    changed = assigned_names(*loops)
    parameters = values.keys() - own
    constant = set_before | parameters
    if constant & changed or set(given) & (changed - own) or parameters & set_before:
        return None
    if (constant | set(given)) & pointed_names(function):
        return None
    return found


def _is_beside(item: c_ast.Node) -> bool:
    """Whether a statement has no constructs but those that code about flags may have."""
    kinds = {each.directive.kind for each in walk(item) if isinstance(each, Omp)}
    return kinds <= {"atomic", "flush"}


def _beside(before: Sequence[c_ast.Node], code: c_ast.Node) -> Between:
    """A statement of a called function, with what it needs of the variables before it."""
    needed = _needed(before, code)
    return Between(c_ast.Compound([*needed, code], code.coord) if needed else code)


def _as(declared: c_ast.Decl, values: Mapping[str, c_ast.Node]) -> c_ast.Decl:
    """A declaration by the new name of its variable."""
    value = values.get(declared.name)
    return declared if not isinstance(value, c_ast.ID) else substituted(declared, {declared.name: value})


def _arguments(
    unit: Unit, caller: c_ast.FuncDef, function: c_ast.FuncDef, call: c_ast.FuncCall
) -> dict[str, c_ast.Node] | None:
    """The arguments of a call by the parameters; None where one has another type, or may change something."""
    parameters = [each for each in parameters_of(function) if not _is_void(each)]
    arguments = arguments_of(call)
    if len(parameters) != len(arguments) or not all(isinstance(each, c_ast.Decl) for each in parameters):
        return None
    declared = _declared(unit, caller)
    found: dict[str, c_ast.Node] = {}
    for parameter, argument in zip(parameters, arguments, strict=True):
        if not is_plain(argument) or any(
            isinstance(node, c_ast.UnaryOp) and node.op not in "+-" for node in walk(argument)
        ):
            return None
        of = _spelled(substituted(parameter.type, found))
        names = names_in(argument)
        types = {_spelled(each.type) for name in names for each in declared if each.name == name}
        constants = {node.type for node in walk(argument) if isinstance(node, c_ast.Constant)}
        if constants - {of} or types - {of} or (names and not types):
            return None
        if not isinstance(argument, c_ast.ID | c_ast.Constant) and of not in ("int", "long", "double"):
            return None
        found[parameter.name] = argument
    return found


def _is_void(parameter: c_ast.Node) -> bool:
    return isinstance(parameter, c_ast.Typename) and text_of(parameter) == "void"


def _spelled(of: c_ast.Node) -> str:
    """A type as text, without the name and without what says that it isn't written; arrays are pointers."""
    if isinstance(of, c_ast.ArrayDecl | c_ast.PtrDecl):
        return f"{_row(of.type)} *"
    return _row(of)


def _row(of: c_ast.Node) -> str:
    match of:
        case c_ast.ArrayDecl():
            return f"{_row(of.type)}[{'' if of.dim is None else text_of(of.dim)}]"
        case c_ast.PtrDecl():
            return f"{_row(of.type)} *"
        case c_ast.TypeDecl():
            return text_of(of.type)
    return text_of(of)


def are_apart(phases: Sequence[Phase]) -> bool:
    """Whether no variable takes a value from one phase to another by its name, nor flags to data or the reverse.

    What one phase sets others may only use as counters of their own loops, or as private variables that both list.
    """
    counters = {name for each in phases for name in (each.nest.first.name, each.nest.second.name)}
    if any(names_in(each.data) & counters for each in phases):
        return False
    return all(one is other or _is_apart(one, other) for one in phases for other in phases)


def _is_apart(one: Phase, other: Phase) -> bool:
    used = names_in(other.data) - declared_names(other.data)
    if one.nest.flags is not None:
        if assigned_names(one.nest.flags) & used:
            return False
        if names_in(one.nest.flags) & assigned_names(other.data):
            return False
    for name in (assigned_names(one.data) - declared_names(one.data)) & used:
        lists = [name in listed(each.nest.construct) for each in (one, other)]
        if not all(lists) and (any(lists) or not _is_counter(other.data, name)):
            return False
    return True


def _is_counter(code: c_ast.Node, name: str) -> bool:
    """Whether a variable is only mentioned in loops that set it first."""

    def uses(node: c_ast.Node) -> bool:
        match node:
            case c_ast.For(init=c_ast.Assignment(op="=", lvalue=c_ast.ID(name=counter), rvalue=value)):
                return uses(value) if counter == name else any(uses(child) for _, child in node.children())
            case c_ast.ID(name=used):
                return bool(used == name)
        return any(uses(child) for _, child in node.children())

    return not uses(code)


def with_counters(phase: Phase, first: str, second: str) -> Phase:
    """A phase whose data are found by these counters of its two loops."""
    nest = phase.nest
    node = nest.second.node
    names = {nest.first.name: c_ast.ID(first), nest.second.name: c_ast.ID(second)}
    loop = c_ast.For(node.init, node.cond, node.next, substituted(node.stmt, names), node.coord)
    return replace(phase, nest=replace(nest, second=replace(nest.second, node=loop)))
