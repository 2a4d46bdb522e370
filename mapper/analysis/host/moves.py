"""Statements of the host's that copy from array to array, or set an array to zero, as a device could do.

memcpy(old, u, n * sizeof *u);                      old and u are on the device: nothing need come back
for (int i = 0; i < n; i++) sums[i] = 0;
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.host.touched.areas import dense
from mapper.analysis.host.touched.host_areas import HostAreas
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import decay, unqualified
from mapper.analysis.pointers.effects import EffectsOf
from mapper.analysis.whole_program.objects import MOVED_BIT, UNKNOWN_BIT, Key
from mapper.analysis.whole_program.program import Function, Whole
from mapper.ir.program.host_plan import Move, Place
from mapper.ir.trees.ctypes import ArrayType, CType, FloatType, IntType, PointerType, StructType
from mapper.ir.trees.headers import counted_up
from mapper.ir.trees.nodes import LOOPS, arguments_of, children, path_to, single, without_casts


@dataclass(frozen=True, slots=True)
class Candidate:
    """What a statement writes, and what it copies there; zeros where that is None.  Both are masks of objects."""

    target: int
    source: int | None


class Moves:
    """Finds them in functions that lead to regions."""

    def __init__(self, whole: Whole, effects: EffectsOf) -> None:
        self._effects = effects
        self._whole = whole
        self._found: dict[int, Candidate] = {}
        self._holding: set[int] = set()  # the ids of statements that are one of them, or hold one

    def find(self, drivers: Collection[Key], used: int) -> None:
        """Look at all statements that may run more than once; `used` are the objects that kernels use."""
        for key in sorted(drivers):
            for function in self._whole.functions.get(key, ()):
                repeated = function.name != "main"
                for node in _repeated(function.definition.body, inside=repeated):
                    found = self._candidate(node, function.symbols)
                    if found is not None and found.target & used and (found.source is None or found.source & used):
                        self._found[id(node)] = found
                        self._holding |= {id(each) for each in path_to(function.definition.body, node)}

    @property
    def targets(self) -> int:
        """The objects that they write."""
        targets = 0
        for each in self._found.values():
            targets |= each.target
        return targets

    def any_in(self, node: c_ast.Node) -> bool:
        """Whether a statement is one of them, or holds one."""
        return id(node) in self._holding

    def of_call(self, node: c_ast.Node, place: Place) -> Move | None:
        """What a call moves whose arguments can be evaluated once more at a place before it."""
        if id(node) not in self._found or place is not Place.BEFORE or not isinstance(node, c_ast.FuncCall):
            return None
        target, second, size = arguments_of(node)
        nothing = c_ast.Constant("long int", "0L")
        source = None if self._found[id(node)].source is None else (second, nothing)
        return Move((target, nothing), source, size)

    def of_loop(self, node: c_ast.Node, place: Place, function: Function, areas: HostAreas) -> Move | None:
        """What a loop moves whose areas are known; None where it touches others, or not all of these."""
        if id(node) not in self._found or place is not Place.BEFORE or not isinstance(node, c_ast.For):
            return None
        found, numbers = areas.all_of(function, node)
        copies = self._found[id(node)].source is not None
        touched = [dense(each) for each in found.areas]
        if found.lost or any(each.repeats or each.entered or each.pointer.levels for each in touched):
            return None
        stored = [each for each in touched if each.writes and not each.reads]
        loaded = [each for each in touched if each.reads and not each.writes]
        if len(stored) != 1 or len(loaded) != copies or len(touched) != 1 + copies:
            return None
        if any(each.pointer.whole or not each.exact or each.bytes != stored[0].bytes for each in touched):
            return None
        places = [(each.pointer.base, numbers.tree(each.pointer.offset)) for each in (*stored, *loaded)]
        return Move(places[0], places[1] if copies else None, numbers.tree(stored[0].bytes))

    def _candidate(self, node: c_ast.Node, symbols: Symbols) -> Candidate | None:
        points = self._effects.points
        if isinstance(node, c_ast.FuncCall):
            parts = _call_parts(node, symbols)
            if parts is None or not self._effects.graph.lengths(node, symbols):
                return None
            masks = [None if each is None else points.pointed(each, symbols) for each in parts]
        else:
            copied = _loop_parts(node, symbols)
            if copied is None:
                return None
            masks = [None if each is None else points.located(each, symbols) for each in copied]
        if any(mask is not None and mask & UNKNOWN_BIT for mask in masks) or masks[0] is None:
            return None
        return Candidate(masks[0] & ~MOVED_BIT, masks[1])


def _repeated(node: c_ast.Node, *, inside: bool) -> Iterator[c_ast.Node]:
    """The statements of blocks that may run more than once."""
    if isinstance(node, c_ast.Compound) and inside:
        yield from (each for each in node.block_items or [] if isinstance(each, c_ast.FuncCall | c_ast.For))
    for child in children(node):
        yield from _repeated(child, inside=inside or isinstance(node, LOOPS))


def _call_parts(call: c_ast.FuncCall, symbols: Symbols) -> tuple[c_ast.Node, c_ast.Node | None] | None:
    """Where a call of the C library copies numbers to, and from where; to zero it sets what has no source."""
    name = call.name.name if isinstance(call.name, c_ast.ID) else ""
    arguments = [] if call.args is None else call.args.exprs
    if len(arguments) != 3:
        return None
    target, second = arguments[0], arguments[1]
    if name in ("memcpy", "memmove"):
        return (
            (target, second) if _leads_to_numbers(target, symbols) and _leads_to_numbers(second, symbols) else None
        )
    zero = name == "memset" and symbols.constant(second) == 0
    return (target, None) if zero and _leads_to_numbers(target, symbols) else None


def _leads_to_numbers(pointer: c_ast.Node, symbols: Symbols) -> bool:
    plain = without_casts(pointer)
    of = decay(symbols.type_of(plain or pointer))
    return isinstance(of, PointerType) and _is_number(of.target, symbols)


def _is_number(of: CType, symbols: Symbols) -> bool:
    """Whether memory of a type holds numbers, and no pointers."""
    of = unqualified(of)
    if isinstance(of, ArrayType):
        return _is_number(of.element, symbols)
    if isinstance(of, StructType):
        members = symbols.members(of) or ()
        return bool(members) and all(_is_number(each.type, symbols) for each in members)
    return isinstance(of, IntType | FloatType)


def _loop_parts(node: c_ast.Node, symbols: Symbols) -> tuple[c_ast.Node, c_ast.Node | None] | None:
    """The element that a loop stores, and the one that it copies there as it is; None in its place for zero."""
    if not isinstance(node, c_ast.For) or counted_up(node) is None or not isinstance(node.init, c_ast.DeclList):
        return None
    stored = single(node.stmt)
    if (
        not isinstance(stored, c_ast.Assignment)
        or stored.op != "="
        or not isinstance(stored.lvalue, c_ast.ArrayRef)
    ):
        return None
    of = symbols.type_of(stored.lvalue)
    if not isinstance(unqualified(of), IntType | FloatType) or of.volatile:
        return None
    if symbols.constant(stored.rvalue) == 0 or _is_zero(stored.rvalue):
        return stored.lvalue, None
    other = symbols.type_of(stored.rvalue) if isinstance(stored.rvalue, c_ast.ArrayRef) else None
    if other is None or other.volatile or unqualified(other) != unqualified(of):
        return None
    return stored.lvalue, stored.rvalue


def _is_zero(value: c_ast.Node) -> bool:
    """Whether a literal is the number 0.0."""
    if not isinstance(value, c_ast.Constant) or value.type not in ("float", "double"):
        return False
    digits = value.value.rstrip("fF")
    return bool(digits) and set(digits) <= set("0.")
