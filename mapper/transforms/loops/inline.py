"""Puts the bodies of device functions in the places of their calls.  A step of other transformations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.names.types import unqualified
from mapper.ir.expressions.substitution import substituted
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import INT, ArrayType, CType, FloatType, IntType, PointerType
from mapper.ir.trees.jumps import returns
from mapper.ir.trees.names import (
    all_names,
    changed_places,
    declared_names,
    exposed_places,
    fresh_variable,
    is_named,
    is_reserved,
    mentions,
    occurrences,
)
from mapper.ir.trees.nodes import (
    arguments_of,
    assigns,
    base_of,
    called_name,
    children,
    clone,
    flattened,
    has_effects,
    is_statement_place,
    parameters_of,
    rename,
    replace_child,
    subscripted,
    walk,
)

MOST_CALLS = 2000
"""How many bodies of functions are put in the places of calls."""


def inline_calls(
    root: c_ast.Node, functions: Mapping[str, c_ast.FuncDef], symbols: dict[str, CType], most: int = MOST_CALLS
) -> int:
    """Put the bodies of functions in the places of their calls in a tree; how many more might be put there.

    The calls are statements, or functions do nothing but return a value.  Rows of arrays (`f(a[i])`) may be given
    as pointers, too.  `symbols` gets the types of new names.  There are at most so many bodies, since functions
    that each call others twice would become very long.
    """
    for slot, child in root.children():
        if most <= 0:
            break
        call, result = _call(child)
        function = functions.get(call.name.name) if call is not None and isinstance(call.name, c_ast.ID) else None
        made: c_ast.Node | None = None
        if call is not None and function is not None and is_statement_place(root, slot):
            made = _block(call, function, result, symbols)
        elif call is child and call is not None and function is not None:
            made = _value(call, function, symbols) if _is_quiet(function, functions, symbols) else None
        if made is not None:
            child = made
            replace_child(root, slot, child)
            most -= 1
        most = inline_calls(child, functions, symbols, most)
    return most


def with_rows_in_place(kernel: Kernel) -> Kernel:
    """The kernel with the bodies of functions that get rows of arrays (`f(a[i])`) in the places of their calls.

    There the elements of these rows are subscripted down from the array.  Kernels with other forms stay as they
    are.
    """
    if any(form.code for form in kernel.forms):
        return kernel
    rows = {
        name
        for call in walk(kernel.body)
        if (name := called_name(call))
        if any(isinstance(argument, c_ast.ArrayRef) for argument in arguments_of(call))
    }
    return with_bodies_in_place(kernel, rows)


def with_bodies_in_place(kernel: Kernel, names: Set[str]) -> Kernel:
    """The kernel with the bodies of some of its functions in the places of their calls, as far as can be."""
    functions = {each.decl.name: each for each in kernel.functions if each.decl.name in names}
    if not functions:
        return kernel
    body, symbols = clone(kernel.body), dict(kernel.symbols)
    inline_calls(body, functions, symbols)
    return only_called(replace(kernel, body=body, symbols=dict(sorted(symbols.items()))))


def only_called(kernel: Kernel) -> Kernel:
    """The kernel with those functions that it still calls."""
    kept: list[c_ast.FuncDef] = []
    for function in reversed(kernel.functions):  # callees come first
        roots = [kernel.body, *(each.body for each in kept)]
        if any(mentions(root, function.decl.name) for root in roots):
            kept.insert(0, function)
    return replace(kernel, functions=tuple(kept))


def _is_row(node: c_ast.Node) -> bool:
    """Whether an expression names a row of an array by variables and constants."""
    base, subscripts = subscripted(node)
    plain = (isinstance(part, c_ast.ID | c_ast.Constant | c_ast.BinaryOp) for s in subscripts for part in walk(s))
    return isinstance(base, c_ast.ID) and all(plain)


def _call(item: c_ast.Node) -> tuple[c_ast.FuncCall | None, c_ast.ID | None]:
    """The call that a statement is, and the variable that gets its value."""
    match item:
        case c_ast.FuncCall():
            return item, None
        case c_ast.Assignment(op="=", lvalue=c_ast.ID() as result, rvalue=c_ast.FuncCall() as call):
            return call, result
    return None, None


def _block(
    call: c_ast.FuncCall,
    function: c_ast.FuncDef,
    result: c_ast.ID | None,
    symbols: dict[str, CType],
) -> c_ast.Compound | None:
    """The function's statements for one call, with new names; None where they can't be there.

    `result` is the variable that gets its value, None where no one does.
    """
    opened = _opened(function)
    if opened is None:
        return None
    items, value = opened
    if (value is None) != (result is None):
        return None
    if value is not None:
        items.append(value)
    names: dict[str, c_ast.Node] = {}
    before: list[c_ast.Node] = []
    for parameter, argument in zip(parameters_of(function), arguments_of(call), strict=False):
        ctype = symbols.get(parameter.name)
        if ctype is None:
            return None
        if isinstance(ctype, PointerType):
            if not (isinstance(argument, c_ast.ID) or _is_row(argument)) or _is_changed(parameter.name, items):
                return None
            names[parameter.name] = argument
        else:
            name = fresh_variable(parameter.name, ctype, symbols)
            names[parameter.name] = build.identifier(name)
            before.append(build.declaration(name, ctype, init=clone(argument)))
    after = substituted(c_ast.Compound(items), names | _new_names(items, symbols)).block_items or []
    if result is not None:
        after[-1] = build.assign(clone(result), after[-1])
    return c_ast.Compound([*before, *after])


def _opened(function: c_ast.FuncDef) -> tuple[list[c_ast.Node], c_ast.Node | None] | None:
    """Copies of the statements of a function and of what it returns; None where it may return before its end."""
    items = flattened(clone(function.body))
    value: c_ast.Node | None = None
    if items and isinstance(last := items[-1], c_ast.Return):
        value = _converted(function, last.expr) if last.expr is not None else None
        items.pop()
    return None if any(map(returns, items)) else (items, value)


def _new_names(items: Sequence[c_ast.Node], symbols: dict[str, CType]) -> dict[str, c_ast.Node]:
    """New names for what statements declare; `symbols` gets their types."""
    declared = [part.name for item in items for part in walk(item) if isinstance(part, c_ast.Decl)]
    return {
        name: build.identifier(fresh_variable(name, symbols[name], symbols))
        for name in declared
        if name in symbols
    }


def _is_quiet(
    function: c_ast.FuncDef, functions: Mapping[str, c_ast.FuncDef], symbols: Mapping[str, CType]
) -> bool:
    """Whether a function changes nothing: it assigns nothing, and neither does what it calls.

    The device's own functions change something only by a pointer.
    """
    reached = {id(function): function}
    left = [function]
    while left:
        body = left.pop().body
        for node in walk(body):
            if not isinstance(node, c_ast.FuncCall):
                continue
            called = functions.get(called_name(node))
            if called is None and _call_changes(node, functions, symbols):
                return False
            if called is not None and id(called) not in reached:
                reached[id(called)] = called
                left.append(called)
        if assigns(body):
            return False
    return True


def comes_before(
    function: c_ast.FuncDef,
    parts: Sequence[c_ast.Node],
    functions: Mapping[str, c_ast.FuncDef],
    symbols: Mapping[str, CType],
    addressed: Set[str],
) -> bool:
    """Whether a function can run before some expressions that are evaluated before its call.

    These change nothing, and if the function changes what is not its own, they read only numbers in variables to
    which no pointer leads: not in `addressed`.
    """
    nodes = [node for part in parts for node in walk(part)]
    called = [node for node in nodes if isinstance(node, c_ast.FuncCall)]
    if any(map(assigns, parts)) or any(_call_changes(each, functions, symbols) for each in called):
        return False
    if not _changes_others(function, functions, symbols):
        return True
    read = [node for node in nodes if isinstance(node, c_ast.ID)]
    numbers = all(isinstance(symbols.get(each.name), IntType | FloatType) for each in read)
    return numbers and not called and not any(each.name in addressed for each in read)


def _changes_others(
    function: c_ast.FuncDef, functions: Mapping[str, c_ast.FuncDef], symbols: Mapping[str, CType]
) -> bool:
    """Whether a function may change what is not its own."""
    own = declared_names(function)
    for place in changed_places(function.body):
        base, parts = base_of(place), [place]
        while isinstance(parts[-1], c_ast.ArrayRef | c_ast.StructRef) and getattr(parts[-1], "type", ".") == ".":
            parts.append(parts[-1].name)
        inside = isinstance(parts[-1], c_ast.ID) and (len(parts) == 1 or not _is_pointer(parts[-1], symbols))
        if base is None or base.name not in own or not inside:
            return True
    calls = (node for node in walk(function.body) if isinstance(node, c_ast.FuncCall))
    return any(_call_changes(each, functions, symbols) for each in calls)


def _call_changes(
    call: c_ast.FuncCall, functions: Mapping[str, c_ast.FuncDef], symbols: Mapping[str, CType]
) -> bool:
    """Whether a call may change something: the device's own functions do it only by a pointer."""
    called = functions.get(called_name(call))
    if called is not None:
        return _changes_others(called, functions, symbols)
    return not is_reserved(called_name(call)) or any(_is_address(each, symbols) for each in arguments_of(call))


def _is_pointer(node: c_ast.ID, symbols: Mapping[str, CType]) -> bool:
    return isinstance(symbols.get(node.name), PointerType | None)


def _is_address(node: c_ast.Node, symbols: Mapping[str, CType]) -> bool:
    """Whether the value of an expression may be an address."""
    match node:
        case c_ast.ID(name=name):
            return isinstance(symbols.get(name), PointerType | ArrayType | None)
        case c_ast.Constant() | c_ast.ArrayRef() | c_ast.UnaryOp(op="*" | "!" | "~"):
            return False
        case c_ast.Cast():
            return not isinstance(node.to_type.type, c_ast.TypeDecl)
        case c_ast.UnaryOp(op="&"):
            return True
    return any(_is_address(each, symbols) for each in children(node))


def _value(call: c_ast.FuncCall, function: c_ast.FuncDef, symbols: Mapping[str, CType]) -> c_ast.Node | None:
    """What a call gives; None where its function does more than to return it, or uses an argument twice."""
    match flattened(function.body):
        case [c_ast.Return(expr=c_ast.Node() as value)] if not assigns(value):
            pass
        case _:
            return None
    names: dict[str, c_ast.Node] = {}
    for parameter, argument in zip(parameters_of(function), arguments_of(call), strict=False):
        ctype = symbols.get(parameter.name)
        uses = occurrences(value, parameter.name)
        plain = isinstance(argument, c_ast.ID | c_ast.Constant)
        if ctype is None or has_effects(argument) or not (plain or uses == 1 or _is_row(argument)):
            return None
        is_number = isinstance(ctype, IntType | FloatType)
        if isinstance(ctype, PointerType) and not (plain or _is_row(argument)):
            return None
        names[parameter.name] = build.cast(ctype, argument) if is_number else argument
    return _converted(function, substituted(value, names))


def _converted(function: c_ast.FuncDef, value: c_ast.Node) -> c_ast.Node:
    """A value as a function returns it: numbers have its type."""
    result = function.decl.type.type
    if not isinstance(result, c_ast.TypeDecl) or not isinstance(result.type, c_ast.IdentifierType):
        return value
    return c_ast.Cast(c_ast.Typename(None, [], None, c_ast.TypeDecl(None, [], None, clone(result.type))), value)


def in_place(
    call: c_ast.FuncCall, function: c_ast.FuncDef, symbols: dict[str, CType], addressed: set[str], *, only: bool
) -> tuple[list[c_ast.Node], c_ast.Node | None] | None:
    """The function's statements for one call, and what it returns; None where they can't be there.

    Parameters become variables, but for those that the function does not change where a variable of the same type,
    an array or a row of one is given: these take their places.  The names are made new, and `symbols` gets
    their types; those of an `only` call stay, but for parameters that get a variable of their own name.
    `addressed` are the variables that pointers may lead to: the function may change them, so that they take no
    parameter's place.  It gets the new names of such variables.
    """
    opened = _opened(function)
    if opened is None or any(isinstance(part, c_ast.Goto | c_ast.Label) for part in walk(function.body)):
        return None
    items, value = opened
    names: dict[str, c_ast.Node] = {}
    before: list[c_ast.Node] = []
    whole = items if value is None else [*items, value]
    for parameter, argument in zip(parameters_of(function), arguments_of(call), strict=True):
        ctype = symbols.get(parameter.name)
        if ctype is None or not isinstance(parameter.type, c_ast.TypeDecl | c_ast.PtrDecl):
            return None
        keeps_name = only and not mentions(argument, parameter.name)
        name = parameter.name if keeps_name else fresh_variable(parameter.name, ctype, symbols)
        stays = not _is_changed(parameter.name, whole) and not _is_measured(parameter.name, whole)
        stays = stays and not any(each in addressed for each in _read_each_time(argument))
        if stays and _is_given_as_is(argument, ctype, symbols):
            names[parameter.name] = argument
        else:
            names[parameter.name] = build.identifier(name)
            before.append(_declared(parameter, name, argument))
    if not only:
        names |= _new_names(items, symbols)
    addressed |= {new.name for name, new in names.items() if name in addressed and isinstance(new, c_ast.ID)}
    before += substituted(c_ast.Compound(items), names).block_items or []
    return before, None if value is None else substituted(value, names)


def _read_each_time(argument: c_ast.Node) -> set[str]:
    """The variables that are read wherever an argument takes a parameter's place."""
    base, subscripts = subscripted(argument)
    whole = {base.name} if isinstance(base, c_ast.ID) and not subscripts else set[str]()
    return whole.union(*map(all_names, subscripts))


def _is_given_as_is(argument: c_ast.Node, ctype: CType, symbols: Mapping[str, CType]) -> bool:
    """Whether an argument may be used in the place of an unchanged parameter, with no conversion."""
    if isinstance(ctype, PointerType):
        return _leads_to(argument, symbols) == unqualified(ctype.target)
    if isinstance(argument, c_ast.Constant):
        return argument.type == "int" and unqualified(ctype) == INT
    given = symbols.get(argument.name) if isinstance(argument, c_ast.ID) else None
    return (
        given is not None and isinstance(ctype, IntType | FloatType) and unqualified(given) == unqualified(ctype)
    )


def _leads_to(argument: c_ast.Node, symbols: Mapping[str, CType]) -> CType | None:
    """What a pointer, an array, or a row of an array has as its elements; None for all other expressions."""
    base, subscripts = subscripted(argument)
    if not isinstance(base, c_ast.ID) or not _is_row(argument):
        return None
    ctype = symbols.get(base.name)
    for _ in subscripts:
        ctype = _element(ctype)
    return _element(ctype) if not subscripts or isinstance(ctype, ArrayType) else None


def _element(ctype: CType | None) -> CType | None:
    """The type of what a pointer or an array leads to."""
    match ctype:
        case PointerType(target=target):
            return unqualified(target)
        case ArrayType(element=element):
            return unqualified(element)
    return None


def _is_measured(name: str, items: list[c_ast.Node]) -> bool:
    """Whether code asks for the size of a variable."""
    sizes = (
        each for item in items for each in walk(item) if isinstance(each, c_ast.UnaryOp) and each.op == "sizeof"
    )
    return any(mentions(each, name) for each in sizes)


def _declared(parameter: c_ast.Decl, name: str, value: c_ast.Node) -> c_ast.Decl:
    """The declaration of a variable as one of a parameter, with a first value."""
    made = clone(parameter)
    rename(made, name)
    made.init = clone(value)
    return made


def _is_changed(name: str, items: list[c_ast.Node]) -> bool:
    """Whether code may change a variable itself, or takes its address."""
    return any(is_named(place, name) for place in exposed_places(*items))
