"""Which elements a loop should keep in variables from one iteration to the next.

A window is a run of elements `a[p + low]` to `a[p + high]` beside a loop's counter p, equal in all other
subscripts, of which an iteration writes one that a later iteration reads.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from pycparser import c_ast, c_generator

from mapper.analysis.kernels.loops import Header, constant_value
from mapper.analysis.names.types import innermost, rank
from mapper.ir.program.kernel import Buffer
from mapper.ir.trees.ctypes import CType, FloatType, IntType
from mapper.ir.trees.headers import distance
from mapper.ir.trees.names import assigned_names, names_in
from mapper.ir.trees.nodes import INCREMENTS, addressed, subscripted, walk

WIDEST = 8
"""Elements of a window at most."""
MOST = 32
"""Variables that the windows of a loop take at most: registers."""


@dataclass(frozen=True, eq=False, slots=True)
class Reference:
    """One mention of an element: `node` is in the place `slot` of `parent`.

    `position` is the subscript with the counter, `offset` what is added to the counter there, and `rest` the text
    of all else.  `sure` is true if each iteration comes to it.
    """

    node: c_ast.ArrayRef
    parent: c_ast.Node
    slot: str
    position: int
    offset: int
    rest: tuple[str, ...]
    reads: bool
    writes: bool
    sure: bool


@dataclass(frozen=True, eq=False, slots=True)
class Window:
    """References to elements of one array; `leading` is the offset of the element that is new in an iteration.

    `trailing` is that of the oldest one, and `direction` 1 where the counter goes up.  `stored` is the oldest one
    that is written, `written` the newest one.
    """

    references: tuple[Reference, ...]
    type: CType
    direction: int
    leading: int
    trailing: int
    stored: int
    written: int

    @property
    def offsets(self) -> range:
        """All offsets, the oldest first."""
        return range(self.trailing, self.leading + self.direction, self.direction)


@dataclass(frozen=True, eq=False)
class Memory:
    """What is known about the arrays of a body: `arrays` are its own, by name, each with its type.

    Nothing but their subscripted mentions touches the `plain` ones.  `buffers` are parameters.
    """

    arrays: Mapping[str, CType]
    plain: Collection[str]
    buffers: Mapping[str, Buffer] = field(default_factory=dict)


def plain_arrays(root: c_ast.Node, arrays: Mapping[str, CType]) -> set[str]:
    """The arrays that a body only mentions to get at their elements."""
    elements: set[int] = set()
    for node in walk(root):
        if isinstance(node, c_ast.ArrayRef):
            name, subscripts = _element(node)
            if name is not None and name in arrays and len(subscripts) == rank(arrays[name]):
                elements.add(id(levels(node)[0].name))
    pointed = {id(_object(place)) for node in walk(root) if (place := addressed(node)) is not None}
    mentions = [node for node in walk(root) if isinstance(node, c_ast.ID) and node.name in arrays]
    other = {node.name for node in mentions if id(node) not in elements or id(node) in pointed}
    return set(arrays) - other


def _object(node: c_ast.Node) -> c_ast.Node:
    """The name of what an lvalue is a part of."""
    while isinstance(node, c_ast.ArrayRef | c_ast.StructRef):
        node = node.name
    return node


def windows_of(body: c_ast.Compound, header: Header, memory: Memory) -> list[Window]:
    """The windows of a loop with a header and a body."""
    if header.step not in (1, -1):
        return []
    found = _Finder(body, header, memory)
    windows: list[Window] = []
    for name in sorted(found.by_array):
        if name in found.refused or not found.is_alone(name):
            continue
        groups: dict[tuple[int, tuple[str, ...]], list[Reference]] = {}
        for reference in found.by_array[name]:
            groups.setdefault((reference.position, reference.rest), []).append(reference)
        if not _all_apart(list(groups)):
            continue
        for _, references in sorted(groups.items()):
            window = _window(references, found.type_of(name), header.step)
            if window is not None and sum(len(each.offsets) for each in (*windows, window)) <= MOST:
                windows.append(window)
    return windows


def _window(references: list[Reference], ctype: CType, direction: int) -> Window | None:
    if not isinstance(ctype, IntType | FloatType) or ctype.bits < 32:
        return None
    newest, oldest = (max, min) if direction > 0 else (min, max)
    offsets = {each.offset for each in references}
    leading, trailing = newest(offsets), oldest(offsets)
    sure = {each.offset for each in references if each.sure}
    written = {each.offset for each in references if each.writes}
    read = {each.offset for each in references if each.reads}
    if not 1 < len(range(min(offsets), max(offsets) + 1)) <= WIDEST or not {leading, trailing} <= sure:
        return None
    if not written or any(each.writes and not each.sure for each in references):
        return None
    if len(written) != max(written) - min(written) + 1:
        return None
    if not any((offset - other) * direction > 0 for offset in written for other in read):
        return None
    return Window(tuple(references), ctype, direction, leading, trailing, oldest(written), newest(written))


def _all_apart(keys: list[tuple[int, tuple[str, ...]]]) -> bool:
    """Whether elements of different windows are different ones: they differ in a constant subscript."""
    for number, (position, rest) in enumerate(keys):
        for other_position, other in keys[:number]:
            if position != other_position or not any(
                one != two and _is_number(one) and _is_number(two) for one, two in zip(rest, other, strict=True)
            ):
                return False
    return True


def _is_number(text: str) -> bool:
    return text.lstrip("-").isdigit()


class _Finder:
    """Finds the references in a loop's body; in `refused` are the arrays that may be touched otherwise."""

    def __init__(self, body: c_ast.Compound, header: Header, memory: Memory) -> None:
        self.header = header
        self.memory = memory
        self.changing = assigned_names(body) | {header.variable}
        self.by_array: dict[str, list[Reference]] = {}
        self.refused: set[str] = set()
        self.unknown = False
        self._printer = c_generator.CGenerator()
        self._visit(body, sure=True)

    def is_alone(self, name: str) -> bool:
        """Whether nothing but its own references may touch an array."""
        if name in self.memory.arrays:
            return not self.unknown or name in self.memory.plain
        if self.unknown:
            return False
        overlaps = self.memory.buffers[name].overlaps
        others = {each for each in (*self.by_array, *self.refused) if each in self.memory.buffers} - {name}
        return not others if overlaps is None else not others & overlaps

    def type_of(self, name: str) -> CType:
        """The type of an array's elements."""
        buffer = self.memory.buffers.get(name)
        return innermost(self.memory.arrays[name] if buffer is None else buffer.element)

    def _visit(self, node: c_ast.Node, *, sure: bool) -> None:
        for slot, child in node.children():
            self._child(child, node, slot, sure=sure and _is_sure(node, slot))

    def _child(self, child: c_ast.Node, parent: c_ast.Node, slot: str, *, sure: bool) -> None:
        if isinstance(child, c_ast.ArrayRef):
            self._reference(child, parent, slot, sure=sure)
        elif isinstance(child, c_ast.StructRef) or (isinstance(child, c_ast.UnaryOp) and child.op == "*"):
            self.unknown = True
            self.refused |= names_in(child)
        elif isinstance(child, c_ast.ID):
            self.refused.add(child.name)
        else:
            self._visit(child, sure=sure)

    def _reference(self, node: c_ast.ArrayRef, parent: c_ast.Node, slot: str, *, sure: bool) -> None:
        rows = levels(node)
        for level in rows:
            self._child(level.subscript, level, "subscript", sure=sure)
        name, subscripts = _element(node)
        if name is None or not (name in self.memory.arrays or name in self.memory.buffers):
            self.unknown = True
            self._child(rows[0].name, rows[0], "name", sure=False)
            return
        if name in self.changing or (isinstance(parent, c_ast.UnaryOp) and parent.op in ("&", "*", "sizeof")):
            self.refused.add(name)
            return
        assigned = isinstance(parent, c_ast.Assignment) and slot == "lvalue"
        stepped = isinstance(parent, c_ast.UnaryOp) and parent.op in INCREMENTS
        found = self._place(subscripts)
        if found is None or len(subscripts) != self._rank(name):
            self.refused.add(name)
            return
        reads = not (isinstance(parent, c_ast.Assignment) and assigned and parent.op == "=")
        reference = Reference(node, parent, slot, *found, reads, assigned or stepped, sure)
        self.by_array.setdefault(name, []).append(reference)

    def _place(self, subscripts: list[c_ast.Node]) -> tuple[int, int, tuple[str, ...]] | None:
        """The subscript that has the counter, what is added to that, and the others; None where it is not so."""
        position, offset = -1, 0
        rest: list[str] = []
        for number, subscript in enumerate(subscripts):
            names = names_in(subscript)
            if self.header.variable in names:
                by = distance(subscript, self.header.variable, constant_value)
                if by is None or position >= 0:
                    return None
                position, offset = number, by
                continue
            if names & self.changing or any(isinstance(part, _UNSTEADY) for part in walk(subscript)):
                return None
            value = None if names else constant_value(subscript)
            rest.append(str(self._printer.visit(subscript)) if value is None else str(value))
        return (position, offset, tuple(rest)) if position >= 0 else None

    def _rank(self, name: str) -> int:
        buffer = self.memory.buffers.get(name)
        return rank(self.memory.arrays[name]) if buffer is None else 1 + rank(buffer.element)


_UNSTEADY = (c_ast.FuncCall, c_ast.ArrayRef, c_ast.StructRef, c_ast.Assignment)


def _is_sure(parent: c_ast.Node, slot: str) -> bool:
    """Whether a child is come to whenever its parent is."""
    match parent:
        case c_ast.If() | c_ast.TernaryOp():
            return slot == "cond"
        case c_ast.BinaryOp(op="&&" | "||"):
            return slot == "left"
        case c_ast.For() | c_ast.While() | c_ast.Switch() | c_ast.DoWhile():
            return False
    return True


def levels(node: c_ast.ArrayRef) -> list[c_ast.ArrayRef]:
    """An element, and the rows that it is an element of, outermost first."""
    levels = [node]
    while isinstance(levels[0].name, c_ast.ArrayRef):
        levels.insert(0, levels[0].name)
    return levels


def _element(node: c_ast.ArrayRef) -> tuple[str | None, list[c_ast.Node]]:
    """The array and the subscripts of an element; no name where it is reached in another way."""
    base, subscripts = subscripted(node)
    return (base.name if isinstance(base, c_ast.ID) else None), subscripts
