"""How threads wait for each other by flags, in spin loops: what of some code is about flags, and what about data.

A spin loop does nothing but look at memory until another thread has changed it.  That memory is flags.  Statements
that only store into flags are signals; the code without all of these, and they alone, are what `parted` finds.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.names import assigned_names, changed_place, names_in
from mapper.ir.trees.nodes import (
    Omp,
    arguments_of,
    base_of,
    called_name,
    clone,
    has_effects,
    statements_of,
    text_of,
    walk,
)
from mapper.ir.trees.quote import statements

LOADS = frozenset(["atomic_load", "atomic_load_explicit", "__atomic_load_n"])
STORES = frozenset(
    "atomic_store atomic_store_explicit __atomic_store_n atomic_fetch_add atomic_fetch_add_explicit "
    "__atomic_fetch_add __atomic_add_fetch __sync_fetch_and_add __sync_add_and_fetch __sync_lock_release".split()
)
FENCES = frozenset(["__sync_synchronize", "atomic_thread_fence", "__atomic_thread_fence"])
_PAUSES = FENCES | frozenset(
    "sched_yield thrd_yield pthread_yield sleep usleep nanosleep thrd_sleep _mm_pause __builtin_ia32_pause".split()
)
_NAMED = (c_ast.ArrayRef, c_ast.StructRef)
NEVER_ENDS = "__mrt_never_ends"
_ATOMIC = frozenset(["write", "update", None])


class MixedError(Exception):
    """Flags and data are not apart."""


@dataclass(frozen=True, eq=False, slots=True)
class Spin:
    """A spin loop; `flags` are the variables that lead to what it looks at, `seen` the thread's copies of that."""

    node: c_ast.While | c_ast.DoWhile | c_ast.For
    flags: frozenset[str]
    seen: frozenset[str]

    @property
    def looks(self) -> Iterator[c_ast.Node]:
        """The expressions that are looked at, as the source names them."""
        for part in (self.node.cond, self.node.stmt):
            yield from _looked_at(part) if part is not None else ()


@dataclass(frozen=True, eq=False, slots=True)
class Parts:
    """A statement without what is about data, and without what is about flags; None where nothing is left."""

    flags: c_ast.Node | None = None
    data: c_ast.Node | None = None


@dataclass(eq=False)
class Waiting:
    """How some code waits: `flags` are all its flags by name, `seen` threads' copies of them."""

    spins: list[Spin] = field(default_factory=list)

    @property
    def flags(self) -> frozenset[str]:
        """The variables that lead to flags."""
        return frozenset[str]().union(*(each.flags for each in self.spins))

    @property
    def seen(self) -> frozenset[str]:
        """The variables that hold what threads have seen of flags."""
        return frozenset[str]().union(*(each.seen for each in self.spins))


def waiting_in(code: c_ast.Node, counters: Collection[str]) -> Waiting:
    """How some code waits; `counters` are those of the loops around it, which are no flags."""
    found = (_spin(node, counters) for node in walk(code))
    return Waiting([each for each in found if each is not None])


def parted(node: c_ast.Node | None, waiting: Waiting) -> Parts:
    """A statement as two, one about flags and one about data; the source's order is kept in each.

    Instead of a spin loop, that about flags has a test that stops the program where the loop would not end.
    Raises `MixedError` where it can't be parted.
    """
    about = waiting.flags | waiting.seen
    spins = {id(each.node) for each in waiting.spins}
    match node:
        case None | c_ast.EmptyStatement():
            return Parts()
        case c_ast.While() | c_ast.DoWhile() | c_ast.For() if id(node) in spins:
            return Parts(flags=_looked_once(node))
        case Omp():
            return _construct(node, about)
        case c_ast.FuncCall() if called_name(node) in FENCES:
            return Parts()
        case c_ast.FuncCall() if called_name(node) in STORES:
            base = base_of(arguments_of(node)[0])
            return Parts(flags=clone(node)) if base is not None and base.name in about else Parts(data=node)
        case c_ast.Decl():
            return Parts(flags=clone(node)) if node.name in about else Parts(data=node)
        case c_ast.Assignment() | c_ast.UnaryOp():
            place = base_of(changed_place(node))
            return Parts(flags=clone(node)) if place is not None and place.name in about else Parts(data=node)
        case c_ast.Compound():
            parts = [parted(each, waiting) for each in statements_of(node)]
            return Parts(_block([each.flags for each in parts], node), _block([each.data for each in parts], node))
        case c_ast.If():
            return _branches(node, waiting)
        case c_ast.For():
            inner = parted(node.stmt, waiting)
            if inner.flags is None:
                return Parts(data=_with_body(node, inner.data))
            around = c_ast.For(clone(node.init), clone(node.cond), clone(node.next), inner.flags, node.coord)
            return Parts(around, _with_body(node, inner.data))
    return Parts(data=node)


def _with_body(node: c_ast.For, body: c_ast.Node | None) -> c_ast.Node:
    body = c_ast.EmptyStatement(node.coord) if body is None else body
    return node if body is node.stmt else c_ast.For(node.init, node.cond, node.next, body, node.coord)


def _branches(node: c_ast.If, waiting: Waiting) -> Parts:
    """The branches of an `if`, each parted; both parts have its condition."""
    true, false = parted(node.iftrue, waiting), parted(node.iffalse, waiting)
    if true.flags is None and false.flags is None:
        return Parts(data=node)
    empty = c_ast.EmptyStatement(node.coord)
    flags = c_ast.If(clone(node.cond), true.flags or empty, false.flags, node.coord)
    if true.data is None and false.data is None:
        return Parts(flags=flags)
    if has_effects(node.cond):
        raise MixedError
    return Parts(flags, c_ast.If(node.cond, true.data or clone(empty), false.data, node.coord))


def _construct(node: Omp, about: Collection[str]) -> Parts:
    kind = node.directive.kind
    if kind == "flush" or (kind == "ordered" and node.body is None):
        return Parts()
    place = changed_place(node.body) if node.body is not None else None
    base = base_of(place)
    if kind == "atomic" and base is not None and base.name in about:
        if node.directive.form not in _ATOMIC or node.body is None:
            raise MixedError
        return Parts(flags=clone(node.body))
    return Parts(data=node)


def _block(items: Sequence[c_ast.Node | None], node: c_ast.Compound) -> c_ast.Node | None:
    """A block of what is left of another one's statements: that itself where it is all."""
    left = [each for each in items if each is not None]
    if left == node.block_items:
        return node
    return c_ast.Compound(left, node.coord) if left else None


# ---- spin loops ------------------------------------------------------------------------------------------------


def _spin(node: c_ast.Node, counters: Collection[str]) -> Spin | None:
    """A loop as a spin loop; None where it is none, or looks at nothing that is known."""
    if not isinstance(node, c_ast.While | c_ast.DoWhile | c_ast.For) or not _is_idle(node.stmt):
        return None
    if isinstance(node, c_ast.For) and (node.init is not None or node.next is not None):
        return None
    if node.cond is not None and _changes(node.cond):
        return None
    if node.cond is None and not leaves(node.stmt, (c_ast.Break,), ()):
        return None
    seen = assigned_names(node.stmt)
    values = [each.rvalue for each in walk(node.stmt) if isinstance(each, c_ast.Assignment)]
    if any(names_in(each) & seen for each in values):
        return None  # it moves on, as along a list
    looked = [base_of(each) for each in _looked_at(node.cond)] if node.cond is not None else []
    looked += [base_of(each) for part in walk(node.stmt) for each in _tested(part)]
    flags = {each.name for each in looked if each is not None}
    if not flags and not values and node.cond is not None:
        flags = names_in(node.cond) - seen - set(counters)
    return Spin(node, frozenset(flags - seen), frozenset(seen)) if flags - seen else None


def _tested(part: c_ast.Node) -> Iterator[c_ast.Node]:
    """What a statement of a spin loop looks at."""
    if isinstance(part, c_ast.Assignment):
        load = part.rvalue
        yield arguments_of(load)[0] if isinstance(load, c_ast.FuncCall) else load
    elif isinstance(part, c_ast.If):
        yield from _looked_at(part.cond)


def _looked_at(root: c_ast.Node) -> Iterator[c_ast.Node]:
    """The elements, members and objects behind pointers that some code reads, the outermost nodes of each."""
    if isinstance(root, c_ast.FuncCall) and called_name(root) in LOADS:
        yield arguments_of(root)[0]
    elif isinstance(root, _NAMED) or (isinstance(root, c_ast.UnaryOp) and root.op == "*"):
        yield root
    else:
        for _, child in root.children():
            yield from _looked_at(child)


def _changes(tree: c_ast.Node) -> bool:
    """Whether an expression does more than read."""
    calls = [each for each in walk(tree) if isinstance(each, c_ast.FuncCall)]
    if any(called_name(each) not in LOADS for each in calls):
        return True
    return any(isinstance(each, c_ast.Assignment) or changed_place(each) is not None for each in walk(tree))


def _is_idle(node: c_ast.Node | None) -> bool:
    """Whether a statement only looks at memory, or passes time."""
    match node:
        case None | c_ast.EmptyStatement():
            return True
        case c_ast.Compound():
            return all(_is_idle(each) for each in statements_of(node))
        case Omp():
            if node.directive.kind == "atomic":
                return node.directive.form == "read" and _is_idle(node.body)
            return node.directive.kind in ("flush", "taskyield")
        case c_ast.Assignment(op="=", lvalue=c_ast.ID()):
            return not _changes(node.rvalue)
        case c_ast.FuncCall():
            return called_name(node) in _PAUSES
        case c_ast.If(iffalse=None):
            inside = statements_of(node.iftrue)
            return not _changes(node.cond) and len(inside) == 1 and isinstance(inside[0], c_ast.Break)
    return False


def _looked_once(node: c_ast.While | c_ast.DoWhile | c_ast.For) -> c_ast.Node:
    """A spin loop that looks once, and ends the program, with a message, where it would go on."""
    body = _plain(node.stmt)
    if isinstance(node, c_ast.DoWhile):
        text = f"do {{ $body; if ($cond) {NEVER_ENDS}($spin); }} while (0);"
    elif node.cond is None:
        text = f"do {{ $body; {NEVER_ENDS}($spin); }} while (0);"
    else:
        text = f"do {{ if (!($cond)) break; $body; if ($cond) {NEVER_ENDS}($spin); }} while (0);"
    spin = c_ast.Constant("string", json.dumps(text_of(node.cond or node.stmt)))
    cond = {} if node.cond is None else {"cond": node.cond}
    (made,) = statements(text, body=body, spin=spin, **cond)
    return made


def _plain(node: c_ast.Node | None) -> list[c_ast.Node]:
    """What one thread alone does of the body of a spin loop."""
    match node:
        case c_ast.Compound():
            return [each for item in statements_of(node) for each in _plain(item)]
        case Omp():
            return _plain(node.body)
        case c_ast.Assignment() | c_ast.If():
            return [node]
    return []
