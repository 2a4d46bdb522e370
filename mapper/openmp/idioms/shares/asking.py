"""Functions that say what OpenMP's library says: a thread's number, how many threads there are or may be."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pycparser import c_ast

from mapper.ir.trees.jumps import only_returned
from mapper.ir.trees.nodes import walk
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.shares.cases import COUNT, NUMBER

_MOST = "omp_get_max_threads"
_DEEPEST = 3  # functions that only return what the next one returns


def library_calls(unit: Unit, elsewhere: Mapping[str, str] = MappingProxyType({})) -> dict[str, str]:
    """The library functions of a thread's number and of their count; functions that only return what these do.

    Those of other files are `elsewhere`.
    """
    functions = [each for each in unit.functions if each.decl.name not in (NUMBER, COUNT, _MOST)]
    own = {each.decl.name for each in functions}
    found = {name: called for name, called in elsewhere.items() if name not in own}
    found |= {name: name for name in (NUMBER, COUNT, _MOST)}
    for _ in range(_DEEPEST):
        for each in functions:
            match only_returned(each.body):
                case c_ast.FuncCall(name=c_ast.ID(name=name), args=None) if name in found:
                    found[each.decl.name] = found[name]
    return found


def thread_numbers(unit: Unit, elsewhere: Mapping[str, str] = MappingProxyType({})) -> set[str]:
    """The functions that only return the thread's number."""
    return {name for name, called in library_calls(unit, elsewhere).items() if called == NUMBER}


def holding_most(unit: Unit, calls: Mapping[str, str]) -> frozenset[str]:
    """The variables of a unit that are set to the most threads that a region may have."""
    found: set[str] = set()
    for node in walk(unit.tree):
        match node:
            case c_ast.Decl(name=str(name), init=c_ast.FuncCall(name=c_ast.ID(name=called), args=None)):
                found |= {name} if calls.get(called) == _MOST else set()
            case c_ast.Assignment(
                op="=", lvalue=c_ast.ID(name=name), rvalue=c_ast.FuncCall(name=c_ast.ID(name=called), args=None)
            ):
                found |= {name} if calls.get(called) == _MOST else set()
    return frozenset(found)
