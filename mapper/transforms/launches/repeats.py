"""Which regions a sequential loop of serial code repeats, with only numbers computed in between.

Whether launches do follow each other is found out at run time; here it is only asked where that is likely.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from pycparser import c_ast

from mapper.frontend.gnu.purity import pure_functions
from mapper.ir.program.kernel import Kernel
from mapper.ir.program.region import ParallelRegion, WorkLoop
from mapper.ir.trees.names import assigned_names, exposed_place, is_named, names_in, value_set
from mapper.ir.trees.nodes import (
    LOOPS,
    Omp,
    arguments_of,
    called_name,
    once,
    parameters_of,
    path_to,
    statements_of,
    walk,
)
from mapper.ir.trees.unit import Unit

MOST_TURNS = 6
"""Buffers that change places: in the kernel, each is found among these by comparisons."""


def is_repeated(region: ParallelRegion, loop: WorkLoop, units: Iterable[Unit]) -> bool:
    """Whether a sequential loop executes the region, whose only loop this is, again and again.

    It may be in the region's function, or in one that calls this.  The memory of the loop's arrays is the same
    each time, as far as assignments to pointers show.
    """
    kernel = _kernel(region, loop)
    if kernel is None:
        return False
    pointers = frozenset[str]().union(*(names_in(each.pointer) for each in kernel.buffers))
    around = around_place(region.function.body, region.construct, region.unit.tree)
    if around is None:
        return False
    repeating, inside = around
    if repeating is not None:
        return pointers.isdisjoint(assigned_names(repeating))
    if not pointers.isdisjoint(assigned_names(*inside)):
        return False
    return any(_calls_repeatedly(region.function, pointers, unit) for unit in units)


def turning(region: ParallelRegion, loop: WorkLoop, units: Iterable[Unit]) -> tuple[str, ...]:
    """The buffers that change places in a sequential loop that executes the region, whose only loop this is.

    Their pointers are variables that get the values of others there: `c = a; a = b; b = c;`, or are chosen from a
    few by a step's number: `from = row[t & 1]`.  The loop may be in a function that calls the region's with these.
    The rest of what the loop's arrays are is the same each time, as far as assignments to pointers show; empty
    where it is not.
    """
    kernel = _kernel(region, loop)
    around = None if kernel is None else around_place(region.function.body, region.construct, region.unit.tree)
    if kernel is None or around is None:
        return ()
    pointers = {each.name: each.pointer for each in kernel.buffers}
    repeating, beside = around
    if repeating is not None:
        return _in_turn(pointers, repeating)
    if not assigned_names(*beside).isdisjoint(names_in(*pointers.values())):
        return ()
    calls = (_turned(region.function, pointers, unit) for unit in units)
    return next((each for each in calls if each), ())


def _turned(function: c_ast.FuncDef, pointers: Mapping[str, c_ast.Node], unit: Unit) -> tuple[str, ...]:
    """The buffers that change places where a loop of a unit does nothing but call a function again and again."""
    name, names = function.decl.name, [getattr(each, "name", None) for each in parameters_of(function)]
    for other in unit.functions:
        for call in _calls(other).get(name, ()):
            repeating, _ = around_place(other.body, call, unit.tree) or (None, ())
            given = dict(zip(names, arguments_of(call), strict=False))
            passed = {
                buffer: given.get(pointer.name, pointer) if isinstance(pointer, c_ast.ID) else pointer
                for buffer, pointer in pointers.items()
            }
            if repeating is not None and (found := _in_turn(passed, repeating)):
                return found
    return ()


def _in_turn(pointers: Mapping[str, c_ast.Node], repeating: c_ast.Node) -> tuple[str, ...]:
    """The buffers whose pointers, in terms of a loop, get values of others there; empty where more changes."""
    found = []
    changed = assigned_names(repeating)
    for buffer, pointer in pointers.items():
        if changed.isdisjoint(names_in(pointer)):
            continue
        if not (_is_set_to_few(pointer.name, repeating) if isinstance(pointer, c_ast.ID) else _is_chosen(pointer)):
            return ()
        found.append(buffer)
    return tuple(found) if 2 <= len(found) <= MOST_TURNS else ()


def _is_set_to_few(name: str, code: c_ast.Node) -> bool:
    """Whether all that some code does to a pointer is to set it to others, or to one that is chosen from a few."""
    for node in walk(code):
        if isinstance(node, c_ast.Decl | c_ast.Assignment) and (value := value_set(node)) is not None:
            mine = is_named(node.lvalue, name) if isinstance(node, c_ast.Assignment) else node.name == name
            if mine and not isinstance(value, c_ast.ID) and not _is_chosen(value):
                return False
        elif is_named(exposed_place(node), name):
            return False
    return True


def _is_chosen(pointer: c_ast.Node) -> bool:
    """Whether an expression chooses one of a few, as far as its operators show: `row[t % 3]`, `t & 1 ? a : b`."""
    return any(
        isinstance(node, c_ast.TernaryOp) or (isinstance(node, c_ast.BinaryOp) and node.op in ("%", "&", "^"))
        for node in walk(pointer)
    )


def _kernel(region: ParallelRegion, loop: WorkLoop) -> Kernel | None:
    """The kernel of a region that is one loop of one dimension; None for others."""
    kernel = loop.kernel
    if kernel is None or len(region.loops) != 1 or len(kernel.dimensions) != 1 or region.sweeps or region.calls:
        return None
    if loop.team is not None or loop.row is not None or loop.part is not None or loop.others or loop.merges:
        return None
    return kernel


def _calls_repeatedly(function: c_ast.FuncDef, pointers: frozenset[str], unit: Unit) -> bool:
    """Whether a loop of a unit does nothing but call a function again and again, with the same pointers."""
    name, names = function.decl.name, [getattr(each, "name", None) for each in parameters_of(function)]
    for other in unit.functions:
        for call in _calls(other).get(name, ()):
            repeating, _ = around_place(other.body, call, unit.tree) or (None, ())
            given = zip(names, arguments_of(call), strict=False)
            passed = frozenset[str]().union(*(names_in(value) for each, value in given if each in pointers))
            if repeating is not None and passed.isdisjoint(assigned_names(repeating)):
                return True
    return False


@once
def _calls(function: c_ast.Node) -> dict[str, list[c_ast.FuncCall]]:
    """The calls in a function, by the name of what they call."""
    found: dict[str, list[c_ast.FuncCall]] = {}
    for node in walk(function):
        if isinstance(node, c_ast.FuncCall) and (name := called_name(node)) is not None:
            found.setdefault(name, []).append(node)
    return found


def around_place(
    body: c_ast.Node, place: c_ast.Node, tree: c_ast.FileAST
) -> tuple[c_ast.Node | None, tuple[c_ast.Node, ...]] | None:
    """The innermost loop around a place, and what is beside it there, or in the body where there is no loop.

    None where one of these does more than to compute numbers.  `tree` is the unit's.
    """
    beside: list[c_ast.Node] = []
    path = path_to(body, place)
    for node, child in reversed(list(pairwise(path))):
        if isinstance(node, c_ast.Compound):
            beside += [each for each in statements_of(node) if each is not child]
        elif isinstance(node, LOOPS):
            heads = [part for part in node if part is not child]
            return (node, tuple(beside)) if all(_only_computes(each, tree) for each in (*beside, *heads)) else None
        elif isinstance(node, c_ast.If | c_ast.Return):
            beside += [part for part in node if part is not child]
        else:
            return None
    return (None, tuple(beside)) if path and all(_only_computes(each, tree) for each in beside) else None


def _only_computes(node: c_ast.Node, tree: c_ast.FileAST) -> bool:
    for part in walk(node):
        if isinstance(part, (Omp, *LOOPS)):
            return False
        if isinstance(part, c_ast.FuncCall) and called_name(part) not in _numbers(tree):
            return False
    return True


@once
def _numbers(tree: c_ast.Node) -> frozenset[str]:
    """The functions that do nothing but compute a number, without a loop."""
    assert isinstance(tree, c_ast.FileAST)
    looping = {
        each.decl.name
        for each in tree.ext
        if isinstance(each, c_ast.FuncDef) and any(isinstance(node, LOOPS) for node in walk(each.body))
    }
    return pure_functions(tree) - looping
