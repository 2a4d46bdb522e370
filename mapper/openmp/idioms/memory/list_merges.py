"""How threads append lists of their own to shared ones behind a loop: in `critical`, or at places that they take.

#pragma omp critical                      int at;                        #pragma omp critical
for (int t = 0; t < k; t++)               #pragma omp atomic capture     {
all[n++] = mine[t];                     { at = n; n += k; }              memcpy(&all[n], mine, k * sizeof *mine);
for (int t = 0; t < k; t++)      n += k;
all[at + t] = mine[t];       }
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from pycparser import c_ast

from mapper.ir.trees.literals import is_zero
from mapper.ir.trees.names import is_named, objects_in
from mapper.ir.trees.nodes import Omp, arguments_of, called_name, flattened, has_effects, same_text, single
from mapper.openmp.idioms.memory.own_memory import counted


@dataclass(frozen=True, eq=False, slots=True)
class Appended:
    """Where threads append their lists: the arrays in the places of their own, and the shared counter.

    `sizes` are the types or elements whose size copies of lists say.
    """

    counter: str
    total: c_ast.Node
    arrays: Mapping[str, c_ast.Node]
    sizes: Mapping[str, c_ast.Node]
    items: Sequence[c_ast.Node]


def appended(items: Sequence[c_ast.Node]) -> Appended | None:
    """How threads append their lists behind a loop: in a `critical` construct, or at places that they take."""
    for at, item in enumerate(items):
        plain, guard = item, None
        if isinstance(item, c_ast.If) and item.iffalse is None:
            plain, guard = single(item.iftrue) or item, item.cond
        if not isinstance(plain, Omp) or plain.body is None:
            continue
        kind = plain.directive.kind
        if kind == "critical":
            found = _appended(flattened(c_ast.Compound([plain.body])), None, None)
            if found is not None and (guard is None or _is_some(guard, found[0])):
                return Appended(*found, [item])
        elif kind == "atomic" and plain.directive.form == "capture" and guard is None:
            match flattened(c_ast.Compound([plain.body])):
                case [
                    c_ast.Assignment(op="=", lvalue=c_ast.ID(name=place), rvalue=total),
                    c_ast.Assignment(op="+=", lvalue=other, rvalue=c_ast.ID(name=counter)),
                ] if same_text(total, other) and not has_effects(total):
                    return _taken(items, at, place, total, counter)
    return None


def _taken(items: Sequence[c_ast.Node], at: int, place: str, total: c_ast.Node, counter: str) -> Appended | None:
    """The lists that are copied to the places from one on that `atomic capture` gives."""
    used = [item for item in items if place in {node.name for node in objects_in(item)} or _declares(item, place)]
    copies = [item for item in used if item is not items[at] and not isinstance(item, c_ast.Decl)]
    step = c_ast.Assignment("+=", total, c_ast.ID(counter))
    found = _appended([*copies, step], place, total)
    declared = [item for item in used if isinstance(item, c_ast.Decl) and item.name == place]
    if found is None or len(declared) != 1 or declared[0].init is not None:
        return None
    return Appended(*found, [items[at], *used])


def _declares(item: c_ast.Node, name: str) -> bool:
    return isinstance(item, c_ast.Decl) and item.name == name


def _is_some(test: c_ast.Node, counter: str) -> bool:
    """Whether a condition says that a list is not empty."""
    if isinstance(test, c_ast.BinaryOp) and test.op in (">", "!=") and is_zero(test.right):
        test = test.left
    return is_named(test, counter)


def _appended(
    items: Sequence[c_ast.Node], first: str | None, known: c_ast.Node | None
) -> tuple[str, c_ast.Node, dict[str, c_ast.Node], dict[str, c_ast.Node]] | None:
    """The counter, the shared counter, shared arrays and sizes by a thread's own, of statements that append.

    `first` is the variable with the first place, if that was taken before; else it is the shared counter, `known`
    or not.
    """
    counters: set[str] = set()
    totals: list[c_ast.Node] = [] if known is None else [known]
    arrays: dict[str, c_ast.Node] = {}
    sizes: dict[str, c_ast.Node] = {}
    moved = 0
    for item in items:
        match item:
            case c_ast.EmptyStatement():
                continue
            case c_ast.Assignment(op="+=", lvalue=total, rvalue=c_ast.ID(name=name)):
                counters.add(name)
                totals.append(total)
                moved += 1
                continue
            case c_ast.For():
                count = counted(item)
                found = None if count is None else _copied(item, count[0], first)
                if count is None or found is None or not isinstance(count[1], c_ast.ID):
                    return None
                counters.add(count[1].name)
            case c_ast.FuncCall() if called_name(item) == "memcpy" and len(arguments_of(item)) == 3:
                found = _block(item, first)
                if found is None:
                    return None
                counters.add(found.counter)
            case _:
                return None
        if moved and first is None:
            return None  # behind the step of the shared counter
        totals += found.totals
        moved += found.moves
        if arrays.keys() & found.arrays.keys():
            return None
        arrays |= found.arrays
        sizes |= found.sizes
    if len(counters) != 1 or not totals or not arrays or moved != 1:
        return None
    if any(not same_text(each, totals[0]) or has_effects(each) for each in totals):
        return None
    return counters.pop(), totals[0], arrays, sizes


@dataclass(frozen=True, eq=False, slots=True)
class _Copied:
    """Shared arrays by a thread's own; what the shared counter is called there, and how often that is moved on."""

    arrays: Mapping[str, c_ast.Node]
    totals: Sequence[c_ast.Node] = ()
    moves: int = 0
    counter: str = ""
    sizes: Mapping[str, c_ast.Node] = field(default_factory=dict)


def _copied(loop: c_ast.For, element: str, first: str | None) -> _Copied | None:
    """What a loop over a thread's own elements copies to the end of shared arrays."""
    arrays: dict[str, c_ast.Node] = {}
    totals: list[c_ast.Node] = []
    moves, behind = 0, 0
    for item in flattened(c_ast.Compound([loop.stmt])):
        match item:
            case c_ast.UnaryOp(op="++" | "p++", expr=total) if first is None:
                totals.append(total)
                moves += 1
                continue
            case c_ast.Assignment(
                op="=",
                lvalue=c_ast.ArrayRef(name=array, subscript=place),
                rvalue=c_ast.ArrayRef(name=c_ast.ID(name=own), subscript=each),
            ) if is_named(each, element) and own not in arrays and not moves:
                arrays[own] = array
            case _:
                return None
        match place:
            case c_ast.UnaryOp(op="p++", expr=total) if first is None:
                totals.append(total)
                moves += 1
            case c_ast.BinaryOp(op="+", left=total, right=other) if is_named(other, element):
                totals.append(total)
                behind += 1
            case c_ast.BinaryOp(op="+", left=other, right=total) if is_named(other, element):
                totals.append(total)
                behind += 1
            case _ if first is None:
                totals.append(place)
            case _:
                return None
    if (moves != 1 or behind) and behind != len(arrays):
        return None  # neither one place after the other, nor each element by its number
    return None if moves and behind else _settled(arrays, totals, moves, first)


def _settled(
    arrays: Mapping[str, c_ast.Node],
    totals: list[c_ast.Node],
    moves: int,
    first: str | None,
    counter: str = "",
    sizes: Mapping[str, c_ast.Node] = MappingProxyType({}),
) -> _Copied | None:
    """What was copied, if all of it begins with the first place."""
    if moves > 1 or any(map(has_effects, arrays.values())):
        return None
    if first is None:
        return _Copied(arrays, totals, moves, counter, sizes)
    return _Copied(arrays, (), moves, counter, sizes) if all(is_named(each, first) for each in totals) else None


def _block(call: c_ast.FuncCall, first: str | None) -> _Copied | None:
    """What `memcpy` copies to the end of a shared array."""
    to, of, size = arguments_of(call)
    match to:
        case c_ast.BinaryOp(op="+", left=array, right=place):
            pass
        case c_ast.UnaryOp(op="&", expr=c_ast.ArrayRef(name=array, subscript=place)):
            pass
        case _:
            return None
    match size:
        case c_ast.BinaryOp(op="*", left=c_ast.ID(name=counter), right=c_ast.UnaryOp(op="sizeof", expr=one)):
            pass
        case c_ast.BinaryOp(op="*", left=c_ast.UnaryOp(op="sizeof", expr=one), right=c_ast.ID(name=counter)):
            pass
        case _:
            return None
    if not isinstance(of, c_ast.ID):
        return None
    return _settled({of.name: array}, [place], 0, first, counter, {of.name: one})
