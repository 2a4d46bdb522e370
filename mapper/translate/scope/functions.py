"""Device copies of the user's functions, one for each combination of address spaces that calls need.

OpenCL C 1.2 has no pointers that may point anywhere, so `f(p, q)` with p in global and q in private memory is
another function than with both in global memory.  The kernel's parameters that a copy needs follow its own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pycparser import c_ast, c_parser
from pycparser.c_generator import CGenerator

from mapper.analysis.names.expression_types import function_named, is_callback
from mapper.analysis.names.scopes import Kind, Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import innermost, unqualified
from mapper.diagnostics import Location
from mapper.ir.builtins.stops import may_stop
from mapper.ir.trees import build, nodes
from mapper.ir.trees.ctypes import LONG, ULONG, ArrayType, CType, FunctionType, PointerType, StructType
from mapper.ir.trees.nodes import arguments_of
from mapper.translate.common.context import Definition
from mapper.translate.common.refused import refuse
from mapper.translate.memory.memory import (
    NO_ROOTS,
    Parameter,
    Root,
    Roots,
    Slot,
    is_position,
    points_to_variable,
    space_of,
)
from mapper.translate.memory.places import Place
from mapper.translate.private.private_arrays import stands_for_number
from mapper.translate.recursion.frames import MOST_BYTES, Member, Surroundings, WithoutRecursion
from mapper.translate.recursion.parameters import handed_on
from mapper.translate.scope.frame import Frame, Local
from mapper.translate.scope.host_paths import host_path, leads_on, name_there, stands_for
from mapper.translate.scope.scope import KernelScope

if TYPE_CHECKING:
    from mapper.translate.lowering.called.calls import Calls


Key = tuple[object, ...]


@dataclass(eq=False)
class DeviceFunction:
    """A device copy; `parameters` are the function's own, `frame.used` those of the kernel that it needs.

    None represents a pointer to a function that is known when the copy is made, or asked of the host.  A function
    that is being made has no `node`.  `lowest` is the number, among those that are being made, of the first one
    that it or what it calls has called again; None if there is none, or where a loop is made of them.
    """

    name: str
    frame: Frame
    parameters: list[Local | None]
    result: CType
    key: Key
    result_roots: Roots = NO_ROOTS
    node: c_ast.FuncDef | None = field(default=None)
    lowest: int | None = None
    recursive: bool = False

    @property
    def stops(self) -> bool:
        """Whether a call may stop."""
        return self.unfinished or (self.node is not None and may_stop(self.node.body))

    @property
    def unfinished(self) -> bool:
        """Whether it is being made, or its body calls one that is."""
        return self.node is None or self.lowest is not None


def device_function(calls: Calls, node: c_ast.FuncCall, definition: Definition) -> DeviceFunction:
    """The device copy of `definition` that a call needs, made if it is the first of its kind."""
    frame = calls.frame
    scope, where = frame.scope, frame.where(node)
    arguments: list[c_ast.Node] = arguments_of(node)
    declarations = parameters_of(definition)
    ctype = definition.symbols.declared_type(definition.function.decl)
    if not isinstance(ctype, FunctionType) or ctype.variadic or len(arguments) != len(declarations):
        reason = "is called with another number of arguments than it has"
        if isinstance(ctype, FunctionType) and ctype.variadic:
            reason = "takes a variable number of arguments"
        refuse("K004", f"`{definition.name}` {reason}", where)
    stands = represented(frame, arguments, declarations, definition)
    if scope.context.recursive(definition):
        if not scope.context.recursion:
            refuse("K005", f"`{definition.name}` calls itself, and the transformation `recursion` is off", where)
        same = handed_on(definition, declarations, scope.context)
        stands = {symbol: host for symbol, host in stands.items() if symbol in same}
    given = tuple(
        _given(calls, argument, definition, parameter, where)
        for argument, parameter in zip(arguments, declarations, strict=True)
    )
    conditional = frame.conditions > 0 and scope.stops.may_reach(definition)
    numbers = _numbers(calls, arguments, declarations, definition)
    paths = tuple(CGenerator().visit(host) for host in (*stands.values(), *numbers.values()))
    key = (id(definition.function), given, tuple(stands), tuple(numbers), paths, conditional)
    found = scope.functions.get(key)
    if definition.function in scope.active:
        return _again(scope, definition, key, where)
    if found is None:
        hosts = _Hosts(stands, numbers)
        found = _lower(calls, definition, declarations, ctype, given, hosts, key, conditional=conditional)
        scope.functions[key] = found  # after its callees: the order of definition
    elif found.lowest is not None:
        _call_back(scope, found.lowest)
    return found


def _again(scope: KernelScope, definition: Definition, key: Key, where: Location) -> DeviceFunction:
    """The copy that is being made, of a function that is called again meanwhile."""
    found = scope.active[definition.function]
    if found.key[:-1] != key[:-1]:
        refuse("K005", f"`{definition.name}` calls itself with a pointer into other memory", where)
    if isinstance(found.result, PointerType):
        refuse("K005", f"`{definition.name}`, which returns a pointer, calls itself", where)
    _call_back(scope, list(scope.active).index(definition.function))
    return found


def _call_back(scope: KernelScope, number: int) -> None:
    """Note that one of the functions that are being made is called again, by all that were begun after it."""
    for each in list(scope.active.values())[number:]:
        each.lowest = number if each.lowest is None else min(each.lowest, number)


@dataclass(frozen=True, eq=False, slots=True)
class _Hosts:
    """What parameters represent on the host."""

    pointers: dict[Symbol, c_ast.Node]
    numbers: dict[Symbol, c_ast.Node]


@dataclass(frozen=True, slots=True)
class Given:
    """What a function's copy depends on of one argument: where it points.

    Of a table, or of an array of structures with tables in them, it is which one, too, and which inner structure.
    """

    space: str
    row: bool = False
    table: Root | None = None
    place: Place | None = None
    cursor: bool = False


def _given(
    calls: Calls, argument: c_ast.Node, definition: Definition, parameter: c_ast.Node, where: Location
) -> Given | None:
    symbol = definition.symbols.symbol(parameter)
    ctype = None if symbol is None else symbol.type
    if not isinstance(ctype, PointerType) or is_callback(ctype):
        return None
    roots = calls.expressions.pointers.roots(argument)
    what = f"an argument of `{definition.name}`"
    space = space_of(roots, what, where)
    if not is_position(ctype):
        array = _array(ctype, roots, calls)
        place = calls.expressions.pointers.place_given(argument, ctype) if array is not None else None
        return Given(space, any(root.row for root in roots), array, place)
    if symbol is not None and calls.expressions.own.gives_cursor(argument, symbol, definition):
        return Given(space, cursor=True)
    found = next(iter(roots)) if len(roots) == 1 else None
    if found is None or found.table is None:
        refuse("K016", f"{what} may point to different or private pointers", where)
    return Given(space, table=found)


def _array(ctype: PointerType, roots: Roots, calls: Calls) -> Root | None:
    """The one array of structures with pointers in them that a parameter leads into."""
    root = next(iter(roots)) if len(roots) == 1 else None
    known = root is not None and calls.frame.scope.slot_of(root) is not None
    return root if known and leads_on(unqualified(ctype.target), calls.frame.symbols) else None


def represented(
    frame: Frame, arguments: list[c_ast.Node], declarations: list[c_ast.Node], definition: Definition
) -> dict[Symbol, c_ast.Node]:
    """What parameters that the function leaves as they are represent on the host."""
    found: dict[Symbol, c_ast.Node] = {}
    sizes = frame.scope.varies(definition)
    for argument, declaration in zip(arguments, declarations, strict=True):
        symbol = definition.symbols.symbol(declaration)
        if symbol is not None and is_callback(symbol.type):
            callback = _callback(frame, argument, symbol)
            if callback is not None:
                found[symbol] = callback
        elif symbol is not None and not frame.scope.uses.changes(symbol):
            host = stands_for(symbol.type, argument, frame, sizes=sizes)
            if host is not None:
                found[symbol] = host
    return found


def _numbers(
    calls: Calls, arguments: list[c_ast.Node], declarations: list[c_ast.Node], definition: Definition
) -> dict[Symbol, c_ast.Node]:
    """What integer parameters represent on the host, where arrays of variable size may ask for that."""
    frame = calls.frame
    found: dict[Symbol, c_ast.Node] = {}
    if not frame.scope.varies(definition):
        return found
    for argument, declaration in zip(arguments, declarations, strict=True):
        symbol = definition.symbols.symbol(declaration)
        host = stands_for_number(symbol, argument, frame)
        if symbol is not None and host is not None:
            found[symbol] = host
    return found


def _callback(frame: Frame, argument: c_ast.Node, symbol: Symbol) -> c_ast.Node | None:
    """What a parameter that points to a function represents on the host: a function's name, or a pointer.

    None where that may change while the loop runs.
    """
    if frame.scope.uses.changes(symbol):
        return None
    argument = function_named(argument, frame.symbols)
    named = frame.symbols.symbol(argument)
    if named is not None and named.kind is Kind.FUNCTION:
        name = name_there(named, frame)
        if name is None:
            name = f"{named.name}@{named.unit}"
            frame.scope.hidden[name] = named
        return build.identifier(name)
    host = host_path(argument, frame)
    known = host is not None and (names_function(host, frame) is not None or frame.scope.stable(host))
    return host if known else None


def names_function(host: c_ast.Node, frame: Frame) -> Symbol | None:
    """The function that a host expression names."""
    if not isinstance(host, c_ast.ID):
        return None
    if host.name in frame.scope.hidden:
        return frame.scope.hidden[host.name]
    symbol = frame.scope.symbols.lookup(host.name, frame.scope.construct)
    return symbol if symbol is not None and symbol.kind is Kind.FUNCTION else None


def parameters_of(definition: Definition) -> list[c_ast.Node]:
    """The parameter declarations, in order, of new and old style definitions; names where there is none: `int`."""
    old = {decl.name: decl for decl in definition.function.param_decls or []}
    found: list[c_ast.Node] = []
    for item in nodes.parameters_of(definition.function):
        if isinstance(item, c_ast.Decl):
            found.append(item)
        elif isinstance(item, c_ast.ID):
            found.append(old.get(item.name, item))
    return found


def _lower(
    calls: Calls,
    definition: Definition,
    declarations: list[c_ast.Node],
    ctype: FunctionType,
    given: tuple[Given | None, ...],
    hosts: _Hosts,
    key: Key,
    *,
    conditional: bool,
) -> DeviceFunction:
    scope = calls.frame.scope
    frame = Frame(
        scope,
        definition.unit,
        definition.symbols,
        outer=False,
        conditions=int(conditional),
        stands=hosts.pointers,
        numbers=hosts.numbers,
    )
    name = scope.names.fresh(f"{scope.name}_{definition.name}")
    parameters = [_parameter(frame, decl, each) for decl, each in zip(declarations, given, strict=True)]
    if is_position(ctype.result):
        refuse("K016", f"`{definition.name}` returns a pointer to pointers", definition.where)
    of = ULONG if is_callback(ctype.result) else ctype.result
    frame.scope.types.use(of, frame.symbols, definition.where)
    recursive = scope.context.recursive(definition)
    function = DeviceFunction(name, frame, parameters, of, key, recursive=recursive)
    scope.active[definition.function] = function
    body, function.result_roots = scope.lower_body(frame, definition.function.body, unqualified(of))
    del scope.active[definition.function]
    if function.lowest == len(scope.active):
        _settle_accesses(scope)
    for decl, local in zip(declarations, parameters, strict=True):
        if local is not None and isinstance(local.type, PointerType):  # it may have been assigned to
            space_of(local.roots, f"`{frame.symbol(decl).name}`", frame.where(decl))
    declared = [_declaration(local) for local in parameters if local is not None]
    declared += [decl for parameter in frame.used.values() for decl in _parameter_declarations(parameter)]
    space = space_of(function.result_roots, f"the result of `{definition.name}`", definition.where)
    result = build.declarator(name, unqualified(of), space)
    decl = c_ast.Decl(name, [], [], [], [], _returning(result, declared), None, None)
    function.node = c_ast.FuncDef(decl, None, body)
    if function.lowest == len(scope.active):
        function.node = _without_recursion(scope, function, definition)
    return function


def _settle_accesses(scope: KernelScope) -> None:
    """Give the arguments of calls of functions that were being made what these do with their parameters."""
    changed = True
    while changed:
        changed = False
        for roots, parameters in scope.repeated:
            for root in roots:
                changed |= any([root.used_as(pointed) for pointed in parameters])
    if not scope.active:
        scope.repeated.clear()


def _without_recursion(scope: KernelScope, root: DeviceFunction, definition: Definition) -> c_ast.FuncDef:
    """The loop of a function that calls itself, and of those that it calls, and which call it."""
    own = len(scope.active)
    members = [each for each in scope.functions.values() if each.lowest is not None and each.lowest >= own]
    for each in members:
        del scope.functions[each.key]
    root.lowest = None
    symbols = root.frame.symbols

    def size(name: str) -> int:
        return symbols.constant_sizeof(scope.symbol_types[name]) or 0

    def has_arrays(name: str) -> bool:
        return _has_arrays(scope.symbol_types[name], symbols)

    kernel = Surroundings(scope.fresh, scope.symbol_types.__getitem__, size, has_arrays)
    loop = WithoutRecursion([_member(each) for each in (root, *members)], kernel)
    if loop.bytes > MOST_BYTES:
        reason = f"`{definition.name}` calls itself, and a stack of {loop.depth} calls takes {loop.bytes} bytes"
        refuse("K005", reason, definition.where)
    if loop.has_stack:
        scope.stacks[definition.name] = min(loop.depth, scope.stacks.get(definition.name, loop.depth))
    return loop.function()


def _member(function: DeviceFunction) -> Member:
    assert function.node is not None
    parameters = tuple(local.name for local in function.parameters if local is not None)
    return Member(function.node, function.result, parameters)


def _has_arrays(ctype: CType, symbols: Symbols) -> bool:
    """Whether a structure has an array in it."""
    members = (symbols.members(ctype) or ()) if isinstance(ctype, StructType) else ()
    return any(isinstance(each.type, ArrayType) or _has_arrays(each.type, symbols) for each in members)


def _returning(result: c_ast.Node, declared: list[c_ast.Decl]) -> c_ast.Node:
    """The declarator of a function: pointers in its result are around the parameters."""
    arguments = c_ast.ParamList(declared or [c_ast.Typename(None, [], None, _void())])
    return c_ast.FuncDecl(arguments, result)


def _void() -> c_ast.Node:
    return c_ast.TypeDecl(None, [], None, c_ast.IdentifierType(["void"]))


def _parameter(frame: Frame, decl: c_ast.Node, given: Given | None) -> Local | None:
    symbol = frame.symbol(decl)
    if symbol in frame.stands and is_callback(symbol.type):
        return None
    if given is not None and given.cursor:
        local = frame.declare(symbol, decl, PointerType(ULONG))
        local.roots, local.given, local.cursor = frozenset([Root(given.space, symbol.name)]), True, True
        return local
    local = frame.declare(symbol, decl)
    if given is not None and isinstance(local.type, PointerType):
        own = Root(given.space, symbol.name, row=given.row)
        local.roots = frozenset([own if given.table is None else given.table])
        local.given, local.place = True, given.place
        local.flat = points_to_variable(local.type)
    return local


def _declaration(local: Local) -> c_ast.Decl:
    ctype: CType = unqualified(local.type)
    if is_position(ctype):
        return build.declaration(local.name, LONG)
    if local.flat:
        assert isinstance(ctype, PointerType)
        ctype = PointerType(innermost(ctype.target))
    space = next((root.space for root in local.roots), "")
    return build.declaration(local.name, ctype, space)


def _parameter_declarations(parameter: Parameter) -> list[c_ast.Decl]:
    if not isinstance(parameter, Slot):
        return [build.declaration(parameter.name, parameter.type)]
    memory = build.declaration(parameter.name, PointerType(parameter.element), parameter.root.space)
    return [memory, *(build.declaration(name, LONG) for name in parameter.device_names[1:])]


def parsed_function(source: str) -> c_ast.FuncDef:
    """The tree of a helper function, from its text in C."""
    function = c_parser.CParser().parse(source).ext[0]
    assert isinstance(function, c_ast.FuncDef)
    return function
