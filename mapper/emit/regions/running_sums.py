"""Short loops of the host that form running sums in place: the device does that where it has the array.

    for (b = 0; b < BUCKETS; b++)
      begin[b + 1] += begin[b];

Sums of integers are the same in any order, modulo their size.
"""

from __future__ import annotations

from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import IntType
from mapper.ir.trees.headers import counted_up, distance
from mapper.ir.trees.nodes import Omp, clone, single

_ALONE = frozenset(("single", "master"))


@dataclass(frozen=True, eq=False, slots=True)
class RunningSums:
    """`count` elements of `array` get added what is before each of them, from element `first` on, which stays.

    The loop leaves `counter` with the value `behind`.
    """

    array: str
    first: c_ast.Node
    count: c_ast.Node
    counter: str
    behind: c_ast.Node


def running_sums(item: c_ast.Node, symbols: Symbols) -> RunningSums | None:
    """What a statement, or the one in a `single` or `master`, sums up; None for other statements."""
    loop = _alone(item)
    found = counted_up(loop)
    if found is None or not isinstance(loop, c_ast.For):
        return None
    (counter, start, variable), bound = found
    if isinstance(variable, c_ast.Decl):
        return None  # nothing reads it behind the loop
    match _alone(loop.stmt):
        case c_ast.Assignment(
            op="+=",
            lvalue=c_ast.ArrayRef(name=c_ast.ID(name=array), subscript=later) as element,
            rvalue=c_ast.ArrayRef(name=c_ast.ID(name=read), subscript=earlier),
        ) if array == read and array != counter:
            pass
        case _:
            return None
    ahead, behind = (distance(each, counter, symbols.constant) for each in (later, earlier))
    low, high = symbols.constant(start), symbols.constant(bound)
    types = [unqualified(symbols.type_of(node)) for node in (element, variable)]
    if ahead is None or behind is None or ahead != behind + 1 or low is None or high is None or low >= high:
        return None
    if not all(isinstance(ctype, IntType) for ctype in types) or low + behind < 0:
        return None
    return RunningSums(array, build.integer(low + behind), build.integer(high - low), counter, clone(bound))


def _alone(item: c_ast.Node) -> c_ast.Node:
    """The statement that another one consists of."""
    if isinstance(item, Omp) and item.directive.kind in _ALONE and item.body is not None:
        return _alone(item.body)
    inner = single(item)
    return item if inner is None or inner is item else _alone(inner)
