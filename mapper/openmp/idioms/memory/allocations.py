"""Statements of a region that allocate memory of a thread's own, fill it, free it, or act where there is none."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from pycparser import c_ast

from mapper.ir.trees.names import changed_places, declared_names, objects_in
from mapper.ir.trees.nodes import (
    ELEMENTS,
    Omp,
    addressed,
    arguments_of,
    called_name,
    children,
    evaluated,
    has_effects,
    statements_of,
    walk,
    whole_object,
    without_casts,
)
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.constructs import is_loop
from mapper.openmp.idioms.memory.own_memory import counted

IN_BLOCK = frozenset(["alloca", "__builtin_alloca"])
"""Functions whose memory is freed by itself."""
ALLOCATING = frozenset(["malloc", "calloc"]) | IN_BLOCK
DEPTH = 4
"""How deep helpers may call helpers."""


def calls(call: c_ast.FuncCall, *names: str) -> bool:
    """Whether a call names a function, and gives it arguments; any of some."""
    return isinstance(call.name, c_ast.ID) and (not names or call.name.name in names) and call.args is not None


def allocates(item: c_ast.Node, functions: Mapping[str, c_ast.FuncDef], depth: int = 0) -> bool:
    """Whether a statement outside of constructs calls an allocating function, maybe by helpers."""
    if isinstance(item, Omp):
        return False
    called = {node.name.name for node in walk(item) if isinstance(node, c_ast.FuncCall) and calls(node)}
    if called & ALLOCATING:
        return True
    helpers = [functions[name] for name in called if name in functions] if depth < DEPTH else []
    return any(allocates(each.body, functions, depth + 1) for each in helpers)


def may_resize(
    items: Sequence[c_ast.Node],
    call: c_ast.FuncCall,
    functions: Mapping[str, c_ast.FuncDef],
    extents: Collection[str],
) -> bool:
    """Whether statements may change the memory, or a function that they call a variable, that a size is read from.

    Names of variables and members tell these apart; `*p = x` may change any member or element.  `extents` are the
    variables that the length of a row is read from.
    """
    read = list(evaluated(call.args))
    asked = {node.name for node in read if isinstance(node, c_ast.ID)} | set(extents)
    loads = any(
        isinstance(node, ELEMENTS) or (isinstance(node, c_ast.UnaryOp) and node.op == "*") for node in read
    )
    places = [place for place in changed_places(*items) if not isinstance(place, c_ast.ID)]
    for name in called_from(items, functions) & functions.keys():
        function = functions[name]
        own = declared_names(function)
        changed = changed_places(function.body)
        places += [each for each in changed if not isinstance(each, c_ast.ID) or each.name not in own]
    if loads and any(isinstance(place, c_ast.UnaryOp) for place in places):
        return True
    return not asked.isdisjoint(filter(None, map(_last_name, places)))


def changed_unseen(
    names: Collection[str],
    size: c_ast.Node,
    items: Sequence[c_ast.Node],
    unit: Unit,
    function: c_ast.FuncDef,
    functions: Mapping[str, c_ast.FuncDef],
) -> bool:
    """Whether statements beside loops may change what a size is read from where this does not show.

    It does not where pointers lead to the variables, and where other files have the functions that are called.
    What loops change is seen when they are translated.
    """
    if not _kept_addresses(unit.tree).isdisjoint(names):
        return True
    shared = not declared_names(function).issuperset(names) or any(map(_is_load, evaluated(size)))
    return shared and not called_from(_beside_loops(items), functions).isdisjoint(foreign_functions(unit))


def _is_load(node: c_ast.Node) -> bool:
    match node:
        case c_ast.ArrayRef() | c_ast.UnaryOp(op="*") | c_ast.StructRef(type="->"):
            return True
    return False


def _beside_loops(items: Iterable[c_ast.Node]) -> Iterator[c_ast.Node]:
    """The calls in statements, but those in work-shared loops."""
    waiting = list(items)
    while waiting:
        node = waiting.pop()
        if isinstance(node, c_ast.FuncCall):
            yield node
        elif not isinstance(node, Omp) or not is_loop(node):
            waiting += children(node)


def called_from(items: Iterable[c_ast.Node], functions: Mapping[str, c_ast.FuncDef]) -> set[str]:
    """The names of what statements call, and of what those call that are among some functions."""
    seen: set[str] = set()
    waiting = list(items)
    while waiting:
        found = {called_name(node) for node in walk(waiting.pop()) if isinstance(node, c_ast.FuncCall)}
        waiting += [functions[name].body for name in (found - seen) & functions.keys()]
        seen |= found
    return seen


def foreign_functions(unit: Unit) -> set[str]:
    """The functions that the user's files declare and the unit does not define, but those for memory."""
    declared = {
        node.name
        for node in walk(unit.tree)
        if isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.FuncDecl)
        if unit.location(node).file in unit.files
    }
    return declared - {each.decl.name for each in unit.functions} - ALLOCATING - {"free"}


def _kept_addresses(tree: c_ast.Node) -> set[str]:
    """The names of variables whose addresses some code keeps: of `n` in `p = &n`, not in `f(&n)`."""
    given = {id(each) for node in walk(tree) if isinstance(node, c_ast.FuncCall) for each in arguments_of(node)}
    places = (addressed(node) for node in walk(tree) if id(node) not in given)
    return {place.name for place in places if isinstance(place, c_ast.ID)}


def _last_name(place: c_ast.Node) -> str | None:
    """The variable or the member that an lvalue is, or is an element of."""
    match place:
        case c_ast.ID(name=name) | c_ast.StructRef(field=c_ast.ID(name=name)):
            return str(name)
        case c_ast.ArrayRef(name=of) | c_ast.UnaryOp(op="*", expr=of) | c_ast.Cast(expr=of):
            return _last_name(of)
    return None


def is_free_of(item: c_ast.Node, name: str) -> bool:
    """Whether a statement frees what a pointer leads to."""
    if not isinstance(item, c_ast.FuncCall) or not calls(item, "free") or len(item.args.exprs) != 1:
        return False
    given = without_casts(item.args.exprs[0])
    return isinstance(given, c_ast.ID) and given.name == name


def is_for_failures(item: c_ast.Node, names: Collection[str]) -> bool:
    """Whether a statement does something only where memory could not be allocated: the CPU runs such loops."""
    return isinstance(item, c_ast.If) and item.iffalse is None and _are_null(item.cond, names)


def _are_null(test: c_ast.Node, names: Collection[str]) -> bool:
    """Whether a condition says of some pointers that one or all are null."""
    match test:
        case c_ast.UnaryOp(op="!", expr=c_ast.ID(name=name)):
            return name in names
        case c_ast.BinaryOp(op="||" | "&&"):
            return _are_null(test.left, names) and _are_null(test.right, names)
        case c_ast.BinaryOp(op="=="):
            sides = [without_casts(test.left), without_casts(test.right)]
            named = [each for each in sides if isinstance(each, c_ast.ID) and each.name in names]
            return len(named) == 1 and any(isinstance(each, c_ast.Constant) for each in sides)
    return False


def frees(node: c_ast.Node, functions: Mapping[str, c_ast.FuncDef], depth: int) -> bool:
    """Whether some code frees memory, maybe by helpers."""
    called = {each.name.name for each in walk(node) if isinstance(each, c_ast.FuncCall) and calls(each)}
    if "free" in called or depth > DEPTH:
        return "free" in called
    return any(frees(functions[name].body, functions, depth + 1) for name in called if name in functions)


def with_memory(items: Sequence[c_ast.Node], names: Collection[str]) -> Iterator[c_ast.Node]:
    """Statements as they run where all of some pointers lead to memory, without tests of whether they do."""
    for item in items:
        if isinstance(item, c_ast.If) and _are_null(item.cond, names):
            yield from _way(item.iffalse, names)
        elif isinstance(item, c_ast.If) and _are_there(item.cond, names):
            yield from _way(item.iftrue, names)
        elif not _asserts(item, names):
            yield item


def _way(node: c_ast.Node | None, names: Collection[str]) -> Iterator[c_ast.Node]:
    """The statements of one way of a test; what they declare stays in a block of its own."""
    items = list(with_memory(list(statements_of(node)), names)) if node is not None else []
    if any(isinstance(item, c_ast.Decl) for item in items):
        yield c_ast.Compound(items, items[0].coord)
    else:
        yield from items


def _are_there(test: c_ast.Node, names: Collection[str]) -> bool:
    """Whether a condition says of some pointers that they are not null, and nothing else."""
    match test:
        case c_ast.ID(name=name):
            return name in names
        case c_ast.BinaryOp(op="&&"):
            return _are_there(test.left, names) and _are_there(test.right, names)
        case c_ast.BinaryOp(op="!="):
            return _are_null(c_ast.BinaryOp("==", test.left, test.right), names)
    return False


def _asserts(item: c_ast.Node, names: Collection[str]) -> bool:
    """Whether a statement calls a function where some pointers are null, and does nothing else: `assert`."""
    *others, last = item.exprs if isinstance(item, c_ast.ExprList) and item.exprs else [item]
    if not isinstance(last, c_ast.TernaryOp) or any(map(has_effects, [*others, last.iftrue])):
        return False
    return isinstance(last.iffalse, c_ast.FuncCall) and _are_there(last.cond, names)


def fills(item: c_ast.Node, names: Collection[str]) -> bool:
    """Whether a statement does nothing but to store in what some pointers lead to."""
    match item:
        case c_ast.Compound():
            return all(fills(each, names) for each in item.block_items or [])
        case c_ast.For(init=c_ast.DeclList()):
            return counted(item) is not None and fills(item.stmt, names)
        case c_ast.Assignment():
            stores = _is_element(item.lvalue, names) and not has_effects(item.lvalue)
            return stores and not has_effects(item.rvalue)
        case c_ast.FuncCall():
            given = arguments_of(item)
            to = without_casts(given[0]) if calls(item, "memset") and len(given) == 3 else None
            return isinstance(to, c_ast.ID) and to.name in names and not any(map(has_effects, given[1:]))
    return False


def _is_element(node: c_ast.Node, names: Collection[str]) -> bool:
    """Whether an expression is an element, or a part of one, of what some pointers lead to."""
    element = whole_object(node)
    of = element.name if isinstance(element, c_ast.ArrayRef) else None
    if isinstance(element, c_ast.UnaryOp) and element.op == "*":
        of = element.expr
    return isinstance(of, c_ast.ID) and of.name in names


def uses_beside(item: c_ast.Node, loops: Sequence[Omp], names: Collection[str]) -> bool:
    """Whether a statement names some variables outside of the bodies of loops in it."""
    inside = {id(each) for loop in loops if loop.body is not None for each in objects_in(loop.body)}
    return any(each.name in names and id(each) not in inside for each in objects_in(item))
