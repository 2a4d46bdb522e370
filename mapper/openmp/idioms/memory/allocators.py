"""Calls in regions of functions that only allocate or free memory are calls of the C library's functions.

    void *need(size_t n)
    {
      void *p = malloc(n);
      if (p == NULL)
        exit(1);
      return p;
    }
    #pragma omp parallel                             #pragma omp parallel
    {                                                {
      double *t = need(m * sizeof *t);      ->         double *t = malloc(m * sizeof *t);

What such a function does where there is no memory is left out: a launch makes sure that there is.  So is the
alignment that `aligned_alloc` and its kin are asked for.  The source's text stays what the CPU runs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pycparser import c_ast

from mapper.ir.expressions.substitution import substituted
from mapper.ir.trees.literals import is_null
from mapper.ir.trees.names import assigned_names, declared_names, is_named, names_in
from mapper.ir.trees.nodes import (
    arguments_of,
    assigns,
    called_name,
    clone,
    constructs_in,
    has_effects,
    parameters_of,
    replace_child,
    walk,
    without_casts,
)
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.declared_types import PLAIN_WORDS, returns_nothing
from mapper.openmp.idioms.memory.allocations import with_memory

_ALIGNED = {
    "aligned_alloc": ("malloc", slice(1, 2), 2),
    "memalign": ("malloc", slice(1, 2), 2),
    "_mm_malloc": ("malloc", slice(0, 1), 2),
}
_SIZED = {"malloc": ("malloc", slice(1), 1), "calloc": ("calloc", slice(2), 2)} | _ALIGNED
"""What allocates as much as a function of the library, the arguments that it is given, and how many there are."""
_FREEING = frozenset(["free", "_mm_free"])
_CONVERTING = (c_ast.Decl, c_ast.Assignment, c_ast.Cast)
"""Where it does not matter to which type a pointer leads."""


@dataclass(frozen=True, eq=False, slots=True)
class Allocator:
    """A function that only allocates or frees: the library's call that it makes, by its parameters.

    Sizes are converted to the types of parameters, as where the function is called; a pointer has none here.
    """

    parameters: Mapping[str, c_ast.TypeDecl | None]
    call: c_ast.FuncCall

    def made(self, call: c_ast.FuncCall) -> c_ast.FuncCall | None:
        """The library's call that a call comes to; None where arguments have effects, or are too few or many."""
        given = arguments_of(call)
        if len(given) != len(self.parameters) or any(map(has_effects, given)):
            return None
        typed = zip(self.parameters.items(), given, strict=True)
        values = {
            name: value if of is None else c_ast.Cast(c_ast.Typename(None, [], None, of), value)
            for (name, of), value in typed
        }
        made = substituted(self.call, values)
        for node in walk(made):
            node.coord = node.coord or call.coord  # type: ignore[misc]
        return made


def allocators(unit: Unit) -> dict[str, Allocator]:
    """The functions of a unit that other files may call and that only allocate or free, by their names."""
    return {
        name: found
        for name, function in _functions(unit).items()
        if "static" not in function.decl.storage and (found := _allocator(function)) is not None
    }


def calls_any(unit: Unit, names: Collection[str]) -> bool:
    """Whether regions of a unit call some functions that are not defined in it."""
    wanted = set(names) - _functions(unit).keys()
    return bool(wanted) and any(called_name(call) in wanted for *_, call in _calls(unit))


def call_library(unit: Unit, elsewhere: Mapping[str, Allocator]) -> None:
    """Put the library's calls into the regions of a unit; `elsewhere` are the functions of other files."""
    functions = _functions(unit)
    known = {name: each for name, each in elsewhere.items() if name not in functions}
    asked = {called_name(call) for *_, call in _calls(unit)}
    own = {name: _allocator(functions[name]) for name in functions.keys() & asked}
    known |= {name: each for name, each in own.items() if each is not None}
    headers = {name for name, each in functions.items() if _is_of_header(each, unit)}
    aligned = asked & _ALIGNED.keys() - elsewhere.keys() - (functions.keys() - headers)
    for function, parent, slot, call in list(_calls(unit)) if known or aligned else ():
        name = called_name(call)
        if name not in declared_names(function) and (name in known or name in aligned):
            made = known[name].made(call) if name in known else _without_alignment(call)
            if made is not None and (called_name(made) == "free" or isinstance(parent, _CONVERTING)):
                replace_child(parent, slot, made)


def _is_of_header(function: c_ast.FuncDef, unit: Unit) -> bool:
    """Whether a function is one that a system header defines, as `_mm_malloc` is."""
    line = function.coord.line if function.coord else 0
    return 0 < line <= len(unit.tokens) and unit.tokens[line - 1].system


def _without_alignment(call: c_ast.FuncCall) -> c_ast.FuncCall | None:
    """The call of `malloc` that gets as much memory; None where arguments have effects, or are too few or many."""
    called, given, count = _ALIGNED[called_name(call)]
    arguments = arguments_of(call)
    if len(arguments) != count or any(map(has_effects, arguments)):
        return None
    return c_ast.FuncCall(c_ast.ID(called, call.coord), c_ast.ExprList(arguments[given], call.coord), call.coord)


def _functions(unit: Unit) -> dict[str, c_ast.FuncDef]:
    return {each.decl.name: each for each in unit.functions}


def _calls(unit: Unit) -> Iterator[tuple[c_ast.FuncDef, c_ast.Node, str, c_ast.FuncCall]]:
    """Each call in a region: the function that it is in, its parent, its place there, and the call."""
    for function in unit.functions:
        for region in constructs_in(function.body):
            if region.directive.kind.startswith("parallel"):
                for parent in walk(region):
                    for slot, child in parent.children():
                        if isinstance(child, c_ast.FuncCall):
                            yield function, parent, slot, child


def _allocator(function: c_ast.FuncDef) -> Allocator | None:
    """The library's call that is all that a function makes where there is memory."""
    parameters = {
        each.name: each for each in parameters_of(function) if isinstance(each, c_ast.Decl) and each.name
    }
    if len(parameters) != len(parameters_of(function)) or assigned_names(function.body) & parameters.keys():
        return None
    if isinstance(function.decl.type.type, c_ast.PtrDecl):
        call = _allocated(list(_apart(function.body)))
    else:
        call = _freed(function.body, parameters) if returns_nothing(function) else None
    read = names_in(call.args) if call is not None else set()
    sizes = {name: parameters[name].type for name in read & parameters.keys() if called_name(call) != "free"}
    if call is None or not read <= parameters.keys() or not all(map(_is_number, sizes.values())):
        return None
    types = {name: c_ast.TypeDecl(None, [], None, of.type) for name, of in sizes.items()}
    call = clone(call)
    for node in walk(call):
        node.coord = None  # type: ignore[misc]
    return Allocator({name: types.get(name) for name in parameters}, call)


def _apart(body: c_ast.Compound) -> Iterator[c_ast.Node]:
    """The statements of a function, in which `if (!(p = malloc(n)))` is an assignment before a test."""
    for item in body.block_items or []:
        test = item.cond if isinstance(item, c_ast.If) else None
        match test:
            case c_ast.UnaryOp(op="!", expr=c_ast.Assignment(lvalue=c_ast.ID()) as assignment):
                told: c_ast.Node = c_ast.UnaryOp("!", clone(assignment.lvalue))
            case c_ast.BinaryOp(op="==", left=c_ast.Assignment(lvalue=c_ast.ID()) as assignment, right=null):
                told = c_ast.BinaryOp("==", clone(assignment.lvalue), null)
            case _:
                yield item
                continue
        yield assignment
        yield c_ast.If(told, item.iftrue, item.iffalse, item.coord)


def _allocated(items: Sequence[c_ast.Node]) -> c_ast.FuncCall | None:
    """What is allocated by statements that, where there is memory, do nothing else but to return it."""
    name, value, rest = "", None, list(items)
    while rest and value is None:
        match rest[0]:
            case c_ast.Decl(type=c_ast.PtrDecl(), storage=[], init=init) if not name:
                name, value = rest[0].name, None if init is None or is_null(init) else init
            case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=to), rvalue=set_to) if to == name:
                value = set_to
            case c_ast.Return() if not name:
                return _sized(rest[0].expr)
            case _:
                return None
        rest = rest[1:]
    match list(with_memory(rest, {name}))[:1]:
        case [c_ast.Return(expr=given)] if is_named(without_casts(given), name):
            return _sized(value)
    return None


def _sized(value: c_ast.Node | None) -> c_ast.FuncCall | None:
    """The call of `malloc` or `calloc` that gets as much memory as a value."""
    call = without_casts(value)
    if not isinstance(call, c_ast.FuncCall) or called_name(call) not in _SIZED:
        return None
    called, given, count = _SIZED[called_name(call)]
    arguments = arguments_of(call)
    if len(arguments) != count or not all(map(_is_plain, arguments)):
        return None
    return c_ast.FuncCall(c_ast.ID(called), c_ast.ExprList(arguments[given]))


def _freed(body: c_ast.Compound, names: Collection[str]) -> c_ast.FuncCall | None:
    """The call of `free` with a parameter that is all that a body does; it may ask whether that is null."""
    calls = [node for node in walk(body) if isinstance(node, c_ast.FuncCall)]
    if len(calls) != 1 or assigns(body) or any(isinstance(node, c_ast.Decl) for node in walk(body)):
        return None
    given = without_casts(arguments_of(calls[0])[0]) if called_name(calls[0]) in _FREEING else None
    if not isinstance(given, c_ast.ID) or given.name not in names:
        return None
    made = list(with_memory(body.block_items or [], {given.name}))
    return c_ast.FuncCall(c_ast.ID("free"), c_ast.ExprList([given])) if made == calls else None


def _is_number(of: c_ast.Node) -> bool:
    """Whether a type is one of numbers that has the same name in all files."""
    return isinstance(of, c_ast.TypeDecl) and _is_plain(of.type)


def _is_plain(size: c_ast.Node) -> bool:
    """Whether a size is made of parameters, numbers and sizes of types that mean the same in all files."""
    for node in walk(size):
        match node:
            case c_ast.IdentifierType(names=words):
                if not PLAIN_WORDS.issuperset(words):
                    return False
            case (
                c_ast.ID()
                | c_ast.Constant()
                | c_ast.Cast()
                | c_ast.Typename()
                | c_ast.TypeDecl()
                | c_ast.PtrDecl()
            ):
                pass
            case c_ast.BinaryOp() | c_ast.UnaryOp(op="sizeof" | "+"):
                pass
            case _:
                return False
    return not any(
        isinstance(node, c_ast.UnaryOp) and node.op == "sizeof" and not isinstance(node.expr, c_ast.Typename)
        for node in walk(size)
    )
